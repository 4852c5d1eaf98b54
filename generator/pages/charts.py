"""Papers over time as a small chart: SVG without script or style, and a table of the same numbers."""

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
