"""Characters that must not reach a page, white space, and the paragraphs of a text."""

from __future__ import annotations

import re

from generator.text.markup.breaks import joined

# Line separators of every kind become blanks; the rest (C0, C1, direction marks and overrides, byte order marks,
# lone surrogates, non-characters) is dropped: a listing must not turn the page's text around or break its bytes.
_LINES = re.compile(r"[\t\n\x0b\x0c\r\x1c-\x1e\x85\u2028\u2029]")
_BARRED = re.compile(
    r"[\x00-\x08\x0e-\x1b\x1f\x7f-\x84\x86-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff\ud800-\udfff]"
)
_UNCLEAN = re.compile(
    r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff\ud800-\udfff]|  "
)
_RUN = re.compile(r" {2,}")
_BREAK = re.compile(r"\n[ \t]*\n\s*")


def clean(text: str) -> str:
    """`text` on one line without control characters, without marks that turn its direction, blanks single."""
    if _UNCLEAN.search(text):
        text = _BARRED.sub("", _LINES.sub(" ", text))
        text = _RUN.sub(" ", text)
    return text.strip(" ")


def paragraphs(text: str) -> tuple[str, ...]:
    """The paragraphs of `text` (separated by blank lines), each cleaned and its broken words whole, none empty."""
    if "\n" not in text and "\r" not in text:
        one = joined(clean(text))
        return (one,) if one else ()
    parts = (joined(clean(part)) for part in _BREAK.split(text.replace("\r\n", "\n").replace("\r", "\n")))
    return tuple(part for part in parts if part)
