"""Papers as lists show them: a row, or a line."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from generator.model import Paper
from generator.pages import addresses
from generator.text import author_names, markup
from generator.words import _, number

NAMES = 3  # authors in a row


@dataclass(frozen=True, slots=True)
class Row:
    """A paper as lists show it, in Markdown."""

    key: str
    title: str
    by: str
    """Its first authors, its id and primary category, and its PDF, parted by middots."""
    first_seen: dt.date
    line: str
    """The line of its card; may be empty."""

    def on(self, page: str, *notes: str) -> str:
        """The row as the page at this path shows it, `notes` behind what stands in grey."""
        link = markup.link(self.title, addresses.near(addresses.paper(self.key), page))
        grey = " · ".join(filter(None, (self.by, *notes)))
        return "\n\n".join(filter(None, (f"### {link}", grey, self.line)))

    def short(self, page: str, *notes: str) -> str:
        """The same in a line of a list."""
        link = markup.link(self.title, addresses.near(addresses.paper(self.key), page))
        return ": ".join(filter(None, (link, ", ".join(filter(None, notes)))))


def by(paper: Paper) -> str:
    """The grey line of a paper's row."""
    named = ", ".join(author_names.as_markdown(author.name) for author in paper.authors[:NAMES])
    more = len(paper.authors) - NAMES
    known = paper.arxiv_id
    parts = [
        _("{names} and {n} more", names=named, n=number(more)) if more > 0 else named,
        markup.literal(known or ""),
        markup.literal(next(iter(paper.categories), "")),
        markup.link(_("PDF"), addresses.arxiv("pdf", known)) if known and not paper.withdrawn else "",
        _("withdrawn") if paper.withdrawn else "",
    ]
    return " · ".join(filter(None, parts))
