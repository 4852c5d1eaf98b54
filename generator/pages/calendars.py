"""Months as tables of weeks, with counts and shades."""

from __future__ import annotations

import calendar
import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass

from generator.model import Day
from generator.pages import addresses, words
from generator.pages.templating import fill

SHADES = 4


@dataclass(frozen=True, slots=True)
class Cell:
    """A day in a calendar; `address` is empty where the archive holds no page of it."""

    number: int
    address: str
    shown: str  # a number of papers; a dot where only other sources spoke, a dash where nobody did
    shade: int  # 0: nothing announced; SHADES: as many as on the fullest day of the month
    label: str  # for readers who see no table


def months(days: tuple[Day, ...]) -> list[dt.date]:
    """The first days of the months that hold days, oldest first."""
    return sorted({day.date.replace(day=1) for day in days})


def render(month: dt.date, days: Mapping[dt.date, Day], page: str, *, link: bool = True) -> str:
    """The calendar of the month that begins on `month`, for the page at `page`; `link`: its caption links the month."""
    numbers = calendar.Calendar().monthdayscalendar(month.year, month.month)
    held = (days.get(month.replace(day=number)) for week in numbers for number in week if number)
    most = max(len(day.announced) if day else 0 for day in held)
    weeks = [[_cell(month, number, days, most, page) for number in week] for week in numbers]
    return fill(
        "calendar.html",
        caption=words.month(month),
        address=addresses.relative(addresses.month(month), page) if link else "",
        weekdays=words.WEEKDAYS,
        weeks=weeks,
    )


def _cell(month: dt.date, number: int, days: Mapping[dt.date, Day], most: int, page: str) -> Cell | None:
    if not number:
        return None
    date = month.replace(day=number)
    day = days.get(date)
    papers = len(day.announced) if day else 0
    shown, told = _told(day, papers)
    address = addresses.relative(addresses.day(date), page) if day else ""
    return Cell(number, address, shown, -(-SHADES * papers // most) if most else 0, f"{words.date(date)}: {told}")


def _told(day: Day | None, papers: int) -> tuple[str, str]:
    """What a cell shows, and what it says."""
    if papers:
        return words.number(papers), words.count(papers, "paper")
    if day and (day.cards or day.reports or day.mentions):
        return "•", "nothing announced, words of other sources"
    return "–", "nothing announced"
