"""What the papers of an archive chose, carried forward to what they choose now.

A paper chooses the best of those near it, all of them older. So its choice can change only if it changed itself, or if
it gained or lost a paper near it. A changed paper counts as both: its ghost is lost and the changed paper gained.

- A chosen paper was lost: choose again.
- Otherwise, papers were gained: compare them with the choice. All others near it lost against the choice before.

Only papers after a changed one in the list of one of its traits can gain or lose a neighbour: after a new paper at the
end there are none.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Collection, Mapping

from generator.describe.related.candidates import Trait, after, before
from generator.describe.related.similarity import Relation

Places = dict[int, set[int]]
"""Place -> places."""


def carried(relation: Relation, chosen: Mapping[str, str], changed: Collection[str]) -> dict[str, tuple[str, ...]]:
    """The new choices of changed papers and of papers whose choice changed: key -> keys, best first.

    `chosen`: key -> the previous choice, best first, separated by blanks. `changed`: papers that were added or removed
    or have another profile; the shelf has ghosts of the latter two.
    """
    shelf = relation.shelf
    moved = {shelf.places[key] for key in changed if key in shelf.places}
    gained, lost = _displaced(relation, moved)
    stale = {at for at in lost if not {shelf.keys[o] for o in lost[at]}.isdisjoint(chosen[shelf.keys[at]].split())}
    relation.windows.index(word for place in stale for word in relation.words(shelf.profiles[place]))
    choices = {shelf.keys[place]: relation.chosen(place) for place in moved | stale}
    for place in gained.keys() - stale:
        key = shelf.keys[place]
        better = _better(relation, place, gained[place], [shelf.places[other] for other in chosen[key].split()])
        if better is not None:
            choices[key] = better
    return choices


def _better(relation: Relation, place: int, gained: set[int], chosen: list[int]) -> tuple[str, ...] | None:
    """The choice of a paper with those it gained; None if it stays the same."""
    ranked = relation.ranked(place, gained.difference(chosen))
    if not ranked or (len(chosen) == relation.most and min(ranked) > relation.ranked(place, chosen[-1:])[0]):
        return None
    return relation.first(ranked + relation.ranked(place, chosen))


def _displaced(relation: Relation, moved: set[int]) -> tuple[Places, Places]:
    """Whom the unchanged papers gained and lost, through any trait."""
    gained: Places = defaultdict(set)
    lost: Places = defaultdict(set)
    changes = moved.union(relation.shelf.ghosts)
    relation.windows.index(word for place in changes for word in relation.words(relation.shelf.profiles[place]))
    for trait, marks in _marks(relation, changes).items():
        now = relation.windows.having(trait)
        here = moved & marks
        if len(here) == len(marks) and now[-len(marks) :] == sorted(marks):
            continue  # new, and at the end: no paper comes after them
        then = now.copy()
        for place in here:
            del then[bisect_left(then, place)]
        for place in marks - here:
            insort(then, place)
        for place in {place for mark in marks for line in (now, then) for place in after(line, mark)} - changes:
            had, has = set(before(then, place)), set(before(now, place))
            gained[place] |= has - had
            lost[place] |= had - has
    return gained, lost


def _marks(relation: Relation, changes: set[int]) -> dict[Trait, set[int]]:
    """Trait -> the changed papers and ghosts that have it."""
    marks: dict[Trait, set[int]] = defaultdict(set)
    for place in changes:
        for trait in relation.windows.traits(relation.words(relation.shelf.profiles[place])):
            marks[trait].add(place)
    return marks
