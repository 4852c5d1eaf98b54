"""How rare words are in the titles and abstracts of arXiv.

wordlists/rarity.json has the stems that occur in at least 3 of 8,095 papers of all categories, about 50 of each, by
their rarity; tests/tools/make_rarity.py makes it. The table is fixed: no new paper changes what an older one weighs.
"""

from __future__ import annotations

from functools import cache, lru_cache

from daybook.text import wordlists
from daybook.text.stems import root

UNKNOWN = 8.3
"""Rarity of a word that is not in the table: in two or fewer of the papers it was made from."""


@cache
def table() -> dict[str, float]:
    """Stem, or a number or single letter as it is -> rarity."""
    return {stem: float(rarity) for rarity, stems in wordlists.read("rarity").items() for stem in stems}


def stem(word: str) -> str:
    """What the table has a word in lower case under; a number or a single letter is its own stem.

    >>> stem("schedulers"), stem("scheduling"), stem("42")
    ('schedul', 'schedul', '42')
    """
    return root(word) or word


@lru_cache(maxsize=1 << 16)
def rarity(word: str) -> float:
    """The logarithm of one in how many papers uses a word in lower case or a relative of it, to a tenth: 0 for
    "the", 2.3 for one in ten, UNKNOWN at most."""
    return table().get(stem(word), UNKNOWN)
