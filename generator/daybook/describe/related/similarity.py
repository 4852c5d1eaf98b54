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
Shorts = npt.NDArray[np.uint16]
FEW, OFTEN = 1000, 24
"""A word that more papers have than FEW, and more than one in OFTEN, is common."""
_WORD = 4096
"""A power of two, more than the products of all weights that two papers can share: one number holds their sum and how
many words these are."""


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
        self._squares = np.bincount(places, weights**2, len(sizes)).astype(np.float64)
        self._norms = np.sqrt(self._squares, dtype=np.float32)
        self._norms[self._norms == 0] = np.inf  # no paper is like one without words
        self._weights, self._begins = weights, np.concatenate(([0], ends))
        by_word = np.argsort(words, kind="stable")
        self._places, self._theirs = places[by_word], weights[by_word]
        changes = np.flatnonzero(np.diff(words[by_word])) + 1
        self._lists = np.concatenate(([0], changes, [len(words)]))
        self._words = np.empty(len(words), np.int64)
        self._words[by_word] = np.repeat(np.arange(len(changes) + 1), np.diff(self._lists))

        often = np.flatnonzero(np.diff(self._lists) > max(FEW, len(sizes) // OFTEN))
        self._often = {word: self._dense(word) for word in often.tolist()}

    def _dense(self, word: int) -> Shorts:
        """Of each paper, the weight of a common word, sooner added than found; 0: it has not."""
        span = slice(self._lists[word], self._lists[word + 1])
        weights = np.zeros(len(self._squares), np.uint16)
        weights[self._places[span]] = self._theirs[span]
        return weights

    def alike(self, place: int, least: float, end: int | None = None) -> tuple[Ints, Ints, Floats]:
        """The places of the papers that are at least so much like one, ascending; how many words they share with it;
        and how like they are: the cosine of their weights. `end`: the place after the last paper that counts."""
        mine = slice(self._begins[place], self._begins[place + 1])
        papers = len(self._squares)
        size = papers if end is None else end
        sums, common, rare = np.zeros(size, np.uint16), list[Shorts](), list[tuple[slice, float]]()
        for word, weight in zip(self._words[mine].tolist(), self._weights[mine].tolist(), strict=True):
            if word in self._often:
                common.append(self._often[word][:size])
                sums += common[-1] * np.uint16(weight)
            else:
                rare.append((slice(*self._lists[word : word + 2].tolist()), weight))
        whole = sums.astype(np.int32)
        if rare:
            others = np.concatenate([self._places[span] for span, _ in rare])
            theirs = np.concatenate([self._theirs[span] * weight for span, weight in rare]) + _WORD
            whole += np.bincount(others, theirs, papers)[:size].astype(np.int32)
        whole[place] = 0
        products = whole & _WORD - 1
        # What rounding may decide stays, to be compared exactly.
        found = np.flatnonzero(products.astype(np.float32) >= self._norms[:size] * (0.999 * least * self._norms[place]))
        products = products[found]
        likeness = products / np.sqrt(self._squares[found] * self._squares[place])
        enough = likeness >= least
        found, shared = found[enough], whole[found[enough]] // _WORD
        for weights in common:
            shared += weights[found] > 0
        return found, shared, likeness[enough]


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
        if len(likeness) > MOST:
            best = likeness >= np.partition(likeness, -MOST)[-MOST]
            others, likeness = others[best], likeness[best]
        best = np.argsort(-likeness, kind="stable")[:MOST]
        keys = " ".join([self.keys[place] for place in others[best].tolist()])
        return Listed(keys, float(likeness[best[-1]]) if len(best) == MOST else 0.0)

    def related(self, place: int, end: int | None = None) -> Bonds:
        """The papers related to one, and their likeness, from LEAST to 1. `end`: see `Postings.alike`."""
        others, terms, likeness = self._signatures.alike(place, LEAST, end)
        near = (terms >= TOGETHER) | ((likeness >= APART) & (terms >= FEWEST))
        return others[near], likeness[near]
