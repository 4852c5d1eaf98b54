"""Whether the archive holds all that arXiv announced: a state for each category and day. Pure.

A day is judged by the distinct ids that are held, against the totals that arXiv's own listing pages state of it. A feed
or a mail states none, so what only they tell of is held but not proved. A document that shows an older announcement
under a newer date proves nothing of that date and is left out. From the first announcement that is held in a category,
or was asked for, every day is judged up to the newest that was out when a service was last asked; the clock is no part
of it. What the days before were can only be reconstructed.
"""

from __future__ import annotations

import datetime as dt
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import groupby

from generator import schedule, taxonomy
from generator.archive import holdings
from generator.archive.days import DAILY, LISTED_VERSIONS, is_of_a_day
from generator.archive.holdings import Holding
from generator.model import ANNOUNCED, Attempt, Coverage, Record, Statement, Tally
from generator.sources.registry import SOURCES

SECTIONS = ("new", "cross", "replace")
"""The sections of a listing page, in its order."""
FILLED = 90
"""So many days back arXiv serves announcements. A gap within them is missing, though its papers may be known."""
ASKED = tuple(service for source in SOURCES if source.announces for service in source.services)
"""The services that are asked for announcements, as attempts name them."""
REPEATS = 5
"""With so many days before it a document is compared, to see whether it is really one of theirs."""
FAULTS = ("partial", "stale", "missing")
"""The states that fetching may mend."""

_DAY = dt.timedelta(days=1)
_CODE = re.compile(r"[A-Za-z-]+(?:\.[A-Za-z-]+)?", re.ASCII)
Reconstructed = Mapping[str, Collection[dt.date]]
"""Category -> the days that were worked out from submission times."""


@dataclass(slots=True)
class _Told:
    """What is told of one category, by date."""

    own: dict[dt.date, list[Record]] = field(default_factory=lambda: defaultdict(list))  # asked for just this category
    among: dict[dt.date, set[tuple[str, str]]] = field(default_factory=lambda: defaultdict(set))  # (section, id) there
    stated: dict[dt.date, list[Statement]] = field(default_factory=lambda: defaultdict(list))
    attempts: dict[dt.date, list[Attempt]] = field(default_factory=lambda: defaultdict(list))
    days: set[dt.date] = field(default_factory=set)  # of documents and attempts

    def clear_of(self, documents: Collection[str], date: dt.date) -> tuple[list[Record], list[Statement]]:
        """The records and statements of a day that are not of these documents."""
        records = [record for record in self.own.get(date, ()) if record.document not in documents]
        return records, [line for line in self.stated.get(date, ()) if line.document not in documents]


def states(
    categories: Sequence[str],
    statements: Iterable[Statement],
    records: Iterable[Record],
    attempts: Iterable[Attempt] = (),
    *,
    reconstructed: Reconstructed | None = None,
    holidays: frozenset[dt.date] = schedule.HOLIDAYS,
    before: int | None = None,
) -> tuple[Coverage, ...]:
    """What is held of each day's announcement in each category, by category as given, then by date.

    `before`: the year before which the archive's days end.
    """
    daily = [line for line in statements if line.source in DAILY and is_of_a_day(line)]
    announced = [record for record in records if record.type in ANNOUNCED and record.source in DAILY]
    tried = tuple(attempts)
    last = _last(daily, tried, holidays)
    if last and before:
        last = min(last, dt.date(before - 1, 12, 31))
    found: list[Coverage] = []
    for category in categories:
        told = _told(category, daily, announced, tried)
        found += _of_category(category, told, last, (reconstructed or {}).get(category, ()), holidays)
    return tuple(found)


def faults(found: Iterable[Coverage]) -> tuple[Coverage, ...]:
    """The days that are partial, stale or missing."""
    return tuple(day for day in found if day.state in FAULTS)


def _last(statements: Iterable[Statement], attempts: Iterable[Attempt], holidays: frozenset[dt.date]) -> dt.date | None:
    """The newest date that is judged: of a document, or of what was out at the newest attempt."""
    as_of = max((attempt.when for attempt in attempts), default=None)
    held = max((line.date for line in statements), default=None)
    due = schedule.newest_due(as_of, holidays) if as_of else None
    return max((date for date in (held, due) if date), default=None)


# What is told of a category


def _told(
    category: str, statements: Iterable[Statement], records: Iterable[Record], attempts: Iterable[Attempt]
) -> _Told:
    told = _Told()
    for line in statements:
        if _covers(line.category, category) == "own":
            told.stated[line.date].append(line)
            told.days.add(line.date)
    for record in records:
        scope = _covers(record.category, category)
        if scope == "own":
            told.own[record.date].append(record)
        elif scope and (section := _section_among(record, category)):
            told.among[record.date].add((section, _ident(record)))
            told.days.add(record.date)
    for attempt in attempts:
        if attempt.date and attempt.service in ASKED and _covers(attempt.category, category):
            told.attempts[attempt.date].append(attempt)
            told.days.add(attempt.date)
    return told


@cache
def _covers(asked: str | None, category: str) -> str | None:
    """How a document asked for as `asked` ("cs.DC", "cs", "cs.AI+cs.DC") tells of a category: "own", "among" or not."""
    codes = {taxonomy.canonical(code) for code in _CODE.findall(asked or "")}
    if codes == {category}:
        return "own"
    archive = category.partition(".")[0]
    wide = category in codes or archive in codes or any(code.startswith(f"{category}.") for code in codes)
    return "among" if wide else None


def _section_among(record: Record, category: str) -> str | None:
    """The section of the category's own listing that an entry of a wider or narrower one stands in; None: in none."""
    codes = taxonomy.canonical_all(record.categories)
    inside = [code for code in codes if code == category or code.startswith(f"{category}.")]
    if not inside:
        return None
    section, primary = holdings.section(record.type), codes[0] in inside
    if section == "cross" and primary:
        return None  # it was cross-listed to another category of the document
    return "cross" if section == "new" and not primary else section


def _ident(record: Record) -> str:
    return record.arxiv_id or record.title


# Judgement


def _of_category(
    category: str, told: _Told, last: dt.date | None, rebuilt: Collection[dt.date], holidays: frozenset[dt.date]
) -> Iterator[Coverage]:
    """The states of a category's days, oldest first."""
    first = min(told.days, default=None)
    judged = set(_dates(first, last)) if first and last else set()
    repeated = dict(_repeats(told))
    rebuilt = frozenset(rebuilt)
    for date in sorted(judged | rebuilt):
        if date not in judged:
            yield Coverage(category=category, date=date, state="reconstructed")
            continue
        yield (
            _held(category, date, told, repeated.get(date, {}), past=date < (last or date))
            or _stale(category, date, told, repeated.get(date, {}))
            or _absent(category, date, told, last or date, date in rebuilt, holidays)
        )


def _dates(first: dt.date, last: dt.date) -> Iterator[dt.date]:
    for number in range((last - first).days + 1):
        yield first + number * _DAY


def _repeats(told: _Told) -> Iterator[tuple[dt.date, dict[str, dt.date]]]:
    """For each day with documents that show an older announcement: their hashes, and the date it is of."""
    recent: dict[dt.date, Holding] = {}
    for date in sorted(told.own):
        found = {}
        for document, records in groupby(sorted(told.own[date], key=_document), key=_document):
            older = holdings.copy_of(records, date, recent)
            if older:
                found[document] = older
        if found:
            yield date, found
        clear, _ = told.clear_of(found, date)
        recent[date] = holdings.holding(clear, ())
        if len(recent) > REPEATS:
            del recent[min(recent)]


def _document(record: Record) -> str:
    return record.document


def _held(category: str, date: dt.date, told: _Told, repeated: Mapping[str, dt.date], *, past: bool) -> Coverage | None:
    """The state of a day of which something is held, or said by a listing; None: nothing."""
    records, statements = told.clear_of(repeated, date)
    holding = holdings.holding(records, statements)
    # Whoever fetches can ask again whether a past day was empty; what a person saved is all that there is.
    proved = holding.is_proved(past=past and bool(told.attempts))
    held = _sections(records, told.among.get(date, set()))
    if not held and not any(holding.totals.values()):
        return _quiet(category, date, "arXiv lists nothing", holdings.LISTING) if proved else None
    if proved and holding.totals:
        held = {section: set(ids) for section, ids in holding.listed.items()}
    tallies = _tallies(held, holding.totals)
    total = holding.totals.get("all")
    exact = total is not None and total == sum(tally.held for tally in tallies)
    exact = exact and all(tally.stated in (None, tally.held) for tally in tallies)
    note = "" if total is not None else "no listing with totals was seen"
    return Coverage(
        category=category,
        date=date,
        state="complete" if exact else "partial",
        tallies=tallies,
        total=total,
        source=_source(records, statements),
        note=note,
    )


def _sections(records: Iterable[Record], among: Collection[tuple[str, str]]) -> dict[str, set[str]]:
    """Section -> the ids held of it. What a listing has stands where it says; versions that it hides are left out."""
    held: dict[str, set[str]] = defaultdict(set)
    listed, told = set(), set(among)
    for record in records:
        if record.source == holdings.LISTING:
            held[holdings.section(record.type)].add(_ident(record))
            listed.add(_ident(record))
        elif not (record.type.startswith("replace") and (record.version or 0) > LISTED_VERSIONS):
            told.add((holdings.section(record.type), _ident(record)))
    for section, ident in sorted(told, key=lambda pair: SECTIONS.index(pair[0])):
        if ident not in listed:
            listed.add(ident)
            held[section].add(ident)
    return held


def _tallies(held: Mapping[str, Collection[str]], totals: Mapping[str, int]) -> tuple[Tally, ...]:
    found = (Tally(section=name, held=len(held.get(name, ())), stated=totals.get(name)) for name in SECTIONS)
    return tuple(tally for tally in found if tally.held or tally.stated)


def _source(records: Iterable[Record], statements: Iterable[Statement]) -> str | None:
    sources = {line.source for line in statements} | {record.source for record in records}
    return next((source for source in DAILY if source in sources), None)


def _stale(category: str, date: dt.date, told: _Told, repeated: Mapping[str, dt.date]) -> Coverage | None:
    """The state of a day of which only an older announcement was served; None: of which nothing came."""
    served = any(attempt.outcome == "stale" for attempt in told.attempts.get(date, ()))
    if not repeated and not served:
        return None
    older = f"the announcement of {max(repeated.values())}" if repeated else "an older announcement"
    note = f"{older} was served again"
    return Coverage(category=category, date=date, state="stale", source=holdings.LISTING, note=note)


def _absent(
    category: str, date: dt.date, told: _Told, last: dt.date, rebuilt: bool, holidays: frozenset[dt.date]
) -> Coverage:
    """The state of a day of which nothing is held."""
    if not schedule.is_expected(date, holidays):
        return _quiet(category, date, "weekend" if date.weekday() > 4 else "holiday", None)
    if rebuilt and (last - date).days > FILLED:
        return Coverage(category=category, date=date, state="reconstructed")
    return Coverage(category=category, date=date, state="missing", note=_why(told, date))


def _quiet(category: str, date: dt.date, note: str, source: str | None) -> Coverage:
    return Coverage(category=category, date=date, state="quiet", source=source, note=note)


def _why(told: _Told, date: dt.date) -> str:
    """Why nothing is held of a day: what its documents say, or how it was asked for."""
    attempts = sorted(told.attempts.get(date, ()), key=lambda attempt: attempt.when)
    if any(line.quiet for line in told.stated.get(date, ())):
        return "a document without entries came, and no listing says since that nothing was announced"
    if not attempts:
        return "no document of this day was read"
    last = attempts[-1]
    times = "once" if len(attempts) == 1 else f"{len(attempts)} times"
    status = f", status {last.status}" if last.status else ""
    return f"asked for {times}, the last time: {last.outcome}{status}"
