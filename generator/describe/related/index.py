"""All lists of an archive, brought up to date; results of an earlier run are kept as long as they hold.

A list depends on its own paper and on those related to it, whatever else the archive holds. So after a change only the
papers that list a changed one, or may list it now, are compared anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple, Protocol, TypeVar

import numpy as np

from generator.describe.related import terms
from generator.describe.related.similarity import Listed, Profile, Shelf
from generator.describe.related.weights import Weights, sampled

T = TypeVar("T")
R = TypeVar("R")

ANEW = 8
"""If more than one in so many papers changed, all lists are made from scratch, which is then faster."""


class Row(NamedTuple):
    """What is kept of a paper from run to run."""

    stamp: str  # the hash of all that its words depend on, a dot, and the digest of the terms' weights
    line: str | None  # its terms, if they are counted for the weights
    profile: Profile
    listed: Listed


Table = dict[str, Row]
"""The rows of all papers, by key."""


class Source(NamedTuple):
    """What lists are made from: the fields of a paper."""

    key: str  # without blanks
    order: str  # sorts papers by time and never changes: the id's year and month and the id, or when first seen
    title: str  # as received
    abstract: str | None


class Words(NamedTuple):
    """What is read of a paper."""

    order: str
    line: str


class Profiles(NamedTuple):
    """What the papers of an archive are compared by."""

    stamps: Mapping[str, str]  # key -> the stamp of its row
    lines: Mapping[str, str]  # key -> its terms, of the papers whose terms are counted
    profiles: Mapping[str, Profile]  # key -> its profile


class Executor(Protocol):
    """Calls a function with batches of items and gives the results in order: in this process or in forked ones."""

    def __call__(self, work: Callable[[Sequence[T]], R], items: Sequence[T], /) -> Iterable[R]: ...


def profiles(
    wanted: Mapping[str, str], source: Callable[[str], Source], known: Mapping[str, Row], each: Executor
) -> Profiles:
    """The papers' profiles. Asks `source` only for papers whose stamp has changed, unless weights have.

    `wanted`: key -> stamp, a hash of everything the paper's source says. `source`: the paper's fields, by key. `known`:
    the table an earlier run returned ({}: none), made by the same code.
    """
    old = {key: row for key, row in known.items() if wanted.get(key) == row.stamp.rpartition(".")[0]}
    read = _read(wanted.keys() - old.keys(), source, each)
    orders = {key: row.profile.order for key, row in old.items()} | {key: some.order for key, some in read.items()}
    counted = sampled(orders)
    read |= _read({key for key in counted if key in old and old[key].line is None}, source, each)
    lines = {key: read[key].line if key in read else old[key].line or "" for key in counted}
    weights = Weights(lines.values())
    digest = weights.digest()
    stamps = {key: f"{stamp}.{digest}" for key, stamp in wanted.items()}
    stale = [key for key, stamp in stamps.items() if key in read or old[key].stamp != stamp]
    read |= _read(set(stale) - read.keys(), source, each)
    weigh = lru_cache(maxsize=1 << 16)(weights)
    made = each(lambda keys: [terms.signature(read[key].line, weigh) for key in keys], stale)
    fresh = {
        key: Profile(read[key].order, signature)
        for key, signature in zip(stale, chain.from_iterable(made), strict=True)
    }
    return Profiles(stamps, lines, {key: row.profile for key, row in old.items()} | fresh)


def _read(keys: Iterable[str], source: Callable[[str], Source], each: Executor) -> dict[str, Words]:
    asked = sorted(keys)
    made = each(lambda some: [words(source(key)) for key in some], asked)
    return dict(zip(asked, chain.from_iterable(made), strict=True))


def words(source: Source) -> Words:
    """What is read of a paper."""
    return Words(source.order, terms.line(source.title, source.abstract))


def compare(made: Profiles, known: Mapping[str, Row], each: Executor) -> Table:
    """The table of all papers, given their profiles. This is the step that takes the memory.

    The outcome does not depend on `known` or on the order of the papers.
    """
    listed = {key: row.listed for key, row in known.items() if key in made.profiles}
    changed = {key for key, profile in made.profiles.items() if key not in known or known[key].profile != profile}
    gone = known.keys() - made.profiles.keys()
    if changed or gone:
        shelf = Shelf(made.profiles)
        anew = ANEW * len(changed | gone) > len(made.profiles)
        affected = list(shelf.places.values()) if anew else sorted(_affected(shelf, listed, changed, gone))
        lists = each(lambda places: [shelf.listed(place) for place in places], affected)
        listed |= zip((shelf.keys[place] for place in affected), chain.from_iterable(lists), strict=True)
    return {
        key: Row(made.stamps[key], made.lines.get(key), made.profiles[key], listed[key])
        for key in sorted(made.profiles)
    }


def _affected(shelf: Shelf, listed: Mapping[str, Listed], changed: set[str], gone: set[str]) -> set[int]:
    """The places of the papers that list one that changed or is gone, or that may list a changed one now."""
    places, moved = shelf.places, changed | gone
    affected = {places[key] for key in changed}
    for key, lists in listed.items():
        if not moved.isdisjoint(lists.related.split()):
            affected.add(places[key])
    none = Listed("", 0.0)
    least = np.array([listed.get(key, none).likeness for key in shelf.keys])
    for key in changed:
        others, strengths = shelf.related(places[key])
        affected.update(others[strengths >= least[others]].tolist())
    return affected


class NeighbourLists(Mapping[str, tuple[str, ...]]):
    """Key -> the keys of the papers listed with it. Stored as texts, since few are needed at a time."""

    def __init__(self, rows: Mapping[str, str]) -> None:
        self._rows = rows

    def __getitem__(self, key: str) -> tuple[str, ...]:
        return tuple(self._rows[key].split())

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)


def neighbours(table: Mapping[str, Row]) -> NeighbourLists:
    """The papers related to each, by key, most alike first."""
    return NeighbourLists({key: row.listed.related for key, row in table.items()})
