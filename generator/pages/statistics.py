"""The archive in numbers: announcements, themes over time, cross-lists, versions, growth; each chart with its table."""

from __future__ import annotations

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate
from operator import attrgetter
from statistics import median
from typing import NamedTuple

from generator import dates
from generator.model import EntryType
from generator.pages import addresses, charts, labels
from generator.pages.context import Draft, View
from generator.pages.kinds import Kind
from generator.pages.writing import Page, link, page, section, table
from generator.text import markup

PARTS: tuple[tuple[EntryType, ...], ...] = (("new",), ("cross",), ("replace", "replace-cross"))
PART_NAMES = ("New", "Cross-lists", "Replacements")
FEWEST = 3  # months or years with papers, for lines that show how themes grew
THEMES = 20  # themes whose lines are drawn; the table below has all
CATEGORIES = 8  # rows and columns of the table of cross-lists
_type = attrgetter("type")

Months = dict[int, int]
"""Number of papers by month, as `charts.month_number` counts months."""


@dataclass(frozen=True, slots=True)
class Step:
    """A version: how many papers reached it, and how long it took."""

    version: int
    papers: int
    days: float | None  # the median between its announcement and the former version's; None: not known of any paper


@dataclass(frozen=True, slots=True)
class Numbers:
    """All that the page shows."""

    papers: int
    first: dt.date | None  # day with an announcement; None: there is none
    last: dt.date | None
    announced: dict[int, tuple[int, int, int]]  # month -> entries, by PARTS
    weekdays: list[tuple[int, int]]  # from Monday: days of which a listing was read, and entries on them
    days: int  # with an announcement
    seen: Months
    themes: dict[str, Months]  # slug -> number by month, in the archive's order
    flows: list[tuple[str, str, int]]  # primary category, another category, papers that have both; most first
    primary: dict[str, int]  # category -> papers whose primary it is
    steps: list[Step]


def theme_months(view: View) -> dict[str, Months]:
    """slug -> number of papers first seen in each month, for every theme in the archive's order."""
    return {slug: _by_month(paper.first_seen for paper in papers) for slug, papers in view.by_theme.items()}


def _by_month(seen: Iterable[dt.date]) -> Months:
    months: Counter[int] = Counter()
    for date, number in Counter(seen).items():
        months[charts.month_number(date)] += number
    return dict(sorted(months.items()))


def numbers(view: View) -> Numbers:
    """What there is to count in an archive, without folding a paper."""
    announced: dict[int, list[int]] = defaultdict(lambda: [0, 0, 0])
    weekdays = [[0, 0] for _ in dates.WEEKDAYS]
    for day in view.archive.days:
        kinds = Counter(map(_type, day.announced))
        of_month = announced[charts.month_number(day.date)] if kinds else []
        for place in range(len(of_month)):
            of_month[place] += sum(kinds[kind] for kind in PARTS[place])
    held = [day for day in view.archive.days if day.announced]
    for day in [day for day in held if not day.reconstructed] or held:  # of a reconstructed day a few papers are known
        of_weekday = weekdays[day.date.weekday()]
        of_weekday[0] += 1
        of_weekday[1] += len(day.announced)
    primary, flows = _flows(view)
    dated = [day.date for day in held]
    return Numbers(
        papers=len(view.outlines),
        first=min(dated, default=None),
        last=max(dated, default=None),
        announced={month: (n[0], n[1], n[2]) for month, n in sorted(announced.items())},
        weekdays=[(n[0], n[1]) for n in weekdays],
        days=len(held),
        seen=_by_month(paper.first_seen for paper in view.in_order),
        themes=theme_months(view),
        flows=flows,
        primary=primary,
        steps=_steps(view),
    )


def _flows(view: View) -> tuple[dict[str, int], list[tuple[str, str, int]]]:
    primary: Counter[str] = Counter()
    pairs: Counter[tuple[str, str]] = Counter()
    for categories, number in Counter(paper.categories for paper in view.in_order).items():  # many papers have the same
        for first in categories[:1]:
            primary[first] += number
            pairs.update({(first, other): number for other in set(categories[1:]) - {first}})
    flows = [(first, other, number) for (first, other), number in pairs.items()]
    return dict(sorted(primary.items())), sorted(flows, key=lambda flow: (-flow[2], flow))


def _steps(view: View) -> list[Step]:
    """The versions from the second on. A paper has reached the newest version of it that was announced."""
    dated: dict[str, dict[int, dt.date]] = defaultdict(dict)
    for day in view.archive.days:
        for each in day.announced:
            version = each.version or (1 if each.type == "new" else None)
            if version:
                dated[each.key].setdefault(version, day.date)
    reached: Counter[int] = Counter(max(versions) for versions in dated.values())
    waits: dict[int, list[int]] = defaultdict(list)
    for versions in dated.values():
        for version, date in versions.items():
            if version - 1 in versions:
                waits[version].append((date - versions[version - 1]).days)
    papers = list(accumulate(reached[version] for version in range(max(reached, default=0), 0, -1)))[::-1]
    return [Step(version, n, median(waits[version]) if waits[version] else None) for version, n in enumerate(papers, 1)]


def drafts(view: View) -> Iterator[Draft]:
    """The page."""
    counted = numbers(view)
    yield Draft(addresses.STATISTICS, view.depends((), counted), partial(_render, view, counted))


KIND = Kind(addresses.STATISTICS, drafts)


class Chart(NamedTuple):
    """A chart with its table."""

    name: str
    said: str  # what it shows, in a sentence
    table: str  # Markdown
    drawn: Mapping[str, object]  # as overrides/charts.html draws it


def _render(view: View, counted: Numbers) -> Page:
    path, slots = addresses.STATISTICS, charts.slots(counted.seen)
    themes = theme_lines(view, counted.themes, slots)
    flows = _matrix(view, counted, path)
    drawn = [_announcements(counted), _weekdays(counted), _versions(counted), _growth(counted, slots)]
    shown = [chart for chart in drawn if chart]
    return page(
        path,
        "statistics",
        "# Statistics",
        _held(counted),
        "" if len(slots) > 1 else "There is little to draw yet: charts over time begin with the second month.",
        *(section(chart.name, markup.literal(chart.said), chart.table) for chart in shown),
        theme_section(themes, slots, path),
        section("Cross-lists", *([markup.literal(flows.said), flows.table] if flows else [])),
        facts={
            "description": "The papers of this archive in numbers.",
            "charts": {chart.name: chart.drawn for chart in shown},
            "themes": theme_facts(themes, path),
            "flows": flows.drawn if flows else None,
        },
    )


def _held(counted: Numbers) -> str:
    papers = labels.count(counted.papers, "paper")
    if not (counted.first and counted.last):
        return f"{papers}."
    first, last = dates.date(counted.first), dates.date(counted.last)
    span = f" from {first} to {last}" if first != last else f", {first}"
    return f"{papers}; announcements of {labels.count(counted.days, 'day')}{span}."


def _announcements(counted: Numbers) -> Chart | None:
    totals = {month: sum(parts) for month, parts in counted.announced.items()}
    by_part = [{month: parts[place] for month, parts in counted.announced.items()} for place in range(len(PARTS))]
    shown = [
        charts.Period(slot.name, slot.short, slot.sum(totals), tuple(map(slot.sum, by_part)))
        for slot in charts.slots(totals)
    ]
    if len(shown) < 2:
        return None
    unit, said = charts.unit_of(shown), charts.reading(shown, "entry", "entries")
    text = charts.table((unit.capitalize(), *PART_NAMES), shown[::-1])
    return Chart(f"Entries announced per {unit}", said, text, charts.bars(shown, PART_NAMES))


def _weekdays(counted: Numbers) -> Chart | None:
    """Nothing unless there are announcements of several weekdays, and of two weeks or more."""
    named = zip(dates.WEEKDAYS, counted.weekdays, strict=True)
    means = {name: round(entries / days) for name, (days, entries) in named if days}
    if len(means) < 2 or sum(days for days, _ in counted.weekdays) < 10:
        return None
    most, least = (choose(means, key=lambda name: means[name]) for choose in (max, min))
    said = f"{most} brings most, {labels.count(means[most], 'entry', 'entries')} on average; {least} {means[least]:,}."
    shown = [charts.Period(name, name[:3], number) for name, number in means.items()]
    return Chart("Entries by day of the week", said, charts.table(("Day", "On average"), shown), charts.bars(shown))


class ThemeLine(NamedTuple):
    """A theme over time."""

    slug: str
    name: str
    counts: tuple[int, ...]  # papers of each slot


def theme_lines(view: View, months: Mapping[str, Months], slots: Sequence[charts.Slot]) -> list[ThemeLine]:
    """The themes with papers in these slots, those with most first; none unless FEWEST slots have some, and half of
    the themes have papers in several of them."""
    counted = {slug: tuple(slot.sum(of_theme) for slot in slots) for slug, of_theme in months.items()}
    several = [sum(map(bool, counts)) > 1 for counts in counted.values() if any(counts)]
    if sum(map(any, zip(*counted.values(), strict=True))) < FEWEST or 2 * sum(several) < len(several):
        return []
    lines = (
        ThemeLine(slug, markup.plain(view.themes[slug].name), counts) for slug, counts in counted.items() if any(counts)
    )
    return sorted(lines, key=lambda line: -sum(line.counts))


def theme_section(themes: Sequence[ThemeLine], slots: Sequence[charts.Slot], path: str) -> str:
    """What the lines of these themes show over these slots, in a sentence and a table; empty if there are none."""
    if not themes:
        return ""
    heads = ("Theme", f"Papers of each {charts.unit_of(slots)}, oldest first", "Papers")
    rows = (
        (
            link(markup.literal(name), addresses.theme(slug), path),
            ", ".join(map(labels.number, counts)),
            f"{sum(counts):,}",
        )
        for slug, name, counts in themes
    )
    return section("Themes over time", markup.literal(told(themes, slots)), table(heads, rows, 1))


def theme_facts(themes: Sequence[ThemeLine], path: str) -> list[list[object]]:
    """The themes whose lines are drawn: name, address, papers of each slot."""
    return [[name, addresses.href(addresses.theme(slug), path), counts] for slug, name, counts in themes[:THEMES]]


def told(themes: Sequence[ThemeLine], slots: Sequence[charts.Slot]) -> str:
    """What the lines of these themes show over these slots, in sentences."""
    peak = sum(themes[0].counts)
    most = [theme.name for theme in themes if sum(theme.counts) == peak]
    named = {1: "{0}, with {n}", 2: "{0} and {1}, with {n} each"}.get(len(most), "{0}, among others, with {n}")
    single = [slot.name for slot in slots if slot.short != charts.EARLIER]
    before = "" if len(single) == len(slots) else ", after a bar for all that is earlier"
    said = f"{single[0]} to {single[-1]}{before}. Most papers: {named.format(*most, n=labels.number(peak))}."
    said += " Each row is drawn to its own peak"
    return f"{said}; the table has all {len(themes)} themes." if len(themes) > THEMES else f"{said}."


def _matrix(view: View, counted: Numbers, path: str) -> Chart | None:
    """The strongest flows from primary categories (rows) into others (columns); None where no paper is cross-listed."""
    flows = [flow for flow in counted.flows if addresses.has_page(flow[0]) and addresses.has_page(flow[1])]
    if not flows:
        return None
    into: Counter[str] = Counter()
    out: Counter[str] = Counter()
    for first, other, papers in flows:
        out[first] += papers
        into[other] += papers
    columns, rows = ([code for code, _ in sums.most_common(CATEGORIES)] for sums in (into, out))
    pairs = {(first, other): papers for first, other, papers in flows}
    cells = {row: [pairs.get((row, column), 0) for column in columns] for row in rows}
    first, other, papers = flows[0]
    said = f"Most often, papers of {first} are also listed in {other}: {papers:,} of its {counted.primary[first]:,}."
    said += " Rows: primary category; columns: where those papers are also listed."
    text = table(
        ("Primary", *(link(markup.literal(code), view.place(code), path) for code in columns), "All"),
        (
            [link(markup.literal(row), view.place(row), path), *(n or "" for n in cells[row]), counted.primary[row]]
            for row in rows
        ),
        len(columns) + 1,
    )
    drawn = {
        "columns": [[code, addresses.href(view.place(code), path)] for code in columns],
        "rows": [[row, addresses.href(view.place(row), path), counted.primary[row], cells[row]] for row in rows],
    }
    return Chart("Cross-lists", said, text, drawn)


def _versions(counted: Numbers) -> Chart | None:
    """Nothing where no paper has a second one."""
    steps = counted.steps
    if len(steps) < 2:
        return None
    share = 100 * steps[1].papers / steps[0].papers
    said = f"Versions are known of {steps[0].papers:,} of {labels.count(counted.papers, 'paper')}; "
    said += f"{steps[1].papers:,} of them reached a second one ({share:.0f}%)"
    said += f", after {labels.count(round(steps[1].days), 'day')} (median)." if steps[1].days is not None else "."
    shown = [charts.Period(f"Version {step.version}", f"v{step.version}", step.papers) for step in steps]
    waits = ("" if step.days is None else labels.number(round(step.days)) for step in steps)
    rows = zip((each.name for each in shown), (labels.number(each.papers) for each in shown), waits, strict=True)
    heads = ("Version", "Papers", "Days since the one before (median)")
    return Chart("Papers by version reached", said, table(heads, rows, 2), charts.bars(shown))


def _growth(counted: Numbers, slots: Sequence[charts.Slot]) -> Chart | None:
    if len(slots) < 2:
        return None
    held = list(accumulate(slot.sum(counted.seen) for slot in slots))
    shown = [charts.Period(slot.name, slot.short, number) for slot, number in zip(slots, held, strict=True)]
    unit = charts.unit_of(shown)
    said = f"{labels.count(held[-1], 'paper')} in {slots[-1].name}, {held[-1] - held[-2]:,} more than a {unit} before."
    text = charts.table((unit.capitalize(), "Papers"), shown[::-1])
    return Chart(f"Papers held at the end of each {unit}", said, text, charts.bars(shown))
