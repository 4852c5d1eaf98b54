"""A fast way with the theme's shell: pages with the same sections get the same shell, so it is made once for them all.

Only for generated pages that are not in the navigation: their shells differ in title, description, address, first
heading and content alone. Without this module MkDocs builds the same site, slower.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from jinja2 import Environment
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink
from mkdocs.utils.templates import TemplateContext

TEMPLATE = "shell.html"  # prints what `Shells.around` made

_PLACES = {"title": "\ue000title\ue000", "description": "\ue000description\ue000", "address": "\ue000address\ue000"}
_FIRST = "\ue000first\ue000"
_CONTENT = "<h1>\ue000content\ue000"  # Material adds a heading to a content that has no h1
_INDENT = re.compile(r"\s*\n\s*")
_ANY = re.compile("|".join(map(re.escape, (*_PLACES.values(), _FIRST, _CONTENT))))


class Shells:
    """The shells of one build."""

    def __init__(self, environment: Environment) -> None:
        self._environment = environment
        self._made: dict[object, tuple[list[str], list[str]]] = {}

    def around(self, page: Page, context: TemplateContext) -> str:
        """The whole HTML of a page, which has at least one heading."""
        # Links to the navigation's pages, which lie on top of their folders, depend on folder and depth alone.
        folder = (page.url.partition("/")[0], page.url.count("/"))
        key = (folder, bool(page.meta.get("description")), *_sections(page.toc.items))
        if key not in self._made:
            self._made[key] = self._make(page, context)
        between, places = self._made[key]
        values = {
            _PLACES["title"]: page.meta["title"],
            _PLACES["description"]: page.meta.get("description", ""),
            _PLACES["address"]: page.canonical_url or "",
            _FIRST: page.toc.items[0].id,
            _CONTENT: page.content or "",
        }
        filled = [part for pair in zip(between, [values[place] for place in places], strict=False) for part in pair]
        return "".join([*filled, between[-1]])

    def _make(self, page: Page, context: TemplateContext) -> tuple[list[str], list[str]]:
        with _standing_in(page):
            text = self._environment.get_template("main.html").render(context)
        text = _INDENT.sub("\n", text)  # a sixth of a page would be the theme's white space
        return _ANY.split(text), _ANY.findall(text)


def _sections(links: Iterable[AnchorLink], depth: int = 0) -> list[object]:
    """What the table of contents shows: all headings but the first of all."""
    found: list[object] = []
    for place, link in enumerate(links):
        found.append((depth, "" if depth == place == 0 else (link.id, link.title), link.level))
        found += _sections(link.children, depth + 1)
    return found


@contextmanager
def _standing_in(page: Page) -> Iterator[None]:
    """Have marks stand where a page's own values go."""
    kept: tuple[Any, ...] = (page.meta, page.content, page.canonical_url, page.toc.items[0].id)
    page.meta = {**page.meta, "title": _PLACES["title"]}
    if page.meta.get("description"):
        page.meta["description"] = _PLACES["description"]
    page.canonical_url = _PLACES["address"] if page.canonical_url else page.canonical_url
    page.content = _CONTENT
    page.toc.items[0].id = _FIRST
    try:
        yield
    finally:
        page.meta, page.content, page.canonical_url, page.toc.items[0].id = kept
