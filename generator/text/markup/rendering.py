"""Generated Markdown as HTML: the one door to markdown-it.

What a generated page may hold is what this knows: headings, paragraphs, lists, tables, quotations, emphasis, code,
`$formulas$` and links to pages and to the few hosts that a page may name. All else is text. No HTML is read, no image,
no autolink. The end tags that HTML makes optional are left out: the pages come by the tens of thousands.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import chain
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.utils import OptionsDict

from generator.text.markup.characters import paragraphs
from generator.text.markup.escape import attribute, escape_html
from generator.text.markup.inline import TRIVIAL
from generator.text.markup.links import may_be_linked
from generator.text.markup.mathml import MathRenderer
from generator.text.markup.scanner import Formula
from generator.text.markup.tex import tokens

_PAGE = re.compile(r"(?:[\w.~+-]++/)*+[\w.~+-]+\.md(?=[?#]|$)", re.ASCII)
"""The beginning of a link to a page."""
_RULES = ("heading", "list", "link", "emphasis", "escape", "entity", "table", "blockquote", "backticks")
_OPTIONAL = tuple(f"{name}_close" for name in ("paragraph", "list_item", "th", "td", "tr", "thead", "tbody"))
_INLINE = r"(?!(?:[-+*]|#{1,6}|\d{1,9}[.)])(?:\s|$)|[>|`~=\s])[^\n]+"
# Blocks of one line, a heading or a paragraph, and lists of such lines.
_SIMPLE = re.compile(rf"(?:(#{{1,6}}) )?({_INLINE})")
_LIST = re.compile(rf"- {_INLINE}(?:\n- {_INLINE})*")
# Lines of plain words, with links and strong parts of such words, as most are: these need no parser at all.
_WORDS = r'[^\\\[\]*_`$&<>!"\n]'
_LINK = rf"\[({_WORDS}++)\]\(([\w./~+?=%#:@,;-]++)\)"
_STRONG = rf"\*\*([^\W_]{_WORDS}*+)\*\*(?:(?<=[^\W_]\*\*)|(?<=\S\*\*)(?=[ .,;:)]|$))"
_EASY = re.compile(rf"(?:{_WORDS}|{_LINK}|{_STRONG})++")
_PART = re.compile(f"{_LINK}|{_STRONG}")
_KEPT = 60_000  # blocks: rows that several lists show
_ROOM = 500_000  # characters of HTML for all formulas of a block; abstracts of many formulas have a fifth of that
# KaTeX makes at most some 150 characters of one, but of chemistry and environments. Three words are no formula.
_LARGE = re.compile(
    r"\\(?:begin|ce|pu)(?![a-zA-Z])|(?:\$|\\[(\[]|[\^_]\{)"
    r"(?:(?![A-Za-z]{3,20} [A-Za-z]{2,20} [A-Za-z]{2})[^$]){400}"
)


@dataclass(frozen=True, slots=True)
class Block:
    """A block of a page: what stands between two blank lines."""

    tag: str
    """`h2`, `p`, `ul`, `ol`, `table`, `blockquote`; empty for several."""
    html: str
    """Whole."""
    inner: str
    """Of a heading or a paragraph: what is within it."""
    links: tuple[str, ...]
    """The targets of its links to pages, as written."""
    words: str
    """Of a heading: in plain text."""


class Renderer:
    """Renders blocks of generated Markdown and keeps them, since lists show the same rows."""

    def __init__(self, math: MathRenderer | None, hosts: Collection[str] = ()) -> None:
        """`math`: None leaves formulas as their source. `hosts`: of further addresses that pages may link."""
        self._math = math
        self._hosts = frozenset(hosts)
        engine = MarkdownIt("zero", {"html": False}).enable(_RULES)
        engine.inline.ruler.before("link", "formula", _formula)
        engine.validateLink = self._may_link  # type: ignore[method-assign]
        engine.normalizeLink = _as_written  # type: ignore[method-assign]
        renderer: Any = engine.renderer
        rules: dict[str, Any] = renderer.rules
        rules.update(dict.fromkeys(_OPTIONAL, _nothing), strong_open=_strong, strong_close=_strong)
        rules.update(link_open=_link, th_open=_cell, td_open=_cell, formula=self._typeset)
        self._engine = engine
        self.block = lru_cache(_KEPT)(self._block)
        """A block's source, and the element of what is strong in it, as a `Block`."""

    def inline(self, text: str) -> str:
        """A line of Markdown as HTML without its paragraph."""
        return self.block(text, "b").inner

    def blocks(self, text: str) -> list[Block]:
        """A page without its front matter, block by block."""
        return [self.block(block, "b") for block in text.strip("\n").split("\n\n")]

    def html(self, text: str) -> str:
        """Markdown as HTML."""
        return "\n".join(block.html for block in self.blocks(text))

    def _block(self, source: str, strong: str) -> Block:
        env = {"strong": strong, "room": _ROOM}
        # Most blocks are headings and paragraphs: their lines need no parser of blocks.
        if simple := _SIMPLE.fullmatch(source):
            tag = f"h{len(simple[1])}" if simple[1] else "p"
            said, words, links = self._line(simple[2], env)
            return Block(
                tag, f"<{tag}>{said}" + (f"</{tag}>" if simple[1] else ""), said, links, words if simple[1] else ""
            )
        if _LIST.fullmatch(source):
            lines = [self._line(line[2:], env) for line in source.split("\n")]
            html = "".join(f"<li>{said}" for said, _, _ in lines)
            return Block("ul", f"<ul>\n{html}</ul>", "", tuple(chain.from_iterable(links for _, _, links in lines)), "")
        found = self._engine.parse(source, env)
        tag = found[0].tag if found and found[0].level == 0 and found[0].nesting == 1 else ""
        html = str(self._engine.renderer.render(found, self._engine.options, env)).rstrip("\n")
        inner = html.removeprefix("<p>") if tag == "p" else ""
        return Block(tag, html, inner, tuple(_targets(found)), "")

    def _line(self, source: str, env: Any) -> tuple[str, str, tuple[str, ...]]:
        """A line's HTML, its words in plain text, and the targets of its links to pages."""
        if _EASY.fullmatch(source) and source == source.strip():
            links = [url for _, url, _ in _PART.findall(source) if url]
            if all(map(self._may_link, links)):
                said = _PART.sub(partial(_easy, env["strong"]), source)
                return said, _PART.sub(r"\1\3", source), tuple(url for url in links if "://" not in url)
        found = self._engine.parseInline(source, env)
        children = found[0].children or []
        render: Any = self._engine.renderer
        said = render.renderInline(children, self._engine.options, env)
        return said, "".join(child.content for child in children), tuple(_targets(found))

    def _may_link(self, url: str) -> bool:
        return _PAGE.match(url) is not None or may_be_linked(url, self._hosts)

    def _typeset(self, found: Sequence[Token], at: int, options: OptionsDict, env: Any) -> str:
        token = found[at]
        rendered = self._math.render(token.content, token.block) if self._math and env["room"] > 0 else None
        env["room"] -= len(rendered or "")
        return f"<code>{escape_html(token.content)}</code>" if rendered is None else rendered


def _as_written(url: str) -> str:
    return url


def served(url: str) -> str:
    """The address of a link: to the page that the site makes of a file of Markdown, or on another host.

    >>> served("../papers/2603/2603.00356.md#abstract")
    '../papers/2603/2603.00356.html#abstract'
    """
    page = _PAGE.match(url)
    return f"{url[: page.end() - 3]}.html{url[page.end() :]}" if page else url


def _targets(found: Sequence[Token]) -> list[str]:
    inner = [child for token in found for child in token.children or () if child.type == "link_open"]
    hrefs = (str(child.attrs["href"]) for child in inner)
    return [href for href in hrefs if "://" not in href]


def _easy(strong: str, part: re.Match[str]) -> str:
    """A link, or a strong part."""
    return f"<a href={attribute(served(part[2]))}>{part[1]}</a>" if part[2] else f"<{strong}>{part[3]}</{strong}>"


def _formula(state: StateInline, silent: bool) -> bool:
    """A formula between dollars, single or double; within it nothing is escaped, and no dollar stands."""
    if state.src[state.pos] != "$":
        return False
    sign = "$$" if state.src.startswith("$$", state.pos) else "$"
    start = state.pos + len(sign)
    end = state.src.find(sign, start, state.posMax)
    if end <= start:
        return False
    if not silent:
        token = state.push("formula", "", 0)
        token.content, token.block = state.src[start:end], sign == "$$"
    state.pos = end + len(sign)
    return True


def _nothing(found: Sequence[Token], at: int, options: OptionsDict, env: Any) -> str:
    return ""


def _link(found: Sequence[Token], at: int, options: OptionsDict, env: Any) -> str:
    return f"<a href={attribute(served(str(found[at].attrs['href'])))}>"


def _cell(found: Sequence[Token], at: int, options: OptionsDict, env: Any) -> str:
    """A cell; one that its column sets to the right holds a number."""
    tag = "th scope=col" if found[at].tag == "th" else "td"
    return f"<{tag} class=count>" if found[at].attrs else f"<{tag}>"


def _strong(found: Sequence[Token], at: int, options: OptionsDict, env: Any) -> str:
    return f"<{'' if found[at].nesting == 1 else '/'}{env['strong']}>"


def may_have_excessive_formulas(text: str) -> bool:
    """Quick check whether `has_excessive_formulas` is worth calling for `text`; it seldom is."""
    return _LARGE.search(text) is not None


def has_excessive_formulas(text: str, math: MathRenderer) -> bool:
    """Whether `text` contains a formula that is shown as its source because rendering it would cost too much."""
    formulas = (token for part in paragraphs(text) for token in tokens(part) if isinstance(token, Formula))
    return any(
        not TRIVIAL.fullmatch(token.source) and math.is_excessive(token.source, token.display) for token in formulas
    )
