"""EDGE: a folder as it was left, and what has changed in it since.

A folder's time of change tells whether a file in it was made, replaced or removed, which is how git and Daybook write:
so the files of a folder that stands as it was left are not even looked at. A fresh checkout has other times throughout,
and the same files.
"""

from __future__ import annotations

import os
import stat
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol


class Known(Protocol):
    """What is known of a file, at least."""

    @property
    def size(self) -> int:
        """In bytes."""

    @property
    def time(self) -> int:
        """Of its last change, in nanoseconds."""


class Row(NamedTuple):
    """A file as it was left."""

    hash: str  # empty: it is no regular file, or cannot be read
    size: int = 0
    time: int = 0
    depends: str = ""
    """What it was made of, as whoever made it names that."""


class Folder(NamedTuple):
    """A folder as it is remembered, with its files by name."""

    time: int
    files: dict[str, Row]


class Changes(NamedTuple):
    """What has become of a folder."""

    folders: dict[str, int]  # as they stand now: path -> time
    files: dict[str, os.stat_result]  # that are new, or not as they were; links too
    gone: list[str]  # files


class Tree:
    """A folder as it was left. Paths are relative to it, `/` between their parts; its own is empty."""

    def __init__(self, top: Path, folders: Mapping[str, int], files: Mapping[str, Known] | None = None) -> None:
        """folders: path -> time, as `folders` gave them; files: path -> what is known of it."""
        self._top, self._folders, self._files = top, folders, files or {}

    def stands(self) -> bool:
        """Whether all folders are as they were. No file is looked at."""
        return bool(self._folders) and all(time_of(self._top / path) == time for path, time in self._folders.items())

    def is_copied(self) -> bool:
        """Whether it holds the files that are known, each of its size, and the times of all are others: so it was
        copied here or unpacked, as in a fresh checkout, and nobody has changed a file in it since."""
        found = scan(self._top)
        return found.keys() == self._files.keys() and all(
            found[path][0] == known.size and found[path][1] != known.time for path, known in self._files.items()
        )

    def changes(self, roots: Sequence[str] = ("",), newest: int = 0) -> Changes:
        """What has changed in these folders. So many of the last ones by name in each are looked into even where they
        stand as they were: a person may have changed a file in place. Raises OSError at one that cannot be read."""
        inner, now, changed = defaultdict[str, list[str]](list), dict[str, int](), dict[str, os.stat_result]()
        for path in self._folders:
            if path:
                inner[path.rpartition("/")[0]].append(path)
        present: dict[str, set[str]] = {}  # of the folders that were looked into, their files

        def look(folder: str) -> list[str]:
            """Take down the files of a folder; the folders in it."""
            below, here = list[str](), present.setdefault(folder, set())
            with os.scandir(self._top / folder) as entries:
                for entry in entries:
                    path = f"{folder}/{entry.name}" if folder else entry.name
                    if entry.is_dir(follow_symlinks=False):
                        below.append(path)
                        continue
                    here.add(path)
                    found, known = entry.stat(follow_symlinks=False), self._files.get(path)
                    if known is None or (known.size, known.time) != (found.st_size, found.st_mtime_ns):
                        changed[path] = found
            return below

        left = [*roots]
        while left:
            folder = left.pop()
            time = time_of(self._top / folder)
            if time is not None:  # nor a link: what lies behind it is not of this folder
                now[folder] = time
                left += inner[folder] if self._folders.get(folder) == time else look(folder)
        for root in roots if newest else ():
            for folder in sorted(path for path in now if f"{path}/".startswith(f"{root}/"))[-newest:]:
                if folder not in present:
                    look(folder)
        gone = []
        if present or len(now) < len(self._folders):
            for path in self._files:
                folder = path.rpartition("/")[0]
                if folder not in now or path not in present.get(folder, (path,)):
                    gone.append(path)
        return Changes(now, changed, gone)


def rows_of(folders: Mapping[str, Folder]) -> dict[str, Row]:
    """What is remembered of all files of these folders, by path."""
    rows = ((path, name, row) for path, folder in folders.items() for name, row in folder.files.items())
    return {f"{path}/{name}" if path else name: row for path, name, row in rows}


def grouped(times: Mapping[str, int], rows: Mapping[str, Row]) -> dict[str, Folder]:
    """These folders, path -> time, to be remembered with what is known of their files; other files are left out."""
    folders = {path: Folder(time, {}) for path, time in times.items()}
    for path, row in rows.items():
        folder, _, name = path.rpartition("/")
        if folder in folders:
            folders[folder].files[name] = row
    return folders


def scan(folder: Path) -> dict[str, tuple[int, int]]:
    """Every file below `folder`: path -> (size in bytes, time of change in nanoseconds)."""
    states: dict[str, tuple[int, int]] = {}
    left = [""]
    while left:
        prefix = left.pop()
        try:
            entries = os.scandir(f"{folder}/{prefix}")
        except (FileNotFoundError, NotADirectoryError):
            continue
        with entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    left.append(f"{prefix}{entry.name}/")
                else:
                    state = entry.stat(follow_symlinks=False)
                    states[prefix + entry.name] = (state.st_size, state.st_mtime_ns)
    return states


def folders(top: Path) -> dict[str, int]:
    """Every folder from this one downwards: path -> its time, which changes when a file is added, removed or renamed in
    it. No file is looked at."""
    found, left = {}, [""]
    while left:
        folder = left.pop()
        time = time_of(top / folder)
        if time is not None:
            found[folder] = time
            with os.scandir(top / folder) as entries:
                inner = [entry.name for entry in entries if entry.is_dir(follow_symlinks=False)]
            left += [f"{folder}/{name}" if folder else name for name in inner]
    return found


def time_of(folder: Path) -> int | None:
    """The time of a folder's last change in nanoseconds; None where there is none, or a link to one."""
    try:
        found = os.lstat(folder)
    except OSError:
        return None
    return found.st_mtime_ns if stat.S_ISDIR(found.st_mode) else None
