"""English words as the rules for cards use them: verbs, nouns, openings. The lists are in wordlists/cards.json."""

from __future__ import annotations

import re

from generator.text import wordlists
from generator.text.stems import third_person

_WORDS = wordlists.read("cards")


def words(use: str) -> frozenset[str]:
    """The words for one use."""
    return frozenset(_WORDS[use])


def any_of(use: str) -> str:
    """A pattern for each of the words for one use, the longest that fits."""
    return "(?:" + "|".join(map(re.escape, sorted(_WORDS[use], key=lambda word: (-len(word), word)))) + ")"


VERBS = words("verbs")
"""In the form of "we propose"."""
BASES = {third_person(verb): verb for verb in sorted(VERBS)}
"""The form of "it proposes" -> the form of "we propose"."""
NOUNS = words("nouns that look like verbs")
"""In the form of "it proposes", but as often of "several results"."""
AUXILIARIES = words("auxiliaries")
DOES = frozenset(BASES) | {"is", "has", "does", "can", "will", "may", "could", "must", "should", "cannot"}
"""What follows "it"."""
