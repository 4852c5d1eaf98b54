"""The pages that show how complete the archive is: strips of each year's days, the same in words, and the gaps."""

from __future__ import annotations

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from operator import attrgetter
from typing import get_args

from generator import dates
from generator.archive import proofs as proving
from generator.archive.coverage import FAULTS, LOSSES
from generator.model import Coverage, CoverageState, Witness
from generator.pages import addresses, gaps, labels, sides
from generator.pages.context import Draft, View
from generator.pages.kinds import Kind
from generator.pages.sides import titles
from generator.pages.writing import bullets
from generator.text import markup

STATES: tuple[CoverageState, ...] = get_args(CoverageState)
LONE = "lone"
"""Marks days that are complete by one witness alone."""
MARKS: tuple[str, ...] = ("complete", LONE, *STATES[1:])
"""What squares show: the states, and LONE."""
LEGEND = {
    "complete": "everything that arXiv announced is held, by its own totals, and a second witness agrees",
    LONE: "everything is held by arXiv's own totals; no second witness has spoken yet",
    "quiet": "nothing was announced: a weekend, a holiday, or an empty listing",
    "partial": "fewer entries than arXiv states, or no listing states them all",
    "contradicted": "arXiv's listing agrees with its own totals, but another of arXiv's services names other papers",
    "stale": "only an older announcement was served under this date",
    "missing": "an announcement was due and was requested, but none of it is held",
    "unasked": "an announcement was due, but it was neither requested nor saved",
    "reconstructed": "no listing was seen; worked out from submission times",
}
WITNESSES: dict[Witness, tuple[str, str]] = {
    "listing": ("Listing", "arXiv's page of a night's papers, with totals"),
    "catchup": ("Catch-up page", "arXiv's page of the same for a past day, asked for later"),
    "feed": ("Feed", "the same papers as arXiv gives them to feed readers (RSS), without totals"),
    "oai": ("OAI-PMH", "arXiv's service for copying its records, which names the papers that changed on a date"),
    "api": ("API", "arXiv's search for programs, which names the papers that were submitted in time"),
    "person": ("Person", "whoever keeps this archive saved a listing page and added it"),
}
"""Who speaks for a day: name, and what it is."""
WORST = ("quiet", "complete", LONE, "reconstructed", "unasked", "partial", "contradicted", "stale", "missing")
"""The states as a day's seal weighs them: the last one of its categories' wins."""
LISTED = 100
"""The first page lists only this many of the newest gaps; a year's page lists all."""
UNFOLDED = 10
"""Dates of a list that are in sight; further ones are folded, so that the strips stand not far below."""


@dataclass(frozen=True, slots=True)
class Proof:
    """The coverage of a category's announcement, in words."""

    category: str
    date: dt.date
    state: CoverageState
    text: str  # without the sides
    name: str  # of the state
    sides: Sides


@dataclass(frozen=True, slots=True)
class Seal:
    """The coverage of a day's announcement in all categories together."""

    state: CoverageState  # the worst of those that were collected, if there are any
    held: int  # entries of all categories; a paper that several list is an entry of each
    stated: int | None  # by arXiv; None: for a category at least, nothing states it
    unasked: int  # further categories that were not collected
    lone: bool = False  # it is complete, in a category at least by one witness alone
    disputed: int = 0  # entries of which witnesses contradict each other

    @property
    def mark(self) -> str:
        """The worst of all categories: a day is not complete where one of them was not collected."""
        own = LONE if self.lone else self.state
        return max(own, "unasked", key=WORST.index) if self.unasked else own

    @property
    def judged(self) -> CoverageState:
        """The worst state of all categories, whoever proves it."""
        return "unasked" if self.mark == "unasked" else self.state

    @property
    def text(self) -> str:
        """In words: `Complete: 31 of 31`, `Quiet`, `Contradicted: 2 papers disputed`,
        `Partial: 12 held, total unknown; 1 category not collected`."""
        disputed = f"{labels.count(self.disputed, 'paper')} disputed" if self.disputed else ""
        said = ", ".join(filter(None, (self._counted, disputed)))
        text = ": ".join(filter(None, (state_name(LONE if self.lone else self.state), said)))
        more = labels.count(self.unasked, "category", "categories")
        return f"{text}; {more} not collected" if self.unasked else text

    @property
    def _counted(self) -> str:
        """How much is held; empty where witnesses differ, for a page's own numbers would look like a proof."""
        if self.state == "contradicted" or not (self.stated or self.held):
            return ""
        held = labels.number(self.held)
        return f"{held} held, total unknown" if self.stated is None else f"{held} of {labels.number(self.stated)}"


@dataclass(frozen=True, slots=True)
class DatedGaps:
    """The gaps of a day, or of the same range of days, in several categories or states."""

    first: dt.date
    last: dt.date
    address: str  # of the page of its only day; empty for a range
    gaps: list[tuple[gaps.Gap, Sides]]


@dataclass(frozen=True, slots=True)
class StateCounts:
    """A row of a table: how many days have each state."""

    name: str
    address: str
    text: str  # `3 complete, 1 quiet`
    entries: int


@dataclass(frozen=True, slots=True)
class YearStrip:
    """A year's days, of one category or of all."""

    name: str  # of the category, or "All categories"
    strip: str  # HTML
    said: str
    months: list[tuple[str, str]]  # name; the days of each state, in words


def drafts(view: View) -> Iterator[Draft]:
    """The page of all years, even if there are none yet, and a page for each year."""
    years: dict[int, list[Coverage]] = defaultdict(list)
    for day in view.archive.coverage:
        years[day.date.year].append(day)
    yield Draft(addresses.COVERAGE, None, partial(_render_index, view, years))
    for year, days in sorted(years.items()):
        pages = [date for date in view.days if date.year == year]
        depends = view.depends((), days, pages, titles(view, days))
        yield Draft(addresses.coverage(year), depends, partial(_render_year, view, year, days))


KIND = Kind("coverage/", drafts)


def state_name(mark: str) -> str:
    """A state or LONE as pages name it: `Complete`, `Complete, one witness`, `Not collected`."""
    names = {LONE: "Complete, one witness", "unasked": "Not collected"}
    return names.get(mark, mark.capitalize())


def mark_of(day: Coverage) -> str:
    """What marks a category's day: its state, or LONE."""
    return LONE if day.lone and day.state == "complete" else day.state


def seal(view: View, date: dt.date) -> Seal | None:
    """The coverage of a day's announcement in all categories together; None if it was never judged."""
    days = view.coverage.get(date, ())
    return _sealed(days) if days else None


def _sealed(days: Sequence[Coverage]) -> Seal:
    asked = [day for day in days if day.state != "unasked"] or days
    stated = [0 if day.state == "quiet" else day.total for day in asked]
    state = max((day.state for day in asked), key=WORST.index)
    return Seal(
        state=state,
        held=sum(day.stored for day in asked),
        stated=None if None in stated else sum(total or 0 for total in stated),
        unasked=len(days) - len(asked),
        lone=state == "complete" and any(mark_of(day) == LONE for day in asked),
        disputed=sum(len({name for said in day.contradictions for name in said.ids}) for day in asked),
    )


def plain_state(stamp: Seal) -> str:
    """What a reader wants to know of a day: `whole`, `lacking`, or `unknown`: nobody can tell."""
    if stamp.mark in ("complete", LONE, "quiet"):
        return "whole"
    unknown = stamp.mark in ("reconstructed", "unasked", "contradicted") or (
        stamp.mark == "partial" and not stamp.stated
    )
    return "unknown" if unknown else "lacking"


def told(view: View, days: Iterable[Coverage], page: str) -> str:
    """The coverage of these days as Markdown of the page at `page`, a line for each category and each contradiction."""
    lines = []
    for day in days:
        proof = markup.literal(": ".join(filter(None, (proving.state_name(day), proving.held(day)))))
        lines += [f"**{markup.literal(day.category)}** {proof}", *sides.told(view, day, page)]
    return bullets(lines)


def summary(days: Sequence[Coverage]) -> str:
    """How many days were checked, by the worst state of their categories, and how many were not collected; empty if
    none was checked."""
    unjudged = {"reconstructed", "unasked"}
    states, known = (_by_date(days, acknowledged=each) for each in (False, True))
    judged = {date for date, marks in states.items() if marks - unjudged} | known.keys()
    if not judged:
        return ""
    worst = (max(marks - unjudged, key=WORST.index) for marks in states.values() if marks - unjudged)
    text = f"{labels.count(len(judged), 'day')} checked against arXiv's own totals: {_counts(worst) or 'none open'}."
    worst = (max(marks, key=WORST.index) for marks in known.values())
    text += f" Acknowledged as they are: {_counts(worst)}." if known else ""
    unasked = sum(marks == {"unasked"} for date, marks in states.items() if date not in known)
    return f"{text} {labels.count(unasked, 'day was', 'days were')} not collected." if unasked else text


def _by_date(days: Iterable[Coverage], *, acknowledged: bool) -> dict[dt.date, set[str]]:
    """The states of each day's categories, of those that are acknowledged or of the others."""
    by_date: dict[dt.date, set[str]] = defaultdict(set)
    for day in days:
        if (day.acknowledged is not None) == acknowledged:
            by_date[day.date].add(mark_of(day))
    return by_date


def _render_index(view: View, years: dict[int, list[Coverage]]) -> Page:
    path, judged = addresses.COVERAGE, view.archive.coverage
    newest = max(years, default=None)
    rows = [
        _row(str(year), addresses.relative(addresses.coverage(year), path), days)
        for year, days in sorted(years.items(), reverse=True)
    ]
    return _render(
        view,
        path,
        ("Coverage", "Each day's announcement, checked against arXiv's own totals."),
        ("All days", addresses.relative(addresses.DAYS, path)),
        judged,
        until=max((day.date for day in judged), default=None),
        years=rows,
        strips=_strips(view, newest, years[newest], path) if newest else [],
        shown=str(newest),
        words=False,
        most=LISTED,
    )


def _render_year(view: View, year: int, days: list[Coverage]) -> Page:
    path = addresses.coverage(year)
    return _render(
        view,
        path,
        (f"Coverage of {year}", f"How complete each announcement of {year} is."),
        ("Coverage of all years", addresses.relative(addresses.COVERAGE, path)),
        days,
        until=None,
        years=[],
        strips=_strips(view, year, days, path),
        shown=str(year),
        words=True,
        most=None,
    )


def _render(
    view: View,
    path: str,
    named: tuple[str, str],
    up: tuple[str, str],
    judged: Sequence[Coverage],
    *,
    most: int | None,
    **values: object,
) -> Page:
    """A page of coverage. most: how many gaps it lists; None: all."""
    occurring = {mark_of(day) for day in judged}
    heard = {name for day in judged for name in (*day.witnesses, *(said.witness for said in day.contradictions))}
    open_days = [day for day in judged if day.acknowledged is None]
    known = [day for day in judged if day.acknowledged is not None]
    lists = [
        (title, _dated(view, found[:most], path), len(found) - (most or len(found)))
        for title, found in (
            ("Gaps", gaps.ranges(open_days, LOSSES)),
            ("Not collected", sorted(gaps.ranges(open_days, ("unasked",)), key=attrgetter("first"), reverse=True)),
            ("Acknowledged", gaps.ranges(known, FAULTS)),
        )
    ]
    text = fill(
        "coverage.md",
        front=front(*named, feed=addresses.FEED_OF_COVERAGE),
        title=named[0],
        up=up,
        said=summary(judged),
        legend=[(mark, state_name(mark), LEGEND[mark]) for mark in MARKS if mark in occurring],
        categories=[_row(category, "", days) for category, days in _grouped(judged).items()],
        lists=lists,
        unfolded=UNFOLDED,
        contradicted=any(day.state == "contradicted" for day in open_days),
        witnesses=[words for name, words in WITNESSES.items() if name in heard],
        state_name=state_name,
        guide=addresses.relative("guide/coverage.md", path),
        **values,
    )
    return Page(path, text)


def _day_page(view: View, date: dt.date, page: str) -> str:
    return addresses.relative(addresses.day(date), page) if date in view.days else ""


def _dated(view: View, found: Iterable[gaps.Gap], page: str) -> list[DatedGaps]:
    """The gaps by their dates, in their order."""
    place = partial(paper_page, view, page)
    return [
        DatedGaps(
            first,
            last,
            _day_page(view, first, page) if first == last else "",
            [(gap, linked(view, gap.day, place) if gap.day else []) for gap in group],
        )
        for (first, last), group in groupby(found, key=attrgetter("first", "last"))
    ]


def _grouped(days: Iterable[Coverage]) -> dict[str, list[Coverage]]:
    groups: dict[str, list[Coverage]] = defaultdict(list)
    for day in days:
        groups[day.category].append(day)
    return groups


def _row(name: str, address: str, days: Sequence[Coverage]) -> StateCounts:
    return StateCounts(name, address, _counts(map(mark_of, days)), sum(day.stored for day in days))


def _counts(marks: Iterable[str]) -> str:
    """`3 complete, 1 by one witness, 1 quiet, 40 not collected`."""
    counts = Counter(marks)
    return ", ".join(f"{labels.number(counts[each])} {_adverb(each)}" for each in MARKS if counts[each])


def _adverb(mark: str) -> str:
    """A state within a list that is parted by commas."""
    return "complete by one witness" if mark == LONE else state_name(mark).lower()


def _strips(view: View, year: int, judged: Sequence[Coverage], page: str) -> list[YearStrip]:
    """A strip whose days are links, of all categories together, and one for each category if there are several.

    All have the months that the archive covers, so that they stand alike.
    """
    covered = [day.date.month for day in judged]
    months = min(covered), max(covered)
    by_date: dict[dt.date, list[Coverage]] = defaultdict(list)
    for day in judged:
        by_date[day.date].append(day)
    categories = _grouped(judged)
    whole = {date: _sealed(days) for date, days in sorted(by_date.items())}
    squares = [
        charts.Square(date, seal.mark, f"{dates.date(date)}: {seal.text}", _day_page(view, date, page))
        for date, seal in whole.items()
    ]
    states = {date: seal.mark for date, seal in whole.items()}
    name = next(iter(categories)) if len(categories) == 1 else "All categories"
    said = f"{name} in {year}: {_counts(states.values())}."
    strips = [YearStrip(name, charts.of_squares(year, squares, said, months=months), said, _months(states))]
    for category, days in categories.items() if len(categories) > 1 else ():
        states = {day.date: mark_of(day) for day in days}
        said = f"{category} in {year}: {_counts(states.values())}."
        plain = [charts.Square(date, state) for date, state in states.items()]
        strips.append(YearStrip(category, charts.of_squares(year, plain, said, months=months), said, _months(states)))
    return strips


def _months(states: Mapping[dt.date, str]) -> list[tuple[str, str]]:
    """(month, the days of each state): `("March", "complete 2, 4 and 5; quiet 1, 7 and 8")`."""
    months = []
    for month, group in groupby(sorted(states), lambda date: date.month):
        dates_of_month = list(group)
        parts = []
        for state in MARKS:
            days = [date.day for date in dates_of_month if states[date] == state]
            if days:
                parts.append(f"{_adverb(state)} {_numbers(days)}")
        months.append((dates.MONTHS[month - 1], "; ".join(parts)))
    return months


def _numbers(days: Sequence[int]) -> str:
    """Days of a month in words: `2, 4 to 6, 9`."""
    runs: list[list[int]] = []
    for day in days:
        if not runs or day != runs[-1][-1] + 1:
            runs.append([])
        runs[-1].append(day)
    parts = (run if len(run) < 3 else [f"{run[0]} to {run[-1]}"] for run in runs)
    return ", ".join(str(part) for run in parts for part in run)
