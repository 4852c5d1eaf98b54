"""Every paper as a line of a list of references in Markdown, with links."""

from __future__ import annotations

from collections.abc import Iterator

from daybook.exports import references
from daybook.exports.references import Reference
from daybook.model import Archive
from daybook.text.markup.escape import escape_head, escape_markdown
from daybook.view import addresses


def lines(archive: Archive) -> Iterator[bytes]:
    """A line per paper. Whatever a title says, it is neither markup nor HTML."""
    for paper in archive.papers.values():
        yield f"{line(references.of(paper, references.nothing))}\n".encode()


def line(reference: Reference) -> str:
    """`- Names (year). [Title](address). Journal reference. [arXiv:2603.00356](address)`."""
    published, preprint = addresses.doi(reference.doi), addresses.outside(reference.url)
    name = f"arXiv:{reference.arxiv_id}" if reference.arxiv_id else ""
    parts = (
        escape_markdown(f"{references.names(reference)} ({reference.year})".strip()),
        _linked(escape_markdown(reference.title.rstrip(".")), published or preprint),
        escape_markdown(reference.journal_ref or ""),
        _linked(name, preprint if published else None),
        "Withdrawn" if reference.withdrawn else "",
    )
    return f"- {escape_head('. '.join(filter(None, (part.rstrip('.') for part in parts))))}."


def _linked(shown: str, address: str | None) -> str:
    return f"[{shown}]({address.replace('(', '%28').replace(')', '%29')})" if address else shown
