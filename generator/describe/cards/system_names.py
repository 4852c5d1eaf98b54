"""The name of a paper's system: "ReCoVer" of "ReCoVer: Resilient Pre-Training" or of "We present ReCoVer, a system"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from generator.text import cues

_TITLE = re.compile(rf"{cues.NAME} ?: ")
_LONGEST = 1000
"""Characters of a sentence that is looked at."""


def system(title: str, sentences: Sequence[str]) -> str | None:
    """The name that a paper gives its system, as it is written there; None where it gives none.

    >>> system("Faster Sorting", ["We present FoldSort, a sorter that folds."])
    'FoldSort'
    """
    read = [sentence for sentence in sentences if len(sentence) < _LONGEST]
    found = _TITLE.match(title)
    if found and (_is_written_as_name(found[1]) or _is_used_as_name(found[1], read)):
        return found[1]
    offers = (cues.SYSTEM_OFFER.search(sentence) for sentence in read)
    names = (offer[1] for offer in offers if offer)
    return next((name for name in names if _is_written_as_name(name) or _is_used_as_name(name, read)), None)


def _is_written_as_name(text: str) -> bool:
    """True for what no ordinary word looks like: a capital or digit past its first letter."""
    return " " not in text and any(c.isupper() or c.isdigit() for c in text[1:])


def _is_used_as_name(text: str, sentences: Sequence[str]) -> bool:
    """True for what has its capital within a sentence, too."""
    return text[:1].isupper() and any(sentence.find(f" {text}") > 0 for sentence in sentences)
