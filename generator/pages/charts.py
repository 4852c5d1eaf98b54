"""Papers over time as a small chart: SVG without script or style, and a table that says the same."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil

from generator.pages import words
from generator.pages.templating import fill

MONTHS = 36
"""As many months are shown one by one; a longer time is shown by years."""

WIDTH, HEIGHT = 320, 104  # of the chart, in its own units: pixels on a narrow phone
FLOOR = 84  # where bars stand
TALLEST = 66
SLOT = 60  # a bar has no more room than this
BAR = 26  # and is no wider than this
LETTER = 6.4  # the width of a letter


@dataclass(frozen=True, slots=True)
class Period:
    """A month or a year, and how many papers were first seen in it."""

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


def periods(dates: Iterable[dt.date]) -> tuple[Period, ...]:
    """The months from the first date to the last, or the years where those months are more than MONTHS."""
    months = Counter((date.year, date.month) for date in dates)
    if not months:
        return ()
    first, last = (year * 12 + month - 1 for year, month in (min(months), max(months)))
    if last - first < MONTHS:
        days = [dt.date(number // 12, number % 12 + 1, 1) for number in range(first, last + 1)]
        return tuple(Period(words.month(day), words.short_month(day), months[day.year, day.month]) for day in days)
    years: Counter[int] = Counter()
    for (year, _), papers in months.items():
        years[year] += papers
    return tuple(Period(str(year), str(year), years[year]) for year in range(first // 12, last // 12 + 1))


def render(told: Sequence[Period]) -> str:
    """The chart of these periods, with its table: one block of HTML. Nothing for fewer than two periods."""
    if len(told) < 2:
        return ""
    unit = "month" if " " in told[0].name else "year"
    most = max(told, key=lambda period: period.papers)
    return fill(
        "chart.html",
        unit=unit,
        width=WIDTH,
        height=HEIGHT,
        floor=FLOOR,
        bars=_bars(told, most),
        said=f"{told[0].name} to {told[-1].name}; the most in {most.name}: {words.count(most.papers, 'paper')}.",
        rows=told[::-1],
    )


def _bars(told: Sequence[Period], most: Period) -> list[Bar]:
    slot = min(WIDTH / len(told), SLOT)
    width = min(0.8 * slot, BAR)
    numbered = slot > LETTER * len(words.number(most.papers))
    label = LETTER * len(told[0].short)
    every = ceil((label + LETTER + max(0.0, (label - slot) / 2)) / slot)  # those at an end are moved inwards
    bars = []
    for place, period in enumerate(told):
        middle = (place + 0.5) * slot
        height = TALLEST * period.papers / most.papers if most.papers else 0.0
        number = words.number(period.papers) if period.papers and (numbered or period is most) else ""
        bars.append(
            Bar(
                period=period,
                x=round(middle - width / 2, 1),
                y=round(FLOOR - height, 1),
                width=round(width, 1),
                height=round(height, 1),
                label=period.short if (len(told) - 1 - place) % every == 0 else "",
                label_x=_inside(middle, label),
                number=number,
                number_x=_inside(middle, LETTER * len(number)),
            )
        )
    return bars


def _inside(middle: float, width: float) -> float:
    """The middle of a text of this width, moved as far as it must be to stay within the chart."""
    return round(min(max(middle, width / 2), WIDTH - width / 2), 1)
