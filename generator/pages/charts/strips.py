"""A year as a strip: a square for each day, weeks as columns, in two halves that stand side by side or wrap."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from generator import dates
from generator.pages import addresses, labels
from generator.pages.templating import fill

PITCH, EDGE, TOP = 11, 24, 12  # in a strip's own units: a square with its gap, and room for names at the left and above
SQUARE = 9
WEEKS = 27  # of half a year: squares are as large in a half that has fewer
FEWEST = 20  # weeks that there is room for where strips show only the months that they cover
SHADES = 4
_HALVES = ((1, 6), (7, 12))  # the months of each half


@dataclass(frozen=True, slots=True)
class Square:
    """A day in a strip."""

    date: dt.date
    mark: str  # what it is, as the style sheet names it: "shade-3", "missing"
    label: str = ""  # in words, for a square that is a link
    address: str = ""  # of its page; empty: no link


@dataclass(frozen=True, slots=True)
class Half:
    """A half of a year as it is drawn: weeks are columns, from Monday to Sunday."""

    width: int
    height: int
    names: list[tuple[int, str]]  # x of the first week that has most days of a month, and its name
    weekdays: list[tuple[int, str]]  # y of a row, and its name
    grid: str  # a path along the days of each row
    marks: list[tuple[str, str]]  # a mark, and one path for all its days that are no links
    links: list[tuple[Square, str]]  # and its path


def strip(
    year: int, papers: Mapping[dt.date, int], page: str, *, lacking: Collection[dt.date] = (), links: bool = False
) -> str:
    """A year's days, shaded by their papers: one block of HTML for the page at `page`. Nothing if no date is in it.

    papers: date -> papers announced, of days that have pages; those of other years are left out. lacking: the dates
    that are partial, stale or missing. links: each day is a link; else the strip is one, to the year's page.
    """
    shown = {date: number for date, number in papers.items() if date.year == year}
    full = _full(shown.values())
    squares = [
        Square(
            date,
            "missing" if date in lacking and not number else f"shade-{min(-(-SHADES * number // full), SHADES)}",
            f"{dates.date(date)}: {labels.count(number, 'paper')}" if links else "",
            addresses.relative(addresses.day(date), page) if links else "",
        )
        for date, number in sorted(shown.items())
    ]
    squares += [Square(date, "missing") for date in sorted(lacking) if date.year == year and date not in shown]
    said = (
        f"{year}: {labels.count(sum(shown.values()), 'paper')} on {labels.count(sum(map(bool, shown.values())), 'day')}"
    )
    return of_squares(year, squares, said, "" if links else addresses.relative(addresses.year(year), page))


def of_squares(
    year: int, squares: Iterable[Square], said: str, address: str = "", *, months: tuple[int, int] | None = None
) -> str:
    """A year as a strip of such squares: one block of HTML; nothing if there are none.

    said: plain text, what a reader who cannot see the strip is told; address: of the page that the whole strip links.
    months: the first and the last that are drawn, so that strips of a year stand alike; None: those that have squares.
    """
    days = list(squares)
    if not days:
        return ""
    first, last = months or (choose(day.date.month for day in days) for choose in (min, max))
    shown = [(max(start, first), min(end, last)) for start, end in _HALVES]
    halves = [
        _half(year, half, [day for day in days if half[0] <= day.date.month <= half[1]])
        for half in shown
        if half[0] <= half[1]
    ]
    width = max(EDGE + PITCH * (FEWEST if months else WEEKS), *(half.width for half in halves))
    return fill("strip.html", halves=halves, width=width, said=said, address=address)


def _full(numbers: Iterable[int]) -> int:
    """The number from which on a day has the darkest shade: few have more, so that a great day pales no other."""
    some = sorted(number for number in numbers if number)
    return some[len(some) * 4 // 5] if some else 1


def _half(year: int, months: tuple[int, int], days: Sequence[Square]) -> Half:
    first = dt.date(year, months[0], 1)
    end = dt.date(year, 12, 31) if months[1] == 12 else dt.date(year, months[1] + 1, 1) - dt.timedelta(days=1)
    monday = first - dt.timedelta(days=first.weekday())
    weeks = (end - monday).days // 7 + 1
    starts = [dt.date(year, month, 1) for month in range(months[0], months[1] + 1)]

    def place(date: dt.date) -> str:
        return f"M{EDGE + PITCH * ((date - monday).days // 7)} {_middle(date.weekday())}"

    paths: dict[str, list[str]] = {}
    for day in days:
        if not day.address:
            paths.setdefault(day.mark, []).append(f"{place(day.date)}h{SQUARE}")
    rows = []
    for weekday in range(7):
        start = EDGE + PITCH * (weekday < first.weekday())
        stop = EDGE + PITCH * (weeks - (weekday > end.weekday()))
        rows.append(f"M{start} {_middle(weekday)}H{stop}")
    return Half(
        width=EDGE + PITCH * weeks,
        height=TOP + 7 * PITCH,
        names=[
            (EDGE + PITCH * ((start - monday).days // 7 + (start.weekday() > 3)), dates.MONTHS[start.month - 1][:3])
            for start in starts
        ],
        weekdays=[(_middle(weekday) + 3, dates.WEEKDAYS[weekday][:3]) for weekday in (0, 2, 4)],
        grid="".join(rows),
        marks=[(mark, "".join(parts)) for mark, parts in sorted(paths.items())],
        links=[(day, f"{place(day.date)}h{SQUARE}") for day in days if day.address],
    )


def _middle(weekday: int) -> int:
    """The height of the middle of a row."""
    return TOP + PITCH * weekday + SQUARE // 2
