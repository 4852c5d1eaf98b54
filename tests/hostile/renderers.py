"""The renderers that may show a generated page: the site's own, stock MkDocs with all its extensions, GitHub's."""

import functools
from collections.abc import Callable

import cmarkgfm
import markdown as python_markdown
import pytest
from cmarkgfm.cmark import Options
from daybook.site import layouts
from daybook.text.markup import Renderer

from tests.conftest import ROOT

EXTENSIONS = [
    "abbr", "admonition", "attr_list", "codehilite", "def_list", "fenced_code", "footnotes", "md_in_html", "meta",
    "sane_lists", "smarty", "tables", "toc", "wikilinks",
]  # fmt: skip
"""All of Python-Markdown's but `nl2br`, `legacy_attrs` and `legacy_em`."""
PYMDOWN = (
    "betterem", "blocks.admonition", "blocks.definition", "blocks.details", "blocks.html", "blocks.tab", "caret",
    "critic", "details", "emoji", "highlight", "inlinehilite", "keys", "magiclink", "mark", "progressbar",
    "saneheaders", "smartsymbols", "snippets", "superfences", "tabbed", "tasklist", "tilde",
)  # fmt: skip
"""Those that come with Material and change what text means. Not `arithmatex`: to it an escaped parenthesis, `\\(`,
begins a formula, which no escaping with backslashes can keep from it."""


def ours(text: str) -> str:
    """As the site is built."""
    return _site().html(text)


@functools.cache
def _site() -> Renderer:
    if not (ROOT / "node_modules" / "katex").is_dir():
        pytest.skip('KaTeX is not installed: run "make setup"')
    return Renderer(layouts.math_renderer(ROOT))


def mkdocs(text: str) -> str:
    """As Python-Markdown does with attribute lists, Markdown in HTML, and every other extension of its own."""
    return python_markdown.markdown(text, extensions=EXTENSIONS)


def material(text: str) -> str:
    """The same with the extensions that mkdocs-material brings, in place of those that they replace."""
    own = [name for name in EXTENSIONS if name not in ("codehilite", "fenced_code")]
    return python_markdown.markdown(text, extensions=own + [f"pymdownx.{name}" for name in PYMDOWN])


def github(text: str) -> str:
    """As GitHub's own cmark-gfm does before GitHub takes out what could run: raw HTML and any scheme pass."""
    options = Options.CMARK_OPT_UNSAFE | Options.CMARK_OPT_FOOTNOTES
    extensions = ["table", "autolink", "strikethrough", "tasklist"]
    return cmarkgfm.markdown_to_html_with_extensions(text, options, extensions=extensions)


RENDERERS: dict[str, Callable[[str], str]] = {"ours": ours, "mkdocs": mkdocs, "material": material, "github": github}
