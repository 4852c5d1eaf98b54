"""How two papers are compared, and the few best of those that stand near."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from bisect import insort
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from functools import cached_property, lru_cache, reduce
from itertools import accumulate, combinations
from operator import or_
from sys import intern
from typing import NamedTuple, TypeVar
from zlib import crc32

from generator.related import names
from generator.related.terms import MOST
from generator.related.windows import Windows, repeated

T = TypeVar("T")

SINGLE = 12
"""The heaviest terms that bring papers near each other one by one ..."""
PAIRED = 8
"""... and those that do so by twos: the list of a pair is short, so papers that share much are found however far apart
they are in time. Without pairs the candidates among 28,838 papers have .78 of the likeness there is, with them .93."""
LEAST = 0.17
"""The likeness below which papers are not related (1: the same terms with the same weights)."""
TOGETHER = 3
"""Papers that share fewer terms than this are related ..."""
APART = 0.25
"""... only from this likeness on: "overview" and "survey" make no subject, "mutual exclusion" in two titles does."""


class Profile(NamedTuple):
    """What the lists of a paper depend on. A tuple, since an archive's are all compared at each run."""

    order: str  # sorts papers by time
    signature: str  # as terms.signature gives it
    names: str  # as names.folded gives them


class Neighbours(NamedTuple):
    """The keys of the papers that are listed with one."""

    related: tuple[str, ...] = ()  # most alike first
    same_authors: tuple[str, ...] = ()  # most authors in common first, then newest


class Vector:
    """A signature, ready to be compared."""

    __slots__ = ("length", "weights")

    def __init__(self, signature: str) -> None:
        *terms, digits = signature.split() or ("",)
        self.weights = dict(zip(map(intern, terms), map(int, digits), strict=True))
        self.length = math.sqrt(sum([weight * weight for weight in self.weights.values()])) or 1.0

    def likeness(self, other: Vector) -> float:
        """The cosine of two signatures, from 0 to 1; 0 where they are not related."""
        mine, theirs = self.weights, other.weights
        products = [mine[term] * theirs[term] for term in mine if term in theirs]
        cosine = sum(products) / (self.length * other.length)
        return cosine if cosine >= (LEAST if len(products) >= TOGETHER else APART) else 0.0


class Outline:
    """What tells without comparing two vectors how much they can be alike at most."""

    __slots__ = ("mask", "reach", "slack")

    def __init__(self, vector: Vector) -> None:
        self.mask = reduce(or_, map(_bit, vector.weights), 0)
        """A bit for each term: two papers share no more terms than bits, but for `slack`."""
        self.slack = len(vector.weights) - self.mask.bit_count()
        """How many of the terms have no bit of their own."""
        squares = accumulate(weight * weight for weight in vector.weights.values())
        reach = [0.0, *(math.sqrt(square) / vector.length for square in squares)]
        self.reach = reach + [1.0] * (MOST + 1 - len(reach))
        """By number of terms: the part of the length that so many can have, as the heaviest are first. Two papers that
        share n terms are alike by the product of their reach[n] at most."""


@lru_cache(maxsize=1 << 16)
def _bit(term: str) -> int:
    return 1 << crc32(term.encode(errors="surrogatepass")) % 1024


_ROUNDING = 1e-9
_PLACE = 32
"""Bits for a place beside a number of terms: integers are sorted faster than pairs."""
_LOW = (1 << _PLACE) - 1


class Made(dict[int, T]):
    """Something by place, made when first asked for."""

    def __init__(self, make: Callable[[int], T]) -> None:
        self._make = make

    def __missing__(self, place: int) -> T:
        found = self[place] = self._make(place)
        return found


class Shelf:
    """The papers of an archive in order of time; a paper's number there is its place."""

    def __init__(self, profiles: Mapping[str, Profile]) -> None:
        self.keys = sorted(profiles, key=lambda key: (profiles[key].order, key))
        self.places = {key: place for place, key in enumerate(self.keys)}
        self.profiles = [profiles[key] for key in self.keys]
        self.vector = Made(lambda place: Vector(self.profiles[place].signature)).__getitem__
        """The signature of the paper at a place."""


class Kin(ABC):
    """One way of belonging together, on a shelf."""

    most: int
    """Papers that are listed."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf

    @staticmethod
    @abstractmethod
    def traits(profile: Profile) -> Collection[Hashable]:
        """What brings a paper near others, each once."""

    @abstractmethod
    def ranked(self, place: int, others: Iterable[int]) -> list[tuple[float, str, int]]:
        """(rank, key, place) of those of the others that belong with a paper; the lowest is the best."""

    def best(self, place: int, others: Iterable[int]) -> tuple[str, ...]:
        """The keys of those that belong with a paper most, best first."""
        return self.first(self.ranked(place, others))

    def first(self, ranked: Iterable[tuple[float, str, int]]) -> tuple[str, ...]:
        """The keys of the best, best first."""
        return tuple(key for _, key, _ in sorted(ranked)[: self.most])

    def better(self, place: int, others: list[int], listed: list[int]) -> tuple[str, ...] | None:
        """The list of a paper where others come to those listed, best first; None where it stays as it is."""
        ranked = self.ranked(place, others)
        if not ranked or (len(listed) == self.most and min(ranked) > self.ranked(place, listed[-1:])[0]):
            return None
        return self.first(ranked + self.ranked(place, listed))

    def traits_at(self, place: int) -> Collection[Hashable]:
        """The traits of the paper at a place."""
        return self.traits(self.shelf.profiles[place])

    def windows(self, wanted: set[Hashable]) -> Windows:
        """The lists of these traits."""
        return Windows(self.traits_at, len(self.shelf.keys), wanted)

    @cached_property
    def all_windows(self) -> Windows:
        """The lists of all traits that bring papers near each other."""
        return self.windows(repeated(self.traits_at, len(self.shelf.keys)))


class Related(Kin):
    """Papers whose signatures are alike."""

    most = 5

    def __init__(self, shelf: Shelf) -> None:
        super().__init__(shelf)
        self._outlines = Made(lambda place: Outline(shelf.vector(place)))

    @staticmethod
    def traits(profile: Profile) -> Collection[Hashable]:
        terms = profile.signature.split()[:-1]
        return *terms[:SINGLE], *combinations(sorted(terms[:PAIRED]), 2)

    def ranked(self, place: int, others: Iterable[int]) -> list[tuple[float, str, int]]:
        mine = self.shelf.vector(place)
        compared = [(mine.likeness(self.shelf.vector(other)), other) for other in others]
        return [(-likeness, self.shelf.keys[other], other) for likeness, other in compared if likeness >= LEAST]

    def best(self, place: int, others: Iterable[int]) -> tuple[str, ...]:
        """As of any kind, but what cannot come among the best is not compared: six of seven."""
        outlines, keys = self._outlines, self.shelf.keys
        mine = outlines[place]
        mask, slack, reach, vector = mine.mask, mine.slack, mine.reach, self.shelf.vector(place)
        common = [(mask & outlines[other].mask).bit_count() << _PLACE | other for other in others]
        common.sort(reverse=True)
        found: list[tuple[float, str, int]] = []
        least = LEAST
        for code in common:
            terms = min((code >> _PLACE) + slack, MOST)
            if reach[terms] + _ROUNDING < least:
                break
            other = code & _LOW
            if reach[terms] * outlines[other].reach[terms] + _ROUNDING < least:
                continue
            likeness = vector.likeness(self.shelf.vector(other))
            if likeness >= least:
                insort(found, (-likeness, keys[other], other))
                del found[self.most :]
                least = -found[-1][0] if len(found) == self.most else LEAST
        return self.first(found)


class SameAuthors(Kin):
    """Papers with an author in common. Initials with a surname tell one person from others only where a second author
    is in common, too, or the papers are related."""

    most = 3

    def __init__(self, shelf: Shelf) -> None:
        super().__init__(shelf)
        self._names = Made(lambda place: frozenset(shelf.profiles[place].names.split()))

    @staticmethod
    def traits(profile: Profile) -> Collection[Hashable]:
        return profile.names.split()

    def ranked(self, place: int, others: Iterable[int]) -> list[tuple[float, str, int]]:
        mine, keys = self._names[place], self.shelf.keys
        telling = set(filter(names.full, mine))
        found = []
        for other in others:
            common = mine & self._names[other]
            if len(common) > 1 or not telling.isdisjoint(common) or (common and self._related(place, other)):
                # Newest first among equals: a place is below the number of papers, so it never outweighs an author.
                found.append((-len(common) - other / len(keys), keys[other], other))
        return found

    def _related(self, place: int, other: int) -> bool:
        return self.shelf.vector(place).likeness(self.shelf.vector(other)) >= LEAST
