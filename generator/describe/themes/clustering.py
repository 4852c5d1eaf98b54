"""Clusters of texts on one subject: seeds are terms whose texts are alike, and each text joins the nearest cluster."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from generator.describe.themes.terms import Matrix, Terms, unit

ROUNDS = 6
LONE = 0.5  # worth of a single word as a seed relative to a phrase: it has more meanings


def find(terms: Terms, wanted: int) -> list[list[int]]:
    """At most `wanted` clusters as numbers of texts, the largest first. A text near none of them is in none."""
    vectors = terms.vectors()
    members = [np.flatnonzero(terms.counts[:, seed]) for seed in _seeds(terms, vectors, wanted)]
    for _ in range(ROUNDS if members else 0):
        centres = unit(np.stack([vectors[texts].sum(axis=0) for texts in members]))
        likeness = np.round(vectors @ centres.T, 5)
        nearest = np.where(likeness.max(axis=1) > 0, likeness.argmax(axis=1), -1)
        members = [np.flatnonzero(nearest == number) for number in range(len(members))]
    clusters = [[int(text) for text in texts] for texts in members if len(texts) > 1]
    return sorted(clusters, key=lambda texts: (-len(texts), texts))


def _seeds(terms: Terms, vectors: Matrix, wanted: int) -> Iterator[int]:
    """The terms to start from, one by one: each as frequent and as telling as possible given those before it."""
    having = (terms.counts > 0).astype(np.float32)
    number = having.sum(axis=0)
    sums = having.T @ vectors
    np.fill_diagonal(sums, 0)  # how alike its texts are apart from the term itself
    alike = ((sums**2).sum(axis=1) - number) / np.maximum(number * (number - 1), 1)
    alike *= np.array([1.0 if len(term) > 1 else LONE for term in terms.words])
    alike[number < max(3, len(vectors) // (10 * wanted))] = 0
    covered = np.zeros(len(vectors), dtype=np.float32)
    for _ in range(min(wanted, len(terms.words))):
        gain = np.round(alike * (having.T @ (1 - covered)), 4)
        best = int(gain.argmax())
        if gain[best] <= 0:
            return
        yield best
        alike[best] = 0
        near = vectors @ unit(sums[best : best + 1])[0]
        usual = near[having[:, best] > 0].mean()
        covered = np.maximum(covered, having[:, best])
        covered = np.maximum(covered, np.minimum(1, near / usual)) if usual > 0 else covered
