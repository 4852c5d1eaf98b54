"""Calendars of months: tables of weeks, each day with its number of papers and a shade."""

from __future__ import annotations

import calendar
import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from generator import dates
from generator.archive.coverage import LOSSES
from generator.model import Coverage, Day
from generator.pages import addresses, labels
from generator.pages.templating import fill

SHADES = 4
_DASH, _NOTHING = "–", "nothing announced"
CoverageByDate = Mapping[dt.date, tuple[Coverage, ...]]


@dataclass(frozen=True, slots=True)
class Cell:
    """A day in a calendar; `address` is empty if it has no page."""

    number: int
    address: str
    shown: str  # papers, with * if incomplete; a dot if only other sources said something, a dash if nobody did, else ?
    shade: int  # 0: nothing announced; SHADES: as many as on the fullest day of the month
    label: str  # for screen readers
    lacking: str = ""  # the worst state of its announcement, if that is incomplete


def months(days: tuple[Day, ...]) -> list[dt.date]:
    """The first days of the months in which the archive has days, oldest first."""
    return sorted({day.date.replace(day=1) for day in days})


def render(
    month: dt.date, days: Mapping[dt.date, Day], coverage: CoverageByDate, page: str, *, link: bool = True
) -> str:
    """The calendar of a month (its first day) for the page at `page`; `link`: its caption links the month's page."""
    numbers = calendar.Calendar().monthdayscalendar(month.year, month.month)
    dated = (days.get(month.replace(day=number)) for week in numbers for number in week if number)
    most = max(len(day.announced) if day else 0 for day in dated)
    weeks = [[_cell(month, number, days, coverage, most, page) for number in week] for week in numbers]
    return fill(
        "calendar.html",
        caption=dates.month(month),
        address=addresses.relative(addresses.month(month), page) if link else "",
        weekdays=dates.WEEKDAYS,
        weeks=weeks,
        marks="".join(mark for mark in "*?" if any(cell and mark in cell.shown for week in weeks for cell in week)),
    )


def small(month: dt.date, days: Mapping[dt.date, Day], page: str) -> str:
    """The calendar of a month (its first day) for the margin of the page at `page`: numbers of days, shades, links."""
    dated = [(number, days.get(month.replace(day=number))) for number in _numbers(month)]
    most = max((len(day.announced) for _, day in dated if day), default=0)
    cells = [_small(number, day, most, page) for number, day in dated]
    padded = [None] * month.weekday() + cells
    return fill(
        "month.html",
        caption=dates.month(month),
        address=_near(addresses.month(month), page),
        weekdays=dates.WEEKDAYS,
        weeks=[padded[start : start + 7] for start in range(0, len(padded), 7)],
    )


def seen_in(month: dt.date, days: Mapping[dt.date, Day]) -> list[tuple[int, int, str]]:
    """All that `small` shows of a month: for the hash of a page that has it."""
    held = [(number, days.get(month.replace(day=number))) for number in _numbers(month)]
    return [(number, *_said(day)) for number, day in held if day]


def _numbers(month: dt.date) -> range:
    return range(1, calendar.monthrange(month.year, month.month)[1] + 1)


def _said(day: Day) -> tuple[int, str]:
    return len(day.announced), _words(day, len(day.announced))[1]


def _small(number: int, day: Day | None, most: int, page: str) -> Cell:
    if day is None:
        return Cell(number, "", "", 0, "")
    papers, words = _said(day)
    address = _near(addresses.day(day.date), page)
    here = addresses.day(day.date) == page
    return Cell(number, address, "here" if here else "", _shade(papers, most), words)


def _shade(papers: int, most: int) -> int:
    return -(-SHADES * papers // most) if most else 0


def _near(target: str, page: str) -> str:
    """The shortest link from the page at `page` to one that mostly stands in the same folder."""
    folder = page[: page.rfind("/") + 1]
    near = folder and target.startswith(folder)
    return addresses.served(target)[len(folder) :] if near else addresses.relative(target, page)


def _cell(
    month: dt.date, number: int, days: Mapping[dt.date, Day], coverage: CoverageByDate, most: int, page: str
) -> Cell | None:
    if not number:
        return None
    date = month.replace(day=number)
    day = days.get(date)
    papers = len(day.announced) if day else 0
    shown, words = _words(day, papers)
    address = addresses.relative(addresses.day(date), page) if day else ""
    lacking = _lacking(coverage.get(date, ()))
    if lacking:  # what is missing may have been announced
        words = ", ".join(filter(None, (words.removeprefix(_NOTHING).removeprefix(", "), lacking)))
        shown = "?" if shown == _DASH else f"{shown}*"
    return Cell(number, address, shown, _shade(papers, most), f"{dates.date(date)}: {words}", lacking)


def _lacking(coverage: Iterable[Coverage]) -> str:
    """The worst of the incomplete states; empty if there is none."""
    return max((each.state for each in coverage if each.state in LOSSES), key=LOSSES.index, default="")


def _words(day: Day | None, papers: int) -> tuple[str, str]:
    """What a cell shows, and its description in words."""
    if papers:
        return labels.number(papers), labels.count(papers, "paper")
    if day and (day.cards or day.reports or day.mentions):
        return "•", f"{_NOTHING}, only words of other sources"
    return _DASH, _NOTHING
