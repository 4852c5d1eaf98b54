"""The page of a year: its days as a strip, its themes month by month, the papers revised most, and its months."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, groupby

from daybook.coverage.judge import LOSSES
from daybook.model import Announced, Day
from daybook.pages import charts, periods, statistics
from daybook.pages.kinds import Kind
from daybook.text import dates
from daybook.text.language import _, ngettext
from daybook.view import addresses, labels
from daybook.view.context import Draft, View
from daybook.view.writing import Page, bullets, link, page, section, table

REVISED = 10
"""The most papers in the list of those revised most."""


@dataclass(frozen=True, slots=True)
class Year:
    """What a year's page shows besides its days."""

    number: int
    papers: dict[dt.date, int]  # date -> papers announced, of days that have pages
    lacking: tuple[dt.date, ...]  # partial, stale or missing
    themes: dict[str, statistics.Months]  # slug -> papers first seen in each month of the year, by their themes then
    revised: tuple[tuple[Announced, int], ...]  # the last of a paper's new versions, and how many came; most first
    judged: bool  # whether it has a page of coverage


def drafts(view: View) -> Iterator[Draft]:
    """A page for each year that has days."""
    judged = {day.date.year for day in view.archive.coverage}
    lacking = sorted({day.date for day in view.archive.coverage if day.state in LOSSES})
    reached = {date.year for date in view.reach.dates} if view.reach else None
    themes = _themes(view, reached)
    for number, days_of_year in groupby(view.archive.days, lambda day: day.date.year):
        if reached is not None and number not in reached:
            continue
        days = tuple(days_of_year)
        year = Year(
            number=number,
            papers={day.date: len(day.announced) for day in days},
            lacking=tuple(date for date in lacking if date.year == number),
            themes=themes.get(number, {}),
            revised=_revised(days),
            judged=number in judged,
        )
        depends = view.reach.stamp if view.reach else partial(_depends, view, year, days)()
        yield Draft(addresses.year(number), depends, partial(_render, view, year, days))


KIND = Kind("days/", drafts)


def _depends(view: View, year: Year, days: Sequence[Day]) -> str:
    revised = [view.shown_of(item) for item, _ in year.revised]
    return view.depends((), [view.day_hash(day.date) for day in days], year.lacking, year.themes, revised, year.judged)


def _themes(view: View, reached: Collection[int] | None) -> dict[int, dict[str, statistics.Months]]:
    """year -> slug -> number of papers first seen in each month, for every theme in the archive's order; by the themes
    that a paper had then. `reached`: of these years alone."""
    found: dict[int, dict[str, Counter[int]]] = {}
    for paper in view.in_order:
        number = paper.first_seen.year
        if reached is not None and number not in reached:
            continue
        if number not in found:
            found[number] = {slug: Counter() for slug in view.themes}
        year = found[number]
        for slug in {*(Announced(key=paper.key, type="new").earlier(paper) or paper).themes} & year.keys():
            year[slug][charts.month_number(paper.first_seen)] += 1
    return {number: {slug: dict(sorted(of.items())) for slug, of in year.items()} for number, year in found.items()}


def _revised(days: Sequence[Day]) -> tuple[tuple[Announced, int], ...]:
    """The papers with at least two new versions announced on these days, each counted once a day."""
    replaced = [{item.key: item for item in day.of_type(*labels.REPLACED)} for day in days]
    last = {key: item for day in replaced for key, item in day.items()}
    often = [(last[key], number) for key, number in Counter(chain.from_iterable(replaced)).items() if number > 1]
    return tuple(sorted(often, key=lambda each: (-each[1], each[0].key))[:REVISED])


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
            bullets(
                view.row(item.key, view.announced(item)).short(path, labels.count(times, "new version"))
                for item, times in year.revised
            ),
        ),
        link(_("All years"), addresses.DAYS, path),
        facts={
            "description": _("The days and months of {year}.", year=number),
            "strip": charts.year_strip(number, year.papers, said, path, year.lacking),
            "missing": any(not year.papers.get(date) for date in year.lacking),
            "themes": statistics.theme_facts(themes, path),
            "items": {
                item.key: {"facts": view.facts(item.key, version)}
                for item, _ in year.revised
                if (version := view.announced(item))
            },
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
