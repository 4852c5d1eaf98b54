"""Titles in the case of running text: "Folded Sorting on NVIDIA GPUs" -> "Folded sorting on NVIDIA GPUs"."""

from __future__ import annotations

import re

from generator.text import vocabulary
from generator.text.stems import loose_singular
from generator.text.stopwords import TITLE_SMALL
from generator.text.vocabulary import BASES, VERBS

_COMMON = vocabulary.words("common words of titles")
"""Words of titles that are not names, even if the abstract lacks them."""
_ORDINARY_END = re.compile(
    r".{2,}(?:ology|aware|driven)|.{3,}(?:[ts]ions?|ments?|it(?:y|ies)|ness|[ai]bles?|ives?|ous|i[sz](?:ed|e|ing)|ated|"
    r"[ae]nces?|[ae]ncy|ical|ware|based|ly|orithms?|[ae]nts?|[ao]ry|ed|ures?|ages?|isms?|less|ful|ics|folds?)|"
    r".{4,}als?|(?!beij|boe|nanj|chongq|sterl|vik|hamm|tur).{3,}ings?|.{6,}(?:ers|ors)"
)
"""Endings that names hardly ever have."""

_SURELY_ORDINARY_END = re.compile(r"(?:[ts]ions?|ments?|.{5}ing|ance|ized|ical|[at]ive|.{4}ed|able|less|ency|ional)$")
"""Endings of words that running text capitalises only to spell out an acronym: Multi-Agent Learning (MAL)."""

_JOINTS = re.compile(r"([-–—/:])")
_COUNT = re.compile(r"\d{1,2}(?:\.\d+)?[:,]?")


def running(title: str, text: str, *, begins: bool) -> str:
    """A title in the case of running text, judged by how `text`, its abstract, writes the same words.

    Unchanged if any word may or may not be a name: capitals here and there would read worse. `begins`: the title begins
    a line, so its first word keeps its capital.
    """
    words = title.split(" ")
    telling = [word for word in words[1:] if word.lower() not in TITLE_SMALL]
    written = list(words)
    titled = sum(word[:1].isupper() for word in telling) * 2 >= len(telling)
    if titled and not any(_doubtful(word, text) for word in words):
        written = [_lower(word, text) for word in words]
    for place, word in enumerate(words):
        before, after = words[place - 1] if place else "", words[place + 1] if place + 1 < len(words) else ""
        starts = before.endswith(("?", "!", ".")) or (begins and not place)
        if word[:1].isupper() and (starts or _COUNT.fullmatch(after)):  # "Phase 2", "Web 3.0"
            written[place] = written[place][:1].upper() + written[place][1:]
    return " ".join(written)


def _lower(word: str, text: str) -> str:
    """A word of a title without the capitals of title case."""
    bare = word.strip("().,:;?!\"'“”")
    if not bare or bare.islower():
        return word
    parts = [part.lower() if _is_ordinary(part, text) else part for part in _JOINTS.split(bare)]
    return word.replace(bare, "".join(parts))


def _doubtful(word: str, text: str) -> bool:
    """Whether a word may or may not be a name."""
    parts = _JOINTS.split(word.strip("().,:;?!\"'“”"))
    named = (part for part in parts if part[:1].isupper() and part[1:].islower())
    return any(not _is_ordinary(part, text) and not _stands_inside(part, text) for part in named)


def _is_ordinary(part: str, text: str) -> bool:
    """Whether running text writes a capitalised word in lower case."""
    low = part.lower()
    if low in TITLE_SMALL:
        return True
    if not part[:1].isupper() or not part[1:].islower():
        return False
    if _stands(low, text) or _is_common(low) or _SURELY_ORDINARY_END.search(low):
        return True
    if _stands_inside(part, text):
        return False
    if low in VERBS or low in BASES or _ORDINARY_END.fullmatch(low):
        return True
    stem = low[: max(4, len(low) - 2)]
    return f" {stem}" in text or f"-{stem}" in text or f"({stem}" in text


def _is_common(low: str) -> bool:
    return low in _COMMON or loose_singular(low) in _COMMON


def _stands(low: str, text: str) -> bool:
    at = text.find(low)
    while at >= 0:
        if (not at or text[at - 1] in " (\n") and not text[at + len(low) : at + len(low) + 1].isalnum():
            return True
        at = text.find(low, at + 1)
    return False


def _stands_inside(part: str, text: str) -> bool:
    """Whether the text capitalises a word elsewhere than at the beginning of a sentence."""
    at = text.find(f" {part}")
    while at >= 0:
        end = at + 1 + len(part)
        if at and text[at - 1] not in ".!?:" and not text[end : end + 1].isalnum():
            return True
        at = text.find(f" {part}", end)
    return False
