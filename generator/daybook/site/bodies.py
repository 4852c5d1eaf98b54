"""The body of a generated page: its Markdown as HTML, in the parts that layouts put in their places; and its links.

A heading of the third level that is a link to a paper begins a row, which goes on with the paragraphs that follow; so
does a line of a list that begins with such a link, where the layout wants rows. Rows are drawn by overrides/rows.html,
from their words and the facts of the paper. Each link must lead to a file of the site: MkDocs checks none in HTML.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from html import unescape
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

from markdown import markdown  # type: ignore[import-untyped]
from markdown.extensions.toc import slugify, unique  # type: ignore[import-untyped]
from markupsafe import Markup, escape

from daybook.pages import places
from daybook.runtime import parallel
from daybook.runtime.files import read, scan
from daybook.text.language import _, english
from daybook.text.markup import Block, Renderer, is_paragraph
from daybook.view import addresses

_BY_PEOPLE = places(hand_written=True)
_SLICE = 500  # pages whose links one process reads at a time
FactsOf = Callable[[str], Mapping[str, Any]]  # the facts of the page at a source path
Draw = Callable[["DrawnRow"], Markup]
_TITLE = r"(\[(?:[^\\\]]++|\\.|\])*?\]\((?:\.\./)*+(papers/[^/#()\s]+/[^/#()\s]+\.md)\))"
_HEAD = re.compile(rf"### {_TITLE}")
_LINE = re.compile(rf"- {_TITLE}(?:: (.*))?")
_KEPT = 1 << 15  # rows: many lists show the same
_SLUGS = 1 << 10
_NOTHING: Mapping[str, Any] = {}
_TARGET = re.compile(
    r"""<(?:a\ href=|(?:a|img|link|script)(?=\s)(?:[^>"']|"[^"]*"|'[^']*')*?(?<=[\s"'])(?:href|src)\s?=\s?)"""
    r"""("[^"]*"|'[^']*'|[^\s">]+)"""
)
_ID = re.compile(r"""\sid=(?:"([^"]*)"|([^\s">]+))""")
_QUOTED = re.compile(r"""(["'])(.*)\1""", re.DOTALL)
_PLAIN = re.compile(r"((?:\.\./)*+)((?:[\w-][\w.-]*+/)*+[\w-][\w.-]*)(?:[?#].*)?", re.ASCII | re.DOTALL)
"""Nearly all links between generated pages."""


class DrawnRow(NamedTuple):
    """A paper in a list."""

    key: str
    id: str  # of its element: the key; empty where an earlier row of the page has it
    title: Markup  # linked
    by: Markup
    lines: Sequence[Markup]
    facts: Mapping[str, Any]
    item: Mapping[str, Any]  # what this page alone says of it
    short: bool = False  # whether it stands in a line of a list


class Section(NamedTuple):
    """A part of a page under a heading of the second level."""

    id: str  # the same in every language
    name: Markup
    words: str  # the name in plain text
    parts: Sequence[Markup]  # its blocks, of which rows that follow each other are one
    rows: int  # how many rows it has

    @property
    def lines(self) -> list[Markup]:
        """The lines of its list."""
        return [Markup(line.rstrip().removesuffix("</ul>").rstrip()) for line in self.html.split("<li>")[1:]]

    @property
    def html(self) -> Markup:
        """All of it but the heading."""
        return Markup("\n".join(self.parts))

    def __html__(self) -> Markup:
        return Markup(f"<section id={escape(self.id)}><h2>{self.name}</h2>{self.html}</section>")


class Body(NamedTuple):
    """A generated page as its layout sees it."""

    title: Markup
    words: str  # the title in plain text
    lead: Sequence[Markup]  # the blocks before the first section
    sections: Sequence[Section]

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
        self._row = lru_cache(_KEPT)(self._new_row)
        self._slug = lru_cache(_SLUGS)(lambda words: slugify(english(words), "-"))

    def of(self, text: str, items: Mapping[str, Mapping[str, Any]], *, rows: bool) -> Body:
        """The body of a page, of its Markdown without front matter. `items`: what the page says of papers, by key;
        `rows`: whether lines of lists are rows, too."""
        title = lead = Block("", "", "", "")
        parts: list[tuple[Block, list[str]]] = [(lead, [])]
        for source in text.strip("\n").split("\n\n"):
            head = self._renderer.block(source, "b") if source.startswith(("# ", "## ")) else lead
            if head.tag == "h1":
                title = head
            elif head.tag == "h2":
                parts.append((head, []))
            else:
                parts[-1][1].append(source)
        abstract, shown, used = _("Abstract"), set[str](), set[str]()
        sections = []
        for head, sources in parts:
            strong = "mark" if head.words == abstract else "b"
            html, count = self._drawn(_rows(sources, lists=rows and head is not lead), strong, items, shown)
            ident = unique(self._slug(head.words), used) if head is not lead else ""
            sections.append(Section(ident, Markup(head.inner), head.words, html, count))
        return Body(Markup(title.inner), title.words, sections[0].parts, sections[1:])

    def _drawn(
        self, found: Iterator[str | _Found], strong: str, items: Mapping[str, Mapping[str, Any]], shown: set[str]
    ) -> tuple[list[Markup], int]:
        """The HTML of blocks and rows, of which those that follow each other stand together, and how many rows."""
        html, count = [], 0
        for are_rows, group in groupby(found, key=lambda each: isinstance(each, _Found)):
            drawn = []
            for each in group:
                if isinstance(each, _Found):
                    key = addresses.stem(each.page)
                    ident = "" if key in shown else key
                    shown.add(key)
                    # What a page says of a paper is hardly ever the same on another.
                    drawn.append(self._new_row(each, ident, items[key]) if key in items else self._row(each, ident))
                else:
                    drawn.append(Markup(self._renderer.block(each, strong).html))
            count += len(drawn) if are_rows else 0
            html += [Markup("<div class=rows>\n" + "\n".join(drawn) + "\n</div>")] if are_rows else drawn
        return html, count

    def _new_row(self, found: _Found, ident: str, item: Mapping[str, Any] = _NOTHING) -> Markup:
        facts = item.get("facts") or self._facts(found.page)
        first = _led(found.texts[0], found.page, to) if (to := facts.get("to")) else found.texts[0]
        title, by, *lines = (Markup(self._renderer.inline(text)) for text in (first, *found.texts[1:]))
        return self._draw(DrawnRow(addresses.stem(found.page), ident, title, by, lines, facts, item, found.short))


class _Found(NamedTuple):
    """A row in a page's Markdown."""

    page: str  # of the paper, its source path
    texts: tuple[str, ...]  # the linked title, the line behind it, further lines
    short: bool


def _led(title: str, page: str, to: str) -> str:
    """A row's linked title, which leads to the paper's page in another volume, not by way of its place in this one."""
    words, _, target = title.rpartition("](")
    near = posixpath.normpath(posixpath.join(posixpath.dirname(page), to))
    return f"{words}]({to if '://' in to else target.removesuffix(f'{page})') + near})"


def _rows(sources: Sequence[str], *, lists: bool) -> Iterator[str | _Found]:
    """Blocks of a page, and rows: a heading and the paragraphs behind it, or a line of a list."""
    place = 0
    while place < len(sources):
        source = sources[place]
        place += 1
        if head := _HEAD.fullmatch(source):
            first = place
            while place < len(sources) and is_paragraph(sources[place]):
                place += 1
            yield _Found(head[2], (head[1], *(sources[first:place] or ("",))), False)
        elif lists and source.startswith("- [") and all(lines := [_LINE.fullmatch(s) for s in source.split("\n")]):
            for title, page, words in (line.groups("") for line in lines if line):
                yield _Found(page, (title, words), True)
        else:
            yield source


def broken(html: str, page: str, files: Container[str], beside: str = "") -> list[str]:
    """The addresses in a page's HTML (of links, images, styles and scripts) that lead to no file of the site. `page`:
    the page's path in the site; `files`: the paths of the site's files. Addresses on other hosts, within the page, and
    on sites that stand `beside` this one (a relative path) are not checked."""
    folder, above = posixpath.dirname(page), _above(posixpath.dirname(page))
    lost = []
    for target in _targets(html):
        if target.startswith(("https://", "#")):
            continue
        plain = _PLAIN.fullmatch(target)
        if plain and len(plain[1]) // 3 < len(above):
            place: str | None = above[len(plain[1]) // 3] + plain[2]
        else:
            place = _leads(target, folder)
        if place and place not in files and not (beside and place.startswith(beside)):
            lost.append(target)
    return lost


def astray(page: str, text_of: Callable[[str], str]) -> list[str]:
    """The addresses in a page of the site that name a place within it, or within another, where none is. `text_of`:
    gives a page's HTML; empty: there is none, see `broken`."""
    lost = []
    for target in _targets(text_of(page)):
        path, _, ident = target.partition("#")
        text = text_of((_leads(path, posixpath.dirname(page)) or "") if path else page) if ident else ""
        if text and unquote(ident) not in {unescape(quoted or bare) for quoted, bare in _ID.findall(text)}:
            lost.append(target)
    return lost


def _targets(html: str) -> Iterable[str]:
    """The addresses in HTML, each once."""
    found = dict.fromkeys(_TARGET.findall(html))
    bare = (quoted[2] if target[0] in "\"'" and (quoted := _QUOTED.fullmatch(target)) else target for target in found)
    return dict.fromkeys(unescape(target) for target in bare if target)


@lru_cache
def _above(folder: str) -> tuple[str, ...]:
    """A folder and those that hold it, each with its stroke, the last one of the site."""
    return (f"{folder}/", *_above(posixpath.dirname(folder))) if folder else ("",)


def _leads(target: str, folder: str) -> str | None:
    """The file to which an address on a page in `folder` leads; None if that need not be checked."""
    try:
        parts = urlsplit(target)
    except ValueError:  # brackets that are not an IPv6 address
        return target
    if parts.scheme or parts.netloc or not parts.path:
        return None
    return posixpath.normpath(posixpath.join(folder, unquote(parts.path)))


def broken_in(pages: Path, site: Path, beside: str = "") -> tuple[int, list[tuple[str, str]]]:
    """The number of pages in a folder of Markdown, and (page, address) of each broken link in them. Pages are rendered
    as for the site. Other files of `site`, if it has been built, are valid targets, too."""
    names = sorted(name for name in scan(pages) if name.endswith(".md"))
    files = {*scan(pages), *map(addresses.served, names), *(name for name in scan(site) if not name.endswith(".html"))}

    def look(some: Sequence[str]) -> list[tuple[str, str]]:
        found = []
        for name in some:
            text = (read(pages / name) or b"").decode(errors="replace")
            head, _mark, body = text.partition("\n---\n") if text.startswith("---\n") else ("", "", text)
            if name.startswith(_BY_PEOPLE) or head.startswith("---\nkind: written"):
                html = str(markdown(body, extensions=["extra"]))
            else:
                html = Renderer(None).html(body)
            found += [(name, target) for target in broken(html, name, files, beside)]
        return found

    return len(names), [each for part in parallel.shared(look, names, _SLICE) for each in part]
