"""The shell of generated pages, rendered once for all pages of a folder: each page then costs only a join.

The template main.html in overrides/ gives every page the same shell: navigation, colours, search, in few bytes. MkDocs
fills it for pages that people wrote and, without the hook, for all; for tens of thousands of pages that takes too long.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape
from types import SimpleNamespace

from jinja2 import Environment
from mkdocs.structure.pages import Page
from mkdocs.utils.templates import TemplateContext

from generator.pages import addresses

TEMPLATE = "shell.html"  # prints what `Shells.around` made

_SHELL = "main.html"
_MATH_FOLDER = "assets/katex/"
LISTS = "assets/lists.css"  # for all pages but those of papers, which are often the first that a visitor sees
_PAPERS = "papers/"
_MATH = 'class="katex'
_PLACES = {
    name: f"\ue000{name}\ue000" for name in ("title", "description", "address", "feed", "text", "head", "content")
}
_ANY = re.compile("|".join(_PLACES.values()))
_BLOCK = r"</?(?:p|li|dt|dd|t[dhr]|h2|div|ul|ol|dl|table|article|aside|section|nav|details)\b"
_IDLE = re.compile(rf"</(?:p|li|dt|dd|t[dhr])>(?=\s*(?:{_BLOCK}|\Z))")
_BLANK = re.compile(r"\n\s*\n+")


class Shells:
    """The shells of one build."""

    def __init__(self, environment: Environment) -> None:
        self._environment = environment
        self._made: dict[tuple[str, int, tuple[str, ...], bool], tuple[list[str], list[str]]] = {}

    def around(self, page: Page, context: TemplateContext) -> str:
        """The whole HTML of a page."""
        content = thin(_without_idle_id(page.content or ""))
        # The path to the root and the part of the navigation are the same for all pages of a folder.
        known = tuple(name for name in ("description", "feed", "text", "head") if page.meta.get(name))
        key = (page.url.partition("/")[0], page.url.count("/"), known, _MATH in content)
        if key not in self._made:
            self._made[key] = self._make(page, context, known, key[3])
        between, places = self._made[key]
        values: Mapping[str, str] = {
            _PLACES["title"]: page.meta["title"],
            _PLACES["description"]: page.meta.get("description", ""),
            _PLACES["address"]: escape(addresses.public(context["config"].site_url or "", page.file.dest_uri)),
            _PLACES["text"]: page.meta.get("text", ""),
            _PLACES["head"]: page.meta.get("head", ""),
            _PLACES["feed"]: page.meta.get("feed", ""),
            _PLACES["content"]: content,
        }
        parts = [part for pair in zip(between, [values[place] for place in places], strict=False) for part in pair]
        return "".join([*parts, between[-1]])

    def _make(
        self, page: Page, context: TemplateContext, known: tuple[str, ...], math: bool
    ) -> tuple[list[str], list[str]]:
        config = context["config"]
        idle = ("" if math else _MATH_FOLDER, LISTS if page.url.startswith(_PAPERS) else "")
        styles = [path for path in map(str, config.extra_css) if not path.startswith(tuple(filter(None, idle)))]
        stand_in = SimpleNamespace(
            url=page.url,
            is_homepage=False,
            toc=None,
            content=_PLACES["content"],
            canonical_url=_PLACES["address"] if config.site_url else None,
            meta={name: _PLACES[name] for name in ("title", *known)},
        )
        own = {"page": stand_in, "styles": styles}
        text = self._environment.get_template(_SHELL).render({**context, **own})
        text = _BLANK.sub("\n", text).strip() + "\n"
        return _ANY.split(text), _ANY.findall(text)


def _without_idle_id(content: str) -> str:
    """The content without the id of its first heading, which is as long as the title."""
    return "<h1" + content[content.index(">") :] if content.startswith("<h1 id=") else content


def thin(content: str) -> str:
    """The content of a page without the end tags that HTML makes optional.

    Source: the HTML standard, "Optional tags". A paragraph ends where a block begins or the surrounding one ends, a
    list item or table cell where the next begins.
    """
    return _IDLE.sub("", content)
