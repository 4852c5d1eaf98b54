"""Small charts as SVG without script or style: bars over time with their table, a year as a strip, a line's worth."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from generator import dates
from generator.pages import addresses, labels
from generator.pages.templating import fill, literal

MONTHS = 36
"""The most months that are shown one by one. A longer time is shown by years ..."""
FEW = 0.2
"""... unless at most this share of the papers is older than those months."""
EARLIER = "earlier"
"""The label of everything older, where months are shown."""

WIDTH, HEIGHT = 320, 104  # of the chart, in its own units: pixels on a narrow phone
FLOOR = 84  # the bottom of the bars
TALLEST = 66
SLOT = 60  # the most room for a bar and its gap
BAR = 26  # the greatest width of a bar
LETTER = 6.4  # the average width of a letter

PITCH, EDGE, TOP = 11, 24, 12  # of a strip: a square with its gap, and room for names at the left and above
SQUARE = 9
SHADES = 4
_HALVES = (
    (1, 6),
    (7, 12),
)  # months: a strip has two parts, which stand side by side or, on a phone, one below the other

TICK = 12  # the height of a sparkline


@dataclass(frozen=True, slots=True)
class Period:
    """A month, a year, or all time before the first month, and the number of papers first seen in it."""

    name: str  # "March 2026", "2026"
    short: str  # "Mar 2026", "2026"
    papers: int


@dataclass(frozen=True, slots=True)
class Bar:
    """A period as it is drawn."""

    period: Period
    x: float
    y: float
    width: float
    height: float
    label: str  # below it; may be empty
    label_x: float  # its middle
    number: str  # above it; may be empty
    number_x: float


def periods(seen: Iterable[dt.date]) -> tuple[Period, ...]:
    """The last MONTHS months up to the newest date in `seen`, and everything older as one period; or the years.

    Years are shown where too many of the dates lie before those months. An archive of this year with a few old papers,
    announced again, is still shown by months.
    """
    months: Counter[int] = Counter()
    for date, number in Counter(seen).items():
        months[date.year * 12 + date.month - 1] += number
    if not months:
        return ()
    last = max(months)
    recent = {month: papers for month, papers in months.items() if month > last - MONTHS}
    earlier = months.total() - sum(recent.values())
    if earlier > FEW * months.total():
        return _years(months)
    days = [dt.date(number // 12, number % 12 + 1, 1) for number in range(min(recent), last + 1)]
    by_month = [Period(dates.month(day), dates.short_month(day), months[day.year * 12 + day.month - 1]) for day in days]
    before = [Period(f"Before {dates.month(days[0])}", EARLIER, earlier)] if earlier else []
    return (*before, *by_month)


def _years(months: Mapping[int, int]) -> tuple[Period, ...]:
    years: Counter[int] = Counter()
    for month, papers in months.items():
        years[month // 12] += papers
    return tuple(Period(str(year), str(year), years[year]) for year in range(min(years), max(years) + 1))


def render(shown: Sequence[Period]) -> str:
    """The chart of these periods, with its table: one block of HTML. Nothing for fewer than two periods."""
    if len(shown) < 2:
        return ""
    single = [period for period in shown if period.short != EARLIER]
    most = max(single, key=lambda period: period.papers)
    said = f"{single[0].name} to {single[-1].name}; peak in {most.name}: {labels.count(most.papers, 'paper')}."
    if single[0] is not shown[0]:
        said += f" Before that: {labels.count(shown[0].papers, 'paper')}."
    return fill(
        "chart.html",
        unit="month" if " " in single[0].name else "year",
        width=WIDTH,
        height=HEIGHT,
        floor=FLOOR,
        bars=_bars(shown),
        said=said,
        rows=shown[::-1],
    )


def _bars(shown: Sequence[Period]) -> list[Bar]:
    most = max(shown, key=lambda period: period.papers)
    slot = min(WIDTH / len(shown), SLOT)
    width = min(0.8 * slot, BAR)
    numbered = slot > LETTER * len(labels.number(most.papers))
    label = LETTER * max(len(period.short) for period in shown)
    every = ceil((label + LETTER + max(0.0, (label - slot) / 2)) / slot)  # those at either end are moved inwards
    bars = []
    for place, period in enumerate(shown):
        middle = (place + 0.5) * slot
        height = TALLEST * period.papers / most.papers if most.papers else 0.0
        number = labels.number(period.papers) if period.papers and (numbered or period is most) else ""
        bars.append(
            Bar(
                period=period,
                x=round(middle - width / 2, 1),
                y=round(FLOOR - height, 1),
                width=round(width, 1),
                height=round(height, 1),
                label=period.short if (len(shown) - 1 - place) % every == 0 else "",
                label_x=_inside(middle, label),
                number=number,
                number_x=_inside(middle, LETTER * len(number)),
            )
        )
    return bars


def _inside(middle: float, width: float) -> float:
    """The middle of a text of this width, moved as far as needed to keep it within the chart."""
    return round(min(max(middle, width / 2), WIDTH - width / 2), 1)


# A year as a strip


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
    names: list[tuple[int, str]]  # x of a month's first day, and its name
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


def of_squares(year: int, squares: Iterable[Square], said: str, address: str = "") -> str:
    """A year as a strip of such squares: one block of HTML; the halves without squares are left out.

    said: plain text, what a reader who cannot see the strip is told; address: of the page that the whole strip links.
    """
    days = list(squares)
    halves = [
        _half(year, months, [day for day in days if months[0] <= day.date.month <= months[1]]) for months in _HALVES
    ]
    drawn = [half for half in halves if half.marks or half.links]
    return fill("strip.html", halves=drawn, said=said, address=address) if drawn else ""


def _full(numbers: Iterable[int]) -> int:
    """The number from which on a day has the darkest shade: few have more, so that a great day pales no other."""
    some = sorted(number for number in numbers if number)
    return some[len(some) * 9 // 10] if some else 1


def _half(year: int, months: tuple[int, int], days: Sequence[Square]) -> Half:
    first = dt.date(year, months[0], 1)
    end = dt.date(year, 12, 31) if months[1] == 12 else dt.date(year, months[1] + 1, 1) - dt.timedelta(days=1)
    monday = first - dt.timedelta(days=first.weekday())
    weeks = (end - monday).days // 7 + 1

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
            (EDGE + PITCH * ((dt.date(year, month, 1) - monday).days // 7), dates.MONTHS[month - 1][:3])
            for month in range(months[0], months[1] + 1)
        ],
        weekdays=[(_middle(weekday) + 3, dates.WEEKDAYS[weekday][:3]) for weekday in (0, 2, 4)],
        grid="".join(rows),
        marks=[(mark, "".join(parts)) for mark, parts in sorted(paths.items())],
        links=[(day, f"{place(day.date)}h{SQUARE}") for day in days if day.address],
    )


def _middle(weekday: int) -> int:
    """The height of the middle of a row."""
    return TOP + PITCH * weekday + SQUARE // 2


# A sparkline


def by_month(seen: Iterable[dt.date], last: dt.date, months: int = 24) -> list[int]:
    """How many of these dates are in each of so many months, oldest first, up to the month of `last`."""
    final = last.year * 12 + last.month
    counts = Counter(date.year * 12 + date.month for date in seen)
    return [counts[number] for number in range(final - months + 1, final + 1)]


def sparkline(counts: Sequence[int], said: str = "") -> str:
    """Counts as tiny bars in a line of text, oldest first: SVG. Nothing if all are zero, or there are fewer than two.

    said: plain text, for those who cannot see it; empty: the text beside it says enough.
    """
    most = max(counts, default=0)
    if len(counts) < 2 or not most:
        return ""
    bars = "".join(f"M{4 * at + 2} {TICK}v-{_short(max(TICK * n / most, 0.5))}" for at, n in enumerate(counts) if n)
    name = f'role="img" aria-label="{literal(said)}"' if said else 'aria-hidden="true"'
    return f'<svg class="spark" viewBox="0 0 {4 * len(counts)} {TICK}" {name}><path d="{bars}"/></svg>'


def _short(value: float) -> str:
    """A length with at most one decimal: `4`, `4.5`."""
    return f"{value:.1f}".removesuffix(".0")
