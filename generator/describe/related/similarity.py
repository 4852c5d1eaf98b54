"""Which papers are related: those of similar signatures. What a paper's list has, best first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from generator.describe.related.postings import Floats, Ints, Postings

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
