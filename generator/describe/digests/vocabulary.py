"""The words that the rules for digests use. The lists are in text/wordlists/digests.json."""

from __future__ import annotations

from generator.text import wordlists

_WORDS = {use: frozenset(words) for use, words in wordlists.read("digests").items()}
ADJECTIVES = tuple(sorted(_WORDS["ends of adjectives"]))
"""How words end that leave a phrase waiting for its noun."""
ALSO_NOUNS = _WORDS["verbs that are nouns, too"]
"""At the beginning of a sentence: "Studies how ..." is a verb, "Studies show ..." is not."""
AFTER_A_VERB = _WORDS["follows such a verb"]
LOSES_CAPITAL = _WORDS["loses its capital after a comma"]
