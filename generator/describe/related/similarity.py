"""The two relations between papers: similar signatures, and the same authors. What a paper's lists have, best first."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from generator.describe.related.postings import Floats, Ints, Postings
from generator.text import author_names

LEAST = 0.14
"""Likeness (the cosine of two signatures) below which papers are not related."""
TOGETHER = 3
"""Papers that share fewer terms than this are related only ..."""
APART = 0.2
"""... from this likeness on: sharing "overview" and "survey" is no subject, "mutual exclusion" in two titles is."""
FEWEST = 2
"""Papers that share fewer terms than this are not related."""
MOST_RELATED = 8
MOST_BY_AUTHORS = 3

_full = lru_cache(1 << 16)(author_names.full)
_ALONE = 2 * 2
"""What a name that is more than initials and a surname weighs: alone it identifies a person; of others, two do."""
_TIME = re.compile(r"(\d{4})-(\d\d)(?:-(\d\d)|.*?(\d{1,5})$)?")
_MONTH = 100_000
"""A month in time, more than the papers that arXiv numbers in one."""
_AUTHOR = _MONTH * 12 * 1000
"""What an author in common counts against time: more than any time between two papers."""


class Profile(NamedTuple):
    """What the lists of a paper depend on. A tuple, since each run compares those of all papers."""

    order: str  # sorts papers by time
    signature: str  # as terms.signature gives it
    names: str  # as author_names.folded gives them


class Listed(NamedTuple):
    """The papers listed with one: keys, best first, separated by blanks."""

    related: str
    same_authors: str
    likeness: float  # that a further paper must reach to be listed, too
    closeness: float


Bonds = tuple[Ints, Floats]
"""The places of papers, ascending, and how strongly each is related to one."""


class Shelf:
    """The papers of an archive. Both relations are symmetric, and no third paper plays a part in them."""

    def __init__(self, profiles: Mapping[str, Profile]) -> None:
        self.keys = sorted(profiles)
        self.places = {key: place for place, key in enumerate(self.keys)}
        in_order = [profiles[key] for key in self.keys]
        self._signatures = Postings([profile.signature for profile in in_order])
        self._names = Postings([_weighed(profile.names.split()) for profile in in_order])
        self._times = np.array([_time(profile.order) for profile in in_order], np.float64)

    def listed(self, place: int) -> Listed:
        """The lists of the paper at a place."""
        related, likeness = self._best(self.related(place), MOST_RELATED)
        same_authors, closeness = self._best(self.same_authors(place), MOST_BY_AUTHORS)
        return Listed(related, same_authors, likeness, closeness)

    def related(self, place: int) -> Bonds:
        """The papers related to one, and their likeness, from LEAST to 1."""
        others, terms, products = self._signatures.shared(place, FEWEST)
        squares = self._signatures.squares
        likeness = products / np.sqrt(squares[others] * squares[place])
        near = (likeness >= APART) | ((likeness >= LEAST) & (terms >= TOGETHER))
        return others[near], likeness[near]

    def same_authors(self, place: int) -> Bonds:
        """The papers that share an author with one; more authors in common are closer, then those nearer in time."""
        others, names, weights = self._names.shared(place)
        same = (names > 1) | (weights >= _ALONE)
        others, names = others[same], names[same]
        return others, names * float(_AUTHOR) - np.abs(self._times[others] - self._times[place])

    def _best(self, bonds: Bonds, most: int) -> tuple[str, float]:
        """The keys of the best, of equals the first by key; and what a further paper must reach, 0 if there is room."""
        others, strengths = bonds
        best = np.argsort(-strengths, kind="stable")[:most]
        keys = " ".join([self.keys[place] for place in others[best].tolist()])
        return keys, float(strengths[best[-1]]) if len(best) == most else 0.0


def _weighed(names: Sequence[str]) -> str:
    """Names as a line of words and weights."""
    return " ".join((*names, "".join(["2" if _full(name) else "1" for name in names])))


def _time(order: str) -> int:
    """When a paper came, in hundred thousandths of a month, by its arXiv id or the day it was first seen."""
    match = _TIME.match(order)
    if not match:
        return 0
    year, month, day, number = match.groups("0")
    return (12 * int(year) + int(month)) * _MONTH + int(day) * (_MONTH // 32) + int(number)
