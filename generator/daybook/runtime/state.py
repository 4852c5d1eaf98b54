"""EDGE: what can be made again, kept in one SQLite file of the archive: read and written by key. Safe to delete.

    .daybook/state-CODE.sqlite     named after the hash of the code; those of the newest two are kept

A table is kept under a key, the hash of all that each of its rows depends on; under another key it is empty. So a table
that depends on little goes from one version of the code to the next. A row begins with the hash of what follows: a file
that is damaged is removed, and begun anew. Rows are compressed by what the first of a table and folder say, which most
repeat (zlib's dictionaries): they are short, and would take a fifth more of a large archive's state. One process
writes, the holder of the archive's lock; all others, its forks too, read what was committed last. Closed, it is a
single file.
"""

from __future__ import annotations

import logging
import os
import re
import sqlite3
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import blake2b
from itertools import chain, islice
from pathlib import Path
from typing import Any, Generic, TypeVar, cast

import msgspec

from daybook.errors import Damaged, GeneratorError, Unwritable
from daybook.runtime import files
from daybook.runtime.files import ROOT, clear, code_digest

VERSIONS_KEPT = 2  # files of so many versions of the code are kept
_WAIT = 60.0  # seconds for another process to finish writing
_MANY = 500  # names in one query, rows read at a time
_SUM = 8  # bytes of a row's hash
_DIGITS = re.compile(r"\d{4}", re.ASCII)
_LONG = 200  # bytes of a row that is compressed
_FIRST, _SAID = 25, 8192  # rows, and bytes, of a dictionary
_NOT_ITS_FAULT = ("SQLITE_FULL", "SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_READONLY")  # the file may be sound

_LOG = logging.getLogger("daybook.state")
_inherited: list[sqlite3.Connection] = []  # of the process that forked this one; not to be used, nor closed
K = TypeVar("K")
V = TypeVar("V")
Row = TypeVar("Row")


def of(archive: Path) -> State:
    """The state of the archive in a folder, by whichever path: one object in a process."""
    return _states(archive.resolve(), code_digest(ROOT))


class State:
    """The tables of an archive."""

    def __init__(self, archive: Path, code: str) -> None:
        """`code`: the hash of the code."""
        self._folder = files.work_folder(archive)
        self.place = self._folder / f"state-{code[:12]}.sqlite"
        self._database: sqlite3.Connection | None = None
        self._process, self._writes = os.getpid(), False
        self._left: list[sqlite3.Connection] = []  # which may still be read from

    def table(self, name: str, key: str, row: type[Row]) -> Table[Row]:
        """The table `name` with rows of this type, never None."""
        return Table(self, name, key, row)

    def grouped(self, name: str, key: str, row: type[Row]) -> Grouped[Row]:
        """The same of a table that is always read as a whole."""
        groups = cast("type[dict[str, Row]]", dict[str, row])  # type: ignore[valid-type]
        return Grouped(self.table(f"{name}, grouped", key, groups))

    def commit(self) -> None:
        """Let others see what was written, and keep it whatever happens."""
        try:
            if self._database and self._writes:
                self._database.commit()
        except sqlite3.DatabaseError as error:
            raise self.failed(error) from None

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Keep what the block writes, in a single file in the end; of one that fails, what it committed: what the rest
        tells of may not have been done."""
        try:
            yield
        except BaseException:
            if self._database and self._writes and self._process == os.getpid():
                self._database.rollback()
            raise
        finally:
            self.close()

    def close(self) -> None:
        """Keep what was written, in a single file. Only the newest files are kept."""
        if self._database is None or self._process != os.getpid():
            return
        for left in self._left:
            left.close()
        self._left.clear()
        if self._writes and self.place.exists():  # a fork may have found it damaged
            self.commit()
            with suppress(sqlite3.DatabaseError):  # somebody still reads: the next one to close it does this
                self._database.execute("PRAGMA journal_mode = DELETE")
            os.utime(self.place)
            for old in self._others()[VERSIONS_KEPT - 1 :]:
                _remove(old)
        self._database.close()
        self._database, self._writes = None, False

    def reader(self) -> sqlite3.Connection | None:
        """A connection of this process, None: nothing was kept yet."""
        if self._process != os.getpid():
            _inherited.extend([self._database] if self._database else [])
            self._database, self._process, self._writes = None, os.getpid(), False
        if self._database is None:
            self._database = _opened(self.place)
        return self._database

    def writer(self) -> sqlite3.Connection:
        """The connection of the holder of the archive's lock."""
        self.reader()
        if not self._writes:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._left += [self._database] if self._database else []
            if self.place.is_symlink():  # which is not followed: an archive may come from anyone
                _remove(self.place)
            try:
                self._database = _begun(self.place)
            except sqlite3.DatabaseError:
                _remove(self.place)
                self._database = _begun(self.place)
            self._writes = True
        return cast("sqlite3.Connection", self._database)

    def holding(self, name: str, key: str) -> tuple[sqlite3.Connection | None, dict[str, bytes]]:
        """Where a table stands under this key, in the file of another version of the code, too, and the dictionary of
        each folder's rows; None: nowhere."""
        for place in (None, *self._others()):
            database = _opened(place) if place else self.reader()
            try:
                held = database and database.execute("SELECT key FROM tables WHERE name = ?", (name,)).fetchone()
                if database and held and held[0] == key:
                    return database, dict(database.execute("SELECT folder, text FROM said WHERE name = ?", (name,)))
            except sqlite3.DatabaseError:  # damaged, or never written to
                continue
        return None, {}

    def _others(self) -> list[Path]:
        """The files of other versions of the code, the newest first."""
        found = [each for each in self._folder.glob("state-*.sqlite") if each != self.place]
        return sorted(found, key=lambda each: (-each.lstat().st_mtime_ns, each.name))

    def failed(self, error: sqlite3.DatabaseError) -> GeneratorError:
        """What an error of SQLite says of the file."""
        if getattr(error, "sqlite_errorname", "").startswith(_NOT_ITS_FAULT):
            hint = "check disk space and permissions, then run the command again"
            return Unwritable(f"cannot be written: {error}", subject=str(self.place), hint=hint)
        return self.damaged()

    def damaged(self) -> Damaged:
        """Remove the file, and those of other versions, from which tables may come; the error that says so."""
        self.clear()
        return Damaged("was damaged, and is removed", subject=str(self.place), hint="run the command again")

    def clear(self) -> None:
        """Remove all that is kept."""
        if self._database and self._process == os.getpid():
            self._database.close()
        self._database, self._writes = None, False
        for place in (self.place, *self._others()):
            _remove(place)


_states = cache(State)


class Table(Mapping[str, Row]):
    """One table: name -> row. Reading and writing raise Damaged."""

    def __init__(self, state: State, name: str, key: str, row: type[Row]) -> None:
        self._state, self._name, self._key = state, name, key
        self._encode, self._decode = msgspec.msgpack.Encoder().encode, msgspec.msgpack.Decoder(row).decode
        self._former: sqlite3.Connection | None = None
        self._process, self._own = 0, False
        self._said: dict[str, bytes] = {}  # folder -> the dictionary of its rows
        _LOG.debug("%s: %s", name, "known" if self._reader() else "begins anew")

    def __getitem__(self, name: str) -> Row:
        for _, row in self._rows("WHERE name = ?", (name,)):
            return row
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return (name for (name,) in self._select("SELECT name", "ORDER BY name", ()))

    def __len__(self) -> int:
        return sum(number for (number,) in self._select("SELECT count(*)", "", ()))

    def some(self, names: Iterable[str]) -> dict[str, Row]:
        """The rows of these names, as far as there are any."""
        wanted, found = list(dict.fromkeys(names)), dict[str, Row]()
        for start in range(0, len(wanted), _MANY):
            part = wanted[start : start + _MANY]
            found.update(self._rows(f"WHERE name IN ({','.join('?' * len(part))})", part))
        return found

    def beginning(self, start: str) -> list[str]:
        """The names that begin so."""
        where = "WHERE name >= ? AND name < ? ORDER BY name"
        return [name for (name,) in self._select("SELECT name", where, (start, f"{start}\U0010ffff"))]

    def all(self) -> dict[str, Row]:
        """All rows, by name."""
        return dict(self._rows("ORDER BY name", ()))

    def put(self, rows: Iterable[tuple[str, Row]]) -> None:
        """Write rows, in place of those of the same names."""
        encoded = ((name, self._encode(row)) for name, row in rows)
        while part := list(islice(encoded, _MANY)):
            own, first = self._writer(), defaultdict[str, list[bytes]](list)
            for name, data in part:
                if len(data) > _LONG and (folder := _folder(name)) not in self._said:
                    first[folder].append(data)
            for folder, said in first.items():
                if len(said) >= _FIRST:  # so many at a time make a dictionary
                    self._said[folder] = b"".join(said[:_FIRST])[:_SAID]
                    own.execute("INSERT INTO said VALUES (?, ?, ?)", (self._name, folder, self._said[folder]))
            packed = ((name, _packed(data, self._said.get(_folder(name), b""))) for name, data in part)
            summed = ((name, _sum(name, data) + data) for name, data in packed)
            self._write(f'INSERT OR REPLACE INTO "{self._name}" VALUES (?, ?)', summed)

    def remove(self, names: Iterable[str]) -> None:
        """Remove rows."""
        self._write(f'DELETE FROM "{self._name}" WHERE name = ?', ((name,) for name in names))

    def hold(self, rows: Mapping[str, Row], *, whole: bool = True) -> None:
        """Hold these rows, and, if they are the `whole`, no others; what is the same is not written."""
        known = self.all() if whole else self.some(rows)
        if gone := known.keys() - rows.keys():
            self.remove(gone)
        if fresh := [(name, rows[name]) for name in sorted(rows) if known.get(name) != rows[name]]:
            self.put(fresh)

    def _rows(self, where: str, names: Iterable[str]) -> Iterator[tuple[str, Row]]:
        for name, data in self._select("SELECT name, row", where, names):
            try:
                if data[:_SUM] != _sum(name, data[_SUM:]):
                    raise self._state.damaged()
                mark, packed = data[_SUM : _SUM + 1], data[_SUM + 1 :]
                if mark != b"=":
                    said = self._said.get(_folder(name), b"") if mark == b"d" else b""
                    packed = zlib.decompressobj(zdict=said).decompress(packed)
                yield name, self._decode(packed)
            except (msgspec.DecodeError, TypeError, zlib.error) as error:
                _LOG.debug("%s: %s: %s", self._name, name, error)
                raise self._state.damaged() from None

    def _select(self, what: str, where: str, names: Iterable[str]) -> Iterator[tuple[Any, ...]]:
        source = self._reader()
        try:
            found = source.execute(f'{what} FROM "{self._name}" {where}', tuple(names)) if source else None
            while found and (part := found.fetchmany(_MANY)):
                yield from part
        except sqlite3.DatabaseError as error:
            raise self._state.failed(error) from None

    def _write(self, what: str, rows: Iterable[tuple[Any, ...]]) -> None:
        try:
            self._writer().executemany(what, rows)
        except sqlite3.DatabaseError as error:
            raise self._state.failed(error) from None

    def _reader(self) -> sqlite3.Connection | None:
        """Where its rows are; None: it has none."""
        own = self._state.reader()
        if self._process != os.getpid():
            found, self._said = self._state.holding(self._name, self._key)
            self._process, self._own = os.getpid(), found is not None and found is own
            self._former = None if self._own else found
        return own if self._own else self._former

    def _writer(self) -> sqlite3.Connection:
        own, former = self._state.writer(), self._reader()
        if not self._own:
            own.execute(f'DROP TABLE IF EXISTS "{self._name}"')
            own.execute(f'CREATE TABLE "{self._name}" (name TEXT PRIMARY KEY, row BLOB) WITHOUT ROWID')
            own.execute("INSERT OR REPLACE INTO tables VALUES (?, ?)", (self._name, self._key))
            own.execute("DELETE FROM said WHERE name = ?", (self._name,))
            own.executemany("INSERT INTO said VALUES (?, ?, ?)", [(self._name, *said) for said in self._said.items()])
            if former:
                rows = former.execute(f'SELECT name, row FROM "{self._name}"')
                own.executemany(f'INSERT INTO "{self._name}" VALUES (?, ?)', rows)
            self._own = True
        return own


class Grouped(Generic[Row]):
    """A table of which many rows are one: those whose names have the same first four digits, as ids of a month and days
    of a year have. So it is smaller, and read in a third of the time."""

    def __init__(self, groups: Table[dict[str, Row]]) -> None:
        self._groups = groups

    def all(self) -> dict[str, Row]:
        """All rows, by name."""
        return dict(sorted(chain.from_iterable(group.items() for group in self._groups.all().values())))

    def hold(self, rows: Mapping[str, Row], *, whole: bool = True) -> None:
        """Hold these rows, and, if they are the `whole`, no others; what is the same is not written."""
        groups = defaultdict[str, dict[str, Row]](dict)
        for name in sorted(rows):
            found = _DIGITS.search(name)
            groups[found[0] if found else ""][name] = rows[name]
        known = {} if whole else self._groups.some(groups)
        self._groups.hold({name: {**known.get(name, {}), **own} for name, own in groups.items()}, whole=whole)


class Layered(Mapping[K, V]):
    """What this run knows, and what an earlier one kept besides, read one by one."""

    def __init__(self, known: Mapping[K, V], keys: Callable[[], Iterable[K]], kept: Callable[[K], V | None]) -> None:
        """`keys`: of all that the earlier one may have kept."""
        self._known, self._keys, self._kept = known, keys, kept

    def __getitem__(self, key: K) -> V:
        found = self._known[key] if key in self._known else self._kept(key)
        if found is None:
            raise KeyError(key)
        return found

    def __iter__(self) -> Iterator[K]:
        return (key for key in dict.fromkeys((*self._known, *self._keys())) if key in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def _sum(name: str, data: bytes) -> bytes:
    return blake2b(name.encode(errors="surrogatepass") + b"\0" + data, digest_size=_SUM).digest()


def _folder(name: str) -> str:
    """That in which a file of this name would be; empty: in none."""
    return name.partition("/")[0] if "/" in name else ""


def _packed(data: bytes, said: bytes) -> bytes:
    """A row as it is kept: a mark, and itself or, where that is shorter, compressed. `said`: by this dictionary."""
    packed = data
    if len(data) > _LONG:
        compressor = zlib.compressobj(1, zdict=said)
        packed = compressor.compress(data) + compressor.flush()
    return (b"d" if said else b"z") + packed if len(packed) < len(data) else b"=" + data


def _begun(place: Path) -> sqlite3.Connection:
    database = sqlite3.connect(place, timeout=_WAIT)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = NORMAL")
    database.execute("CREATE TABLE IF NOT EXISTS tables (name TEXT PRIMARY KEY, key TEXT)")
    database.execute("CREATE TABLE IF NOT EXISTS said (name TEXT, folder TEXT, text BLOB, PRIMARY KEY (name, folder))")
    return database


def _opened(place: Path) -> sqlite3.Connection | None:
    """A connection for reading; None where there is no file."""
    if place.is_symlink():
        return None
    try:
        return sqlite3.connect(f"{place.resolve().as_uri()}?mode=ro", uri=True, timeout=_WAIT)
    except sqlite3.OperationalError:
        return None


def _remove(place: Path) -> None:
    for left in place.parent.glob(f"{place.name}*"):
        clear(left)
