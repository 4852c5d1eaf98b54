"""A signature, ready to be compared."""

from __future__ import annotations

import math
from collections.abc import Callable
from operator import mul
from sys import intern

from generator.describe.related.terms import MOST

LEAST = 0.17
"""The likeness below which papers are not related (1: the same terms with the same weights)."""
TOGETHER = 3
"""Papers that share fewer terms than this are related ..."""
APART = 0.25
"""... only from this likeness on: "overview" and "survey" make no subject, "mutual exclusion" in two titles does."""

_ZEROS = (0,) * MOST
_DIGITS = bytes.maketrans(b"0123456789", bytes(range(10)))


class Vector:
    """The terms of a paper, heaviest first, with their weights. Small: an archive's are held at once."""

    __slots__ = ("length", "terms", "weights")

    def __init__(self, signature: str) -> None:
        *terms, digits = signature.split(" ")
        self.terms = tuple(map(intern, terms))
        self.weights = digits.encode().translate(_DIGITS)
        self.length = math.sqrt(sum(map(mul, self.weights, self.weights))) or 1.0

    def compared(self) -> Callable[[Vector], float]:
        """What tells of another signature how much this one is like it: the cosine of the two, from 0 to 1; 0 where
        they are not related."""
        mine, length = dict(zip(self.terms, self.weights, strict=True)), self.length

        def likeness(other: Vector) -> float:
            weights = [*map(mine.get, other.terms, _ZEROS)]
            cosine: float = sum(map(mul, weights, other.weights)) / (length * other.length)
            if cosine >= APART:
                return cosine
            return cosine if cosine >= LEAST and len(weights) - weights.count(0) >= TOGETHER else 0.0

        return likeness

    def likeness(self, other: Vector) -> float:
        """How much two signatures are alike; to compare one with many, `compared` is faster."""
        return self.compared()(other)
