"""Whether the words of papers support what a language model wrote about them: numbers, names, and bounds.

All texts are plain (markup.plain), and what stands in the sources must be written as there, but for little things.
Numbers are compared by value and unit, never rounded: 1.28x is 1.28 times and 1.28×, 32 % is 32 percent, 10,000 is
10000 but not 10K. A number in a name (B200, GPT-4) is part of the name; a number in words is a word. Names are words
with capitals or digits, compared without case, hyphens, plural and possessive. What has no digit may stand in the
sources in any form, as a verb at the head of a sentence does, or be a word that begins many sentences."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from daybook.text import tokens
from daybook.text.stems import uninflected
from daybook.text.wordlists import SENTENCE_OPENERS

_BLANK = r"[ \u00a0\u2009\u202f]"
_NUMBER = re.compile(
    # The first digit comes first, to make the search fast; what must not precede it is checked after it.
    r"(?P<value>[0-9](?<![\w.].)(?<![^\W\d_][-‑].)[0-9]*(?:,[0-9]{3}(?![0-9]))*(?:\.[0-9]+)?)"
    rf"(?P<unit>{_BLANK}?(?:[xX×](?![\w×])(?!{_BLANK}?[0-9])|[x×](?=/)|%)"
    r"|[ -](?:times|fold|percent(?:age)?|per cent)\b"
    r"|[^\W\d_]+|[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+"
    rf"|{_BLANK}(?:[numkµμ]?(?:s|m|W|J|V|A)|sec|min|hours?|days?|[kKMGTPE]i?B|bytes?|[kKMGT]bps|[kMG]?Hz|dB|°C|kWh|[kmc]m"
    r"|[MGTPE]?(?:FLOPS|FLOPs|FLOP/s)|[KMB]|thousand|million|billion|trillion|pp|points?|orders? of magnitude)\b)?"
)
_UNITS = {
    **dict.fromkeys(("X", "×", "times", "fold"), "x"),
    **dict.fromkeys(("percent", "percentage", "per cent"), "%"),
}
_BOUND = re.compile(
    r"(?:(?P<upper>(?<!\w)(?:up ?to|as (?:much|many|high|large|fast|long|few|low|little) as|at (?:the )?most|under"
    r"|below|within|(?:no|not) more than|(?:less|fewer|lower|smaller|faster) than)|[<≤⩽≲])"
    r"|(?P<lower>(?<!\w)(?:at least|no (?:less|fewer) than|(?:more|greater|higher|larger) than|over|above|beyond"
    r"|exceed(?:s|ed|ing)?)|[>≥⩾≳])"
    r"|(?P<near>(?<!\w)(?:about|approximately|approx\.?|around|roughly|nearly|almost|close to|circa)|[~≈∼≃]))"
    r"(?: (?:an?|the|another|average|factor|of|by|total|usd?)){0,4}"
    r"[ $€£+−-]{0,4}(?:[0-9.]{1,8}[%xX×]?(?: ?[-–~] ?| (?:to|and|or) ))?$",
    re.IGNORECASE,
)
"""What stands before a number, or before the range that it ends."""
_BEFORE = 48
"""How far before a number its bound is searched for, in characters."""


def _forms(word: str) -> set[str]:
    """A word and what is left of it without the ending of a verb or plural."""
    stem = uninflected(word)
    return {word, stem if len(stem) > 2 else word}


_WRITTEN_OUT = """
two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty sixty seventy eighty ninety
twice thrice half halve double triple quadruple dozen hundred thousand million billion trillion magnitude third quarter
"""
_NUMERALS = frozenset(form for word in _WRITTEN_OUT.split() for form in _forms(word))
"""Numbers in words; "one" is seldom a count."""
_PIECES = re.compile(r"[^\W\d_]+|\d+|_")


@dataclass(frozen=True, slots=True)
class Number:
    """A number as written in a text."""

    value: Decimal
    unit: str  # "x", "%", "GB", "million" ...; "" for none
    bound: str  # from the words before it: "upper" of "up to", "lower" of "at least", "near" of "about"; "" for none
    text: str  # as written, with its unit
    start: int  # where, in the text


@dataclass(frozen=True, slots=True)
class _Sources:
    """The words of papers, indexed."""

    pieces: str  # their letters and numerals, apart by blanks, without case: "gpt 4" of GPT-4 and GPT4
    forms: frozenset[str]  # their words, with and without endings
    numbers: dict[tuple[Decimal, str], set[str]]  # (value, unit) -> the bounds stated with it

    def have(self, word: str) -> bool:
        """Whether they contain a word: a name, if it has capitals or digits, or a number in words; any other counts."""
        whole = word.replace("’", "'").replace("‑", "-").removesuffix("'s")
        parts = whole.split("-")
        while len(parts) > 1 and parts[-1].islower() and parts[-1].isalpha() and whole != whole.lower():
            parts.pop()  # GPT-4-class
        if any(map(str.isdigit, "".join(parts[1:]))):
            parts = ["-".join(parts)]
        return all(self._have_part(part) for part in parts)

    def _have_part(self, part: str) -> bool:
        if part.islower() and part.isalpha() and _forms(part.removesuffix("fold")).isdisjoint(_NUMERALS):
            return True
        if part.isalpha() and (part.lower() in SENTENCE_OPENERS or _forms(part.casefold()) & self.forms):
            return True
        return any(f" {_pieces(each)} " in self.pieces for each in (part, part.removesuffix("s")))


def unsupported(text: str, *sources: str | None) -> tuple[str, ...]:
    """The numbers, names and numerals of plain `text` that the plain `sources` do not contain, as written, in order.

    >>> unsupported("FoldSort: 3x faster than OakSort", "FoldSort is 2-2.5X as fast as OakSort.")
    ('3x',)
    """
    known = _indexed(sources)
    missing = {each.start: each.text for each in numbers(text) if (each.value, each.unit) not in known.numbers}
    others = _NUMBER.sub(lambda found: " " * len(found[0]), text)
    missing |= {each.start(): each[0] for each in tokens.COMPOUND.finditer(others) if not known.have(each[0])}
    return tuple(missing[start] for start in sorted(missing))


def lost_bounds(text: str, *sources: str | None) -> tuple[str, ...]:
    """The figures of plain `text` to which the sources always give another bound ("up to", "at least", "about").

    >>> lost_bounds("It saves 49% and 1.28x", "It saves up to 49%, about 1.28x.")
    ('49%', '1.28x')
    """
    known = _indexed(sources).numbers
    stated = ((each, known.get((each.value, each.unit), {""})) for each in numbers(text))
    return tuple(each.text for each, bounds in stated if "" not in bounds and each.bound not in bounds)


def faults(text: str, *sources: str | None) -> tuple[str, ...]:
    """What of plain `text` the plain `sources` do not support, in words."""
    missing = [f"not in the paper: {word}" for word in unsupported(text, *sources)]
    return (*missing, *(f'no "up to", "at least" or "about": {word}' for word in lost_bounds(text, *sources)))


def numbers(text: str) -> tuple[Number, ...]:
    """The numbers in digits of plain text, in order."""
    return tuple(
        Number(
            value=Decimal(found["value"].replace(",", "")),
            unit=_unit(found["unit"] or ""),
            bound=_bound(text[max(0, found.start() - _BEFORE) : found.start()]),
            text=found[0],
            start=found.start(),
        )
        for found in _NUMBER.finditer(text)
    )


def _unit(written: str) -> str:
    word = written.strip(" \u00a0\u2009\u202f-")
    return _UNITS.get(word, word.removesuffix("s") if len(word) > 3 else word)


def _bound(before: str) -> str:
    found = _BOUND.search(before)
    return (found.lastgroup or "") if found else ""


@lru_cache(maxsize=16)
def _indexed(sources: tuple[str | None, ...]) -> _Sources:
    text = "\n".join(source for source in sources if source)
    pieces = _pieces(text)
    known: dict[tuple[Decimal, str], set[str]] = {}
    for number in numbers(text):
        known.setdefault((number.value, number.unit), set()).add(number.bound)
    return _Sources(f" {pieces} ", frozenset(form for word in pieces.split(" ") for form in _forms(word)), known)


def _pieces(text: str) -> str:
    return " ".join(_PIECES.findall(text.casefold()))
