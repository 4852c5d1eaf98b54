"""Numbers over time, or of a few kinds, as bars with a table of the same numbers."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from generator import dates
from generator.pages import labels
from generator.pages.templating import fill

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


@dataclass(frozen=True, slots=True)
class Slot:
    """A month, a year, or all time before the first month."""

    name: str  # "March 2026", "2026"
    short: str  # "Mar 2026", "2026"
    first: int  # months since the year 0, as `month_number` counts them
    last: int

    def sum(self, months: Mapping[int, int]) -> int:
        """What falls into it, of numbers by month."""
        return sum(number for month, number in months.items() if self.first <= month <= self.last)


@dataclass(frozen=True, slots=True)
class Period:
    """A bar: a month, a year, or all time before the first month, and the number of papers first seen in it."""

    name: str  # "March 2026", "2026"
    short: str  # "Mar 2026", "2026"
    papers: int
    parts: tuple[int, ...] = ()  # of a bar in parts: their numbers, from the bottom; empty: it is one


@dataclass(frozen=True, slots=True)
class Segment:
    """A rectangle of a bar."""

    part: int  # its number, from 1
    y: float
    height: float


@dataclass(frozen=True, slots=True)
class Bar:
    """A period as it is drawn."""

    period: Period
    x: float
    y: float
    width: float
    segments: tuple[Segment, ...]
    label: str  # below it; may be empty
    label_x: float  # its middle
    number: str  # above it; may be empty
    number_x: float
    title: str  # in words


def month_number(date: dt.date) -> int:
    """The months from the year 0 to the month of a date."""
    return date.year * 12 + date.month - 1


def slots(months: Mapping[int, int]) -> tuple[Slot, ...]:
    """The last MONTHS months up to the newest, and everything older as one slot; or the years. Without gaps.

    months: number of papers by month (see `month_number`). Years are shown where too many of the papers lie before
    those months. An archive of this year with a few old papers, announced again, is still shown by months.
    """
    if not months:
        return ()
    first, last = min(months), max(months)
    recent = [month for month in months if month > last - MONTHS]
    total = sum(months.values())
    earlier = total - sum(months[month] for month in recent)
    if earlier > FEW * total:
        years = range(first // 12, last // 12 + 1)
        return tuple(Slot(str(year), str(year), year * 12, year * 12 + 11) for year in years)
    days = [dt.date(number // 12, number % 12 + 1, 1) for number in range(min(recent), last + 1)]
    shown = [Slot(dates.month(day), dates.short_month(day), month_number(day), month_number(day)) for day in days]
    before = [Slot(f"Before {dates.month(days[0])}", EARLIER, first, min(recent) - 1)] if earlier else []
    return (*before, *shown)


def periods(seen: Iterable[dt.date]) -> tuple[Period, ...]:
    """How many of these dates fall into each of their `slots`."""
    months: Counter[int] = Counter()
    for date, number in Counter(seen).items():
        months[month_number(date)] += number
    return tuple(Period(slot.name, slot.short, slot.sum(months)) for slot in slots(months))


def render(shown: Sequence[Period]) -> str:
    """The chart of papers first seen in these periods, with its table: a block of HTML. Nothing for fewer than two."""
    if len(shown) < 2:
        return ""
    unit = unit_of(shown)
    return bars(
        f"Papers per {unit}", shown, reading(shown), (unit.capitalize(), "Papers"), "by when each was first announced"
    )


def unit_of(shown: Sequence[Period] | Sequence[Slot]) -> str:
    """`month` or `year`."""
    return "month" if " " in shown[-1].name else "year"


def reading(shown: Sequence[Period], one: str = "paper", many: str = "") -> str:
    """Two periods or more in a sentence: `January to May 2026; peak in March 2026: 3 papers.`"""
    single = [period for period in shown if period.short != EARLIER]
    most = max(single, key=lambda period: period.papers)
    said = f"{single[0].name} to {single[-1].name}; peak in {most.name}: {labels.count(most.papers, one, many)}."
    if single[0] is not shown[0]:
        said += f" Before that: {labels.count(shown[0].papers, one, many)}."
    return said


def bars(
    name: str, shown: Sequence[Period], said: str, heads: Sequence[str], how: str = "", *, newest: bool = True
) -> str:
    """A chart with its table: one block of HTML.

    name: of the chart; said: what it shows, in a sentence; both plain text. heads: of the table, the first for the
    periods' names; where bars have parts, one for each part follows, and these name the parts. how: what is counted,
    for the table's caption. newest: whether the table begins with the last bar.
    """
    parts = heads[1:]
    return fill(
        "chart.html",
        name=name,
        said=said,
        width=WIDTH,
        height=HEIGHT,
        floor=FLOOR,
        bars=_bars(shown, parts),
        parts=parts if len(parts) > 1 else (),
        heads=heads,
        caption=f"{name}, {how}" if how else name,
        rows=[(period.name, period.parts or (period.papers,)) for period in (shown[::-1] if newest else shown)],
    )


def _bars(shown: Sequence[Period], parts: Sequence[str] = ("Papers",)) -> list[Bar]:
    most = max(shown, key=lambda period: period.papers)
    slot = min(WIDTH / len(shown), SLOT)
    width = min(0.8 * slot, BAR)
    numbered = slot > LETTER * len(labels.number(most.papers))
    label = LETTER * max(len(period.short) for period in shown)
    every = ceil((label + LETTER + max(0.0, (label - slot) / 2)) / slot)  # those at either end are moved inwards
    named = {place for place in range(len(shown)) if (len(shown) - 1 - place) % every == 0}
    if shown[0].short == EARLIER:  # the first bar is no month like the others: its name goes before a neighbour's
        named = {0, len(shown) - 1, *(place for place in named if place >= every)}
    drawn = []
    for place, period in enumerate(shown):
        middle = (place + 0.5) * slot
        number = labels.number(period.papers) if period.papers and (numbered or period is most) else ""
        segments = _segments(period.parts or (period.papers,), most.papers)
        drawn.append(
            Bar(
                period=period,
                x=round(middle - width / 2, 1),
                y=segments[-1].y,
                width=round(width, 1),
                segments=segments,
                label=period.short if place in named else "",
                label_x=_inside(middle, label),
                number=number,
                number_x=_inside(middle, LETTER * len(number)),
                title=f"{period.name}: {_title(period, parts)}",
            )
        )
    return drawn


def _segments(numbers: Sequence[int], most: int) -> tuple[Segment, ...]:
    """The rectangles of a bar, from the bottom."""
    segments, below = [], 0
    for part, number in enumerate(numbers, 1):
        top, bottom = (FLOOR - (TALLEST * n / most if most else 0.0) for n in (below + number, below))
        segments.append(Segment(part, round(top, 1), round(bottom - top, 1)))
        below += number
    return tuple(segments)


def _title(period: Period, parts: Sequence[str]) -> str:
    if period.parts:
        named = (
            (n, part.lower().removesuffix("s" if n == 1 else "")) for n, part in zip(period.parts, parts, strict=True)
        )
        return ", ".join(f"{labels.number(n)} {name}" for n, name in named)
    return labels.count(period.papers, parts[0].lower().removesuffix("s"))


def _inside(middle: float, width: float) -> float:
    """The middle of a text of this width, moved as far as needed to keep it within the chart."""
    return round(min(max(middle, width / 2), WIDTH - width / 2), 1)
