"""The announcements an archive holds, by category and date; each file is read once."""

from __future__ import annotations

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import replace

from generator import schedule
from generator.archive import coverage, witnesses
from generator.archive.category_log import ANNOUNCING, CAME, PAGES
from generator.archive.completeness import Holding, holding, newcomers, paper_of, replaced, section
from generator.archive.coverage import Acknowledged
from generator.archive.datestamps import Datestamps, first_since, harvests
from generator.archive.days import DAILY, is_of_a_day
from generator.model import ANNOUNCED, Attempt, Coverage, Listing, Record, Statement, arxiv_id
from generator.sources import registry
from generator.sources.trust import is_told
from generator.store.fetch_log import FetchLog
from generator.store.log import Document, Store

_NEAR = 7
"""How many days off the announcement on a wrongly dated page may be."""
_BEFORE = 10
"""How many days before a day tell whether its documents show an older announcement."""
_DESCRIBED = frozenset(source.name for source in registry.SOURCES if source.describes)
"""Sources with complete author lists and comments."""
Day = tuple[str, dt.date]


class HoldingsIndex:
    """The announcements that a store holds."""

    def __init__(
        self,
        store: Store,
        log: FetchLog,
        holidays: frozenset[dt.date] = schedule.HOLIDAYS,
        acknowledged: Acknowledged | None = None,
    ) -> None:
        self._store, self._log, self.holidays, self._acknowledged = store, log, holidays, acknowledged
        self._holdings: dict[Day, Holding] = {}
        self._judged: dict[Day, Coverage] = {}
        self._stamps: tuple[dt.date, Datestamps] | None = None  # of what was harvested from this date on
        self._announced: dict[dt.date, list[Record]] = {}
        self._statements: dict[Day, list[Statement]] | None = None
        self._attempts: list[Attempt] | None = None

    def heed(self, holidays: frozenset[dt.date]) -> None:
        """Judge by these holidays from now on."""
        self.holidays = holidays
        self.forget_stamps()

    def of(self, category: str, date: dt.date) -> Holding:
        """The holding of a category's announcement of this date."""
        if (category, date) not in self._holdings:
            records = [record for record in self._day(date) if record.category == category]
            self._holdings[category, date] = holding(records, self._stated().get((category, date), ()))
        return self._holdings[category, date]

    def judged(self, category: str, date: dt.date, last: dt.date) -> Coverage:
        """The state of a category's announcement of this date, where `last` is the newest that is out."""
        if (category, date) not in self._judged:
            days = [date - dt.timedelta(days=k) for k in range(_BEFORE + 1)]
            records = [r for day in days for r in self._day(day) if r.type in ANNOUNCED and r.source in DAILY]
            statements = [line for (_, day), lines in self._stated().items() if day in days for line in lines]
            attempts = [a for a in self._tried() if a.date in days or a.service == "oai"]
            self._judged[category, date] = coverage.of_day(
                category,
                date,
                last,
                statements,
                records,
                attempts,
                self.stamps(date),
                self.holidays,
                self._acknowledged,
            )
        return self._judged[category, date]

    def is_shown(self, category: str, date: dt.date) -> bool:
        """Whether a listing page of this day agrees with its own totals: else other documents fill its gaps."""
        records = [record for record in self._day(date) if record.category == category]
        return bool(witnesses.pages(records, self._stated().get((category, date), ())))

    def stamps(self, date: dt.date) -> Datestamps:
        """What was harvested since this date tells of announcements."""
        if self._stamps is None or date < self._stamps[0]:
            since = date - dt.timedelta(days=1)
            told = (registry.OAI.name, registry.API.name)
            lines = [line for line in self._store.statements() if line.source in told and line.date >= since]
            names = sorted({name for line in lines for name in line.files})
            records = (record for name in names for record in self._parts(name))
            self._stamps = date, Datestamps(records, self.holidays)
        return self._stamps[1]

    def testimony(self, category: str, date: dt.date) -> witnesses.Evidence:
        """What is known of a day besides its listing pages."""
        seen = first_since(harvests(self._tried(), category), date)
        return witnesses.Evidence(category, date, self.fed(category, date), self.stamps(date), seen)

    def fed(self, category: str, date: dt.date) -> witnesses.Named | None:
        """What the newest feed of a day names, as a listing would; None: none was read."""
        records = [record for record in self._day(date) if record.category == category]
        named = witnesses.fed(records, self._stated().get((category, date), ()), category)
        empty = any(attempt.outcome == "quiet" for attempt in self.asked(category, date, "rss"))
        return {} if named is None and empty else named

    def named(self, category: str, listing: Listing) -> Listing:
        """The listing with the names of its entries, if records of an earlier document say the same of some."""
        known = {r.arxiv_id for r in self._day(listing.date) if (r.category, r.source) == (category, listing.source)}
        if not any(entry.arxiv_id in known for entry in listing.entries):
            return listing
        names = sorted(f"{section(e.type)} {paper_of(e)}" for e in listing.entries if e.type in ANNOUNCED)
        return replace(listing, names=tuple(names))

    def clear(self, category: str, date: dt.date) -> list[Record]:
        """Remove what pages and feeds told of a day that is proved without it; the records that were removed."""
        records = self._records(date)
        own = [record for record in records if record.category == category]
        lines = self._stated().get((category, date), ())
        verdict = witnesses.judge(witnesses.pages(own, lines), self.testimony(category, date))
        if not verdict or verdict.contradictions or len(verdict.witnesses) < 2:
            return []
        gone = witnesses.strays(verdict.page, own, category)
        if gone:
            self._store.set_records(f"{date:%Y/%m/%Y-%m-%d}", [record for record in records if record not in gone])
            self.forget(category, date)
        return gone

    def near(self, category: str, date: dt.date) -> dict[dt.date, Holding]:
        """The holdings of the days around this one."""
        days = (date + dt.timedelta(days=k) for k in range(-_NEAR, _NEAR + 1))
        return {day: self.of(category, day) for day in days}

    def forget(self, category: str, date: dt.date) -> None:
        """Read this day again the next time, because something was stored."""
        self._holdings.pop((category, date), None)
        self._announced.pop(date, None)
        self._statements = self._attempts = None
        self._judged.clear()

    def forget_stamps(self) -> None:
        """Read again what was harvested, because more was."""
        self._stamps = self._attempts = None
        self._judged.clear()

    def asked(self, category: str, date: dt.date, *services: str) -> list[Attempt]:
        """The attempts at a day by these services that brought a sound document, oldest first."""
        tried = (a for a in self._tried() if (a.category, a.date) == (category, date) and a.service in services)
        return [attempt for attempt in tried if attempt.outcome in CAME]

    def asked_last(self, category: str, date: dt.date) -> dt.datetime | None:
        """When a page of this day was last asked for, however that ended; None: never."""
        tried = (a for a in self._tried() if (a.category, a.date) == (category, date) and a.service in PAGES)
        return max((attempt.when for attempt in tried), default=None)

    def first(self, category: str) -> dt.date:
        """The first announcement that is stored or was ever asked for; `date.max` if there is none."""
        stated = [date for each, date in self._stated() if each == category]
        asked = [a.date for a in self._tried() if a.category == category and a.date and a.service in ANNOUNCING]
        return min([*stated, *asked], default=dt.date.max)

    def failures(self) -> Counter[Day]:
        """How many attempts at each day failed."""
        ended = (a for a in self._tried() if a.outcome in ("failed", "refused", "stale"))
        return Counter((a.category, a.date) for a in ended if a.category and a.date)

    def remove(self, category: str, date: dt.date, listing: Listing) -> None:
        """Remove the documents of a date that hold the entries of `listing`, which is of another date."""
        new, old = newcomers(listing.entries), replaced(listing.entries)
        by_document: dict[str, list[Record]] = defaultdict(list)
        for record in self._records(date):
            if record.category == category and record.source in DAILY and not is_told(record):
                by_document[record.document].append(record)
        for document, records in by_document.items():
            if new & newcomers(records) or (not new and old & replaced(records)):
                self._store.add(Document(name=str(date), hash=document, listings=()))
        self._store.flush()
        self.forget(category, date)

    def undescribed(self, days: Iterable[Day]) -> list[str]:
        """Papers announced on these days whose metadata are missing or of an older version; sorted."""
        announced: dict[str, int] = {}
        for category, date in days:
            for record in self._records(date):
                if record.category == category and record.type in ANNOUNCED and record.arxiv_id:
                    announced[record.arxiv_id] = max(announced.get(record.arxiv_id, 1), record.version or 1)
        known: dict[str, int] = {}
        for record in self._metadata({arxiv_id.month(ident) for ident in announced}):
            if record.arxiv_id in announced and record.source in _DESCRIBED and not is_told(record):
                known[record.arxiv_id] = max(known.get(record.arxiv_id, 0), record.version or 1)
        return sorted(ident for ident, version in announced.items() if known.get(ident, 0) < version)

    def _tried(self) -> list[Attempt]:
        if self._attempts is None:
            self._attempts = self._log.attempts()
        return self._attempts

    def _day(self, date: dt.date) -> list[Record]:
        if date not in self._announced:  # each category asks for the same days
            self._announced[date] = self._records(date)
        return self._announced[date]

    def _parts(self, name: str) -> Iterable[Record]:
        """The records of a file of the log, which may have several parts."""
        first = self._store.root / "records" / f"{name}.jsonl"
        for path in sorted({first, *first.parent.glob(f"{first.stem}-*.jsonl")}):
            yield from self._store.read_records(path)

    def _records(self, date: dt.date) -> list[Record]:
        return self._store.read_records(self._store.root / "records" / f"{date:%Y/%m/%Y-%m-%d}.jsonl")

    def _metadata(self, months: Iterable[str]) -> Iterable[Record]:
        for month in sorted(months):
            for path in sorted((self._store.root / "records" / "harvest").glob(f"{month}*.jsonl")):
                yield from self._store.read_records(path)

    def _stated(self) -> dict[Day, list[Statement]]:
        if self._statements is None:
            self._statements = defaultdict(list)
            for line in self._store.statements():
                if line.source in DAILY and line.category and is_of_a_day(line):
                    self._statements[line.category, line.date].append(line)
        return self._statements
