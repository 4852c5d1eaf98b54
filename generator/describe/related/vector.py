"""Signatures as vectors that can be compared."""

from __future__ import annotations

import math
from collections.abc import Callable
from operator import mul
from sys import intern

from generator.describe.related.terms import MOST

LEAST = 0.17
"""Likeness below which papers are not related (1: same terms, same weights)."""
TOGETHER = 3
"""Papers that share fewer terms than this are related only ..."""
APART = 0.25
"""... from this likeness on: sharing "overview" and "survey" is no subject, "mutual exclusion" in two titles is."""

_ZEROS = (0,) * MOST
_DIGITS = bytes.maketrans(b"0123456789", bytes(range(10)))


class Vector:
    """The terms of a paper, heaviest first, with their weights. Small, since those of a whole archive are in memory."""

    __slots__ = ("length", "terms", "weights")

    def __init__(self, signature: str) -> None:
        *terms, digits = signature.split(" ")
        self.terms = tuple(map(intern, terms))
        self.weights = digits.encode().translate(_DIGITS)
        self.length = math.sqrt(sum(map(mul, self.weights, self.weights))) or 1.0

    def compared(self) -> Callable[[Vector], float]:
        """A function from another vector to its likeness with this one: the cosine, from 0 to 1; 0 if they are not
        related."""
        mine, length = dict(zip(self.terms, self.weights, strict=True)), self.length

        def likeness(other: Vector) -> float:
            weights = [*map(mine.get, other.terms, _ZEROS)]
            cosine: float = sum(map(mul, weights, other.weights)) / (length * other.length)
            if cosine >= APART:
                return cosine
            return cosine if cosine >= LEAST and len(weights) - weights.count(0) >= TOGETHER else 0.0

        return likeness

    def likeness(self, other: Vector) -> float:
        """The likeness of two signatures; to compare one with many, `compared` is faster."""
        return self.compared()(other)
