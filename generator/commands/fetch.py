"""`daybook fetch`: today's announcements, what past days lack, and what the papers' metadata lack.

Each category's announcement is read as a feed and, once a day, as a listing page, whose totals prove that nothing is
missing. What is not proved is asked again from /catchup, as long as arXiv serves it. Nothing is asked twice.
"""

from __future__ import annotations

import argparse
import datetime as dt
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

from generator import schedule
from generator.archive import completeness, coverage
from generator.archive.days import LISTED_VERSIONS
from generator.commands import arguments
from generator.commands.harvest import harvest_since, last_harvest
from generator.context import Context
from generator.errors import Offline, SettingsError
from generator.fetch import report, requests
from generator.fetch.client import Request
from generator.fetch.holdings_index import HoldingsIndex
from generator.fetch.report import FetchedDay
from generator.fetch.session import FetchSession, Listings, Selection, Target, World
from generator.fetch.sites import fetch_others
from generator.model import Listing
from generator.sources import authority
from generator.sources.registry import SOURCES

_DAY = dt.timedelta(days=1)
MOST_PAGES = 20
"""So many pages no announcement has, of arXiv's largest archives neither: a page has 2,000 entries."""
_FIRST_HARVEST = 3 * _DAY
"""A new archive's first harvest begins so long before its first announcement: when its papers' metadata changed."""


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the command line."""
    arguments.common(parser, run, "daybook fetch")
    arguments.summary(parser)


def run(context: Context, options: argparse.Namespace) -> None:
    """Run the command."""
    fetch(context, summary=options.summary)


def fetch(context: Context, world: World | None = None, summary: Path | None = None) -> None:
    """Fill the archive to this day; each thing that is not complete is a line, and makes the exit code 1.

    summary: a file that what came is added to.
    """
    if summary:
        context.refuse_own(summary)
    with context.store.lock():
        settings = context.settings()
        if settings.sample:
            hint = f"make your own archive: {context.command('init --title ... --categories ...')}"
            raise SettingsError("sample archive with invented papers", subject=str(context.folder), hint=hint)
        with FetchSession(context, settings, world or World()) as gatherer:
            run = _Run(gatherer)
            try:
                run.all()
            except Offline as error:
                context.fail(error)
            if summary:
                context.add_to(summary, run.told())


class _Run:
    """One run."""

    def __init__(self, gatherer: FetchSession) -> None:
        self.gatherer = gatherer
        self.context = gatherer.context
        self.categories = gatherer.settings.categories
        self.held = HoldingsIndex(gatherer.context.store, gatherer.log)
        now = gatherer.clock.now()
        self.holidays = schedule.HOLIDAYS.union(gatherer.settings.holidays)
        self.local = now.astimezone(schedule.EASTERN).date()
        self.wanted = schedule.newest_due(now, self.holidays)
        self.stored: set[tuple[str, dt.date]] = set()
        self.again: list[tuple[str, dt.date]] = []  # days whose entries were found to be another day's

    def all(self) -> None:
        """The steps, each of which costs the others nothing when it fails."""
        first = {category: min(self.held.first(category), self.wanted) for category in self.categories}
        for category in self.categories:
            self._today(category)
        self._heal(first)
        for category in self.categories:
            self._describe(category)
        self._authors()
        fetch_others(self.gatherer, self.wanted)
        self._tell(first)

    # The announcement

    def _today(self, category: str) -> None:
        date = self.wanted
        if self._is_proved(category, date):
            self.context.say(f"{category} {date}: complete")
            return
        if self.local == date and not self.held.has_feed(category, date):
            wanted = Target("rss", category, date)
            self._take(wanted, requests.feed(category))
        self._page(Target("list", category, date))

    def _heal(self, first: dict[str, dt.date]) -> None:
        """Past days that are not proved complete: those that failed least go first, else the oldest."""
        failures = self.held.failures()
        todo = list(self._days(first))
        todo.sort(key=lambda day: (failures[day], day[1], day[0]))
        for category, date in todo:
            self._catch_up(category, date)
        for category, date in self.again:
            self._catch_up(category, date)

    def _catch_up(self, category: str, date: dt.date) -> None:
        if self._is_past(date) and not self._is_proved(category, date):
            self._page(Target("catchup", category, date))

    def _is_proved(self, category: str, date: dt.date) -> bool:
        return self.held.of(category, date).is_proved(past=self._is_past(date))

    def _is_past(self, date: dt.date) -> bool:
        """Whether it was announced long enough ago that what arXiv shows of it is all."""
        return date < self.wanted or date < self.local

    def _days(self, first: dict[str, dt.date]) -> Iterator[tuple[str, dt.date]]:
        """The days that arXiv still serves, from the archive's first on, that are not proved complete."""
        oldest = self.local - (coverage.SERVED_DAYS - 1) * _DAY
        for category in self.categories:
            date = max(first[category], oldest) - _DAY
            while (date := schedule.next_expected(date, self.holidays)) <= self.wanted:
                if not self._is_proved(category, date):
                    yield category, date

    def _page(self, wanted: Target) -> None:
        """A listing page, and those that follow it where a day has more entries than a page."""
        category, date = wanted.category or "", wanted.date or self.wanted
        seen, page, more = 0, 1, True
        while more:
            if wanted.service == "list":
                request = requests.new(category, seen)
            else:
                request = requests.catchup(category, date, page)
            listings = self._take(wanted, request)
            number = sum(len(listing.entries) for listing in listings)
            total = max((c.total or 0 for x in listings for c in x.counts if c.section == "all"), default=0)
            seen, page = seen + number, page + 1
            more = bool(number) and seen < total and page <= MOST_PAGES

    def _take(self, wanted: Target, request: Request) -> Listings:
        listings = self.gatherer.get(wanted, request, lambda found: self._sift(wanted, found)) or ()
        self.held.forget(wanted.category or "", wanted.date or self.wanted)  # some may have come though not all did
        for listing in listings:
            self.held.forget(wanted.category or "", listing.date)
            self.stored.add((wanted.category or "", listing.date))
        return listings

    def _sift(self, wanted: Target, listings: Listings) -> Selection:
        """Keep what really is the announcement that was asked for, whatever date and name its document bears."""
        (listing,) = listings[:1] or (None,)
        category, date = wanted.category or "", wanted.date or self.wanted
        if listing is None or listing.category != category or len(listings) > 1 or not _is_page(wanted, listing):
            return Selection((), "is not what was asked for", "refused")
        if listing.date != date:
            return Selection((), f"is that of {listing.date}")
        if listing.quiet and wanted.service == "rss":
            return Selection(
                (), "holds nothing", "quiet"
            )  # maybe made too early: only a page says that there is nothing
        if listing.quiet:
            said = self.held.of(category, listing.date).ids
            return (
                Selection((), "says that there is nothing, but the feed holds entries") if said else Selection(listings)
            )
        other = completeness.original_date(listing.entries, listing.date, self.held.near(category, listing.date))
        if other and other < listing.date:
            return Selection((), f"bears this date, but holds the entries of {other}")
        if other:
            self._give_up(category, other, listing)
        return Selection((_as_listed(listing),))

    def _give_up(self, category: str, date: dt.date, listing: Listing) -> None:
        """Remove what was stored under a date that is not its own: an old page had been served as a new one."""
        self.held.remove(category, date, listing)
        note = f"what was held are the entries of {listing.date}: removed"
        self.context.say(f"{category} {date}: {note}")
        self.gatherer.ended(Target("list", category, date), "stale", None, note)
        self.again.append((category, date))

    # What the announcement does not say

    def _describe(self, category: str) -> None:
        """Versions, complete author lists and comments, as OAI has them."""
        last = last_harvest(self.gatherer.log, category)
        # A harvest of the evening may have come before OAI had what the listings announced already.
        if last is None or self._is_older(*last) or any(each == category for each, _ in self.stored):
            oldest = min((date for each, date in self.stored if each == category), default=self.wanted)
            since = last[0] if last else oldest - _FIRST_HARVEST
            if not harvest_since(self.gatherer, category, since):
                reason = self._reason(Target("oai", category))
                self.context.fail(f"{category}: changes since {since} are not harvested: {reason}")

    def _is_older(self, date: dt.date, when: dt.datetime) -> bool:
        """Whether a harvest up to this date, ended at this moment, lacks what is wanted."""
        return date < self.wanted or when < schedule.harvestable(self.wanted)

    def _authors(self) -> None:
        """What OAI does not have yet of the papers that were announced, from the API, which shows them at midnight."""
        days = self.stored | {(category, self.wanted) for category in self.categories}
        lacking = self.held.undescribed({day for day in days if day[1] <= self.local})
        for k in range(0, len(lacking), requests.IDS):
            ids = lacking[k : k + requests.IDS]
            wanted = Target("api", date=self.wanted)
            self.gatherer.reasons.pop(wanted, None)
            self.gatherer.get(wanted, requests.by_ids(ids), partial(_of_papers, ids=frozenset(ids)))
            if self._reason(wanted):
                self.context.fail(f"{len(ids)} papers lack complete authors and comments: {self._reason(wanted)}")

    # What came, and what is not complete

    def told(self) -> str:
        """What this run brought, in words."""
        added = {(each.category, each.date) for each, number in self.gatherer.added.items() if number}
        first = {category: min(self.held.first(category), self.wanted) for category in self.categories}
        lacking = set(self._days(first))
        told = []
        for category, date in sorted({*self.stored, *lacking}, key=lambda day: (day[1], day[0])):
            held = self.held.of(category, date)
            told.append(
                FetchedDay(
                    category=category,
                    date=date,
                    held=len(held.ids),
                    stated=held.totals.get("all"),
                    proved=(category, date) not in lacking,
                    stored=(category, date) in added,
                )
            )
        by_service = Counter[str]()
        for each, number in self.gatherer.added.items():
            by_service[each.service] += number
        metadata = sum(by_service[service] for source in SOURCES if source.describes for service in source.services)
        others = sum(number for service, number in by_service.items() if service not in authority.SERVICES)
        return report.fetched(told, metadata, others)

    def _tell(self, first: dict[str, dt.date]) -> None:
        for category, date in self._days(first):
            held = self.held.of(category, date)
            of = f" of {held.totals['all']:,}" if "all" in held.totals else ""
            reasons = (self._reason(Target(service, category, date)) for service in ("catchup", "list", "rss"))
            reason = next((each for each in reasons if each), "arXiv does not show it yet")
            self.context.fail(f"{category} {date}: {len(held.ids):,}{of} entries held; {reason}")

    def _reason(self, wanted: Target) -> str:
        return self.gatherer.reasons.get(wanted, "")


def _is_page(wanted: Target, listing: Listing) -> bool:
    """Whether a page is of the kind that was asked for: one of recent days would leave out replacements."""
    return wanted.service == "rss" or (listing.part or "").startswith({"list": "new"}.get(wanted.service, "catchup"))


def _of_papers(listings: Listings, ids: frozenset[str]) -> Selection:
    """Only what was asked for: a cache may give the answer to another question."""
    if all(entry.arxiv_id in ids for listing in listings for entry in listing.entries):
        return Selection(listings)
    return Selection((), "is not what was asked for", "refused")


def _as_listed(listing: Listing) -> Listing:
    """Without the replaced cross-lists of high versions, which feeds show and listings do not."""
    kept = tuple(entry for entry in listing.entries if (entry.version or 0) <= LISTED_VERSIONS)
    return listing if len(kept) == len(listing.entries) else replace(listing, entries=kept)
