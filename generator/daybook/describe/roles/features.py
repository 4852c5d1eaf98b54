"""What the roles of sentences are told by: the words of each, and numbers of its form, place and share of the whole.

No word is listed by hand: the table of weights has those that abstracts of most arXiv categories use, single and in
pairs. How much of the title a sentence shares is weighed by how rare its words are (text/rarity).
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from itertools import pairwise

from daybook.text.rarity import rarity

ROLES = "BGWMRC"
"""Background, gap, what the paper does, method, result, conclusion: a letter a role."""

_WORD = re.compile(r"[^\W\d_]+(?:'[a-z]+)?|[0-9][0-9.,]*%?|[%<>=≤≥≈~±×→]")
_WHO = {"we": "we", "i": "we", "authors": "we", "paper": "paper", "study": "paper", "work": "paper", "article": "paper",
        "results": "results"}  # fmt: skip
_ADVERBS = frozenset(
    {"also", "then", "first", "further", "here", "thus", "therefore", "hence", "next", "now", "instead"}
)
_DIGIT = re.compile(r"[0-9]")
_COMPARED = re.compile(r"[=<>≤≥≈∼]")
_FORMULA = re.compile(r"[\^_√∑∫]")
_CAPITAL = re.compile(r" [^\W\d_a-z]")


def tokens(text: str) -> list[str]:
    """The words of a plain text in lower case; "#" for a number, "#%" for a percentage."""
    words = _WORD.findall(text.lower())
    if not _DIGIT.search(text):
        return words
    return [word if not _DIGIT.match(word) else "#%" if word[-1] == "%" else "#" for word in words]


def terms(words: Sequence[str]) -> list[str]:
    """What the words of a sentence may have weights as: each word, each pair of neighbours ("^" before the first), and
    who does what: "we>show" for "we also clearly show"."""
    deeds = []
    for place in [place for place, word in enumerate(words) if word in _WHO]:
        follows = (word for word in words[place + 1 : place + 5] if word not in _ADVERBS and not word.endswith("ly"))
        deeds.append(f"{_WHO[words[place]]}>{next(follows, '')}")
    return [*words, *map(" ".join, pairwise(("^", *words))), *deeds]


def form(title: Sequence[str], body: Sequence[str], words: Sequence[Sequence[str]]) -> list[list[float]]:
    """Numbers of each sentence of an abstract, about from 0 to 1. `title`, `words`: tokens of title and sentences."""
    count = len(body)
    rare = {word: rarity(word) for word in title if len(word) > 2}
    named = sum(rare.values()) or 1.0
    # In the title's order: sums of the same numbers differ by their order, and a set's differs from run to run.
    shared = [sum([value for word, value in rare.items() if word in said]) / named for said in map(set, words)]
    most = max(shared) or 1.0
    rows: list[list[float]] = []
    for place, said in enumerate(body):
        at, size = place / (count - 1) if count > 1 else 0.5, len(words[place])
        long, percentages = math.log(size + 1) / 3, words[place].count("#%")
        numbers = words[place].count("#") + percentages
        rows.append([
            1.0, at, at**2, at**3, place == 0, place == 1, place == 2, place == count - 1, place == count - 2,
            place == count - 3, count == 1, count / 10, long, long**2, size < 8, size > 35, size > 50,
            numbers > 0, numbers > 1, numbers > 3, percentages > 0 or "%" in said, "(" in said, ":" in said,
            ";" in said, "?" in said, '"' in said or "“" in said, "http" in said, said.count(",") / 5,
            shared[place], shared[place] / most, shared[place] == most,
            _COMPARED.search(said) is not None,
            _FORMULA.search(said) is not None, len(_CAPITAL.findall(said)) / (size + 1), said[:1].islower(),
        ])  # fmt: skip
    return rows
