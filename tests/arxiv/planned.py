"""The world that a plan of faults is for: with the days on which arXiv itself does what nobody expects."""

import datetime as dt
from collections.abc import Iterable, Sequence

from tests.arxiv.calendar import HOLIDAYS, Calendar, weekday_before
from tests.arxiv.faults import Fault, Kind
from tests.arxiv.world import World, make, repeated


def planned(
    seed: int, first: dt.date, last: dt.date, categories: Sequence[str], faults: Iterable[Fault], busy: int = 4
) -> World:
    """The world of a seed, with the plan's announcements on holidays, its new holidays and its repeats."""
    faults = tuple(faults)
    repeats = [
        (code, fault.day)
        for fault in faults
        if fault.kind is Kind.REPEAT
        for code in categories
        if fault.category in ("*", code)
    ]
    calendar = Calendar((HOLIDAYS | _eves(faults, Kind.NEW_HOLIDAY)) - _eves(faults, Kind.NO_HOLIDAY))
    world = make(seed, first, last, categories, busy, calendar=calendar, quiet=repeats)
    for code, day in repeats:
        world = repeated(world, code, day)
    return world


def _eves(faults: Iterable[Fault], kind: Kind) -> set[dt.date]:
    """The days on whose evening these faults would be announced, or not."""
    return {weekday_before(fault.day) for fault in faults if fault.kind is kind}
