"""Generated pages as text: front matter of a few short keys, then plain CommonMark with tables and `$formulas$`.

No HTML, no images, no attribute lists: a page can be read in an editor, on GitHub and in Obsidian. Its layout, in
overrides/, is given what it shows besides the text as the page's facts.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, pairwise
from urllib.parse import urlsplit

from daybook.model import Paper, Quote
from daybook.text import author_names, markup
from daybook.text.language import _, number
from daybook.view import addresses

NAMES = 3  # authors in a row
_WORD = re.compile(r"[A-Za-z][\w-]*(?:\.[A-Za-z][\w-]*)*", re.ASCII)
_NOT_WORDS = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null"})  # to YAML they are no strings
_BLANK = dict.fromkeys([*range(32), 127], " ")  # controls, one for one: marks are places in the text


@dataclass(frozen=True, slots=True)
class Page:
    """A generated page."""

    path: str  # below the folder of pages
    text: str  # its Markdown
    facts: Mapping[str, object] = field(default_factory=dict)
    """What its layout shows besides the text, and rows that stand for it: fit for JSON."""


def page(path: str, kind: str, *blocks: str, facts: Mapping[str, object] | None = None, **keys: object) -> Page:
    """A page of these blocks, of which empty ones are left out. `kind`: names its layout; `keys`: of its front matter,
    of which those without a value are left out.
    """
    head = {"kind": kind, **{key: value for key, value in keys.items() if value not in (None, "", (), [], {})}}
    lines = "".join(f"{key}: {_value(value)}\n" for key, value in head.items())
    return Page(path, f"---\n{lines}---\n\n" + "\n\n".join(filter(None, blocks)) + "\n", facts or {})


def _value(value: object) -> str:
    """A value as YAML."""
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{_value(key)}: {_value(one)}' for key, one in value.items())}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, bool):
        return str(value).lower()
    text = str(value)
    plain = isinstance(value, int | dt.date) or (_WORD.fullmatch(text) and text.lower() not in _NOT_WORDS)
    return text if plain else markup.yaml_string(text)


def link(words: str, target: str, page: str) -> str:
    """A link to a page, both source paths, or to an address of ours; the words alone without a target. `words`:
    Markdown."""
    if "://" in target:
        return markup.link(words, target, (urlsplit(target).netloc.lower().removeprefix("www."),))
    return markup.link(words, addresses.near(target, page)) if target else words


def link_facts(name: str, target: str, page: str) -> dict[str, str]:
    """The same, as layouts draw it: a plain name, and the address."""
    return {"name": name, "address": addresses.href(target, page)}


def section(heading: str, *blocks: str) -> str:
    """Blocks under a heading (Markdown); empty without blocks."""
    held = "\n\n".join(filter(None, blocks))
    return f"## {heading}\n\n{held}" if held else ""


def bullets(lines: Iterable[str]) -> str:
    """A list of lines of Markdown."""
    return "\n".join(f"- {line}" for line in lines)


def table(head: Sequence[str], rows: Iterable[Sequence[object]], numbers: int = 0) -> str:
    """A table of cells of Markdown; the last `numbers` columns hold numbers. Empty without rows."""
    marks = ["---"] * (len(head) - numbers) + ["--:"] * numbers
    lines = [f"| {' | '.join(map(str, cells))} |" for cells in (head, marks, *rows)]
    return "\n".join(lines) if len(lines) > 2 else ""


@dataclass(frozen=True, slots=True)
class Row:
    """A paper as lists show it, in Markdown."""

    key: str
    title: str
    by: str  # its first authors, its id and primary category, and its PDF, parted by middots
    first_seen: dt.date
    line: str  # the line of its card; may be empty

    def on(self, page: str, *notes: str) -> str:
        """The row as the page at this path shows it, `notes` behind what stands in grey."""
        grey = " · ".join(filter(None, (self.by, *notes)))
        return "\n\n".join(filter(None, (f"### {self.link(page)}", grey, self.line)))

    def short(self, page: str, *notes: str) -> str:
        """The same in a line of a list."""
        return ": ".join(filter(None, (self.link(page), ", ".join(filter(None, notes)))))

    def link(self, page: str) -> str:
        """Its title, which leads to its page."""
        return link(self.title, addresses.paper(self.key), page)


def by(paper: Paper) -> str:
    """The grey line of a paper's row."""
    named = ", ".join(author_names.as_markdown(author.name) for author in paper.authors[:NAMES])
    more, known = len(paper.authors) - NAMES, paper.arxiv_id
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
