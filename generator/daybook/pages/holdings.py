"""The pages that show how complete the archive is: strips of each year's days, the same in words, and the gaps."""

from __future__ import annotations

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple, get_args

from daybook.coverage import proofs
from daybook.coverage.judge import FAULTS, LOSSES
from daybook.model import Coverage, CoverageState, Witness
from daybook.pages import charts, gaps, sides
from daybook.pages.kinds import Kind
from daybook.text import dates, markup
from daybook.text.language import N_, _, ngettext
from daybook.view import addresses, labels
from daybook.view.context import Draft, View
from daybook.view.labels import LONE, WORST, Seal, mark_of, state_name
from daybook.view.writing import Page, bullets, link, page, section, table

STATES: tuple[CoverageState, ...] = get_args(CoverageState)
MARKS: tuple[str, ...] = ("complete", LONE, *STATES[1:])
"""What squares show: the states, and LONE."""
LEGEND = {
    "complete": N_("every paper that arXiv announced is here, by arXiv's own totals, and a second witness agrees"),
    LONE: N_("every paper is here by arXiv's own totals; no second witness has confirmed it yet"),
    "quiet": N_("nothing was announced: a weekend, a holiday, or an empty listing"),
    "partial": N_("fewer papers are here than arXiv states, or nothing states how many there were"),
    "contradicted": N_("every paper of arXiv's listing is here, but another of arXiv's services names other papers"),
    "stale": N_("arXiv still showed an older announcement on this date"),
    "missing": N_("an announcement was due and was asked for, but none of it is here"),
    "unasked": N_("an announcement was due, but was neither asked for nor saved"),
    "reconstructed": N_("no listing was seen; worked out from the times of submission"),
}
WITNESSES: dict[Witness, tuple[str, str]] = {
    "listing": (N_("Listing"), N_("arXiv's page of a night's papers, with totals")),
    "catchup": (N_("Catch-up page"), N_("arXiv's page of the same for a past day, asked for later")),
    "feed": (N_("Feed"), N_("the same papers as arXiv gives them to feed readers (RSS), without totals")),
    "oai": ("OAI-PMH", N_("arXiv's service for copying its records, which names the papers that changed on a date")),
    "api": (N_("API"), N_("arXiv's search for programs, which names the papers that were submitted in time")),
    "person": (N_("Person"), N_("whoever keeps this archive saved a listing page and added it")),
}
"""Who speaks for a day: name, and what it is."""
LISTED = 100
"""The first page lists only this many of the newest gaps; a year's page lists all."""


def drafts(view: View) -> Iterator[Draft]:
    """The page of all years, even if there are none yet, and a page for each year."""
    years: dict[int, list[Coverage]] = defaultdict(list)
    for day in view.archive.coverage:
        years[day.date.year].append(day)
    yield Draft(addresses.COVERAGE, None, partial(_render_index, view, years))
    reached = {date.year for date in view.reach.dates} if view.reach else None
    for year, days in sorted(years.items()):
        if reached is not None and year not in reached:
            continue
        pages = [date for date in view.days if date.year == year]
        depends = view.depends((), days, pages, sides.titles(view, days))
        yield Draft(addresses.coverage(year), depends, partial(_render_year, view, year, days))


KIND = Kind("coverage/", drafts)


def told(view: View, days: Iterable[Coverage], page: str) -> str:
    """The coverage of these days as Markdown of the page at `page`, a line for each category and each contradiction."""
    lines = []
    for day in days:
        proof = markup.literal(": ".join(filter(None, (proofs.state_name(day), proofs.held(day)))))
        lines += [f"**{markup.literal(day.category)}** {proof}", *sides.told(view, day, page)]
    return bullets(lines)


def summary(days: Sequence[Coverage]) -> str:
    """How many days were checked, by the worst state of their categories, and how many were not collected; empty if
    none was checked."""
    unjudged = {"reconstructed", "unasked"}
    states, known = (_by_date(days, acknowledged=each) for each in (False, True))
    judged = {date for date, marks in states.items() if marks - unjudged} | known.keys()
    if not judged:
        return ""
    worst = (max(marks - unjudged, key=WORST.index) for marks in states.values() if marks - unjudged)
    text = ngettext(
        "{n} day checked against arXiv's own totals: {states}.",
        "{n} days checked against arXiv's own totals: {states}.",
        len(judged), states=_counts(worst) or _("none open"),
    )  # fmt: skip
    worst = (max(marks, key=WORST.index) for marks in known.values())
    text += f" {_('Acknowledged as they are: {states}.', states=_counts(worst))}" if known else ""
    unasked = sum(marks == {"unasked"} for date, marks in states.items() if date not in known)
    more = ngettext("{n} day was not collected.", "{n} days were not collected.", unasked)
    return f"{text} {more}" if unasked else text


def _by_date(days: Iterable[Coverage], *, acknowledged: bool) -> dict[dt.date, set[str]]:
    """The states of each day's categories, of those that are acknowledged or of the others."""
    by_date: dict[dt.date, set[str]] = defaultdict(set)
    for day in days:
        if (day.acknowledged is not None) == acknowledged:
            by_date[day.date].add(mark_of(day))
    return by_date


def _render_index(view: View, years: dict[int, list[Coverage]]) -> Page:
    path, judged, newest = addresses.COVERAGE, view.archive.coverage, max(years, default=None)
    rows = [_row(link(str(year), addresses.coverage(year), path), days) for year, days in sorted(years.items())[::-1]]
    text = _("The archive holds no announcements yet, so there is nothing to check against arXiv's totals.")
    if judged:
        until = _("Checked up to {date}.", date=dates.long_date(max(day.date for day in judged)))
        text = f"{markup.literal(summary(judged))} {until}"
    described = _("Each day's announcement, checked against arXiv's own totals.")
    by_year = section(_("Days by year"), table((_("Year"), _("Days"), _("Entries")), rows, 1))
    return _render(view, path, _("Coverage"), described, text, judged, newest, LISTED, by_year)


def _render_year(view: View, year: int, days: list[Coverage]) -> Page:
    path, title = addresses.coverage(year), _("Coverage of {year}", year=year)
    text = f"{markup.literal(summary(days))}\n\n{link(_('Coverage of all years'), addresses.COVERAGE, path)}"
    return _render(
        view, path, title, _("How complete each announcement of {year} is.", year=year), text, days, year, None
    )


def _render(
    view: View, path: str, title: str, described: str, lead: str, judged: Sequence[Coverage], year: int | None,
    most: int | None, *more: str,
) -> Page:  # fmt: skip
    """A page of coverage. year: whose days are drawn; most: how many gaps it lists; None: all."""
    strips = _strips(view, year, [day for day in judged if day.date.year == year], path) if year else []
    occurring = {mark_of(day) for day in judged}
    legend = [(mark, state_name(mark), _(LEGEND[mark])) for mark in MARKS if mark in occurring]
    heard = {name for day in judged for name in (*day.witnesses, *(said.witness for said in day.contradictions))}
    witnesses = [f"**{_(name)}**: {_(meaning)}" for each, (name, meaning) in WITNESSES.items() if each in heard]
    by_category = [_row(markup.literal(category), days) for category, days in _grouped(judged).items()]
    guide = link(_("More in the guide"), "guide/coverage.md#witnesses", path)
    return page(
        path,
        "coverage",
        f"# {title}",
        lead,
        section(str(year), *(f"{markup.literal(strip.said)}\n\n{strip.table}" for strip in strips)),
        section(_("What the squares mean"), bullets(f"**{name}**: {meaning}" for _mark, name, meaning in legend)),
        *(_gaps(view, judged, path, most) if judged else ()),
        section(_("Witnesses"), bullets([*witnesses, guide]) if witnesses else ""),
        section(_("Days by category"), table((_("Category"), _("Days"), _("Entries")), by_category, 1)),
        *more,
        facts={
            "description": described,
            "feed": addresses.FEED_OF_COVERAGE,
            "year": str(year or ""),
            "strips": [[strip.name, strip.drawn] for strip in strips],
            "legend": legend,
        },
    )


def _gaps(view: View, judged: Sequence[Coverage], path: str, most: int | None) -> Iterator[str]:
    """What is incomplete, what was not collected, and what is left as it is: a section each, newest first."""
    open_days = [day for day in judged if day.acknowledged is None]
    known = [day for day in judged if day.acknowledged is not None]
    lacking = gaps.ranges(open_days, LOSSES)
    again = _("The nightly fetch asks for these days again as long as arXiv serves them, which is 90 days.")
    if any(day.state == "contradicted" for day in open_days):
        again = _(
            "The nightly fetch asks for these days again as long as arXiv serves them, which is 90 days, and for nine"
            " days where arXiv's own services differ about the papers named."
        )
    can = link(_("What you can do"), "guide/coverage.md#days-that-stay-as-they-are", path)
    none = _("None: every announcement that was collected is complete.")
    yield section(_("Gaps"), *([f"{again} {can}", *_dated(view, lacking, path, most)] if lacking else [none]))
    unasked = sorted(gaps.ranges(open_days, ("unasked",)), key=attrgetter("first"), reverse=True)
    yield section(_("Not collected"), *_dated(view, unasked, path, most))
    left = _(
        "Whoever keeps this archive knows of these days and leaves them as they are; that does not say who is right."
    )
    acknowledged = list(_dated(view, gaps.ranges(known, FAULTS), path, most))
    yield section(_("Acknowledged"), *([left, *acknowledged] if acknowledged else []))


def _dated(view: View, found: Sequence[gaps.Gap], path: str, most: int | None) -> Iterator[str]:
    """The gaps by their dates, in their order, both sides of contradictions below them; and how many more there are."""
    lines = []
    for (first, last), group in groupby(found[:most], key=attrgetter("first", "last")):
        name = dates.span(first, last)
        lines.append(f"- {link(name, addresses.day(first), path) if first == last and first in view.days else name}")
        for gap in group:
            codes = ", ".join(map(markup.literal, gap.categories))
            lines.append(f"    - **{state_name(gap.state)}** {codes}: {markup.literal(gap.text)}")
            lines += [f"        - {side}" for side in (sides.told(view, gap.day, path) if gap.day else ())]
    if lines:
        yield "\n".join(lines)
    if most and len(found) > most:
        yield _("{n} more: see the pages of the years.", n=labels.number(len(found) - most))


def _grouped(days: Iterable[Coverage]) -> dict[str, list[Coverage]]:
    groups: dict[str, list[Coverage]] = defaultdict(list)
    for day in days:
        groups[day.category].append(day)
    return groups


def _row(name: str, days: Sequence[Coverage]) -> list[str]:
    """name: Markdown."""
    return [name, _counts(map(mark_of, days)), labels.number(sum(day.stored for day in days))]


def _counts(marks: Iterable[str]) -> str:
    """`3 complete, 1 by one witness, 1 quiet, 40 not collected`."""
    counts = Counter(marks)
    return ", ".join(f"{labels.number(counts[each])} {_adverb(each)}" for each in MARKS if counts[each])


def _adverb(mark: str) -> str:
    """A state within a list that is parted by commas."""
    return _("complete by one witness") if mark == LONE else proofs.name_of(mark)


class _Strip(NamedTuple):
    """A year's days, of one category or of all."""

    name: str
    said: str
    table: str  # the days of each state, in words
    drawn: Mapping[str, object]


def _strips(view: View, year: int, judged: Sequence[Coverage], path: str) -> list[_Strip]:
    """A strip whose days are links, of all categories together, and one for each category if there are several.

    All have the months that the archive covers, so that they stand alike.
    """
    months = min(day.date.month for day in judged), max(day.date.month for day in judged)
    by_date: dict[dt.date, list[Coverage]] = defaultdict(list)
    for day in judged:
        by_date[day.date].append(day)
    categories = _grouped(judged)
    whole = {date: Seal.of(days) for date, days in sorted(by_date.items())}
    links = {
        date: (addresses.href(addresses.day(date), path), f"{dates.date(date)}: {seal.text}")
        for date, seal in whole.items()
        if date in view.days
    }

    def strip(name: str, marks: dict[dt.date, str], links: Mapping[dt.date, tuple[str, str]] | None = None) -> _Strip:
        said = _("{name} in {year}: {states}.", name=name, year=year, states=_counts(marks.values()))
        return _Strip(name, said, _months(marks), charts.strip(year, marks, said, links, months))

    name = next(iter(categories)) if len(categories) == 1 else _("All categories")
    of_each = categories.items() if len(categories) > 1 else ()
    return [
        strip(name, {date: seal.mark for date, seal in whole.items()}, links),
        *(strip(category, {day.date: mark_of(day) for day in days}) for category, days in of_each),
    ]


def _months(marks: Mapping[dt.date, str]) -> str:
    """The days of each state by month, as a table: `March`, `complete 2, 4 to 6; quiet 1, 7, 8`."""
    rows = []
    for month, group in groupby(sorted(marks), lambda date: date.month):
        days: dict[str, list[int]] = defaultdict(list)
        for date in group:
            days[marks[date]].append(date.day)
        parts = (f"{_adverb(state)} {_numbers(days[state])}" for state in MARKS if state in days)
        rows.append((dates.month_name(month), "; ".join(parts)))
    return table((_("Month"), _("Days")), rows)


def _numbers(days: Sequence[int]) -> str:
    """Days of a month in words: `2, 4 to 6, 9`."""
    runs: list[list[int]] = []
    for day in days:
        if not runs or day != runs[-1][-1] + 1:
            runs.append([])
        runs[-1].append(day)
    parts = (run if len(run) < 3 else [_("{first} to {last}", first=run[0], last=run[-1])] for run in runs)
    return ", ".join(str(part) for run in parts for part in run)
