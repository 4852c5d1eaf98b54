"""Every paper as a record of RIS, which Zotero, EndNote, Mendeley and most other managers of references read."""

from __future__ import annotations

from collections.abc import Iterator

from daybook.exports import references
from daybook.exports.references import Creator, Reference
from daybook.model import Archive


def lines(archive: Archive) -> Iterator[bytes]:
    """A record per paper, in UTF-8, with an empty line behind it; its lines end as the format asks, with CR and LF."""
    for paper in archive.papers.values():
        yield f"{record(references.of(paper, references.everything))}\r\n".encode()


def record(reference: Reference) -> str:
    """A reference as a record, from TY to ER."""
    values = (("TY", "JOUR" if reference.journal_ref else "UNPB"), *_fields(reference))
    shown = [f"{tag}  - {' '.join(value.split())}" for tag, value in values if value]
    return "\r\n".join((*shown, "ER  - ", ""))


def _fields(reference: Reference) -> Iterator[tuple[str, str | None]]:
    published = references.publication(reference.journal_ref) if reference.journal_ref else None
    yield "ID", reference.key
    for creator in reference.authors:
        yield "AU", _person(creator)
    yield "TI", reference.title
    if published:
        yield "T2", published.journal
        yield "VL", published.volume
        yield "IS", published.number
        first, _, last = published.pages.partition("-")
        yield "SP", first
        yield "EP", last
    yield "PY", (published.year if published else "") or reference.year
    if not (published and published.year):
        yield "DA", f"{reference.date.replace('-', '/')}/" + ("/" if len(reference.date) < 10 else "")
    yield "PB", "arXiv" if reference.arxiv_id and not published else None
    yield "M1", f"arXiv:{reference.arxiv_id}" if reference.arxiv_id else None
    yield "AB", reference.abstract
    for code in reference.categories:
        yield "KW", code
    yield "DO", reference.any_doi
    yield "UR", reference.url
    yield "N1", "Withdrawn" if reference.withdrawn else None


def _person(creator: Creator) -> str:
    """`Family, Given, Suffix`; commas within a part would cut it."""
    if creator.whole:
        return creator.family.replace(",", " ")
    parts = (creator.family, creator.given, creator.suffix)
    return ", ".join(part.replace(",", " ") for part in parts).rstrip(", ")
