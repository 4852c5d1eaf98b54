"""How the files of the log stood when they were last in order: what has not changed since is not read again.

A folder's time of change tells whether a file in it was made, replaced or removed, which is how git and Daybook write;
so the files of a folder that stands as it was left are not even looked at. Those in the newest folders always are: a
person may have changed one in place.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from daybook.errors import StoreError, Unwritable
from daybook.runtime import files, state
from daybook.runtime.files import digest

NEWEST = 3
"""So many of the last folders by name are always looked into."""
_SUFFIX = ".jsonl"
_KEY = "by folder"
_Row = list[str]
"""Of a file: its name, its size in bytes, its time of change in nanoseconds, and the hash of its content, which a new
checkout leaves."""


@dataclass(slots=True)
class Standing:
    """The files of some folders of an archive, as they stood and as they stand."""

    root: Path
    table: str  # the state's name of what is remembered
    roots: tuple[str, ...]  # folders below the archive, with all that is in them
    _known: dict[str, tuple[str, dict[str, _Row]]] = field(init=False, default_factory=dict)

    def settle(self, mend: Callable[[str], object]) -> list[StoreError]:
        """Call `mend` with the path, below the archive, of each file that has changed since it was last in order.
        Returns what it raised but Unwritable, of files that count as changed the next time, too."""
        faults: dict[str, StoreError] = {}
        kept = state.of(self.root).table(self.table, _KEY, list[str])
        table = kept.all()
        self._remember(table)
        before = self._standing()
        for name in _changed(self._known, before):
            try:
                mend(name)
            except Unwritable:
                raise
            except StoreError as error:
                faults[name] = error
        self._known = before
        left = {
            folder: [time, *(text for row in rows.values() for text in _marked(row, f"{folder}/{row[0]}" in faults))]
            for folder, (time, rows) in self._standing().items()
        }
        if left != table:
            kept.hold(left)
        return list(faults.values())

    def contents(self) -> dict[str, str]:
        """The hash of the content of each file, by its path below the archive; only those that have changed since they
        were settled are read. Empty: it cannot be read."""
        self._remember(state.of(self.root).table(self.table, _KEY, list[str]).all())
        return {
            f"{folder}/{name}": row[3] for folder, (_, rows) in self._standing().items() for name, row in rows.items()
        }

    def _remember(self, table: dict[str, list[str]]) -> None:
        self._known = {name: (row[0], _rows(row[1:])) for name, row in table.items()}

    def _standing(self) -> dict[str, tuple[str, dict[str, _Row]]]:
        standing = {}
        for root in self.roots:
            folders = sorted(self._folders(root))
            newest = {name for name, _ in folders[-NEWEST:]}
            for name, time in folders:
                former, rows = self._known.get(name, ("", {}))
                standing[name] = (time, rows if former == time and name not in newest else self._files(name, rows))
        return standing

    def _folders(self, name: str) -> list[tuple[str, str]]:
        """(path, time of change) of a folder and of those below it; those of one that has not changed are known."""
        folder = self.root / name
        if not folder.is_dir():
            return []
        time = str(folder.stat().st_mtime_ns)
        if self._known.get(name, ("",))[0] == time:
            below = [each for each in self._known if each.rpartition("/")[0] == name]
        else:
            below = [f"{name}/{entry.name}" for entry in _entries(folder) if entry.is_dir(follow_symlinks=False)]
        return [(name, time), *(found for each in below for found in self._folders(each))]

    def _files(self, folder: str, known: dict[str, _Row]) -> dict[str, _Row]:
        rows = {}
        for entry in sorted(_entries(self.root / folder), key=lambda each: each.name):
            if entry.name.endswith(_SUFFIX):  # also a folder, which is refused
                found, row = entry.stat(follow_symlinks=False), known.get(entry.name, [])
                now = [entry.name, str(found.st_size), str(found.st_mtime_ns)]
                if row[:3] != now:
                    row = [*now, ""]
                    with suppress(StoreError):
                        row[3] = digest(files.read(Path(entry.path)) or b"")
                rows[entry.name] = row
        return rows


def _entries(folder: Path) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except OSError as error:
        problem = f"cannot be read: {error.strerror}"
        raise StoreError(problem, subject=str(folder), hint="check its permissions") from error


def _changed(
    known: dict[str, tuple[str, dict[str, _Row]]], standing: dict[str, tuple[str, dict[str, _Row]]]
) -> list[str]:
    """The paths of files whose content is another than known, or could not be read."""
    return [
        f"{folder}/{name}"
        for folder, (_, rows) in standing.items()
        for name, row in rows.items()
        if not row[3] or known.get(folder, ("", {}))[1].get(name, [])[3:] != row[3:]
    ]


def _marked(row: _Row, unsound: bool) -> _Row:
    return [*row[:3], "" if unsound else row[3]]


def _rows(flat: list[str]) -> dict[str, _Row]:
    return {flat[k]: flat[k : k + 4] for k in range(0, len(flat), 4)}
