"""Upper bounds on the likeness of signatures, without comparing them, so that the most promising come first."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from itertools import accumulate
from operator import or_
from zlib import crc32

from generator.describe.related.terms import MOST
from generator.describe.related.vector import Vector

_WHOLE = 255
_PLACE = 32
"""Bits for a place, packed below a bound: integers sort faster than pairs."""
_LOW = (1 << _PLACE) - 1


class Bounds:
    """Bounds from two values per paper. The mask has a bit per term: two papers share at most as many terms as bits,
    plus the slack, the number of terms without a bit of their own. The reach gives, by number of terms, the largest
    part of the vector's length they can account for, as the heaviest come first. Two papers that share n terms have at
    most the product of their reach[n] in likeness."""

    def __init__(self, vectors: Sequence[Vector]) -> None:
        self._masks = [reduce(or_, map(_bit, vector.terms), 0) for vector in vectors]
        self._slack = [len(vector.terms) - mask.bit_count() for vector, mask in zip(vectors, self._masks, strict=True)]
        self._reach = [_reach(vector) for vector in vectors]

    def falling(self, place: int, others: Iterable[int]) -> Iterator[tuple[float, int]]:
        """(bound, place) of the others, the most promising first."""
        masks, reaches = self._masks, self._reach
        mask, slack, reach = masks[place], self._slack[place], reaches[place]
        bounds = [
            reach[terms := (mask & masks[other]).bit_count() + slack] * reaches[other][terms] << _PLACE | other
            for other in others
        ]
        bounds.sort(reverse=True)
        for bound in bounds:
            # + 1: more than any rounding error
            yield ((bound >> _PLACE) + 1) / (_WHOLE * _WHOLE), bound & _LOW


@lru_cache(maxsize=1 << 16)
def _bit(term: str) -> int:
    return 1 << crc32(term.encode(errors="surrogatepass")) % 1024


def _reach(vector: Vector) -> bytes:
    """A paper's reach, in 255ths, rounded up."""
    squares = accumulate(weight * weight for weight in vector.weights)
    parts = [min(_WHOLE, math.ceil(_WHOLE * math.sqrt(square) / vector.length)) for square in squares]
    return bytes([0, *parts]).ljust(2 * MOST + 1, bytes([_WHOLE]))
