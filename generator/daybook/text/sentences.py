"""Split plain text into sentences.

A full stop ends a sentence if a beginning follows: anything but a small letter, or even that where the word before the
stop is a common one ("it is slow. pact is not"). It does not after an abbreviation or an initial, nor within brackets
or a quoted title. Some abbreviations often end sentences ("etc.", "U.S.", "Phys. Rev. Lett."): after them, only a word
that almost always begins a sentence counts as a beginning. The label of a part of a structured abstract ("Results:",
"Aims.") is a sentence of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from daybook.text import wordlists
from daybook.text.rarity import UNKNOWN, rarity

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
_LISTS = {use: frozenset(words) for use, words in wordlists.read("sentences").items()}
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
    if small or glued:
        return bool(_BRACKETED.search(word) or _is_word(word) or (glued and _STARTER.match(text, after)))
    return True


def _is_one_of(word: str, abbreviations: frozenset[str]) -> bool:
    """Whether a word is an abbreviation, also as the first word of a sentence; "MR" is not "Mr"."""
    return word in abbreviations or word[:1].lower() + word[1:] in abbreviations


def _is_word(word: str) -> bool:
    """Whether it is a word rather than an abbreviation or a part of a name."""
    if len(word) < 2 or not (word.isalpha() and word.islower()):
        return False
    return len(word) > 5 or rarity(word) < (UNKNOWN if len(word) > 3 else _VERY_COMMON)


def _ends_with_letter(text: str, before: str, letter: str, after: int) -> bool:
    """Whether a sentence ends with a single capital ("of type B", "at 13 K") that looks like an initial."""
    if before[-2:-1].isdigit():
        return True
    if not before or _STARTER.match(text, after):
        return bool(before)
    first = _FIRST_WORD.match(text, after)
    return letter != "J" and first is not None and rarity(first[0].lower()) < _COMMON
