"""All lists of an archive, brought up to date; results of an earlier run are kept as long as they hold.

A paper chooses the best of those near it, which are older. Its list has the best of those it chose and those that chose
it. So the newest paper changes the lists of the papers that it chose and no others.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple, Protocol, TypeVar

from generator.describe.related import terms
from generator.describe.related.full import Choices, packed
from generator.describe.related.incremental import carried
from generator.describe.related.similarity import Profile, Related, Relation, SameAuthors, Shelf
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
"""If more than one in so many papers changed, all lists are made from scratch, which is then faster."""


class Source(NamedTuple):
    """What lists are made from: the fields of a paper."""

    key: str  # without blanks
    order: str  # sorts papers by time and never changes: the id, or when first seen
    title: str  # as received
    abstract: str | None
    authors: Sequence[str]


def profiles(
    wanted: Mapping[str, str], source: Callable[[str], Source], known: Mapping[str, Row], each: Executor
) -> dict[str, Profile]:
    """Key -> the paper's profile. Asks `source` only for papers whose stamp has changed.

    `wanted`: key -> stamp, a hash of everything the paper's source says. `source`: the paper's fields, by key. `known`:
    the table an earlier run returned ({}: none), made by the same code.
    """
    stale = _stale(wanted, known)
    result = {key: row.profile for key, row in known.items() if key in wanted}
    made = each(lambda keys: [profile(source(key)) for key in keys], stale)
    result.update(zip(stale, chain.from_iterable(made), strict=True))
    return result


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
    """The papers whose source has changed since `known` was made."""
    return [key for key, stamp in wanted.items() if key not in known or known[key].stamp != stamp]


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


class Neighbours(NamedTuple):
    """The papers listed with each paper, by key."""

    related: NeighbourLists  # most alike first
    same_authors: NeighbourLists  # most shared authors first, then newest


def neighbours(table: Mapping[str, Row]) -> Neighbours:
    """The lists in a table."""
    return Neighbours(
        NeighbourLists({key: row.listed.related for key, row in table.items()}),
        NeighbourLists({key: row.listed.same_authors for key, row in table.items()}),
    )


def profile(source: Source) -> Profile:
    """The profile of a paper."""
    signature = terms.signature(source.title, source.abstract)
    return Profile(source.order, signature, author_names.folded(source.authors))


def _anew(profiles: Mapping[str, Profile], each: Executor) -> Parts:
    """The lists of all papers and their choices, by either relation."""
    shelf = Shelf(profiles)
    kinds: tuple[Relation, ...] = Related(shelf), SameAuthors(shelf)
    choices = _choices(kinds, each)
    return [choice.listed() for choice in choices], [choice.chosen() for choice in choices]


def _choices(kinds: Sequence[Relation], each: Executor) -> list[Choices]:
    """What all papers chose. The data for choosing takes most of the memory and is freed on return."""
    choosers = [relation.chooser() for relation in kinds]  # before any fork

    def choose(places: Sequence[int]) -> list[tuple[array[int], array[float]]]:
        return [
            packed([chosen(place) for place in places], relation.most)
            for relation, chosen in zip(kinds, choosers, strict=True)
        ]

    all_choices = [Choices(relation) for relation in kinds]
    for part in each(choose, range(len(kinds[0].shelf.keys))):
        for choices, (others, strengths) in zip(all_choices, part, strict=True):
            choices.others.extend(others)
            choices.strengths.extend(strengths)
    return all_choices


def _carried(profiles: Mapping[str, Profile], known: Mapping[str, Row], changed: set[str]) -> Parts:
    """The lists and choices of papers that changed or whose lists may have, by either relation."""
    if not changed:
        return _NOTHING, _NOTHING
    shelf = Shelf(profiles, {key: known[key].profile for key in changed & known.keys()})
    lists: list[Lists] = []
    choices: list[Lists] = []
    for number, relation in enumerate((Related(shelf), SameAuthors(shelf))):
        before = {key: row.chosen[number] for key, row in known.items()}
        new_choices = {key: " ".join(some) for key, some in carried(relation, before, changed).items()}
        anew = changed | new_choices.keys()
        touched = anew.union(*(chosen.get(key, "").split() for key in anew for chosen in (before, new_choices)))
        before.update(new_choices)
        lists.append(_listed(relation, before, {key for key in touched if key in profiles}))
        choices.append(new_choices)
    return lists, choices


def _listed(relation: Relation, chosen: Lists, wanted: Collection[str]) -> Lists:
    """The lists of the wanted papers: the best of those that each chose and those that chose it.

    `chosen`: key -> keys, separated by blanks; they may include removed papers.
    """
    places = relation.shelf.places
    beside = {key: chosen[key].split() for key in wanted}
    apart = beside.keys().isdisjoint
    for key, text in chosen.items():
        some = text.split()
        if not apart(some) and key in places:
            for other in beside.keys() & some:
                beside[other].append(key)
    ranked = {key: relation.ranked(places[key], [places[other] for other in some]) for key, some in beside.items()}
    return {key: " ".join(relation.first(some)) for key, some in ranked.items()}
