"""English words by grammatical use, for cards: verbs, nouns, openings. The lists: wordlists/cards.json."""

from __future__ import annotations

import re

from generator.text import wordlists
from generator.text.stems import third_person

_WORDS = wordlists.read("cards")


def words(use: str) -> frozenset[str]:
    """The words for one use."""
    return frozenset(_WORDS[use])


def any_of(use: str) -> str:
    """Source of a pattern that matches any word for one use, the longest first."""
    return "(?:" + "|".join(map(re.escape, sorted(_WORDS[use], key=lambda word: (-len(word), word)))) + ")"


VERBS = words("verbs")
"""In the form of "we propose"."""
BASES = {third_person(verb): verb for verb in sorted(VERBS)}
"""The form of "it proposes" -> the form of "we propose"."""
NOUNS = words("nouns that look like verbs")
"""Forms like "it proposes" that are as often plural nouns: "several results"."""
AUXILIARIES = words("auxiliaries")
