"""The log since the last build: which papers and days its changes touch, so that all others need not be read.

    content  file of the log -> the hash of its content
    logged   the same -> the hash of each line, its date and where it stands
    told     the hash of a record -> the key of its paper
    linked   key -> the records of a paper, each as its file and its hash
    named    what papers are linked by (a title, a DOI, an address) -> their keys
    whole    what is known of all of it

A change to a line is followed to the papers that it is or was a record of, and on to those that may be linked with it
by what they share; they are linked anew, by the same rules as all of them in a first build. Rows stand as long as code,
settings and what people wrote do. No record is kept besides the log: it is read there.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple

from daybook.coverage.witnesses import API, OAI
from daybook.errors import StoreError
from daybook.fold import linking
from daybook.fold.linking import Group, SameRules
from daybook.log import statements
from daybook.model import Record, Statement
from daybook.model.jsonl import to_json
from daybook.runtime.state import State
from daybook.text import markup

Line = Record | Statement
Read = Callable[[str], Sequence[tuple[Line, int, int]]]
"""Gives the lines of a file of the log that may be shown, and where they stand; see `Store.lines_of`."""
Reread = Callable[[str, int, int], Record]
"""Gives the record of such a line."""
FILES = 16
"""So many files' lines are held at a time."""


class Logged(NamedTuple):
    """A line of a file of the log: its date, where it begins and how long it is."""

    date: dt.date
    start: int
    size: int


class Linked(NamedTuple):
    """A paper's records, as the file and the hash of each, and the names under which others may find it."""

    ids: tuple[str, ...]
    former: tuple[str, ...]
    lines: tuple[tuple[str, str], ...]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Changes:
    """What is new in the log."""

    groups: Mapping[str, Group]
    """Of papers whose records are others now, by key."""
    gone: frozenset[str]
    """Keys that are no longer any paper's."""
    dates: frozenset[dt.date]
    """Of which records or statements came or went."""
    lost: frozenset[dt.date]
    """Of which some went."""


class Groups(Mapping[str, Group]):
    """The records of all papers, by key; read one by one."""

    def __init__(self, state: State, key: str, reread: Reread) -> None:
        """`key`: the hash of all that linking depends on besides the log."""
        self._state, self._reread = state, reread
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
            record = self._reread(file, place.start, place.size)
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
        whose metadata came that day from arXiv's services."""
        rows = self._named.some((f"date {date}", f"harvest {date}") if harvested else (f"date {date}",))
        return sorted({key for keys in rows.values() for key in keys})

    def begin(self, names: Iterable[str], contents: Mapping[str, str], read: Read, same: SameRules) -> list[Group]:
        """All papers of these files, linked; kept. `contents`: file of the log -> the hash of its content."""
        files = dict[str, str]()
        lines = {name: {_hash(line[0]): line for line in read(name)} for name in names}
        self._logged.hold({name: _places(of) for name, of in lines.items()})
        for name, of in lines.items():
            files.update(dict.fromkeys(of, name))
        groups = linking.link(
            (line for of in lines.values() for line, _, _ in of.values() if isinstance(line, Record)), same
        )
        rows = {group.key: _row(group, files) for group in groups}
        self._linked.hold(rows)
        self._told.hold({hashed: key for key, row in rows.items() for _, hashed in row.lines})
        named: defaultdict[str, list[str]] = defaultdict(list)
        for key, row in rows.items():
            for name in row.names:
                named[name].append(key)
        self._named.hold({name: sorted(of) for name, of in named.items()})
        self._content.hold(contents)
        return groups

    def changes(self, contents: Mapping[str, str], read: Read, same: SameRules) -> Changes:
        """What has changed since the last time; kept. Only files of another content are read."""
        known = self._content.all()
        added, removed, dates, lapsed = dict[str, Record](), set[str](), set[dt.date](), set[dt.date]()
        files = dict[str, str]()
        for name in sorted(known.keys() | contents.keys()):
            if known.get(name) == contents.get(name):
                continue
            before = self._logged.get(name, {})
            lines = {_hash(line[0]): line for line in (read(name) if name in contents else ())}
            fresh = {hashed: line for hashed, (line, _, _) in lines.items() if hashed not in before}
            dates.update(line.date for line in fresh.values())
            added |= {hashed: line for hashed, line in fresh.items() if isinstance(line, Record)}
            lost = before.keys() - lines.keys()
            lapsed.update(before[hashed].date for hashed in lost)
            removed |= lost
            files.update(dict.fromkeys(fresh, name))
            self._renewed[name] = _places(lines)
        self._logged.put(self._renewed.items())
        self._logged.remove(known.keys() - contents.keys())
        self._content.hold(contents)
        removed -= added.keys()  # to another file
        groups, gone = self._linked_anew(added, removed, files, same) if added or removed else ({}, frozenset[str]())
        return Changes(groups, gone, frozenset(dates | lapsed), frozenset(lapsed))

    def _linked_anew(
        self, added: Mapping[str, Record], removed: Collection[str], files: Mapping[str, str], same: SameRules
    ) -> tuple[dict[str, Group], frozenset[str]]:
        """The papers of these records (by hash) and of all that may be linked with them, by key; the keys that are
        gone. `files`: the hash of one that was added -> its file."""
        names = {name for record in added.values() for name in _asks(_names(Group([record])), same)}
        known = self._near(self._told.some(removed).values(), names, same)
        stood = {hashed: file for row in known.values() for file, hashed in row.lines if hashed not in removed}
        left = (self._record(file, hashed) for hashed, file in stood.items() if hashed not in added)
        groups = {group.key: group for group in linking.link([*left, *added.values()], same)}
        rows = {key: _row(group, {**stood, **files}) for key, group in groups.items()}
        self._rename(known, rows)
        gone = frozenset(known.keys() - groups.keys())
        self._fresh |= groups
        self._linked.remove(gone)
        self._linked.put(rows.items())
        self._told.remove(removed)
        self._told.put((hashed, key) for key, row in rows.items() for _, hashed in row.lines)
        return groups, gone

    def _near(self, keys: Iterable[str], names: Iterable[str], same: SameRules) -> dict[str, Linked]:
        """The papers of these keys and names, and all that may be linked with them, by key."""
        known, asked, wanted, waiting = dict[str, Linked](), set[str](), set(keys), set(names)
        while waiting or wanted:
            asked |= waiting
            wanted.update(key for found in self._named.some(waiting).values() for key in found)
            more = self._linked.some(wanted - known.keys())
            known |= more
            waiting, wanted = {name for row in more.values() for name in _asks(row.names, same)} - asked, set()
        return known

    def stand(self, contents: Mapping[str, str]) -> bool:
        """Whether these are the papers of a log with these contents."""
        return self._content.all() == contents

    def before(
        self, date: dt.date, same: SameRules, keys: Iterable[str] | None = None
    ) -> tuple[dict[str, Group], Collection[str], dt.date]:
        """The papers (by key) that had, or shared, other records before a date, as they were linked then; the keys of
        those of now that take their place; and the newest date of a record then. `keys`: of these papers alone."""
        lines = [of for name, of in self._logged.all().items() if not name.startswith(f"{statements.COVERAGE}/")]
        late = {hashed for of in lines for hashed, line in of.items() if line.date >= date}
        rows = self._near(self._told.some(late).values() if keys is None else keys, (), same)
        held = [line for row in rows.values() for line in row.lines if line[1] not in late]
        groups = {group.key: group for group in linking.link((self._record(*line) for line in held), same)}
        dates = (line.date for of in lines for line in of.values() if line.date < date)
        return groups, rows.keys(), max(dates, default=dt.date.min)

    def _rename(self, before: Mapping[str, Linked], after: Mapping[str, Linked]) -> None:
        """Have the names of these papers lead to them."""
        was, now = ({(name, key) for key, row in of.items() for name in row.names} for of in (before, after))
        rows = {name: set[str]() for name, _ in was ^ now}
        for name, keys in self._named.some(rows).items():
            rows[name].update(keys)
        for name, key in was - now:
            rows[name].discard(key)
        for name, key in now - was:
            rows[name].add(key)
        self._named.put((name, sorted(keys)) for name, keys in rows.items() if keys)
        self._named.remove(name for name, keys in rows.items() if not keys)


def _places(lines: Mapping[str, tuple[Line, int, int]]) -> dict[str, Logged]:
    return {hashed: Logged(line.date, start, size) for hashed, (line, start, size) in lines.items()}


def _row(group: Group, files: Mapping[str, str]) -> Linked:
    """`files`: the hash of a record -> the file that it stands in."""
    lines = tuple((files[hashed], hashed) for hashed in map(_hash, group.records))
    return Linked(tuple(group.ids), group.former, lines, tuple(sorted(_names(group))))


def _hash(line: Line) -> str:
    return blake2b(to_json(line), digest_size=8).hexdigest()


def _names(group: Group) -> set[str]:
    """Under which names others may find a paper, apart for those that have a record without an arXiv id: only such a
    one joins others by what they share."""
    loose = not all(map(linking.ident_of, group.records))
    names = {name for record in group.records for name in _shared(record)}
    ids = {f"id {ident}" for record in group.records if (ident := linking.ident_of(record))}
    told = [record for record in group.records if record.type != "harvest" or record is group.records[0]]
    ids |= {f"date {record.date}" for record in told}
    ids |= {f"harvest {record.date}" for record in group.records if record.source in (OAI, API)}
    ids |= {f"called {address}" for address in group.addresses()}
    return {*ids, *names, *(f"loose {name}" for name in names if loose)}


def _asks(names: Collection[str], same: SameRules) -> Iterator[str]:
    """The names of papers with which one of these names may be linked, by what it says or by a person's word."""
    own = set[str]()
    for name in names:
        kind, _, told = name.partition(" ")
        if kind in ("id", "called"):
            own.add(told)
        if kind == "id":
            yield name
        elif kind not in ("called", "date", "harvest", "loose"):
            yield name if f"loose {name}" in names else f"loose {name}"
    for names in (names for names in same.same if not own.isdisjoint(names)):
        yield from (f"{kind} {name}" for name in names for kind in ("id", "called"))


def _shared(record: Record) -> Iterator[str]:
    yield blake2b(markup.title_key(record.title).encode(errors="surrogatepass"), digest_size=8).hexdigest()
    yield from (f"{name}" if isinstance(name, str) else " ".join(name) for name in linking.names(record))
