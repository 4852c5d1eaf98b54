"""Clusters of texts on one subject: seeds are terms whose texts are alike, and each text joins the nearest cluster."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from generator.describe.themes.terms import Terms, Weights, unit

ROUNDS = 6
WITNESSES = 60  # texts sampled to see how alike all texts of a term are
CANDIDATES = 1500  # terms that may be seeds
LONE = 0.5  # worth of a single word as a seed relative to a phrase: it has more meanings
LONGEST = 150  # terms kept of a centre


@dataclass(frozen=True, slots=True)
class Cluster:
    """Texts on one subject."""

    seed: int  # the term it grew from
    texts: list[int]  # nearest to its centre first


def find(terms: Terms, wanted: int) -> list[Cluster]:
    """At most `wanted` clusters, the largest first. A text near none of them is in none."""
    vectors = terms.vectors()
    seeds = _seeds(terms, vectors, wanted)
    centres = [_centre([vectors[text] for text in terms.holding[seed]]) for seed in seeds]
    members = _nearest(vectors, centres)
    for _ in range(ROUNDS):
        centres = [_centre([vectors[text] for text in texts]) for texts in members]
        before, members = members, _nearest(vectors, centres)
        if members == before:
            break
    clusters = [Cluster(seed, texts) for seed, texts in zip(seeds, members, strict=True) if len(texts) > 1]
    return sorted(clusters, key=lambda cluster: (-len(cluster.texts), cluster.seed))


def _centre(vectors: Sequence[Weights]) -> Weights:
    """The common direction of some vectors, by its heaviest terms."""
    total: dict[int, float] = defaultdict(float)
    for vector in vectors:
        for term, weight in vector.items():
            total[term] += weight
    heaviest = sorted(total.items(), key=lambda item: (-item[1], item[0]))[:LONGEST]
    return unit(dict(heaviest))


def _nearest(vectors: Sequence[Weights], centres: Sequence[Weights]) -> list[list[int]]:
    """The texts nearest to each centre, the nearest first."""
    near: dict[int, list[tuple[int, float]]] = defaultdict(list)
    for number, centre in enumerate(centres):
        for term, weight in centre.items():
            near[term].append((number, weight))
    members: list[list[tuple[float, int]]] = [[] for _ in centres]
    for text, vector in enumerate(vectors):
        likeness = [0.0] * len(centres)
        for term, weight in vector.items():
            for number, other in near.get(term, ()):
                likeness[number] += weight * other
        best = max(likeness, default=0.0)
        if best > 0:
            members[likeness.index(best)].append((-best, text))
    return [[text for _, text in sorted(texts)] for texts in members]


def _seeds(terms: Terms, vectors: Sequence[Weights], wanted: int) -> list[int]:
    """The terms to start from, one by one: each as frequent and as telling as possible given those before it."""
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
    fit = [term for term, texts in enumerate(terms.holding) if len(texts) >= least]
    return sorted(fit, key=lambda term: (-len(terms.holding[term]) * len(terms.words[term]), term))[:CANDIDATES]


def _likeness(term: int, terms: Terms, vectors: Sequence[Weights]) -> float:
    """How alike the texts of a term are apart from the term itself: the mean cosine of two of them."""
    texts = terms.holding[term]
    step = -(-len(texts) // WITNESSES)
    own = set(terms.words[term])
    total: dict[int, float] = defaultdict(float)
    alone = 0.0
    count = 0
    for text in texts[::step]:
        count += 1
        for other, weight in vectors[text].items():
            if own.isdisjoint(terms.words[other]):
                total[other] += weight
                alone += weight * weight
    together = sum(weight * weight for weight in total.values())
    return (together - alone) / (count * (count - 1)) if count > 1 else 0.0


def _cover(covered: list[float], texts: Sequence[int], vectors: Sequence[Weights]) -> None:
    """Update in `covered` how near every text is to those of a new seed."""
    centre = _centre([vectors[text] for text in texts])
    near = [sum(weight * centre.get(term, 0.0) for term, weight in vector.items()) for vector in vectors]
    usual = sum(near[text] for text in texts) / len(texts)
    for text, likeness in enumerate(near):
        covered[text] = max(covered[text], min(1.0, likeness / usual)) if usual else covered[text]
    for text in texts:
        covered[text] = 1.0
