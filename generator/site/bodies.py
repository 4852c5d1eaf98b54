"""The body of a generated page: its Markdown as HTML, in the parts that layouts put in their places.

A heading of the third level that is a link to a paper begins a row, which goes on with the paragraphs that follow; so
does a line of a list that begins with such a link, where the layout wants rows. Rows are drawn by overrides/rows.html,
from their words and the facts of the paper.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, NamedTuple

from markdown.extensions.toc import slugify, unique  # type: ignore[import-untyped]
from markupsafe import Markup

from generator.text.markup import Block, Renderer
from generator.words import _, english

FactsOf = Callable[[str], Mapping[str, Any]]
"""The facts of the page at a source path."""
Draw = Callable[["Row"], Markup]
_PAPER = re.compile(r"papers/[^/]+/[^/]+\.md")
_LINE = re.compile(r"- (\[.*?\]\((?:\.\./)*+papers/[^()\s]++\))(?:: (.*))?")


@dataclass(frozen=True, slots=True)
class Row:
    """A paper in a list."""

    key: str
    id: str
    """Of its element: the key; empty where an earlier row of the page has it."""
    title: Markup
    """Linked."""
    by: Markup
    lines: Sequence[Markup]
    facts: Mapping[str, Any]
    item: Mapping[str, Any]
    """What this page alone says of it."""
    short: bool = False
    """Whether it stands in a line of a list."""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a page under a heading of the second level."""

    id: str
    """The same in every language."""
    name: Markup
    words: str
    """The name in plain text."""
    parts: Sequence[Markup]
    """Its blocks, of which rows that follow each other are one."""
    rows: int
    """How many rows it has."""

    @property
    def lines(self) -> list[Markup]:
        """The lines of its list."""
        return [Markup(line.rstrip().removesuffix("</ul>").rstrip()) for line in self.html.split("<li>")[1:]]

    @property
    def html(self) -> Markup:
        """All of it but the heading."""
        return Markup("\n").join(self.parts)

    def __html__(self) -> Markup:
        return Markup("<section id={}><h2>{}</h2>{}</section>").format(self.id, self.name, self.html)


@dataclass(frozen=True, slots=True)
class Body:
    """A generated page as its layout sees it."""

    title: Markup
    words: str
    """The title in plain text."""
    lead: Sequence[Markup]
    """The blocks before the first section."""
    sections: Sequence[Section]
    links: Sequence[str] = field(default=())
    """The targets of its links to pages, as written."""

    def __html__(self) -> Markup:
        return Markup("\n").join([*self.lead, *self.sections])

    def section(self, words: str) -> Section | None:
        """The section of this name."""
        return next((each for each in self.sections if each.words == words), None)

    def others(self, *words: str) -> list[Section]:
        """The sections but those of these names."""
        return [each for each in self.sections if each.words not in words]


class Bodies:
    """Makes the bodies of one site's pages."""

    def __init__(self, renderer: Renderer, facts: FactsOf, draw: Draw) -> None:
        self._renderer, self._facts, self._draw = renderer, facts, draw

    def of(self, path: str, text: str, items: Mapping[str, Mapping[str, Any]], *, rows: bool) -> Body:
        """The body of the page at `path`, of its Markdown without front matter.

        `items`: what the page says of papers, by key; `rows`: whether lines of lists are rows, too.
        """
        title, words = Markup(), ""
        links: list[str] = []
        parts: list[tuple[Block | None, list[tuple[str, Block]]]] = [(None, [])]
        for source in text.strip("\n").split("\n\n"):
            above = parts[-1][0]
            block = self._renderer.block(source, "mark" if above and above.words == _("Abstract") else "b")
            links += block.links
            if block.tag == "h1":
                title, words = Markup(block.inner), block.words
            elif block.tag == "h2":
                parts.append((block, []))
            else:
                parts[-1][1].append((source, block))
        shown: set[str] = set()
        used: set[str] = set()
        sections = []
        for heading, blocks in parts[1:]:
            html, count = self._drawn(_rows(path, blocks, self._renderer, lists=rows), items, shown)
            name = Markup(heading.inner) if heading else Markup()
            told = heading.words if heading else ""
            sections.append(Section(unique(slugify(english(told), "-"), used), name, told, html, count))
        lead = self._drawn(_rows(path, parts[0][1], self._renderer, lists=False), items, shown)[0]
        return Body(title, words, lead, sections, links)

    def _drawn(
        self, found: Iterable[Block | _Found], items: Mapping[str, Mapping[str, Any]], shown: set[str]
    ) -> tuple[list[Markup], int]:
        """The HTML of blocks and rows, of which those that follow each other stand together, and how many rows."""
        html, count = [], 0
        for are_rows, group in groupby(found, key=lambda each: isinstance(each, _Found)):
            drawn = []
            for each in group:
                if isinstance(each, _Found):
                    key = posixpath.basename(each.page).removesuffix(".md")
                    ident = "" if key in shown else key
                    shown.add(key)
                    item = items.get(key, {})
                    facts = item.get("facts") or self._facts(each.page)
                    row = Row(key, ident, each.title, each.by, each.lines, facts, item, each.short)
                    drawn.append(self._draw(row))
                else:
                    drawn.append(Markup(each.html))
            count += len(drawn) if are_rows else 0
            html += [Markup("<div class=rows>\n{}\n</div>").format(Markup("\n").join(drawn))] if are_rows else drawn
        return html, count


class _Found(NamedTuple):
    """A row in a page's Markdown."""

    page: str  # of the paper, its source path
    title: Markup
    by: Markup
    lines: Sequence[Markup]
    short: bool


def _rows(
    path: str, blocks: Sequence[tuple[str, Block]], renderer: Renderer, *, lists: bool
) -> Iterator[Block | _Found]:
    """Blocks of the page at `path`, and rows: a heading and the paragraphs behind it, or a line of a list."""
    place = 0
    while place < len(blocks):
        source, block = blocks[place]
        place += 1
        paper = _paper(path, block.links[0]) if block.links else ""
        if paper and block.tag == "h3":
            told = []
            while place < len(blocks) and blocks[place][1].tag == "p":
                told.append(Markup(blocks[place][1].inner))
                place += 1
            yield _Found(paper, Markup(block.inner), next(iter(told), Markup()), told[1:], False)
        elif paper and lists and block.tag == "ul" and all(parts := [_LINE.fullmatch(s) for s in source.split("\n")]):
            for title, words in (found.groups("") for found in parts if found):
                link = renderer.block(title, "b")
                yield _Found(_paper(path, link.links[0]), Markup(link.inner), Markup(renderer.inline(words)), (), True)
        else:
            yield block


def _paper(path: str, target: str) -> str:
    """The page of the paper to which a link on the page at `path` leads; empty if it leads elsewhere."""
    if "papers/" not in target and not path.startswith("papers/"):
        return ""
    place = posixpath.normpath(posixpath.join(posixpath.dirname(path), target.partition("#")[0]))
    return place if _PAPER.fullmatch(place) else ""
