"""The terms of texts: words and short phrases that may name a subject, and texts as weights of terms."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import log, sqrt

from generator.text import tokens
from generator.text.stems import singular
from generator.text.stopwords import THEME_ENGLISH, THEME_SCHOLARLY, THEME_STOCK, THEME_VAGUE

Term = tuple[str, ...]
"""Words in lower case and singular."""
Weights = dict[int, float]
"""Number of a term -> weight; of length 1."""

MOST_WORDS = 4  # in a term
COMMON, COMMON_PHRASE = 0.2, 0.4  # share of texts above which a word, or a phrase, says nothing
PART = 0.75  # share of a term's texts that contain the same longer term: then the term is only a part of it
TITLE = 2  # weight of a mention in a title

_SIGNS = r"[.,;:!?()\[\]{}\"“”—/|]"
_BREAK = re.compile(rf"(?<!{_SIGNS}){_SIGNS}++(?=\s|$)|(?<=\s)[-–(\[{{\"“/|]+|\s[-–—]+\s|[(){{}}\[\]\"“”—/|]")
_JOINTS = frozenset(("of", "in", "to"))  # allowed within a term: chain of thought


@dataclass(frozen=True, slots=True)
class TermCounts:
    """A title and an abstract as counts of terms."""

    terms: dict[int, int]  # number of a term -> how often, with the title's mentions counted TITLE times


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a collection of texts, and those texts."""

    words: list[Term]  # by number
    shown: list[str]  # commonest spelling
    texts: list[TermCounts]
    holding: list[list[int]]  # the texts that contain each term

    def vectors(self) -> list[Weights]:
        """The texts as weights: terms frequent in a text and rare in others weigh most."""
        total = len(self.texts)
        rarity = [log(total / len(texts)) if texts else 0.0 for texts in self.holding]
        return [unit({term: (1 + log(often)) * rarity[term] for term, often in t.terms.items()}) for t in self.texts]


def unit(weights: Weights) -> Weights:
    """Weights scaled to length 1."""
    length = sqrt(sum(weight * weight for weight in weights.values()))
    return {term: weight / length for term, weight in weights.items()} if length else {}


def collect(texts: Sequence[tuple[str, str]]) -> Terms:
    """The terms that occur in enough of some (title, abstract) pairs of plain text, but not in too many."""
    runs = [(list(_runs(title)), list(_runs(abstract))) for title, abstract in texts]
    least = 2 if len(texts) < 60 else 3 + len(texts) // 2000
    known = _frequent(runs, least)
    words = sorted(known)
    numbers = {term: number for number, term in enumerate(words)}
    forms: dict[int, Counter[str]] = defaultdict(Counter)
    holding: list[list[int]] = [[] for _ in words]
    counted = []
    for place, (title, abstract) in enumerate(runs):
        counts: Counter[int] = Counter()
        for part, worth in ((title, TITLE), (abstract, 1)):
            for term, written in _terms(part, MOST_WORDS):
                number = numbers.get(term)
                if number is not None:
                    counts[number] += worth
                    forms[number][written] += 1
        for number in counts:
            holding[number].append(place)
        counted.append(TermCounts(dict(counts)))
    shown = [min(forms[number].items(), key=lambda item: (-item[1], item[0]))[0] for number in range(len(words))]
    return Terms(words, shown, counted, holding)


def _frequent(runs: Sequence[tuple[list[_Run], list[_Run]]], least: int) -> set[Term]:
    """The terms in at least `least` texts, but not in too many, that are not merely parts of longer ones.

    A phrase is counted only if its own parts are frequent.
    """
    counts: Counter[Term] = Counter()
    shorter: set[Term] | None = None
    for length in range(1, MOST_WORDS + 1):
        longer: Counter[Term] = Counter()
        for title, abstract in runs:
            longer.update(set(_of_length((*title, *abstract), length, shorter)))
        shorter = {term for term, count in longer.items() if count >= least}
        counts.update({term: longer[term] for term in shorter})
    most, most_alone = COMMON_PHRASE * len(runs), COMMON * len(runs)
    kept = {term for term, count in counts.items() if count <= (most if len(term) > 1 else most_alone)}
    kept = {term for term in kept if _speaks(term)}
    return kept - {part for term in kept for part in _parts(term) if counts[term] >= PART * counts[part]}


def _parts(term: Term) -> Iterator[Term]:
    for length in range(1, len(term)):
        for start in range(len(term) - length + 1):
            yield term[start : start + length]


_Run = list[tuple[str, str]]
"""Consecutive words of a text: (lower case and singular, as written)."""


def _runs(text: str) -> Iterator[_Run]:
    for piece in _BREAK.split(text):
        if piece:
            run = [(singular(word.lower()), word) for word in tokens.CONTRACTED.findall(piece)]
            if run:
                yield run


def _of_length(runs: Iterable[_Run], length: int, parts: set[Term] | None) -> Iterator[Term]:
    for run in runs:
        words = [word for word, _ in run]
        for start in range(len(words) - length + 1):
            term = tuple(words[start : start + length])
            if parts is None or (term[:-1] in parts and term[1:] in parts):
                yield term


def _terms(runs: Iterable[_Run], most: int) -> Iterator[tuple[Term, str]]:
    for run in runs:
        words = [word for word, _ in run]
        for start in range(len(run)):
            for end in range(start + 1, min(start + most, len(run)) + 1):
                yield tuple(words[start:end]), " ".join(word for _, word in run[start:end])


_PLAIN = frozenset(singular(word) for word in THEME_ENGLISH) | THEME_ENGLISH
_DULL = frozenset(singular(word) for word in THEME_SCHOLARLY) | THEME_SCHOLARLY | _PLAIN
_VAGUE = frozenset(singular(word) for word in THEME_VAGUE) | THEME_VAGUE


@cache
def _speaks(term: Term) -> bool:
    """Whether a term may name a subject."""
    edges = {term[0], term[-1]}
    if not edges.isdisjoint(_DULL) or not _PLAIN.isdisjoint(set(term[1:-1]) - _JOINTS):
        return False
    if " ".join(term) in THEME_STOCK or all(word.isdigit() or len(word) < 2 for word in term):
        return False
    return len(term) > 1 or (len(term[0]) > 2 and term[0] not in _VAGUE)
