"""The announcements an archive holds, by category and date; each file is read once."""

from __future__ import annotations

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Iterable

from generator.archive.completeness import Holding, holding, newcomers, replaced
from generator.archive.coverage import ANNOUNCING
from generator.archive.days import DAILY, is_of_a_day
from generator.model import ANNOUNCED, Listing, Record, Statement, arxiv_id
from generator.sources import registry
from generator.sources.trust import is_told
from generator.store.fetch_log import FetchLog
from generator.store.log import Document, Store

_NEAR = 7
"""How many days off the announcement on a wrongly dated page may be."""
_DESCRIBED = frozenset(source.name for source in registry.SOURCES if source.describes)
"""Sources with complete author lists and comments."""
Day = tuple[str, dt.date]


class HoldingsIndex:
    """The announcements that a store holds."""

    def __init__(self, store: Store, log: FetchLog) -> None:
        self._store, self._log = store, log
        self._holdings: dict[Day, Holding] = {}
        self._announced: dict[dt.date, list[Record]] = {}
        self._statements: dict[Day, list[Statement]] | None = None

    def of(self, category: str, date: dt.date) -> Holding:
        """The holding of a category's announcement of this date."""
        if (category, date) not in self._holdings:
            if date not in self._announced:  # each category asks for the same days
                self._announced[date] = self._records(date)
            records = [record for record in self._announced[date] if record.category == category]
            self._holdings[category, date] = holding(records, self._stated().get((category, date), ()))
        return self._holdings[category, date]

    def near(self, category: str, date: dt.date) -> dict[dt.date, Holding]:
        """The holdings of the days around this one."""
        days = (date + dt.timedelta(days=k) for k in range(-_NEAR, _NEAR + 1))
        return {day: self.of(category, day) for day in days}

    def forget(self, category: str, date: dt.date) -> None:
        """Read this day again the next time, because something was stored."""
        self._holdings.pop((category, date), None)
        self._announced.pop(date, None)
        self._statements = None

    def has_feed(self, category: str, date: dt.date) -> bool:
        """Whether a feed of this day was read."""
        return any(line.source == registry.RSS.name for line in self._stated().get((category, date), ()))

    def first(self, category: str) -> dt.date:
        """The first announcement that is stored or was ever asked for; `date.max` if there is none."""
        stated = [date for each, date in self._stated() if each == category]
        asked = [a.date for a in self._log.attempts() if a.category == category and a.date and a.service in ANNOUNCING]
        return min([*stated, *asked], default=dt.date.max)

    def failures(self) -> Counter[Day]:
        """How many attempts at each day failed."""
        ended = (a for a in self._log.attempts() if a.outcome in ("failed", "refused", "stale"))
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
