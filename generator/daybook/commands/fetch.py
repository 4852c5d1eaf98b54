"""`daybook fetch`: today's announcements, missing past days, and missing metadata of papers.

Each category's announcement is read as a feed and as a listing page, which states totals; what changed is harvested
from OAI-PMH. A day is proved where two of them agree. Later runs of a night ask for the feed where it is lacking. Days
not proved are fetched again from /catchup, less and less often, as long as arXiv serves them. Nothing that is proved is
fetched twice.
"""

from __future__ import annotations

import argparse
import datetime as dt
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from daybook.archive.folder import Context
from daybook.commands import arguments
from daybook.commands.harvest import harvest_since, last_harvest
from daybook.coverage import category_log, completeness, judge, proofs
from daybook.errors import Offline, SettingsError
from daybook.fetch import asking, objections, report, requests
from daybook.fetch.client import Request
from daybook.fetch.holdings_index import HoldingsIndex
from daybook.fetch.keeping import keep_less
from daybook.fetch.lookups import look_up
from daybook.fetch.report import FetchedDay
from daybook.fetch.session import Environment, FetchSession, Listings, Selection, Target
from daybook.fetch.sites import fetch_others
from daybook.model import Coverage, Listing, schedule
from daybook.sources import registry
from daybook.sources.registry import SOURCES

_DAY = dt.timedelta(days=1)
_SERVED = (judge.SERVED_DAYS - 1) * _DAY
MOST_PAGES = 20
"""Pages of an announcement; even arXiv's largest archives have fewer, at 2,000 entries per page."""
_WEEK = 7
"""Days after which it is too late to ask whether a holiday was one."""
_FIRST_HARVEST = 3 * _DAY
"""How long before its first announcement a new archive's first harvest begins: papers' metadata change before it."""


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the command line."""
    arguments.common(parser, lambda context, options: fetch(context, summary=options.summary), "daybook fetch")
    arguments.summary(parser)


def fetch(context: Context, world: Environment | None = None, summary: Path | None = None) -> None:
    """Bring the archive up to date. Each incomplete day is one line, and makes the exit code 1.

    summary: a file to append a Markdown report to.
    """
    if summary:
        context.refuse_own(summary)
    with context.store.lock():
        settings = context.settings()
        if settings.sample:
            hint = f"make your own archive: {context.command('init --title ... --categories ...')}"
            raise SettingsError("sample archive with invented papers", subject=str(context.folder), hint=hint)
        with FetchSession(context, settings, world or Environment()) as session:
            run = _Run(session)
            try:
                run.all()
            except Offline as error:
                context.fail(error)
            if summary:
                context.add_to(summary, run.summary())


class _Run:
    """One run."""

    def __init__(self, session: FetchSession) -> None:
        self.session = session
        self.context = session.context
        self.categories = session.settings.categories
        self.now = session.clock.now()
        self.local = self.now.astimezone(schedule.EASTERN).date()
        self.oldest = self.local - _SERVED  # that arXiv still serves
        acknowledged = session.settings.acknowledged
        self.holdings = HoldingsIndex(session.context.store, session.log, self.oldest, acknowledged=acknowledged)
        self._heed_calendar()
        self.stored: set[tuple[str, dt.date]] = set()
        self.again: list[tuple[str, dt.date]] = []  # days that turned out to have another day's entries
        self.harvested: set[str] = set()  # categories that were harvested in this run
        self.unharvested: list[str] = []  # what to say of those that could not be
        self.asked: set[tuple[str, dt.date]] = set()  # days of which a page was asked for in this run
        self.before = next((month[-1].when for month in session.log.backwards() if month), None)  # the last run's end

    def _heed_calendar(self) -> None:
        """Work out which announcement is the newest. A holiday that was none, as documents show, is not believed."""
        advised = schedule.HOLIDAYS.union(self.session.settings.holidays)
        self.holidays = schedule.observed(
            advised, category_log.announcements(self.context.store.statements_since(self.oldest))
        )
        self.wanted = schedule.newest_due(self.now, self.holidays)
        self.holdings.heed(self.holidays)

    def all(self) -> None:
        """Run all steps; one that fails does not stop the others."""
        if not self.session.may_ask_arxiv():
            fetch_others(self.session, self.wanted)
            return
        self._ask_on_holidays()
        first = {category: min(self.holdings.first(category), self.wanted) for category in self.categories}
        for category in self.categories:
            self._describe(category)
        for category in self.categories:
            self._today(category)
        self._heal(first)
        for category in self.categories:
            self._describe(category)
        self._tell_unharvested()
        self._authors()
        self._clear()
        fetch_others(self.session, self.wanted)
        look_up(self.session)
        for line in self.unharvested:
            self.context.fail(line)
        self._tell(first)
        for fault in keep_less(self.context.store, self.session.settings, self.local, self._judged):
            self.context.fail(fault)

    # The announcement

    def _ask_on_holidays(self) -> None:
        """Ask once for each of the last days on which no announcement is due: the calendar is no proof."""
        newest = schedule.newest_due(self.now, frozenset())
        week = [newest - k * _DAY for k in reversed(range(_WEEK)) if (newest - k * _DAY).weekday() < 5]
        days_off = [day for day in week if day <= self.local and not schedule.is_expected(day, self.holidays)]
        for category in self.categories:
            first = self.holdings.first(category) if days_off else self.wanted
            for date in days_off:
                if date < first or self.holdings.asked(category, date, "list", "catchup"):
                    continue
                if date < newest:
                    self._page(Target("catchup", category, date))
                elif self._is_proved(category, self.wanted):  # else the page of the day before is asked for anyway
                    self._page(Target("list", category, date))
        self._heed_calendar()

    def _today(self, category: str) -> None:
        date, day = self.wanted, self._judged(category, self.wanted)
        if asking.is_settled(self.holdings, day, self.local):
            self.context.say(f"{category} {date}: {proofs.sentence(day)}")
            return
        if self._is_past(date) and self.holdings.asked_last(category, date):
            return  # `_heal` asks for the day as arXiv shows it now
        if self.local == date and asking.lacks_feed(self.holdings, day):
            self._take(Target("rss", category, date), requests.feed(category))
        day = self._judged(category, date)
        if day.state != "complete" or not self.holdings.is_shown(category, date):
            self._page(Target("list", category, date))
        elif day.lone and asking.may_query(self.holdings, day):
            self._query(category, date)

    def _query(self, category: str, date: dt.date) -> None:
        """Ask the API for what was submitted in an announcement's window, as a second witness."""
        window = schedule.submissions(date, self.holidays)
        self.session.get(Target("api", category, date), requests.submitted(category, *window), objections.of_query)
        self.holdings.forget_stamps()

    def _heal(self, first: dict[str, dt.date]) -> None:
        """Fetch past days not proved complete: those with the fewest failures first, then the oldest."""
        failures = self.holdings.failures()
        todo = [day for day in self._days(first) if asking.is_due(self.holdings, self._judged(*day), self.local)]
        todo.sort(key=lambda day: (failures[day], day[1], day[0]))
        for category, date in todo:
            self._catch_up(category, date)
        for category, date in self.again:
            self._catch_up(category, date)

    def _catch_up(self, category: str, date: dt.date) -> None:
        if self._is_past(date) and not self._is_proved(category, date):
            self._page(Target("catchup", category, date))

    def _judged(self, category: str, date: dt.date) -> Coverage:
        return self.holdings.judged(category, date, self.wanted if date <= self.wanted else date)

    def _is_proved(self, category: str, date: dt.date) -> bool:
        """Whether a day need not be asked for. One of long ago is not compared with OAI-PMH any more."""
        old = (self.local - date).days > asking.RECENT
        if old and self.holdings.of(category, date).is_proved():
            return True
        day = self._judged(category, date)
        shown = day.state == "complete" and self.holdings.is_shown(category, date)
        return shown or day.state == "quiet" or day.acknowledged is not None

    def _is_past(self, date: dt.date) -> bool:
        """Whether it is so long ago that arXiv shows the complete day."""
        return date < self.wanted or date < self.local

    def _days(self, first: dict[str, dt.date]) -> Iterator[tuple[str, dt.date]]:
        """The days not proved complete, from the archive's first on, that arXiv still serves."""
        awaited = self._awaited()
        for category in self.categories:
            for date in schedule.expected(max(first[category], self.oldest), self.wanted, self.holidays):
                if not self._is_proved(category, date) and (category, date) not in awaited:
                    yield category, date

    def _awaited(self) -> set[tuple[str, dt.date]]:
        """(category, date) of the newest announcement where arXiv shows none so far: the next run asks again."""
        if self._is_past(self.wanted):
            return set()
        tried = [a for a in self.session.log.since(self.oldest) if a.date == self.wanted]
        by_category = {code: [a for a in tried if a.category == code] for code in self.categories}
        return {
            (code, self.wanted)
            for code, some in by_category.items()
            if category_log.is_awaited(self.wanted, some) or category_log.is_left_out(self.wanted, some)
        }

    def _page(self, wanted: Target) -> None:
        """Fetch a listing page, and its following pages if a day has more entries than one page shows."""
        category, date = wanted.category or "", wanted.date or self.wanted
        self.asked.add((category, date))
        seen, page, more, ids = 0, 1, True, set[str]()
        while more:
            if wanted.service == "list":
                request = requests.new(category, seen)
            else:
                request = requests.catchup(category, date, page)
            listings = self._take(wanted, request)
            number = sum(len(listing.entries) for listing in listings)
            total = max((c.total or 0 for x in listings for c in x.counts if c.section == "all"), default=0)
            fresh = {entry.arxiv_id or entry.title for x in listings for entry in x.entries} - ids
            ids |= fresh
            seen, page = seen + number, page + 1
            more = bool(fresh) and seen < total and page <= MOST_PAGES

    def _take(self, wanted: Target, request: Request) -> Listings:
        listings = self.session.get(
            wanted, request, lambda some: self._days_off(wanted, some) or self._sift(wanted, some)
        )
        listings = listings or ()
        self.holdings.forget(
            wanted.category or "", wanted.date or self.wanted
        )  # some pages may have come, though not all did
        for listing in listings:
            self.holdings.forget(wanted.category or "", listing.date)
            self.stored.add((wanted.category or "", listing.date))
        return listings

    def _days_off(self, wanted: Target, listings: Listings) -> Selection | None:
        """What a page of an older announcement says of a holiday: that it was one. None: it is no such page."""
        (listing,) = listings[:1] or (None,)
        date = wanted.date or self.wanted
        if listing is None or listing.category != wanted.category or listing.date >= date:
            return None
        off = not schedule.is_expected(date, self.holidays)
        return Selection((), f"a holiday: the newest announcement is {listing.date}", "quiet") if off else None

    def _sift(self, wanted: Target, listings: Listings) -> Selection:
        """Keep only what really is the requested announcement, whatever date and name its document has."""
        (listing,) = listings[:1] or (None,)
        category, date = wanted.category or "", wanted.date or self.wanted
        if listing is None or len(listings) > 1 or not objections.is_page(wanted, listing):
            return Selection((), "is the response to a different request", "refused")
        if listing.date != date:
            return Selection((), f"{category_log.OLDER}{listing.date}")
        if listing.quiet and wanted.service == "rss":
            return Selection(
                (), "empty", "quiet"
            )  # possibly made too early: only a page states that there are no updates
        if listing.quiet:
            return Selection((listing,))
        if reason := objections.to(listing, category, self.holdings):
            return Selection((), reason)
        other = completeness.original_date(listing.entries, date, self.holdings.near(category, date))
        if other and other > date and not objections.is_genuine(listing, other, self.holdings):
            self._give_up(category, other, listing)
        return Selection((objections.as_announced(listing, category, wanted.service, self.holdings),))

    def _give_up(self, category: str, date: dt.date, listing: Listing) -> None:
        """Remove entries stored under a wrong date: an old page had been served as a new one."""
        self.holdings.remove(category, date, listing)
        note = f"removed entries that belong to {listing.date}"
        self.context.say(f"{category} {date}: {note}")
        self.session.ended(Target("list", category, date), "stale", None, note)
        self.again.append((category, date))

    def _clear(self) -> None:
        """Remove what wrong pages told of days that are proved now."""
        week = [self.local - k * _DAY for k in range(-1, asking.RECENT // 2)]
        for category, date in sorted({*self.stored, *((code, day) for code in self.categories for day in week)}):
            if gone := self.holdings.clear(category, date):
                number = f"{len(gone)} record{'s' if len(gone) != 1 else ''}"
                self.context.say(f"{category} {date}: {number} of entries that were not announced then removed")

    # What the announcement does not say

    def _describe(self, category: str) -> None:
        """Harvest versions, complete author lists and comments from OAI-PMH: before pages are asked for, as it tells
        what was announced; and after them, if it did not then."""
        last = last_harvest(self.session.log, category)
        stored = category not in self.harvested and any(
            number and each.category == category for each, number in self.session.added.items()
        )
        newest = schedule.newest_harvestable(self.now, self.holidays)
        # In the evening OAI-PMH does not have the papers yet that listings already announce.
        is_older = last is None or last[0] < newest or last[1] < schedule.harvestable(newest)
        if is_older or (stored and newest == self.wanted):
            if category in self.harvested:
                return
            self.harvested.add(category)
            oldest = min((date for each, date in self.stored if each == category), default=self.wanted)
            since = last[0] if last else oldest - _FIRST_HARVEST
            if not harvest_since(self.session, category, since) and Target("oai", category) not in self.session.unasked:
                reason = self._reason(Target("oai", category))
                self.unharvested.append(f"{category}: changes since {since} not harvested: {reason}")
            self.holdings.forget_stamps()

    def _tell_unharvested(self) -> None:
        """One line for all categories whose changes were not asked for."""
        left = [each for each in self.categories if Target("oai", each) in self.session.unasked]
        if left:
            names = ", ".join(left) if len(left) < 4 else f"{len(left)} categories"
            self.context.fail(f"changes of {names} not harvested: {self._reason(Target('oai', left[0]))}")

    def _authors(self) -> None:
        """Fetch from the API the metadata that OAI-PMH does not have yet; the API has new papers from midnight on."""
        days = self.stored | {(category, self.wanted) for category in self.categories}
        papers = self.holdings.undescribed({day for day in days if day[1] <= self.local})
        for k in range(0, len(papers), requests.IDS):
            ids = papers[k : k + requests.IDS]
            wanted = Target("api", date=self.wanted)
            self.session.reasons.pop(wanted, None)
            self.session.get(wanted, requests.by_ids(ids), partial(objections.of_papers, ids=frozenset(ids)))
            number = len(papers) - k if wanted in self.session.unasked else len(ids)
            if self._reason(wanted):
                self.context.fail(f"{number} papers lack complete author lists and comments: {self._reason(wanted)}")
            if wanted in self.session.unasked:
                break

    # Report

    def summary(self) -> str:
        """What this run fetched, in Markdown."""
        added = {(each.category, each.date) for each, number in self.session.added.items() if number}
        first = {category: min(self.holdings.first(category), self.wanted) for category in self.categories}
        shown = {*self.stored, *self._days(first)}
        days = [
            FetchedDay(day=self._judged(category, date), stored=(category, date) in added)
            for category, date in sorted(shown, key=lambda day: (day[1], day[0]))
        ]
        days = [each for each in days if each.stored or not each.proved]
        by_service = Counter[str]()
        for each, number in self.session.added.items():
            by_service[each.service] += number
        metadata = sum(by_service[service] for source in SOURCES if source.describes for service in source.services)
        others = sum(number for service, number in by_service.items() if service not in registry.SERVICES)
        return report.fetched(days, metadata, others)

    def _tell(self, first: dict[str, dt.date]) -> None:
        """A line for each day that is not proved; it fails the run while asking again may mend it, and was tried."""
        for category, date in self._days(first):
            day = self._judged(category, date)
            if day.state == "complete":  # though no page shows all of it
                continue
            reasons = (self._reason(Target(service, category, date)) for service in ("catchup", "list", "rss"))
            said = proofs.sentence(day)
            reason = next((f"; {each}" for each in reasons if each and each not in said), "")
            line = f"{category} {date}: {said}{reason}"
            if (category, date) in self.asked and asking.may_mend(day, self.local):
                self.context.fail(line)
            else:
                self.context.say(line)
        self._part(first)

    def _part(self, first: dict[str, dt.date]) -> None:
        """Say once of days that arXiv serves no longer that they will not be complete."""
        if self.before is None:
            return
        then, now = schedule.local_date(self.before) - _SERVED, self.local - _SERVED
        for category in self.categories:
            for date in schedule.expected(max(first[category], then), now - _DAY, self.holidays):
                day = self._judged(category, date)
                if day in judge.faults([day]):
                    hint = self.context.command(f"coverage acknowledge {category} {date}")
                    said = f"{category} {date}: {proofs.sentence(day)}; arXiv serves it no longer"
                    self.context.say(f"{said}: ingest a listing page of the day if you have one, or run: {hint}")

    def _reason(self, wanted: Target) -> str:
        return self.session.reasons.get(wanted, "")
