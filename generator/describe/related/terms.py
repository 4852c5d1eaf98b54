"""A paper's signature: its heaviest terms with their weights, as one line of text.

A term is the stem of a word, "schedul" for scheduler, schedules and scheduling. terms.json says how much it weighs: how
rare it is among the abstracts that the table was made from (by tests/describe/related/make_terms.py). The table is
fixed, so no new paper ever changes an older one's signature.
"""

from __future__ import annotations

import json
import math
import string
from collections import Counter
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

MOST = 24
"""Terms in a signature. On 1,761 abstracts of all of cs, two papers of the same authors find each other hardly more
often with 32 or 48 (.535 against .54 and .57), and comparing costs by the term."""
IN_TITLE = 2
"""A title's term counts as if it stood so many more times in the abstract ..."""
OFTEN = 3
"""... where the fourth time says nothing new."""
UNKNOWN = 5
"""The weight of a term that is not in the table (a system's name, a slip of the pen), in the table's half units: half
of a rare term's, since most of them stand in one paper only."""
LONGEST = 20_000
"""Characters of a text that are looked at: ten times arXiv's own limit for abstracts."""
WORD = 30
"""The longest word, in characters: what is longer is an address or a mishap."""

_SIGNS = "‐‑‒–—…’‘“”·×•„«»≤≥±"
_BLANKS = {ord(sign): " " for sign in string.punctuation + _SIGNS}
_ROOTS = [math.sqrt(times) for times in range(IN_TITLE + OFTEN + 1)]
_INFLECTED = ("ing", "ed")
_DERIVED = (
    *("abilities", "ability", "ational", "ations", "atives", "ments", "ation", "ators", "ative", "ional", "ities"),
    *("ical", "able", "ment", "ions", "ives", "ator", "ness", "ally", "ate", "ion", "ive", "ity"),
)
_SHORT = ("er", "or", "al", "ic", "ly", "at")


@cache
def stop() -> frozenset[str]:
    """Words that tell nothing of a subject, TeX's commands, and what addresses are made of."""
    return frozenset(word for words in _read("stop.json").values() for word in words.split())


@cache
def weights() -> dict[str, int]:
    """The shipped table: term -> weight, in half units of the logarithm of how rare it is."""
    return {term: int(weight) for weight, terms in _read("terms.json")["weights"].items() for term in terms.split()}


def _read(name: str) -> Any:
    return json.loads(files("generator.describe.related").joinpath(name).read_text(encoding="utf-8"))


@lru_cache(maxsize=1 << 16)
def stem(word: str) -> str:
    """What a word, in small letters, shares with its relatives; empty where it tells nothing.

    >>> [stem(word) for word in ("schedulers", "scheduling", "quantized", "quantization", "queries", "the", "42", "5g")]
    ['schedul', 'schedul', 'quantiz', 'quantiz', 'query', '', '', '5g']
    """
    return "" if word in stop() else root(word)


@lru_cache(maxsize=1 << 16)
def root(word: str) -> str:
    """The stem of a word, in small letters, also of one that tells nothing of a subject; empty for what is no word.

    >>> root("improves"), root("improved"), root("7")
    ('improv', 'improv', '')
    """
    if not 1 < len(word) <= WORD or not any(map(str.isalpha, word)):
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
    """The word without the first of the endings that leaves `least` characters."""
    for ending in endings:
        if word.endswith(ending) and len(word) - len(ending) >= least:
            return word[: -len(ending)]
    return word


def stems(text: str) -> dict[str, int]:
    """How often each term stands in a text, in the order of their first places."""
    found = Counter(map(stem, text[:LONGEST].lower().translate(_BLANKS).split()))
    found.pop("", None)
    return found


def signature(title: str, abstract: str | None) -> str:
    """A paper's heaviest terms, heaviest first, and their weights as digits from 9 down to 1; empty without a term.

    "feder clien privac 965": the terms weigh 9, 6 and 5. Never raises; takes time linear in the texts' lengths.
    """
    weigh = weights().get
    in_title, in_abstract = stems(title), stems(abstract or "")
    weighed = [
        (-weigh(term, UNKNOWN) * _ROOTS[IN_TITLE * (term in in_title) + min(times, OFTEN)], term)
        for term, times in {**dict.fromkeys(in_title, 0), **in_abstract}.items()
    ]
    weighed.sort()
    heaviest = weighed[:MOST]
    digits = "".join(str(max(1, round(9 * weight / heaviest[0][0]))) for weight, _ in heaviest)
    return " ".join([*(term for _, term in heaviest), digits]) if heaviest else ""
