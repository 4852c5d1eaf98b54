"""Fast rendering of generated pages: markdown-it instead of Python-Markdown, many times faster, with the same result.

Only for pages that the generator wrote: those by people may use syntax that only MkDocs' own engine knows. Without this
module, MkDocs builds the same site more slowly.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from html import escape, unescape
from typing import Any

from markdown.extensions.toc import slugify, unique  # type: ignore[import-untyped]
from markdown_it import MarkdownIt
from markdown_it.token import Token
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import AnchorLink, TableOfContents

from generator.pages import places

_GENERATED = places(hand_written=False)
# Generated pages have headings, blocks of HTML and paragraphs. All other markup was escaped and needs no rule.
_ENGINE = MarkdownIt("zero", {"html": True}).enable(
    ["heading", "html_block", "html_inline", "entity", "link", "emphasis"]
)
_PEOPLES = MarkdownIt("commonmark", {"html": True}).enable("table")

# The beginning of a block of HTML that ends at the next blank line and nowhere else (CommonMark's sixth kind).
_HTML = re.compile(
    r"\n*</?(?:article|aside|details|div|dl|figure|footer|h[1-6]|header|main|nav|ol|p|section|summary|table|ul)[\s>]"
)
# Text without any Markdown syntax. A closing `#` of a heading would be syntax.
_SIGNS = r"[^\\`*_\[\]<>&!#\n]++|&(?:amp|lt|gt|quot|#x27);"
_HEADING = re.compile(rf"(#{{1,6}}) ([A-Za-z](?:{_SIGNS})*+)")
# In paragraphs also what markup/ writes: Markdown's characters as numeric references, emphasis, variables, links, and
# rendered formulas. No such reference may be in an attribute: decoded, it could end it.
_NUMBER = re.compile(r"&#(\d\d\d?);")
_TAGS = r"</?[a-z]++(?: [a-z-]++=\"(?:[^\"<>&\n]|&amp;)*+\")*+>"
_PARAGRAPH = re.compile(rf"[A-Za-z](?:{_SIGNS}|!(?!\[)|{_NUMBER.pattern}|{_TAGS})*+")
_ESCAPED = {sign: f"&#{sign};" for sign in map(ord, "<>&")}


class GeneratedPage(Page):
    """A page for which MkDocs does not set up its own engine: that would take longer than the rest of the page."""

    def render(self, config: MkDocsConfig, files: Files) -> None:
        """Leave the page to `render` of this module."""
        self.content = ""


def take_over(files: Files, config: MkDocsConfig) -> None:
    """Make all generated pages `GeneratedPage`s, except those in the navigation, which creates its own."""
    for file in files.documentation_pages():
        if is_generated(file.src_uri) and not file.src_uri.endswith("/index.md"):
            GeneratedPage(None, file, config)


def is_generated(path: str) -> bool:
    """Whether the generator wrote every word of the page with this source path."""
    return path.startswith(_GENERATED)


def split(text: str) -> tuple[dict[str, Any] | None, str]:
    """The front matter and the rest of a page; None if it does not have the form that the generator writes.

    That form: `name: value` lines with JSON values or plain words, nested one level deep by two spaces.
    """
    if not text.startswith("---\n") or (end := text.find("\n---\n")) < 0:
        return None, text
    head: dict[str, Any] = {}
    inner = head
    for line in text[4:end].split("\n"):
        name, colon, value = line.strip().partition(":")
        if not colon or not name.isidentifier():
            return None, text
        place = inner if line.startswith("  ") else head
        if value:
            place[name] = _value(value.strip())
        else:
            inner = head[name] = {}
    return head, text[end + 5 :]


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def render(text: str) -> tuple[str, TableOfContents]:
    """A page's HTML, with ids on its headings as MkDocs gives them, and its table of contents."""
    used: set[str] = set()
    headings: list[AnchorLink] = []
    parts = [_block(block, used, headings) for block in text.strip("\n").split("\n\n")]
    return "\n".join(parts), TableOfContents(_nested(headings))


def html(path: str, text: str) -> str:
    """The HTML of a page (its source path), whoever wrote it; close enough to the site's to check its links."""
    body = split(text)[1]
    return render(body)[0] if is_generated(path) else str(_PEOPLES.render(body))


def _block(block: str, used: set[str], headings: list[AnchorLink]) -> str:
    """The HTML of the text between two blank lines. Blocks of HTML, most of a page, are passed through."""
    if _HTML.match(block):
        return block
    if _PARAGRAPH.fullmatch(block):
        return f"<p>{_NUMBER.sub(_sign, block) if '&#' in block else block}</p>"
    if plain := _HEADING.fullmatch(block):
        link = _link(unescape(plain[2]), len(plain[1]), used)
        headings.append(link)
        return f"<h{link.level} id={link.id}>{plain[2]}</h{link.level}>"
    tokens = _ENGINE.parse(block)
    headings += [_heading(token, inline, used) for token, inline in _headings(tokens)]
    return str(_ENGINE.renderer.render(tokens, _ENGINE.options, {})).rstrip("\n")


def _sign(number: re.Match[str]) -> str:
    """The character of a numeric reference; those with a meaning in HTML stay as they are."""
    sign = int(number[1])
    return _ESCAPED.get(sign) or chr(sign)


def _headings(tokens: Sequence[Token]) -> list[tuple[Token, Token]]:
    return [(token, tokens[at + 1]) for at, token in enumerate(tokens) if token.type == "heading_open"]


def _heading(token: Token, inline: Token, used: set[str]) -> AnchorLink:
    """The table-of-contents entry of a heading; also sets the heading's id."""
    words = "".join(child.content for child in inline.children or () if child.type != "html_inline").strip()
    link = _link(words, int(token.tag[1]), used)
    token.attrSet("id", link.id)
    return link


def _link(words: str, level: int, used: set[str]) -> AnchorLink:
    return AnchorLink(escape(words), unique(_slug(words), used), level)


@lru_cache(maxsize=1 << 10)
def _slug(words: str) -> str:
    """The id of a heading as MkDocs makes it; cached, as most headings recur on every page."""
    return str(slugify(words, "-"))


def _nested(links: list[AnchorLink]) -> list[AnchorLink]:
    """The headings as a tree: each below the nearest one before it of a lower level."""
    top: list[AnchorLink] = []
    above: list[AnchorLink] = []
    for link in links:
        while above and above[-1].level >= link.level:
            above.pop()
        (above[-1].children if above else top).append(link)
        above.append(link)
    return top


def anchors(contents: Iterable[AnchorLink]) -> set[str]:
    """The ids of all headings in a table of contents."""
    return {name for entry in contents for name in ({entry.id} | anchors(entry.children))}
