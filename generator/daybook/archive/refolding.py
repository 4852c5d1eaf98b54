"""The log since the last build: which papers and days its changes touch, and the archive of which only these are made
anew.

An example. On 2026-03-09 the file of that day is new in records/, and that of 03-06 has one line more: another site's
card of a paper whose id it does not state.

1. `Groups.changes` sees by the hashes of files which are others now (`content`), reads those two, and finds by the
   hashes of their lines (`logged`) which records are new and which are gone.
2. `Groups._linked_anew` looks up (`named`) which papers have a name under which the new records may be found: an
   arXiv id, a DOI, the hash of a title; and which papers these, in turn, may be linked with. The records of these few
   papers (`linked`) and the new ones are linked by the rules of fold/linking.py, as a first build links all: the card
   finds its paper. The paper's key may be another one afterwards, or be gone.
3. `Refolding.archive` folds these papers, and makes the days on which they were or are seen, and the coverage of the
   days around. What is not as it was is told by `Touched`; all else is read one by one from what is kept.

What is kept in the state, beside the outlines, days and coverage themselves (load.py):

    content  file of the log -> the hash of its content
    logged   the same -> the hash of each line, its date and where it stands
    told     the hash of a record -> the key of its paper
    linked   key -> the records of a paper, each as its file and its hash
    named    a name (see `Group.found_by`) -> the keys of the papers that have it
    whole    `LogSummary`

These rows stand as long as code, settings and what people wrote do. No record is kept besides the log: it is read
there. The outcome is that of folding all records.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby, islice
from typing import NamedTuple

from daybook.config import Settings
from daybook.coverage import completeness, day_states
from daybook.coverage.day_states import AROUND
from daybook.errors import StoreError
from daybook.fold import announced, folding, linking, precedence
from daybook.fold.folding import Papers
from daybook.fold.linking import Group, SameRules
from daybook.log.statements import COVERAGE
from daybook.log.store import Store
from daybook.model import ANNOUNCED, Archive, Attempt, Coverage, Day, Outline, Paper, Record, Statement, Touched, ids
from daybook.model.arxiv import expected
from daybook.model.jsonl import hash_of, to_json
from daybook.runtime.state import Layered
from daybook.runtime.state import of as state_of
from daybook.sources.registry import API, OAI, is_secondhand

LogLine = Record | Statement
FILES = 16  # of so many the lines are held at a time
_DAY = dt.timedelta(days=1)


class Logged(NamedTuple):
    """A line of a file of the log."""

    date: dt.date
    start: int
    size: int


class Linked(NamedTuple):
    """A paper's records, and the names under which others may find it."""

    ids: tuple[str, ...]
    former: tuple[str, ...]
    lines: tuple[tuple[str, str], ...]  # the file and the hash of each
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LogChanges:
    """What is new in the log."""

    groups: Mapping[str, Group]  # of papers whose records are others now, by key
    gone: frozenset[str]  # keys that are no longer any paper's
    dates: frozenset[dt.date]  # of the records and statements that came or went
    lost: frozenset[dt.date]  # of those that went
    due: frozenset[dt.date]  # of names (see `Group.found_by`) that these papers have, or had


class LinkedBefore(NamedTuple):
    """Papers as the records before a date link them, where that is otherwise than now."""

    date: dt.date
    newest: dt.date  # of these records
    groups: Mapping[str, Group]  # by the keys that the papers had then
    replaced: Collection[str]  # the keys, of papers as they are now, in whose place these stand


class LogSummary(NamedTuple):
    """What the next build needs to know of all records, statements and attempts, without reading them."""

    newest: dt.date  # the newest date of a record
    as_of: dt.date | None  # the newest date of all
    listing_dates: frozenset[dt.date]  # of which a listing was read
    redirects: Mapping[str, str]  # former key -> key
    first: Mapping[str, dt.date]  # category -> the oldest date of which documents or attempts tell
    last: dt.date | None  # the newest date that was judged
    holidays: frozenset[dt.date]  # on which nothing was announced
    asked: int  # the number of attempts


class Groups(Mapping[str, Group]):
    """The records of all papers, by key, as far as they may be shown; read one by one."""

    def __init__(self, store: Store, key: str, settings: Settings, same: SameRules) -> None:
        """`key`: the hash of all that linking depends on besides the log."""
        self._store, self._settings, self._same = store, settings, same
        self._state = state = state_of(store.root)
        self._content = state.table("content", key, str)
        self._logged = state.table("logged", key, dict[str, Logged])
        self._told = state.table("told", key, str)
        self._linked = state.table("linked", key, Linked)
        self._named = state.table("named", key, list[str])
        # What no other process can read yet.
        self._fresh: dict[str, Group] = {}
        self._renewed: dict[str, dict[str, Logged]] = {}
        self._lines = lru_cache(FILES)(self._logged.__getitem__)

    def __getitem__(self, key: str) -> Group:
        """A paper's records as `linking` has it, without the names that only it needs."""
        if key in self._fresh:
            return self._fresh[key]
        row = self._linked[key]
        return Group([self._record(*line) for line in row.lines], ids=list(row.ids), key=key, former=row.former)

    def _record(self, file: str, hashed: str) -> Record:
        try:
            place = (self._renewed.get(file) or self._lines(file))[hashed]
            record = self._store.record(file, place.start, place.size)
        except (KeyError, OSError, StoreError, ValueError):
            record = None
        if record is None or _hash(record) != hashed:  # a file was written to as no program does: it tells nobody
            raise self._state.damaged()
        return record

    def __iter__(self) -> Iterator[str]:
        return iter(self._linked)

    def __len__(self) -> int:
        return len(self._linked)

    def __contains__(self, key: object) -> bool:
        return key in self._linked

    def on(self, date: dt.date, *, harvested: bool = False) -> list[str]:
        """The papers (keys) that were announced or told of on a date, or first heard of; sorted. `harvested`: and those
        whose metadata came that day from arXiv's services, or may show that they were due then."""
        kinds = ("date", "harvest", "due") if harvested else ("date",)
        rows = self._named.some(f"{kind} {date}" for kind in kinds)
        return sorted({key for keys in rows.values() for key in keys})

    def shows(self, line: LogLine) -> bool:
        """Whether pages may show what a line of the log tells."""
        return self._settings.rule(line.source, line.origin).publish

    def stated(self, date: dt.date) -> list[Statement]:
        """The statements of a date that may be shown."""
        return list(filter(self.shows, self._store.coverage.of(date)))

    def _read(self, name: str) -> dict[str, tuple[LogLine, Logged]]:
        """The lines of a file of the log that may be shown, and where they stand, by their hash."""
        told = (each for each in self._store.lines_of(name) if self.shows(each[0]))
        return {_hash(line): (line, Logged(line.date, start, size)) for line, start, size in told}

    def begin(self, contents: Mapping[str, str], copies: Iterable[str]) -> list[Group]:
        """All papers, linked; kept. `contents`: file of the log -> the hash of its content; `copies`: other files."""
        lines = {name: self._read(name) for name in (*contents, *copies)}
        self._logged.hold({name: {hashed: place for hashed, (_, place) in of.items()} for name, of in lines.items()})
        files = {hashed: name for name, of in lines.items() for hashed in of}
        held = (line for of in lines.values() for line, _ in of.values())
        groups = linking.link((line for line in held if isinstance(line, Record)), self._same)
        rows = {group.key: _row(group, files) for group in groups}
        self._linked.hold(rows)
        self._told.hold({hashed: key for key, row in rows.items() for _, hashed in row.lines})
        named = defaultdict[str, list[str]](list)
        for name, key in ((name, key) for key, row in rows.items() for name in row.names):
            named[name].append(key)
        self._named.hold({name: sorted(of) for name, of in named.items()})
        self._content.hold(contents)
        return groups

    def changes(self, contents: Mapping[str, str]) -> LogChanges:
        """What has changed since the last time; kept. Only files of another content are read."""
        known = self._content.all()
        added, files = dict[str, Record](), dict[str, str]()
        removed, dates, lapsed = set[str](), set[dt.date](), set[dt.date]()
        for name in sorted(known.keys() | contents.keys()):
            if known.get(name) == contents.get(name):
                continue
            stood = self._logged.get(name, {})
            lines = self._read(name) if name in contents else {}
            fresh = {hashed: line for hashed, (line, _) in lines.items() if hashed not in stood}
            dates.update(line.date for line in fresh.values())
            added |= {hashed: line for hashed, line in fresh.items() if isinstance(line, Record)}
            removed |= (lost := stood.keys() - lines.keys())
            lapsed.update(stood[hashed].date for hashed in lost)
            files.update(dict.fromkeys(fresh, name))
            self._renewed[name] = {hashed: place for hashed, (_, place) in lines.items()}
        self._logged.put(self._renewed.items())
        self._logged.remove(known.keys() - contents.keys())
        self._content.hold(contents)
        removed -= added.keys()  # to another file
        groups, gone, due = self._linked_anew(added, removed, files) if added or removed else ({}, set(), set())
        return LogChanges(groups, frozenset(gone), frozenset(dates | lapsed), frozenset(lapsed), frozenset(due))

    def _linked_anew(
        self, added: Mapping[str, Record], removed: Collection[str], files: Mapping[str, str]
    ) -> tuple[dict[str, Group], set[str], set[dt.date]]:
        """The groups, by key, of the papers of these records (by their hash) and of all papers that may be linked with
        them; the keys of papers that are gone; and when they are due, or were, by their names. `files`: the hash of a
        record that was added -> its file."""
        names = {name for record in added.values() for name in _asks(Group([record]).found_by, self._same)}
        known = self._near(self._told.some(removed).values(), names)
        stood = {hashed: file for row in known.values() for file, hashed in row.lines if hashed not in removed}
        left = (self._record(file, hashed) for hashed, file in stood.items() if hashed not in added)
        groups = {group.key: group for group in linking.link([*left, *added.values()], self._same)}
        rows = {key: _row(group, {**stood, **files}) for key, group in groups.items()}
        self._rename(known, rows)
        gone = known.keys() - groups.keys()
        self._fresh |= groups
        self._linked.remove(gone)
        self._linked.put(rows.items())
        self._told.remove(removed)
        self._told.put((hashed, key) for key, row in rows.items() for _, hashed in row.lines)
        names = {name for row in (*known.values(), *rows.values()) for name in row.names if name.startswith("due ")}
        return groups, gone, {dt.date.fromisoformat(name.removeprefix("due ")) for name in names}

    def _near(self, keys: Iterable[str], names: Iterable[str]) -> dict[str, Linked]:
        """The rows, by key, of the papers of these keys and names, and of all that may be linked with them."""
        known, asked, wanted, waiting = dict[str, Linked](), set[str](), set(keys), set(names)
        while waiting or wanted:
            asked |= waiting
            wanted.update(key for found in self._named.some(waiting).values() for key in found)
            more = self._linked.some(wanted - known.keys())
            known |= more
            waiting, wanted = {name for row in more.values() for name in _asks(row.names, self._same)} - asked, set()
        return known

    def stand(self, contents: Mapping[str, str]) -> bool:
        """Whether these are the papers of a log with these contents."""
        return self._content.all() == contents

    def linked_before(self, date: dt.date, keys: Iterable[str] | None = None) -> LinkedBefore:
        """The papers that have, or may be linked with those that have, records of this date or later. `keys`: of these
        papers alone."""
        lines = [of for name, of in self._logged.all().items() if not name.startswith(f"{COVERAGE}/")]
        late = {hashed for of in lines for hashed, line in of.items() if line.date >= date}
        rows = self._near(self._told.some(late).values() if keys is None else keys, ())
        early = [line for row in rows.values() for line in row.lines if line[1] not in late]
        groups = {group.key: group for group in linking.link((self._record(*line) for line in early), self._same)}
        newest = max((line.date for of in lines for line in of.values() if line.date < date), default=dt.date.min)
        return LinkedBefore(date, newest, groups, rows.keys())

    def _rename(self, previous: Mapping[str, Linked], rows: Mapping[str, Linked]) -> None:
        """Have the names of these papers lead to them, as their rows now have these; `previous`: as they had them."""
        was, now = ({(name, key) for key, row in of.items() for name in row.names} for of in (previous, rows))
        known = self._named.some({name for name, _ in was ^ now})
        keys = {name: {*known.get(name, ())} for name, _ in was ^ now}
        for name, key in was ^ now:
            (keys[name].add if (name, key) in now else keys[name].discard)(key)
        self._named.put((name, sorted(own)) for name, own in keys.items() if own)
        self._named.remove(name for name, own in keys.items() if not own)


def _row(group: Group, files: Mapping[str, str]) -> Linked:
    """`files`: the hash of a record -> the file that it stands in."""
    lines = tuple((files[hashed], hashed) for hashed in map(_hash, group.records))
    return Linked(tuple(group.ids), group.former, lines, tuple(sorted(group.found_by)))


def _hash(line: LogLine) -> str:
    return hash_of(to_json(line), 8)


def _asks(names: Collection[str], same: SameRules) -> Iterator[str]:
    """The names, as `Group.found_by` has them, under which papers may be found that are linked with one of these names:
    by what it says, or by a person's word."""
    own = set[str]()
    for name in names:
        kind, _, told = name.partition(" ")
        if kind in ("id", "called"):
            own.add(told)
        if kind == "id":
            yield name
        elif kind not in ("called", "date", "due", "harvest", "loose"):
            yield name if f"loose {name}" in names else f"loose {name}"
    for names in (names for names in same.same if not own.isdisjoint(names)):
        yield from (f"{kind} {name}" for name in names for kind in ("id", "called"))


@dataclass(frozen=True, slots=True)
class Refolding:
    """A published archive as its log is now, of which only what has changed since an earlier fold is made."""

    was: LogSummary  # of the log at the last build, which also kept these:
    outlines: Mapping[str, Outline]  # by key
    days: Mapping[dt.date, Day]
    states: Mapping[str, Sequence[Coverage]]  # category -> its days
    changes: LogChanges  # since then
    groups: Groups  # of all papers
    attempts: Sequence[Attempt]
    settings: Settings

    def archive(self, assign: precedence.Assign) -> tuple[Archive, LogSummary]:
        """The archive, and what the next build needs to know of the log."""
        changes, groups, settings, was = self.changes, self.groups, self.settings, self.was
        listing_dates = set(was.listing_dates).difference(changes.dates)
        for date in changes.dates:
            records = (record for key in groups.on(date) for record in groups[key].records)
            listing_dates.update({date} & announced.listing_dates(records, groups.stated(date)))
        newest = max((was.newest, *(r.date for group in changes.groups.values() for r in group.records)))
        as_of = max(filter(None, (was.as_of, *changes.dates)), default=None)
        past = announced.past_of(listing_dates, newest, settings)
        known = {key: outline for key, outline in self.outlines.items() if key not in changes.gone}
        fresh = changes.groups.keys() | {key for key, outline in known.items() if _moved(outline, past)}
        folded = dict[str, Paper]()
        new_papers, shows = Papers(groups, past, assign, folded=folded), settings.shows
        made = folding.update((groups[key] for key in sorted(fresh)), new_papers, past, shows, {})
        known = dict(sorted({**known, **made}.items()))
        papers = Papers(groups, past, assign, keys=known, folded=folded)
        previous = {key: self.outlines[key] for key in (*fresh, *changes.gone) if key in self.outlines}
        dates = {*changes.dates, *(date for each in (*previous.values(), *made.values()) for date in each.seen)}
        by_date = self._dated(papers, made, dates)
        dated = tuple(by_date[date] for date in sorted(by_date))
        changed = {date for date in dates if by_date.get(date) != self.days.get(date)}
        again = previous.keys() & fresh
        told = {  # in other words than before
            date for date in dates & by_date.keys() for item in by_date[date].papers
            if item.key in again and item.hashes(previous[item.key]) != item.hashes(known[item.key])
        }  # fmt: skip
        redirects = _redirects(was.redirects, {*changes.gone, *changes.groups}, changes.groups)
        covered, now = self._states(dated, changed)
        judged = {day for of in covered.values() for day in of}
        states = judged ^ {day for of in self.states.values() for day in of}
        # Of disputed papers, days say whose words they show.
        disputed = {day.date for day in judged for said in day.contradictions if fresh & {*map(ids.key, said.words)}}
        touched = {*changes.dates, *changed, *told, *disputed, *(day.date for day in states)}
        # Later weeks and months are compared with those that lack nothing; a day's page (pages/days.py) has the
        # calendar of its month so far, and names what lies between it and its neighbours.
        if states:
            first = min(day.date for day in states)
            touched.update(day.date for day in dated if day.date > first)
        # What is gone is on pages of which nothing here tells.
        all_touched = changes.gone or was.redirects.keys() - redirects.keys() or self.days.keys() - by_date.keys()
        archive = Archive(
            outlines=known,
            papers=papers,
            days=dated,
            coverage=tuple(day for category in settings.drawn for day in covered[category]),
            redirects=redirects,
            as_of=as_of,
            touched=None if all_touched else Touched(
                keys=frozenset(fresh), dates=frozenset(touched), recorded=changes.dates, previous=previous
            ),
        )  # fmt: skip
        return archive, now._replace(
            newest=newest, as_of=as_of, listing_dates=frozenset(listing_dates), redirects=redirects
        )

    def _dated(
        self, papers: Mapping[str, Paper], made: Mapping[str, Outline], dates: set[dt.date]
    ) -> dict[dt.date, Day]:
        """All days, of which only these `dates` are made. `made`: new outlines."""
        keys = {key for key, outline in made.items() if outline.seen}
        keys.update(key for date in dates for key in self.groups.on(date))
        keys.update(item.key for date in dates & self.days.keys() for item in self.days[date].papers)
        outlined = {key: made.get(key) or self.outlines[key] for key in sorted(keys - self.changes.gone)}
        computed = ((key, outline.categories, outline.reconstructed) for key, outline in outlined.items())
        statements = [line for date in sorted(dates) for line in self.groups.stated(date)]
        own = frozenset(self.settings.drawn)
        rebuilt = announced.days(papers, [self.groups[key] for key in outlined], statements, own, computed)
        by_date = {date: day for date, day in self.days.items() if date not in dates}
        return by_date | {day.date: day for day in rebuilt if day.date in dates}

    def _states(
        self, dated: Sequence[Day], changed: Collection[dt.date]
    ) -> tuple[dict[str, list[Coverage]], LogSummary]:
        """The states of all days, only those that may be others now told anew; what is known of the log."""
        settings, attempts, was = self.settings, self.attempts, self.was
        tried = [attempt for attempt in attempts[was.asked :] if attempt.date]
        news = {*self.changes.dates, *(attempt.date for attempt in tried if attempt.date)}
        dates = {date + number * _DAY for date in news for number in range(AROUND)} | {*changed}
        said = [line for date in news for line in self.groups.stated(date)]
        latest = day_states.latest(was.last, said, attempts, was.holidays, settings.before)
        dates |= day_states.begun([*said, *tried], was.first, latest or dt.date.min)
        if was.last and latest:
            passed = [was.last + number * _DAY for number in range((latest - was.last).days + 1)]
            dates.update(passed, (date - dt.timedelta(days=day_states.SERVED_DAYS) for date in passed))
        for key, group in self.changes.groups.items():
            if any(record.source in (OAI.name, API.name) for record in group.records):
                dates.update(self.outlines[key].seen if key in self.outlines else ())  # they tell more of these now
        for due in self.changes.due:
            dates.update(islice(expected(due, due + AROUND * _DAY, was.holidays), 1))
        covered: dict[str, dict[dt.date, Coverage]] = {
            category: {day.date: day for day in self.states.get(category, ()) if day.date not in dates}
            for category in settings.drawn
        }
        first, holidays = dict(was.first), was.holidays
        rebuilt = day_states.reconstructed(settings.drawn, dated)
        wanted = sorted({date - number * _DAY for date in dates for number in range(AROUND)})
        # Of dates that follow each other, the date less its place is the same.
        for _, (*places,) in groupby(enumerate(wanted), lambda place: place[1] - place[0] * _DAY):
            run = [date for _, date in places]
            keys = dict.fromkeys(key for date in run for key in self.groups.on(date, harvested=True))
            known = [each for key in keys for each in self.groups[key].records]
            records = [each for each in known if each.type not in ANNOUNCED or run[0] <= each.date <= run[-1]]
            said = [line for date in run for line in self.groups.stated(date)]
            days = day_states.DayStates(
                said, records, attempts, holidays, settings.before, settings.acknowledged, settings.ended, known
            )
            holidays = days.holidays
            for category in settings.drawn:
                first[category] = min(first.get(category, dt.date.max), days.first(category))
                of, own = rebuilt[category], dates.intersection(run)
                for day in days.of_category(category, of, own, first[category], latest or dt.date.min):
                    covered[category][day.date] = day
        states = {category: [held[date] for date in sorted(held)] for category, held in covered.items()}
        return states, was._replace(first=first, last=latest, holidays=holidays, asked=len(attempts))


def _moved(outline: Outline, past: announced.PastDays) -> bool:
    """Whether other days of a paper are reconstructed."""
    return outline.reconstructed != folding.reconstructed(outline.due, past)


def _redirects(known: Mapping[str, str], replaced: Collection[str], groups: Mapping[str, Group]) -> dict[str, str]:
    """Former key -> key, as far as `known` for papers that were not `replaced`, and those of these groups."""
    kept = {name: key for name, key in known.items() if key not in replaced}
    return kept | {name: group.key for group in groups.values() for name in group.former}


def rewound(
    archive: Archive, then: LinkedBefore, groups: Mapping[str, Group], settings: Settings, assign: precedence.Assign,
    keys: Collection[str] | None = None,
) -> Archive:  # fmt: skip
    """The papers and days of a published archive as they were of the records before a date. `groups`: of all papers as
    they are now; `keys`: of the papers that are asked for: others need not be right."""
    earlier = [day for day in archive.days if day.date < then.date]
    listing_dates = [
        day.date for day in earlier
        if (not day.reconstructed and any(not item.teller for item in day.announced))
        or any(completeness.is_announcement(line) and not is_secondhand(line) for line in day.statements)
    ]  # fmt: skip
    past = announced.past_of(listing_dates, then.newest, settings)
    known = {key: outline for key, outline in archive.outlines.items() if key not in then.replaced}
    moved = {key for key in (known if keys is None else known.keys() & keys) if _moved(known[key], past)}
    fresh = {key: then.groups.get(key) or groups[key] for key in sorted(then.groups.keys() | moved)}
    papers = Layered(
        Papers(fresh, past, assign), lambda: known, lambda key: archive.papers[key] if key in known else None
    )
    made = folding.update(fresh.values(), papers, past, settings.shows, archive.outlines)
    known |= made
    computed = ((key, outline.categories, outline.reconstructed) for key, outline in made.items())
    own = frozenset(settings.drawn)
    by_date = {day.date: day for day in announced.days(papers, fresh.values(), (), own, computed)}
    for day in earlier:  # of which no more is told than that there were some
        if day.statements or any(item.key in known and item.key not in fresh for item in day.papers):
            by_date[day.date] = day
    return replace(
        archive,
        outlines={key: known[key] for key in sorted(known)},
        papers=papers,
        days=tuple(by_date[date] for date in sorted(by_date)),
        redirects=_redirects(archive.redirects, then.replaced, then.groups),
        touched=None,
    )


def summary(
    groups: Iterable[Group], archive: Archive, statements: Sequence[Statement], attempts: Sequence[Attempt],
    settings: Settings,
) -> LogSummary:  # fmt: skip
    """What the next build needs to know of the log of which this archive was folded."""
    records = [record for group in groups for record in group.records]
    days = day_states.DayStates(
        statements, records, attempts, settings.all_holidays, settings.before, settings.acknowledged, settings.ended
    )
    return LogSummary(
        newest=max((record.date for record in records), default=dt.date.min),
        as_of=archive.as_of,
        listing_dates=announced.listing_dates(records, statements),
        redirects=dict(archive.redirects),
        first={category: days.first(category) for category in settings.drawn},
        last=days.last,
        holidays=days.holidays,
        asked=len(attempts),
    )
