"""The page of a year: its days as a strip, its themes month by month, the papers revised most, and its months."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby

from generator import dates
from generator.archive.coverage import LOSSES
from generator.model import Day
from generator.pages import addresses, charts, labels, periods, statistics
from generator.pages.context import Draft, View
from generator.pages.kinds import Kind
from generator.pages.writing import Page, bullets, link, page, section, table
from generator.words import _, ngettext

REVISED = 10
"""The most papers in the list of those revised most."""


@dataclass(frozen=True, slots=True)
class Year:
    """What a year's page shows besides its days."""

    number: int
    papers: dict[dt.date, int]  # date -> papers announced, of days that have pages
    lacking: tuple[dt.date, ...]  # partial, stale or missing
    themes: dict[str, statistics.Months]  # slug -> papers first seen in each month of the year
    revised: tuple[tuple[str, int], ...]  # key, and how many new versions were announced; most first
    judged: bool  # whether it has a page of coverage


def drafts(view: View) -> Iterator[Draft]:
    """A page for each year that has days."""
    months = statistics.theme_months(view)
    judged = {day.date.year for day in view.archive.coverage}
    lacking = sorted({day.date for day in view.archive.coverage if day.state in LOSSES})
    reached = {date.year for date in view.reach.dates} if view.reach else None
    for number, days_of_year in groupby(view.archive.days, lambda day: day.date.year):
        if reached is not None and number not in reached:
            continue
        days = tuple(days_of_year)
        year = Year(
            number=number,
            papers={day.date: len(day.announced) for day in days},
            lacking=tuple(date for date in lacking if date.year == number),
            themes={slug: _within(number, of_theme) for slug, of_theme in months.items()},
            revised=_revised(days),
            judged=number in judged,
        )
        hashes = [view.day_hash(day) for day in days]
        told = (year.lacking, year.themes, year.revised, year.judged)
        depends = view.depends([key for key, _ in year.revised], hashes, told)
        yield Draft(addresses.year(number), depends, partial(_render, view, year, days))


KIND = Kind("days/", drafts)


def _within(year: int, months: statistics.Months) -> statistics.Months:
    return {month: number for month, number in months.items() if month // 12 == year}


def _revised(days: Sequence[Day]) -> tuple[tuple[str, int], ...]:
    """The papers with at least two new versions announced on these days, each counted once a day."""
    replaced = Counter(key for day in days for key in {each.key for each in day.of_type("replace", "replace-cross")})
    often = [(key, number) for key, number in replaced.items() if number > 1]
    return tuple(sorted(often, key=lambda item: (-item[1], item[0]))[:REVISED])


def _render(view: View, year: Year, days: Sequence[Day]) -> Page:
    path, number, said = addresses.year(year.number), year.number, _said(year)
    months = [(month, list(group)) for month, group in groupby(days, lambda day: day.date.replace(day=1))]
    first, last = (charts.month_number(days[place].date) for place in (0, -1))
    slots = [slot for slot in _slots(number) if first <= slot.first <= last]
    themes = statistics.theme_lines(view, year.themes, slots)
    lacking = (
        f": {ngettext('{n} day not complete', '{n} days not complete', len(year.lacking))}" if year.lacking else ""
    )
    return page(
        path,
        "year",
        f"# {number}",
        said,
        f"{link(_('Coverage of {year}', year=number), addresses.coverage(number), path)}{lacking}."
        if year.judged
        else "",
        section(
            _("Months"),
            table(
                (_("Month"), *map(_, periods.COLUMNS)),
                [periods.row(dates.month(month), addresses.month(month), path, of) for month, of in months],
                len(periods.COLUMNS),
            ),
        ),
        statistics.theme_section(themes, slots, path),
        section(
            _("Revised most often"),
            bullets(view.row(key, None).short(path, labels.count(times, "new version")) for key, times in year.revised),
        ),
        link(_("All years"), addresses.DAYS, path),
        facts={
            "description": _("The days and months of {year}.", year=number),
            "strip": charts.year_strip(number, year.papers, said, path, year.lacking),
            "missing": any(not year.papers.get(date) for date in year.lacking),
            "themes": statistics.theme_facts(themes, path),
        },
    )


def _slots(year: int) -> list[charts.Slot]:
    """The months of a year."""
    firsts = [dt.date(year, month, 1) for month in range(1, 13)]
    return [charts.Slot(dates.month(day), dates.short_month(day), *[charts.month_number(day)] * 2) for day in firsts]


def _said(year: Year) -> str:
    """The year in a sentence."""
    announced = {date: papers for date, papers in year.papers.items() if papers}
    if not announced:
        return _("Nothing was announced on the days that this archive holds of this year.")
    busiest = max(sorted(announced), key=lambda date: announced[date])
    return _(
        "{entries} on {days}; most on {date}: {n}.",
        entries=labels.count(sum(announced.values()), "entry", "entries"), days=labels.count(len(announced), "day"),
        date=dates.long_date(busiest), n=labels.number(announced[busiest]),
    )  # fmt: skip
