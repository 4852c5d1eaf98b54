"""How much signatures can be alike at most: told without comparing them, for comparing the most promising first."""

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
"""Bits for a place below a bound: integers are sorted faster than pairs."""
_LOW = (1 << _PLACE) - 1


class Bounds:
    """Of each paper: a mask, with a bit for each term, so that two papers share no more terms than bits, but for the
    slack, the terms without a bit of their own; and the reach: by number of terms, the part of the length that so many
    can have, as the heaviest are first. Two papers that share n terms are alike by the product of their reach[n] at
    most."""

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
            # 1: more than any error of rounding
            yield ((bound >> _PLACE) + 1) / (_WHOLE * _WHOLE), bound & _LOW


@lru_cache(maxsize=1 << 16)
def _bit(term: str) -> int:
    return 1 << crc32(term.encode(errors="surrogatepass")) % 1024


def _reach(vector: Vector) -> bytes:
    """A paper's reach, in 255ths, rounded up."""
    squares = accumulate(weight * weight for weight in vector.weights)
    parts = [min(_WHOLE, math.ceil(_WHOLE * math.sqrt(square) / vector.length)) for square in squares]
    return bytes([0, *parts]).ljust(2 * MOST + 1, bytes([_WHOLE]))
