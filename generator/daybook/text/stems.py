"""Words without their endings: one way per use, side by side.

singular           proposed themes, digests: one spelling for both numbers; "bus" and "loss" stay
forms              theme rules: every spelling of a word in singular and plural
uninflected        evidence: a word without the ending of a verb or plural
root               related papers: what relatives share, "schedul" of scheduler and scheduling

They differ on purpose: stored signatures, themes and cards depend on each of them to the letter.
"""

from __future__ import annotations

from functools import cache, lru_cache

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
