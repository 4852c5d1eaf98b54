"""arXiv's announcement calendar: when a submission was announced, and which dates have an announcement.

All in US Eastern time. Work received until 14:00 on a working day is announced that evening at 20:00, Friday's on
Sunday evening; an announcement is dated the calendar day that follows, Monday to Friday. On a holiday nothing is
closed, so that day's work waits for the next working day. Source: arXiv's help page on availability, and the holidays
it publishes there.
"""

from __future__ import annotations

import datetime as dt
from functools import cache
from zoneinfo import ZoneInfo

EASTERN = ZoneInfo("America/New_York")
DEADLINE = dt.time(14)
ANNOUNCEMENT = dt.time(20)
HARVEST = dt.time(22, 30)
HOLIDAYS = frozenset(
    dt.date.fromisoformat(day)
    for day in (
        "2026-01-01", "2026-01-19", "2026-06-19", "2026-07-03", "2026-09-07",
        "2026-11-26", "2026-12-25", "2026-12-29", "2026-12-31",
    )
)  # fmt: skip
"""Working days that arXiv closes nothing on, for the years that are known. An archive.yml may name more, and every
function takes them."""

_DAY = dt.timedelta(days=1)


def announced(submitted: dt.datetime, holidays: frozenset[dt.date] = HOLIDAYS) -> dt.date:
    """The date of the announcement of something submitted at this time (any time zone).

    >>> announced(dt.datetime(2026, 3, 2, 20, tzinfo=dt.UTC))  # Monday 15:00 Eastern
    datetime.date(2026, 3, 4)
    """
    if submitted.year in (dt.MINYEAR, dt.MAXYEAR):  # there is no day beside it
        return submitted.date()
    local = submitted.astimezone(EASTERN)
    day = local.date() if local.time() <= DEADLINE else local.date() + _DAY
    return dated(_working_day_from(day, holidays))


def dated(closed: dt.date) -> dt.date:
    """The date under which the work closed on this working day is announced: the next weekday."""
    return closed + _DAY * (3 if closed.weekday() == 4 else 1)


def is_expected(day: dt.date, holidays: frozenset[dt.date] = HOLIDAYS) -> bool:
    """Whether an announcement is dated this day: a weekday whose preceding weekday was no holiday."""
    if day.weekday() > 4:
        return False
    closed = day - _DAY * (3 if day.weekday() == 0 else 1)
    return closed not in holidays


def next_expected(day: dt.date, holidays: frozenset[dt.date] = HOLIDAYS) -> dt.date:
    """The first date with an announcement after this one."""
    day += _DAY
    while not is_expected(day, holidays):
        day += _DAY
    return day


def newest_due(moment: dt.datetime, holidays: frozenset[dt.date] = HOLIDAYS) -> dt.date:
    """The date of the newest announcement that is out at this time (any time zone).

    >>> newest_due(dt.datetime(2026, 3, 9, 0, 30, tzinfo=dt.UTC))  # Sunday 20:30 Eastern
    datetime.date(2026, 3, 9)
    """
    local = moment.astimezone(EASTERN)
    day = local.date() + _DAY if local.time() >= ANNOUNCEMENT else local.date()
    while not is_expected(day, holidays):
        day -= _DAY
    return day


def submissions(date: dt.date, holidays: frozenset[dt.date] = HOLIDAYS) -> tuple[dt.datetime, dt.datetime]:
    """Between which moments, UTC, came what is announced under this date.

    >>> [f"{when:%a %H:%M}" for when in submissions(dt.date(2026, 3, 4))]
    ['Mon 19:00', 'Tue 19:00']
    """
    closed = date - _DAY * (3 if date.weekday() == 0 else 1)
    opened = closed - _DAY
    while opened.weekday() > 4 or opened in holidays:
        opened -= _DAY
    first, last = (dt.datetime.combine(day, DEADLINE, EASTERN).astimezone(dt.UTC) for day in (opened, closed))
    return first, last


def local_date(moment: dt.datetime) -> dt.date:
    """The date in the East at this time (any time zone): that of the feeds."""
    return moment.astimezone(EASTERN).date()


def harvestable(date: dt.date) -> dt.datetime:
    """From which moment on, UTC, OAI-PMH shows what is announced under this date.

    >>> harvestable(dt.date(2026, 3, 9))
    datetime.datetime(2026, 3, 9, 2, 30, tzinfo=datetime.timezone.utc)
    """
    return dt.datetime.combine(date - _DAY, HARVEST, EASTERN).astimezone(dt.UTC)


@cache
def _working_day_from(day: dt.date, holidays: frozenset[dt.date]) -> dt.date:
    while day.weekday() > 4 or day in holidays:
        day += _DAY
    return day
