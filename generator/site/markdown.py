"""A fast way with generated pages: markdown-it instead of Python-Markdown, many times quicker, with the same result.

Only for pages that the generator wrote: those of people may use what only MkDocs' own engine knows. Without this
module MkDocs builds the same site, slower.
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

_GENERATED = places("lean", "thin")
# Generated pages have headings, blocks of HTML and paragraphs; other signs were escaped, so no rule for them is missed.
_ENGINE = MarkdownIt("zero", {"html": True}).enable(
    ["heading", "html_block", "html_inline", "entity", "link", "emphasis"]
)
_PEOPLES = MarkdownIt("commonmark", {"html": True}).enable("table")

# How a block of HTML begins that ends at the next blank line and nowhere else (the sixth kind of CommonMark's).
_HTML = re.compile(
    r"\n*</?(?:article|aside|details|div|dl|figure|footer|h[1-6]|header|main|nav|ol|p|section|summary|table|ul)[\s>]"
)
# Words of which no sign is Markdown's. A closing `#` of a heading would be one.
_SIGNS = r"[^\\`*_\[\]<>&!#\n]++|&(?:amp|lt|gt|quot|#x27);"
_HEADING = re.compile(rf"(#{{1,6}}) ([A-Za-z](?:{_SIGNS})*+)")
# In paragraphs also what markup/ writes: signs of Markdown as numbers, emphasis, variables, links, and set formulas. No
# number may stand in an attribute: as a sign it could end it.
_NUMBER = re.compile(r"&#(\d\d\d?);")
_TAGS = r"</?[a-z]++(?: [a-z-]++=\"(?:[^\"<>&\n]|&amp;)*+\")*+>"
_PARAGRAPH = re.compile(rf"[A-Za-z](?:{_SIGNS}|!(?!\[)|{_NUMBER.pattern}|{_TAGS})*+")
_ESCAPED = {sign: f"&#{sign};" for sign in map(ord, "<>&")}


class GeneratedPage(Page):
    """A page for which MkDocs does not set up its own engine: that takes longer than all the rest of such a page."""

    def render(self, config: MkDocsConfig, files: Files) -> None:
        """Leave the page to `render` of this module."""
        self.content = ""


def take_over(files: Files, config: MkDocsConfig) -> None:
    """Have all generated pages be such pages, but those that the navigation names: it makes its own."""
    for file in files.documentation_pages():
        if is_generated(file.src_uri) and not file.src_uri.endswith("/index.md"):
            GeneratedPage(None, file, config)


def is_generated(path: str) -> bool:
    """Whether the page with this source path is one that holds nothing a person wrote."""
    return path.startswith(_GENERATED)


def split(text: str) -> tuple[dict[str, Any] | None, str]:
    """The front matter and the rest of a page; None where it is not of the form that the generator writes.

    That form: `name: value` lines with JSON values or plain words, nested one deep by two blanks.
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
    """The HTML of the page with this source path, whoever wrote it; near enough to see where its links lead."""
    body = split(text)[1]
    return render(body)[0] if is_generated(path) else str(_PEOPLES.render(body))


def _block(block: str, used: set[str], headings: list[AnchorLink]) -> str:
    """The HTML of what stands between two blank lines. Blocks of HTML, most of a page, are passed as they are."""
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
    """The sign that a number stands for; what is HTML's own stays a number."""
    sign = int(number[1])
    return _ESCAPED.get(sign) or chr(sign)


def _headings(tokens: Sequence[Token]) -> list[tuple[Token, Token]]:
    return [(token, tokens[at + 1]) for at, token in enumerate(tokens) if token.type == "heading_open"]


def _heading(token: Token, inline: Token, used: set[str]) -> AnchorLink:
    """What MkDocs wants to know of a heading; gives it its id."""
    words = "".join(child.content for child in inline.children or () if child.type != "html_inline").strip()
    link = _link(words, int(token.tag[1]), used)
    token.attrSet("id", link.id)
    return link


def _link(words: str, level: int, used: set[str]) -> AnchorLink:
    return AnchorLink(escape(words), unique(_slug(words), used), level)


@lru_cache(maxsize=1 << 10)
def _slug(words: str) -> str:
    """The id of a heading as MkDocs makes it; most headings stand on every page."""
    return str(slugify(words, "-"))


def _nested(links: list[AnchorLink]) -> list[AnchorLink]:
    """Headings below the nearest heading before them of a lower level."""
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
