"""A signature, ready to be compared."""

from __future__ import annotations

import math
from operator import mul
from sys import intern

LEAST = 0.17
"""The likeness below which papers are not related (1: the same terms with the same weights)."""
TOGETHER = 3
"""Papers that share fewer terms than this are related ..."""
APART = 0.25
"""... only from this likeness on: "overview" and "survey" make no subject, "mutual exclusion" in two titles does."""

_DIGITS = bytes.maketrans(b"0123456789", bytes(range(10)))


class Vector:
    """The terms of a paper with their weights, heaviest first."""

    __slots__ = ("length", "weights")

    def __init__(self, signature: str) -> None:
        *terms, digits = signature.split(" ")
        weights = digits.encode().translate(_DIGITS)
        self.weights = dict(zip(map(intern, terms), weights, strict=True))
        self.length = math.sqrt(sum(map(mul, weights, weights))) or 1.0

    def likeness(self, other: Vector) -> float:
        """The cosine of two signatures, from 0 to 1; 0 where they are not related."""
        mine, theirs = self.weights, other.weights
        products = [mine[term] * theirs[term] for term in mine if term in theirs]
        cosine = sum(products) / (self.length * other.length)
        return cosine if cosine >= (LEAST if len(products) >= TOGETHER else APART) else 0.0
