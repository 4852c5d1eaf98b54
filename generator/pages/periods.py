"""The pages over days: a page for each month and each year, and the index of years."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import groupby

from generator.config import Settings
from generator.model import Day
from generator.pages import addresses, calendars, words
from generator.pages.context import Context, Draft, Page, front
from generator.pages.days import is_quiet
from generator.pages.templating import fill


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a table: a day, or all days of a month or a year."""

    name: str
    address: str
    days: int  # on which something was announced
    new: int
    cross: int
    replaced: int
    note: str = ""


def drafts(context: Context) -> Iterator[Draft]:
    """The index of years, the years, the months."""
    days = context.archive.days
    yield Draft(addresses.DAYS, None, partial(_render_index, days, context.settings))
    for number, days_of_year in groupby(days, lambda day: day.date.year):
        held = tuple(days_of_year)
        yield Draft(addresses.year(number), context.depends((), held), partial(_render_year, number, held))
        for month, days_of_month in groupby(held, lambda day: day.date.replace(day=1)):
            part = tuple(days_of_month)
            yield Draft(addresses.month(month), context.depends((), part), partial(_render_month, context, month, part))


def _render_index(days: tuple[Day, ...], settings: Settings) -> Page:
    path = addresses.DAYS
    years = [(number, list(group)) for number, group in groupby(days, lambda day: day.date.year)]
    rows = [_row(str(number), addresses.relative(addresses.year(number), path), group) for number, group in years]
    newest = days[-1] if days else None
    text = fill(
        "period.md",
        front=front("Days", "All days of this archive, by year.", searched=False),
        title="Days",
        up=None,
        rows=rows[::-1],
        caption="By year",
        first="Year",
        calendar=calendars.render(newest.date.replace(day=1), _by_date(days), path) if newest else "",
        days=True,
        settings=settings,
    )
    return Page(path, text)


def _by_date(days: tuple[Day, ...]) -> dict[dt.date, Day]:
    """The days by date."""
    return {day.date: day for day in days}


def _render_year(number: int, days: tuple[Day, ...]) -> Page:
    path = addresses.year(number)
    rows = []
    for month, group in groupby(days, lambda day: day.date.replace(day=1)):
        days_of_month = tuple(group)
        rows.append(_row(words.month(month), addresses.relative(addresses.month(month), path), days_of_month))
    text = fill(
        "period.md",
        front=front(str(number), f"The months of {number}.", searched=False),
        title=str(number),
        up=("All years", addresses.relative(addresses.DAYS, path)),
        rows=rows,
        caption="By month",
        first="Month",
        calendar="",
        days=True,
    )
    return Page(path, text)


def _render_month(context: Context, month: dt.date, days: tuple[Day, ...]) -> Page:
    path = addresses.month(month)
    name = words.month(month)
    text = fill(
        "period.md",
        front=front(name, f"The days of {name}.", searched=False),
        title=name,
        up=(str(month.year), addresses.relative(addresses.year(month.year), path)),
        rows=[_day_row(day, path) for day in days],
        caption="By day",
        first="Day",
        calendar=calendars.render(month, context.days, path, link=False),
        days=False,
    )
    return Page(path, text)


def _day_row(day: Day, path: str) -> Row:
    notes = (("reconstructed", day.reconstructed), ("quiet", is_quiet(day)), ("report", bool(day.reports)))
    note = ", ".join(word for word, true in notes if true)
    return _row(words.long_date(day.date), addresses.relative(addresses.day(day.date), path), [day], note)


def _row(name: str, address: str, days: list[Day] | tuple[Day, ...], note: str = "") -> Row:
    return Row(
        name,
        address,
        sum(bool(day.announced) for day in days),
        sum(len(day.of_type("new")) for day in days),
        sum(len(day.of_type("cross")) for day in days),
        sum(len(day.of_type("replace", "replace-cross")) for day in days),
        note,
    )
