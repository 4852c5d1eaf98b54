"""The announcements an archive holds, by category and date; what is still to be asked of a day, what speaks against a
document that a service answered, and what is kept of it.

A day is asked for until it is confirmed, less and less often, with an end. A document may be of another day,
category or request than was asked for. Which raw documents stay is as `keep` in archive.yml says: `packed`: those of a
month become one file once arXiv shows none of its days any more, so that no more of them can come; `proved`: arXiv's
documents of a day and category are left out as soon as the day is confirmed, so that most of them never get into git,
which forgets nothing.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path

from daybook.config import Settings
from daybook.coverage import category_log, completeness, witnesses
from daybook.coverage.category_log import ANNOUNCING, CAME, PAGES, LogPart, log_of, told_by_name
from daybook.coverage.completeness import DAILY, Holding, holding, is_announcement, newcomers, replaced, section
from daybook.coverage.datestamps import Datestamps
from daybook.coverage.day_states import AROUND, SERVED_DAYS, Acknowledged, CategoryDays
from daybook.errors import Refused
from daybook.fetch.session import Listings, Selection
from daybook.log import documents
from daybook.log.statements import FetchLog
from daybook.log.store import Document, Store
from daybook.model import ANNOUNCED, Attempt, Coverage, Listing, Record, Statement, arxiv, ids
from daybook.model.arxiv import LISTED_VERSIONS
from daybook.runtime import files
from daybook.sources import registry
from daybook.sources.registry import is_from_arxiv, is_secondhand
from daybook.text.language import _

_NEAR = 7
"""How many days off the announcement on a wrongly dated page may be."""
Key = tuple[str, dt.date]
"""Category and date of an announcement."""
_DAY = dt.timedelta(days=1)


class HoldingsIndex:
    """The announcements that a store holds."""

    def __init__(
        self, store: Store, log: FetchLog, since: dt.date = dt.date.min, acknowledged: Acknowledged | None = None
    ) -> None:
        """since: what the log says of days before does not matter."""
        self._store, self._log, self._since = store, log, since
        self.holidays, self._acknowledged = arxiv.HOLIDAYS, acknowledged or {}
        self._holdings: dict[Key, Holding] = {}
        self._states: dict[Key, Coverage] = {}
        self._days: dict[Key, CategoryDays] = {}  # that tell these
        self._stamps: tuple[dt.date, Datestamps] | None = None  # of what was harvested from this date on
        self._held: dict[dt.date, list[Record]] = {}  # each category asks for the same days
        self._told: dict[dt.date, Mapping[str, LogPart]] = {}
        self._new: dict[tuple[str, dt.date], frozenset[str]] = {}
        self._waiting = set[Key]()  # days of which some papers may be announced later
        self._attempts: dict[tuple[str | None, dt.date | None], list[Attempt]] = {}
        self._harvests: list[Attempt] = []
        self._added = -1  # attempts that the log had added when it was read

    def heed(self, holidays: frozenset[dt.date]) -> None:
        """Tell states by these holidays from now on."""
        self.holidays = holidays
        self.forget_stamps()

    def of(self, category: str, date: dt.date) -> Holding:
        """The holding of a category's announcement of this date."""
        if (category, date) not in self._holdings:
            self._holdings[category, date] = holding(*self._told_of(date).get(category, ((), ())))
        return self._holdings[category, date]

    def state(self, category: str, date: dt.date, last: dt.date) -> Coverage:
        """The state of a category's announcement of this date, where `last` is the newest that is out."""
        if (category, date) not in self._states:
            unshown = Coverage(category=category, date=date, state="unasked", note=_("arXiv does not show it yet"))
            self._states[category, date] = self._around(category, date).state(date, last) or unshown
        return self._states[category, date]

    def _around(self, category: str, date: dt.date) -> CategoryDays:
        """A category's days up to this one, as far back as its state may hang on them."""
        if (category, date) not in self._days:
            days = [date - k * _DAY for k in range(AROUND)]
            attempts = [a for day in days for a in self.tried(category, day)] + self._harvests
            log = log_of(category, map(self._told_of, days), attempts, self.stamps(date))
            log.is_announced = partial(self._is_announced, category)
            self._days[category, date] = CategoryDays(log, self.holidays, self._acknowledged)
        return self._days[category, date]

    def _is_announced(self, category: str, paper: str, date: dt.date) -> bool:
        """Whether a listing of a category has a paper on another day since the day before this date, or may have it: a
        page of one is not held."""
        self._waiting.add((category, date))  # what is stored of later days may have it
        last = self.stamps(date).newest(paper)  # it was announced by then
        days = [date + k * _DAY for k in range(-1, (last - date).days + 2) if k]
        held = all(self.is_shown(category, day) for day in arxiv.expected(date + _DAY, last, self.holidays))
        return not held or any(paper in self._newcomers(category, day) for day in days)

    def _newcomers(self, category: str, date: dt.date) -> frozenset[str]:
        """The papers that documents of a day have as new or cross-listed, of those that tell of a category."""
        if (category, date) not in self._new:
            told = category_log.announced(self._day(date)).items()
            own = (papers for asked, papers in told if category_log.covers(asked, category))
            self._new[category, date] = frozenset(chain.from_iterable(own))
        return self._new[category, date]

    def is_shown(self, category: str, date: dt.date) -> bool:
        """Whether a listing page of this day agrees with its own totals: else other documents fill its gaps."""
        return bool(witnesses.pages(*self._told_of(date).get(category, ((), ()))))

    def stamps(self, date: dt.date) -> Datestamps:
        """What was harvested since this date tells of announcements."""
        if self._stamps is None or date < self._stamps[0]:
            since = date - _DAY
            told = (registry.OAI.name, registry.API.name)
            lines = [line for line in self._store.coverage.since(since) if line.source in told]
            paths = list[Path]()
            for name in sorted({name for line in lines for name in line.files}):  # each may have several parts
                first = self._store.root / "records" / f"{name}.jsonl"
                paths += sorted({first, *first.parent.glob(f"{first.stem}-*.jsonl")})
            records = (record for path in paths for record in self._store.read_records(path))
            self._stamps = date, Datestamps(records, self.holidays)
        return self._stamps[1]

    def testimony(self, category: str, date: dt.date) -> witnesses.Evidence:
        """What is known of a day besides its listing pages."""
        log = self._around(category, date).log
        return log.testimony(date, *log.clear_of((), date))

    def named(self, category: str, listing: Listing) -> Listing:
        """The listing with the names of its entries, if records of an earlier document say the same of some."""
        known = {r.arxiv_id for r in self._day(listing.date) if (r.category, r.source) == (category, listing.source)}
        if not any(entry.arxiv_id in known for entry in listing.entries):
            return listing
        # Records that say the same are stored once, with their first document: without names this one would seem to
        # lack them.
        names = sorted(f"{section(e.type)} {e.paper}" for e in listing.entries if e.type in ANNOUNCED)
        return replace(listing, names=tuple(names))

    def shows(self, category: str, listing: Listing) -> bool:
        """Whether a listing has just the entries, section by section, that listing pages of its day gave."""
        names = witnesses.sections({entry.paper: section(entry.type) for entry in listing.entries})
        return names == {name: set(some) for name, some in self.of(category, listing.date).listed.items() if some}

    def clear(self, category: str, date: dt.date) -> list[Record]:
        """Remove what pages and feeds told of a day that is confirmed without it; the records that were removed."""
        if gone := self._around(category, date).strays(date):
            kept = [record for record in self._records(date) if record not in gone]
            self._store.set_records(f"{date:%Y/%m/%Y-%m-%d}", kept)
            self.forget(category, date)
        return gone

    def near(self, category: str, date: dt.date) -> dict[dt.date, Holding]:
        """The holdings of the days around this one."""
        days = (date + k * _DAY for k in range(-_NEAR, _NEAR + 1))
        return {day: self.of(category, day) for day in days}

    def forget(self, category: str, date: dt.date) -> None:
        """Read this day again the next time, because something was stored."""
        for key in self._waiting:
            self._days.pop(key, None)
            self._states.pop(key, None)
        self._waiting.clear()
        self._holdings.pop((category, date), None)
        self._held.pop(date, None)
        self._told.pop(date, None)
        self._new.clear()
        for each, day in list(self._days):
            if date <= day < date + AROUND * _DAY:
                del self._days[each, day]
                self._states.pop((each, day), None)

    def forget_stamps(self) -> None:
        """Read again what was harvested, because more was."""
        self._stamps = None
        self._states.clear()
        self._days.clear()

    def tried(self, category: str, date: dt.date) -> list[Attempt]:
        """The attempts at a day, oldest first."""
        if self._added != self._log.added:
            self._added, attempts = self._log.added, self._log.since(self._since)
            self._attempts, self._harvests = defaultdict(list), [a for a in attempts if a.service == "oai"]
            for attempt in attempts:
                self._attempts[attempt.category, attempt.date].append(attempt)
        return self._attempts.get((category, date), [])

    def asked(self, category: str, date: dt.date, *services: str) -> list[Attempt]:
        """The attempts at a day by these services that brought a sound document, oldest first."""
        return [a for a in self.tried(category, date) if a.service in services and a.outcome in CAME]

    def asked_last(self, category: str, date: dt.date) -> dt.datetime | None:
        """When a page of this day was last asked for, however that ended; None: never."""
        return max((a.when for a in self.tried(category, date) if a.service in PAGES), default=None)

    def first(self, category: str) -> dt.date:
        """The first announcement that is stored or was ever asked for; `date.max` if there is none. Of several up to
        `since`, any: months are read back to one of these."""
        stated = (
            [line.date for line in lines if line.category == category and is_announcement(line)]
            for lines in self._store.coverage.backwards()
        )
        asked = (
            [a.date for a in attempts if a.category == category and a.date and a.service in ANNOUNCING]
            for attempts in self._log.backwards()
        )
        return min(_back_to(self._since, stated), _back_to(self._since, asked))

    def failures(self) -> Counter[Key]:
        """How many attempts at each day failed."""
        ended = (a for a in self._log.since(self._since) if a.outcome in ("failed", "refused", "stale"))
        return Counter((a.category, a.date) for a in ended if a.category and a.date)

    def remove(self, category: str, date: dt.date, listing: Listing) -> None:
        """Remove the documents of a date that hold the entries of `listing`, which is of another date."""
        new, old = newcomers(listing.entries), replaced(listing.entries)
        by_document: dict[str, list[Record]] = defaultdict(list)
        for record in self._records(date):
            if record.category == category and record.source in DAILY and not is_secondhand(record):
                by_document[record.document].append(record)
        for document, records in by_document.items():
            if new & newcomers(records) or (not new and old & replaced(records)):
                self._store.add(Document(name=str(date), hash=document, listings=()))
        self._store.coverage.flush()
        self.forget(category, date)

    def undescribed(self, days: Iterable[Key]) -> list[str]:
        """Papers announced on these days whose metadata are missing or of an older version; sorted."""
        announced, wanted = dict[str, int](), set(days)
        for record in (record for date in {day[1] for day in wanted} for record in self._day(date)):
            if (record.category, record.date) in wanted and record.type in ANNOUNCED and record.arxiv_id:
                announced[record.arxiv_id] = max(announced.get(record.arxiv_id, 1), record.version or 1)
        known: dict[str, int] = {}
        for month in sorted({ids.month(ident) for ident in announced}):
            for path in sorted((self._store.root / "records" / "harvest").glob(f"{month}*.jsonl")):
                for record in self._store.read_records(path):
                    if (
                        record.arxiv_id in announced
                        and record.source in registry.DESCRIBED
                        and not is_secondhand(record)
                    ):
                        known[record.arxiv_id] = max(known.get(record.arxiv_id, 0), record.version or 1)
        return sorted(ident for ident, version in announced.items() if known.get(ident, 0) < version)

    def _records(self, date: dt.date) -> list[Record]:
        return self._store.read_records(self._store.root / "records" / f"{date:%Y/%m/%Y-%m-%d}.jsonl")

    def _day(self, date: dt.date) -> list[Record]:
        if date not in self._held:
            self._held[date] = self._records(date)
        return self._held[date]

    def _told_of(self, date: dt.date) -> Mapping[str, LogPart]:
        """What announcements' documents tell of this date, by the name that each was asked for."""
        if date not in self._told:
            self._told[date] = told_by_name(self._day(date), self._store.coverage.of(date))
        return self._told[date]


def _back_to(since: dt.date, months: Iterable[list[dt.date]]) -> dt.date:
    """The first of the dates, of which the newest month comes first, as far back as one up to `since`."""
    first = dt.date.max
    for dates in months:
        first = min([first, *dates])
        if first <= since:
            break
    return first


RECENT = 14
"""Days within which an announcement that agrees with its totals is compared with what OAI-PMH changes."""
AGAIN = 3, 7
"""Days from which, and up to which, after its announcement a complete day is asked for once more."""
DISPUTED = 9
"""Days after which a contradiction is stated, but fails no run: asking again has not mended it."""
UNMENDED = 14
"""Days after which a day that is not complete fails no run."""
_FEEDS = 2
"""Feeds of a day that are fetched at most: one, and another if it contradicts the listing."""
ANOTHER = "is the response to a different request"
_TOLD = 7
"""A harvest tells of so many days before its own: of those since the last one, which may have failed some nights."""
StateOf = Callable[[str, dt.date], Coverage]
"""The state of a category's announcement of a date."""

# What is still to be asked


def is_done(holdings: HoldingsIndex, day: Coverage, today: dt.date) -> bool:
    """Whether nothing more is to be asked today of the newest announcement: the feed confirms it, or cannot speak yet.

    today: Eastern.
    """
    if day.acknowledged is not None:
        return True
    if day.state == "quiet":
        said = [a.when for a in holdings.asked(day.category, day.date, "list") if a.outcome == "quiet"]
        return len(said) > 1 and arxiv.local_date(said[-1]) >= day.date
    more = today == day.date and (lacks_feed(holdings, day) or (day.lone and may_query(holdings, day)))
    return day.state == "complete" and holdings.is_shown(day.category, day.date) and not more


def lacks_feed(holdings: HoldingsIndex, day: Coverage) -> bool:
    """Whether a feed of today's announcement is to be fetched: the first, or another if that contradicts."""
    came = len(holdings.asked(day.category, day.date, "rss"))
    differs = any(each.witness == "feed" for each in day.contradictions)
    return not came or (came < _FEEDS and differs)


def may_query(holdings: HoldingsIndex, day: Coverage) -> bool:
    """Whether the API can be asked what was submitted: where the feed did not come, and once a night."""
    return not holdings.asked(day.category, day.date, "rss") and not holdings.asked(day.category, day.date, "api")


def is_due(holdings: HoldingsIndex, day: Coverage, today: dt.date) -> bool:
    """Whether a past day that is not settled is to be asked for again: less often, the longer it is ago."""
    asked = holdings.asked_last(day.category, day.date)
    if asked is None:
        return True
    age, waited = (today - day.date).days, (today - arxiv.local_date(asked)).days
    if day.state == "contradicted":
        return waited >= max(1, age // 2)
    return age <= RECENT // 2 or waited >= age // 4


def is_asked_late(holdings: HoldingsIndex, category: str, date: dt.date, today: dt.date | None = None) -> bool:
    """Whether a page of a day came AGAIN days after it, or was asked for today, whatever came."""
    late = [each for each in holdings.tried(category, date) if each.service == "catchup"]
    return any(
        arxiv.local_date(each.when) == today
        if today
        else each.status in (200, 304) and (arxiv.local_date(each.when) - date).days >= AGAIN[0]
        for each in late
    )


def awaits_second(holdings: HoldingsIndex, day: Coverage) -> bool:
    """Whether a day that is complete has not been looked at a second time."""
    return day.state == "complete" and not is_asked_late(holdings, day.category, day.date)


def may_mend(day: Coverage, today: dt.date) -> bool:
    """Whether asking again may still mend a day that is not settled: only so long it fails a run."""
    return (today - day.date).days <= (DISPUTED if day.state == "contradicted" else UNMENDED)


# What speaks against a document


def is_page(service: str, category: str, listing: Listing) -> bool:
    """Whether a document is of the requested category and kind: a page of recent days would leave out replacements."""
    kind = {"list": "new", "rss": ""}.get(service, "catchup")
    return listing.category == category and (listing.part or "").startswith(kind)


def as_announced(listing: Listing, category: str, service: str, holdings: HoldingsIndex) -> Listing:
    """A document as it is kept: a catch-up page, which shows papers as they are now, without what came later; a feed
    without replacements of high versions, which listings do not show."""
    if service == "catchup":
        listing = witnesses.as_announced(listing, holdings.testimony(category, listing.date))
    # From the sixth version on feeds hide a `replace` alone, and listings any update (arXiv's own programs); a catch-up
    # page names the version that is the newest now.
    kept = tuple(e for e in listing.entries if service == "catchup" or (e.version or 0) <= LISTED_VERSIONS)
    return holdings.named(category, listing if len(kept) == len(listing.entries) else replace(listing, entries=kept))


def of_papers(listings: Listings, ids: frozenset[str]) -> Selection:
    """Keep an answer only if it is about these ids: a cache may return the answer to another request."""
    if all(entry.arxiv_id in ids for listing in listings for entry in listing.entries):
        return Selection(listings)
    return Selection((), ANOTHER, "refused")


def of_query(listings: Listings) -> Selection:
    """Keep an answer to a query only if it has all that the query finds."""
    if all(count.total in (None, count.read) for listing in listings for count in listing.counts):
        return Selection(listings)
    return Selection((), "does not have all that it finds", "refused")


# What is kept


def keep_less(store: Store, settings: Settings, today: dt.date, state_of: StateOf) -> list[Refused]:
    """Leave out and pack what the settings do not want to be kept file by file. Returns the damaged documents, of whose
    months nothing was packed. The archive must be locked."""
    root, faults = store.root, []
    shown = [today + dt.timedelta(days=k) for k in range(-SERVED_DAYS, 2)]  # what arXiv still shows
    for day in shown if settings.keep == "proved" else ():
        for path in _documents(root / f"listings/{day:%Y/%m}", f"{day}-*"):
            lines = store.coverage.by(path.stem.rpartition("-")[2])  # a page of recent papers states several days
            if lines and all(_is_left_out(line, settings, state_of) for line in lines):
                files.remove(path)
    for folder in sorted((root / "listings").glob("[0-9]*/[0-9]*/")) if settings.keep != "all" else ():
        month = f"{folder.parent.name}-{folder.name}"
        if month < f"{shown[0]:%Y-%m}" and (paths := _documents(folder)):
            try:
                documents.pack(root, month, paths)
            except Refused as error:
                faults.append(error)
    return faults


def _documents(folder: Path, pattern: str = "*") -> list[Path]:
    return sorted(folder.glob(f"{pattern}.gz"))


def _is_left_out(line: Statement, settings: Settings, state_of: StateOf) -> bool:
    """Whether nothing that a document says is in doubt: its day is complete in its category, or in all; and where it is
    of no single day, no day of the week before is in doubt, of which it tells as well."""
    if not is_from_arxiv(line.source) or line.origin or line.faults or line.ingested:
        return False
    followed = (line.category,) if line.category in settings.categories else settings.categories
    told = 0 if completeness.is_of_a_day(line) else _TOLD
    before = (state_of(code, line.date - dt.timedelta(days=k)) for code in followed for k in range(1, 1 + told))
    doubtful = (not day.confirmed and day.state != "unasked" and day.acknowledged is None for day in before)
    return all(state_of(code, line.date).confirmed for code in followed) and not any(doubtful)
