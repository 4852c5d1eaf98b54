"""What the head of a paper's page tells programs: reference managers, search engines, sites where links are shared.

overrides/paper.html writes it as Highwire's tags, which Google Scholar and Zotero read.
"""

from __future__ import annotations

from daybook.exports.references import Creator, Reference
from daybook.model import Paper
from daybook.view import addresses


def of_paper(paper: Paper, reference: Reference) -> dict[str, object]:
    """What is said of a paper: its title, date, authors, names and addresses; nothing that it has not."""
    ident, published = reference.arxiv_id, reference.doi if addresses.doi(reference.doi) else None
    name = published or reference.preprint_doi
    said: dict[str, object] = {
        "title": reference.title,
        "authors": _authors(reference),
        "date": reference.date.replace("-", "/"),
        "doi": name if addresses.doi(name) else "",
        "arxiv_id": ident,
        "pdf": addresses.arxiv("pdf", ident) if ident and not paper.withdrawn else "",
        "published": bool(ident and published),  # arXiv's own DOI says that it is there
    }
    return {name: value for name, value in said.items() if value}


def _authors(reference: Reference) -> list[str]:
    """The authors as Highwire's tags name them: "Family, Given".

    Zotero takes the last word of a name without a comma for the family, and a single author's name with blanks on both
    sides of the comma for two names, unless a semicolon ends it.
    """
    names = [_inverted(creator).replace(";", ",") for creator in reference.authors]
    if len(names) == 1 and all(" " in part.strip() for part in names[0].partition(",")[::2]):
        return [f"{names[0]};"]
    return names


def _inverted(creator: Creator) -> str:
    if creator.whole:
        return f"{creator.family}," if " " in creator.family else creator.family
    given = f"{creator.given} {creator.suffix}".strip()
    return f"{creator.family}, {given}" if given else creator.family
