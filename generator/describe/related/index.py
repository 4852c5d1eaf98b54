"""All lists of an archive, brought up to date; what an earlier run found is kept where it must still be true.

A paper chooses the best of those near it, which are older than it. Listed with it are the best of those that it chose
and those that chose it. So the newest paper changes the lists of the papers that it chose and no others.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple, Protocol, TypeVar

from generator.describe.related import terms
from generator.describe.related.full import Choices, packed
from generator.describe.related.incremental import carried
from generator.describe.related.similarity import Kin, Profile, Related, SameAuthors, Shelf
from generator.text import author_names

T = TypeVar("T")
R = TypeVar("R")


class Kinds(NamedTuple):
    """A list of either kind: keys, best first, separated by blanks."""

    related: str
    same_authors: str


class Row(NamedTuple):
    """What is kept of a paper from run to run."""

    stamp: str  # the hash of all that its profile depends on
    profile: Profile
    listed: Kinds  # the papers listed with it
    chosen: Kinds  # the older papers that it chose


Table = dict[str, Row]
"""The rows of all papers, by key."""


class Executor(Protocol):
    """Calls a function with batches of items and gives the results in order: in this process or in forked ones."""

    def __call__(self, work: Callable[[Sequence[T]], R], items: Sequence[T], /) -> Iterable[R]: ...


Lists = Mapping[str, str]
"""Key -> keys, best first, separated by blanks."""

Parts = tuple[Sequence[Lists], Sequence[Lists]]
"""What is listed, and what was chosen: of either kind, as `Kinds` has them."""

ANEW = 8
"""Where more than one paper in so many has changed, all lists are made anew: that is then faster."""


class Source(NamedTuple):
    """What is asked of a paper."""

    key: str  # without blanks
    order: str  # sorts papers by time and does not change with later days: the id, or when first seen
    title: str  # as received
    abstract: str | None
    authors: Sequence[str]


def profiles(
    wanted: Mapping[str, str], source: Callable[[str], Source], known: Mapping[str, Row], each: Executor
) -> dict[str, Profile]:
    """Key -> what is compared of the paper. Asks `source` only for papers whose stamp has changed.

    `wanted`: key -> stamp, a hash of everything the paper's source says. `source`: the paper's fields, by key. `known`:
    the table an earlier run returned ({}: none), made by the same code.
    """
    stale = _stale(wanted, known)
    found = {key: row.profile for key, row in known.items() if key in wanted}
    made = each(lambda keys: [profile(source(key)) for key in keys], stale)
    found.update(zip(stale, chain.from_iterable(made), strict=True))
    return found


def compare(
    wanted: Mapping[str, str], profiles: Mapping[str, Profile], known: Mapping[str, Row], each: Executor
) -> Table:
    """The table of all papers, given their profiles. This is the step that takes the memory.

    The outcome does not depend on `known` or on the order of the papers.
    """
    stale = _stale(wanted, known)
    changed = {key for key in stale if key not in known or known[key].profile != profiles[key]}
    changed |= known.keys() - profiles.keys()
    if len(changed) * ANEW > len(profiles):
        listed, chosen = _anew(profiles, each)
    else:
        listed, chosen = _carried(profiles, known, changed)
    fresh = set(stale).union(*listed, *chosen)

    def row_of(key: str) -> Row:
        row = known.get(key, _NEW)
        lists, choices = (
            Kinds._make(anew.get(key, before) for anew, before in zip(kinds, own, strict=True))
            for kinds, own in ((listed, row.listed), (chosen, row.chosen))
        )
        return Row(wanted[key], profiles[key], lists, choices)

    return {key: row_of(key) if key in fresh else known[key] for key in sorted(profiles)}


_NOTHING: Sequence[Lists] = ({}, {})
_NEW = Row("", Profile("", "", ""), Kinds("", ""), Kinds("", ""))


def _stale(wanted: Mapping[str, str], known: Mapping[str, Row]) -> list[str]:
    """The papers of which another thing is said than when they were last looked at."""
    return [key for key, stamp in wanted.items() if key not in known or known[key].stamp != stamp]


class Listed(Mapping[str, tuple[str, ...]]):
    """Key -> the keys of the papers that are listed with it. Kept as texts, since few are asked for at a time."""

    def __init__(self, rows: Mapping[str, str]) -> None:
        self._rows = rows

    def __getitem__(self, key: str) -> tuple[str, ...]:
        return tuple(self._rows[key].split())

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)


class Neighbours(NamedTuple):
    """The papers that are listed with each, by key."""

    related: Listed  # most alike first
    same_authors: Listed  # most authors in common first, then newest


def neighbours(table: Mapping[str, Row]) -> Neighbours:
    """The lists in a table."""
    return Neighbours(
        Listed({key: row.listed.related for key, row in table.items()}),
        Listed({key: row.listed.same_authors for key, row in table.items()}),
    )


def profile(source: Source) -> Profile:
    """What is compared of a paper."""
    signature = terms.signature(source.title, source.abstract)
    return Profile(source.order, signature, author_names.folded(source.authors))


def _anew(profiles: Mapping[str, Profile], each: Executor) -> Parts:
    """The lists of all papers, and what they chose."""
    shelf = Shelf(profiles)
    kinds: tuple[Kin, ...] = Related(shelf), SameAuthors(shelf)
    choices = _choices(kinds, each)
    return [choice.listed() for choice in choices], [choice.chosen() for choice in choices]


def _choices(kinds: Sequence[Kin], each: Executor) -> list[Choices]:
    """What all papers chose. What is needed for choosing takes most of the memory, and is let go of here."""
    choosers = [kin.chooser() for kin in kinds]  # before any fork

    def choose(places: Sequence[int]) -> list[tuple[array[int], array[float]]]:
        return [
            packed([chosen(place) for place in places], kin.most) for kin, chosen in zip(kinds, choosers, strict=True)
        ]

    found = [Choices(kin) for kin in kinds]
    for part in each(choose, range(len(kinds[0].shelf.keys))):
        for choices, (others, strengths) in zip(found, part, strict=True):
            choices.others.extend(others)
            choices.strengths.extend(strengths)
    return found


def _carried(profiles: Mapping[str, Profile], known: Mapping[str, Row], changed: set[str]) -> Parts:
    """The lists of the papers that changed and of those whose lists may have, and what they chose, as above."""
    if not changed:
        return _NOTHING, _NOTHING
    shelf = Shelf(profiles, {key: known[key].profile for key in changed & known.keys()})
    lists: list[Lists] = []
    choices: list[Lists] = []
    for number, kin in enumerate((Related(shelf), SameAuthors(shelf))):
        before = {key: row.chosen[number] for key, row in known.items()}
        found = {key: " ".join(some) for key, some in carried(kin, before, changed).items()}
        anew = changed | found.keys()
        touched = anew.union(*(chosen.get(key, "").split() for key in anew for chosen in (before, found)))
        before.update(found)
        lists.append(_listed(kin, before, {key for key in touched if key in profiles}))
        choices.append(found)
    return lists, choices


def _listed(kin: Kin, chosen: Lists, wanted: Collection[str]) -> Lists:
    """The lists of the wanted papers: the best of those that each chose and those that chose it.

    `chosen`: key -> keys, separated by blanks; papers that are gone may be among them.
    """
    places = kin.shelf.places
    beside = {key: chosen[key].split() for key in wanted}
    apart = beside.keys().isdisjoint
    for key, text in chosen.items():
        some = text.split()
        if not apart(some) and key in places:
            for other in beside.keys() & some:
                beside[other].append(key)
    ranked = {key: kin.ranked(places[key], [places[other] for other in some]) for key, some in beside.items()}
    return {key: " ".join(kin.first(some)) for key, some in ranked.items()}
