"""All lists of an archive, brought up to date; results of an earlier run are kept as long as they hold.

A list depends on its own paper and on those related to it, whatever else the archive holds. So after a change only the
papers that list a changed one, or may list it now, are compared anew. The words of each month's papers are kept packed:
a new day's papers are found among all others without reading these one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple, Protocol, TypeVar

from daybook.describe.related import terms
from daybook.describe.related.similarity import Listed, Packed, Profile, Shelf, pack

T = TypeVar("T")
R = TypeVar("R")


class Row(NamedTuple):
    """What is kept of a paper from run to run."""

    stamp: str  # the hash of all that its words and its month depend on
    profile: Profile
    listed: Listed


class Table(NamedTuple):
    """What is kept from run to run."""

    rows: Mapping[str, Row]  # by key, sorted
    packed: Mapping[str, Packed]  # month -> the words of its papers, in the order of their keys


NOTHING = Table({}, {})


class Source(NamedTuple):
    """What lists are made from: the fields of a paper."""

    key: str  # without blanks
    month: str  # in which it was first seen: "2026-03"
    title: str  # as received
    abstract: str | None


class Executor(Protocol):
    """Calls a function with batches of items and gives the results in order: in this process or in forked ones."""

    def __call__(self, work: Callable[[Sequence[T]], R], items: Sequence[T], /) -> Iterable[R]: ...


def update(wanted: Mapping[str, str], source: Callable[[str], Source], known: Table, each: Executor) -> Table:
    """The table of all papers. Asks `source` only for papers whose stamp has changed.

    `wanted`: key -> stamp, a hash of everything the paper's source says. `source`: the paper's fields, by key. `known`:
    the table that an earlier run returned, made by the same code. The outcome does not depend on it, nor on the order
    of the papers.
    """
    old = known.rows
    stale = sorted(key for key, stamp in wanted.items() if key not in old or old[key].stamp != stamp)
    gone = old.keys() - wanted.keys()
    if not stale and not gone:
        return known
    made = each(lambda keys: [profile(source(key)) for key in keys], stale)
    fresh = dict(zip(stale, chain.from_iterable(made), strict=True))
    profiles = {key: fresh.get(key) or old[key].profile for key in sorted(wanted)}
    changed = {key for key in stale if key not in old or old[key].profile != fresh[key]}
    shelf = _shelf(profiles, known, changed, gone)
    listed = {key: row.listed for key, row in old.items()}
    affected = sorted(_affected(shelf, listed, changed, gone))
    found = each(lambda places: [shelf.listed(place) for place in places], affected)
    listed |= zip((shelf.keys[place] for place in affected), chain.from_iterable(found), strict=True)
    return Table({key: Row(wanted[key], each, listed[key]) for key, each in profiles.items()}, shelf.packed)


def profile(source: Source) -> Profile:
    """What a paper is compared by."""
    return Profile(source.month, terms.signature(terms.line(source.title, source.abstract), terms.weight))


def _shelf(profiles: Mapping[str, Profile], known: Table, changed: set[str], gone: set[str]) -> Shelf:
    """All papers. What is packed of a month stays if none of its papers changed, came or went."""
    months: dict[str, list[str]] = {}
    for key, each in profiles.items():
        months.setdefault(each.month, []).append(key)
    touched = {profiles[key].month for key in changed}
    touched |= {known.rows[key].profile.month for key in changed | gone if key in known.rows}
    packed = {
        month: old
        if (old := known.packed.get(month)) and month not in touched and len(old.sizes) == len(months[month])
        else pack([profiles[key].signature for key in months[month]])
        for month in sorted(months)
    }
    return Shelf(months, packed)


def _affected(shelf: Shelf, listed: Mapping[str, Listed], changed: set[str], gone: set[str]) -> set[int]:
    """The places of the papers that list one that changed or is gone, or that may list a changed one now."""
    places, moved = shelf.places, {key for key in changed | gone if key in listed}
    mine = [places[key] for key in changed]
    affected = set(mine)
    if len(changed) == len(places):
        return affected
    for key, lists in listed.items() if moved else ():
        if key in places and not moved.isdisjoint(lists.related.split()):
            affected.add(places[key])
    none = Listed("", 0.0)
    for place in mine:
        others, likeness = shelf.related(place)
        for other, strength in zip(others.tolist(), likeness.tolist(), strict=True):
            if place < shelf.ends[other] and strength >= listed.get(shelf.keys[other], none).likeness:
                affected.add(other)
    return affected


class NeighbourLists(Mapping[str, tuple[str, ...]]):
    """Key -> the keys of the papers listed with it. Stored as texts, since few are needed at a time."""

    def __init__(self, table: Table) -> None:
        self._rows = {key: row.listed.related for key, row in table.rows.items()}

    def __getitem__(self, key: str) -> tuple[str, ...]:
        return tuple(self._rows[key].split())

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)


def neighbours(table: Table) -> NeighbourLists:
    """The papers related to each, by key, most alike first."""
    return NeighbourLists(table)
