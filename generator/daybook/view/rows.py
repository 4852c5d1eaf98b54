"""Papers as lists show them: a row, or a line."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain, pairwise

from daybook.model import Paper, Quote
from daybook.text import author_names, markup
from daybook.text.language import _, number
from daybook.view import addresses

NAMES = 3  # authors in a row
_BLANK = dict.fromkeys([*range(32), 127], " ")  # controls, one for one: marks are places in the text


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


def quoted(line: str | Quote, received: Callable[[], str]) -> str:
    """A plain line of a received text as Markdown: marked numbers strong, formulas that Unicode cannot write."""
    line, marks = (line.text.translate(_BLANK), line.marks) if isinstance(line, Quote) else (markup.clean(line), ())
    found = markup.formulas(line, received()) if "^" in line or "_" in line else ()
    math = {(start, end): markup.formula(tex) for start, end, tex in found}
    cuts = {at for at in chain(*marks) if not any(start < at < end for start, end in math)}
    parts: list[str] = []
    for start, end in pairwise(sorted({0, len(line), *cuts, *chain(*math)})):
        part = math.get((start, end)) or markup.escape_markdown(line[start:end])
        strong = any(first < end and start < last for first, last in marks) and part.strip() == part != ""
        if strong and parts and parts[-1].startswith("**"):  # they touch
            part = parts.pop()[2:-2] + part
        parts.append(f"**{part}**" if strong else part)
    return markup.escape_head("".join(parts))
