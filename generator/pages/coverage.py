"""The pages that show how complete the archive is: a chart of every day, the same as a table, and a list of gaps."""

from __future__ import annotations

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import get_args

from generator import dates
from generator.archive.coverage import faults
from generator.model import Coverage, CoverageState, Tally
from generator.pages import addresses, labels
from generator.pages.context import Draft, Page, View, front
from generator.pages.kinds import Kind
from generator.pages.templating import fill

STATES: tuple[CoverageState, ...] = get_args(CoverageState)
LETTERS: dict[CoverageState, str] = {
    "complete": "C", "quiet": "–", "partial": "P", "stale": "S", "missing": "M", "reconstructed": "R"
}  # fmt: skip
LEGEND: dict[CoverageState, str] = {
    "complete": "everything that arXiv announced is held, by its own totals",
    "quiet": "nothing was announced: a weekend, a holiday, or an empty listing",
    "partial": "fewer entries than arXiv states, or no listing gives a total",
    "stale": "only an older announcement was served under this date",
    "missing": "an announcement was due, but none of it is held",
    "reconstructed": "no listing was seen; worked out from submission times",
}
MARKS: dict[CoverageState, str] = {
    "complete": "h9v9h-9z",
    "quiet": "m3 3h3v3h-3z",
    "partial": "v9h9z",
    "stale": "h9v3h-9zm0 6h9v3h-9z",
    "missing": "m1 1l7 7m0-7l-7 7",
    "reconstructed": "m1 1h7v7h-7z",
}
"""The SVG path of each state, from the upper left corner of its square: states differ in shape as well as colour."""
WORST: tuple[CoverageState, ...] = ("quiet", "complete", "reconstructed", "partial", "stale", "missing")
"""The states as a day's seal weighs them: the last one of its categories' wins."""
LISTED = 100
"""The first page lists only this many of the newest incomplete days; a year's page lists all."""

PITCH, EDGE, TOP = 11, 26, 12  # of the chart, in its own units: a square with its gap, and room for names
HEIGHT = TOP + 7 * PITCH


@dataclass(frozen=True, slots=True)
class Proof:
    """The coverage of a category's announcement, in words."""

    category: str
    date: dt.date
    state: CoverageState
    text: str
    address: str = ""  # of the day's page; empty if there is none


@dataclass(frozen=True, slots=True)
class Seal:
    """The coverage of a day's announcement in all categories together."""

    state: CoverageState  # the worst
    held: int  # entries of all categories; a paper that several list is an entry of each
    stated: int | None  # by arXiv; None: for a category at least, nothing states it

    @property
    def text(self) -> str:
        """In words: `Complete: 31 of 31`, `Quiet`, `Partial: 12 held`."""
        name = self.state.capitalize()
        if self.stated is not None and (self.stated or self.held):
            return f"{name}: {labels.number(self.held)} of {labels.number(self.stated)}"
        return f"{name}: {labels.number(self.held)} held" if self.held else name


@dataclass(frozen=True, slots=True)
class StateCounts:
    """A row of a table: how many days have each state."""

    name: str
    address: str
    counts: tuple[int, ...]  # in the order of STATES
    entries: int


@dataclass(frozen=True, slots=True)
class YearChart:
    """The chart of a category's days in a year."""

    category: str
    year: int
    width: int
    names: list[tuple[int, str]]  # x of a month's first day, and its name
    marks: list[tuple[CoverageState, str]]  # one path for all days of a state
    said: str
    months: list[tuple[str, list[tuple[str, str]]]]  # name; for each day, its letter and the address of its page


def drafts(view: View) -> Iterator[Draft]:
    """The page of all years, even if there are none yet, and a page for each year."""
    years: dict[int, list[Coverage]] = defaultdict(list)
    for day in view.archive.coverage:
        years[day.date.year].append(day)
    yield Draft(addresses.COVERAGE, None, partial(_render_index, view, years))
    for year, days in sorted(years.items()):
        pages = [date for date in view.days if date.year == year]
        depends = view.depends((), days, pages)
        yield Draft(addresses.coverage(year), depends, partial(_render_year, view, year, days))


KIND = Kind("coverage/", drafts)


def seal(view: View, date: dt.date) -> Seal | None:
    """The coverage of a day's announcement in all categories together; None if none was ever asked for."""
    days = view.coverage.get(date, ())
    if not days:
        return None
    stated = [0 if day.state == "quiet" else day.total for day in days]
    return Seal(
        state=max((day.state for day in days), key=WORST.index),
        held=sum(day.stored for day in days),
        stated=None if None in stated else sum(total or 0 for total in stated),
    )


def proofs(view: View, days: Iterable[Coverage], page: str) -> list[Proof]:
    """The coverage of these days in words, for the page at `page`."""
    return [Proof(day.category, day.date, day.state, prove(day), _day_page(view, day.date, page)) for day in days]


def prove(day: Coverage) -> str:
    """How what is held of a day compares with what arXiv states, in words.

    `37 of 37 entries: 19 new, 5 cross-lists, 13 replacements, as arXiv lists them`
    """
    if not day.tallies:
        return day.note
    sections = ", ".join(_tally(tally) for tally in day.tallies)
    if day.total is None:
        return f"{labels.count(day.stored, 'entry', 'entries')}: {sections}; {day.note}"
    text = f"{labels.number(day.stored)} of {labels.count(day.total, 'entry', 'entries')}: {sections}"
    if day.state == "complete":
        return f"{text}, as arXiv lists them"
    return text + (
        ", of those that arXiv lists" if day.stored < day.total else ", but not the entries that arXiv lists"
    )


def summary(days: Sequence[Coverage]) -> str:
    """How many days were checked and how many are incomplete, in a sentence; empty if none was checked."""
    judged = {day.date for day in days if day.state != "reconstructed"}
    if not judged:
        return ""
    lacking = len({day.date for day in faults(days)})
    whole = "no gaps" if not lacking else f"{labels.count(lacking, 'day')} partial, stale or missing"
    return f"{labels.count(len(judged), 'day')} checked against arXiv's own totals: {whole}."


def _tally(tally: Tally) -> str:
    number = labels.number(tally.stored)
    count = tally.stored
    if tally.stated not in (None, tally.stored):
        count = tally.stated or 0
        number = f"{number} of {labels.number(count)}"
    one = {"new": "new", "cross": "cross-list", "replace": "replacement"}[tally.section]
    return f"{number} {one}{'' if count == 1 or one == 'new' else 's'}"


def _day_page(view: View, date: dt.date, page: str) -> str:
    return addresses.relative(addresses.day(date), page) if date in view.days else ""


def _render_index(view: View, years: dict[int, list[Coverage]]) -> Page:
    path, judged = addresses.COVERAGE, view.archive.coverage
    newest = max(years, default=None)
    lacking = sorted(faults(judged), key=lambda day: day.date, reverse=True)
    text = fill(
        "coverage.md",
        front=front("Coverage", "Each day's announcement, checked against arXiv's own totals."),
        title="Coverage",
        up=("All days", addresses.relative(addresses.DAYS, path)),
        said=summary(judged),
        until=max((day.date for day in judged), default=None),
        states=STATES,
        letters=LETTERS,
        legend=LEGEND,
        drawn=MARKS,
        categories=_by_category(judged),
        years=[
            _row(str(year), addresses.relative(addresses.coverage(year), path), days)
            for year, days in sorted(years.items(), reverse=True)
        ],
        charts=_charts(view, newest, years[newest], path) if newest else [],
        tables=False,
        height=HEIGHT,
        lacking=proofs(view, lacking[:LISTED], path),
        more=len(lacking) - LISTED,
    )
    return Page(path, text)


def _render_year(view: View, year: int, days: list[Coverage]) -> Page:
    path = addresses.coverage(year)
    lacking = sorted(faults(days), key=lambda day: day.date, reverse=True)
    text = fill(
        "coverage.md",
        front=front(f"Coverage of {year}", f"How complete each announcement of {year} is."),
        title=f"Coverage of {year}",
        up=("Coverage of all years", addresses.relative(addresses.COVERAGE, path)),
        said=summary(days),
        until=None,
        states=STATES,
        letters=LETTERS,
        legend=LEGEND,
        drawn=MARKS,
        categories=_by_category(days),
        years=[],
        charts=_charts(view, year, days, path),
        tables=True,
        height=HEIGHT,
        lacking=proofs(view, lacking, path),
        more=0,
    )
    return Page(path, text)


def _by_category(judged: Iterable[Coverage]) -> list[StateCounts]:
    return [_row(category, "", days) for category, days in _grouped(judged).items()]


def _grouped(days: Iterable[Coverage]) -> dict[str, list[Coverage]]:
    groups: dict[str, list[Coverage]] = defaultdict(list)
    for day in days:
        groups[day.category].append(day)
    return groups


def _row(name: str, address: str, days: Sequence[Coverage]) -> StateCounts:
    counts = Counter(day.state for day in days)
    return StateCounts(name, address, tuple(counts[state] for state in STATES), sum(day.stored for day in days))


# The chart


def _charts(view: View, year: int, judged: Iterable[Coverage], page: str) -> list[YearChart]:
    return [_chart(view, category, year, days, page) for category, days in _grouped(judged).items()]


def _chart(view: View, category: str, year: int, days: Sequence[Coverage], page: str) -> YearChart:
    counts = Counter(day.state for day in days)
    totals = ", ".join(f"{labels.number(counts[state])} {state}" for state in STATES if counts[state])
    months = [dt.date(year, number, 1) for number in range(1, 13)]
    drawn = [(state, "".join(_mark(day) for day in days if day.state == state)) for state in STATES if counts[state]]
    by_date = {day.date: day for day in days}
    return YearChart(
        category=category,
        year=year,
        width=EDGE + PITCH * (_week(dt.date(year, 12, 31)) + 1),
        names=[(EDGE + PITCH * _week(first), dates.MONTHS[first.month - 1][:3]) for first in months],
        marks=drawn,
        said=f"{category} in {year}: {totals}.",
        months=[
            (dates.MONTHS[first.month - 1][:3], _cells(view, first, by_date, page))
            for first in months
            if any((day.year, day.month) == (year, first.month) for day in by_date)
        ],
    )


def _week(date: dt.date) -> int:
    """The column of a date. Weeks begin on Monday; the first may be short."""
    return (date.timetuple().tm_yday - 1 + dt.date(date.year, 1, 1).weekday()) // 7


def _mark(day: Coverage) -> str:
    """The part of an SVG path that draws a day."""
    return f"M{EDGE + PITCH * _week(day.date)} {TOP + PITCH * day.date.weekday()}{MARKS[day.state]}"


def _cells(view: View, first: dt.date, days: dict[dt.date, Coverage], page: str) -> list[tuple[str, str]]:
    """The letter and the page of days 1 to 31 of a month; both empty for a day that was not checked."""
    following = (first + dt.timedelta(days=number) for number in range(31))
    judged = (days.get(date) if date.month == first.month else None for date in following)
    return [(LETTERS[day.state], _day_page(view, day.date, page)) if day else ("", "") for day in judged]
