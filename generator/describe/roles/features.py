"""What the roles of sentences are told by: the words of each, and numbers of its form, place and share of the whole.

No word is listed by hand: the table of weights has those that abstracts of most arXiv categories use, single and in
pairs. Rarities of words are those of text/rarity.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain

from generator.text.rarity import rarity

ROLES = "BGWMRC"
"""Background, gap, what the paper does, method, result, conclusion: a letter a role."""

_WORD = re.compile(r"[^\W\d_]+(?:'[a-z]+)?|\d[\d.,]*%?|[%<>=≤≥≈~±×→]")
_WHO = {"we": "we", "i": "we", "authors": "we", "paper": "paper", "study": "paper", "work": "paper", "article": "paper",
        "results": "results"}  # fmt: skip
_ADVERBS = frozenset(
    {"also", "then", "first", "further", "here", "thus", "therefore", "hence", "next", "now", "instead"}
)
_COMPARED = re.compile(r"[=<>≤≥≈∼]")
_FORMULA = re.compile(r"[\^_√∑∫]")
_CAPITAL = re.compile(r" [^\W\d_a-z]")


def tokens(text: str) -> list[str]:
    """The words of a plain text in lower case; "#" for a number, "#%" for a percentage."""
    return [
        ("#%" if word.endswith("%") else "#") if word[0].isdigit() else word for word in _WORD.findall(text.lower())
    ]


def terms(words: Sequence[str]) -> Iterator[str]:
    """What the words of a sentence may have weights as: each word, each pair of neighbours ("^" before the first), and
    who does what: "we>show" for "we also clearly show"."""
    before = "^"
    for word in words:
        yield word
        yield f"{before} {word}"
        before = word
    for place, word in enumerate(words):
        if word in _WHO:
            follows = (w for w in words[place + 1 : place + 5] if w not in _ADVERBS and not w.endswith("ly"))
            yield f"{_WHO[word]}>{next(follows, '')}"


def form(title: Sequence[str], body: Sequence[str], words: Sequence[Sequence[str]]) -> list[list[float]]:
    """Numbers of each sentence of an abstract, about from 0 to 1. `title`, `words`: tokens of title and sentences."""
    count = len(body)
    sets = [{word for word in said if len(word) > 2} for said in words]
    titled = {word for word in title if len(word) > 2}
    known = {word: rarity(word) for word in titled.union(*sets)}
    times = Counter(chain.from_iterable(sets))
    rare = known.__getitem__
    square = {word: value * value for word, value in known.items()}.__getitem__
    weight = {word: square(word) * number for word, number in times.items()}.__getitem__
    length = math.sqrt(sum([weight(word) * number for word, number in times.items()])) or 1.0
    central = [sum(map(weight, whole)) / ((math.sqrt(sum(map(square, whole))) or 1.0) * length) for whole in sets]
    named = sum(map(rare, titled)) or 1.0
    shared = [sum(map(rare, whole & titled)) / named for whole in sets]
    most_central, most_shared = max(central) or 1.0, max(shared) or 1.0
    seen: set[str] = set()
    rows: list[list[float]] = []
    for place, (said, whole) in enumerate(zip(body, sets, strict=True)):
        at = place / (count - 1) if count > 1 else 0.5
        size, total = len(words[place]), sum(map(rare, whole)) or 1.0
        long = math.log(size + 1) / 3
        percentages = words[place].count("#%")
        numbers = words[place].count("#") + percentages
        new = sum(map(rare, whole - seen)) / total
        seen |= whole
        rows.append([
            1.0, at, at**2, at**3, place == 0, place == 1, place == 2, place == count - 1, place == count - 2,
            place == count - 3, count == 1, count / 10, long, long**2, size < 8, size > 35, size > 50,
            numbers > 0, numbers > 1, numbers > 3, percentages > 0 or "%" in said, "(" in said, ":" in said,
            ";" in said, "?" in said, '"' in said or "“" in said, "http" in said, said.count(",") / 5,
            shared[place], shared[place] / most_shared, shared[place] == most_shared,
            central[place], central[place] / most_central, central[place] == most_central,
            new, new * at, total / (len(whole) or 1) / 4, _COMPARED.search(said) is not None,
            _FORMULA.search(said) is not None, len(_CAPITAL.findall(said)) / (size + 1), said[:1].islower(),
        ])  # fmt: skip
    return rows
