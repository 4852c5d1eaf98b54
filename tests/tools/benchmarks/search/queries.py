"""Queries of all kinds, drawn from an archive's own papers: the same ones each time."""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from tests.search.terms import Record
from tests.tools.benchmarks.search.records import surfaces

FACETS = ("category", "theme", "type", "year", "code", "withdrawn", "badge")
FIXED = (
    "C++", "c++ ", "C#", "k-means", "k-means ", "kmeans", '"k means"', "k-mean", "-k-means learning", "C++ -k-means",
)  # fmt: skip
TEX = (
    "O(n)", "$O(n \\log n)$", "\\alpha", "x^2", "\\mathcal{O}", "\\epsilon-greedy", "\\mathbb{R}^n", "$n$", "\\beta",
    "log n",
)  # fmt: skip
GREEK = ("λ", "ε", "alpha", "β-", "μ*", "lambda", "ϵ-approximation", "δ", "Ω(n)", "σ-algebra")
NUMBERS = ("1,000", "1000", "3.5", "2.0", "100", "95%", "10x", "2", "16-bit", "99.9")
IDS = ("{0}", "{0}v2", "arXiv:{0}", "https://arxiv.org/abs/{0}v1", "arxiv.org/pdf/{0}.pdf", "10.48550/arXiv.{0}")
DOIS = ("{0}", "doi:{0}", "https://doi.org/{0}", "http://dx.doi.org/{0}", "DOI: {0}")
SHARE = {
    "word": 30, "two words": 30, "three words": 30, "prefix": 25, "phrase": 30, "exclusion": 25, "author": 20, "id": 30,
    "DOI": 10, "date": 15, "hyphen": 15, "number": 10, "C++, k-means": 10, "Greek": 10, "TeX": 10,
}  # fmt: skip
"""How many queries of each kind; 300 together."""


class Query(NamedTuple):
    """A query. `names`: the number of the paper that it names, whose place in the results is the first."""

    kind: str
    text: str
    filters: Mapping[str, Sequence[str]]
    names: int | None = None


def drawn(records: Sequence[Record], seed: int = 12) -> Iterator[Query]:
    """The queries. Every second one has a filter or two, values of a paper of its own kind."""
    dice = random.Random(seed)
    for kind, share in SHARE.items():
        make = {"id": _ids, "DOI": _dois}.get(kind, partial(_unnamed, kind))
        for at, (text, number) in enumerate(make(records, dice, share)):
            yield Query(kind, text, _filters(records, dice) if at % 2 else {}, number)


def _unnamed(kind: str, records: Sequence[Record], dice: random.Random, share: int) -> Iterator[tuple[str, None]]:
    return ((text, None) for text in texts(kind, records, dice, share))


def texts(kind: str, records: Sequence[Record], dice: random.Random, share: int) -> list[str]:
    """Queries of a kind that are neither ids nor DOIs."""
    fixed = {"C++, k-means": FIXED, "TeX": TEX, "Greek": GREEK, "number": NUMBERS}.get(kind)
    if fixed:
        return list(fixed[:share])
    if kind == "date":
        return [_date(dice.choice(records).date, form) for form in range(share)]
    if kind == "hyphen":
        compounds = sorted({w for r in records[:: max(1, len(records) // 3000)] for w in surfaces(r.title) if "-" in w})
        return dice.sample(compounds, min(share, len(compounds)))
    return [_MAKERS[kind](_words(records, dice), dice, records) for _ in range(share)]


def _words(records: Sequence[Record], dice: random.Random) -> list[str]:
    """The words of a paper's title or abstract: at least six, next to each other as they stand."""
    for _ in range(1000):
        paper = dice.choice(records)
        found = surfaces(dice.choice((paper.title, paper.abstract)))
        if len(found) >= 6:
            return found
    return ["no", "paper", "has", "so", "many", "words"]


def _many(count: int) -> Callable[[list[str], random.Random, Sequence[Record]], str]:
    return lambda words, dice, _: " ".join(dice.sample(words, count)) + dice.choice(("", " "))


def _prefix(words: list[str], dice: random.Random, _: Sequence[Record]) -> str:
    word = max(dice.sample(words, 3), key=len)
    beginning = word[: dice.randrange(3, max(4, len(word)))]
    other = dice.choice(words)
    return dice.choice((beginning, f"{beginning}*", f"{other} {beginning}", f"{beginning}* {other}"))


def _phrase(words: list[str], dice: random.Random, _: Sequence[Record]) -> str:
    length = dice.choice((2, 2, 3, 4))
    start = dice.randrange(len(words) - length)
    phrase = '"' + " ".join(words[start : start + length]) + '"'
    return dice.choice((phrase, phrase, f"{dice.choice(words)} {phrase}"))


def _exclusion(words: list[str], dice: random.Random, records: Sequence[Record]) -> str:
    other = _words(records, dice)
    barred = dice.choice((other[0], other[1], f'"{other[0]} {other[1]}"', f"{other[2][:4]}*"))
    wanted = " ".join(dice.sample(words, 2))
    return dice.choice((f"{dice.choice(words)} -{barred}", f"-{barred} {wanted}", f"-{barred}"))


def _author(_: list[str], dice: random.Random, records: Sequence[Record]) -> str:
    names = [name for paper in dice.sample(records, min(400, len(records))) for name in paper.authors]
    accented = [name for name in names if not name.isascii()]
    name: str = dice.choice(accented or names)
    bare = "".join(sign for sign in unicodedata.normalize("NFKD", name) if not unicodedata.combining(sign))
    given, family = bare.rpartition(" ")[::2]
    return dice.choice((bare, bare.lower(), family, f"{family}, {given}", f'"{bare}"'))


_MAKERS = {
    "word": _many(1), "two words": _many(2), "three words": _many(3), "prefix": _prefix, "phrase": _phrase,
    "exclusion": _exclusion, "author": _author,
}  # fmt: skip


def _date(date: str, form: int) -> str:
    return (date, date[:7], date[:4])[form % 3]


def _ids(records: Sequence[Record], dice: random.Random, share: int) -> Iterator[tuple[str, int | None]]:
    held = [number for number, paper in enumerate(records) if paper.ids and not paper.ids[0].startswith("10.")]
    for number in dice.sample(held, min(share // len(IDS), len(held))):
        yield from ((form.format(records[number].ids[0]), number) for form in IDS)


def _dois(records: Sequence[Record], dice: random.Random, share: int) -> Iterator[tuple[str, int | None]]:
    held = [(number, doi) for number, paper in enumerate(records) for doi in paper.ids if doi.startswith("10.")]
    for at, (number, doi) in enumerate(dice.sample(held, min(share, len(held)))):
        yield DOIS[at % len(DOIS)].format(doi), number


def _filters(records: Sequence[Record], dice: random.Random) -> dict[str, list[str]]:
    """One or two values of one or two facets."""
    found: dict[str, list[str]] = {}
    for facet in dice.sample((*FACETS[:5], "author"), dice.choice((1, 1, 2))):
        papers = dice.sample(records, min(60, len(records)))
        column = "authors" if facet == "author" else facet
        values: list[str] = [value for paper in papers for value in getattr(paper, column)]
        if values:
            found[facet] = sorted({dice.choice(values), dice.choice(values)})
    return found
