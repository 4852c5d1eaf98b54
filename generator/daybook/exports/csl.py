"""All papers as CSL-JSON, which pandoc, Zotero and citeproc read: one array, an item a line."""

from __future__ import annotations

from collections.abc import Iterator

from daybook.exports import references
from daybook.exports.references import Creator, Reference
from daybook.model import Archive
from daybook.model.jsonl import to_json


def lines(archive: Archive) -> Iterator[bytes]:
    """An array with a line per paper."""
    before = b"[\n"
    for paper in archive.papers.values():
        yield before + to_json(item(references.of(paper, references.everything)))
        before = b",\n"
    yield (b"" if archive.papers else b"[") + b"\n]\n"


def item(reference: Reference) -> dict[str, object]:
    """A reference as an item, with the names of CSL 1.0.2."""
    published = references.publication(reference.journal_ref) if reference.journal_ref else None
    preprint = bool(reference.arxiv_id) and not published
    year = published.year if published else ""
    made: dict[str, object] = {
        "id": reference.key,
        "type": "article-journal" if published else "article",
        "title": reference.title,
        "author": [_person(creator) for creator in reference.authors],
        "issued": {"date-parts": [[int(part) for part in (year or reference.date).split("-")]]},
        "container-title": published.journal if published else None,
        "volume": published.volume if published else None,
        "issue": published.number if published else None,
        "page": published.pages if published else None,
        "publisher": "arXiv" if preprint else None,
        "number": f"arXiv:{reference.arxiv_id}" if preprint else None,
        "archive": "arXiv" if reference.arxiv_id else None,
        "archive_location": reference.arxiv_id,
        "version": str(reference.version) if reference.version else None,
        "DOI": reference.any_doi,
        "URL": reference.url,
        "abstract": reference.abstract,
        "keyword": ", ".join(reference.categories),
        "status": "withdrawn" if reference.withdrawn else None,
        "note": "Withdrawn" if reference.withdrawn else None,
    }
    return {name: value for name, value in made.items() if value}


def _person(creator: Creator) -> dict[str, str]:
    if creator.whole or not creator.given:
        return {"literal": str(creator)}
    parts = {"family": creator.family, "given": creator.given, "suffix": creator.suffix}
    return {name: part for name, part in parts.items() if part}
