"""Which papers share words with one, and how much: the words of all papers, by word, in arrays."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import count

import numpy as np
import numpy.typing as npt

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
