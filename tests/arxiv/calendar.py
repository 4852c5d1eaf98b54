"""When arXiv announces, told anew from its help pages: a second opinion on daybook.schedule, not a copy of it.

An announcement bears a date, Monday to Friday, and appears in listings at 20:00 Eastern of the evening before
(Monday's on Sunday), in OAI at 22:30 of that evening, in feeds and in the API at midnight.
"""

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass
from zoneinfo import ZoneInfo

EASTERN = ZoneInfo("America/New_York")
LISTED = dt.time(20)
HARVESTED = dt.time(22, 30)
CLOSES = dt.time(14)
DAY = dt.timedelta(days=1)
HOLIDAYS = frozenset(
    map(
        dt.date.fromisoformat,
        (
            "2026-01-01", "2026-01-19", "2026-06-19", "2026-07-03", "2026-09-07",
            "2026-11-26", "2026-12-25", "2026-12-29", "2026-12-31",
        ),
    )
)  # fmt: skip
"""Days on whose evening nothing is announced, as arXiv publishes them."""


def eastern(day: dt.date, time: dt.time = dt.time()) -> dt.datetime:
    """This time of this day in the East, as UTC."""
    return dt.datetime.combine(day, time, EASTERN).astimezone(dt.UTC)


@dataclass(frozen=True)
class Calendar:
    """arXiv's days, with the holidays it takes."""

    holidays: frozenset[dt.date] = HOLIDAYS

    def announces(self, day: dt.date) -> bool:
        """Whether an announcement bears this date."""
        return day.weekday() < 5 and weekday_before(day) not in self.holidays

    def dates(self, first: dt.date, last: dt.date) -> Iterator[dt.date]:
        """The dates of announcements from first to last."""
        while first <= last:
            if self.announces(first):
                yield first
            first += DAY

    def before(self, day: dt.date) -> dt.date:
        """The announcement before this day."""
        return self._back(day - DAY)

    def back(self, day: dt.date, steps: int) -> dt.date:
        """The announcement so many before this day."""
        for _ in range(steps):
            day = self.before(day)
        return day

    def after(self, day: dt.date, steps: int = 1) -> dt.date:
        """The announcement so many after this day."""
        for _ in range(steps):
            day += DAY
            while not self.announces(day):
                day += DAY
        return day

    def submissions(self, day: dt.date) -> tuple[dt.datetime, dt.datetime]:
        """Between which moments, UTC, came what is announced under this date."""
        opened, closed = weekday_before(self.before(day)), weekday_before(day)
        return eastern(opened, CLOSES), eastern(closed, CLOSES)

    def listed(self, now: dt.datetime) -> dt.date:
        """The newest announcement that the listings show at this moment."""
        return self._back(_turned(now, LISTED))

    def harvested(self, now: dt.datetime) -> dt.date:
        """The newest announcement that OAI gives."""
        return self._back(_turned(now, HARVESTED))

    def _back(self, day: dt.date) -> dt.date:
        while not self.announces(day):
            day -= DAY
        return day


def local(now: dt.datetime) -> dt.date:
    """The date in the East: that of the feeds."""
    return now.astimezone(EASTERN).date()


def _turned(now: dt.datetime, hour: dt.time) -> dt.date:
    """The date in the East; from that hour on, the next."""
    moment = now.astimezone(EASTERN)
    return moment.date() + DAY * (moment.time() >= hour)


def weekday_before(day: dt.date) -> dt.date:
    """The weekday on whose evening is announced what bears this date."""
    return day - DAY * (3 if day.weekday() == 0 else 2 if day.weekday() == 6 else 1)
