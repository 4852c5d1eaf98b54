"""What the papers of an archive chose, carried forward to what they choose now.

A paper chooses the best of those near it, all of them older. So its choice can change only where it has changed itself
or where a paper near it was gained, lost, or has changed, which is both: a ghost is lost and the changed paper gained.

- Lost and chosen: the choice is made anew.
- Else, gained: it is weighed against the choice. What else was near then and is still near lost against that already.

Only the papers after a changed one in the list of one of its traits can gain or lose another: after a new one at the
end there are none.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Collection, Mapping

from generator.describe.related.candidates import Trait, after, before
from generator.describe.related.similarity import Kin

Places = dict[int, set[int]]
"""Place -> places."""


def carried(kin: Kin, chosen: Mapping[str, str], changed: Collection[str]) -> dict[str, tuple[str, ...]]:
    """The choices of the papers that changed, and of those whose choices have: key -> keys, best first.

    `chosen`: key -> what was chosen before, best first, separated by blanks. `changed`: papers that came, went or have
    another profile; the shelf has the ghosts of the latter two.
    """
    shelf = kin.shelf
    moved = {shelf.places[key] for key in changed if key in shelf.places}
    gained, lost = _displaced(kin, moved)
    stale = {at for at in lost if not {shelf.keys[o] for o in lost[at]}.isdisjoint(chosen[shelf.keys[at]].split())}
    kin.windows.index(word for place in stale for word in kin.words(shelf.profiles[place]))
    found = {shelf.keys[place]: kin.chosen(place) for place in moved | stale}
    for place in gained.keys() - stale:
        key = shelf.keys[place]
        better = _better(kin, place, gained[place], [shelf.places[other] for other in chosen[key].split()])
        if better is not None:
            found[key] = better
    return found


def _better(kin: Kin, place: int, gained: set[int], chosen: list[int]) -> tuple[str, ...] | None:
    """The choice of a paper with those it gained; None where it stays as it is."""
    ranked = kin.ranked(place, gained.difference(chosen))
    if not ranked or (len(chosen) == kin.most and min(ranked) > kin.ranked(place, chosen[-1:])[0]):
        return None
    return kin.first(ranked + kin.ranked(place, chosen))


def _displaced(kin: Kin, moved: set[int]) -> tuple[Places, Places]:
    """Which unchanged papers have gained and lost whom, each through some trait."""
    gained: Places = defaultdict(set)
    lost: Places = defaultdict(set)
    changes = moved.union(kin.shelf.ghosts)
    kin.windows.index(word for place in changes for word in kin.words(kin.shelf.profiles[place]))
    for trait, marks in _marks(kin, changes).items():
        now = kin.windows.having(trait)
        here = moved & marks
        if len(here) == len(marks) and now[-len(marks) :] == sorted(marks):
            continue  # new, and at the end: nobody is after them
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


def _marks(kin: Kin, changes: set[int]) -> dict[Trait, set[int]]:
    """Trait -> the changed papers and ghosts that have it."""
    marks: dict[Trait, set[int]] = defaultdict(set)
    for place in changes:
        for trait in kin.windows.traits(kin.words(kin.shelf.profiles[place])):
            marks[trait].add(place)
    return marks
