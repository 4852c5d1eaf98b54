"""What a fault of content makes of a document before it is printed."""

import datetime as dt
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar, cast

from tests.arxiv.calendar import Calendar, local
from tests.arxiv.faults import Kind
from tests.arxiv.papers import ORDER, Announcement, Event, Paper, State, Type
from tests.arxiv.world import World

T = TypeVar("T")
Shown = tuple[Announcement, ...]
LONG_AGO = dt.timedelta(days=100)
"""How long before is what an old page shows: ids tell by their months."""


@dataclass(frozen=True)
class Lens:
    """Honest where there is no fault."""

    kind: Kind | None = None

    def told(self, day: dt.date, calendar: Calendar) -> tuple[dt.date, dt.date]:
        """(the date that is printed, the date whose announcement is shown)."""
        before = calendar.before(day)
        if self.kind is Kind.OLD:
            return day, calendar.before(day - LONG_AGO)
        if self.kind is Kind.STALE:
            return before, before
        return (day, before) if self.kind is Kind.REDATED else (day, day)

    def listed(self, world: World, asked: str, day: dt.date, now: dt.datetime) -> Shown:
        """What a listing page takes for the announcement of this date: what it shows and what it counts."""
        if self.kind is Kind.AS_NOW:
            return world.caught_up(asked, day, world.calendar.listed(now))
        if self.kind is Kind.OTHER_CATEGORY:
            others = (world.listing(code, day) for code in world.categories if code != asked)
            return next(filter(None, others), world.listing(asked, day))
        return self._taken(lambda date: world.listing(asked, date), world.calendar, day, now)

    def fed(self, world: World, asked: Sequence[str], day: dt.date, now: dt.datetime) -> Shown:
        """What a feed takes for it."""
        return self._taken(lambda date: world.feed(asked, date), world.calendar, day, now)

    def counted(self, found: Shown) -> Shown:
        """What a listing page's totals count, of what it takes for the announcement."""
        return (*found, *found[-1:]) if self.kind is Kind.OVERSTATED else found

    def seen(self, items: Sequence[T]) -> Sequence[T]:
        """The items that are printed: papers of a listing, of a feed or of the API."""
        middle = len(items) // 2
        if self.kind is Kind.HOLLOW:
            return []
        if self.kind is Kind.MISSING:
            return [*items[:middle], *items[middle + 1 :]]
        if self.kind is Kind.MISFILED:
            return _misfiled(items)
        if self.kind is Kind.DUPLICATED:
            return [*items[: middle + 1], *items[middle : middle + 1], *items[middle + 1 :]]
        return _shifted(items) if self.kind is Kind.SHIFTED else items

    def _taken(self, of: Callable[[dt.date], Shown], calendar: Calendar, day: dt.date, now: dt.datetime) -> Shown:
        found, turn = of(day), day.toordinal()
        if self.kind is Kind.NO_UPDATES:
            return ()
        if self.kind is Kind.FEWER and len(found) > 1:
            first = turn % len(found)
            rest = found[first + max(1, len(found) // 10) :]
            return found[:first] + rest or found[1:]
        if self.kind is Kind.HALVED and len(found) > 1:
            return found[1::2] if local(now) >= day else found[::2]
        if self.kind is Kind.EXTRA:
            others = _without(of(calendar.before(day)), found)
            return _in_order((*found, *others[turn % len(others) :][:1])) if others else found
        if self.kind is Kind.RENEWED:
            again = [each for each in found if each.type == "replace"][:1]
            return _in_order(replace(each, type="new") if each in again else each for each in found)
        return _mixed(found, of(calendar.before(day)), turn) if self.kind is Kind.MIXED else found


_SECTIONS: tuple[tuple[Type, ...], ...] = (("new",), ("cross",), ("replace", "replace-cross"))


def _mixed(found: Shown, before: Shown, turn: int) -> Shown:
    """The announcement with one section, by turns, of that before; as it is where that has none to give."""
    for k in range(len(_SECTIONS)):
        types = _SECTIONS[(turn + k) % len(_SECTIONS)]
        kept = tuple(each for each in found if each.type not in types)
        others = _without((each for each in before if each.type in types), kept)
        if others and {each.id for each in (*kept, *others)} != {each.id for each in found}:
            return _in_order((*kept, *others))
    return found


def _misfiled(items: Sequence[T]) -> Sequence[T]:
    """Announcements of which the first that is new stands among the cross-lists."""
    found = [item for item in items if isinstance(item, Announcement) and item.type == "new"]
    if not found:
        return items
    moved = (replace(item, type="cross") if item is found[0] else item for item in items)
    return cast("Sequence[T]", _in_order(cast("Iterable[Announcement]", moved)))


def _shifted(items: Sequence[T]) -> Sequence[T]:
    """Entries, or records of a harvest, each with the words of the next one, the last with those of the first."""
    states = [_state(item) for item in items]
    return [
        _with(item, replace(own, title=other.title, authors=other.authors, abstract=other.abstract))
        for item, own, other in zip(items, states, [*states[1:], *states[:1]], strict=True)
    ]


def _state(item: object) -> State:
    return item.state if isinstance(item, Announcement) else cast("tuple[Paper, Event]", item)[1].state


def _with(item: T, state: State) -> T:
    if isinstance(item, Announcement):
        return cast("T", replace(item, state=state))
    paper, event = cast("tuple[Paper, Event]", item)
    return cast("T", (paper, replace(event, state=state)))


def _without(items: Iterable[Announcement], others: Shown) -> Shown:
    """Those whose papers are not among the others."""
    ids = {each.id for each in others}
    return tuple(each for each in items if each.id not in ids)


def _in_order(items: Iterable[Announcement]) -> Shown:
    return tuple(sorted(items, key=lambda each: (ORDER.index(each.type), each.id)))
