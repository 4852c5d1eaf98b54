"""What was announced or said on each date: days from records, and past days reconstructed from submission times."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter

from daybook.config import Settings
from daybook.coverage.completeness import is_announcement, is_of_a_day
from daybook.coverage.words import filed
from daybook.fold.linking import Group
from daybook.model import ANNOUNCED, Announced, Day, EntryType, Paper, Record, Sighting, Statement, Version, arxiv
from daybook.model.arxiv import canonical_all
from daybook.sources.registry import SOURCES, is_secondhand, teller

_PAGES = frozenset(source.name for source in SOURCES if source.states_totals)
_TOLD: tuple[EntryType, ...] = ("card", "report", "harvest")
"""The types of what announces nothing, in the order in which a day shows it."""
SCHEDULE = "schedule"
"""Named as the source of a sighting that was computed."""
Rebuilt = tuple[str, Sequence[str], Iterable[tuple[dt.date, EntryType, int | None]]]
"""A paper's key, its categories, and (date, announce type, version) of its sightings that were computed."""


@dataclass(frozen=True, slots=True)
class PastDays:
    """The past days that were never seen as listings: what arXiv's schedule says was announced there."""

    categories: frozenset[str]  # whose announcements these are
    listing_dates: frozenset[dt.date]  # seen as listings, so not reconstructed
    first: dt.date
    last: dt.date
    holidays: frozenset[dt.date] = arxiv.HOLIDAYS

    def holds(self, date: dt.date) -> bool:
        """Whether a date is one of those days."""
        return date not in self.listing_dates and self.first <= date <= self.last

    def due(self, categories: Sequence[str], versions: Iterable[Version]) -> list[Sighting]:
        """Where the schedule says that such a paper was announced on any day; the first of its versions a day."""
        if self.categories.isdisjoint(categories):
            return []
        first: EntryType = "new" if categories[0] in self.categories else "cross"
        later: EntryType = "replace" if first == "new" else "replace-cross"
        sightings: dict[dt.date, Sighting] = {}
        for version in versions:
            if version.submitted and version.version <= arxiv.LISTED_VERSIONS:
                date = arxiv.announced(version.submitted, self.holidays)
                kind = first if version.version == 1 else later
                if date not in sightings:
                    sightings[date] = Sighting(
                        date=date, source=SCHEDULE, type=kind, version=version.version, reconstructed=True
                    )
        return list(sightings.values())


def past_of(seen: Collection[dt.date], newest: dt.date, settings: Settings | None) -> PastDays:
    """The past days of an archive, up to the newest date of its records; of one without settings, for no category.

    `seen`: the dates of which a listing was read. What lies outside `since` and `before`, the years that the archive
    was split at, the other archive reconstructs.
    """
    if settings is None:
        return PastDays(frozenset(), frozenset(seen), dt.date.min, newest)
    first = dt.date(settings.since, 1, 1) if settings.since else dt.date.min
    last = dt.date(settings.before - 1, 12, 31) if settings.before else newest
    return PastDays(frozenset(settings.drawn), frozenset(seen), first, last, settings.all_holidays)


def listing_dates(records: Iterable[Record], statements: Iterable[Statement]) -> frozenset[dt.date]:
    """The dates of which a listing was read, here and not by another archive."""
    seen = {record.date for record in records if record.type in ANNOUNCED and not is_secondhand(record)}
    return frozenset(seen | {line.date for line in statements if is_announcement(line) and not is_secondhand(line)})


def rebuilt(paper: Paper) -> Rebuilt:
    """What `days` asks of a paper."""
    computed = ((s.date, s.type, s.version) for s in paper.sightings if s.reconstructed)
    return paper.key, paper.categories, computed


def days(
    papers: Mapping[str, Paper],
    groups: Iterable[Group],
    statements: Iterable[Statement],
    categories: frozenset[str],
    computed: Iterable[Rebuilt],
) -> tuple[Day, ...]:
    """All days, oldest first; those reconstructed tell which of the archive's `categories` a paper was listed in.

    `computed`: `rebuilt` of each paper.
    """
    by_date: dict[dt.date, list[tuple[str, Record]]] = defaultdict(list)
    for group in groups:
        for place, record in enumerate(filed(group.records)):
            if record.type != "harvest" or (not place and _is_first_word(record, categories)):
                by_date[record.date].append((group.key, record))
    stated: dict[dt.date, list[Statement]] = defaultdict(list)
    for statement in statements:
        if is_of_a_day(statement):
            stated[statement.date].append(statement)
    by_day = {date: _day(papers, date, by_date.get(date, ()), stated.get(date, ())) for date in {*by_date, *stated}}
    announced: dict[dt.date, list[Announced]] = defaultdict(list)  # on the days that were never seen
    for key, codes, sightings in computed:
        listings = tuple(sorted(categories.intersection(codes)))
        for date, kind, version in sightings:
            announced[date].append(Announced(key=key, type=kind, categories=listings, version=version))
    for date, items in announced.items():
        day, computed_keys = by_day.get(date, Day(date=date)), {item.key for item in items}
        seen = tuple(item for item in day.seen if item.key not in computed_keys)
        items += [item for item in day.announced if item.key not in computed_keys]  # which other archives tell
        by_day[date] = replace(
            day, announced=tuple(sorted(items, key=attrgetter("order"))), seen=seen, reconstructed=True
        )
    return tuple(by_day[date] for date in sorted(by_day))


def _is_first_word(record: Record, categories: frozenset[str]) -> bool:
    """Whether a paper belongs to the day of a record that announces nothing, the first that is held of it: where its
    category is not known, or is the archive's and no version has a time by which the schedule tells its day."""
    stated = canonical_all(record.categories)
    if stated and categories.isdisjoint(stated):
        return False
    times = (record.submitted, record.updated, *(version.submitted for version in record.versions))
    return not stated or not (record.version or record.versions) or not any(times)


def _day(
    papers: Mapping[str, Paper], date: dt.date, records: Sequence[tuple[str, Record]], stated: Sequence[Statement]
) -> Day:
    records = sorted(records, key=lambda item: item[1].said)
    keys = dict.fromkeys(key for key, record in records if record.headline)
    mentions = dict.fromkeys((key, record.source) for key, record in records if record.type == "report")
    announced: dict[str, list[Record]] = defaultdict(list)
    told: dict[str, list[Record]] = defaultdict(list)
    for key, record in records:
        (announced if record.type in ANNOUNCED else told)[key].append(record)
    numbered = _numbered(stated)
    items = [_announced(papers, key, date, own, numbered) for key, own in announced.items()]
    seen = [
        Announced(
            key=key,
            type=min((record.type for record in own), key=_TOLD.index),
            categories=tuple(sorted({record.category for record in own if record.category})),
            version=max((record.version for record in own if record.version), default=None),
        )
        for key, own in told.items()
        if key not in announced
    ]
    return Day(
        date=date,
        announced=tuple(sorted(items, key=attrgetter("order"))),
        seen=tuple(sorted(seen, key=lambda each: _TOLD.index(each.type))),  # first those of cards, then of reports
        cards=tuple((key, card) for key in keys for card in papers[key].cards if card.date == date),
        mentions=tuple(mentions),
        reports=tuple(dict.fromkeys(s.report for s in stated if s.report)),
        statements=tuple(stated),
    )


def _numbered(stated: Iterable[Statement]) -> frozenset[str]:
    """The documents in which an entry's place is its number on arXiv's page of that day: pages of whole listings, of
    which as many entries were read as they state."""
    whole = (line for line in stated if line.whole and line.source in _PAGES)
    return frozenset(
        line.document for line in whole if all(count.read == (count.shown or count.read) for count in line.counts)
    )


def _announced(
    papers: Mapping[str, Paper], key: str, date: dt.date, records: Sequence[Record], numbered: Collection[str]
) -> Announced:
    """What the records of a paper say together of an announcement: the best of its announce types, all the listings it
    stood in. `numbered`: the documents whose places are arXiv's own numbers.

    Listings do not always tell which version a replacement is: then the paper's history does, by the schedule.
    """
    places = {r.category: r.place for r in records if r.category and r.document in numbered}
    categories = sorted({r.category for r in records if r.category})
    version = max((record.version for record in records if record.version), default=None)
    if not version:
        later = ((v.version, v.submitted) for v in papers[key].versions if v.version > 1 and v.submitted)
        version = max((number for number, when in later if arxiv.announced(when) == date), default=None)
    return Announced(
        key=key,
        type=min((r.type for r in records), key=ANNOUNCED.index),
        categories=tuple(categories),
        places=tuple(places.get(code, 0) for code in categories) if places else (),
        version=version,
        teller=min(map(teller, records)),
    )
