"""The pages of several days: of each week and month, and the index of years."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import chain, groupby, islice
from typing import Literal

from daybook.config import Settings
from daybook.coverage.judge import FAULTS
from daybook.describe.digests import FRESH, LEAST_SPANS, SPANS, Standing, merged, standing
from daybook.model import Announced, Coverage, Day, schedule
from daybook.pages import calendars, groups
from daybook.pages.days import day_line
from daybook.pages.kinds import Kind
from daybook.text import dates, markup
from daybook.text.language import N_, _
from daybook.view import addresses, editorials, labels
from daybook.view.context import Draft, View
from daybook.view.labels import counts
from daybook.view.writing import Page, bullets, link, page, section, table

Span = Literal["week", "month"]
MOST: dict[Span, int] = {"week": 12, "month": 24}
"""Papers on a page, at most: those that the digest names first, then one of each theme in turn."""
THEMES = 25
"""Themes that are listed beside them, at most."""
COLUMNS = (N_("Days"), N_("New"), N_("Cross-lists"), N_("Replaced"), N_("Seen elsewhere"))
"""What tables of months and years count: the days on which something was announced, and what was."""


def drafts(view: View) -> Iterator[Draft]:
    """The index of years, the months, the weeks."""
    yield Draft(addresses.DAYS, None, partial(_render_index, view))
    yield from _drafts_of_spans(view, "month")
    yield from _drafts_of_spans(view, "week")


KIND = Kind("days/", drafts)


def spans(view: View, span: Span) -> Iterator[tuple[dt.date, tuple[Day, ...], Callable[[], Standing]]]:
    """Each week or month that holds a day, oldest first: its first day, its days, and what tells how it compares with
    those before that lack nothing, once it has ended and lacks nothing itself."""
    held = [(first, tuple(group)) for first, group in groupby(view.archive.days, lambda day: _first(span, day.date))]
    brought = cache(lambda place: merged([view.bases[day.date] for day in held[place][1]]))

    @cache
    def is_sound(place: int) -> bool:
        covered = _covered(view, span, held[place][0])
        return not any(each.state in FAULTS for of_day in covered for each in of_day)

    def compared(place: int) -> Standing:
        first, days = held[place]
        ended = _last(view, span, first) <= (view.archive.as_of or dt.date.min)
        # The archive may have begun within the first.
        sound = filter(is_sound, range(place - 1, 0, -1)) if ended and is_sound(place) else ()
        before = [*islice(sound, SPANS)][::-1]
        firsts = {slug: gap for day in days for slug, gap in view.standings.first[day.date].items()}
        return standing([brought(each) for each in before], LEAST_SPANS, firsts)

    for place, (first, days) in enumerate(held):
        yield first, days, partial(compared, place)


def _last(view: View, span: Span, first: dt.date) -> dt.date:
    """The last day of the week or month that begins on `first` on which something may be announced."""
    return max((date for date in _dates(span, first) if schedule.is_expected(date, view.holidays)), default=first)


def _drafts_of_spans(view: View, span: Span) -> Iterator[Draft]:
    """The pages of weeks or months."""
    found = list(spans(view, span))
    firsts = [None, *(first for first, _, _ in found), None]
    reached = {_first(span, date) for date in view.reach.dates} if view.reach else None
    for (first, days, compare), before, after in zip(found, firsts, firsts[2:], strict=False):
        if reached is not None and reached.isdisjoint((before, first, after)):
            continue
        compared = compare()
        path = _address(span, first)
        written = view.texts.digests.get(addresses.stem(path), "")
        turns = [
            [_name(span, each), addresses.href(_address(span, each), path)] if each else None
            for each in (before, after)
        ]
        yield Draft(
            path,
            (view.reach.stamp if view.reach else partial(_depends, view, span, days, written, compared, turns)()),
            partial(_render_span, view, span, days, written, compared, turns),
            first.isoformat(),
        )


def _depends(view: View, span: Span, days: Sequence[Day], written: str, compared: Standing, turns: object) -> str:
    hashes = [(view.whole_day_hash(day.date), view.digest_hash(day.date)) for day in days]
    linked, covered = editorials.linked_papers(view, written), _covered(view, span, _first(span, days[0].date))
    return view.depends((), hashes, compared, written, linked, covered, turns)


def _address(span: Span, first: dt.date) -> str:
    return addresses.week(first) if span == "week" else addresses.month(first)


def _name(span: Span, first: dt.date) -> str:
    return dates.week(first) if span == "week" else dates.month(first)


def _covered(view: View, span: Span, first: dt.date) -> list[tuple[Coverage, ...]]:
    """The coverage of each day of the week or month that begins on `first`."""
    return [view.coverage.get(date, ()) for date in _dates(span, first)]


def _dates(span: Span, first: dt.date) -> list[dt.date]:
    """The dates of the week or month that begins on `first`."""
    following = (first + dt.timedelta(days=number) for number in range(31))
    return [date for date in following if _first(span, date) == first]


def _first(span: Span, date: dt.date) -> dt.date:
    """The first day of the week or month that holds `date`."""
    return date - dt.timedelta(days=date.weekday()) if span == "week" else date.replace(day=1)


def _render_index(view: View) -> Page:
    path, days, settings = addresses.DAYS, view.archive.days, view.settings
    years = [(number, list(group)) for number, group in groupby(days, lambda day: day.date.year)]
    newest = next((day for day in reversed(days) if day.announced), days[-1] if days else None)
    return page(
        path,
        "days",
        f"# {_('Days')}",
        table(
            (_("Year"), *map(_, COLUMNS)),
            [row(str(number), addresses.year(number), path, of) for number, of in years[::-1]],
            len(COLUMNS),
        )
        or _("This archive holds no days yet."),
        _(
            "{coverage} shows, day by day, whether the archive holds all that arXiv announced; {statistics} count what"
            " it holds.",
            coverage=link(_("Coverage"), addresses.COVERAGE, path),
            statistics=link(_("statistics"), addresses.STATISTICS, path),
        ),
        bullets(others(settings, addresses.DAYS)),
        facts={
            "description": _("All days of this archive, by year."),
            "feed": addresses.FEED_OF_ALL,
            "calendar": calendars.of_month(newest.date.replace(day=1), view.days, path, view.coverage)
            if newest
            else None,
        },
    )


def others(settings: Settings, page: str) -> list[str]:
    """Links to this page of the archives of other years."""
    found = ((_("Newer years"), settings.newer), (_("Older years"), settings.older))
    return [
        markup.link(name, addresses.public(url, addresses.served(page)), settings.hosts) for name, url in found if url
    ]


def _render_span(
    view: View, span: Span, days: tuple[Day, ...], written: str, compared: Standing, turns: Sequence[list[str] | None]
) -> Page:
    """The digest of a week or month, its best papers by theme, and its weeks and days. turns: name and address of the
    one before and the one after."""
    first, month = _first(span, days[0].date), span == "month"
    path, name = _address(span, first), _name(span, first)
    year = days[-1].date.year  # of a day in the archive: a week may begin or end in a year that has no page
    editorial = editorials.of_span(view, days, compared, path)
    fresh = {item.key: (item, day.date) for day in reversed(days) for item in reversed(day.of_type(*FRESH))}
    parts = groups.of_day(view, Day(date=first, announced=tuple(item for item, _ in fresh.values())))
    best = groups.best(parts, editorial.text if editorial else "", MOST[span])
    dated = {item.key: fresh[item.key][1] for item in best}
    whole = Day(date=first, announced=tuple(chain.from_iterable(day.announced for day in days)))
    mondays = dict.fromkeys(_first("week", day.date) for day in days) if month else ()
    return page(
        path,
        "span",
        f"# {name}",
        ", ".join(f"{labels.number(size)} {what}" for size, what in counts(whole)),
        link(_("Year {year}", year=year), addresses.year(year), path),
        editorial.section if editorial else "",
        *(_group(view, part, best, dated, path) for part in parts),
        section(_("Weeks"), bullets(link(dates.week(monday), addresses.week(monday), path) for monday in mondays)),
        section(_("Days"), bullets(day_line(view, day, path) for day in days)),
        facts={
            "description": _("The days of {name}, and their papers to open first.", name=name),
            "counts": counts(whole, short=True),
            "turns": turns,
            "year": [year, addresses.href(addresses.year(year), path)],
            "calendar": calendars.of_month(first, view.days, path, view.coverage) if month else None,
            "themes": [[part.name, addresses.href(part.page, path), part.size] for part in parts[:THEMES] if part.page],
            "totals": {part.name: part.size for part in parts},
            "items": groups.marks(view, best),
        },
    )


def _group(view: View, part: groups.Group, best: Sequence[Announced], dated: Mapping[str, dt.date], path: str) -> str:
    """The best papers of a group, each with the day on which it was announced; empty if it has none."""
    keys, words = {item.key for item in part.items}, markup.literal(part.name)
    shown = [item for item in best if item.key in keys]
    rows = [
        view.row(item.key, view.announced(item)).on(
            path, link(dates.short_date(dated[item.key]), addresses.day(dated[item.key]), path)
        )
        for item in shown
    ]
    counted = labels.count(part.size, "paper")
    more = _("{n} of {papers}.", n=len(shown), papers=counted) if rows and len(rows) < part.size else ""
    return section(link(words, part.page, path) if part.page else words, more, *rows)


def row(name: str, address: str, path: str, days: Sequence[Day]) -> list[str]:
    """The line of these days in a table of the page at `path`: a link, and the numbers of COLUMNS."""
    numbers = [sum(bool(day.announced) for day in days)]
    numbers += [sum(len(day.of_type(*kind)) for day in days) for _, _, kind in labels.SECTIONS]
    return [link(name, address, path), *map(labels.number, numbers)]
