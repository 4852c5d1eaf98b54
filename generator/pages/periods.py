"""The pages of several days: of each week and month, and the index of years."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Literal

from generator import dates
from generator.archive.coverage import FAULTS, LOSSES
from generator.describe.digests.bases import LEAST_SPANS, SPANS, Standing, merged, standing
from generator.model import Basis, Coverage, Day
from generator.pages import addresses, calendars, editorials, labels
from generator.pages.context import Draft, Page, View, front
from generator.pages.days import FRIDAY, counts, is_quiet
from generator.pages.kinds import Kind
from generator.pages.templating import fill

Span = Literal["week", "month"]
NAMED = 3
"""Categories that a line of a day names, at most."""


@dataclass(frozen=True, slots=True)
class DayLine:
    """A line of a list of days."""

    name: str
    address: str
    counts: list[tuple[int, str]]  # (number, noun)
    note: str = ""


@dataclass(frozen=True, slots=True)
class PeriodRow:
    """A line of a table: all days of a month or a year."""

    name: str
    address: str
    days: int  # on which something was announced
    new: int
    cross: int
    replaced: int


def drafts(view: View) -> Iterator[Draft]:
    """The index of years, the months, the weeks."""
    yield Draft(addresses.DAYS, None, partial(_render_index, view))
    yield from _drafts_of_spans(view, "month")
    yield from _drafts_of_spans(view, "week")


KIND = Kind("days/", drafts)


def spans(view: View, span: Span) -> Iterator[tuple[dt.date, tuple[Day, ...], Standing]]:
    """Each week or month that holds a day, oldest first: its first day, its days, and how it compares with those before
    that lack nothing, once it has ended and lacks nothing itself."""
    whole: list[Basis] = []
    for place, (first, group) in enumerate(groupby(view.archive.days, lambda day: _first(span, day.date))):
        days = tuple(group)
        sound = not any(each.state in FAULTS for covered in _covered(view, span, first) for each in covered)
        ended = _last(span, first) <= (view.archive.as_of or dt.date.min)
        before = whole[-SPANS:] if sound and ended else []
        firsts = {slug: gap for day in days for slug, gap in view.standings[day.date].first.items()}
        yield first, days, standing(before, LEAST_SPANS, firsts)
        if sound and place:  # the archive may have begun within the first
            whole.append(merged([view.bases[day.date] for day in days]))


def _last(span: Span, first: dt.date) -> dt.date:
    """The last weekday of the week or month that begins on `first`."""
    return max(date for date in _dates(span, first) if date.weekday() <= FRIDAY)


def _drafts_of_spans(view: View, span: Span) -> Iterator[Draft]:
    """The pages of weeks or months."""
    for first, days, compared in spans(view, span):
        path = addresses.week(first) if span == "week" else addresses.month(first)
        written = view.texts.digests.get(addresses.stem(path), "")
        hashes = [(view.whole_day_hash(day), view.digest_hash(day)) for day in days]
        linked = editorials.linked_papers(view, written)
        yield Draft(
            path,
            view.depends((), hashes, compared, written, linked, _covered(view, span, first)),
            partial(_render_span, view, span, days, written, compared),
            first.isoformat(),
        )


def _covered(view: View, span: Span, first: dt.date) -> list[tuple[Coverage, ...]]:
    """The coverage of each day of the week or month that begins on `first`."""
    return [view.coverage.get(date, ()) for date in _dates(span, first)]


def _dates(span: Span, first: dt.date) -> list[dt.date]:
    """The dates of the week or month that begins on `first`."""
    following = (first + dt.timedelta(days=number) for number in range(31))
    return [date for date in following if _first(span, date) == first]


def _first(span: Span, date: dt.date) -> dt.date:
    """The first day of the week or month that holds `date`."""
    return date - dt.timedelta(days=date.weekday()) if span == "week" else date.replace(day=1)


def _render_index(view: View) -> Page:
    path, days = addresses.DAYS, view.archive.days
    years = [(number, list(group)) for number, group in groupby(days, lambda day: day.date.year)]
    rows = [row(str(number), addresses.relative(addresses.year(number), path), group) for number, group in years]
    newest = next((day for day in reversed(days) if day.announced), days[-1] if days else None)
    text = fill(
        "period.md",
        front=front("Days", "All days of this archive, by year.", feed=addresses.FEED_OF_ALL),
        title="Days",
        rows=rows[::-1],
        calendar=calendars.render(newest.date.replace(day=1), view.days, view.coverage, path) if newest else "",
        settings=view.settings,
        proof=addresses.relative(addresses.COVERAGE, path),
        statistics=addresses.relative(addresses.STATISTICS, path),
    )
    return Page(path, text)


def _render_span(view: View, span: Span, days: tuple[Day, ...], written: str, compared: Standing) -> Page:
    first = _first(span, days[0].date)
    month = span == "month"
    path = addresses.month(first) if month else addresses.week(first)
    name = dates.month(first) if month else dates.week(first)
    year = days[-1].date.year  # of a day in the archive: a week may begin or end in a year that has no page
    text = fill(
        "span.md",
        front=front(name, f"The days of {name}."),
        title=name,
        up=(str(year), addresses.relative(addresses.year(year), path)),
        editorial=editorials.of_span(view, days, compared, written, path),
        weeks=_weeks(days, path) if month else [],
        days=[day_line(view, day, path) for day in days],
        calendar=calendars.render(first, view.days, view.coverage, path, link=False) if month else "",
    )
    return Page(path, text)


def _weeks(days: Iterable[Day], path: str) -> list[tuple[str, str]]:
    """(name, address) of the weeks of these days."""
    mondays = dict.fromkeys(_first("week", day.date) for day in days)
    return [(dates.week(monday), addresses.relative(addresses.week(monday), path)) for monday in mondays]


def day_line(view: View, day: Day, page: str) -> DayLine:
    """A day as the page at `page` lists it: what was announced, and in words what is particular of it."""
    covered = view.coverage.get(day.date, ())
    notes = (
        ("one witness", any(each.lone for each in covered)),
        ("reconstructed", day.reconstructed),
        ("quiet", is_quiet(view, day)),
        ("report", bool(day.reports)),
    )
    note = ", ".join([*_lacking(covered), *(word for word, true in notes if true)])
    note = note or ("" if counts(day) or day.mentions else "nothing held")
    sizes = [(size, "new" if what.startswith("new ") else what) for size, what in counts(day)]
    return DayLine(dates.long_date(day.date), addresses.relative(addresses.day(day.date), page), sizes, note)


def _lacking(covered: Sequence[Coverage]) -> list[str]:
    """What is incomplete of a day, in words: `partial`; where only some of its categories are, `missing in hep-th`."""
    found = []
    for state in LOSSES:
        codes = [each.category for each in covered if each.state == state]
        if codes and len(codes) == len(covered):
            found.append(state)
        elif codes:
            where = ", ".join(codes) if len(codes) <= NAMED else labels.count(len(codes), "category", "categories")
            found.append(f"{state} in {where}")
    return found


def row(name: str, address: str, days: Sequence[Day]) -> PeriodRow:
    """The line of these days."""
    return PeriodRow(
        name,
        address,
        sum(bool(day.announced) for day in days),
        sum(len(day.of_type("new")) for day in days),
        sum(len(day.of_type("cross")) for day in days),
        sum(len(day.of_type("replace", "replace-cross")) for day in days),
    )
