"""Which papers share words with one, and how much; which are related: those of similar signatures, best first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import count
from typing import NamedTuple

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


class Postings:
    """The words of some papers. A paper is given by its place."""

    def __init__(self, lines: Sequence[str]) -> None:
        """`lines`: a paper's words and as many digits, their weights, separated by blanks; empty: none."""
        parts = [line.rpartition(" ") for line in lines]
        ids: defaultdict[str, int] = defaultdict(count().__next__)
        words = [ids[word] for terms, _, _ in parts if terms for word in terms.split(" ")]
        digits = "".join([digits for _, _, digits in parts])
        sizes = np.array([len(digits) for _, _, digits in parts], np.int64)
        places = np.repeat(np.arange(len(lines)), sizes)
        self._words = np.array(words, np.int64)
        self._weights = np.frombuffer(digits.encode(), np.uint8) - 48.0
        self._begins = np.concatenate(([0], np.cumsum(sizes)))
        by_word = np.argsort(self._words, kind="stable")
        self._places, self._theirs = places[by_word], self._weights[by_word]
        self._lists = np.concatenate(([0], np.cumsum(np.bincount(self._words, minlength=len(ids)))))
        self.squares = np.bincount(places, self._weights**2, len(lines)).astype(np.float64)

    def shared(self, place: int, least: int = 1) -> tuple[Ints, Ints, Floats]:
        """The places of the papers that share words with one, at least so many, ascending; how many; and the sums of
        the products of their weights, which are whole."""
        mine = slice(self._begins[place], self._begins[place + 1])
        words, weights = self._words[mine], self._weights[mine].tolist()
        spans = list(map(slice, self._lists[words].tolist(), self._lists[words + 1].tolist()))
        if not spans:
            return np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0)
        theirs = np.concatenate([self._theirs[span] * weight for span, weight in zip(spans, weights, strict=True)])
        others = np.concatenate([self._places[span] for span in spans])
        sums = np.bincount(others, theirs + _WORD, len(self.squares))
        sums[place] = 0
        found = np.flatnonzero(sums >= least * _WORD)
        counts, products = np.divmod(sums[found], _WORD)
        return found, counts.astype(np.int64), products


class Profile(NamedTuple):
    """What the lists of a paper depend on. A tuple, since each run compares those of all papers."""

    order: str  # sorts papers by time
    signature: str  # as terms.signature gives it


class Listed(NamedTuple):
    """The papers listed with one: keys, best first, separated by blanks."""

    related: str
    likeness: float  # that a further paper must reach to be listed, too


Bonds = tuple[Ints, Floats]
"""The places of papers, ascending, and how strongly each is related to one."""


class Shelf:
    """The papers of an archive. The relation is symmetric, and no third paper plays a part in it."""

    def __init__(self, profiles: Mapping[str, Profile]) -> None:
        self.keys = sorted(profiles)
        self.places = {key: place for place, key in enumerate(self.keys)}
        in_order = [profiles[key] for key in self.keys]
        self._signatures = Postings([profile.signature for profile in in_order])

    def listed(self, place: int) -> Listed:
        """The list of the paper at a place, of equals the first by key."""
        others, likeness = self.related(place)
        best = np.argsort(-likeness, kind="stable")[:MOST]
        keys = " ".join([self.keys[place] for place in others[best].tolist()])
        return Listed(keys, float(likeness[best[-1]]) if len(best) == MOST else 0.0)

    def related(self, place: int) -> Bonds:
        """The papers related to one, and their likeness, from LEAST to 1."""
        others, terms, products = self._signatures.shared(place, FEWEST)
        squares = self._signatures.squares
        likeness = products / np.sqrt(squares[others] * squares[place])
        near = (likeness >= APART) | ((likeness >= LEAST) & (terms >= TOGETHER))
        return others[near], likeness[near]
