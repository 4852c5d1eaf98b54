"""Plain text as sentences, and whether papers' own words support what a language model wrote: numbers, names, bounds.

A full stop ends a sentence if a beginning follows: anything but a small letter, or even that where the word before the
stop is a common one ("it is slow. pact is not"). It does not after an abbreviation or an initial, nor within brackets
or a quoted title. Some abbreviations often end sentences ("etc.", "U.S.", "Phys. Rev. Lett."): after them, only a word
that almost always begins a sentence counts as a beginning. The label of a part of a structured abstract ("Results:",
"Aims.") is a sentence of its own.

Numbers are compared by value and unit, never rounded: 1.28x is 1.28 times and 1.28×, 32 % is 32 percent, 10,000 is
10000 but not 10K. A number in a name (B200, GPT-4) is part of the name; a number in words is a word. Names are words
with capitals or digits, compared without case, hyphens, plural and possessive. What has no digit may stand in the
sources in any form, as a verb at the head of a sentence does, or be a word that begins many sentences.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from daybook.text import vocabulary
from daybook.text.vocabulary import SENTENCE_OPENERS, UNKNOWN, rarity, uninflected

_STOP = re.compile(r"[.!?…。](?<! [!…])[\"'”’)\]]*(?:\s+|(?=[A-Z][a-z]{1,20}+,?\s|https?://))")
_SMALL = re.compile(r"[\"'“‘]?(?:[-–—] )?[a-zß-ÿ](?!\w{0,40}-?[A-Z]|\d|ttps?://|[ivx]{0,3}\) )")
_BEGINNING = re.compile(r"[\w\"'“‘«(\[¿¡•*%#\\$€£~∼§–—-]")
_REVERSED_WORD = re.compile(r"[^\s(\[\"“,/]*+")
_ENUMERATOR = re.compile(r"(?:^|[:;] |(?<!\d), (?:and )?)\(?\d{1,2}$")
_BRACKETED = re.compile(r"[)\]}\"”]$")
_INITIAL = re.compile(r"(?:[A-Z]\.-)?[A-ZÀ-Þ]")
_DOTTED = re.compile(r"(?:[A-Za-z]{1,2}\.)+[A-Za-z]{1,2}|.*\.\.")
_FIRST_WORD = re.compile(r"[A-Z][a-z]{3,30}+(?![.\w])")
_STARTER = re.compile(
    r"(?:A(?= [a-z])|An|The|This|These|Those|That|It|Its|They|We|Our|In|On|For|From|To|At|By|As|With|Under|Through|"
    r"When|While|Where|Whereas|Here|There|However|Moreover|Furthermore|Finally|Additionally|Also|Although|Thus|Hence|"
    r"Therefore|Then|But|And|Both|Each|Existing|Experiments|Results|Extensive|Using|Based|Such|Unlike|First|Second|One|"
    r"Two|If|Let|Since|Instead|Besides|Yet)\b"
)
_UNCUT = re.compile(
    r"[(\[\"“](?:(?<=[(\[])[^()\[\]]*+(?:[(\[][^()\[\]]*+[)\]][^()\[\]]*+)*+[)\]]"
    r"|(?<![(\[])(?<![^\s(\[—–-][\"“])(?=\S)[^\"“”]*+(?<=\S)[\"”](?!\w))"
)
_LABEL = re.compile(
    r"([A-Z][A-Za-z,&/ ]{2,60}+) ?(?::|[—–]|(?<= )-)\s*(?=[A-Z\d(\[\"“])"
    r"|([A-Z][a-z]{2,20}+)\s(?=(?:We|The|This|Our|To|In|An?) [a-z])"
)
_JOINT = re.compile(r" and | & |/|, ")
_LISTS = {use: frozenset(words) for use, words in vocabulary.read("sentences").items()}
_LABELS = _LISTS["labels of an abstract's parts"]
_NEVER = _LISTS["abbreviations"]
_SELDOM = _LISTS["abbreviations that may end a sentence"]
_LONGEST_WORD = 40
_LONGEST_UNCUT = 300  # characters; a longer bracket may hold sentences
_COMMON = 5.0  # a word less rare than this is hardly ever a name
_VERY_COMMON = 3.0  # a short word less rare than this is no abbreviation


def spans(text: str) -> tuple[tuple[int, int], ...]:
    """Start and end of the sentences of plain text in order, without blanks around them, none empty.

    The end of a paragraph ends a sentence, too.

    >>> spans("Fig. 2 shows it. Why?")
    ((0, 16), (17, 21))
    """
    return tuple(
        (paragraph.start() + start, paragraph.start() + end)
        for paragraph in re.finditer(r"[^\n]+", text)
        for start, end in _of_paragraph(paragraph[0])
    )


def split(text: str) -> tuple[str, ...]:
    """The sentences of plain text, as `spans` finds them.

    >>> split("Fig. 2 shows it, cf. Lee et al. [3]. v2.0 runs 1.28x faster! Why?")
    ('Fig. 2 shows it, cf. Lee et al. [3].', 'v2.0 runs 1.28x faster!', 'Why?')
    """
    return tuple(text[start:end] for start, end in spans(text))


def _of_paragraph(text: str) -> Iterator[tuple[int, int]]:
    uncut = [match.span() for match in _UNCUT.finditer(text) if len(match[0]) <= _LONGEST_UNCUT]
    start = passed = 0
    for stop in _STOP.finditer(text):
        while passed < len(uncut) and uncut[passed][1] <= stop.end():
            passed += 1
        within = passed < len(uncut) and uncut[passed][0] < stop.start()
        if not within and _ends(text, start, stop):
            yield from _parts(text, start, stop.end())
            start = stop.end()
    yield from _parts(text, start, len(text))


def _parts(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The label that a sentence begins with, if any, and the sentence, both without blanks around them."""
    label = _LABEL.match(text, start, end)
    cut = label.end() if label and _LABELS.issuperset(_JOINT.split((label[1] or label[2]).strip().lower())) else start
    for first, last in ((start, cut), (cut, end)):
        part = text[first:last]
        if bare := part.strip():
            first += part.index(bare)
            yield first, first + len(bare)


def _ends(text: str, start: int, stop: re.Match[str]) -> bool:
    """Whether the stop ends the sentence that begins at `start`."""
    after = stop.end()
    if not _BEGINNING.match(text, after):
        return False
    small = _SMALL.match(text, after) is not None
    if text[stop.start()] != "." or (small and stop[0].rstrip() != "."):
        return not small
    before = text[max(start, stop.start() - _LONGEST_WORD) : stop.start()]
    reverse = _REVERSED_WORD.match(before[::-1])
    word = reverse[0][::-1] if reverse else ""
    if _is_one_of(word, _NEVER) or (word.isdigit() and _ENUMERATOR.search(before)):
        return False
    glued = not text[after - 1].isspace()
    if _is_one_of(word, _SELDOM) or _DOTTED.fullmatch(word):
        return not (small or glued) and bool(_STARTER.match(text, after))
    if _INITIAL.fullmatch(word):
        return not (small or glued) and _ends_with_letter(text, before.removesuffix(word), word, after)
    if not (small or glued):
        return True
    # A word rather than an abbreviation or a part of a name also ends a sentence.
    common = len(word) > 5 or rarity(word) < (UNKNOWN if len(word) > 3 else _VERY_COMMON)
    is_word = len(word) > 1 and word.isalpha() and word.islower() and common
    return bool(is_word or _BRACKETED.search(word) or (glued and _STARTER.match(text, after)))


def _is_one_of(word: str, abbreviations: frozenset[str]) -> bool:
    """Whether a word is an abbreviation, also as the first word of a sentence; "MR" is not "Mr"."""
    return word in abbreviations or word[:1].lower() + word[1:] in abbreviations


def _ends_with_letter(text: str, before: str, letter: str, after: int) -> bool:
    """Whether a sentence ends with a single capital ("of type B", "at 13 K") that looks like an initial."""
    if before[-2:-1].isdigit():
        return True
    if not before or _STARTER.match(text, after):
        return bool(before)
    first = _FIRST_WORD.match(text, after)
    return letter != "J" and first is not None and rarity(first[0].lower()) < _COMMON


# What the sources support

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


class Number(NamedTuple):
    """A number as written in a text."""

    value: Decimal
    unit: str  # "x", "%", "GB", "million" ...; "" for none
    bound: str  # from the words before it: "upper" of "up to", "lower" of "at least", "near" of "about"; "" for none
    text: str  # as written, with its unit
    start: int  # where, in the text


class _Sources(NamedTuple):
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
        return all(
            (part.islower() and part.isalpha() and _forms(part.removesuffix("fold")).isdisjoint(_NUMERALS))
            or (part.isalpha() and (part.lower() in SENTENCE_OPENERS or _forms(part.casefold()) & self.forms))
            or any(f" {_pieces(each)} " in self.pieces for each in (part, part.removesuffix("s")))
            for part in parts
        )


def unsupported(text: str, *sources: str | None) -> tuple[str, ...]:
    """The numbers, names and numerals of plain `text` that the plain `sources` do not contain, as written, in order.

    >>> unsupported("FoldSort: 3x faster than OakSort", "FoldSort is 2-2.5X as fast as OakSort.")
    ('3x',)
    """
    known = _indexed(sources)
    missing = {each.start: each.text for each in numbers(text) if (each.value, each.unit) not in known.numbers}
    others = _NUMBER.sub(lambda found: " " * len(found[0]), text)
    missing |= {each.start(): each[0] for each in vocabulary.COMPOUND.finditer(others) if not known.have(each[0])}
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
    found = []
    for number in _NUMBER.finditer(text):
        word = (number["unit"] or "").strip(" \u00a0\u2009\u202f-")
        unit = _UNITS.get(word, word.removesuffix("s") if len(word) > 3 else word)
        bound = _BOUND.search(text[max(0, number.start() - _BEFORE) : number.start()])
        value = Decimal(number["value"].replace(",", ""))
        found.append(Number(value, unit, (bound and bound.lastgroup) or "", number[0], number.start()))
    return tuple(found)


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
