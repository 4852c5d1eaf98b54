"""Text as words: one way per use, side by side.

They differ on purpose: what counts as one word decides what stored signatures, themes and cards say.
"""

from __future__ import annotations

import re
import string
import unicodedata

ALPHANUMERIC = re.compile(r"[^\W_]+")
"""Words and numbers, split at every sign (the table of rarity: tests/tools/make_rarity)."""
COMPOUND = re.compile(r"\w+(?:[-‑’']\w+)*")
"""Words with what hyphens and apostrophes join to them (evidence)."""
CONTRACTED = re.compile(r"[^\W_]+(?:['’][a-z]+)?")
"""Words with any ending behind an apostrophe (proposed themes: themes/terms)."""

_RULE_BLANKS = {ord(sign): " " for sign in string.punctuation + "‐‑‒–—…’‘“”·×"}
_SIGNATURE_BLANKS = {ord(sign): " " for sign in string.punctuation + "‐‑‒–—…’‘“”·×•„«»≤≥±"}


def split(text: str) -> list[str]:
    """The words and numbers of a text in lower case, for theme rules: "KV-cache reuse" is kv, cache, reuse."""
    return text.lower().translate(_RULE_BLANKS).split()


def of_signature(text: str) -> list[str]:
    """The words and numbers of a text in lower case, for signatures; relations and bullets separate words, too."""
    return text.lower().translate(_SIGNATURE_BLANKS).split()


def without_accents(text: str) -> str:
    """A text whose letters have no accents: "Šimić" is Simic."""
    if text.isascii():
        return text
    return "".join(sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign))
