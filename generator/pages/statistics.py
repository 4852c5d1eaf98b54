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

from generator import dates
from generator.model import EntryType
from generator.pages import addresses, charts, labels
from generator.pages.context import Draft, Page, View, front
from generator.pages.kinds import Kind
from generator.pages.templating import fill, literal

PARTS: tuple[tuple[EntryType, ...], ...] = (("new",), ("cross",), ("replace", "replace-cross"))
PART_NAMES = ("New", "Cross-lists", "Replacements")
FEWEST = 3  # months or years with papers, for lines that show how themes grew
THEMES = 20  # themes whose lines are drawn; the table below has all
CATEGORIES = 8  # rows and columns of the table of cross-lists
SHADES = 4
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


def _render(view: View, counted: Numbers) -> Page:
    path = addresses.STATISTICS
    slots = charts.slots(counted.seen)
    themes = theme_lines(view, counted.themes, slots, path)
    text = fill(
        "statistics.md",
        front=front("Statistics", "The papers of this archive in numbers."),
        papers=counted.papers,
        days=counted.days,
        first=counted.first,
        last=counted.last,
        announcements=_announcements(counted),
        weekdays=_weekdays(counted),
        themes=themes,
        said=told(themes, slots),
        shown=THEMES,
        span=f"{slots[0].name} to {slots[-1].name}" if slots else "",
        unit=charts.unit_of(slots) if slots else "",
        matrix=_matrix(view, counted, path),
        versions=_versions(counted),
        steps=[step for step in counted.steps if step.days is not None],
        growth=_growth(counted, slots),
    )
    return Page(path, text)


def _announcements(counted: Numbers) -> str:
    totals = {month: sum(parts) for month, parts in counted.announced.items()}
    shown = [
        charts.Period(
            slot.name,
            slot.short,
            slot.sum(totals),
            tuple(slot.sum({month: parts[place] for month, parts in counted.announced.items()}) for place in range(3)),
        )
        for slot in charts.slots(totals)
    ]
    if len(shown) < 2:
        return ""
    unit = charts.unit_of(shown)
    heads = (unit.capitalize(), *PART_NAMES)
    return charts.bars(f"Entries announced per {unit}", shown, charts.reading(shown, "entry", "entries"), heads)


def _weekdays(counted: Numbers) -> str:
    """Nothing unless there are announcements of several weekdays, and of two weeks or more."""
    named = zip(dates.WEEKDAYS, counted.weekdays, strict=True)
    means = {name: round(entries / days) for name, (days, entries) in named if days}
    if len(means) < 2 or sum(days for days, _ in counted.weekdays) < 10:
        return ""
    most, least = (choose(means, key=lambda name: means[name]) for choose in (max, min))
    said = f"{most} brings most, {labels.count(means[most], 'entry', 'entries')} on average; {least} {means[least]:,}."
    shown = [charts.Period(name, name[:3], number) for name, number in means.items()]
    return charts.bars("Entries by day of the week", shown, said, ("Day", "Entries"), "on average", newest=False)


@dataclass(frozen=True, slots=True)
class ThemeLine:
    """A theme over time."""

    name: str  # HTML
    address: str
    line: str  # SVG
    papers: int
    counts: tuple[int, ...]  # of each slot


def theme_lines(view: View, months: Mapping[str, Months], slots: Sequence[charts.Slot], page: str) -> list[ThemeLine]:
    """The themes with papers in these slots, those with most first; none unless FEWEST slots have some, and half of
    the themes have papers in several of them."""
    counted = {slug: tuple(slot.sum(of_theme) for slot in slots) for slug, of_theme in months.items()}
    several = [sum(map(bool, counts)) > 1 for counts in counted.values() if any(counts)]
    if sum(map(any, zip(*counted.values(), strict=True))) < FEWEST or 2 * sum(several) < len(several):
        return []
    lines = []
    for slug, counts in counted.items():
        if any(counts):
            address, name = addresses.relative(addresses.theme(slug), page), view.html(view.themes[slug].name)
            lines.append(ThemeLine(name, address, charts.sparkline(counts), sum(counts), counts))
    return sorted(lines, key=lambda line: -line.papers)


def told(themes: Sequence[ThemeLine], slots: Sequence[charts.Slot]) -> str:
    """What the lines of these themes show over these slots, in sentences of HTML; empty if there are none."""
    if not themes:
        return ""
    most = [theme.name for theme in themes if theme.papers == themes[0].papers]
    named = {1: "{0}, with {n}", 2: "{0} and {1}, with {n} each"}.get(len(most), "{0}, among others, with {n}")
    single = [slot.name for slot in slots if slot.short != charts.EARLIER]
    before = "" if len(single) == len(slots) else ", after a bar for all that is earlier"
    leader = named.format(*most, n=labels.number(themes[0].papers))
    said = f"{single[0]} to {single[-1]}{before}. Most papers: {leader}. Each row is drawn to its own peak"
    return f"{said}; the table has all {len(themes)} themes." if len(themes) > THEMES else f"{said}."


@dataclass(frozen=True, slots=True)
class Flow:
    """A cell of the table of cross-lists."""

    papers: int
    shade: int  # 0: none; SHADES: as many as in the fullest cell


@dataclass(frozen=True, slots=True)
class Matrix:
    """The papers of primary categories (rows) that are also listed in others (columns)."""

    columns: list[tuple[str, str]]  # code and address of its page
    rows: list[tuple[str, str, int, list[Flow]]]  # code, address, papers
    said: str


def _matrix(view: View, counted: Numbers, page: str) -> Matrix | None:
    """The strongest flows; None where no paper is cross-listed."""
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
    most = max(pairs.get((first, other), 0) for first in rows for other in columns)

    def linked(code: str) -> tuple[str, str]:
        return literal(code).replace(".", ".<wbr>"), addresses.relative(addresses.category(code), page)

    def flow(first: str, other: str) -> Flow:
        papers = pairs.get((first, other), 0)
        return Flow(papers, -(-SHADES * papers // most) if most else 0)

    first, other, papers = flows[0]
    said = f"Most often, papers of {first} are also listed in {other}: {papers:,} of its {counted.primary[first]:,}."
    table = [(*linked(row), counted.primary[row], [flow(row, column) for column in columns]) for row in rows]
    return Matrix([linked(column) for column in columns], table, said)


def _versions(counted: Numbers) -> str:
    """Nothing where no paper has a second one."""
    steps = counted.steps
    if len(steps) < 2:
        return ""
    share = 100 * steps[1].papers / steps[0].papers
    said = f"Versions are known of {steps[0].papers:,} of {labels.count(counted.papers, 'paper')}; "
    said += f"{steps[1].papers:,} of them reached a second one ({share:.0f}%)"
    said += f", after {labels.count(round(steps[1].days), 'day')} (median)." if steps[1].days is not None else "."
    shown = [charts.Period(f"Version {step.version}", f"v{step.version}", step.papers) for step in steps]
    return charts.bars("Papers by version reached", shown, said, ("Version", "Papers"), newest=False)


def _growth(counted: Numbers, slots: Sequence[charts.Slot]) -> str:
    if len(slots) < 2:
        return ""
    held = list(accumulate(slot.sum(counted.seen) for slot in slots))
    shown = [charts.Period(slot.name, slot.short, number) for slot, number in zip(slots, held, strict=True)]
    unit = charts.unit_of(shown)
    said = f"{labels.count(held[-1], 'paper')} in {slots[-1].name}, {held[-1] - held[-2]:,} more than a {unit} before."
    return charts.bars(f"Papers held at the end of each {unit}", shown, said, (unit.capitalize(), "Papers"))
