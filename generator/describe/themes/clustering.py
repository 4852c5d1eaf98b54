"""Texts in groups of one subject each: seeds are terms whose texts are alike, and each text joins the nearest group."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from generator.describe.themes.terms import Terms, Vector, unit

ROUNDS = 6
WITNESSES = 60  # texts that show how alike all texts of a term are
CANDIDATES = 1500  # terms that may be seeds
LONE = 0.5  # what a word alone is worth as a seed, beside a phrase: it has more meanings
LONGEST = 150  # terms that a centre keeps


@dataclass(frozen=True, slots=True)
class Group:
    """Texts of one subject."""

    seed: int  # the term it grew from
    texts: list[int]  # nearest to its centre first


def find(terms: Terms, wanted: int) -> list[Group]:
    """At most `wanted` groups, the largest first. Texts that are near to none are in none."""
    vectors = terms.vectors()
    seeds = _seeds(terms, vectors, wanted)
    centres = [_centre([vectors[text] for text in terms.holding[seed]]) for seed in seeds]
    members = _nearest(vectors, centres)
    for _ in range(ROUNDS):
        centres = [_centre([vectors[text] for text in held]) for held in members]
        before, members = members, _nearest(vectors, centres)
        if members == before:
            break
    found = [Group(seed, held) for seed, held in zip(seeds, members, strict=True) if len(held) > 1]
    return sorted(found, key=lambda group: (-len(group.texts), group.seed))


def _centre(vectors: Sequence[Vector]) -> Vector:
    """The direction of all these vectors together, by its heaviest terms."""
    total: dict[int, float] = defaultdict(float)
    for vector in vectors:
        for term, weight in vector.items():
            total[term] += weight
    heaviest = sorted(total.items(), key=lambda item: (-item[1], item[0]))[:LONGEST]
    return unit(dict(heaviest))


def _nearest(vectors: Sequence[Vector], centres: Sequence[Vector]) -> list[list[int]]:
    """The texts nearest to each centre, the nearest first."""
    near: dict[int, list[tuple[int, float]]] = defaultdict(list)
    for number, centre in enumerate(centres):
        for term, weight in centre.items():
            near[term].append((number, weight))
    found: list[list[tuple[float, int]]] = [[] for _ in centres]
    for text, vector in enumerate(vectors):
        likeness = [0.0] * len(centres)
        for term, weight in vector.items():
            for number, other in near.get(term, ()):
                likeness[number] += weight * other
        best = max(likeness, default=0.0)
        if best > 0:
            found[likeness.index(best)].append((-best, text))
    return [[text for _, text in sorted(held)] for held in found]


def _seeds(terms: Terms, vectors: Sequence[Vector], wanted: int) -> list[int]:
    """The terms to begin with, one by one: each as frequent and as telling as can be beside those before it."""
    telling = {
        term: _likeness(term, terms, vectors) * (1.0 if len(terms.words[term]) > 1 else LONE)
        for term in _candidates(terms, len(vectors), wanted)
    }
    covered = [0.0] * len(vectors)
    seeds: list[int] = []
    while len(seeds) < wanted and telling:
        gain = {t: value * sum(1 - covered[text] for text in terms.holding[t]) for t, value in telling.items()}
        best = max(gain, key=lambda term: (gain[term], -term))
        if gain[best] <= 0:
            break
        seeds.append(best)
        del telling[best]
        _cover(covered, terms.holding[best], vectors)
    return seeds


def _candidates(terms: Terms, total: int, wanted: int) -> list[int]:
    least = max(3, total // (10 * wanted))
    fit = [term for term, held in enumerate(terms.holding) if len(held) >= least]
    return sorted(fit, key=lambda term: (-len(terms.holding[term]) * len(terms.words[term]), term))[:CANDIDATES]


def _likeness(term: int, terms: Terms, vectors: Sequence[Vector]) -> float:
    """How alike the texts of a term are besides the term itself: the mean cosine of two of them."""
    held = terms.holding[term]
    step = -(-len(held) // WITNESSES)
    own = set(terms.words[term])
    total: dict[int, float] = defaultdict(float)
    alone = 0.0
    count = 0
    for text in held[::step]:
        count += 1
        for other, weight in vectors[text].items():
            if own.isdisjoint(terms.words[other]):
                total[other] += weight
                alone += weight * weight
    together = sum(weight * weight for weight in total.values())
    return (together - alone) / (count * (count - 1)) if count > 1 else 0.0


def _cover(covered: list[float], held: Sequence[int], vectors: Sequence[Vector]) -> None:
    """Note how near every text is to those of a new seed."""
    centre = _centre([vectors[text] for text in held])
    near = [sum(weight * centre.get(term, 0.0) for term, weight in vector.items()) for vector in vectors]
    usual = sum(near[text] for text in held) / len(held)
    for text, likeness in enumerate(near):
        covered[text] = max(covered[text], min(1.0, likeness / usual)) if usual else covered[text]
    for text in held:
        covered[text] = 1.0
