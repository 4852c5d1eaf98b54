"""The pages of several days: of each week, month and year, and the index of years; a month by itself for a release."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import chain, groupby, islice
from typing import NamedTuple

from daybook.config import Settings
from daybook.coverage import proofs
from daybook.coverage.day_states import FAULTS, LOSSES
from daybook.describe.digests import FRESH, LEAST_SPANS, SPANS, Standing, merged, standing
from daybook.model import ANNOUNCED, REPLACED, Announced, Archive, Day, arxiv
from daybook.pages import charts, days, statistics
from daybook.sources import received
from daybook.text import language, markup
from daybook.text.language import N_, _, ngettext
from daybook.view import addresses, editorials, labels
from daybook.view.archive_view import Draft, Texts, View, kind
from daybook.view.writing import Page, bullets, link, link_facts, page, section, table

THEMES = 25  # themes that are listed beside them, at most
REVISED = 10  # the most papers in a year's list of those revised most


class Span(NamedTuple):
    """A week or a month, of which a date in it tells."""

    most: int  # papers on its page, at most: those that the digest names first, then one of each theme in turn
    first: Callable[[dt.date], dt.date]
    address: Callable[[dt.date], str]
    name: Callable[[dt.date], str]

    def dates(self, first: dt.date) -> list[dt.date]:
        """All dates of the one that begins on `first`."""
        following = (first + dt.timedelta(days=number) for number in range(31))
        return [date for date in following if self.first(date) == first]


WEEK = Span(12, lambda date: date - dt.timedelta(days=date.weekday()), addresses.week, language.week)
MONTH = Span(24, lambda date: date.replace(day=1), addresses.month, language.month)
COLUMNS = (N_("Days"), N_("New"), N_("Cross-lists"), N_("Replaced"), N_("Seen elsewhere"))
"""What tables of months and years count: the days on which something was announced, and what was."""


@kind("days/")
def span_pages(view: View) -> Iterator[Draft]:
    """The index of years, the months, the weeks."""
    yield Draft(addresses.DAYS, None, partial(_render_index, view))
    yield from _drafts_of_spans(view, MONTH)
    yield from _drafts_of_spans(view, WEEK)


def spans(view: View, span: Span) -> Iterator[tuple[dt.date, tuple[Day, ...], Callable[[], Standing]]]:
    """Each week or month that holds a day, oldest first: its first day, its days, and what tells how it compares with
    those before that lack nothing, once it has ended and lacks nothing itself."""
    held = [(first, tuple(group)) for first, group in groupby(view.archive.days, lambda day: span.first(day.date))]
    holidays = view.settings.all_holidays
    brought = cache(lambda place: merged([view.bases[day.date] for day in held[place][1]]))

    @cache
    def is_sound(place: int) -> bool:
        covered = (view.coverage.get(date, ()) for date in span.dates(held[place][0]))
        return not any(each.state in FAULTS for of_day in covered for each in of_day)

    def compared(place: int) -> Standing:
        first, days = held[place]
        due = (date for date in span.dates(first) if arxiv.is_expected(date, holidays))
        ended = max(due, default=first) <= (view.archive.as_of or dt.date.min)
        # The archive may have begun within the first.
        sound = filter(is_sound, range(place - 1, 0, -1)) if ended and is_sound(place) else ()
        before = [*islice(sound, SPANS)][::-1]
        firsts = {slug: gap for day in days for slug, gap in view.standings.first[day.date].items()}
        return standing([brought(each) for each in before], LEAST_SPANS, firsts)

    for place, (first, of_span) in enumerate(held):
        yield first, of_span, partial(compared, place)


def _drafts_of_spans(view: View, span: Span) -> Iterator[Draft]:
    found = list(spans(view, span))
    firsts = [None, *(first for first, _, _ in found), None]
    reached = {span.first(date) for date in view.reach.dates} if view.reach else None
    for (first, held, compare), before, after in zip(found, firsts, firsts[2:], strict=False):
        if reached is not None and reached.isdisjoint((before, first, after)):
            continue
        compared, path = compare(), span.address(first)
        turns = [link_facts(span.name(each), span.address(each), path) if each else None for each in (before, after)]
        depends = view.log_hash or view.depends(
            (), [(view.whole_day_hash(day.date), view.digest_hash(day.date)) for day in held], compared,
            view.written(path), editorials.linked_papers(view, view.written(path)),
            [view.coverage.get(date, ()) for date in span.dates(first)], turns,
        )  # fmt: skip
        yield Draft(path, depends, partial(_render_span, view, span, held, compared, turns), first.isoformat())


def _render_span(
    view: View, span: Span, held: tuple[Day, ...], compared: Standing, turns: Sequence[Mapping[str, str] | None]
) -> Page:
    """The digest of a week or month, its best papers by theme, and its weeks and days. turns: links to the
    one before and the one after."""
    first, month = span.first(held[0].date), span is MONTH
    path, name = span.address(first), span.name(first)
    year = held[-1].date.year  # of a day in the archive: a week may begin or end in a year that has no page
    editorial = editorials.of_span(view, held, compared, path)
    fresh = {item.key: (item, day.date) for day in reversed(held) for item in reversed(day.of_type(*FRESH))}
    parts = days.grouped(view, Day(date=first, announced=tuple(item for item, _date in fresh.values())))
    best = days.best(parts, editorial.text if editorial else "", span.most)
    whole = Day(date=first, announced=tuple(chain.from_iterable(day.announced for day in held)))
    groups = []
    for part in parts:
        keys, rows = {item.key for item in part.items}, []
        for item in best:
            if item.key in keys:
                date = fresh[item.key][1]
                on = link(language.short_date(date), addresses.day(date), path)
                rows.append(view.row(item.key, view.earlier_version(item)).on(path, on))
        counted = labels.count(part.size, "paper")
        more = _("{n} of {papers}.", n=len(rows), papers=counted) if rows and len(rows) < part.size else ""
        groups.append(section(link(markup.literal(part.name), part.page, path), more, *rows))
    mondays = dict.fromkeys(WEEK.first(day.date) for day in held) if month else ()
    return page(
        path,
        "span",
        f"# {name}",
        markup.literal(labels.counted(whole)),
        link(_("Year {year}", year=year), addresses.year(year), path),
        editorial.section if editorial else "",
        *groups,
        section(_("Weeks"), bullets(link(language.week(monday), addresses.week(monday), path) for monday in mondays)),
        section(_("Days"), bullets(days.day_line(view, day, path) for day in held)),
        facts={
            "description": _("The days of {name}, and their papers to open first.", name=name),
            "counts": labels.counts(whole, short=True),
            "turns": turns,
            "year": link_facts(str(year), addresses.year(year), path),
            "calendar": days.calendar_of(first, view.days, path, view.coverage) if month else None,
            "themes": days.theme_facts(parts[:THEMES], path),
            "totals": {part.name: part.size for part in parts},
            "items": days.marks(view, best),
        },
    )


def _render_index(view: View) -> Page:
    path, held = addresses.DAYS, view.archive.days
    years = [(number, list(group)) for number, group in groupby(held, lambda day: day.date.year)]
    newest = next((day for day in reversed(held) if day.announced), held[-1] if held else None)
    rows = [_row(str(number), addresses.year(number), path, of_year) for number, of_year in years[::-1]]
    month = newest.date.replace(day=1) if newest else None
    return page(
        path,
        "days",
        f"# {_('Days')}",
        table((_("Year"), *map(_, COLUMNS)), rows, len(COLUMNS)) or _("This archive holds no days yet."),
        _(
            "{coverage} shows, day by day, whether the archive holds all that arXiv announced; {statistics} count what"
            " it holds.",
            coverage=link(_("Coverage"), addresses.COVERAGE, path),
            statistics=link(_("statistics"), addresses.STATISTICS, path),
        ),
        bullets(others(view.settings, path)),
        facts={
            "description": _("All days of this archive, by year."),
            "feed": addresses.FEED_OF_ALL,
            "calendar": days.calendar_of(month, view.days, path, view.coverage) if month else None,
        },
    )


def others(settings: Settings, page: str) -> list[str]:
    """Links to this page of the archives of other years."""
    found = ((_("Newer years"), settings.newer), (_("Older years"), settings.older))
    return [
        markup.link(name, addresses.public(url, addresses.served(page)), settings.hosts) for name, url in found if url
    ]


def _row(name: str, address: str, path: str, held: Sequence[Day]) -> list[str]:
    """The line of these days in a table of the page at `path`: a link, and the numbers of COLUMNS."""
    numbers = [sum(bool(day.announced) for day in held)]
    numbers += [sum(len(day.of_type(*kind)) for day in held) for _, _, kind in labels.SECTIONS]
    return [link(name, address, path), *map(labels.number, numbers)]


# Years


@kind("days/")
def year_pages(view: View) -> Iterator[Draft]:
    """A page for each year that has days: its days as a strip, its themes month by month, the papers revised most."""
    judged = {day.date.year for day in view.archive.coverage}  # those that have pages of coverage
    lacking = sorted({day.date for day in view.archive.coverage if day.state in LOSSES})
    reached = {date.year for date in view.reach.dates} if view.reach else None
    themes = _themes(view, reached)
    for number, of_year in groupby(view.archive.days, lambda day: day.date.year):
        if reached is not None and number not in reached:
            continue
        held, lost = tuple(of_year), tuple(date for date in lacking if date.year == number)
        of_themes, revised = themes.get(number, {}), _revised(held)
        depends = view.log_hash or view.depends(
            (), [view.day_hash(day.date) for day in held], lost, of_themes,
            [view.shown_of(item) for item, _times in revised], number in judged,
        )  # fmt: skip
        make = partial(_render_year, view, held, lost, of_themes, revised, number in judged)
        yield Draft(addresses.year(number), depends, make)


def _themes(view: View, reached: Collection[int] | None) -> dict[int, dict[str, charts.Months]]:
    """year -> slug -> number of papers first seen in each month, for every theme in the archive's order; by the themes
    that a paper had then. `reached`: of these years alone."""
    found: dict[int, dict[str, Counter[int]]] = {}
    for paper in view.in_order:
        number = paper.first_seen.year
        if reached is not None and number not in reached:
            continue
        if number not in found:
            found[number] = {slug: Counter() for slug in view.themes}
        year = found[number]
        for slug in {*(Announced(key=paper.key, type="new").earlier(paper) or paper).themes} & year.keys():
            year[slug][charts.month_number(paper.first_seen)] += 1
    return {number: {slug: dict(sorted(of.items())) for slug, of in year.items()} for number, year in found.items()}


Revised = tuple[tuple[Announced, int], ...]  # the last of a paper's new versions, and how many came; most first


def _revised(held: Sequence[Day]) -> Revised:
    """The papers with at least two new versions announced on these days, each counted once a day."""
    replaced = [{item.key: item for item in day.of_type(*REPLACED)} for day in held]
    last = {key: item for day in replaced for key, item in day.items()}
    often = [(last[key], number) for key, number in Counter(chain.from_iterable(replaced)).items() if number > 1]
    return tuple(sorted(often, key=lambda each: (-each[1], each[0].key))[:REVISED])


def _render_year(
    view: View,
    held: Sequence[Day],
    lacking: Collection[dt.date],
    themes: Mapping[str, charts.Months],
    revised: Revised,
    judged: bool,
) -> Page:
    """lacking: its days that are partial, stale or missing; judged: whether it has a page of coverage."""
    number = held[0].date.year
    path, papers = addresses.year(number), {day.date: len(day.announced) for day in held}
    months = [(month, list(group)) for month, group in groupby(held, lambda day: day.date.replace(day=1))]
    slots = [charts.Slot.of(dt.date(number, each, 1)) for each in range(months[0][0].month, months[-1][0].month + 1)]
    lines = statistics.theme_lines(view, themes, slots)
    said = _("Nothing was announced on the days that this archive holds of this year.")
    announced = {date: entries for date, entries in papers.items() if entries}
    if announced:
        busiest = max(sorted(announced), key=lambda date: announced[date])
        said = _(
            "{entries} on {days}; most on {date}: {n}.",
            entries=labels.count(sum(announced.values()), "entry", "entries"),
            days=labels.count(len(announced), "day"),
            date=language.long_date(busiest), n=labels.number(announced[busiest]),
        )  # fmt: skip
    proof = link(_("Coverage of {year}", year=number), addresses.coverage(number), path)
    if lacking:
        proof += f": {ngettext('{n} day not complete', '{n} days not complete', len(lacking))}"
    rows = [_row(language.month(month), addresses.month(month), path, of_month) for month, of_month in months]
    listed = (
        view.row(item.key, view.earlier_version(item)).short(path, labels.count(times, "new version"))
        for item, times in revised
    )
    earlier = {item.key: version for item, _times in revised if (version := view.earlier_version(item))}
    return page(
        path,
        "year",
        f"# {number}",
        said,
        f"{proof}." if judged else "",
        section(_("Months"), table((_("Month"), *map(_, COLUMNS)), rows, len(COLUMNS))),
        statistics.theme_section(lines, slots, path),
        section(_("Revised most often"), bullets(listed)),
        link(_("All years"), addresses.DAYS, path),
        facts={
            "description": _("The days and months of {year}.", year=number),
            "strip": charts.year_strip(number, papers, said, path, lacking),
            "missing": any(not papers.get(date) for date in lacking),
            "themes": statistics.theme_facts(lines, path),
            "items": {key: {"facts": view.facts(key, version)} for key, version in earlier.items()},
        },
    )


# A month by itself, to be read elsewhere than on its page


def release_notes(archive: Archive, settings: Settings, texts: Texts, first: dt.date) -> str:
    """What was announced in the month that begins on `first`, as Markdown that GitHub and mail programs show, each link
    a whole address; empty if nothing was."""
    view, path = View(archive, settings, texts), addresses.month(first)
    found = next((span for span in spans(view, MONTH) if span[0] == first), None)
    if found is None or not any(day.announced or day.mentions for day in found[1]):
        return ""
    _first_day, held, compare = found
    editorial = editorials.of_span(view, held, compare(), path)
    parts = [editorials.whole(view, editorial.text, path), editorial.credit] if editorial else []
    lacking = sum(each.state in FAULTS for day in held for each in view.coverage.get(day.date, ()))
    announced = f"{labels.count(sum(bool(day.announced) for day in held), 'day')} with announcements"
    kinds = Counter(item.type for day in held for item in day.announced)
    brought = proofs.words(f"{kinds[kind]:,} {received.noun(kind, kinds[kind])}" for kind in ANNOUNCED if kinds[kind])
    whole = f"{announced}, each held whole as far as arXiv states its totals"
    lines = [brought, f"{announced}; {labels.count(lacking, 'announcement')} not held whole" if lacking else whole]
    if settings.url:
        place = addresses.public(settings.url, addresses.served(path))
        lines.append(markup.link(f"{language.month(first)}, day by day", place, settings.hosts))
    return "\n\n".join([*parts, bullets(lines)]) + "\n"
