"""`daybook fetch`: today's announcements, missing past days, and missing metadata of papers.

Each category's announcement is read as a feed and as a listing page, which states totals; what changed, new versions
and withdrawals included, is harvested from OAI-PMH. A day is confirmed where two of them agree. Later runs of a night
ask for the feed where it is lacking. Past days that are not settled are fetched again from /catchup, less and less
often, as long as arXiv serves them.

With --from and --to it fetches what was announced before the archive began.
"""

from __future__ import annotations

import argparse
import datetime as dt
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from daybook import commands, config, volumes
from daybook.archive import Context, following
from daybook.commands import dealt
from daybook.coverage import category_log, completeness, day_states, proofs
from daybook.errors import Offline, SettingsError
from daybook.fetch import asking, hosts, oai
from daybook.fetch.asking import HoldingsIndex
from daybook.fetch.hosts import Request
from daybook.fetch.lookups import look_up
from daybook.fetch.oai import fetch_others
from daybook.fetch.session import Environment, FetchSession, Listings, Selection, Target
from daybook.model import Coverage, Listing, arxiv
from daybook.runtime import terminal
from daybook.sources import registry
from daybook.sources.registry import SOURCES

_DAY = dt.timedelta(days=1)
_SERVED = (day_states.SERVED_DAYS - 1) * _DAY
MOST_PAGES = 20
"""Pages of an announcement; even arXiv's largest archives have fewer, at 2,000 entries per page."""
_WEEK = 7
"""Days after which it is too late to ask whether a holiday was one."""


def declare(parser: argparse.ArgumentParser) -> None:
    text = "Gaps of the last 90 days are filled; new versions, journal references and withdrawals are fetched, too."
    commands.common(parser, run, "daybook fetch --from 2025-01-01 --to 2025-12-31", text, library=True)
    period = " of an earlier period to fetch, in place of what is new; days without a listing are reconstructed"
    commands.days(parser, period)
    commands.as_json(parser)
    parser.add_argument("--summary", type=Path, metavar="FILE", help="append a Markdown report to FILE")


def run(context: Context, options: argparse.Namespace) -> dict[str, Any]:
    commands.check_days(options, both=True)
    if options.first and volumes.is_library(context.folder):
        options.usage("--from and --to are for one archive: name it with --archive")
    if options.first:
        return backfill(context, options.first, options.last, summary=options.summary)
    return fetch(context, summary=options.summary)


def fetch(context: Context, world: Environment | None = None, summary: Path | None = None) -> dict[str, Any]:
    """Bring the archive up to date. Each incomplete day is one line, and makes the exit code 1. Returns what came, and
    all days that are not complete.

    summary: a file to append a Markdown report to.
    """
    if summary:
        context.refuse_own(summary)
    if volumes.is_library(context.folder):
        return dealt.fetched(context, partial(fetch, world=world, summary=summary))
    with context.store.lock():
        settings = following.settled(context, context.say)
        if settings.sample:
            hint = "make your own archive: daybook init DIR"
            raise SettingsError("sample archive with invented papers", subject=str(context.folder), hint=hint)
        with FetchSession(context, settings, world or Environment()) as session:
            run = _Run(session)
            try:
                run.all()
            except Offline as error:
                context.fail(error)
            days, metadata, others = run.came()
            if summary:
                context.add_to(summary, report(days, metadata, others))
    told = [{**proofs.facts(day), "stored": stored} for day, stored in days]
    return {"days": told, "metadata": metadata, "other_sources": others}


def backfill(
    context: Context, first: dt.date, last: dt.date, world: Environment | None = None, summary: Path | None = None
) -> dict[str, Any]:
    """Fetch the papers of the archive's categories that were announced from `first` to `last`, with their versions.
    Returns how many records came, and the categories that are not complete.

    It continues where an interrupted run stopped, at any page. summary: a file to append a Markdown report to.
    """
    if summary:
        context.refuse_own(summary)
    with context.store.lock(), FetchSession(context, context.settings(), world or Environment()) as session:
        unfinished = list(session.settings.categories)
        try:
            for category in session.settings.categories if session.may_ask_arxiv() else ():
                wanted = Target("backfill", category, last)
                if oai.backfill(session, wanted, first, last):
                    unfinished.remove(category)
                else:
                    context.fail(f"{category}: {first} to {last} incomplete: {session.reasons[wanted]}")
            for category in () if unfinished else session.settings.categories:
                session.progress.forget(oai.progress_name(category, first, last))
        except Offline as error:
            context.fail(error)
        finally:
            if summary:
                headline = f"Backfill of {first} to {last}: {terminal.count(sum(session.added.values()), 'record')}"
                lines = [f"- {category}: not complete, run it again" for category in unfinished]
                context.add_to(summary, _text(headline, lines))
    return {"records": sum(session.added.values()), "unfinished": unfinished}


class _Run:
    """One run."""

    def __init__(self, session: FetchSession) -> None:
        self.session = session
        self.context = session.context
        self.categories = session.settings.categories
        self.now = session.clock.now()
        self.local = self.now.astimezone(arxiv.EASTERN).date()
        self.oldest = self.local - _SERVED  # that arXiv still serves
        acknowledged = session.settings.acknowledged
        self.holdings = HoldingsIndex(session.context.store, session.log, self.oldest, acknowledged)
        self._heed_calendar()
        self.stored: set[tuple[str, dt.date]] = set()
        self.again: list[tuple[str, dt.date]] = []  # days that turned out to have another day's entries
        self.harvested: set[str] = set()  # categories that were harvested in this run
        self.unharvested: list[str] = []  # what to say of those that could not be
        self.asked: set[tuple[str, dt.date]] = set()  # days of which a page was asked for in this run
        self.before = next((month[-1].when for month in session.log.backwards() if month), None)  # the last run's end

    def _heed_calendar(self) -> None:
        """Work out which announcement is the newest. A holiday that was none, as documents show, is not believed."""
        advised = self.session.settings.all_holidays
        shown = category_log.announcements(self.context.store.coverage.since(self.oldest))
        self.holidays = arxiv.observed(advised, shown)
        self.due = arxiv.newest_due(self.now, self.holidays)
        self.holdings.heed(self.holidays)

    def all(self) -> None:
        """Run all steps; one that fails does not stop the others."""
        if not self.session.may_ask_arxiv():
            fetch_others(self.session, self.due)
            return
        self._ask_on_holidays()
        first = self._first()
        for step in (self._describe, self._today):
            for category in self.categories:
                step(category)
        self._heal(first)
        self._look_again(first)
        for category in self.categories:
            self._describe(category)
        if left := [each for each in self.categories if Target("oai", each) in self.session.unasked]:
            names = ", ".join(left) if len(left) < 4 else f"{len(left)} categories"
            self.context.fail(f"changes of {names} not harvested: {self._reason(Target('oai', left[0]))}")
        self._authors()
        self._clear()
        fetch_others(self.session, self.due)
        look_up(self.session)
        for line in self.unharvested:
            self.context.fail(line)
        self._tell(first)
        for fault in asking.keep_less(self.context.store, self.session.settings, self.local, self._state):
            self.context.fail(fault)

    def _first(self) -> dict[str, dt.date]:
        """The first day of each category."""
        return {category: min(self.holdings.first(category), self.due) for category in self.categories}

    # The announcement

    def _ask_on_holidays(self) -> None:
        """Ask once for each of the last days on which no announcement is due: the calendar is no proof."""
        newest = arxiv.newest_due(self.now, frozenset())
        week = [newest - k * _DAY for k in reversed(range(_WEEK)) if (newest - k * _DAY).weekday() < 5]
        days_off = [day for day in week if day <= self.local and not arxiv.is_expected(day, self.holidays)]
        for category in self.categories if days_off else ():
            first = self.holdings.first(category)
            for date in days_off:
                if date < first or self.holdings.asked(category, date, "list", "catchup"):
                    continue
                if date < newest:
                    self._page("catchup", category, date)
                elif self._is_settled(category, self.due):  # else the page of the day before is asked for anyway
                    self._page("list", category, date)
        self._heed_calendar()

    def _today(self, category: str) -> None:
        date, day = self.due, self._state(category, self.due)
        if asking.is_done(self.holdings, day, self.local):
            self.context.say(f"{category} {date}: {proofs.sentence(day)}")
            return
        if self._is_past(date) and self.holdings.asked_last(category, date):
            return  # `_heal` asks for the day as arXiv shows it now
        if self.local == date and asking.lacks_feed(self.holdings, day):
            self._get("rss", category, date, hosts.feed(category))
        day = self._state(category, date)
        if day.state != "complete" or not self.holdings.is_shown(category, date):
            self._page("list", category, date)
        elif day.lone and asking.may_query(self.holdings, day):
            self._query(category, date)

    def _query(self, category: str, date: dt.date) -> None:
        """Ask the API for what was submitted in an announcement's window, as a second witness."""
        window = arxiv.submissions(date, self.holidays)
        self.session.get(Target("api", category, date), hosts.submitted(category, *window), asking.of_query)
        self.holdings.forget_stamps()

    def _heal(self, first: dict[str, dt.date]) -> None:
        """Fetch past days that are not settled: those with the fewest failures first, then the oldest; then those that
        turned out to have another day's entries."""
        failures = self.holdings.failures()
        todo = [day for day in self._days(first) if asking.is_due(self.holdings, self._state(*day), self.local)]
        todo.sort(key=lambda day: (failures[day], day[1], day[0]))
        for days in (todo, self.again):
            for category, date in days:
                if self._is_past(date) and not self._is_settled(category, date):
                    self._page("catchup", category, date)

    def _look_again(self, first: dict[str, dt.date]) -> None:
        """Ask once more for a complete day, of each category one a night: all services may have lagged alike. Only in
        a run that asks for something anyway, else it would commit and publish for this alone; and before midnight,
        when it waits for the pages of the evening, only where none will be asked for after it."""
        if not self.session.client.reached:
            return
        soonest, latest = asking.AGAIN
        newest = self.local - (soonest if self.local >= self.due else latest - 1) * _DAY
        for category in self.categories:
            oldest = max(first[category], self.local - latest * _DAY)
            dates = list(arxiv.expected(oldest, newest, self.holidays))
            if not any(asking.is_asked_late(self.holdings, category, date, self.local) for date in dates):
                due = (d for d in dates if asking.awaits_second(self.holdings, self._state(category, d)))
                for date in islice(due, 1):
                    self._page("catchup", category, date)

    def _state(self, category: str, date: dt.date) -> Coverage:
        return self.holdings.state(category, date, self.due if date <= self.due else date)

    def _is_settled(self, category: str, date: dt.date) -> bool:
        """Whether a day need not be asked for. One of long ago is not compared with OAI-PMH any more."""
        old = (self.local - date).days > asking.RECENT
        if old and self.holdings.of(category, date).listing_agrees():
            return True
        day = self._state(category, date)
        shown = day.state == "complete" and self.holdings.is_shown(category, date)
        return shown or day.state == "quiet" or day.acknowledged is not None

    def _is_past(self, date: dt.date) -> bool:
        """Whether it is so long ago that arXiv shows the complete day."""
        return date < self.due or date < self.local

    def _days(self, first: dict[str, dt.date]) -> Iterator[tuple[str, dt.date]]:
        """The days that are not settled, from the archive's first on, that arXiv still serves; without the newest one
        where arXiv shows none so far: the next run asks again."""
        for category in self.categories:
            tried = () if self._is_past(self.due) else self.holdings.tried(category, self.due)
            waits = category_log.is_awaited(self.due, tried) or category_log.is_left_out(self.due, tried)
            for date in arxiv.expected(max(first[category], self.oldest), self.due, self.holidays):
                if not self._is_settled(category, date) and not (waits and date == self.due):
                    yield category, date

    def _page(self, service: str, category: str, date: dt.date) -> None:
        """Fetch a listing page, and its following pages if a day has more entries than one page shows."""
        self.asked.add((category, date))
        seen, page, more, ids = 0, 1, True, set[str]()
        while more:
            request = hosts.new(category, seen) if service == "list" else hosts.catchup(category, date, page)
            listings = self._get(service, category, date, request)
            number = sum(len(listing.entries) for listing in listings)
            total = max((c.total or 0 for x in listings for c in x.counts if c.section == "all"), default=0)
            fresh = {entry.arxiv_id or entry.title for x in listings for entry in x.entries} - ids
            ids |= fresh
            seen, page = seen + number, page + 1
            more = bool(fresh) and seen < total and page <= MOST_PAGES

    def _get(self, service: str, category: str, date: dt.date, request: Request) -> Listings:
        sift = partial(self._sift, service, category, date)
        listings = self.session.get(Target(service, category, date), request, sift) or ()
        self.holdings.forget(category, date)  # some pages may have come, though not all did
        for listing in listings:
            self.holdings.forget(category, listing.date)
            self.stored.add((category, listing.date))
        return listings

    def _sift(self, service: str, category: str, date: dt.date, listings: Listings) -> Selection:
        """Keep only what really is the requested announcement, whatever date and name its document has."""
        (listing,) = listings[:1] or (None,)
        older = listing is not None and listing.category == category and listing.date < date
        if listing and older and not arxiv.is_expected(date, self.holidays):
            return Selection((), f"a holiday: the newest announcement is {listing.date}", "quiet")
        if listing is None or len(listings) > 1 or not asking.is_page(service, category, listing):
            return Selection((), asking.ANOTHER, "refused")
        if listing.date != date:
            return Selection((), f"{category_log.OLDER}{listing.date}")
        if listing.quiet and service == "rss":  # possibly made too early: only pages state that nothing came
            return Selection((), "empty", "quiet")
        if listing.quiet:
            return Selection((listing,))
        near = self.holdings.near(category, date)
        if reason := day_states.objection(listing, near, self.holdings.testimony(category, date)):
            return Selection((), reason)
        other = completeness.original_date(listing.entries, date, near)
        if other and other > date and not day_states.is_genuine(listing.entries, other, self.holdings.stamps(other)):
            self._give_up(category, other, listing)
        kept = asking.as_announced(listing, category, service, self.holdings)
        if service == "catchup" and self._state(category, date).confirmed and self.holdings.shows(category, kept):
            return Selection((), "shows what is held", "nothing new")  # so the archive does not grow by second looks
        return Selection((kept,))

    def _give_up(self, category: str, date: dt.date, listing: Listing) -> None:
        """Remove entries stored under a wrong date: an old page had been served as a new one."""
        self.holdings.remove(category, date, listing)
        note = f"removed entries that belong to {listing.date}"
        self.context.say(f"{category} {date}: {note}")
        self.session.ended(Target("list", category, date), "stale", None, note)
        self.again.append((category, date))

    def _clear(self) -> None:
        """Remove what wrong pages told of days that are confirmed now."""
        week = [self.local - k * _DAY for k in range(-1, asking.RECENT // 2)]
        for category, date in sorted({*self.stored, *((code, day) for code in self.categories for day in week)}):
            if gone := self.holdings.clear(category, date):
                number = terminal.count(len(gone), "record")
                self.context.say(f"{category} {date}: {number} of entries that were not announced then removed")

    # What the announcement does not say

    def _describe(self, category: str) -> None:
        """Harvest versions, complete author lists and comments from OAI-PMH: before pages are asked for, as it tells
        what was announced; and after them, if it did not then."""
        last = oai.last_harvest(self.session.log, category)
        stored = category not in self.harvested and any(
            number and each.category == category for each, number in self.session.added.items()
        )
        newest = arxiv.newest_harvestable(self.now, self.holidays)
        # In the evening OAI-PMH does not have the papers yet that listings already announce.
        is_older = last is None or last[0] < newest or last[1] < arxiv.harvestable(newest)
        if category in self.harvested or not (is_older or (stored and newest == self.due)):
            return
        self.harvested.add(category)
        oldest = min((date for each, date in self.stored if each == category), default=self.due)
        since, wanted = last[0] - oai.OVERLAP if last else oldest - oai.BEFORE, Target("oai", category)
        if not oai.harvest(self.session, category, since) and wanted not in self.session.unasked:
            self.unharvested.append(f"{category}: changes since {since} not harvested: {self._reason(wanted)}")
        self.holdings.forget_stamps()

    def _authors(self) -> None:
        """Fetch from the API the metadata that OAI-PMH does not have yet; the API has new papers from midnight on."""
        days = self.stored | {(category, self.due) for category in self.categories}
        papers = self.holdings.undescribed({day for day in days if day[1] <= self.local})
        wanted = Target("api", date=self.due)
        for k in range(0, len(papers), hosts.IDS):
            ids = papers[k : k + hosts.IDS]
            self.session.reasons.pop(wanted, None)
            self.session.get(wanted, hosts.by_ids(ids), partial(asking.of_papers, ids=frozenset(ids)))
            number = len(papers) - k if wanted in self.session.unasked else len(ids)
            if reason := self._reason(wanted):
                self.context.fail(
                    f"{terminal.count(number, 'paper')} without complete author lists and comments: {reason}"
                )
            if wanted in self.session.unasked:
                break

    # Report

    def came(self) -> tuple[list[tuple[Coverage, bool]], int, int]:
        """What this run fetched, for `report`."""
        added = {(each.category, each.date) for each, number in self.session.added.items() if number}
        shown = sorted({*self.stored, *self._days(self._first())}, key=lambda day: (day[1], day[0]))
        days = [(self._state(*day), day in added) for day in shown]
        by_service = Counter[str]()
        for each, number in self.session.added.items():
            by_service[each.service] += number
        metadata = sum(by_service[service] for source in SOURCES if source.describes for service in source.services)
        others = sum(number for service, number in by_service.items() if service not in registry.SERVICES)
        return days, metadata, others

    def _tell(self, first: dict[str, dt.date]) -> None:
        """A line for each day that is not settled; it fails the run while asking again may mend it, and was tried. Of
        days that arXiv serves no longer it is said once that they will not be complete."""
        for category, date in self._days(first):
            day = self._state(category, date)
            if day.state == "complete":  # though no page shows all of it
                continue
            reasons = (self._reason(Target(service, category, date)) for service in ("catchup", "list", "rss"))
            said = proofs.sentence(day)
            line = f"{category} {date}: {said}" + next(
                (f"; {each}" for each in reasons if each and each not in said), ""
            )
            mends = (category, date) in self.asked and asking.may_mend(day, self.local)
            (self.context.fail if mends else self.context.say)(line)
        if self.before is None:
            return
        then = arxiv.local_date(self.before) - _SERVED
        for category in self.categories:
            for date in arxiv.expected(max(first[category], then), self.oldest - _DAY, self.holidays):
                day = self._state(category, date)
                if day_states.faults([day]):
                    hint = f"add to `acknowledge` in {config.NAME}: {commands.acknowledgement(category, date)}"
                    said = f"{category} {date}: {proofs.sentence(day)}; arXiv serves it no longer"
                    self.context.say(f"{said}: ingest a listing page of the day if you have one, or {hint}")

    def _reason(self, wanted: Target) -> str:
        return self.session.reasons.get(wanted, "")


def report(days: Sequence[tuple[Coverage, bool]], metadata: int, others: int = 0) -> str:
    """What a run fetched, as Markdown for a commit message and a job summary: a headline, then a line for each day that
    changed or is incomplete. Only numbers, dates and category codes of our own: no word of a service gets into a
    repository's history this way.

    days: each with whether something of it was stored; metadata: records of OAI and the API stored; others: of other
    sources.

    >>> day = Coverage(category="cs.DC", date=dt.date(2026, 3, 3), state="quiet", note="arXiv lists nothing")
    >>> print(report([(day, True)], 10), end="")
    2026-03-03: 0 entries of cs.DC
    <BLANKLINE>
    - cs.DC, 2026-03-03: quiet: arXiv lists nothing
    - metadata: 10 records
    """
    came = [day for day, stored in days if stored]
    open_days = [day for day, _ in days if day.state not in ("complete", "quiet") and day.acknowledged is None]
    if came:
        dates, categories = sorted({day.date for day in came}), list(dict.fromkeys(day.category for day in came))
        when = str(dates[0]) if len(dates) == 1 else f"{len(dates)} days, {dates[0]} to {dates[-1]}"
        of = " and ".join(categories) if len(categories) < 3 else f"{len(categories)} categories"
        headline = f"{when}: {terminal.count(sum(day.stored for day in came), 'entry', 'entries')} of {of}"
    elif metadata or others:
        headline = f"{'Metadata' if metadata else 'Other sources'}: {terminal.count(metadata + others, 'record')}"
    else:
        headline = "No new announcement"
    if open_days:
        headline += f"; {terminal.count(len(open_days), 'day')} not complete"
    lines = []
    for day, stored in days:
        if stored or day in open_days:
            own = day if day.state == "quiet" else replace(day, note="")
            lines.append(f"- {day.category}, {day.date}: {proofs.sentence(own)}")
    lines += [f"- metadata: {terminal.count(metadata, 'record')}"] if metadata else []
    lines += [f"- other sources: {terminal.count(others, 'record')}"] if others else []
    return _text(headline, lines)


def _text(headline: str, lines: Sequence[str]) -> str:
    return "\n".join([headline, *(["", *lines] if lines else [])]) + "\n"
