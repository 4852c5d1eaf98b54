"""Generated Markdown as HTML: the one door to markdown-it; formulas with MathML, by KaTeX in QuickJS.

What a generated page may hold is what this knows: headings, paragraphs, lists, tables, quotations, emphasis, code,
`$formulas$` and links to pages and to the few hosts that a page may name. All else is text. No HTML is read, no image,
no autolink. The end tags that HTML makes optional are left out: the pages come by the tens of thousands.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Collection, Sequence
from functools import lru_cache, partial
from html import unescape
from typing import Any, NamedTuple

import quickjs
from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.utils import OptionsDict

from daybook.text.markup.escape import attribute, escape_html, may_be_linked, paragraphs
from daybook.text.markup.plain import TRIVIAL
from daybook.text.markup.tex import Formula, tokens

_LONGEST = 2000  # characters of a formula's source
_LONGEST_CHEMISTRY = 300  # of one with \\ce or \\pu: mhchem takes time by the square, and prints much for little
_DEEPEST = 60  # braces within braces; KaTeX's parser recurses
_MOST_CELLS = 100  # of matrices and aligned lines; KaTeX takes time by the square
_LARGEST = 64_000  # characters of HTML; the largest formula of 7,000 in abstracts has 28,000
_SECONDS = 20  # of CPU time: hundreds of times what any formula within the other limits needs
_BYTES = 256_000_000  # of the engine's memory: more than any such formula needs, too

_OPERATORS = ("poly", "polylog", "Var", "Cov", "tr", "rank", "diag", "sign", "sgn", "supp")
MACROS = {
    **{rf"\{name}": rf"\operatorname{{{name}}}" for name in _OPERATORS},
    **{rf"\{name}": rf"\mathbb{{{name}}}" for name in "EZQF"},
    r"\eps": r"\varepsilon", r"\OPT": r"\mathsf{OPT}", r"\Real": r"\mathbb{R}", r"\ceil": r"\lceil #1 \rceil",
    r"\floor": r"\lfloor #1 \rfloor", r"\nicefrac": r"{#1}/{#2}", r"\sfrac": r"{#1}/{#2}", r"\ensuremath": r"#1",
    r"\mathbbm": r"\mathbb{#1}", r"\mathds": r"\mathbb{#1}", r"\mbox": r"\text{#1}", r"\textsc": r"\text{#1}",
    r"\textsl": r"\textit{#1}", r"\emph": r"\textit{#1}", r"\xspace": r"", r"\protect": r"", r"\la": r"\lesssim",
    r"\ga": r"\gtrsim", r"\msun": r"M_\odot", r"\rsun": r"R_\odot", r"\lsun": r"L_\odot",
}  # fmt: skip
"""Commands of journals and packages that authors take for granted in abstracts."""

# A listing may contain formulas, but no programs, and nothing that escapes its place on the page.
_BARRED = re.compile(
    r"\\(?:[gex]?def|g?let|futurelet|(?:re|provide)?newcommand|providecommand|global|long|char|raise|lower|raisebox|rule"
    r"|m?kern|[mh]skip|[lrc]lap|math[lrc]lap|href|url|html[A-Z]?[a-z]*|includegraphics|verb|tag)(?![a-zA-Z])"
)

# Environments by their plain names; two of them take a number of columns, limited to two digits.
_UNBOUNDED = re.compile(r"\\begin(?!\s*\{[a-zA-Z]+\*?\})|\\begin\s*\{align(?:ed)?at\*?\}(?!\s*\{\d\d?\})")
_CHEMISTRY = re.compile(r"\\(?:ce|pu)(?![a-zA-Z])")
_NO_TEXT = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff]")  # the engine takes C strings in UTF-8

_OUT_OF_BOUNDS = re.compile(r"InternalError: (?:interrupted|out of memory)")
_BARE = re.compile(r"(?<!\\)[%#]")  # TeX's comments and parameters; to authors the signs, as in #P

# So KaTeX sets 224 of 229 different formulas of abstracts and comments; the other five are malformed.
_PROGRAM = """(function (source, display) {
  return [katex.renderToString(source, {
    displayMode: display, output: "htmlAndMathml", throwOnError: true, strict: "ignore", trust: false,
    maxExpand: 500, maxSize: 20, macros: Object.assign({}, MACROS)
  })].join("");  // QuickJS gives Python no string that it has only put together
})"""


class MathRenderer:
    """Renders formulas and caches the results, since the same formulas recur.

    scripts: the texts of katex.min.js and of the extensions to load after it. Safe to use from several threads.
    """

    def __init__(self, scripts: Sequence[str]) -> None:
        self._scripts = tuple(scripts)
        self._local = threading.local()  # an engine belongs to the thread that made it
        self._rendered: dict[tuple[str, bool], str | None] = {}
        self._excessive: set[tuple[str, bool]] = set()

    def render(self, tex: str, display: bool) -> str | None:
        """The formula `tex` (without dollars) as HTML on one line.

        None if KaTeX cannot read it, or if it would cost too much time, memory or room on the page.
        """
        key = (tex, display)
        if key not in self._rendered:
            self._rendered[key] = self._fresh(tex, display)
        return self._rendered[key]

    def is_excessive(self, tex: str, display: bool) -> bool:
        """Whether the formula is not rendered because of what it would cost."""
        self.render(tex, display)
        return (tex, display) in self._excessive

    def _fresh(self, tex: str, display: bool) -> str | None:
        if _BARRED.search(tex) or _NO_TEXT.search(tex):
            return None
        # Where the length of a formula alone does not bound the cost of rendering it, it is not tried.
        longest = _LONGEST_CHEMISTRY if _CHEMISTRY.search(tex) else _LONGEST
        cells = tex.count("&") + tex.count(r"\\")
        unbounded = len(tex) > longest or cells > _MOST_CELLS or _UNBOUNDED.search(tex) or _depth(tex) > _DEEPEST
        html = None if unbounded else self._typeset(_BARE.sub(r"\\\g<0>", tex), display)
        if html is None or len(html) > _LARGEST:
            self._excessive.add((tex, display))
            return None
        return html.replace("\n", " ") or None

    def _typeset(self, tex: str, display: bool) -> str | None:
        """KaTeX's HTML: "" if it cannot read the formula, None if that took too much time or memory."""
        try:
            html = self._engine()(tex, display)
        except quickjs.JSException as error:
            if not _OUT_OF_BOUNDS.match(str(error)):
                return ""
            del self._local.engine  # its state after the interruption is unknown
            return None
        return html if isinstance(html, str) else ""

    def _engine(self) -> Callable[[str, bool], object]:
        engine: Callable[[str, bool], object] | None = getattr(self._local, "engine", None)
        if engine is None:
            # The same program in Node gives the same HTML, but Node is 206 MB; QuickJS is 6, starts in 23 ms and takes
            # 0.45 ms a formula.
            context = quickjs.Context()
            context.set_memory_limit(_BYTES)
            for script in self._scripts:
                context.eval(script)
            context.eval(f"var MACROS = {json.dumps(MACROS)};")
            engine = context.eval(_PROGRAM)
            context.set_time_limit(_SECONDS)
            self._local.context = context  # the function does not keep its context alive
            self._local.engine = engine
        return engine


def _depth(tex: str) -> int:
    """How deep `tex` may nest: open braces, and commands that take an argument without braces."""
    depth = deepest = 0
    for brace in re.findall(r"(?<!\\)[{}]|\\left|\\begin", tex):
        depth += -1 if brace == "}" else 1
        deepest = max(deepest, depth)
    chains = re.findall(r"(?:\\[a-zA-Z]+ *|[\^_]){30,}", tex)
    return deepest + (_DEEPEST if chains else 0)


_PAGE = re.compile(r"(?:[\w.~+-]++/)*+[\w.~+-]+\.md(?=[?#]|$)", re.ASCII)
"""The beginning of a link to a page."""
_RULES = ("heading", "list", "link", "emphasis", "escape", "entity", "table", "blockquote", "backticks")
_OPTIONAL = tuple(f"{name}_close" for name in ("paragraph", "list_item", "th", "td", "tr", "thead", "tbody"))
_INLINE = r"(?!(?:[-+*]|#{1,6}|\d{1,9}[.)])(?:\s|$)|[>|`~=\s])[^\n]*[^\s]"
# Blocks of one line, a heading, a quotation or a paragraph, and lists of such lines.
_SIMPLE = re.compile(rf"(?:(#{{1,6}}|>) )?({_INLINE})")
_PARAGRAPH = re.compile(_INLINE)
_LIST = re.compile(rf"- {_INLINE}(?:\n- {_INLINE})*+")
# Within a line: words, escaped signs, formulas, links, and emphasis without another in it, which are nearly all that
# there is and need no parser. Each part is found by the sign that it begins with.
_FORMULA = r"\$\$[^$]++\$\$|\$[^$]++\$"
_TEXT = rf"""(?:[^\\\[\]*_`$&<>"]++|\\[!-/:-@\[-`{{-~]|&(?:amp|lt|gt|quot);|&(?![#\w]\w*+;)|[<>"]|{_FORMULA})"""
_URL = r"\([\w./~+?=%#:@,;-]++\)"
_WITHIN = rf"(?:{_TEXT}|\[{_TEXT}++\]{_URL})++"
_OPENS, _CLOSES = r"(?:(?=[^\W_])|(?<![^ (]{0})(?=\S))", r"{0}(?!\*)(?:(?<=[^\W_]{0})|(?<=\S{0})(?=[ .,;:)]|$))"
_PART = re.compile(
    rf"\[(?P<text>{_TEXT}++)\](?P<url>{_URL})|\\(?P<sign>[!-/:-@\[-`{{-~])|&(?P<entity>(?:amp|lt|gt|quot);)"
    + rf"|\*\*{_OPENS}(?P<strong>{_WITHIN}){_CLOSES}".replace("{0}", r"\*\*")
    + rf"|\*(?<!\*\*){_OPENS}(?P<em>{_WITHIN}){_CLOSES}".replace("{0}", r"\*")
    + r"|\$\$(?P<display>[^$]++)\$\$|\$(?P<formula>[^$]++)\$|<|>|\"|&(?P<and>)(?![#\w]\w*+;)"
    + r"|\\|\[|\]|\*|_|`|\$|&(?P<unknown>)"
)
_KEPT = 1 << 12  # blocks
_ROOM = 500_000  # characters of HTML for all formulas of a block; abstracts of many formulas have a fifth of that
# KaTeX makes at most some 150 characters of one, but of chemistry and environments. Three words are no formula.
_LARGE = re.compile(
    r"\\(?:begin|ce|pu)(?![a-zA-Z])|(?:\$|\\[(\[]|[\^_]\{)"
    r"(?:(?![A-Za-z]{3,20} [A-Za-z]{2,20} [A-Za-z]{2})[^$]){400}"
)


class Block(NamedTuple):
    """A block of a page: what stands between two blank lines."""

    tag: str
    """`h2`, `p`, `ul`, `ol`, `table`, `blockquote`; empty for several."""
    html: str
    """Whole."""
    inner: str
    """Of a heading or a paragraph: what is within it."""
    words: str
    """Of a heading: in plain text."""


class Renderer:
    """Renders blocks of generated Markdown, and keeps those that many pages have."""

    def __init__(self, math: MathRenderer | None, hosts: Collection[str] = ()) -> None:
        """`math`: None leaves formulas as their source. `hosts`: of further addresses that pages may link."""
        self._math = math
        self._hosts = frozenset(hosts)
        engine = MarkdownIt("zero", {"html": False}).enable(_RULES)
        engine.inline.ruler.before("link", "formula", _formula)
        engine.validateLink = lambda url: bool(_PAGE.match(url)) or may_be_linked(url, self._hosts)  # type: ignore[method-assign]
        engine.normalizeLink = str  # type: ignore[assignment, method-assign]  # as written
        renderer: Any = engine.renderer
        rules: dict[str, Any] = renderer.rules
        rules.update(dict.fromkeys(_OPTIONAL, lambda *_: ""), strong_open=_strong, strong_close=_strong)
        rules.update(th_open=_cell, td_open=_cell, formula=self._formula)
        rules["link_open"] = lambda found, at, *_: f"<a href={attribute(served(str(found[at].attrs['href'])))}>"
        self._engine = engine
        self._anchor = lru_cache(_KEPT)(self._new_anchor)
        self.block = lru_cache(_KEPT)(self._block)
        """A block's source, and the element of what is strong in it, as a `Block`."""

    def inline(self, text: str) -> str:
        """A line of Markdown as HTML without its paragraph."""
        return self._block(text, "b").inner

    def blocks(self, text: str) -> list[Block]:
        """A page without its front matter, block by block."""
        return [self.block(block, "b") for block in text.strip("\n").split("\n\n")]

    def html(self, text: str) -> str:
        """Markdown as HTML."""
        return "\n".join(block.html for block in self.blocks(text))

    def _block(self, source: str, strong: str) -> Block:
        env = {"strong": strong, "room": _ROOM}
        # Most blocks are of one line, or lists of such lines: these need no parser of blocks.
        if simple := _SIMPLE.fullmatch(source):
            mark, line = simple.groups()
            said, words = self._line(line, env)
            if mark == ">":
                return Block("blockquote", f"<blockquote>\n<p>{said}</blockquote>", "", "")
            if mark:
                return Block(f"h{len(mark)}", f"<h{len(mark)}>{said}</h{len(mark)}>", said, words())
            return Block("p", f"<p>{said}", said, "")
        if _LIST.fullmatch(source):
            items = (f"<li>{self._line(line, env)[0]}" for line in source[2:].split("\n- "))
            return Block("ul", f"<ul>\n{''.join(items)}</ul>", "", "")
        found = self._engine.parse(source, env)
        tag = found[0].tag if found and found[0].level == 0 and found[0].nesting == 1 else ""
        html = str(self._engine.renderer.render(found, self._engine.options, env)).rstrip("\n")
        return Block(tag, html, html.removeprefix("<p>") if tag == "p" else "", "")

    def _line(self, source: str, env: dict[str, Any]) -> tuple[str, Callable[[], str]]:
        """A line's HTML, and what gives its words in plain text."""
        room = env["room"]
        try:
            return _PART.sub(partial(self._part, env), source), partial(_PART.sub, _said, source)
        except _UnknownError:
            env["room"] = room
        children = self._engine.parseInline(source, env)[0].children or []
        render: Any = self._engine.renderer
        said = render.renderInline(children, self._engine.options, env)
        return said, lambda: "".join(child.content for child in children)

    def _part(self, env: dict[str, Any], found: re.Match[str]) -> str:
        """A part of a line as HTML."""
        kind = found.lastgroup
        if kind == "url":
            text, url = found.group("text", "url")
            return f"{self._anchor(url[1:-1])}{_PART.sub(partial(self._part, env), text)}</a>"
        if kind in ("strong", "em"):
            tag = env["strong"] if kind == "strong" else "em"
            return f"<{tag}>{_PART.sub(partial(self._part, env), found[kind])}</{tag}>"
        if kind in ("formula", "display"):
            return self._typeset(found[kind], kind == "display", env)
        if kind == "sign":
            return escape_html(found["sign"])
        if kind == "entity":
            return found[0]
        if found[0] in '<>"' or kind == "and":
            return escape_html(found[0])
        raise _UnknownError

    def _new_anchor(self, url: str) -> str:
        address = served(url)
        if address is url and not may_be_linked(url, self._hosts):
            raise _UnknownError
        return f"<a href={attribute(address)}>"

    def _formula(self, found: Sequence[Token], at: int, options: OptionsDict, env: Any) -> str:
        return self._typeset(found[at].content, found[at].block, env)

    def _typeset(self, source: str, display: bool, env: dict[str, Any]) -> str:
        rendered = self._math.render(source, display) if self._math and env["room"] > 0 else None
        env["room"] -= len(rendered or "")
        return f"<code>{escape_html(source)}</code>" if rendered is None else rendered


def is_paragraph(source: str) -> bool:
    """Whether a block is a paragraph in one line."""
    return _PARAGRAPH.fullmatch(source) is not None


class _UnknownError(Exception):
    """A line has what only the parser knows."""


def _said(found: re.Match[str]) -> str:
    """A part of a line in plain text."""
    kind = found.lastgroup
    if kind in ("url", "strong", "em"):
        return _PART.sub(_said, found["text" if kind == "url" else kind])
    if kind == "entity":
        return unescape(found[0])
    return found[kind] if kind in ("sign", "formula", "display") else found[0]


def served(url: str) -> str:
    """The address of a link: to the page that the site makes of a file of Markdown, or on another host.

    >>> served("../papers/2603/2603.00356.md#abstract")
    '../papers/2603/2603.00356.html#abstract'
    """
    page = _PAGE.match(url)
    return f"{url[: page.end() - 3]}.html{url[page.end() :]}" if page else url


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
    return any(not TRIVIAL.fullmatch(each.source) and math.is_excessive(each.source, each.display) for each in formulas)
