"""Characters that must not reach a page, white space, broken words, and the paragraphs of a text.

Words were broken when a text was taken from a PDF: "vascula-ture" at a line's end, "V arious" by kerning.
"""

from __future__ import annotations

import re

from daybook.text.rarity import UNKNOWN, rarity

# Line separators of every kind become blanks; the rest (C0, C1, direction marks and overrides, byte order marks,
# lone surrogates, non-characters) is dropped: a listing must not turn the page's text around or break its bytes.
_LINES = re.compile(r"[\t\n\x0b\x0c\r\x1c-\x1e\x85\u2028\u2029]")
_BARRED = re.compile(
    r"[\x00-\x08\x0e-\x1b\x1f\x7f-\x84\x86-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff\ud800-\udfff]"
)
_RUN = re.compile(r" {2,}")
_BREAK = re.compile(r"\n[ \t]*\n\s*")
_BROKEN = re.compile(r"[B-HJ-Z-](?:(?<=[a-z][a-z]-) ?|(?<!-) )(?=[a-z][a-z])")
_REVERSED_START = re.compile(r"(?:[a-z]{2,20}+[A-Z]?|[A-Z])(?![\w/.\\'’-])")
_END = re.compile(r"[a-z]{2,20}+(?![\w/-]|\.\w)")
_LONGEST = 22
_SHORTEST = 8  # letters; zig-zag is no broken word


def clean(text: str) -> str:
    """`text` on one line without control characters, without marks that turn its direction, blanks single."""
    if not text.isprintable():  # as is hardly any
        text = _BARRED.sub("", _LINES.sub(" ", text))
    return (_RUN.sub(" ", text) if "  " in text else text).strip(" ")


def paragraphs(text: str) -> tuple[str, ...]:
    """The paragraphs of `text` (separated by blank lines), each cleaned and its broken words whole, none empty."""
    if "\n" not in text and "\r" not in text:
        one = _joined(clean(text))
        return (one,) if one else ()
    parts = (_joined(clean(part)) for part in _BREAK.split(text.replace("\r\n", "\n").replace("\r", "\n")))
    return tuple(part for part in parts if part)


def _joined(line: str) -> str:
    """A line with its broken words whole: those that arXiv's texts know (text/rarity.py), but not their pieces.

    >>> _joined("V arious vascula-tures, a K means and zig-zag-like e-mails")
    'Various vasculatures, a K means and zig-zag-like e-mails'
    """
    return _BROKEN.sub(_gap, line)


def _gap(match: re.Match[str]) -> str:
    """What stands between the two pieces, with the capital before a blank: no more than that within a broken word."""
    line, kept = match.string, match[0].strip("- ")
    after = _END.match(line, match.end())
    if not after or not _is_unknown(after[0]):  # as in nearly all compounds
        return match[0]
    at = match.start() + len(kept)
    before = _REVERSED_START.match(line[max(0, at - _LONGEST) : at][::-1])
    if not before:
        return match[0]
    start = before[0][::-1]
    word = start + after[0]
    broken = kept or (len(word) >= _SHORTEST and _is_unknown(start))
    return kept if broken and not _is_unknown(word) else match[0]


def _is_unknown(word: str) -> bool:
    return rarity(word.lower()) >= UNKNOWN
