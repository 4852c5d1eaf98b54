"""Received text as plain text, with its formulas apart or not, and as Markdown; keys for linking, slugs for addresses.

This is where every word of a listing is escaped, once. What marks a part of a text names its place in the plain form.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise, zip_longest
from operator import itemgetter
from typing import NamedTuple
from urllib.parse import quote

from daybook.text.markup.escape import (
    ADDRESS,
    address,
    clean,
    escape_head,
    escape_markdown,
    may_be_linked,
    paragraphs,
    trim,
)
from daybook.text.markup.formula import linear
from daybook.text.markup.symbols import GREEK
from daybook.text.markup.tex import Address, Formula, Mark, PlainText, Token, is_plain, joined, tokens

BLANKS = re.compile(r"[ \u2009]{2,}|\u2009")
_BLANK = re.compile(r"[ \u2009]+")
_JOINT = "\x1f"  # for the blanks of a formula; no cleaned text has it
_WORD = re.compile(r"[a-z0-9]+")
_ASCII = {
    "ß": "ss", "ø": "o", "ł": "l", "æ": "ae", "œ": "oe", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ȷ": "j", "ŋ": "n",
    "×": "x", "’": "", "‘": "", "'": "",
}  # fmt: skip
_ASCII |= {sign: f" {name} " for name, sign in reversed(GREEK.items()) if not name.startswith("var") and name.islower()}
_TRANSLITERATION = str.maketrans(_ASCII | {"ε": " epsilon ", "ς": " sigma ", "φ": " phi "})


def plain(text: str) -> str:
    """Received text as plain Unicode: TeX resolved, one line per paragraph, paragraphs separated by a blank line.

    >>> plain(r"C. Bal\\'azs: $O(\\sqrt{mn})$ in 137--300\\,W")
    'C. Balázs: O(√(mn)) in 137–300 W'
    """
    said = (part if is_plain(part) else blanked("".join(map(shown, tokens(part)))) for part in paragraphs(text))
    return "\n\n".join(filter(None, said))


def formulas(line: str, received: str) -> tuple[tuple[int, int, str], ...]:
    """The formulas of a plain line of a received text that plain Unicode cannot show: (start, end, TeX).

    >>> formulas("It decays as e^(−βt).", r"It decays as $e^{-\\beta t}$.")
    ((13, 20, 'e^{-\\\\beta t}'),)
    """
    if "^" not in line and "_" not in line:
        return ()
    sources = [token.source for token in tokens(received) if isinstance(token, Formula)]
    hidden = {said: source for source in sources if "^" in (said := linear(source)) or "_" in said}
    longest = sorted(hidden, key=len, reverse=True)
    found = re.finditer("|".join(map(re.escape, longest)), line) if longest else ()
    return tuple((match.start(), match.end(), hidden[match[0]]) for match in found)


def blanked(said: str) -> str:
    """What the tokens of a paragraph say, as plain text has it: between words stands one blank."""
    return BLANKS.sub(" ", said).strip()


def words(text: str) -> list[str]:
    """The words of `plain(text)`, in order; a formula is one word, whatever blanks it has, with what adjoins it.

    >>> words("an $O(n \\log n)$-time sort")
    ['an', 'O(n log n)-time', 'sort']
    """
    found: list[str] = []
    for part in paragraphs(text):
        said = "".join(_JOINT.join(shown(t).split(" ")) if isinstance(t, Formula) else shown(t) for t in tokens(part))
        found += (word.replace(_JOINT, " ") for word in _BLANK.split(said) if word)
    return found


def shown(token: Token) -> str:
    """What plain text says of a token."""
    if isinstance(token, PlainText):
        return token.text
    if isinstance(token, Formula):
        return linear(token.source)
    return token.url if isinstance(token, Address) else ""


class Run(NamedTuple):
    """A stretch of a text: plain Unicode, or a formula as plain Unicode shows it with its TeX."""

    text: str
    tex: str | None = None  # of a formula: its TeX, without dollars


def runs(text: str) -> tuple[Run, ...]:
    r"""A text on one line. Their `text`s together are `plain(text)`, but for blanks.

    >>> runs(r"The $H_0$ of Bal\'azs")
    (Run(text='The ', tex=None), Run(text='H₀', tex='H_0'), Run(text=' of Balázs', tex=None))
    """
    if "\n" not in text and is_plain(text):
        return (Run("".join(paragraphs(text))),)
    found: list[Run] = []
    words = ""
    for token in tokens(" ".join(paragraphs(text))):
        if isinstance(token, Formula):
            found += [Run(words)] if words else []
            found.append(Run(linear(token.source), token.source))
            words = ""
        else:
            words += shown(token)
    return (*found, Run(words)) if words else tuple(found)


def title_key(title: str) -> str:
    """A key shared by all spellings of a title: letters and digits of any script, without accents, case and blanks.

    >>> title_key("UFO$^3$: Weaving the Galaxy") == title_key("UFO3: weaving the galaxy")
    True
    """
    shown = plain(title)
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", shown).casefold())
    return "".join(filter(str.isalnum, folded)) or "".join(shown.split())


def slug(text: str, most: int = 60) -> str:
    """`text` for an address: lower-case ASCII words joined by hyphens, at most `most` characters, cut between words.

    "paper" if nothing is left.
    """
    folded = unicodedata.normalize("NFKD", plain(text).lower().translate(_TRANSLITERATION))
    bare = "".join(c for c in folded if not unicodedata.combining(c))
    whole = "-".join(_WORD.findall(bare))
    if len(whole) > most:
        cut = whole[: most + 1].rfind("-")
        whole = whole[:cut] if cut > 0 else whole[:most]
    return whole or "paper"


Placed = list[tuple[Token, str]]
"""Tokens, each with the name of the part that it stands in; empty: none, as for what begins and ends a style."""


def parted(text: str, parts: Mapping[str, tuple[int, int]]) -> list[Placed]:
    """The tokens of each paragraph of a received text, plain ones cut where a part begins or ends.

    `parts`: name -> (start, end) in `plain(text)`; they do not overlap, and neither begin nor end with white space. One
    that begins or ends within a formula or an address is left out.
    """
    bounds = {bound for part in parts.values() for bound in part}
    there: dict[int, int] = {}  # where a bound is in what all tokens say
    placed: list[list[tuple[Token, int, int]]] = []
    begun = at = 0
    for paragraph in paragraphs(text):
        found = tokens(paragraph)
        said = "".join(map(shown, found))
        words = said if is_plain(paragraph) else blanked(said)
        cuts = {
            bound: at + (bound - begun if words == said else _unblanked(said, bound - begun))
            for bound in bounds
            if begun <= bound <= begun + len(words)
        }
        placed.append([])
        for token in found:
            for piece in _cut(token, at, cuts.values()):
                start, at = at, at + len(shown(piece))
                cuts = {bound: place for bound, place in cuts.items() if not start < place < at}
                placed[-1].append((piece, start, at))
        there |= cuts
        begun += len(words) + 2 if words else 0
    held = {name: (there[start], there[end]) for name, (start, end) in parts.items() if {start, end} <= there.keys()}

    def part(piece: Token, start: int, end: int) -> str:
        first, last = (start, end) if end > start else (start - 0.5, end + 0.5)  # what shows nothing is in neither
        around = (name for name, (begin, stop) in held.items() if begin <= first and last <= stop)
        return "" if isinstance(piece, Mark) else next(around, "")

    return [[(piece, part(piece, start, end)) for piece, start, end in each] for each in placed]


def _unblanked(said: str, place: int) -> int:
    """Where in what tokens say the character stands that is at this place in plain text."""
    begin = len(said) - len(said.lstrip())
    place += begin
    for run in BLANKS.finditer(said, begin):
        if run.start() >= place:
            break
        place += len(run[0]) - 1
    return place


def _cut(token: Token, at: int, bounds: Iterable[int]) -> Sequence[Token]:
    """A token behind `at` characters, a plain one cut at these places."""
    inner = [bound - at for bound in sorted(bounds) if at < bound < at + len(shown(token))]
    if inner and isinstance(token, PlainText):
        return [PlainText(token.text[start:end]) for start, end in pairwise((0, *inner, len(token.text)))]
    return [token]


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
    (re.compile(r":(?=[\w+-]{1,60}:)"), ": "),  # no name of a picture
    (re.compile(r"([*_])(?=\{[^{}]{0,200}[\w-]{2}\s{0,9}=)"), r"\1 "),
)
_NO_FORMULA = re.compile(r"[$`\x00-\x1f]|\^\s{0,9}\^")  # what would end it, code within it, a power of a power's sign
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

    `marked`: name -> (start, end) in `plain(text)` of each part to set strong; see `parted`. Nothing else is.
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
    for paragraph in parted(text, marked):
        words_alone = (each for each in paragraph if not isinstance(each[0], Mark))
        runs = [
            (name, "".join(map(_shown, joined(token for token, _ in of))))
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
    for token in found:
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
