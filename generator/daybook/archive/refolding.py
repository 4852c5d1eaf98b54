"""An archive of which a part of the log has changed: only the papers, days and states that this touches are made.

The outcome is that of folding all records. What else it is made of is read one by one, from what an earlier fold kept.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from daybook.archive.renewal import Changes, Groups
from daybook.config import Settings
from daybook.coverage import completeness, witnesses
from daybook.coverage import judge as coverage_judge
from daybook.fold import days, outlines, precedence
from daybook.fold.folding import Papers, holidays_of
from daybook.fold.linking import Group
from daybook.model import (
    ANNOUNCED,
    Announced,
    Archive,
    Attempt,
    Coverage,
    Day,
    Outline,
    Paper,
    Statement,
    Theme,
    Touched,
)
from daybook.runtime.state import Kept

AROUND = dt.timedelta(days=20)
"""Calendar days that hold the announcements with which a day's documents are compared, whatever holidays."""
_DAY = dt.timedelta(days=1)


class Whole(NamedTuple):
    """What is known of the whole log."""

    newest: dt.date
    """The newest date of a record."""
    as_of: dt.date | None
    """The newest date of all."""
    listed: frozenset[dt.date]
    """The dates of which a listing was read."""
    redirects: Mapping[str, str]
    """Former key -> key."""
    first: Mapping[str, dt.date]
    """Category -> the oldest date of which documents or attempts tell."""
    last: dt.date | None
    """The newest date that was judged."""
    holidays: frozenset[dt.date]
    """Those on which nothing was announced."""
    asked: int
    """The number of attempts."""


@dataclass(frozen=True, slots=True)
class Former:
    """What an earlier fold kept."""

    whole: Whole
    outlines: Mapping[str, Outline]
    days: Mapping[dt.date, Day]
    coverage: Mapping[str, Sequence[Coverage]]
    """Category -> its days."""


Stated = Callable[[dt.date], Sequence[Statement]]
"""Gives the statements of a date that may be shown."""


def refold(
    former: Former, changes: Changes, groups: Groups, stated: Stated, attempts: Sequence[Attempt],
    settings: Settings, themes: Sequence[Theme], assign: precedence.Assign,
) -> tuple[Archive, Whole]:  # fmt: skip
    """The archive as its log is now, and what the next fold needs to know of that. `groups`: of all papers."""
    was = former.whole
    listed = set(was.listed).difference(changes.dates)
    for date in changes.dates:
        records = (record for key in groups.on(date) for record in groups[key].records)
        if date in days.listed(records, stated(date)):
            listed.add(date)
    newest = max((was.newest, *(r.date for group in changes.groups.values() for r in group.records)))
    as_of = max(filter(None, (was.as_of, *changes.dates)), default=None)
    own = frozenset(settings.categories)
    past = days.past_of(frozenset(listed), newest, own, settings.since, settings.before, holidays_of(settings))

    known = {key: outline for key, outline in former.outlines.items() if key not in changes.gone}
    papers = Papers(groups, past, assign, keys=known)
    fresh = changes.groups.keys() | {
        key for key, outline in known.items() if outline.reconstructed != outlines.reconstructed(outline.due, past)
    }
    made = outlines.update((groups[key] for key in sorted(fresh)), papers, past, lambda s: settings.rule(s).publish, {})
    known.update(made)
    if len(known) != len(former.outlines) or changes.gone:
        known = {key: known[key] for key in sorted(known)}
        papers = Papers(groups, past, assign, keys=known)

    before = {key: former.outlines[key] for key in (*fresh, *changes.gone) if key in former.outlines}
    dates = {*changes.dates, *(date for each in (*before.values(), *made.values()) for date in each.seen)}
    by_date = _dated(former, changes, groups, stated, own, papers, made, dates)
    dated = tuple(by_date[date] for date in sorted(by_date))
    changed = {date for date in dates if by_date.get(date) != former.days.get(date)}
    told = {  # in other words than before
        date for date in dates & by_date.keys() for item in by_date[date].papers
        if item.key in before and item.key in fresh and _told(item, before[item.key]) != _told(item, known[item.key])
    }  # fmt: skip

    redirects = {name: key for name, key in was.redirects.items() if key not in {*changes.gone, *changes.groups}}
    redirects |= {name: group.key for group in changes.groups.values() for name in group.former}
    whole_again = changes.gone or was.redirects.keys() - redirects.keys() or former.days.keys() - by_date.keys()
    covered, now = _judged(former, changes, groups, stated, attempts, settings, dated, changed)
    states = {day for of in covered.values() for day in of} ^ {day for of in former.coverage.values() for day in of}
    touched = {*changes.dates, *changed, *told, *(day.date for day in states)}
    if states:  # later weeks and months are compared with those that lack nothing
        first = min(day.date for day in states)
        touched.update(day.date for day in dated if day.date > first)
    archive = Archive(
        outlines=known,
        papers=papers,
        days=dated,
        coverage=tuple(day for category in settings.categories for day in covered[category]),
        themes=tuple(themes),
        redirects=redirects,
        as_of=as_of,
        # What is gone is on pages of which nothing here tells.
        touched=None
        if whole_again
        else Touched(keys=frozenset(fresh), dates=frozenset(touched), recorded=changes.dates, before=before),
    )
    return archive, now._replace(newest=newest, as_of=as_of, listed=frozenset(listed), redirects=redirects)


def before(
    archive: Archive, date: dt.date, groups: Mapping[str, Group], then: Mapping[str, Group], changed: Collection[str],
    newest: dt.date, settings: Settings, assign: precedence.Assign, keys: Collection[str] | None = None,
) -> Archive:  # fmt: skip
    """The papers and days of an archive as they were of the records before a date, the newest of which is `newest`.

    `then`: the papers that were others, in place of those that are `changed`; `groups`: of all papers; `keys`: those
    that are asked for, the others need not be right.
    """
    own, now = frozenset(settings.categories), archive.outlines
    listed = frozenset(
        day.date
        for day in archive.days
        if day.date < date
        and ((day.announced and not day.reconstructed) or any(map(completeness.is_announcement, day.statements)))
    )
    past = days.past_of(listed, newest, own, settings.since, settings.before, holidays_of(settings))
    known = {key: outline for key, outline in now.items() if key not in changed}
    moved = {
        key
        for key in (known if keys is None else known.keys() & keys)
        if known[key].reconstructed != outlines.reconstructed(known[key].due, past)
    }
    fresh = {key: then.get(key) or groups[key] for key in sorted(then.keys() | moved)}
    folded = Papers(fresh, past, assign)
    papers = Kept(folded, lambda: known, lambda key: archive.papers[key] if key in known else None)
    made = outlines.update(fresh.values(), papers, past, lambda source: settings.rule(source).publish, now)
    known |= made
    computed = ((key, outline.categories, outline.reconstructed) for key, outline in made.items())
    by_date = {day.date: day for day in days.days(papers, fresh.values(), (), own, computed)}
    for day in archive.days:  # of which no more is told than that there were some
        if day.date < date and (
            day.statements or any(item.key in known and item.key not in fresh for item in day.papers)
        ):
            by_date[day.date] = day
    redirects = {name: key for name, key in archive.redirects.items() if key not in changed}
    redirects |= {name: group.key for group in then.values() for name in group.former}
    return replace(
        archive,
        outlines={key: known[key] for key in sorted(known)},
        papers=papers,
        days=tuple(by_date[date] for date in sorted(by_date)),
        redirects=redirects,
        touched=None,
    )


def _told(item: Announced, outline: Outline) -> object:
    """All that a day says of a paper that it names."""
    return item.came(outline), item.earlier(outline) or (outline.listed_hash, outline.card_hash)


def _dated(
    former: Former, changes: Changes, groups: Groups, stated: Stated, own: frozenset[str], papers: Mapping[str, Paper],
    made: Mapping[str, Outline], dates: Collection[dt.date],
) -> dict[dt.date, Day]:  # fmt: skip
    """All days, of which only these `dates` are made. `own`: the archive's categories; `made`: new outlines."""
    seen: defaultdict[dt.date, set[str]] = defaultdict(set)
    for key, outline in made.items():
        for date in outline.seen:
            seen[date].add(key)
    there = {date: [item.key for item in day.papers] for date in dates if (day := former.days.get(date))}
    keys = {key for date in dates for key in (*groups.on(date), *seen[date], *there.get(date, ()))} - changes.gone
    outlined = {key: made.get(key) or former.outlines[key] for key in sorted(keys)}
    computed = ((key, outline.categories, outline.reconstructed) for key, outline in outlined.items())
    statements = [line for date in sorted(dates) for line in stated(date)]
    rebuilt = days.days(papers, [groups[key] for key in outlined], statements, own, computed)
    by_date = {date: day for date, day in former.days.items() if date not in dates}
    return by_date | {day.date: day for day in rebuilt if day.date in dates}


def _judged(
    former: Former, changes: Changes, groups: Groups, stated: Stated, attempts: Sequence[Attempt],
    settings: Settings, dated: Sequence[Day], changed: Collection[dt.date],
) -> tuple[dict[str, list[Coverage]], Whole]:  # fmt: skip
    """The states of all days, of which only those that may be others now are judged; what is known of the log."""
    was, rebuilt = former.whole, coverage_judge.reconstructed(settings.categories, dated)
    news = {*changes.dates, *(attempt.date for attempt in attempts[was.asked :] if attempt.date)}
    dates = {date + number * _DAY for date in news for number in range(AROUND.days)} | {*changed}
    latest = coverage_judge.latest(
        was.last, [line for date in news for line in stated(date)], attempts, was.holidays, settings.before
    )
    if was.last and latest:
        passed = [was.last + number * _DAY for number in range((latest - was.last).days + 1)]
        dates.update(passed, (date - dt.timedelta(days=coverage_judge.SERVED_DAYS) for date in passed))
    for key, group in changes.groups.items():
        if any(record.source in (witnesses.OAI, witnesses.API) for record in group.records):
            dates.update(former.outlines[key].seen if key in former.outlines else ())  # they tell more of these now
    covered: dict[str, dict[dt.date, Coverage]] = {
        category: {day.date: day for day in former.coverage.get(category, ()) if day.date not in dates}
        for category in settings.categories
    }
    first, holidays = dict(was.first), was.holidays
    for run in _runs({date - number * _DAY for date in dates for number in range(AROUND.days)}):
        keys = dict.fromkeys(key for date in run for key in groups.on(date, harvested=True))
        records = [each for key in keys for each in groups[key].records
                   if each.type not in ANNOUNCED or run[0] <= each.date <= run[-1]]  # fmt: skip
        statements = [line for date in run for line in stated(date)]
        judge = coverage_judge.Judge(statements, records, attempts, holidays, settings.before, settings.acknowledged)
        holidays = judge.holidays
        for category in settings.categories:
            first[category] = min(first.get(category, dt.date.max), judge.first(category))
            of, own = rebuilt[category], dates.intersection(run)
            for day in judge.of_category(category, of, own, first[category], latest or dt.date.min):
                covered[category][day.date] = day
    states = {category: [held[date] for date in sorted(held)] for category, held in covered.items()}
    return states, was._replace(first=first, last=latest, holidays=holidays, asked=len(attempts))


def _runs(dates: Iterable[dt.date]) -> Iterator[list[dt.date]]:
    """Dates that follow each other, the oldest first."""
    run: list[dt.date] = []
    for date in sorted(dates):
        if run and date - run[-1] > _DAY:
            yield run
            run = []
        run.append(date)
    if run:
        yield run


def whole(
    groups: Iterable[Group], archive: Archive, statements: Sequence[Statement], attempts: Sequence[Attempt],
    settings: Settings,
) -> Whole:  # fmt: skip
    """What a later fold needs to know of this one."""
    records = [record for group in groups for record in group.records]
    judge = coverage_judge.Judge(
        statements, records, attempts, holidays_of(settings), settings.before, settings.acknowledged
    )
    return Whole(
        newest=max((record.date for record in records), default=dt.date.min),
        as_of=archive.as_of,
        listed=days.listed(records, statements),
        redirects=dict(archive.redirects),
        first={category: judge.first(category) for category in settings.categories},
        last=judge.last,
        holidays=judge.holidays,
        asked=len(attempts),
    )
