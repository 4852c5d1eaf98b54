"""The log since the last build: which papers and days its changes touch, so that all others need not be read.

    content  file of the log -> the hash of its content
    logged   the same -> the hash and the date of each line
    told     the hash of a record -> the key of its paper
    linked   key -> the records of a paper
    named    what papers are linked by (a title, a DOI, an address) -> their keys
    whole    what is known of all of it

A change to a line is followed to the papers that it is or was a record of, and on to those that may be linked with it
by what they share; they are linked anew, by the same rules as all of them in a first build. Rows stand as long as code,
settings and what people wrote do.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import NamedTuple

from generator.archive import linking
from generator.archive.datestamps import API, OAI
from generator.archive.linking import Group, SameRules
from generator.model import Record, Statement
from generator.runtime.state import State
from generator.store.jsonl import RECORDS, STATEMENTS
from generator.text import markup

Line = Record | Statement
Read = Callable[[str], Sequence[Line]]
"""Gives the lines of a file of the log that may be shown."""


class Linked(NamedTuple):
    """A paper's records, as lines of the log."""

    ids: tuple[str, ...]
    former: tuple[str, ...]
    lines: bytes

    def group(self, key: str) -> Group:
        """As `linking` has it, without the names that only it needs."""
        records = RECORDS.decode(self.lines, "")
        return Group(records, ids=list(self.ids), key=key, former=self.former)


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

    def __init__(self, state: State, key: str) -> None:
        """`key`: the hash of all that linking depends on besides the log."""
        self._content = state.table("content", key, str)
        self._logged = state.table("logged", key, dict[str, dt.date])
        self._told = state.table("told", key, str)
        self._linked = state.table("linked", key, Linked)
        self._named = state.table("named", key, list[str])
        self._fresh: dict[str, Group] = {}  # which no other process can read yet

    def __getitem__(self, key: str) -> Group:
        return self._fresh.get(key) or self._linked[key].group(key)

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

    def keep(self, groups: Sequence[Group], contents: Mapping[str, str], read: Read) -> None:
        """Keep what a first build has linked. `contents`: file of the log -> the hash of its content."""
        self._linked.hold({group.key: _packed(group) for group in groups})
        self._told.hold({_hash(record): group.key for group in groups for record in group.records})
        named: defaultdict[str, list[str]] = defaultdict(list)
        for group in groups:
            for name in _names(group):
                named[name].append(group.key)
        self._named.hold({name: sorted(of) for name, of in named.items()})
        self._logged.hold({name: _dated(read(name)) for name in contents})
        self._content.hold(contents)

    def changes(self, contents: Mapping[str, str], read: Read, same: SameRules) -> Changes:
        """What has changed since the last time; kept. Only files of another content are read."""
        known = self._content.all()
        added, removed, dates, lapsed = list[Record](), set[str](), set[dt.date](), set[dt.date]()
        for name in sorted(known.keys() | contents.keys()):
            if known.get(name) == contents.get(name):
                continue
            before = self._logged.get(name, {})
            lines = {_hash(line): line for line in (read(name) if name in contents else ())}
            fresh = {hashed: line for hashed, line in lines.items() if hashed not in before}
            dates.update(line.date for line in fresh.values())
            added += [line for line in fresh.values() if isinstance(line, Record)]
            lost = before.keys() - lines.keys()
            lapsed.update(before[hashed] for hashed in lost)
            removed |= lost
            self._logged.put([(name, _dated(lines.values()))])
        self._logged.remove(known.keys() - contents.keys())
        self._content.hold(contents)
        removed -= {_hash(record) for record in added}  # to another file
        groups, gone = self._linked_anew(added, removed, same) if added or removed else ({}, frozenset[str]())
        return Changes(groups, gone, frozenset(dates | lapsed), frozenset(lapsed))

    def _linked_anew(
        self, added: Sequence[Record], removed: Collection[str], same: SameRules
    ) -> tuple[dict[str, Group], frozenset[str]]:
        """The papers of these records and of all that may be linked with them, by key; the keys that are gone."""
        known, asked = dict[str, Group](), set[str]()
        waiting = {name for record in added for name in _asks(record, same)}
        keys = set(self._told.some(removed).values())
        while waiting or keys:
            asked |= waiting
            keys.update(key for found in self._named.some(waiting).values() for key in found)
            more = {key: self[key] for key in sorted(keys - known.keys())}
            known |= more
            waiting = {name for group in more.values() for record in group.records for name in _asks(record, same)}
            waiting, keys = waiting - asked, set()
        records = {_hash(record): record for group in known.values() for record in group.records}
        records |= {_hash(record): record for record in added}
        left = (record for hashed, record in records.items() if hashed not in removed)
        groups = {group.key: group for group in linking.link(left, same)}
        self._rename(known, groups)
        gone = frozenset(known.keys() - groups.keys())
        self._fresh |= groups
        self._linked.remove(gone)
        self._linked.put((key, _packed(group)) for key, group in groups.items())
        self._told.remove(removed)
        self._told.put((_hash(record), key) for key, group in groups.items() for record in group.records)
        return groups, gone

    def _rename(self, before: Mapping[str, Group], after: Mapping[str, Group]) -> None:
        """Have the names of these papers lead to them."""
        was = {(name, key) for key, group in before.items() for name in _names(group)}
        now = {(name, key) for key, group in after.items() for name in _names(group)}
        rows = {name: set[str]() for name, _ in was ^ now}
        for name, keys in self._named.some(rows).items():
            rows[name].update(keys)
        for name, key in was - now:
            rows[name].discard(key)
        for name, key in now - was:
            rows[name].add(key)
        self._named.put((name, sorted(keys)) for name, keys in rows.items() if keys)
        self._named.remove(name for name, keys in rows.items() if not keys)


def _dated(lines: Iterable[Line]) -> dict[str, dt.date]:
    return {_hash(line): line.date for line in lines}


def _packed(group: Group) -> Linked:
    lines = b"".join(RECORDS.encode(record) + b"\n" for record in group.records)
    return Linked(tuple(group.ids), group.former, lines)


def _hash(line: Line) -> str:
    encoded = RECORDS.encode(line) if isinstance(line, Record) else STATEMENTS.encode(line)
    return blake2b(encoded, digest_size=8).hexdigest()


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


def _asks(record: Record, same: SameRules) -> Iterator[str]:
    """The names of papers with which a record may be linked, by what it says or by a person's word."""
    ident = linking.ident_of(record)
    if ident:
        yield f"id {ident}"
    yield from (f"loose {name}" if ident else name for name in _shared(record))
    if same.same:
        own = {ident, None if record.arxiv_id else linking.title_address(record.title)}
        named = {name for names in same.same if own.intersection(names) for name in names}
        yield from (f"{kind} {name}" for name in named for kind in ("id", "called"))


def _shared(record: Record) -> Iterator[str]:
    yield blake2b(markup.title_key(record.title).encode(errors="surrogatepass"), digest_size=8).hexdigest()
    yield from (f"{name}" if isinstance(name, str) else " ".join(name) for name in linking.names(record))
