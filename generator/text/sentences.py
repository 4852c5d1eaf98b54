"""Split plain text into sentences.

A full stop ends a sentence if white space and a beginning follow (a capital, a digit, a bracket or quote before one, a
name such as vLLM), unless the word before it is an abbreviation. Some abbreviations often end sentences ("etc.",
"U.S."): after them, only a word that almost always begins a sentence counts as a beginning.
"""

from __future__ import annotations

import re
from itertools import pairwise

from generator.text.vocabulary import words

_STOP = re.compile(r"[.!?…。][\"'”’)\]]*(?: +|(?=(?:We|The|This|Our|In|However)\b ))")
_BEGINNING = re.compile(r"[\"'“‘(\[¿]{0,8}(?:[^\W\d_a-zß-ÿ]|\d|[a-z]{1,40}-?[A-Z]|[\"“(\[])")
_LAST_WORD = re.compile(r"(?<![^\s(\[\"“,/])[^\s(\[\"“,/]++$")
_ENUMERATOR = re.compile(r"(?:^|[:;,] )\(?\d{1,2}\.$")
_STARTER = re.compile(
    r"(?:A|An|The|This|These|Those|That|It|Its|They|We|Our|In|On|For|From|To|At|By|As|With|Under|Through|When|While|"
    r"Where|Here|There|However|Moreover|Furthermore|Finally|Additionally|Also|Although|Thus|Hence|Therefore|Then|But|"
    r"And|Both|Each|Existing|Experiments|Results|Extensive|Using|Based|Such|Unlike|First|Second|One|Two)\b"
)
_NEVER = words("abbreviations")
_SELDOM = words("abbreviations that may end a sentence")
_LONGEST_WORD = 40


def split(text: str) -> tuple[str, ...]:
    """The sentences of plain text in order, stripped, none empty. The end of a paragraph ends a sentence, too.

    >>> split("Fig. 2 shows it, cf. Lee et al. [3]. v2.0 runs 1.28x faster! Why?")
    ('Fig. 2 shows it, cf. Lee et al. [3].', 'v2.0 runs 1.28x faster!', 'Why?')
    """
    return tuple(text[start:end] for start, end in spans(text))


def spans(text: str) -> tuple[tuple[int, int], ...]:
    """Where each sentence begins and ends."""
    found, start = [], 0
    for paragraph in text.split("\n"):
        found += [(start + first, start + last) for first, last in _of_paragraph(paragraph)]
        start += len(paragraph) + 1
    return tuple(found)


def _of_paragraph(paragraph: str) -> list[tuple[int, int]]:
    cuts = [0]
    for stop in _STOP.finditer(paragraph):
        if _ends(paragraph, cuts[-1], stop):
            cuts.append(stop.end())
    found = []
    for start, end in pairwise([*cuts, len(paragraph)]):
        said = paragraph[start:end].strip()
        if said:
            first = paragraph.index(said, start)
            found.append((first, first + len(said)))
    return found


def _ends(text: str, start: int, stop: re.Match[str]) -> bool:
    """Whether the stop ends the sentence that begins at `start`."""
    if not _BEGINNING.match(text, stop.end()):
        return bool(re.match(r"v\d", text[stop.end() : stop.end() + 2]))
    if text[stop.start()] != ".":
        return True
    before = text[max(start, stop.start() - _LONGEST_WORD) : stop.start() + 1]
    if _ENUMERATOR.search(before):
        return False
    match = _LAST_WORD.search(before[:-1])
    word = match[0].lower() if match else ""
    if word in _NEVER:
        return False
    if word in _SELDOM or _is_initial(before):
        return bool(_STARTER.match(text, stop.end()))
    return True


def _is_initial(before: str) -> bool:
    """Whether the full stop follows an initial: "J." and "J.-P.", not the "n." of a count or "FITO-X."."""
    if len(before) < 2 or not before[-2].isupper():
        return False
    return len(before) == 2 or before[-3] in " ." or before[-4:-2] == ".-"
