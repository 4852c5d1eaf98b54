"""The part of an archive's log that is about one category, by date; and what it shows of days without an announcement.

The calendar is advice: a holiday on which something was announced was none, and a day on which nothing was announced
need not stand in it. `fetch` and coverage see it alike, by the attempts that are logged. Pure.
"""

from __future__ import annotations

import datetime as dt
import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from daybook.coverage import witnesses
from daybook.coverage.completeness import DAILY, NEW, is_announcement, section
from daybook.coverage.datestamps import Datestamps, is_in
from daybook.coverage.witnesses import Evidence
from daybook.model import ANNOUNCED, Attempt, Record, Statement, arxiv
from daybook.sources import registry
from daybook.sources.registry import SOURCES
from daybook.text.language import _

ANNOUNCING = tuple(service for source in SOURCES if source.announces for service in source.services)
"""The services that are asked for announcements, as attempts name them."""
CAME = ("stored", "nothing new", "quiet")
"""Outcomes of an attempt that brought a sound page."""
PAGES = ("list", "catchup")
"""The services that answer with listing pages."""
# How the note begins of an attempt whose page was not kept: as `fetch` writes it, and as it is read again here.
OLDER = "dated "
"""The page is of an older announcement than the one asked for, of the date that follows."""
ITS_DATE, MOST = "has this date, but", "most of its entries"
"""The page bears the date and the name asked for, and is of others, as follows."""
LogPart = tuple[list[Record], list[Statement]]
"""What documents that were asked for under one name tell."""
_CODE = re.compile(r"[A-Za-z-]+(?:\.[A-Za-z-]+)?", re.ASCII)


@dataclass(slots=True)
class CategoryLog:
    """The part of the log that is about one category, by date."""

    category: str
    stamps: Datestamps = field(default_factory=Datestamps)
    harvests: witnesses.Harvests = ()
    own: dict[dt.date, list[Record]] = field(default_factory=lambda: defaultdict(list))  # asked for just this category
    among: dict[dt.date, set[tuple[str, str]]] = field(default_factory=lambda: defaultdict(set))  # (section, paper) of
    # documents that were asked for under another name
    statements: dict[dt.date, list[Statement]] = field(default_factory=lambda: defaultdict(list))
    attempts: dict[dt.date, list[Attempt]] = field(default_factory=lambda: defaultdict(list))
    days: set[dt.date] = field(default_factory=set)  # of documents and attempts
    is_announced: Callable[[str, dt.date], bool] = lambda *_: True  # whether a listing of another day has a paper

    def tried(self, date: dt.date, *services: str) -> list[Attempt]:
        """The attempts at a day by these services, or by all, the oldest first."""
        tried = (each for each in self.attempts.get(date, ()) if not services or each.service in services)
        return sorted(tried, key=lambda attempt: attempt.when)

    def came(self, date: dt.date, *services: str) -> list[Attempt]:
        """The attempts at a day that brought a sound document of these services, oldest first."""
        return [attempt for attempt in self.tried(date, *services) if attempt.outcome in CAME]

    def clear_of(self, documents: Collection[str], date: dt.date) -> tuple[list[Record], list[Statement]]:
        """The records and statements of a day that are not of these documents."""
        records = [record for record in self.own.get(date, ()) if record.document not in documents]
        return records, [line for line in self.statements.get(date, ()) if line.document not in documents]

    def refusal(self, date: dt.date) -> str:
        """Why the newest page that came of a day was not believed; empty if it was, or none came."""
        newest = next((each for each in reversed(self.tried(date, *PAGES)) if each.status in (200, 304)), None)
        note = (newest.note or "") if newest and newest.outcome == "stale" else ""
        it = "it " if note.startswith(ITS_DATE) else ""
        return _("a page was not believed: {why}", why=f"{it}{note}") if note.startswith((ITS_DATE, MOST)) else ""

    def testimony(self, date: dt.date, records: Sequence[Record], statements: Sequence[Statement]) -> Evidence:
        """What the other witnesses say of a day with these records and statements."""
        feed = witnesses.fed(records, statements, self.category)
        if feed is None and any(attempt.outcome == "quiet" for attempt in self.came(date, "rss")):
            feed = {}
        seen, queried = witnesses.first_since(self.harvests, date), bool(self.came(date, "api"))
        read = {line.document: line.first_read for line in statements}
        feeds = [each for each in records if each.source == witnesses.FEED and each.document in read]
        fed = {record.paper: record for record in sorted(feeds, key=lambda each: read[each.document])}
        due = {paper for paper in self.stamps.due(self.category, date) if not self.is_announced(paper, date)}
        return Evidence(self.category, date, feed, self.stamps, seen, queried, fed, due)

    def why_unannounced(self, date: dt.date, holidays: frozenset[dt.date]) -> str:
        """Why no announcement was due on a date, in plain words; empty: one was."""
        if date.weekday() > 4:
            return _("weekend")
        if arxiv.is_expected(date, holidays):
            return ""
        asked = any(attempt.outcome == "quiet" for attempt in self.tried(date, *PAGES))
        return _("holiday, and arXiv shows no announcement") if asked else _("holiday")


def told_by_name(records: Iterable[Record], statements: Iterable[Statement]) -> Mapping[str, LogPart]:
    """What the documents of announcements tell, by the name that each was asked for."""
    told = defaultdict[str, LogPart](lambda: ([], []))
    for record in records:
        if record.type in ANNOUNCED and record.source in DAILY:
            told[record.category or ""][0].append(record)
    for line in statements:
        if is_announcement(line):
            told[line.category or ""][1].append(line)
    return told


def announced(records: Iterable[Record]) -> dict[str, dict[str, set[dt.date]]]:
    """The papers (arXiv ids) that documents of announcements have as new or cross-listed, and when, by the name that
    each was asked for."""
    found = defaultdict[str, dict[str, set[dt.date]]](lambda: defaultdict(set))
    for record in records:
        if record.type in NEW and record.source in DAILY and record.arxiv_id and not registry.is_secondhand(record):
            found[record.category or ""][record.arxiv_id].add(record.date)
    return found


def log_of(
    category: str, told: Iterable[Mapping[str, LogPart]], attempts: Sequence[Attempt], stamps: Datestamps
) -> CategoryLog:
    """What documents and attempts tell of a category."""
    log = CategoryLog(category, stamps, witnesses.harvests(attempts, category))
    for asked, (records, statements) in (each for some in told for each in some.items()):
        scope = covers(asked, category)
        for line in statements if scope == "own" else ():
            log.statements[line.date].append(line)
            log.days.add(line.date)
        for record in records if scope else ():
            if scope == "own":
                log.own[record.date].append(record)
            elif not registry.is_secondhand(record) and (name := _section_among(record, category)):
                log.among[record.date].add((name, record.paper))
                log.days.add(record.date)
    for attempt in attempts:
        if attempt.date and attempt.service in (*ANNOUNCING, "api") and covers(attempt.category or "", category):
            log.attempts[attempt.date].append(attempt)
            log.days.add(attempt.date)
    return log


@cache
def covers(asked: str, category: str) -> str | None:
    """How a document asked for as `asked` ("cs.DC", "cs", "cs.AI+cs.DC") tells of a category: "own", "among" or not."""
    codes = {arxiv.canonical(code) for code in _CODE.findall(asked)}
    if codes == {category}:
        return "own"
    return "among" if is_in(category, codes) or category.partition(".")[0] in codes else None


def _section_among(record: Record, category: str) -> str | None:
    """The section of the category's own listing that an entry of a wider or narrower one stands in; None: in none."""
    codes = arxiv.canonical_all(record.categories)
    if not is_in(category, codes):
        return None
    name, primary = section(record.type), is_in(category, codes[:1])
    if name == "cross" and primary:
        return None  # it was cross-listed to another category of the document
    return "cross" if name == "new" and not primary else name


def announcements(statements: Iterable[Statement]) -> frozenset[dt.date]:
    """The dates under which arXiv announced something, in whatever category.

    An empty page of the newest announcement counts as well: it bears that date because there was one.
    """
    daily = (line for line in statements if is_announcement(line) and not registry.is_secondhand(line))
    return frozenset(line.date for line in daily if not line.quiet or (line.part or "").startswith("new"))


def is_awaited(date: dt.date, attempts: Sequence[Attempt]) -> bool:
    """Whether the newest announcement due was asked for only in the evening before its date, and was not out yet.

    attempts: at this date, the oldest first.
    """
    return _last_older(attempts) is not None and all(arxiv.local_date(each.when) < date for each in attempts)


def is_left_out(date: dt.date, attempts: Sequence[Attempt]) -> bool:
    """Whether arXiv made no announcement, though one was due, as far as two services tell on the date itself: its
    feed is empty, and its listing page shows an older announcement."""
    feeds = [each for each in attempts if each.service == "rss" and arxiv.local_date(each.when) == date]
    page = _last_older(attempts)
    empty = bool(feeds) and feeds[-1].outcome == "quiet"
    return empty and page is not None and arxiv.local_date(page.when) == date


def _last_older(attempts: Sequence[Attempt]) -> Attempt | None:
    """The last attempt at a page, if that was of an older announcement."""
    page = next((each for each in reversed(attempts) if each.service in PAGES), None)
    return page if page and page.outcome == "stale" and (page.note or "").startswith(OLDER) else None
