"""The name of a paper's system: "ReCoVer" of "ReCoVer: Resilient Pre-Training", or of "We present ReCoVer, a system ..."."""

from __future__ import annotations

import re
from collections.abc import Sequence

_TITLE = re.compile(r"([^\s:,()?!]{2,30}(?: [A-Z0-9][^\s:,()?!]{0,15}){0,2}):? ?(?<=:) ")
_OFFERED = re.compile(
    r"(?:[Ww]e|paper|work|article|study) (?:[a-z]+ly |also |then |therefore )?(?:propose|present|introduce|develop|design|describe|build|"
    r"implement)s? ([^\s:,;()]{2,30}(?: [A-Z0-9][^\s:,;()]{0,15}){0,2})(?:,| \([^()]{3,90}\),?|:) (?:an?|the|which|that)\b"
)


def system(title: str, sentences: Sequence[str]) -> str | None:
    """The name that a paper gives its system, as it is written there; None where it gives none.

    >>> system("Faster Sorting", ["We present FoldSort, a sorter that folds."])
    'FoldSort'
    """
    found = _TITLE.match(title)
    if found and _is_name(found[1]) and (" " not in found[1] or any(found[1] in sentence for sentence in sentences)):
        return found[1]
    for sentence in sentences:
        offered = _OFFERED.search(sentence) if len(sentence) < 1000 else None
        if offered and _is_name(offered[1]):
            return offered[1]
    return None


def _is_name(text: str) -> bool:
    """True for what is written as names of systems are: a capital or digit past its first letter, or several of them."""
    return any(c.isupper() or c.isdigit() for c in text[1:]) or (
        text[:1].isupper() and text.isalpha() and len(text) > 3
    )
