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

# Text as words

COMPOUND = re.compile(r"\w+(?:[-‑’']\w+)*")
"""Words with what hyphens and apostrophes join to them (evidence)."""
CONTRACTED = re.compile(r"[^\W_]+(?:['’][a-z]+)?")
"""Words with any ending behind an apostrophe (proposed themes: themes/terms)."""

_RULE_BLANKS = {ord(sign): " " for sign in string.punctuation + "‐‑‒–—…’‘“”·×"}
_SIGNATURE_BLANKS = _RULE_BLANKS | {ord(sign): " " for sign in "•„«»≤≥±"}


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


# Words without their endings

LONGEST_WORD = 30
"""Longest word, in characters: anything longer is an address or an accident."""

_NO_PLURALS = ("ss", "us", "is")  # bus and loss are one
_HISSING = ("s", "x", "z", "sh", "ch")
_HISSING_PLURALS = ("sses", "xes", "shes", "ches")
_DERIVED = (
    *("abilities", "ability", "ational", "ations", "atives", "ments", "ation", "ators", "ative", "ional", "ities"),
    *("ical", "able", "ment", "ions", "ives", "ator", "ness", "ally", "ate", "ion", "ive", "ity"),
)
_ENDINGS = ((("ing", "ed"), 4), (_DERIVED, 4), (("er", "or", "al", "ic", "ly", "at"), 5), (("e",), 4))
"""Endings of which the first is cut, one of each kind in turn, and how many characters must be left."""
_VERB_ENDINGS = ("ies", "ing", "es", "ed", "s", "e", "y", "d")


@cache
def singular(word: str) -> str:
    """A word in lower case in the singular, for proposed themes and digests: "caches" and "cache" are one."""
    plural = len(word) > 3 and word.isalpha() and word.endswith("s") and not word.endswith(_NO_PLURALS)
    return word[:-1] if plural else word


def forms(word: str) -> set[str]:
    """A word in singular and plural, for theme rules: kernels, batches and policies find kernel, batch and policy.

    Forms that no text contains ("gpuses") do no harm; "bus" and "loss" are not plurals.
    """
    if len(word) < 3 or not word.isalpha():
        return {word}
    if word.endswith("ies") and len(word) > 4:
        return {word, word[:-3] + "y", word[:-1]}
    if word.endswith(_HISSING_PLURALS):
        return {word, word[:-2], word[:-1]}
    if word.endswith("s") and not word.endswith(_NO_PLURALS):
        return {word, word[:-1]}
    plural = word + ("es" if word.endswith(_HISSING) else "s")
    return {word, plural, word[:-1] + "ies"} if word.endswith("y") else {word, plural}


def uninflected(word: str) -> str:
    """A word in lower case without its ending as a verb or plural, for evidence: "proposes" -> "propos"."""
    return next((word.removesuffix(ending) for ending in _VERB_ENDINGS if word.endswith(ending)), word)


@lru_cache(maxsize=1 << 16)
def root(word: str) -> str:
    """The stem of a word in lower case, stop words included, which relatives share; empty for anything but a word.

    >>> root("improves"), root("improved"), root("7")
    ('improv', 'improv', '')
    """
    if not 1 < len(word) <= LONGEST_WORD or not any(map(str.isalpha, word)):
        return ""
    if not (word.isascii() and word.isalpha()):
        return word
    if len(word) > 5 and word.endswith("ies"):
        word = word[:-3] + "y"
    elif len(word) > 3 and word.endswith("s") and not word.endswith(_NO_PLURALS):
        word = word[:-1]
    for endings, least in _ENDINGS:
        cut = (len(ending) for ending in endings if word.endswith(ending) and len(word) - len(ending) >= least)
        word = word[: len(word) - next(cut, 0)]
    return word


# Lists of words, in JSON files that people can read and edit


def read(name: str) -> dict[str, tuple[str, ...]]:
    """The words by use, from wordlists/NAME.json; words are separated by commas."""
    data: Any = json.loads(files("daybook.text").joinpath("wordlists", f"{name}.json").read_text(encoding="utf-8"))
    return {use: tuple(" ".join(lines).split(", ")) for use, lines in data.items()}


_LISTS = {use: frozenset(words) for use, words in read("stopwords").items()}
THEME_ENGLISH = _LISTS["themes: English"]
"""Words that stand in no phrase of a proposed theme."""
THEME_SCHOLARLY = _LISTS["themes: language of papers"]
"""Words that neither make, begin nor end such a phrase."""
THEME_VAGUE = _LISTS["themes: vague alone"]
"""Words that say too little alone, and enough in company ("low" in low rank)."""
SIGNATURE = frozenset[str]().union(*(words for use, words in _LISTS.items() if use.startswith("signatures: ")))
"""Words that are no term of a paper's signature: English, the language of papers, addresses, TeX and HTML."""
SENTENCE_OPENERS = _LISTS["evidence: sentence openers"]
"""Words that begin sentences: their capital makes no name of them (evidence)."""

# How rare words are in the titles and abstracts of arXiv

# The natural logarithm of 8,095 / 2.
UNKNOWN = 8.3
"""Rarity of a word that is not in the table: in two or fewer of the papers it was made from."""


@cache
def table() -> dict[str, float]:
    """Stem, or a number or single letter as it is -> rarity.

    wordlists/rarity.json has the stems that occur in at least 3 of 8,095 papers of all categories, about 50 of each;
    tests/tools/make_rarity.py makes it. The table is fixed: no new paper changes what an older one weighs.
    """
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


# Phrases. A text is split once and its phrases are looked up word by word, so the cost grows with the length of the
# text and hardly with the number of phrases. No regular expressions: no text can make it slow, and none makes it raise.

CONTEXT = " + "
"""Separates, in a rule, a phrase from those that must occur in the same paper for it to count."""


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
        words.append("")  # no phrase contains it, so a walk always ends before the list does
        for place, node in enumerate(map(self.following.get, words)):
            ahead = place
            while node is not None:
                if node.ends:
                    counts[node] += 1
                ahead += 1
                node = node.following.get(words[ahead])
        return counts
