"""Received text as Markdown. This is where every word of a listing is escaped, once."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import groupby, zip_longest
from operator import itemgetter
from urllib.parse import quote

from daybook.text.markup import places
from daybook.text.markup.characters import clean, paragraphs
from daybook.text.markup.escape import escape_head, escape_markdown
from daybook.text.markup.formula import linear
from daybook.text.markup.links import ADDRESS, address, may_be_linked, trim
from daybook.text.markup.scanner import Address, Mark, PlainText, Token
from daybook.text.markup.symbols import GREEK
from daybook.text.markup.tex import is_plain, tokens

# Formulas that plain characters show as well: numbers with signs, single variables, O(n^2).
_LETTERS = "|".join(sorted((name for name in GREEK if name != "eps"), key=len, reverse=True))
TRIVIAL = re.compile(
    r"(?:\d++(?:[.,]\d++)*+|(?<![A-Za-z\\])[A-Za-z](?![A-Za-z])|[α-ωΑ-Ω]|\\(?:" + _LETTERS + r")(?![A-Za-z])"
    r"|\\(?:times|pm|sim|approx|leq?|geq?|cdot)(?![A-Za-z])|\\[%,]|\{[-+,.]\}|[()/:,.%]|\s|[-+=<>]"
    r"|\^(?:\d|\{[-+]?\d{1,3}\}|\{?\\circ\}?))+"
)
_VARIABLE = re.compile(r"([A-Za-zα-ωΑ-Ωϑϕϖϰϱϵ]+)")
_ADDRESS = re.compile(ADDRESS)
_MARKS = {"em": "*", "strong": "**"}
_MARKED = "**"
_EDGE = re.compile(r"\w")
_SAFE = "/:?#@!$&+,;=%~-._"
_UNQUOTED = re.compile(rf"[a-zA-Z0-9{re.escape(_SAFE)}]*")  # nearly all targets
_STOPS = (".", "!", "?")
_HELD = re.compile(r"[\w*$\[](?:.*[\w*$\])])?", re.DOTALL)  # signs of emphasis beside others hold only next to blanks

# What a renderer without formulas could take for markup, and TeX that means the same.
_IN_FORMULAS = (
    (re.compile(r"<\s*"), r"\\lt "),
    (re.compile(r"(?<!\\)~"), r"\\ "),
    (re.compile(r"([\]!](?=[\[(:])|\[(?=[\[^])|:(?=//)|(?i:\bwww)(?=\.)|\{(?=--|>>)|\+(?=\+)|=(?==))"), r"\1 "),
    (re.compile(r"([*_])(?=\{[^{}]{0,200}[\w-]{2}\s{0,9}=)"), r"\1 "),
)
_NO_FORMULA = re.compile(r"[$`\x00-\x1f]")  # a sign that would end it, or code within it
_ODD_END = re.compile(r"(?<!\\)(?:\\\\)*\\$")


def literal(text: str) -> str:
    """Plain text, such as a code or a name without TeX, as Markdown on one line."""
    return escape_head(escape_markdown(" ".join(clean(text).split())))


def markdown(text: str) -> str:
    """Received text as one line of Markdown; paragraphs run together.

    It holds emphasis, `$formulas$` and links to http and https alone; simple formulas are plain characters, their
    variables emphasised. No HTML, and nothing that any other engine takes for more. Never raises.
    """
    return escape_head(" ".join(filter(None, map(_paragraph, paragraphs(text)))))


def markdown_paragraphs(text: str, marked: Mapping[str, tuple[int, int]] | None = None) -> str:
    """Received text as Markdown, a blank line between paragraphs.

    `marked`: name -> (start, end) in `plain(text)` of each part to set strong; see `places.parted`. Nothing else is.
    """
    shown = _marked(text, marked) if marked else map(_paragraph, paragraphs(text))
    return "\n\n".join(escape_head(part) for part in shown if part)


def formula(tex: str, display: bool = False) -> str:
    """A formula, as TeX without its dollars, as Markdown; as plain characters where no dollars can hold it."""
    source = " ".join(tex.split())
    if TRIVIAL.fullmatch(source):
        parts = _VARIABLE.split(linear(source))
        return "".join(f"*{part}*" if place % 2 else escape_markdown(part) for place, part in enumerate(parts))
    if not source or _NO_FORMULA.search(source) or _ODD_END.search(source):
        return escape_markdown(linear(source))
    for pattern, written in _IN_FORMULAS:
        source = pattern.sub(written, source)
    return f"$${source}$$" if display else f"${source}$"


def link(words: str, target: str, hosts: Collection[str] = ()) -> str:
    """A link, of Markdown for its words and an address or a path of a file as received; the words alone where pages do
    not link the address. `hosts`: further ones that they do."""
    if "://" in target and not may_be_linked(target, hosts):
        return words
    if "://" in target:  # within a link no renderer makes one of an address
        words = words.replace("\\://", "://")
    return f"[{words}]({target if _UNQUOTED.fullmatch(target) else quote(target, safe=_SAFE)})"


def _marked(text: str, marked: Mapping[str, tuple[int, int]]) -> Iterator[str]:
    """Each paragraph; a mark never crosses the beginning or end of a style, and none has another within."""
    for paragraph in places.parted(text, marked):
        words_alone = (each for each in paragraph if not isinstance(each[0], Mark))
        runs = [
            (name, "".join(map(_shown, _joined(token for token, _ in of))))
            for name, of in groupby(words_alone, key=itemgetter(1))
        ]
        parts = []
        for (name, words), (_, following) in zip_longest(runs, runs[1:], fillvalue=("", "")):
            # Where no blank follows, a sign behind a full stop would end nothing: the stop goes behind it.
            cut = -1 if name and _EDGE.match(following) and words.endswith(_STOPS) else len(words)
            parts.append((_set(_MARKED, words[:cut]) if name else words) + words[cut:])
        yield "".join(parts).strip()


def _paragraph(paragraph: str) -> str:
    if is_plain(paragraph):
        return _linked(paragraph) if "://" in paragraph else escape_markdown(paragraph)
    return _styled(tokens(paragraph)).strip()


def _styled(found: Iterable[Token]) -> str:
    """Tokens with their outermost styles; those of code are left out."""
    parts: list[str] = []
    inner: list[str] = []
    sign, depth = "", 0
    for token in _joined(found):
        if not isinstance(token, Mark):
            (inner if depth else parts).append(_shown(token))
        elif token.opens:
            sign, depth = sign if depth else _MARKS.get(token.style, ""), depth + 1
        else:
            depth -= 1
            if not depth:
                words = "".join(inner)
                parts.append(_set(sign, words) if _HELD.fullmatch(words.strip()) else words)
                inner = []
    return "".join([*parts, *inner])


def _joined(found: Iterable[Token]) -> Iterator[Token]:
    """Tokens, with plain text in one piece: what could be markup may begin in one token and end in the next."""
    for kind, group in groupby(found, key=type):
        if kind is PlainText:
            yield PlainText("".join(token.text for token in group if isinstance(token, PlainText)))
        else:
            yield from group


def _set(sign: str, words: str) -> str:
    """Words between signs of emphasis; as they are where these would not hold there, or would be taken for others."""
    bare = words.strip()
    edges = _EDGE.match(bare[:1]) and _EDGE.match(bare[-1:]) and "*" not in bare if sign == "*" else bare[:1] != "*"
    if not bare or not sign or not edges or bare[-1] == "*":
        return words
    before, after = words[: len(words) - len(words.lstrip())], words[len(words.rstrip()) :]
    return f"{before}{sign}{bare}{sign}{after}"


def _linked(text: str) -> str:
    """Text without TeX, with its addresses as links."""
    parts: list[str] = []
    at = 0
    for match in _ADDRESS.finditer(text):
        written = trim(match[0])
        if url := address(written):
            parts += [escape_markdown(text[at : match.start()]), link(escape_markdown(url), url)]
            at = match.start() + len(written)
    return "".join(parts) + escape_markdown(text[at:])


def _shown(token: Token) -> str:
    """A token without its style."""
    if isinstance(token, PlainText):
        return escape_markdown(token.text)
    if isinstance(token, Address):
        return link(escape_markdown(token.url), token.url)
    return "" if isinstance(token, Mark) else formula(token.source, token.display)
