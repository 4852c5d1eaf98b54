"""What a digest is made from: papers in brief, and the phrases that show what two of them share."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property, lru_cache

from generator.model import Card, EntryType
from generator.text import vocabulary
from generator.text.stems import singular
from generator.text.stopwords import DIGEST_ENGLISH, DIGEST_SCHOLARLY, DIGEST_STOCK
from generator.text.tokens import POSSESSIVE

_LONGEST = 6_000
"""How much of a text is read, in characters: what a longer abstract says further on is not its subject."""
_MOST_WORDS = 3
_PARTS = re.compile(f"({POSSESSIVE.pattern})")
_ADJECTIVES = tuple(sorted(vocabulary.words("ends of adjectives")))
"""Endings of adjectives, after which a phrase still needs its noun."""
_JOINS = frozenset((" ", "-", "‐", "‑"))


@dataclass(frozen=True, kw_only=True)
class Item:
    """A paper as input to a digest: its name, its card, and what it is about. All text is plain."""

    key: str
    title: str
    abstract: str | None = None
    card: Card | None = None  # the archive's own
    name: str | None = None  # its system's name, e.g. "ChunkFlow"
    themes: tuple[str, ...] = ()  # slugs, best first
    type: EntryType = "new"
    category: str | None = None  # the primary one
    withdrawn: bool = False

    @cached_property
    def subjects(self) -> dict[str, str]:
        """What the paper is about: folded phrase -> the phrase as written. See the function of that name."""
        return subjects(self.title, self.abstract)

    @cached_property
    def titled(self) -> frozenset[str]:
        """The folded phrases of its title."""
        return frozenset(_phrases(self.title))

    def mentions(self, phrase: str) -> bool:
        """Whether title or abstract contain the folded phrase."""
        return f" {phrase} " in self._words

    @cached_property
    def _words(self) -> str:
        text = f"{self.title} . {self.abstract or ''}"[:_LONGEST]
        return f" {' '.join(map(fold, POSSESSIVE.findall(text)))} "


def subjects(title: str, abstract: str | None) -> dict[str, str]:
    """The phrases of one to three words that a paper is about: those of its title, or used twice in its abstract.

    Folded phrase (lower case, singular, no hyphens) -> its spelling, that of the abstract if it occurs there. Single
    words only if they are names in capitals ("FITO"). No phrase contains a stop word, none consists of words that every
    abstract has.
    """
    in_title = _phrases(title)
    in_abstract = _phrases(abstract or "", often=frozenset(word for phrase in in_title for word in phrase.split()))
    spellings = {phrase: in_abstract.get(phrase, where)[1] for phrase, where in in_title.items()}
    spellings |= {phrase: spelling for phrase, (count, spelling) in in_abstract.items() if count > 1}
    return {phrase: spelling for phrase, spelling in spellings.items() if _tells(phrase.split(), spelling)}


def _phrases(text: str, often: frozenset[str] | None = None) -> dict[str, tuple[int, str]]:
    """Folded phrase of one to three words -> (number of uses, first spelling).

    With `often`, only phrases of words that are among these or occur more than once in the text: the caller needs no
    others, and they would take most of the time.
    """
    parts = _PARTS.split(text[:_LONGEST])  # separators and words alternate
    words = list(map(fold, parts[1::2]))
    if often is not None:
        often = often.union(word for word, count in Counter(words).items() if count > 1)
    phrases: dict[str, tuple[int, str]] = {}
    run: list[tuple[str, int]] = []  # preceding words, back to a sign or a stop word, with their places
    for place, word in zip(range(1, len(parts), 2), words, strict=True):
        if run and parts[place - 1] not in _JOINS:
            run = []
        if word in DIGEST_ENGLISH or (often is not None and word not in often):
            run = []
            continue
        run = [*run[1 - _MOST_WORDS :], (word, place)]
        phrase = ""
        for before, begin in reversed(run):
            phrase = f"{before} {phrase}" if phrase else before
            known = phrases.get(phrase)
            phrases[phrase] = (known[0] + 1, known[1]) if known else (1, "".join(parts[begin : place + 1]))
    return phrases


def _tells(words: list[str], spelling: str) -> bool:
    if len(words) == 1:
        return len(spelling) > 2 and words[0] not in DIGEST_SCHOLARLY and sum(map(str.isupper, spelling)) > 1
    if all(word in DIGEST_SCHOLARLY or len(word) < 2 for word in words) or words[-1].endswith(_ADJECTIVES):
        return False
    return len(words[0]) > 1 and not words[0][0].isdigit() and " ".join(words) not in DIGEST_STOCK


@lru_cache(maxsize=1 << 16)
def fold(word: str) -> str:
    """A word in lower case and singular: "caches" and "cache" are one; "bus" and "loss" stay."""
    return singular(word.lower())
