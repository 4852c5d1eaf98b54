"""Received text as inline HTML and as Markdown. This is where every word of a listing is escaped, once."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from generator.text.markup import places
from generator.text.markup.characters import paragraphs
from generator.text.markup.escape import escape_html, escape_markdown
from generator.text.markup.formula import linear
from generator.text.markup.links import ADDRESS, address, trim
from generator.text.markup.mathml import MathRenderer
from generator.text.markup.scanner import Address, Formula, Mark, PlainText, Token
from generator.text.markup.symbols import GREEK
from generator.text.markup.tex import PLAIN, tokens

# Formulas that plain characters show as well: numbers with signs, single variables, O(n^2).
_LETTERS = "|".join(sorted((name for name in GREEK if name != "eps"), key=len, reverse=True))
_TRIVIAL = re.compile(
    r"(?:\d++(?:[.,]\d++)*+|(?<![A-Za-z\\])[A-Za-z](?![A-Za-z])|[α-ωΑ-Ω]|\\(?:" + _LETTERS + r")(?![A-Za-z])"
    r"|\\(?:times|pm|sim|approx|leq?|geq?|cdot)(?![A-Za-z])|\\[%,]|\{[-+,.]\}|[()/:,.%]|\s|[-+=<>]"
    r"|\^(?:\d|\{[-+]?\d{1,3}\}|\{?\\circ\}?))+"
)
# KaTeX makes at most some 150 characters of one, but of chemistry and environments. Three words are no formula.
_LARGE = re.compile(
    r"\\(?:begin|ce|pu)(?![a-zA-Z])|(?:\$|\\[(\[]|[\^_]\{)"
    r"(?:(?![A-Za-z]{3,20} [A-Za-z]{2,20} [A-Za-z]{2})[^$]){400}"
)
_ROOM = 500_000  # characters of HTML for all formulas of a text; abstracts of many formulas have a fifth of that
_VARIABLE = re.compile(r"[A-Za-zα-ωΑ-Ωϑϕϖϰϱϵ]")
_ADDRESS = re.compile(ADDRESS)


def html(text: str, math: MathRenderer | None) -> str:
    """Received text as inline HTML on one line; paragraphs run together.

    Tags: em, strong, code, var, a (http and https only) and what KaTeX makes of formulas. Without `math`, formulas are
    shown as plain characters. Never raises; a formula that KaTeX cannot read, or that is too large, is shown as its
    source in code.
    """
    setting = _setting(math)
    return " ".join(_paragraph(part, setting) for part in paragraphs(text))


def markdown(text: str, math: MathRenderer | None) -> str:
    """The same as `html`, as one line of Markdown that Python-Markdown and markdown-it-py render alike."""
    return escape_markdown(html(text, math))


def markdown_paragraphs(
    text: str, math: MathRenderer | None, marked: Mapping[str, tuple[int, int]] | None = None
) -> str:
    """Received text as Markdown, a blank line between paragraphs.

    `marked`: id -> (start, end) in `plain(text)` of each part to mark; see `places.parted`.
    """
    setting = _setting(math)
    shown = _marked(text, marked, setting) if marked else (_paragraph(part, setting) for part in paragraphs(text))
    return "\n\n".join(part for part in map(escape_markdown, shown) if part)


def formula(tex: str, math: MathRenderer | None) -> str:
    """A formula, as TeX without its dollars, as inline HTML on one line."""
    return " ".join(_formula(Formula(tex), _setting(math)).split("\n"))


def _marked(text: str, marked: Mapping[str, tuple[int, int]], math: _Setting | None) -> Iterator[str]:
    """Each paragraph as HTML. A mark never crosses the beginning or end of a style; its first piece has its id."""
    met = {""}
    for paragraph in places.parted(text, marked):
        parts = []
        for name, pieces in groupby(paragraph, key=itemgetter(1)):
            said = "".join(_shown(token, math) for token, _ in pieces)
            known = f'id="{name}"' if name not in met else ""
            parts.append(f"<mark {known}".rstrip() + f">{said}</mark>" if name else said)
            met.add(name)
        yield "".join(parts).strip()


def may_have_excessive_formulas(text: str) -> bool:
    """Quick check whether `has_excessive_formulas` is worth calling for `text`; it seldom is."""
    return _LARGE.search(text) is not None


def has_excessive_formulas(text: str, math: MathRenderer) -> bool:
    """Whether `text` contains a formula that is shown as its source because rendering it would cost too much."""
    formulas = (token for part in paragraphs(text) for token in tokens(part) if isinstance(token, Formula))
    return any(
        not _TRIVIAL.fullmatch(token.source) and math.is_excessive(token.source, token.display) for token in formulas
    )


@dataclass(slots=True)
class _Setting:
    """The formulas of one text, as long as their HTML fits the page."""

    math: MathRenderer
    room: int = _ROOM

    def render(self, tex: str, display: bool) -> str | None:
        if self.room < 0:
            return None
        rendered = self.math.render(tex, display)
        self.room -= len(rendered or "")
        return rendered


def _setting(math: MathRenderer | None) -> _Setting | None:
    return None if math is None else _Setting(math)


def _paragraph(paragraph: str, math: _Setting | None) -> str:
    if not PLAIN.search(paragraph):
        return _linked(paragraph) if "://" in paragraph else escape_html(paragraph)
    return "".join(_shown(token, math) for token in tokens(paragraph)).strip()


def _linked(text: str) -> str:
    """Text without TeX, with its addresses as links."""
    parts: list[str] = []
    at = 0
    for match in _ADDRESS.finditer(text):
        written = trim(match[0])
        if url := address(written):
            parts += [escape_html(text[at : match.start()]), _link(url)]
            at = match.start() + len(written)
    return "".join(parts) + escape_html(text[at:])


def _link(url: str) -> str:
    shown = escape_html(url)
    return f'<a href="{shown}" rel="nofollow noopener noreferrer">{shown}</a>'


def _shown(token: Token, math: _Setting | None) -> str:
    if isinstance(token, PlainText):
        return escape_html(token.text)
    if isinstance(token, Mark):
        return f"<{'' if token.opens else '/'}{token.style}>"
    if isinstance(token, Address):
        return _link(token.url)
    return _formula(token, math)


def _formula(token: Formula, math: _Setting | None) -> str:
    if _TRIVIAL.fullmatch(token.source):
        return _VARIABLE.sub(r"<var>\g<0></var>", _numeric(linear(token.source)))
    if math is None:
        return escape_html(linear(token.source))
    rendered = math.render(token.source, token.display)
    return f"<code>{escape_html(token.source)}</code>" if rendered is None else rendered


def _numeric(text: str) -> str:
    """`text` with numeric entities, which contain no letters that could be taken for variables."""
    return text.replace("&", "&#38;").replace("<", "&#60;").replace(">", "&#62;")
