"""Every paper as an entry of BibLaTeX, in UTF-8: for documents that biber sorts."""

from __future__ import annotations

from collections.abc import Iterator

from daybook.exports import latex, references
from daybook.exports.bibtex import category, note, people, verbatim, written
from daybook.exports.references import Reference
from daybook.model import Archive


def lines(archive: Archive) -> Iterator[bytes]:
    """An entry per paper, with an empty line behind it."""
    for paper in archive.papers.values():
        yield f"{entry(references.of(paper, references.nothing))}\n".encode()


def entry(reference: Reference) -> str:
    """A reference as an entry, the last line ended."""
    return written("article" if reference.journal_ref else "online", reference.key, _fields(reference))


def _fields(reference: Reference) -> Iterator[tuple[str, str | None]]:
    published = references.publication(reference.journal_ref) if reference.journal_ref else None
    yield "author", people(reference, accents=False)
    yield "title", latex.title(reference.runs, accents=False)
    if published:
        yield "journaltitle", latex.escape(published.journal, accents=False)
        yield "volume", published.volume
        yield "number", published.number
        yield "pages", published.pages.replace("-", "--")
    yield "date", published.year if published and published.year else reference.date
    yield "eprint", reference.arxiv_id
    yield "eprinttype", "arxiv" if reference.arxiv_id else None
    yield "eprintclass", category(reference)
    yield "version", str(reference.version) if reference.version else None
    yield "doi", verbatim(reference.any_doi)
    yield "url", verbatim(reference.url)
    yield "note", note(reference)
