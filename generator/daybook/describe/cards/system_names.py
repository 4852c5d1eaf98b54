"""The name of a paper's system: "ReCoVer" of "ReCoVer: Resilient Pre-Training" or of "We present ReCoVer, a system"."""

from __future__ import annotations

import re
from collections.abc import Sequence

_NAME = r"([^\s:,;()?!]{2,30}(?: [A-Z0-9][^\s:,;()?!]{0,15}){0,2})"
_OFFER = re.compile(
    r"(?:[Ww]e|paper|work|article|study) (?:[a-z]+ly |also |then |therefore )?"
    rf"(?:propose|present|introduce|develop|design|describe|build|implement)s? {_NAME}"
    r"(?:,| \([^()]{3,90}\),?|:) (?:an?|the|which|that)\b"
)
_TITLE = re.compile(rf"{_NAME} ?: ")
_LONGEST = 1000
"""Longest sentence that is read, in characters."""


def system(title: str, sentences: Sequence[str]) -> str | None:
    """The name that a paper gives its system, as written there; None if it gives none.

    >>> system("Faster Sorting", ["We present FoldSort, a sorter that folds."])
    'FoldSort'
    """
    read = [sentence for sentence in sentences if len(sentence) < _LONGEST]
    titled = _TITLE.match(title)
    if titled and (_is_written_as_name(titled[1]) or _is_used_as_name(titled[1], read)):
        return titled[1]
    offers = (_OFFER.search(sentence) for sentence in read)
    names = (offer[1] for offer in offers if offer)
    return next((name for name in names if _is_written_as_name(name) or _is_used_as_name(name, read)), None)


def _is_written_as_name(text: str) -> bool:
    """Whether a word does not look ordinary: a capital or digit after its first letter."""
    return " " not in text and any(c.isupper() or c.isdigit() for c in text[1:])


def _is_used_as_name(text: str, sentences: Sequence[str]) -> bool:
    """Whether a word is capitalised within sentences, too."""
    return text[:1].isupper() and any(sentence.find(f" {text}") > 0 for sentence in sentences)
