"""A paper's signature as a page carries it: what a reader's browser compares papers by.

Readers' browsers keep signatures of starred papers for years. So a signature depends on nothing but the paper's own
words and the shipped table of rarities, and its form never changes; overrides/assets/foryou.js reads it.
"""

from __future__ import annotations

from functools import lru_cache
from zlib import crc32

from daybook.describe.related import terms

MOST = 40
"""Terms in a signature. Of the papers that two readers gave a theme, .70 of the first five after five stars are right,
with 24 terms .66, with 48 .72."""
PLACES = 29_127
"""Into so many numbers terms are hashed: what three base64 digits hold, divided by the nine weights. Two different
terms meet in one of them by chance: once for every 18 pairs of papers, each meeting weighing like one shared term."""
WEIGHTS = 9
DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
"""Base64 as in addresses: none of them needs a quote in HTML."""


def of(title: str, abstract: str | None) -> str:
    """The signature of a paper by its words as received: three characters for each of its heaviest terms, heaviest
    first; empty where it has none.

    Three characters are a number in base64, the first digit highest: nine times the term's place, plus its weight less
    one, from 8 for the heaviest down to 0.
    """
    *heaviest, weights = terms.signature(terms.line(title, abstract), terms.weight, MOST).split(" ")
    return "".join(map(_packed, heaviest, weights))


def place(term: str) -> int:
    """What a term is hashed to, from 0 to PLACES - 1."""
    return crc32(term.encode(errors="surrogatepass")) % PLACES


@lru_cache(maxsize=1 << 16)
def _packed(term: str, weight: str) -> str:
    number = place(term) * WEIGHTS + int(weight) - 1
    return DIGITS[number >> 12] + DIGITS[number >> 6 & 63] + DIGITS[number & 63]
