"""Words that were broken when a text was taken from a PDF: "vascula-ture" at a line's end, "V arious" by kerning."""

from __future__ import annotations

import re

from generator.text.rarity import UNKNOWN, rarity

_BREAK = re.compile(r"(?:-(?<=[a-z][a-z]-) ?| (?<=[B-HJ-Z] ))(?=[a-z][a-z])")
_REVERSED_START = re.compile(r"(?:[a-z]{2,20}+[A-Z]?|[A-Z])(?![\w/.\\'’-])")
_END = re.compile(r"[a-z]{2,20}+(?![\w/-]|\.\w)")
_LONGEST = 22
_SHORTEST = 8  # letters; zig-zag is no broken word


def joined(line: str) -> str:
    """A line with its broken words whole: those that arXiv's texts know (rarity.py), but not their pieces.

    >>> joined("V arious vascula-tures, a K means and zig-zag-like e-mails")
    'Various vasculatures, a K means and zig-zag-like e-mails'
    """
    return _BREAK.sub(_gap, line)


def _gap(match: re.Match[str]) -> str:
    """What stands between the two pieces: nothing within a broken word."""
    line, at = match.string, match.start()
    before = _REVERSED_START.match(line[max(0, at - _LONGEST) : at][::-1])
    after = _END.match(line, match.end())
    if not (before and after) or not _is_unknown(after[0]):
        return match[0]
    start = before[0][::-1]
    word = start + after[0]
    broken = match[0] == " " or (len(word) >= _SHORTEST and _is_unknown(start))
    return "" if broken and not _is_unknown(word) else match[0]


def _is_unknown(word: str) -> bool:
    return rarity(word.lower()) >= UNKNOWN
