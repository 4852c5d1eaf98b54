"""The registry: every source and every document format, one line each. Everything else about them is derived from here.

A *source* is what a record names as its origin (`arxiv-rss`). A *format* is one kind of document, read by one module.
Several formats may belong to one source (a listing as HTML, as text, as text without separators), and one format may
yield several sources (an HTML page of either of two sites).

To add a format, write its reader module (`sources/__init__.py` shows its three parts) and add a line to
`FORMATS`. Reader modules are imported when a document is first read, so that labels and ranks cost no parser.
"""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast, runtime_checkable

from daybook.text.language import N_

if TYPE_CHECKING:
    from daybook.model import Listing
    from daybook.sources.plain_text import Head


@runtime_checkable
class Reader(Protocol):
    """A reader module."""

    NAME: str

    def recognises(self, head: Head) -> bool:
        """Whether a document that begins like this is for this reader."""

    def read(self, data: bytes) -> tuple[Listing, ...]:
        """What the document says. Raises Refused."""


@dataclass(frozen=True, slots=True)
class Host:
    """A server with an address of its own in the program."""

    name: str  # short, as requests name it
    base: str  # address without a final slash
    machine: bool = False  # made for programs, which may ask faster than a site made for people allows


def is_from_arxiv(source: str) -> bool:
    """Whether the source with this name, as records have it, is arXiv itself."""
    return source.startswith("arxiv-")


@dataclass(frozen=True, slots=True)
class Source:
    """Who says something, and what its word is worth."""

    name: str  # as records have it; arXiv's own begin with `arxiv-`, and are published without asking
    label: str  # as pages print it
    rank: int  # whose text wins where several sources describe the same version: the smallest
    _: KW_ONLY
    announces: bool = False  # what it says of a date, it says of that day's announcement
    states_totals: bool = False  # and it states how many entries the announcement has
    describes: bool = False  # has complete author lists and comments
    dated_ahead: bool = False  # may bear the date of an issue printed next year
    services: tuple[str, ...] = ()  # the requests to arXiv that it answers, as the fetch log names them
    sites: tuple[str, ...] = ()  # names in archive.yml besides its own
    host: Host | None = None  # where it is fetched, unless archive.yml gives an address


class Format:
    """A kind of document: the module that reads it, below `daybook.sources`, and the sources of what it yields."""

    def __init__(self, module: str, *sources: Source) -> None:
        self.module, self.sources = module, sources

    def reader(self) -> Reader:
        """The reader module, imported on first use."""
        return cast("Reader", import_module(f"daybook.sources.{self.module}"))


# Ranks: complete text as stored comes before text that was cut, retyped or copied; arXiv's own before other sites'.

OAI = Source("arxiv-oai", N_("arXiv OAI-PMH"), 0, describes=True, services=("oai", "backfill"),
             host=Host("oai", "https://oaipmh.arxiv.org", machine=True))  # fmt: skip
ABS = Source("arxiv-abs", N_("arXiv abstract page"), 1, describes=True)
API = Source("arxiv-api", N_("arXiv API"), 2, describes=True, services=("api",),
             host=Host("export", "https://export.arxiv.org", machine=True))  # fmt: skip
SNAPSHOT = Source("arxiv-snapshot", N_("arXiv metadata snapshot"), 3)
RSS = Source("arxiv-rss", N_("arXiv feed"), 4, announces=True, services=("rss",),
             host=Host("rss", "https://rss.arxiv.org", machine=True))  # fmt: skip
LISTING = Source("arxiv-listing", N_("arXiv listing"), 5, announces=True, states_totals=True,
                 services=("list", "catchup"), host=Host("arxiv", "https://arxiv.org"))  # fmt: skip
MAIL = Source("arxiv-mail", N_("arXiv e-mail"), 6, announces=True)
REPORT = Source("inference-report", "The Inference Report", 7)
PITH = Source("pith", "Pith", 8)
FEED = Source("feed", N_("feed"), 9, dated_ahead=True)
"""Also the source of every address in archive.yml whose name is not that of another source."""
DBLP = Source("dblp", "dblp", 10, dated_ahead=True)
BIORXIV = Source("biorxiv", N_("bioRxiv or medRxiv"), 11, sites=("medrxiv",),
                 host=Host("biorxiv", "https://api.biorxiv.org", machine=True))  # fmt: skip
ARCHIVE = Source("archive", N_("another Daybook archive"), 12)
"""What it tells is told under the names of the sources that it names itself."""

FORMATS: tuple[Format, ...] = (
    Format("sites.biorxiv", BIORXIV),
    Format("sites.papers", ARCHIVE),
    Format("arxiv.snapshot", SNAPSHOT),
    Format("arxiv.oai", OAI),
    Format("arxiv.api", API),
    Format("arxiv.rss", RSS),
    Format("sites.dblp", DBLP),
    Format("sites.feed", FEED),
    Format("arxiv.listing_html", LISTING),
    Format("arxiv.abs_page", ABS),
    Format("sites.html_site", PITH, REPORT),
    Format("sites.html_unknown"),
    Format("arxiv.mail", MAIL),
    Format("salvage.listing_text", LISTING),
    Format("salvage.listing_unseparated", LISTING),
    Format("salvage.api_untagged", API),
    Format("sites.pith", PITH),
    Format("sites.inference_report", REPORT),
)
"""In the order of detection: the most specific first. `html_unknown` refuses whatever page the others do not know."""

SOURCES = tuple(sorted({source for each in FORMATS for source in each.sources}, key=lambda s: (s.rank, s.name)))
"""All sources, best rank first."""
HOSTS = tuple(source.host for source in SOURCES if source.host)
ARXIV_HOSTS = frozenset(source.host.name for source in SOURCES if source.host and is_from_arxiv(source.name))
"""Short names."""
