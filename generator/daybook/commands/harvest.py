"""`daybook harvest` and `daybook backfill`: metadata from OAI-PMH that listings leave out or that predate the archive.

Both continue where an interrupted run stopped, at any page.
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

from daybook.archive.folder import Context
from daybook.commands import arguments
from daybook.errors import Offline, SettingsError
from daybook.fetch import oai, report
from daybook.fetch.holdings_index import HoldingsIndex
from daybook.fetch.session import Environment, FetchSession, Listings, Selection, Sift, Target
from daybook.log.attempts import FetchLog
from daybook.model import Entry, Outcome, schedule, taxonomy
from daybook.model.schedule import LISTED_VERSIONS

_EARLIEST = dt.date(2005, 9, 16)
"""The earliest datestamp of the service."""
_BEFORE = dt.timedelta(days=3)
"""How long before its announcement a paper's metadata may have last changed, at most."""

_FROM = re.compile(r"\bfrom=(\d{4}-\d\d-\d\d)")
_ALL = "all"
"""Stored instead of a month once all months are done."""


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the command line."""
    arguments.common(parser, lambda context, _: harvest(context), "daybook harvest")


def harvest(context: Context, world: Environment | None = None) -> None:
    """Fetch all changes since the last harvest; the first harvest begins with the archive's first day."""
    with context.store.lock(), FetchSession(context, context.settings(), world or Environment()) as session:
        today = session.clock.now().date()
        holdings = HoldingsIndex(context.store, session.log)
        if not session.may_ask_arxiv():
            return
        try:
            for category in session.settings.categories:
                first = min(holdings.first(category), today) - _BEFORE
                last = last_harvest(session.log, category)
                if not harvest_since(session, category, last[0] if last else first):
                    context.fail(f"{category}: changes not harvested: {session.reasons[Target('oai', category)]}")
        except Offline as error:
            context.fail(error)


def backfill(
    context: Context, first: dt.date, last: dt.date, world: Environment | None = None, summary: Path | None = None
) -> None:
    """Fetch the papers of the archive's categories that were announced from `first` to `last`, with their versions.

    Their metadata may have changed at any time since, so all changes since `first` are read, month by month.
    summary: a file to append a Markdown report to.
    """
    if first > last:
        raise SettingsError("--from is later than --to", hint="swap them")
    if summary:
        context.refuse_own(summary)
    with context.store.lock(), FetchSession(context, context.settings(), world or Environment()) as session:
        unfinished = list(session.settings.categories)
        try:
            for category in session.settings.categories if session.may_ask_arxiv() else ():
                wanted = Target("backfill", category, last)
                if _backfill(session, wanted, first, last):
                    unfinished.remove(category)
                else:
                    context.fail(f"{category}: {first} to {last} incomplete: {session.reasons[wanted]}")
            for category in () if unfinished else session.settings.categories:
                session.progress.forget(_name(category, first, last))
        except Offline as error:
            context.fail(error)
        finally:
            if summary:
                stored = sum(session.added.values())
                context.add_to(summary, report.backfilled(first, last, stored, unfinished))


def last_harvest(log: FetchLog, category: str) -> tuple[dt.date, dt.datetime] | None:
    """The day (UTC) up to which a category is harvested, and the time of that harvest; None: never harvested."""
    # Only the attempt that completes a harvest has a date; those of a later month are of later harvests.
    for attempts in log.backwards():
        done = [(a.date, a.when) for a in attempts if a.service == "oai" and a.category == category and a.date]
        if done:
            return max(done)
    return None


def harvest_since(session: FetchSession, category: str, since: dt.date) -> bool:
    """Fetch all changes of a category since this day (UTC). Returns whether all were fetched."""
    wanted = Target("oai", category)
    window = oai.Window(category, max(since, _EARLIEST))
    with session.guarded(wanted):
        began, outcome = _walk(session, wanted, window, None)
        session.ended(replace(wanted, date=began), outcome, 200, f"all changes since {window.since}")
        return True
    return False


def _backfill(session: FetchSession, wanted: Target, first: dt.date, last: dt.date) -> bool:
    holidays = schedule.HOLIDAYS.union(session.settings.holidays)
    sift = partial(_of_days, first=first, last=last, holidays=holidays)
    name = _name(wanted.category or "", first, last)
    done = session.progress.read(name).get("done", "")
    if done == _ALL:  # by a run that stopped in another category
        session.context.say(f"{wanted}: already done")
        return True
    for window in _months(wanted.category or "", first - _BEFORE, session.clock.now().date()):
        if str(window.since) <= done:
            continue
        came = False
        with session.guarded(wanted):
            _walk(session, replace(wanted, date=None), window, sift)
            came = True
        if not came:
            return False
        if window.until:
            session.progress.write(name, {"done": str(window.since)})
    session.ended(wanted, "stored", 200, f"all that was announced from {first} to {last}")
    if last < session.clock.now().date():  # else more may be announced
        session.progress.write(name, {"done": _ALL})
    return True


def _name(category: str, first: dt.date, last: dt.date) -> str:
    """The name under which the progress of a category's backfill is stored."""
    return f"backfill-{category}-{first}-{last}"


def _walk(session: FetchSession, wanted: Target, window: oai.Window, sift: Sift | None) -> tuple[dt.date, Outcome]:
    """Read a list to its end, storing each page before requesting the next. Returns when it began, and the outcome.

    Raises NotFetched.
    """
    session.check_list(wanted)
    reading = session.reading(wanted)

    def judge(data: bytes) -> str | None:
        return reading.judge(data) or _is_anothers(reading.listings, window)

    began = session.clock.now().date()
    outcome: Outcome = "nothing new"
    for page in oai.pages(session.client, window, session.progress, judge):
        began = page.began
        if any(x.entries for x in session.keep(wanted, page.answer, reading.listings, sift)):
            outcome = "stored"
    return began, outcome


def _is_anothers(listings: Listings, window: oai.Window) -> str | None:
    """Why this is the answer to another request, as caches may return; None: no sign of that."""
    for listing in listings:
        part = listing.part or ""
        since = None if "resumptionToken" in part else _FROM.search(part)
        other = listing.category and taxonomy.canonical(listing.category) != taxonomy.canonical(window.category)
        if other or (since and since[1] != str(window.since)):
            return f"is the response to a different request: {part}"
    return None


def _months(category: str, first: dt.date, today: dt.date) -> Iterator[oai.Window]:
    """A window for each month from `first` on; the last one is open-ended."""
    since = max(first, _EARLIEST)
    while True:
        until = since.replace(day=calendar.monthrange(since.year, since.month)[1])
        if until >= today:
            yield oai.Window(category, since)
            return
        yield oai.Window(category, since, until)
        since = until + dt.timedelta(days=1)


def _of_days(listings: Listings, first: dt.date, last: dt.date, holidays: frozenset[dt.date]) -> Selection:
    """Keep only papers with a version announced on these days."""
    kept = tuple(
        replace(x, entries=tuple(e for e in x.entries if _announced(e, first, last, holidays))) for x in listings
    )
    if any(x.entries for x in kept):
        return Selection(kept)
    return Selection((), "nothing announced on these days", "nothing new")


def _announced(entry: Entry, first: dt.date, last: dt.date, holidays: frozenset[dt.date]) -> bool:
    times = [v.submitted for v in entry.versions if v.submitted and v.version <= LISTED_VERSIONS]
    return not times or any(first <= schedule.announced(when, holidays) <= last for when in times)
