"""The archive in numbers: announcements, themes over time, cross-lists, versions, growth; each chart with its table."""

from __future__ import annotations

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate
from statistics import median
from typing import NamedTuple

from daybook.model import REPLACED, EntryType, first_seen
from daybook.pages import charts
from daybook.pages.charts import Months, Period, Slot
from daybook.text import language, markup
from daybook.text.language import N_, _
from daybook.view import addresses, labels
from daybook.view.archive_view import Draft, View, kind
from daybook.view.writing import Page, link, page, section, table

PARTS: tuple[tuple[EntryType, ...], ...] = (("new",), ("cross",), REPLACED)
PART_NAMES = (N_("New"), labels.TYPES["cross"].several, labels.TYPES["replace"].several)
FEWEST = 3  # months or years with papers, for lines that show how themes grew
THEMES = 20  # themes whose lines are drawn; the table below has all
CATEGORIES = 8  # rows and columns of the table of cross-lists


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
    announced: dict[int, tuple[int, ...]]  # month -> entries, by PARTS
    weekdays: list[tuple[int, int]]  # from Monday: days of which a listing was read, and entries on them
    days: list[dt.date]  # with an announcement
    seen: Months
    themes: dict[str, Months]  # slug -> number by month, in the archive's order
    flows: list[tuple[str, str, int]]  # primary category, another category, papers that have both; most first
    primary: dict[str, int]  # category -> papers whose primary it is
    steps: list[Step]


def numbers(view: View) -> Numbers:
    """What there is to count in an archive, without folding a paper."""
    held = [day for day in view.archive.days if day.announced]
    announced: dict[int, Counter[EntryType]] = defaultdict(Counter)
    for day in held:
        announced[charts.month_number(day.date)].update(item.type for item in day.announced)
    weekdays = [(0, 0)] * len(language.WEEKDAYS)
    for day in [day for day in held if not day.reconstructed] or held:  # of a reconstructed day a few papers are known
        days, entries = weekdays[day.date.weekday()]
        weekdays[day.date.weekday()] = (days + 1, entries + len(day.announced))
    primary: Counter[str] = Counter()
    pairs: Counter[tuple[str, str]] = Counter()
    for categories, number in Counter(paper.categories for paper in view.in_order).items():  # many papers have the same
        for first in categories[:1]:
            primary[first] += number
            pairs.update({(first, other): number for other in set(categories[1:]) - {first}})
    flows = [(first, other, number) for (first, other), number in pairs.items()]
    return Numbers(
        papers=len(view.outlines),
        announced={
            month: tuple(sum(kinds[kind] for kind in part) for part in PARTS)
            for month, kinds in sorted(announced.items())
        },
        weekdays=weekdays,
        days=[day.date for day in held],
        seen=charts.months_of(first_seen(view.in_order)),
        themes={slug: charts.months_of(first_seen(papers)) for slug, papers in view.by_theme.items()},
        flows=sorted(flows, key=lambda flow: (-flow[2], flow)),
        primary=dict(sorted(primary.items())),
        steps=_steps(view),
    )


def _steps(view: View) -> list[Step]:
    """The versions from the second on. A paper has reached the newest version of it that was announced."""
    dated: dict[str, dict[int, dt.date]] = defaultdict(dict)
    for day in view.archive.days:
        for each in day.announced:
            if version := each.version or (1 if each.type == "new" else None):
                dated[each.key].setdefault(version, day.date)
    reached: Counter[int] = Counter(map(max, dated.values()))
    waits: dict[int, list[int]] = defaultdict(list)
    for versions in dated.values():
        for version, date in versions.items():
            if version - 1 in versions:
                waits[version].append((date - versions[version - 1]).days)
    papers = list(accumulate(reached[version] for version in range(max(reached, default=0), 0, -1)))[::-1]
    return [Step(version, n, median(waits[version]) if waits[version] else None) for version, n in enumerate(papers, 1)]


@kind(addresses.STATISTICS)
def statistics_page(view: View) -> Iterator[Draft]:
    counted = numbers(view)
    yield Draft(addresses.STATISTICS, view.depends((), counted), partial(_render, view, counted))


class Chart(NamedTuple):
    """A chart with its table."""

    name: str
    said: str  # what it shows, in a sentence
    table: str  # Markdown
    drawn: Mapping[str, object]  # as overrides/charts.html draws it


def _render(view: View, counted: Numbers) -> Page:
    path, slots = addresses.STATISTICS, charts.slots(counted.seen)
    themes = theme_lines(view, counted.themes, slots)
    flows = _flows(view, counted, path)
    drawn = [_announcements(counted), _weekdays(counted), _versions(counted), _growth(counted, slots)]
    shown = [chart for chart in drawn if chart]
    papers, days = labels.count(counted.papers, "paper"), labels.count(len(counted.days), "day")
    first, last = (language.date(each(counted.days)) if counted.days else "" for each in (min, max))
    held = f"{papers}."
    if first == last and first:
        held = _("{papers}; announcements of {days}, {date}.", papers=papers, days=days, date=first)
    elif first:
        held = _(
            "{papers}; announcements of {days} from {first} to {last}.",
            papers=papers, days=days, first=first, last=last,
        )  # fmt: skip
    little = "" if len(slots) > 1 else _("There is little to draw yet: charts over time begin with the second month.")
    return charted(
        "\n\n".join(filter(None, (held, little))), _("The papers of this archive in numbers."), shown,
        theme_section(themes, slots, path),
        section(_("Cross-lists"), *([markup.literal(flows.said), flows.table] if flows else [])),
        themes=theme_facts(themes, path), flows=flows.drawn if flows else None,
    )  # fmt: skip


def charted(held: str, described: str, shown: Sequence[Chart], *more: str, **facts: object) -> Page:
    """The page with these charts. `held`: Markdown above them; `more`: blocks behind them."""
    return page(
        addresses.STATISTICS,
        "statistics",
        f"# {_('Statistics')}",
        held,
        *(section(chart.name, markup.literal(chart.said), chart.table) for chart in shown),
        *more,
        facts={"description": described, "charts": {chart.name: chart.drawn for chart in shown}, **facts},
    )


def _announcements(counted: Numbers) -> Chart | None:
    totals = {month: sum(parts) for month, parts in counted.announced.items()}
    by_part = [{month: parts[place] for month, parts in counted.announced.items()} for place in range(len(PARTS))]
    shown = [slot.period(slot.sum(totals), tuple(map(slot.sum, by_part))) for slot in charts.slots(totals)]
    if len(shown) < 2:
        return None
    name = {"month": N_("Entries announced per month"), "year": N_("Entries announced per year")}
    text = charts.table((charts.unit_name(shown), *map(_, PART_NAMES)), shown[::-1])
    said = charts.reading(shown, "entry", "entries")
    return Chart(_(name[charts.unit_of(shown)]), said, text, charts.bars(shown, PART_NAMES))


def _weekdays(counted: Numbers) -> Chart | None:
    """Nothing unless there are announcements of several weekdays, and of two weeks or more."""
    named = zip(map(_, language.WEEKDAYS), counted.weekdays, strict=True)
    means = {name: round(entries / days) for name, (days, entries) in named if days}
    if len(means) < 2 or sum(days for days, _entries in counted.weekdays) < 10:
        return None
    most, least = (choose(means, key=lambda name: means[name]) for choose in (max, min))
    said = _(
        "{most} brings most, {entries} on average; {least} {n}.",
        most=most, entries=labels.count(means[most], "entry", "entries"), least=least, n=labels.number(means[least]),
    )  # fmt: skip
    shown = [Period(name, name[:3], number) for name, number in means.items()]
    text = charts.table((_("Day"), _("On average")), shown)
    return Chart(_("Entries by day of the week"), said, text, charts.bars(shown))


def _versions(counted: Numbers) -> Chart | None:
    """Nothing where no paper has a second one."""
    steps = counted.steps
    if len(steps) < 2:
        return None
    first, second = steps[:2]
    known = _("Versions are known of {n} of {papers}",
              n=labels.number(first.papers), papers=labels.count(counted.papers, "paper"))  # fmt: skip
    share = f"{100 * second.papers / first.papers:.0f}"
    reached = _("{n} of them reached a second one ({share}%)", n=labels.number(second.papers), share=share)
    if second.days is not None:
        reached = _("{reached}, after {days} (median)", reached=reached, days=labels.count(round(second.days), "day"))
    shown = [Period(_("Version {number}", number=step.version), f"v{step.version}", step.papers) for step in steps]
    waits = ("" if step.days is None else labels.number(round(step.days)) for step in steps)
    rows = [(each.name, labels.number(each.papers), wait) for each, wait in zip(shown, waits, strict=True)]
    heads = (_("Version"), _("Papers"), _("Days since the one before (median)"))
    return Chart(_("Papers by version reached"), f"{known}; {reached}.", table(heads, rows, 2), charts.bars(shown))


def _growth(counted: Numbers, slots: Sequence[Slot]) -> Chart | None:
    if len(slots) < 2:
        return None
    held = list(accumulate(slot.sum(counted.seen) for slot in slots))
    shown = [slot.period(number) for slot, number in zip(slots, held, strict=True)]
    yearly = charts.unit_of(shown) == "year"
    more = N_("{papers} in {time}, {n} more than a month before.")
    said = _(
        N_("{papers} in {time}, {n} more than a year before.") if yearly else more,
        papers=labels.count(held[-1], "paper"), time=slots[-1].name, n=labels.number(held[-1] - held[-2]),
    )  # fmt: skip
    text = charts.table((charts.unit_name(shown), _("Papers")), shown[::-1])
    name = _("Papers held at the end of each year") if yearly else _("Papers held at the end of each month")
    return Chart(name, said, text, charts.bars(shown))


def _flows(view: View, counted: Numbers, path: str) -> Chart | None:
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
    linked = {code: link(markup.literal(code), view.place(code), path) for code in (*columns, *rows)}
    first, other, papers = flows[0]
    often = _(
        "Most often, papers of {first} are also listed in {other}: {n} of its {all}.",
        first=first, other=other, n=labels.number(papers), all=labels.number(counted.primary[first]),
    )  # fmt: skip
    said = f"{often} {_('Rows: primary category; columns: where those papers are also listed.')}"
    heads = (_("Primary"), *(linked[code] for code in columns), _("All"))
    lines = ([linked[row], *(n or "" for n in cells[row]), counted.primary[row]] for row in rows)
    drawn = {
        "columns": [[code, addresses.href(view.place(code), path)] for code in columns],
        "rows": [[row, addresses.href(view.place(row), path), counted.primary[row], cells[row]] for row in rows],
    }
    return Chart(_("Cross-lists"), said, table(heads, lines, len(columns) + 1), drawn)


# Themes over time, here and on the pages of years


class ThemeLine(NamedTuple):
    """A theme over time."""

    slug: str
    name: str
    counts: tuple[int, ...]  # papers of each slot


def theme_lines(view: View, months: Mapping[str, Months], slots: Sequence[Slot]) -> list[ThemeLine]:
    """The themes with papers in these slots, those with most first; none unless FEWEST slots have some, and half of
    the themes have papers in several of them."""
    counted = {slug: tuple(slot.sum(of_theme) for slot in slots) for slug, of_theme in months.items()}
    several = [sum(map(bool, counts)) > 1 for counts in counted.values() if any(counts)]
    if sum(map(any, zip(*counted.values(), strict=True))) < FEWEST or 2 * sum(several) < len(several):
        return []
    found = ((slug, counts) for slug, counts in counted.items() if any(counts))
    lines = (ThemeLine(slug, markup.plain(view.themes[slug].name), counts) for slug, counts in found)
    return sorted(lines, key=lambda line: -sum(line.counts))


def theme_section(themes: Sequence[ThemeLine], slots: Sequence[Slot], path: str) -> str:
    """What the lines of these themes show over these slots, in a sentence and a table; empty if there are none."""
    if not themes:
        return ""
    peak = sum(themes[0].counts)
    most = [theme.name for theme in themes if sum(theme.counts) == peak]
    named = {1: N_("Most papers: {name}, with {n}."), 2: N_("Most papers: {name} and {other}, with {n} each.")}
    many = N_("Most papers: {name}, among others, with {n}.")
    peaks = _(named.get(len(most), many), name=most[0], other=most[-1], n=labels.number(peak))
    single = [slot.name for slot in slots if slot.short != _(charts.EARLIER)]
    span = _("{first} to {last}", first=single[0], last=single[-1])
    if len(single) < len(slots):
        span = _("{span}, after a bar for all that is earlier", span=span)
    drawn = _("Each row is drawn to its own peak.")
    if len(themes) > THEMES:
        drawn = _("Each row is drawn to its own peak; the table has all {n} themes.", n=len(themes))
    each = {"month": N_("Papers of each month, oldest first"), "year": N_("Papers of each year, oldest first")}
    heads = (_("Theme"), _(each[charts.unit_of(slots)]), _("Papers"))
    rows = []
    for slug, name, counts in themes:
        linked = link(markup.literal(name), addresses.theme(slug), path)
        rows.append((linked, ", ".join(map(labels.number, counts)), labels.number(sum(counts))))
    return section(_("Themes over time"), markup.literal(f"{span}. {peaks} {drawn}"), table(heads, rows, 1))


def theme_facts(themes: Sequence[ThemeLine], path: str) -> list[list[object]]:
    """The themes whose lines are drawn: name, address, papers of each slot."""
    return [[name, addresses.href(addresses.theme(slug), path), counts] for slug, name, counts in themes[:THEMES]]
