"""Calendars of months, as facts: overrides/ draws them as tables of weeks, each day with its papers and a shade."""

from __future__ import annotations

import calendar
import datetime as dt
from collections.abc import Mapping

from daybook.coverage import proofs
from daybook.coverage.judge import LOSSES
from daybook.model import Coverage, Day
from daybook.text import dates
from daybook.text.language import _
from daybook.view import addresses, labels

SHADES = 4
CoverageByDate = Mapping[dt.date, tuple[Coverage, ...]]


def months(days: tuple[Day, ...]) -> list[dt.date]:
    """The first days of the months in which the archive has days, oldest first."""
    return sorted({day.date.replace(day=1) for day in days})


def of_month(
    month: dt.date,
    days: Mapping[dt.date, Day],
    page: str,
    coverage: CoverageByDate | None = None,
    *,
    until: dt.date = dt.date.max,
) -> dict[str, object]:
    """The calendar of a month (its first day) for the page at `page`: name, address, blank cells before the first day,
    and the days. `until`: the last day of which it knows, so that no later one changes the page.

    A day: number, address (empty: it has no page), papers, shade (0: nothing was announced; SHADES: as many papers as
    on the fullest day of the month), what it held in words, and with `coverage` the worst state of what it lacks.
    """
    dated = [month.replace(day=number) for number in range(1, calendar.monthrange(month.year, month.month)[1] + 1)]
    days = {date: days[date] for date in dated if date in days and date <= until}
    most = max((len(day.announced) for day in days.values()), default=0)
    cells = []
    for date in dated:
        day = days.get(date)
        papers = len(day.announced) if day else 0
        lacking = _lacking(coverage.get(date, ())) if coverage is not None else ""
        said = ", ".join(filter(None, (_said(day, papers), lacking and proofs.name_of(lacking))))
        place = addresses.href(addresses.day(date), page) if day else ""
        cells.append([date.day, place, papers, -(-SHADES * papers // most) if most else 0, said, lacking])
    return {
        "name": dates.month(month),
        "address": addresses.href(addresses.month(month), page) if addresses.month(month) != page else "",
        "before": month.weekday(),
        "days": cells,
    }


def seen(day: Day) -> tuple[int, int, str]:
    """All that a calendar without coverage shows of a day: for the hash of a page that has it."""
    return day.date.day, len(day.announced), _said(day, len(day.announced))


def _lacking(coverage: tuple[Coverage, ...]) -> str:
    """The worst of the incomplete states; empty if there is none."""
    return max((each.state for each in coverage if each.state in LOSSES), key=LOSSES.index, default="")


def _said(day: Day | None, papers: int) -> str:
    if papers:
        return labels.count(papers, "paper")
    words = day and (day.cards or day.reports or day.mentions)
    return _("words of other sources") if words else _("nothing announced")
