"""What layouts show of pages besides their text: a table in .daybook/, by the path of the page. Safe to delete.

Written by as many processes as make pages, read by those that lay them out; each by key, so that a day costs what it
brought.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import msgspec

from generator.runtime import files
from generator.runtime.cache import clear, digest

_WAIT = 60.0  # seconds for another process to finish writing
_SCHEMA = "CREATE TABLE IF NOT EXISTS facts (path TEXT PRIMARY KEY, depends TEXT, data BLOB, sum TEXT) WITHOUT ROWID"


class Facts:
    """The facts of the pages of the archive in a folder."""

    def __init__(self, archive: Path) -> None:
        self._place = files.work_folder(archive) / "facts.sqlite"

    def known(self) -> dict[str, str]:
        """path -> the hash of what its facts depend on. A damaged table is removed, and empty."""
        try:
            with self._open() as database:
                if database.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                    raise sqlite3.DatabaseError
                known = {}
                for path, depends, data, stated in database.execute("SELECT path, depends, data, sum FROM facts"):
                    if stated != digest(path, depends, data):
                        raise sqlite3.DatabaseError
                    known[path] = depends
                return known
        except (sqlite3.DatabaseError, TypeError, AttributeError):  # or a value of another type
            for left in self._place.parent.glob(f"{self._place.name}*"):
                clear(left)
            return {}

    def write(self, rows: Iterable[tuple[str, str, object]]) -> None:
        """Keep what some pages have: path, hash, facts (fit for JSON)."""
        with self._open() as database, database:
            encoded = ((path, depends, msgspec.json.encode(facts)) for path, depends, facts in rows)
            summed = ((path, depends, data, digest(path, depends, data)) for path, depends, data in encoded)
            database.executemany("INSERT OR REPLACE INTO facts VALUES (?, ?, ?, ?)", summed)

    def remove(self, paths: Iterable[str]) -> None:
        """Forget those of pages that are no more."""
        with self._open() as database, database:
            database.executemany("DELETE FROM facts WHERE path = ?", ((path,) for path in paths))

    def reader(self) -> FactsReader:
        """For a process that lays out pages."""
        return FactsReader(self._place)

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        self._place.parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(self._place, timeout=_WAIT)) as database:
            database.execute("PRAGMA synchronous = OFF")  # what a power cut takes is made again
            database.execute(_SCHEMA)
            yield database


class FactsReader:
    """Reads facts one by one; opened by the process that first asks."""

    def __init__(self, place: Path) -> None:
        self._place = place
        self._database: sqlite3.Connection | None = None

    def __call__(self, path: str) -> dict[str, Any]:
        """The facts of the page at `path`; empty where there are none."""
        try:
            if self._database is None:
                self._database = sqlite3.connect(f"{self._place.as_uri()}?mode=ro", uri=True, timeout=_WAIT)
            row = self._database.execute("SELECT data FROM facts WHERE path = ?", (path,)).fetchone()
        except sqlite3.DatabaseError:
            return {}
        found: dict[str, Any] = msgspec.json.decode(row[0]) or {} if row else {}
        return found
