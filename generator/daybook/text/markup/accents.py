"""TeX's accents and letters as Unicode."""

from __future__ import annotations

import re
import unicodedata

from daybook.text.markup.symbols import GREEK

COMBINING = {
    "'": "\u0301",
    "`": "\u0300",
    "^": "\u0302",
    '"': "\u0308",
    "~": "\u0303",
    "=": "\u0304",
    ".": "\u0307",
    "v": "\u030c",
    "c": "\u0327",
    "u": "\u0306",
    "H": "\u030b",
    "k": "\u0328",
    "r": "\u030a",
    "d": "\u0323",
    "b": "\u0331",
    "t": "\u0361",
}
"""Accent command (without its backslash) -> combining character."""

LETTERS = {
    "o": "ø",
    "O": "Ø",
    "l": "ł",
    "L": "Ł",
    "ss": "ß",
    "SS": "SS",
    "ae": "æ",
    "AE": "Æ",
    "oe": "œ",
    "OE": "Œ",
    "aa": "å",
    "AA": "Å",
    "i": "ı",
    "j": "ȷ",
    "dh": "ð",
    "DH": "Ð",
    "dj": "đ",
    "DJ": "Đ",
    "th": "þ",
    "TH": "Þ",
    "ng": "ŋ",
    "NG": "Ŋ",
}
"""Letter command -> letter. Blanks after such a command are part of the command."""

_BRACED = re.compile(r"\s{0,3}\{\s{0,3}(\\[a-zA-Z]{1,2}\s{0,3}|\w++)\s{0,3}\}")
_BARE = re.compile(r"\\([ij]|ae|AE|oe|OE|aa|AA|o|O|l|L)(?![a-zA-Z])\s?|([^\W\d_])")
_SPACED = re.compile(r"\s{1,3}(?:\\([ij])(?![a-zA-Z])\s?|([^\W\d_]))|\s{0,3}\\([ij])(?![a-zA-Z])\s?")
# `it\'s`: an apostrophe that some program escaped, not an accent.
_APOSTROPHE = re.compile(r"(?:s|re|m|d|ll|t|ve)\b")


def accented(command: str, text: str, at: int) -> tuple[str, int] | None:
    r"""The letters that an accent command at `text[:at]` makes with what follows, and where that ends.

    None if it is not an accent (an escaped quotation mark, an accent over nothing).

    >>> accented("'", r"Bal\'azs", 5)
    ('á', 6)
    """
    braced = _BRACED.match(text, at)
    if braced:
        # arXiv's form turns a pasted β into "\beta", and reads that as an accent: "\b{eta}".
        greek = GREEK.get(command + braced[1])
        return greek or compose(command, _base(braced[1])), braced.end()
    if command.isalpha():
        bare = _SPACED.match(text, at)
        return (compose(command, bare[1] or bare[2] or bare[3]), bare.end()) if bare else None
    bare = _BARE.match(text, at)
    if not bare:
        return None
    if bare[1]:
        return compose(command, _base("\\" + bare[1])), bare.end()
    return None if _unlikely(command, text, at) else (compose(command, bare[2]), bare.end())


def compose(command: str, letters: str) -> str:
    """`letters` with the accent over the first of them (for a tie: between the first two)."""
    return unicodedata.normalize("NFC", letters[:1] + COMBINING[command] + letters[1:])


def _base(inner: str) -> str:
    """The base of an accent: letters, or a letter command; ı and ȷ get their accent instead of their dot."""
    name = inner.strip().removeprefix("\\")
    if not inner.startswith("\\"):
        return name
    return name if name in ("i", "j") else LETTERS.get(name, name)


def _unlikely(command: str, text: str, at: int) -> bool:
    """Whether an accent without braces is rather an escaped quotation mark."""
    letter = text[at]
    if command == '"':
        return letter not in "aeiouyAEIOUY"
    if command == "'" and at >= 3 and text[at - 3].isalpha() and _APOSTROPHE.match(text, at):
        return True
    return len(compose(command, letter)) > 1
