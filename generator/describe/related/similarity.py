"""The relations between papers, and each paper's best few among those near it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from bisect import insort
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from sys import intern
from types import MappingProxyType
from typing import NamedTuple

from generator.describe.related.candidates import Windows
from generator.describe.related.upper_bounds import Bounds
from generator.describe.related.vector import LEAST, Vector
from generator.text import author_names

SINGLE = 12
"""How many of the heaviest terms bring papers near each other singly ..."""
PAIRED = 8
"""... and how many also do so in pairs: the list of a pair is short, so papers that share much are found however far
apart in time. Among 28,838 papers, the listed ones have .74 of the greatest likeness without pairs and .94 with
them."""


Bond = tuple[float, int]
"""How strongly a paper is related to another, and the place of that other."""
Rank = tuple[float, str, int]
"""Sort value of a related paper, its key, and its place."""


class Profile(NamedTuple):
    """What the lists of a paper depend on. A tuple, since each run compares those of all papers."""

    order: str  # sorts papers by time
    signature: str  # as terms.signature gives it
    names: str  # as author_names.folded gives them


class Shelf:
    """The papers of an archive in order of time; a paper's index is its place.

    A paper that changed or was removed leaves a ghost: its old profile at its old place. Ghosts are near no paper.
    """

    def __init__(self, profiles: Mapping[str, Profile], ghosts: Mapping[str, Profile] = MappingProxyType({})) -> None:
        alive = [(profile.order, key, 1, profile) for key, profile in profiles.items()]
        items = sorted(alive + [(profile.order, key, 0, profile) for key, profile in ghosts.items()])
        self.keys = [key for _, key, _, _ in items]
        self.places = {key: place for place, (_, key, lives, _) in enumerate(items) if lives}
        self.ghosts = [place for place, (_, _, lives, _) in enumerate(items) if not lives] if ghosts else []
        self.profiles = [profile for _, _, _, profile in items]
        self._vectors: dict[int, Vector] = {}

    def vector(self, place: int) -> Vector:
        """The signature of the paper at a place."""
        vector = self._vectors.get(place)
        if vector is None:
            vector = self._vectors[place] = Vector(self.profiles[place].signature)
        return vector


class Relation(ABC):
    """A relation between the papers of a shelf."""

    most: int
    """How many papers are listed."""
    paired = 0
    """So many of a paper's first words also bring it near others in pairs."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf

    @staticmethod
    @abstractmethod
    def words(profile: Profile) -> Sequence[str]:
        """The words that bring a paper near others, without duplicates."""

    @abstractmethod
    def bonds(self, place: int, others: Iterable[int]) -> list[Bond]:
        """Those of the others that are related to a paper, and how strongly; the relation is symmetric."""

    def rank(self, bond: Bond) -> Rank:
        """Sort key of a related paper; the lowest is the best."""
        strength, other = bond
        return -strength, self.shelf.keys[other], other

    def ranked(self, place: int, others: Iterable[int]) -> list[Rank]:
        """The ranks of those of the others that are related to a paper."""
        return list(map(self.rank, self.bonds(place, others)))

    def first(self, ranked: Iterable[Rank]) -> tuple[str, ...]:
        """The keys of the best, best first."""
        return tuple(key for _, key, _ in sorted(ranked)[: self.most])

    @cached_property
    def windows(self) -> Windows:
        """Who is near whom."""
        words = self._all_words()
        for place in self.shelf.ghosts:
            words[place] = ()
        return Windows(words, self.paired)

    def all_near(self) -> list[array[int]]:
        """For each paper, those near it; only for a shelf without ghosts."""
        return Windows(self._all_words(), self.paired).all_near()

    def _all_words(self) -> list[tuple[str, ...]]:
        """The words of each paper; equal words share one string."""
        return [tuple(map(intern, self.words(profile))) for profile in self.shelf.profiles]

    def chosen(self, place: int) -> tuple[str, ...]:
        """A paper's choice: the best of those near it."""
        return self.first(self.ranked(place, self.windows.near(place)))

    def chooser(self) -> Callable[[int], list[Bond]]:
        """The same as a function, faster if called for all papers."""
        near = self.all_near()
        return lambda place: sorted(self.bonds(place, set(near[place])), key=self.rank)[: self.most]


class Related(Relation):
    """Papers with similar signatures."""

    most = 5
    paired = PAIRED

    @staticmethod
    def words(profile: Profile) -> Sequence[str]:
        return profile.signature.split(" ", SINGLE)[:-1]

    def bonds(self, place: int, others: Iterable[int]) -> list[Bond]:
        likeness = self.shelf.vector(place).compared()
        compared = [(likeness(self.shelf.vector(other)), other) for other in others]
        return [bond for bond in compared if bond[0]]

    def chooser(self) -> Callable[[int], list[Bond]]:
        """As for any relation, but skips comparisons that cannot yield one of the best: three of four."""
        near, keys = self.all_near(), self.shelf.keys
        vectors = [self.shelf.vector(place) for place in range(len(keys))]
        bounds = Bounds(vectors)

        def chosen(place: int) -> list[Bond]:
            best: list[Rank] = []
            likeness = vectors[place].compared()
            least = LEAST
            for bound, other in bounds.falling(place, set(near[place])):
                if bound < least:
                    break
                alike = likeness(vectors[other])
                if alike >= least:
                    insort(best, (-alike, keys[other], other))
                    del best[self.most :]
                    least = -best[-1][0] if len(best) == self.most else LEAST
            return [(-rank, other) for rank, _, other in best]

        return chosen


class SameAuthors(Relation):
    """Papers that share an author. Initials with a surname identify a person only if the papers share a second author
    or are related."""

    most = 3

    def __init__(self, shelf: Shelf) -> None:
        super().__init__(shelf)
        self._names: dict[int, frozenset[str]] = {}

    @staticmethod
    def words(profile: Profile) -> Sequence[str]:
        return profile.names.split()

    def bonds(self, place: int, others: Iterable[int]) -> list[Bond]:
        mine = self._names_of(place)
        telling = set(filter(author_names.full, mine))
        bonds: list[Bond] = []
        for other in others:
            common = mine & self._names_of(other)
            if len(common) > 1 or not telling.isdisjoint(common) or (common and self._related(place, other)):
                bonds.append((len(common), other))
        return bonds

    def rank(self, bond: Bond) -> Rank:
        """Newest first among equals: a place is below the number of papers, so it never outweighs an author."""
        common, other = bond
        return -common - other / len(self.shelf.keys), self.shelf.keys[other], other

    def _names_of(self, place: int) -> frozenset[str]:
        names = self._names.get(place)
        if names is None:
            names = self._names[place] = frozenset(self.shelf.profiles[place].names.split())
        return names

    def _related(self, place: int, other: int) -> bool:
        return self.shelf.vector(place).likeness(self.shelf.vector(other)) > 0
