"""Numbers over time or of a few kinds, as facts that overrides/charts.html draws; a table of the page says the same."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from daybook.text import language
from daybook.text.language import N_, _
from daybook.view import addresses, labels, writing

MONTHS = 36
"""The most months that are shown one by one. A longer time is shown by years ..."""
FEW = 0.2
"""... unless at most this share of the papers is older than those months."""
EARLIER = N_("earlier")  # the label of everything older, where months are shown
SHADES = 4
_HALVES = ((1, 6), (7, 12))  # the months of each half of a year

Months = Mapping[int, int]  # number of papers by month, as `month_number` counts months


@dataclass(frozen=True, slots=True)
class Slot:
    """A month, a year, or all time before the first month."""

    name: str  # "March 2026", "2026"
    short: str  # "Mar 2026", "2026"
    first: int  # months since the year 0, as `month_number` counts them
    last: int

    @classmethod
    def of(cls, date: dt.date) -> Slot:
        """The month of a date."""
        return cls(language.month(date), language.short_month(date), month_number(date), month_number(date))

    def period(self, papers: int, parts: tuple[int, ...] = ()) -> Period:
        """It as a bar."""
        return Period(self.name, self.short, papers, parts)

    def sum(self, months: Months) -> int:
        """What falls into it, of numbers by month."""
        return sum(number for month, number in months.items() if self.first <= month <= self.last)


@dataclass(frozen=True, slots=True)
class Period:
    """A bar: a month, a year, or all time before the first month, and the number of papers first seen in it."""

    name: str  # "March 2026", "2026"
    short: str  # "Mar 2026", "2026"
    papers: int
    parts: tuple[int, ...] = ()  # of a bar in parts: their numbers, from the bottom; empty: it is one


def month_number(date: dt.date) -> int:
    """The months from the year 0 to the month of a date."""
    return date.year * 12 + date.month - 1


def months_of(seen: Iterable[dt.date]) -> Counter[int]:
    """month -> how many of these dates it has, in order."""
    months: Counter[int] = Counter()
    for date, number in sorted(Counter(seen).items()):
        months[month_number(date)] += number
    return months


def slots(months: Months) -> tuple[Slot, ...]:
    """The last MONTHS months up to the newest, and everything older as one slot; or the years. Without gaps.

    Years are shown where too many of the papers lie before those months. An archive of this year with a few old papers,
    announced again, is still shown by months.
    """
    if not months:
        return ()
    first, last = min(months), max(months)
    start, total = min(month for month in months if month > last - MONTHS), sum(months.values())
    earlier = sum(number for month, number in months.items() if month < start)
    if earlier > FEW * total:
        years = range(first // 12, last // 12 + 1)
        return tuple(Slot(str(year), str(year), year * 12, year * 12 + 11) for year in years)
    shown = tuple(Slot.of(dt.date(number // 12, number % 12 + 1, 1)) for number in range(start, last + 1))
    before = Slot(_("Before {month}", month=shown[0].name), _(EARLIER), first, start - 1)
    return (before, *shown) if earlier else shown


def periods(seen: Iterable[dt.date]) -> tuple[Period, ...]:
    """How many of these dates fall into each of their `slots`."""
    months = months_of(seen)
    return tuple(slot.period(slot.sum(months)) for slot in slots(months))


def by_month(seen: Iterable[dt.date], last: dt.date, months: int) -> list[int]:
    """How many of these dates are in each of so many months, oldest first, up to the month of `last`."""
    counts, final = months_of(seen), month_number(last)
    return [counts[number] for number in range(final - months + 1, final + 1)]


def unit_of(shown: Sequence[Period] | Sequence[Slot]) -> str:
    """`month` or `year`."""
    return "year" if shown[-1].name.isdigit() else "month"


def unit_name(shown: Sequence[Period] | Sequence[Slot]) -> str:
    """The same as the head of a table."""
    return _("Year") if unit_of(shown) == "year" else _("Month")


def reading(shown: Sequence[Period], one: str = "paper", many: str = "") -> str:
    """Two periods or more in a sentence: `January to May 2026; peak in March 2026: 3 papers.`"""
    single = [period for period in shown if period.short != _(EARLIER)]
    most = max(single, key=lambda period: period.papers)
    peak = labels.count(most.papers, one, many)
    said = _("{first} to {last}; peak in {most}: {papers}.",
             first=single[0].name, last=single[-1].name, most=most.name, papers=peak)  # fmt: skip
    if single[0] is shown[0]:
        return said
    return f"{said} {_('Before that: {papers}.', papers=labels.count(shown[0].papers, one, many))}"


def bars(shown: Sequence[Period], parts: Sequence[str] = (N_("Papers"),)) -> dict[str, object]:
    """A chart of bars, of which some have parts of these names: name, short name and the numbers of its parts of each
    bar; whether the first is all that is earlier."""
    return {
        "parts": list(map(_, parts)),
        "bars": [[period.name, period.short, list(period.parts or (period.papers,))] for period in shown],
        "earlier": shown[0].short == _(EARLIER),
    }


def table(heads: Sequence[str], shown: Iterable[Period]) -> str:
    """The numbers of bars as Markdown, in their order. heads: for the periods' names, then for each part."""
    rows = ([period.name, *map(labels.number, period.parts or (period.papers,))] for period in shown)
    return writing.table(heads, rows, len(heads) - 1)


Links = Mapping[dt.date, tuple[str, str]]  # the address of a day's page, and the day in words


def strip(
    year: int,
    marks: Mapping[dt.date, str],
    said: str,
    links: Links | None = None,
    months: tuple[int, int] | None = None,
) -> dict[str, object]:
    """A year as squares, a day each, weeks as columns, in two halves that stand side by side or wrap.

    marks: what each day is, as the style sheet names it: "shade-3", "missing". said: what it shows, in words. months:
    the first and the last that are drawn, so that the strips of a year stand alike; None: those that have marks.
    """
    covered = months or (min(date.month for date in marks), max(date.month for date in marks))
    shown = [(max(start, covered[0]), min(end, covered[1])) for start, end in _HALVES]
    return {"said": said, "halves": [_half(year, *ends, marks, links or {}) for ends in shown if ends[0] <= ends[1]]}


def _half(year: int, first: int, last: int, marks: Mapping[dt.date, str], links: Links) -> dict[str, object]:
    """The months of a year from the first to the last. The place of a day: the days from the first Monday on."""
    starts = [dt.date(year, month, 1) for month in range(first, last + 1)]
    monday = starts[0] - dt.timedelta(days=starts[0].weekday())
    end = dt.date(year + last // 12, last % 12 + 1, 1) - dt.timedelta(days=1)
    plain: dict[str, list[int]] = {}
    linked = []
    for date in sorted(date for date in marks if starts[0] <= date <= end):
        if date in links:
            linked.append([(date - monday).days, marks[date], *links[date]])
        else:
            plain.setdefault(marks[date], []).append((date - monday).days)
    return {
        "first": (starts[0] - monday).days,
        "last": (end - monday).days,
        "months": [[(start - monday).days, language.month_name(start.month)[:3]] for start in starts],
        "marks": plain,
        "links": linked,
    }


def year_strip(
    year: int, papers: Mapping[dt.date, int], said: str, page: str, lacking: Collection[dt.date] = (),
    place: Callable[[dt.date], str] = addresses.day,
) -> dict[str, object]:  # fmt: skip
    """The days of a year, shaded by their papers, as links for the page at `page`.

    papers: date -> papers announced, of days that have pages. lacking: the dates that are partial, stale or missing.
    place: where a day stands.
    """
    some = sorted(filter(None, papers.values()))
    full = some[len(some) * 4 // 5] if some else 1  # few days have more, so that a great day pales no other
    marks = {date: f"shade-{min(-(-SHADES * number // full), SHADES)}" for date, number in papers.items()}
    marks |= {date: "missing" for date in lacking if not papers.get(date)}
    links = {
        date: (addresses.href(place(date), page), f"{language.date(date)}: {labels.count(number, 'paper')}")
        for date, number in papers.items()
    }
    return strip(year, marks, said, links)
