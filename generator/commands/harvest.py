"""`daybook harvest` and `daybook backfill`: metadata from OAI-PMH, what listings hide and what was before the archive.

Both go on where a killed run stood, at any page.
"""

from __future__ import annotations

import argparse
import calendar
import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

from generator import schedule, taxonomy
from generator.archive.days import LISTED_VERSIONS
from generator.commands import arguments
from generator.context import Context
from generator.errors import Offline, SettingsError
from generator.fetch import oai, report
from generator.fetch.holdings_index import HoldingsIndex
from generator.fetch.session import FetchSession, Listings, Selection, Sift, Target, World
from generator.model import Entry, Outcome
from generator.store.fetch_log import FetchLog

_EARLIEST = dt.date(2005, 9, 16)
"""The service knows no earlier change."""
_BEFORE = dt.timedelta(days=3)
"""A paper's metadata change at most so long before the date of its announcement."""

_FROM = re.compile(r"\bfrom=(\d{4}-\d\d-\d\d)")
_ALL = "all"
"""Noted in place of a month where all of them are done."""


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the command line."""
    arguments.common(parser, run, "daybook harvest")


def run(context: Context, options: argparse.Namespace) -> None:
    """Run the command."""
    harvest(context)


def harvest(context: Context, world: World | None = None) -> None:
    """All changes since the last harvest; the first one begins with the archive's first day."""
    with context.store.lock(), FetchSession(context, context.settings(), world or World()) as gatherer:
        today = gatherer.clock.now().date()
        held = HoldingsIndex(context.store, gatherer.log)
        try:
            for category in gatherer.settings.categories:
                first = min(held.first(category), today) - _BEFORE
                last = last_harvest(gatherer.log, category)
                if not harvest_since(gatherer, category, last[0] if last else first):
                    context.fail(f"{category}: changes are not harvested: {gatherer.reasons[Target('oai', category)]}")
        except Offline as error:
            context.fail(error)


def backfill(
    context: Context, first: dt.date, last: dt.date, world: World | None = None, summary: Path | None = None
) -> None:
    """The papers of the archive's categories that were announced from `first` to `last`, with their versions.

    Their metadata may have changed at any time since, so all changes since `first` are looked through, by months.
    summary: a file that what came is added to.
    """
    if first > last:
        raise SettingsError("--from is later than --to", hint="turn them round")
    if summary:
        context.refuse_own(summary)
    with context.store.lock(), FetchSession(context, context.settings(), world or World()) as gatherer:
        unfinished = list(gatherer.settings.categories)
        try:
            for category in gatherer.settings.categories:
                wanted = Target("backfill", category, last)
                if _backfill(gatherer, wanted, first, last):
                    unfinished.remove(category)
                else:
                    context.fail(f"{category}: {first} to {last} is not complete: {gatherer.reasons[wanted]}")
            for category in () if unfinished else gatherer.settings.categories:
                gatherer.progress.forget(_name(category, first, last))
        except Offline as error:
            context.fail(error)
        finally:
            if summary:
                stored = sum(gatherer.added.values())
                context.add_to(summary, report.backfilled(first, last, stored, unfinished))


def last_harvest(log: FetchLog, category: str) -> tuple[dt.date, dt.datetime] | None:
    """The day, UTC, up to which all changes of a category are held, and when that was known; None: never harvested."""
    # Of a harvest's attempts only the one that ended it bears a date.
    return max(
        ((a.date, a.when) for a in log.attempts() if a.service == "oai" and a.category == category and a.date),
        default=None,
    )


def harvest_since(gatherer: FetchSession, category: str, since: dt.date) -> bool:
    """All changes of a category since this day, UTC; whether all came."""
    wanted = Target("oai", category)
    window = oai.Window(category, max(since, _EARLIEST))
    with gatherer.guarded(wanted):
        began, outcome = _walk(gatherer, wanted, window, None)
        gatherer.ended(replace(wanted, date=began), outcome, 200, f"all changes since {window.since}")
        return True
    return False


def _backfill(gatherer: FetchSession, wanted: Target, first: dt.date, last: dt.date) -> bool:
    holidays = schedule.HOLIDAYS.union(gatherer.settings.holidays)
    sift = partial(_of_days, first=first, last=last, holidays=holidays)
    name = _name(wanted.category or "", first, last)
    done = gatherer.progress.read(name).get("done", "")
    if done == _ALL:  # by a run that ended in another category
        gatherer.context.say(f"{wanted}: read already")
        return True
    for window in _months(wanted.category or "", first - _BEFORE, gatherer.clock.now().date()):
        if str(window.since) <= done:
            continue
        came = False
        with gatherer.guarded(wanted):
            _walk(gatherer, replace(wanted, date=None), window, sift)
            came = True
        if not came:
            return False
        if window.until:
            gatherer.progress.write(name, {"done": str(window.since)})
    gatherer.ended(wanted, "stored", 200, f"all that was announced from {first} to {last}")
    if last < gatherer.clock.now().date():  # else more may be announced
        gatherer.progress.write(name, {"done": _ALL})
    return True


def _name(category: str, first: dt.date, last: dt.date) -> str:
    """What the progress of a category's backfill is noted under."""
    return f"backfill-{category}-{first}-{last}"


def _walk(gatherer: FetchSession, wanted: Target, window: oai.Window, sift: Sift | None) -> tuple[dt.date, Outcome]:
    """Read a list to its end, each page stored before the next is asked for; when it was begun, and how it ended.

    Raises NotFetched.
    """
    reading = gatherer.reading(wanted)

    def judge(data: bytes) -> str | None:
        return reading.judge(data) or _is_anothers(reading.listings, window)

    began = gatherer.clock.now().date()
    outcome: Outcome = "nothing new"
    for page in oai.pages(gatherer.client, window, gatherer.progress, judge):
        began = page.began
        if any(x.entries for x in gatherer.keep(wanted, page.answer, reading.listings, sift)):
            outcome = "stored"
    return began, outcome


def _is_anothers(listings: Listings, window: oai.Window) -> str | None:
    """Why this is the answer to another request, as caches give it; None: nothing shows that."""
    for listing in listings:
        part = listing.part or ""
        since = None if "resumptionToken" in part else _FROM.search(part)
        other = listing.category and taxonomy.canonical(listing.category) != taxonomy.canonical(window.category)
        if other or (since and since[1] != str(window.since)):
            return f"is not what was asked for: {part}"
    return None


def _months(category: str, first: dt.date, today: dt.date) -> Iterator[oai.Window]:
    """A window for each month from `first` on; the last one is open."""
    since = max(first, _EARLIEST)
    while True:
        until = since.replace(day=calendar.monthrange(since.year, since.month)[1])
        if until >= today:
            yield oai.Window(category, since)
            return
        yield oai.Window(category, since, until)
        since = until + dt.timedelta(days=1)


def _of_days(listings: Listings, first: dt.date, last: dt.date, holidays: frozenset[dt.date]) -> Selection:
    """Only papers of which a version was announced on these days."""
    kept = tuple(
        replace(x, entries=tuple(e for e in x.entries if _announced(e, first, last, holidays))) for x in listings
    )
    if any(x.entries for x in kept):
        return Selection(kept)
    return Selection((), "nothing of these days", "nothing new")


def _announced(entry: Entry, first: dt.date, last: dt.date, holidays: frozenset[dt.date]) -> bool:
    times = [v.submitted for v in entry.versions if v.submitted and v.version <= LISTED_VERSIONS]
    return not times or any(first <= schedule.announced(when, holidays) <= last for when in times)
