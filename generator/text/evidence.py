"""Whether a paper's own text supports what a few words about it claim: numbers, names, and bounds.

All texts are plain (markup.plain). Numbers are compared by value and unit as written, never rounded: 1.28x equals 1.28
times and 1.28×, 32 % equals 32 percent, 10,000 equals 10000 but not 10K. A number in a name (B200, GPT-4) is part of
the name. Names are capitalised words, compared without case, plural and possessive. A word at the beginning of a
sentence is not a name if the sources contain it in any form, or if it is one of the few that often begin sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from generator.text import tokens
from generator.text.numerals import ONES, TENS
from generator.text.stems import ENDINGS, other_number, uninflected
from generator.text.stopwords import SENTENCE_OPENERS

Bound = Literal["upper", "lower", "near"]

_BLANK = r"[ \u00a0\u2009\u202f]"
_NUMBER = re.compile(
    # The first digit comes first, to make the search fast; what must not precede it is checked after it.
    r"[0-9](?<![\w.].)(?<![^\W\d_][-‑].)[0-9]*(?:,[0-9]{3}(?![0-9]))*(?:\.[0-9]+)?"
    rf"(?:{_BLANK}?(?P<times>[xX×](?![\w×])(?!{_BLANK}?[0-9])|[x×](?=/)|%)"
    rf"|[ -](?P<word>times|fold|percent(?:age)?|per cent)\b|(?P<fold>fold)\b"
    r"|(?P<unit>[^\W\d_]+|[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)"
    rf"|{_BLANK}(?P<apart>[numkµμ]?(?:s|m|W|J|V|A)|sec|min|hours?|days?|[kKMGTPE]i?B|bytes?|[kKMGT]bps|[kMG]?Hz|dB|°C|kWh|[kmc]m"
    r"|[MGTPE]?(?:FLOPS|FLOPs|FLOP/s)|[KMB]|thousand|million|billion|trillion|pp|points?|orders? of magnitude)\b)?"
)
_RANGE = re.compile(rf"{_BLANK}?(?:[-‑–—−~]|-?{_BLANK}?to|and|or){_BLANK}?")
_BEGINS = re.compile(r"(?:^|[.!?:;•–—\n\r]\s{0,8})[\"'“”‘’(\[]{0,8}$")


def _words(*lines: str) -> frozenset[str]:
    return frozenset(" ".join(lines).split())


_COUNTS = {
    **{word: str(value) for value, word in enumerate(ONES[:13]) if value > 1},
    **{word: str(value) for value, word in zip(range(20, 100, 10), TENS, strict=True)},
}
"""Counts that a text may write in words where its source has digits; "one" is seldom a count."""
_FOLDS = {word + "fold": value for word, value in _COUNTS.items()}
_AMOUNTS = _words(
    "twice thrice half halve halves halved halving double doubles doubled doubling triple triples tripled tripling",
    "quadruple quadruples quadrupled dozen dozens hundred hundreds thousand thousands million millions billion",
    "billions trillion trillions magnitude third thirds quarter quarters",
)
_NUMERALS = _AMOUNTS | _COUNTS.keys() | _FOLDS.keys()
_UPPER = ("up to", "upto", "as much as", "as many as", "as high as", "as large as", "as fast as", "as long as",
          "as few as", "as low as", "as little as", "at most", "at the most", "no more than", "not more than", "under",
          "below", "less than", "fewer than", "lower than", "smaller than", "faster than", "within",
          "<", "≤", "⩽", "≲")  # fmt: skip
_LOWER = ("at least", "more than", "no less than", "no fewer than", "greater than", "higher than", "larger than",
          "over", "above", "beyond", "exceed", "exceeds", "exceeded", "exceeding", ">", "≥", "⩾", "≳")  # fmt: skip
_NEAR = ("about", "approximately", "approx.", "approx", "around", "roughly", "nearly", "almost", "close to", "circa",
         "~", "≈", "∼", "≃")  # fmt: skip
_BOUNDS: dict[str, Bound] = {
    **dict.fromkeys(_UPPER, "upper"),
    **dict.fromkeys(_LOWER, "lower"),
    **dict.fromkeys(_NEAR, "near"),
}
_SIGNS = frozenset(phrase for phrase in _BOUNDS if len(phrase) == 1)
_BETWEEN = _words("a an the another average factor of by total usd us")
_BEFORE = 48
"""How far before a number its bound is searched for, in characters."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number as written in a text."""

    value: str  # digits without separators and redundant zeros
    unit: str  # "x", "%", "GB", "million" ...; "" for none
    bound: Bound | None  # from the words before it: "up to", "at least", "about" and the like
    text: str  # as written, with its unit
    start: int  # where, in the text


@dataclass(frozen=True, slots=True)
class _SourceFacts:
    """The sources of a paper, indexed."""

    lower: str  # their text, in lower case
    numbers: dict[tuple[str, str], frozenset[Bound | None]]  # (value, unit) -> the bounds stated with it

    def has(self, word: str) -> bool:
        """Whether the sources contain a whole word, given in lower case."""
        return any(not self.lower[end : end + 1].isalnum() for end in self._ends(word))

    def has_form(self, word: str) -> bool:
        """Whether they contain an ordinary word in any form: propose, proposes, proposed, proposing."""
        stem = uninflected(word)
        if len(stem) < 3:
            return self.has(word)
        return any(_rest(self.lower, end) in ENDINGS for end in self._ends(stem)) or self.has(stem)

    def counts(self, value: str, after: str) -> bool:
        """Whether they have a count in digits before the same noun: 12 incidents, twelve incidents."""
        noun = after.split()[0][:5].lower() if after.split() else ""
        return any(noun in self.lower[end : end + _BEFORE] for end in self._ends(value))

    def _ends(self, word: str) -> Iterator[int]:
        """The offsets after `word` where words begin with it."""
        at = self.lower.find(word) if word else -1
        while at >= 0:
            end = at + len(word)
            if not (at and self.lower[at - 1].isalnum()):
                yield end
            at = self.lower.find(word, end)


def _rest(text: str, start: int) -> str:
    end = start
    while end < len(text) and end - start < 4 and text[end].isalnum():
        end += 1
    return text[start:end]


def unsupported(text: str, *sources: str | None) -> tuple[str, ...]:
    """The numbers and capitalised names of plain `text` that the plain `sources` do not contain, as written.

    >>> unsupported("FoldSort: 3x faster than OakSort", "FoldSort is 2-2.5X as fast as OakSort.")
    ('3x',)
    """
    evidence = _evidence(sources)
    figures = numbers(text)
    missing = {n.start: n.text for n in figures if not _says_number(evidence, n)}
    units = {place for n in figures for place in range(n.start, n.start + len(n.text))}
    for match in tokens.COMPOUND.finditer(text):
        if not {match.start(), match.end() - 1} <= units and not _says_token(evidence, text, match):
            missing[match.start()] = match[0]
    return tuple(missing[start] for start in sorted(missing))


def lost_bounds(text: str, *sources: str | None) -> tuple[str, ...]:
    """The figures of plain `text` to which the sources always give another bound ("up to", "at least", "about").

    >>> lost_bounds("It saves 49% and 1.28x", "It saves up to 49%, about 1.28x.")
    ('49%', '1.28x')
    """
    known = _evidence(sources).numbers
    lost = []
    for number in numbers(text):
        bounds = known.get((number.value, number.unit), frozenset())
        if bounds and None not in bounds and number.bound not in bounds:
            lost.append(number.text)
    return tuple(lost)


def numbers(text: str) -> tuple[Number, ...]:
    """The numbers in digits of plain text, in order; both ends of a range get its unit and its bound."""
    figures: list[Number] = []
    last: re.Match[str] | None = None
    matches = list(_NUMBER.finditer(text))
    for place, match in enumerate(matches):
        unit = _unit(match)
        after = matches[place + 1] if place + 1 < len(matches) else None
        if not unit and after and _RANGE.fullmatch(text, match.end(), after.start()):
            unit = _unit(after)
        bound = _bound(text, match.start())
        if bound is None and last and _RANGE.fullmatch(text, last.end(), match.start()):
            bound = figures[-1].bound
        figures.append(Number(_value(match[0]), unit, bound, match[0], match.start()))
        last = match
    return tuple(figures)


def _value(written: str) -> str:
    end = 0
    while end < len(written) and written[end] in "0123456789.,":
        end += 1
    whole, _, part = written[:end].replace(",", "").partition(".")
    part = part.rstrip("0")
    return (whole.lstrip("0") or "0") + ("." + part if part else "")


def _unit(match: re.Match[str]) -> str:
    word = match["times"] or match["word"] or match["fold"] or match["unit"] or match["apart"] or ""
    if word.startswith("per"):
        return "%"
    if word in {"x", "X", "×", "times", "fold"}:
        return "x"
    return word.removesuffix("s") if len(word) > 3 else word


def _bound(text: str, start: int) -> Bound | None:
    before = text[max(0, start - _BEFORE) : start].lower().rstrip(" $€£+-−")
    if before[-1:] in _SIGNS:
        return _BOUNDS.get(before[-1:])
    words = before.split(" ")
    while words and words[-1] in _BETWEEN:
        words.pop()
    for many in (3, 2, 1):
        bound = _BOUNDS.get(" ".join(words[-many:]).lstrip("(["))
        if bound:
            return bound
    return None


@lru_cache(maxsize=16)
def _evidence(sources: tuple[str | None, ...]) -> _SourceFacts:
    text = "\n".join(source for source in sources if source)
    known: dict[tuple[str, str], set[Bound | None]] = {}
    for number in numbers(text):
        known.setdefault((number.value, number.unit), set()).add(number.bound)
    return _SourceFacts(text.lower(), {key: frozenset(bounds) for key, bounds in known.items()})


def _says_number(evidence: _SourceFacts, number: Number) -> bool:
    if (number.value, number.unit) in evidence.numbers:
        return True
    words = [word for word, value in _COUNTS.items() if value == number.value]
    if number.unit == "":
        return any(map(evidence.has, words))
    if number.unit == "x":
        return any(evidence.has(word + end) for word in words for end in ("fold", "-fold", " times"))
    return False


def _says_token(evidence: _SourceFacts, text: str, match: re.Match[str]) -> bool:
    word = match[0]
    if word.islower() and word.isalpha():
        return word not in _NUMERALS or _says_amount(evidence, word, text[match.end() : match.end() + _BEFORE])
    if _is_name(word):
        return (_begins(text, match) and _is_ordinary(evidence, word)) or _says_name(evidence, word)
    return all(_says_amount(evidence, part, text[match.end() : match.end() + _BEFORE]) for part in word.split("-"))


def _is_name(word: str) -> bool:
    """Whether a word has a capital or a digit; False for a number with its unit: 3D, but not 3DGS."""
    if word[0].isdigit():
        return sum(map(str.isalpha, word)) > 2 and not word.islower()
    return word != word.lower() or any(map(str.isdigit, word))


def _says_amount(evidence: _SourceFacts, word: str, after: str) -> bool:
    """False for a number word that the sources contain neither in letters nor in digits; else True."""
    if word in _COUNTS:
        return evidence.has(word) or evidence.counts(_COUNTS[word], after)
    if word in _FOLDS:
        return (_FOLDS[word], "x") in evidence.numbers or evidence.has(word)
    return word not in _AMOUNTS or evidence.has(word)


def _begins(text: str, match: re.Match[str]) -> bool:
    return (match[0] == "A" or match[0][1:].islower()) and bool(
        _BEGINS.search(text, max(0, match.start() - 8), match.start())
    )


def _is_ordinary(evidence: _SourceFacts, word: str) -> bool:
    """Whether the first word of a sentence is not a name: each part is ordinary and occurs in some form."""
    return all(part in SENTENCE_OPENERS or evidence.has_form(part) for part in tokens.WORD.findall(word.lower()))


def _says_name(evidence: _SourceFacts, name: str) -> bool:
    name = name.replace("’", "'").replace("‑", "-").removesuffix("'s")
    parts = name.split("-")
    while len(parts) > 1 and parts[-1].islower():
        parts.pop()
    if any(map(str.isdigit, parts[1:])):
        return any(evidence.has(joint.join(parts).lower()) for joint in ("-", " ", "", "‑"))
    return all(_says_part(evidence, part.lower()) for part in parts if not part.islower() or not part.isalpha())


def _says_part(evidence: _SourceFacts, part: str) -> bool:
    """Whether the sources contain a word, in singular or plural."""
    return evidence.has(part) or any(map(evidence.has, other_number(part))) or _says_joined(evidence, part)


def _says_joined(evidence: _SourceFacts, part: str) -> bool:
    """Whether the sources contain "gpt4" written apart: GPT-4."""
    at = next((place for place, sign in enumerate(part) if sign.isdigit()), 0)
    return at > 0 and any(evidence.has(part[:at] + joint + part[at:]) for joint in ("-", " "))
