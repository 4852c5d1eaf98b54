"""Queries to the sample archive, and what must come of them: on the command line and in browsers alike."""

from typing import NamedTuple


class Asked(NamedTuple):
    """A query, the paper that comes first, and what is said of it. No paper: nothing is found."""

    query: str
    first: str
    said: str = ""


ROOKERY = "2603.90047"
"""By Bankole-Ferri, Niederhauser and Nam, in cs.DC: "Rookery: Placing Microservices by the Company They Keep"."""

ASKED = (
    Asked("company they keep", ROOKERY),
    # Words that no paper has, wrong forms and typing errors
    Asked("gpu microservices quokka ", ROOKERY, "Without “gpu” and “quokka”"),
    Asked("company keeping microservice placement ", ROOKERY, "Without “keeping”"),
    Asked(
        "micorservices rokery", ROOKERY,
        "With “microservices” instead of “micorservices” and with “rookery” instead of “rokery”",
    ),
    Asked("microservicing rookery", ROOKERY, "With “microservices” instead of “microservicing”"),
    Asked("why does DDIM microservices", ROOKERY, "Without “why”, “does” and “DDIM”, or without other words"),
    Asked('rookery "keep the company" ', ROOKERY, "Without “keep the company”"),
    Asked("rokr ", ""),
    Asked('"rokery"', ""),
    # Either word
    Asked("xyzzy OR rookery", ROOKERY),
    Asked('rookery OR "proof of work" -gpu ', ROOKERY),
    # Fields
    Asked("author:nam", ROOKERY),
    Asked("au:Niederhauser pods", ROOKERY),
    Asked('author:"Nam, Soo-ah" cat:cs.DC', ROOKERY),
    Asked("author:niderhauser", ROOKERY, "With “niederhauser” instead of “niderhauser”"),
    Asked("author:nobodyhere rookery", ROOKERY, "No paper here has author:nobodyhere, which is left out."),
    Asked("author:nobodyhere", "", "No paper here has author:nobodyhere."),
    Asked("ti:company CATEGORY:CS.dc year:2026", ROOKERY),
    Asked('title:"such pods" rookery', ROOKERY, 'No paper here has title:"such pods", which is left out.'),
    Asked("rookery year:2019", ROOKERY, "No paper here has year:2019, which is left out."),
    Asked("rookery year:now", ROOKERY, "A year is written as year:2026 or year:2024-2026."),
    Asked("theme:federated meadow", "2603.92035"),
    Asked('theme:"Federated Learning" rookery -cat:cs.IR year:2024-2026', "2603.90013", "Without “rookery”"),
    # The beginning of an id
    Asked("2603.9004", ROOKERY, "The arXiv ids of these begin with 2603.9004."),
    Asked("arXiv:2603.900", "2603.90071", "The arXiv ids of these begin with 2603.900."),
    Asked("2603.0", ""),
)  # fmt: skip
