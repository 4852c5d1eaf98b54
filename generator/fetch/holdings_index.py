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

    def __init__(self, store: Store, log: FetchLog, since: dt.date = dt.date.min) -> None:
        """since: what the log says of days before does not matter."""
        self._store, self._log, self._since = store, log, since
        self._holdings: dict[Day, Holding] = {}
        self._announced: dict[dt.date, list[Record]] = {}

    def of(self, category: str, date: dt.date) -> Holding:
        """The holding of a category's announcement of this date."""
        if (category, date) not in self._holdings:
            if date not in self._announced:  # each category asks for the same days
                self._announced[date] = self._records(date)
            records = [record for record in self._announced[date] if record.category == category]
            self._holdings[category, date] = holding(records, self._stated(category, date))
        return self._holdings[category, date]

    def near(self, category: str, date: dt.date) -> dict[dt.date, Holding]:
        """The holdings of the days around this one."""
        days = (date + dt.timedelta(days=k) for k in range(-_NEAR, _NEAR + 1))
        return {day: self.of(category, day) for day in days}

    def forget(self, category: str, date: dt.date) -> None:
        """Read this day again the next time, because something was stored."""
        self._holdings.pop((category, date), None)
        self._announced.pop(date, None)

    def has_feed(self, category: str, date: dt.date) -> bool:
        """Whether a feed of this day was read."""
        return any(line.source == registry.RSS.name for line in self._stated(category, date))

    def first(self, category: str) -> dt.date:
        """The first announcement that is stored or was ever asked for; `date.max` if there is none. Of several up to
        `since`, any: months are read back to one of these."""
        stated = (
            [line.date for line in lines if _is_of(line, category)] for lines in self._store.statements_backwards()
        )
        asked = (
            [a.date for a in attempts if a.category == category and a.date and a.service in ANNOUNCING]
            for attempts in self._log.backwards()
        )
        return min(_back_to(self._since, stated), _back_to(self._since, asked))

    def failures(self) -> Counter[Day]:
        """How many attempts at each day failed."""
        ended = (a for a in self._log.since(self._since) if a.outcome in ("failed", "refused", "stale"))
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

    def _stated(self, category: str, date: dt.date) -> list[Statement]:
        return [line for line in self._store.statements_of(date) if _is_of(line, category)]


def _is_of(line: Statement, category: str) -> bool:
    """Whether a statement is of an announcement of this category."""
    return line.category == category and line.source in DAILY and is_of_a_day(line)


def _back_to(since: dt.date, months: Iterable[list[dt.date]]) -> dt.date:
    """The first of the dates, of which the newest month comes first, as far back as one up to `since`."""
    first = dt.date.max
    for dates in months:
        first = min([first, *dates])
        if first <= since:
            break
    return first
