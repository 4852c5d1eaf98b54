"""Which papers share words with one, and how much; which are related: those of similar signatures, best first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, chain
from typing import NamedTuple
from zlib import crc32

import numpy as np
import numpy.typing as npt

LEAST = 0.14
"""Likeness (the cosine of two signatures) below which papers are not related."""
TOGETHER = 3
"""Papers that share fewer terms than this are related only ..."""
APART = 0.2
"""... from this likeness on: sharing "overview" and "survey" is no subject, "mutual exclusion" in two titles is."""
FEWEST = 2
"""Papers that share fewer terms than this are not related."""
MOST = 5
"""Papers listed with one."""
Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
_WORD = 4096
"""More than the products of all weights that two papers can share: one number holds their sum and the words' number."""


class Packed(NamedTuple):
    """The words of some papers, one paper after the other."""

    sizes: bytes  # of each paper its number of words, a byte
    words: bytes  # a number of four bytes each
    weights: bytes  # a digit each


def pack(lines: Sequence[str]) -> Packed:
    """`lines`: a paper's words and as many digits, their weights, separated by blanks; empty: none."""
    parts = [line.rpartition(" ") for line in lines]
    words = [_number(word) for terms, _, _ in parts if terms for word in terms.split(" ")]
    digits = "".join([digits for _, _, digits in parts])
    sizes = bytes([len(digits) for _, _, digits in parts])
    return Packed(sizes, np.array(words, "<u4").tobytes(), digits.encode())


@lru_cache(maxsize=1 << 16)
def _number(word: str) -> int:
    # Of 200,000 words five pairs have the same number: which costs nothing but a word shared by mistake.
    return crc32(word.encode(errors="surrogatepass"))


class Postings:
    """The words of some papers. A paper is given by its place."""

    def __init__(self, packed: Iterable[Packed]) -> None:
        sizes, numbers, digits = (b"".join(parts) for parts in zip(*packed, strict=True))
        ends = np.cumsum(np.frombuffer(sizes, np.uint8), dtype=np.int64)
        words, weights = np.frombuffer(numbers, "<u4"), np.frombuffer(digits, np.uint8) - 48.0
        places = np.repeat(np.arange(len(sizes)), np.frombuffer(sizes, np.uint8))
        self.squares = np.bincount(places, weights**2, len(sizes)).astype(np.float64)
        self._weights, self._begins = weights, np.concatenate(([0], ends))
        by_word = np.argsort(words, kind="stable")
        self._places, self._theirs = places[by_word], weights[by_word]
        changes = np.flatnonzero(np.diff(words[by_word])) + 1
        self._lists = np.concatenate(([0], changes, [len(words)]))
        self._words = np.empty(len(words), np.int64)
        self._words[by_word] = np.repeat(np.arange(len(changes) + 1), np.diff(self._lists))

    def shared(self, place: int, least: int = 1, end: int | None = None) -> tuple[Ints, Ints, Floats]:
        """The places of the papers that share words with one, at least so many, ascending; how many; and the sums of
        the products of their weights, which are whole. `end`: the place after the last paper that counts."""
        mine = slice(self._begins[place], self._begins[place + 1])
        words, weights = self._words[mine], self._weights[mine].tolist()
        begins, ends = self._lists[words].tolist(), self._lists[words + 1].tolist()
        if end is not None:
            ends = [at + self._places[at:last].searchsorted(end) for at, last in zip(begins, ends, strict=True)]
        spans = list(map(slice, begins, ends))
        if not spans:
            return np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0)
        theirs = np.concatenate([self._theirs[s] * weight + _WORD for s, weight in zip(spans, weights, strict=True)])
        others = np.concatenate([self._places[span] for span in spans])
        sums = np.bincount(others, theirs, place + 1)
        sums[place] = 0
        found = np.flatnonzero(sums >= least * _WORD)
        counts, products = np.divmod(sums[found], _WORD)
        return found, counts.astype(np.int64), products


class Profile(NamedTuple):
    """What the lists of a paper depend on. A tuple, since each run compares those of all papers."""

    month: str  # in which it was first seen
    signature: str  # as terms.signature gives it


class Listed(NamedTuple):
    """The papers listed with one: keys, best first, separated by blanks."""

    related: str
    likeness: float  # that a further paper must reach to be listed, too


Bonds = tuple[Ints, Floats]
"""The places of papers, ascending, and how strongly each is related to one."""


class Shelf:
    """The papers of an archive, month by month. The relation is symmetric, and no third paper plays a part in it."""

    def __init__(self, months: Mapping[str, Sequence[str]], packed: Mapping[str, Packed]) -> None:
        """`packed`: the words of each month's papers, oldest month first; `months`: their keys, in the same order."""
        self.packed = packed
        self.keys = list(chain.from_iterable(months[month] for month in packed))
        self.places = {key: place for place, key in enumerate(self.keys)}
        sizes = [len(months[month]) for month in packed]
        self.ends = np.repeat(list(accumulate(sizes)), sizes)
        """Of each paper, the place after the last one of its month."""
        self._signatures = Postings(packed.values() or [pack([])])

    def listed(self, place: int) -> Listed:
        """The list of the paper at a place: of those up to the end of its month, and of equals the oldest."""
        others, likeness = self.related(place, self.ends[place])
        best = np.argsort(-likeness, kind="stable")[:MOST]
        keys = " ".join([self.keys[place] for place in others[best].tolist()])
        return Listed(keys, float(likeness[best[-1]]) if len(best) == MOST else 0.0)

    def related(self, place: int, end: int | None = None) -> Bonds:
        """The papers related to one, and their likeness, from LEAST to 1. `end`: see `Postings.shared`."""
        others, terms, products = self._signatures.shared(place, FEWEST, end)
        squares = self._signatures.squares
        likeness = products / np.sqrt(squares[others] * squares[place])
        near = (likeness >= APART) | ((likeness >= LEAST) & (terms >= TOGETHER))
        return others[near], likeness[near]
