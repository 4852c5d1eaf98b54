"""A paper's signature: its heaviest terms with their weights, as one line of text.

A term is the stem of a word, "schedul" for scheduler, schedules and scheduling. terms.json gives its weight: how rare
it is among the abstracts that the table was made from (by tests/describe/related/make_terms.py). The table is fixed, so
a new paper never changes an older one's signature.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from generator.text import tokens
from generator.text.stems import root
from generator.text.stopwords import SIGNATURE

MOST = 24
"""Terms in a signature. On 1,761 abstracts of all of cs, two papers of the same authors find each other hardly more
often with 32 or 48 (.535 against .54 and .57), and comparing costs by the term."""
IN_TITLE = 2
"""A term of the title counts as so many more mentions in the abstract ..."""
OFTEN = 3
"""... of which the fourth says nothing new."""
UNKNOWN = 5
"""Weight of a term that is not in the table (a system's name, a typing error), in the table's half units: half that of
a rare term, since most occur in one paper only."""
LONGEST = 20_000
"""How much of a text is read, in characters: ten times arXiv's own limit for abstracts."""

_ROOTS = [math.sqrt(times) for times in range(IN_TITLE + OFTEN + 1)]


@cache
def weights() -> dict[str, int]:
    """The shipped table: term -> weight, in half units of the logarithm of how rare it is."""
    data: Any = json.loads(files("generator.describe.related").joinpath("terms.json").read_text(encoding="utf-8"))
    return {term: int(weight) for weight, terms in data["weights"].items() for term in terms.split()}


@lru_cache(maxsize=1 << 16)
def term_of(word: str) -> str:
    """The term of a word in lower case, shared with its relatives; empty for a stop word or a number.

    >>> [term_of(word) for word in ("schedulers", "scheduling", "quantized", "quantization", "the", "42", "5g")]
    ['schedul', 'schedul', 'quantiz', 'quantiz', '', '', '5g']
    """
    return "" if word in SIGNATURE else root(word)


def frequencies(text: str) -> dict[str, int]:
    """How often each term occurs in a text, in the order of first occurrence."""
    counts = Counter(map(term_of, tokens.of_signature(text[:LONGEST])))
    counts.pop("", None)
    return counts


def signature(title: str, abstract: str | None) -> str:
    """A paper's heaviest terms, heaviest first, and their weights as digits from 9 down to 1; empty without a term.

    "feder clien privac 965": the terms weigh 9, 6 and 5. Never raises; takes time linear in the texts' lengths.
    """
    weigh = weights().get
    in_title, in_abstract = frequencies(title), frequencies(abstract or "")
    weighed = [
        (-weigh(term, UNKNOWN) * _ROOTS[IN_TITLE * (term in in_title) + min(times, OFTEN)], term)
        for term, times in {**dict.fromkeys(in_title, 0), **in_abstract}.items()
    ]
    weighed.sort()
    heaviest = weighed[:MOST]
    digits = "".join(str(max(1, round(9 * weight / heaviest[0][0]))) for weight, _ in heaviest)
    return " ".join([*(term for _, term in heaviest), digits]) if heaviest else ""
