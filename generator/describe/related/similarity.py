"""The ways in which papers belong together, and the few best of those that stand near one."""

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
"""The heaviest terms that bring papers near each other one by one ..."""
PAIRED = 8
"""... and those that do so by twos: the list of a pair is short, so papers that share much are found however far apart
they are in time. Without pairs what is listed among 28,838 papers has .74 of the likeness there is, with them .94."""


Bond = tuple[float, int]
"""How much a paper belongs with another one, and that one's place."""
Rank = tuple[float, str, int]
"""What sorts a paper among those that belong with one, its key, and its place."""


class Profile(NamedTuple):
    """What the lists of a paper depend on. A tuple, since an archive's are all compared at each run."""

    order: str  # sorts papers by time
    signature: str  # as terms.signature gives it
    names: str  # as names.folded gives them


class Shelf:
    """The papers of an archive in order of time; a paper's number there is its place.

    A paper that has changed or is gone leaves a ghost: what it was, at the place where it was. Ghosts are near nobody.
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
        found = self._vectors.get(place)
        if found is None:
            found = self._vectors[place] = Vector(self.profiles[place].signature)
        return found


class Kin(ABC):
    """One way of belonging together, on a shelf."""

    most: int
    """Papers that are listed."""
    paired = 0
    """Of a paper's words the first so many bring it near others by twos, too."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf

    @staticmethod
    @abstractmethod
    def words(profile: Profile) -> Sequence[str]:
        """What brings a paper near others, each once."""

    @abstractmethod
    def bonds(self, place: int, others: Iterable[int]) -> list[Bond]:
        """Those of the others that belong with a paper, and how much; that is the same from either side."""

    def rank(self, bond: Bond) -> Rank:
        """What sorts the papers that belong with one; the lowest is the best."""
        strength, other = bond
        return -strength, self.shelf.keys[other], other

    def ranked(self, place: int, others: Iterable[int]) -> list[Rank]:
        """The ranks of those of the others that belong with a paper."""
        return list(map(self.rank, self.bonds(place, others)))

    def first(self, ranked: Iterable[Rank]) -> tuple[str, ...]:
        """The keys of the best, best first."""
        return tuple(key for _, key, _ in sorted(ranked)[: self.most])

    @cached_property
    def windows(self) -> Windows:
        """Who stands near whom."""
        words = self._all_words()
        for place in self.shelf.ghosts:
            words[place] = ()
        return Windows(words, self.paired)

    def all_near(self) -> list[array[int]]:
        """Of each paper those near it; for an archive without ghosts."""
        return Windows(self._all_words(), self.paired).all_near()

    def _all_words(self) -> list[tuple[str, ...]]:
        """Of each paper its words; each word is held once."""
        return [tuple(map(intern, self.words(profile))) for profile in self.shelf.profiles]

    def chosen(self, place: int) -> tuple[str, ...]:
        """What a paper chooses: the best of those near it."""
        return self.first(self.ranked(place, self.windows.near(place)))

    def chooser(self) -> Callable[[int], list[Bond]]:
        """As `chosen`, for where all papers are asked."""
        near = self.all_near()
        return lambda place: sorted(self.bonds(place, set(near[place])), key=self.rank)[: self.most]


class Related(Kin):
    """Papers whose signatures are alike."""

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
        """As of any kind, but what cannot come among the best is not compared: three of four."""
        near, keys = self.all_near(), self.shelf.keys
        vectors = [self.shelf.vector(place) for place in range(len(keys))]
        bounds = Bounds(vectors)

        def chosen(place: int) -> list[Bond]:
            found: list[Rank] = []
            likeness = vectors[place].compared()
            least = LEAST
            for bound, other in bounds.falling(place, set(near[place])):
                if bound < least:
                    break
                alike = likeness(vectors[other])
                if alike >= least:
                    insort(found, (-alike, keys[other], other))
                    del found[self.most :]
                    least = -found[-1][0] if len(found) == self.most else LEAST
            return [(-rank, other) for rank, _, other in found]

        return chosen


class SameAuthors(Kin):
    """Papers with an author in common. Initials with a surname tell one person from others only where a second author
    is in common, too, or the papers are related."""

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
        found: list[Bond] = []
        for other in others:
            common = mine & self._names_of(other)
            if len(common) > 1 or not telling.isdisjoint(common) or (common and self._related(place, other)):
                found.append((len(common), other))
        return found

    def rank(self, bond: Bond) -> Rank:
        """Newest first among equals: a place is below the number of papers, so it never outweighs an author."""
        common, other = bond
        return -common - other / len(self.shelf.keys), self.shelf.keys[other], other

    def _names_of(self, place: int) -> frozenset[str]:
        found = self._names.get(place)
        if found is None:
            found = self._names[place] = frozenset(self.shelf.profiles[place].names.split())
        return found

    def _related(self, place: int, other: int) -> bool:
        return self.shelf.vector(place).likeness(self.shelf.vector(other)) > 0
