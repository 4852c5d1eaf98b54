"""Repair UTF-8 that was decoded with another code page, run by run.

Saved pages often have a few such runs among sound text: the text as a whole cannot be decoded again, but each run can.
ftfy handles Western and Cyrillic code pages, but not Greek, where damage looks like Greek. Here the neighbours decide:
real Greek is part of Greek words, damage is isolated between digits, Latin letters and blanks.
"""

from __future__ import annotations

import re
import unicodedata

import ftfy
from ftfy.badness import is_bad
from ftfy.chardata import UTF8_DETECTOR_RE

_GREEK = "windows-1253"


def _byte(sign: str) -> int:
    """The byte that the Greek code page shows as `sign`; C1 controls stand for the bytes it leaves open."""
    try:
        return sign.encode(_GREEK)[0]
    except UnicodeEncodeError:
        return ord(sign)


def _signs(first: int, last: int) -> str:
    decoded = (bytes([byte]).decode(_GREEK, errors="ignore") or chr(byte) for byte in range(first, last + 1))
    return re.escape("".join(sign for sign in decoded if sign >= "\x80"))


_TAIL = f"[{_signs(0x80, 0xBF)}]"
_RUN = re.compile(
    f"(?:[{_signs(0xC2, 0xDF)}]{_TAIL}|[{_signs(0xE0, 0xEF)}]{_TAIL}{{2}}|[{_signs(0xF0, 0xF4)}]{_TAIL}{{3}})+"
)
# Signs that may follow a Greek letter in sound text.
_ORDINARY = frozenset("‘’“”–—…·«» •°±²³΄")
_GREEK_LETTER = re.compile(r"[\u0370-\u03ff\u1f00-\u1fff]")
# What a single lead letter with an ordinary sign after it may stand for: signs of numbers, and separators.
_SIGNS = frozenset("×·°±µ²³½¼§©®«»–—’“”")


def repair(text: str) -> str:
    """`text` with its mojibake repaired and everything else unchanged.

    >>> repair("1–4Γ— under real load")
    '1–4× under real load'
    """
    if text.isascii():
        return text
    repaired = UTF8_DETECTOR_RE.sub(_western, text)
    return _RUN.sub(_greek, repaired) if _RUN.search(repaired) else repaired


def _western(match: re.Match[str]) -> str:
    run = match[0]
    # A blank may stand for a lost no-break space, but more often it ends a word: "Ã is a letter".
    if " " in run or _GREEK_LETTER.search(run) or not is_bad(run):
        return run
    return ftfy.fix_encoding(run)


def _greek(match: re.Match[str]) -> str:
    run, text = match[0], match.string
    before, after = text[: match.start()][-2:], text[match.end() : match.end() + 2]
    meant = _read_back(run)
    if meant is None or _GREEK_LETTER.match(before[-1:]) or _GREEK_LETTER.match(after[:1]):
        return run
    doubtful = len(meant) == 1 and all(sign in _ORDINARY for sign in run[1:])
    return run if doubtful and not _meant_here(meant, before, after, text) else meant


def _read_back(run: str) -> str | None:
    """The run's bytes decoded as UTF-8; None if that is not text."""
    try:
        meant = bytes(map(_byte, run)).decode("utf-8")
    except UnicodeDecodeError:
        return None
    return meant if all(map(_plausible, meant)) else None


def _plausible(sign: str) -> bool:
    """Whether anyone would write this: no controls, no unassigned or private code points, no conjoining letters."""
    return unicodedata.category(sign) not in ("Cc", "Cn", "Co", "Cs") and not "\u1100" <= sign <= "\u11ff"


def _meant_here(meant: str, before: str, after: str, text: str) -> bool:
    """Whether a doubtful run is damage: its meaning fits its place (a sign at a number), or other runs are damaged."""
    if meant in _SIGNS and (before[-1:].isdigit() or after[:1].isdigit() or re.fullmatch(r"\d ", before)):
        return True
    return (meant in _SIGNS or meant.isalpha()) and _damaged(text)


def _damaged(text: str) -> bool:
    """Whether the text contains a run that can only be damage."""
    for match in _RUN.finditer(text):
        meant = _read_back(match[0])
        if meant is not None and not all(sign in _ORDINARY for sign in match[0][1:]):
            return True
    return False
