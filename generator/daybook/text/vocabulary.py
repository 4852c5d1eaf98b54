"""Text as words, words without their endings, how rare they are, which say nothing, and where phrases occur.

For each task there is one way per use, side by side. They differ on purpose: stored signatures, themes and cards depend
on each of them to the letter, and a change to one must not move the results of another.
"""

from __future__ import annotations

import json
import re
import string
import unicodedata
from collections import Counter
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

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


LONGEST_WORD = 30
"""Longest word, in characters: anything longer is an address or an accident."""

_HISSING = ("s", "x", "z", "sh", "ch")
_HISSING_PLURALS = ("sses", "xes", "shes", "ches")
_INFLECTED = ("ing", "ed")
_DERIVED = (
    *("abilities", "ability", "ational", "ations", "atives", "ments", "ation", "ators", "ative", "ional", "ities"),
    *("ical", "able", "ment", "ions", "ives", "ator", "ness", "ally", "ate", "ion", "ive", "ity"),
)
_SHORT = ("er", "or", "al", "ic", "ly", "at")

_VERB_ENDINGS = ("ies", "ing", "es", "ed", "s", "e", "y", "d")


@cache
def singular(word: str) -> str:
    """A word in lower case in the singular: "caches" and "cache" are one; "bus" and "loss" stay."""
    plural = len(word) > 3 and word.isalpha() and word.endswith("s") and not word.endswith(("ss", "us", "is"))
    return word[:-1] if plural else word


def forms(word: str) -> set[str]:
    """A word in singular and plural: kernels, batches and policies find kernel, batch and policy.

    Forms that no text contains ("gpuses") do no harm; "bus" and "loss" are not plurals.
    """
    if len(word) < 3 or not word.isalpha():
        return {word}
    spellings = {word}
    if word.endswith("ies") and len(word) > 4:
        spellings |= {word[:-3] + "y", word[:-1]}
    elif word.endswith(_HISSING_PLURALS):
        spellings |= {word[:-2], word[:-1]}
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")):
        spellings.add(word[:-1])
    else:
        spellings.add(word + ("es" if word.endswith(_HISSING) else "s"))
        if word.endswith("y"):
            spellings.add(word[:-1] + "ies")
    return spellings


def uninflected(word: str) -> str:
    """A word in lower case without its ending as a verb or plural: "proposes" -> "propos"."""
    return next((word.removesuffix(ending) for ending in _VERB_ENDINGS if word.endswith(ending)), word)


@lru_cache(maxsize=1 << 16)
def root(word: str) -> str:
    """The stem of a word in lower case, stop words included; empty for anything but a word.

    >>> root("improves"), root("improved"), root("7")
    ('improv', 'improv', '')
    """
    if not 1 < len(word) <= LONGEST_WORD or not any(map(str.isalpha, word)):
        return ""
    if not (word.isascii() and word.isalpha()):
        return word
    if len(word) > 5 and word.endswith("ies"):
        word = word[:-3] + "y"
    elif len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for endings, least in ((_INFLECTED, 4), (_DERIVED, 4), (_SHORT, 5), (("e",), 4)):
        word = _without(word, endings, least)
    return word


def _without(word: str, endings: tuple[str, ...], least: int) -> str:
    """The word without the first ending that leaves at least `least` characters."""
    for ending in endings:
        if word.endswith(ending) and len(word) - len(ending) >= least:
            return word[: -len(ending)]
    return word


def read(name: str) -> dict[str, tuple[str, ...]]:
    """The words by use, from `NAME.json` in this folder; words are separated by commas."""
    data: Any = json.loads(files("daybook.text").joinpath("wordlists", f"{name}.json").read_text(encoding="utf-8"))
    return {use: tuple(" ".join(lines).split(", ")) for use, lines in data.items()}


_LISTS = {use: frozenset(words) for use, words in read("stopwords").items()}

# Proposed themes (describe/themes/suggest)
THEME_ENGLISH = _LISTS["themes: English"]
"""Words that stand in no phrase."""
THEME_SCHOLARLY = _LISTS["themes: language of papers"]
"""Words that neither make, begin nor end a phrase."""
THEME_VAGUE = _LISTS["themes: vague alone"]
"""Words that say too little alone, and enough in company ("low" in low rank)."""

# Related papers (describe/signatures)
SIGNATURE = (
    _LISTS["signatures: English and the language of papers"]
    | _LISTS["signatures: addresses"]
    | _LISTS["signatures: TeX and HTML"]
)
"""Words that are no term of a paper's signature."""

# Lines and phrases that are cut
SENTENCE_OPENERS = _LISTS["evidence: sentence openers"]
"""Words that begin sentences: their capital makes no name of them (evidence)."""


UNKNOWN = 8.3
"""Rarity of a word that is not in the table: in two or fewer of the papers it was made from."""


@cache
def table() -> dict[str, float]:
    """Stem, or a number or single letter as it is -> rarity."""
    return {stem: float(rarity) for rarity, stems in read("rarity").items() for stem in stems}


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


CONTEXT = " + "
"""Separates, in a rule, a phrase from those that must occur in the same paper for it to count."""

_END = ""


class Node:
    """A node in the tree of phrases: which words may follow, and whether a phrase ends here."""

    __slots__ = ("ends", "following")

    def __init__(self) -> None:
        self.following: dict[str, Node] = {}
        self.ends = False  # whether a phrase does

    def reach(self, phrase: str) -> Node:
        """The node at which a phrase ends, created if missing; each word is reachable in singular and plural."""
        node = self
        for word in split(phrase):
            same = forms(word)
            child = next((node.following[form] for form in sorted(same) if form in node.following), None) or Node()
            for form in same:
                node.following.setdefault(form, child)
            node = child
        node.ends = True
        return node

    def met(self, words: list[str]) -> Counter[Node]:
        """How often each phrase occurs; phrases may overlap ("kv cache" in "kv cache reuse")."""
        counts: Counter[Node] = Counter()
        words.append(_END)  # no phrase contains it, so a walk always ends before the list does
        for place, node in enumerate(map(self.following.get, words)):
            ahead = place
            while node is not None:
                if node.ends:
                    counts[node] += 1
                ahead += 1
                node = node.following.get(words[ahead])
        return counts
