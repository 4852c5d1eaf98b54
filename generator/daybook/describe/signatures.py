"""A paper's terms, and its signature: the heaviest of them with their weights, as one line of text.

A term is the stem of a word, "schedul" for scheduler, schedules and scheduling. It weighs as much as it is rare in all
of arXiv, and not in the archive: else days would move lists. (Of 8,095 papers of all fields two of one author are found
as often by weights counted in the archive; of those in cs and in astro-ph, .175 and .354 against .196 and .430.)

A page carries the signature, packed, for a reader's browser to compare papers by (overrides/assets/foryou.js). Browsers
keep those of starred papers for years: so it depends on nothing but the paper's own words and the shipped table of
rarities, and its form never changes.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from operator import mul, neg
from zlib import crc32

from daybook.text import vocabulary
from daybook.text.vocabulary import SIGNATURE, root

MOST_TERMS = 24
"""Terms in a signature. On 1,761 abstracts of all of cs, two papers of the same authors find each other hardly more
often with 32 or 48 (.535 against .54 and .57), and comparing costs by the term."""
IN_TITLE, OFTEN = 2, 3  # a term of the title counts as so many mentions in the abstract; the fourth there says no more
LONGEST = 20_000  # characters of a text that are read: ten times arXiv's own limit for abstracts
HEAVIEST = 10  # weight of all that is rarer than one paper in 150 (2 ln 150): rarer words tell no more of a subject
UNKNOWN = 5  # weight of a term not in the table (a system's name, a typing error): most occur in one paper only
MOST = 40
"""Terms in a signature on a page. Of the papers that two readers gave a theme, .70 of the first five after five stars
are right, with 24 terms .66, with 48 .72."""
PLACES, WEIGHTS = 29_127, 9
"""Into so many numbers terms are hashed: what three base64 digits hold, divided by the nine weights. Two different
terms meet in one of them by chance: once for every 18 pairs of papers, each meeting weighing like one shared term."""
DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
"""Base64 as in addresses: none of them needs a quote in HTML."""
_ROOTS = {str(times): math.sqrt(times) for times in range(IN_TITLE + OFTEN + 1)}


@lru_cache(maxsize=1 << 16)
def term_of(word: str) -> str:
    """The term of a word in lower case, shared with its relatives; empty for a stop word or a number.

    >>> [term_of(word) for word in ("schedulers", "scheduling", "quantized", "quantization", "the", "42", "5g")]
    ['schedul', 'schedul', 'quantiz', 'quantiz', '', '', '5g']
    """
    return "" if word in SIGNATURE else root(word)


def terms_of(text: str) -> set[str]:
    """The terms of a text."""
    return set(_each(text)) - {""}


def _each(text: str) -> Iterator[str]:
    """The term of each word of a text; empty for a stop word."""
    return map(term_of, vocabulary.of_signature(text[:LONGEST]))


def line(title: str, abstract: str | None) -> str:
    """All terms of a paper, and for each how often it counts, as digits: "feder clien privac 531". Empty: none."""
    times = dict.fromkeys(_each(title), IN_TITLE)
    for term, count in Counter(_each(abstract or "")).items():
        times[term] = times.get(term, 0) + (count if count < OFTEN else OFTEN)
    times.pop("", None)
    return " ".join([*times, "".join(map(str, times.values()))]) if times else ""


@lru_cache(maxsize=1 << 16)
def weight(term: str) -> int:
    """What a term weighs, in half units of the logarithm of how rare it is: 1 to HEAVIEST."""
    rare = vocabulary.table().get(term)
    return UNKNOWN if rare is None else min(HEAVIEST, max(1, round(2 * rare)))


def signature(line: str, weigh: Callable[[str], int], most: int = MOST_TERMS) -> str:
    """The `most` heaviest terms of a paper's line, heaviest first, and their weights as digits from 9 down to 1. "feder
    clien privac 965": the terms weigh 9, 6 and 5. Empty for an empty line."""
    *terms, digits = line.split(" ")
    weights = map(mul, map(weigh, terms), map(_ROOTS.__getitem__, digits))
    heaviest = sorted(zip(map(neg, weights), terms, strict=bool(terms)))[:most]
    digits = "".join([str(max(1, round(9 * weight / heaviest[0][0]))) for weight, _ in heaviest])
    return " ".join([*(term for _, term in heaviest), digits]) if heaviest else ""


def of(title: str, abstract: str | None) -> str:
    """The signature of a paper by its words as received: three characters for each of its heaviest terms, heaviest
    first; empty where it has none. Three characters are a number in base64, the first digit highest: nine times the
    term's place, plus its weight less one, from 8 for the heaviest down to 0."""
    *heaviest, weights = signature(line(title, abstract), weight, MOST).split(" ")
    return "".join(map(_packed, heaviest, weights))


def place(term: str) -> int:
    """What a term is hashed to, from 0 to PLACES - 1."""
    return crc32(term.encode(errors="surrogatepass")) % PLACES


@lru_cache(maxsize=1 << 16)
def _packed(term: str, weight: str) -> str:
    number = place(term) * WEIGHTS + int(weight) - 1
    return DIGITS[number >> 12] + DIGITS[number >> 6 & 63] + DIGITS[number & 63]
