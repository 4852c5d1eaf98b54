"""What a site holds, as the last build left it: of each file its SHA-256 (empty where it is no regular file) and what
it was made of: the hash of that file, or the state of the one that it copies; empty: every build makes it.

A build reads nothing of a site that stands as it was left, see `runtime.files`. What somebody changed in place is found
by `daybook check --site`.

A site has the sums of what other archives read, and a release those of all. Files whose names begin with a dot are not
published, and are not listed.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path

from daybook.runtime import files, parallel, state
from daybook.runtime.files import FileRow, Folder, Tree, digest, scan, time_of
from daybook.runtime.parallel import Watch
from daybook.runtime.sha256sums import SUMMED, SUMS, sums_text
from daybook.runtime.state import State, Table

TABLE = "files"
DOUBTFUL = "?"  # in place of what a file was made of, where that is not known

_KEY = "/"  # of the row with the hash of the code and settings that the site was built with; no folder has it
_SLICE = 500  # files that a process reads at a time


class Manifest:
    """The files of the site in a folder. `rows`: path -> what is known of it; `folders`: path -> its time; `doubtful`:
    what is not as the last build with the same code and settings left it, path -> what it had been made of then."""

    def __init__(self, site: Path, state: State, key: str) -> None:
        self._site, self._state, self._key = site, state, key
        self._table = _table(state, site)
        kept = self._table.all()
        under = set(kept.pop(_KEY, Folder(0, {})).files)
        self.folders = {path: folder.time for path, folder in kept.items()}
        self.rows = files.rows_of(kept)
        self._kept = self.folders, dict(self.rows)
        self.doubtful: dict[str, str] = {}
        self._verify()
        if under != {key}:
            self.rows = {path: row._replace(depends=DOUBTFUL) for path, row in self.rows.items()}
            self.doubtful = dict.fromkeys(self.rows, "")

    def sources(self) -> dict[str, str]:
        """Source path -> hash, of all that the site was made of."""
        made = {path: row.depends for path, row in self.rows.items() if row.depends != DOUBTFUL} | self.doubtful
        return {source(path): of for path, of in made.items() if of}

    def keep(self, rows: dict[str, FileRow], touched: Iterable[str]) -> None:
        """Write down what the site holds now. `touched`: files that were put in or removed."""
        self.rows, (times, known) = rows, self._kept
        above = {folder for path in touched for folder in _above(path)}
        now = {folder: time_of(self._site / folder) for folder in above}
        self.folders = {folder: time for folder, time in (self.folders | now).items() if time is not None}
        fresh = {folder for folder, time in self.folders.items() if times.get(folder) != time}
        fresh |= {path.rpartition("/")[0] for path, row in rows.items() if known.get(path) != row}
        fresh |= {path.rpartition("/")[0] for path in known.keys() - rows.keys()} & self.folders.keys()
        written = files.grouped({folder: self.folders[folder] for folder in fresh}, rows)
        self._table.put([*written.items(), (_KEY, Folder(0, {self._key: FileRow("")}))])
        self._table.remove(times.keys() - self.folders.keys())
        self._kept = self.folders, dict(rows)
        self._state.commit()

    def _verify(self) -> None:
        """Look into the folders that are not as they were left, and into those that are not known."""
        left = Tree(self._site, self.folders, self.rows)
        if self.folders and self.folders.get("") != time_of(self._site) and left.is_copied():
            self.folders = {folder: time_of(self._site / folder) or 0 for folder in self.folders}
            left = Tree(self._site, self.folders, self.rows)
        self.folders, changed, gone = left.changes()
        self.doubtful = {path: self.rows.pop(path).depends for path in gone}
        regular = [path for path, found in changed.items() if stat.S_ISREG(found.st_mode)]
        for path, row in (dict.fromkeys(changed, FileRow("")) | rows_read(self._site, regular)).items():
            known = self.rows.get(path)
            same = known is not None and known.hash == row.hash
            self.rows[path] = row._replace(depends=known.depends if known and same else DOUBTFUL)
            if not same:
                self.doubtful[path] = known.depends if known else ""


def _table(state: State, site: Path) -> Table[Folder]:
    """The table of the folders of the site in a folder, by path."""
    return state.table(TABLE, digest(os.path.realpath(site)), Folder)


def _above(path: str) -> Iterable[str]:
    while path:
        path = path.rpartition("/")[0]
        yield path


def rows_built(site: Path, archive: Path) -> dict[str, FileRow]:
    """What an archive's site holds, as the last build left it, by path; empty where nothing is known of that."""
    kept = _table(state.of(archive), site).all()
    kept.pop(_KEY, None)
    return files.rows_of(kept)


class Served(Container[str]):
    """The files of a site that is being made, as links ask for them: those of MkDocs, and what comes of `sources`."""

    def __init__(self, files: Iterable[str], sources: Container[str]) -> None:
        self._files, self._sources = frozenset(files), sources

    def __contains__(self, path: object) -> bool:
        return source(str(path)) in self._sources or path in self._files


def source(path: str) -> str:
    """The source path of what a site has at a path."""
    return f"{path[:-5]}.md" if path.endswith(".html") else path


def rows_read(folder: Path, paths: Sequence[str], watch: Watch = lambda counts, total: counts) -> dict[str, FileRow]:
    """What these files of a folder hold, read on all cores; of one that cannot be read, no hash."""
    slices = parallel.shared(partial(_read, str(folder)), paths, _SLICE)
    return dict(chain(*parallel.watched(slices, len, lambda counts: watch(counts, len(paths)))))


def _read(folder: str, paths: Sequence[str]) -> list[tuple[str, FileRow]]:
    rows = []
    for path in paths:
        try:
            with open(f"{folder}/{path}", "rb", buffering=0) as file:  # noqa: PTH123 - of thousands: twice as fast
                hashed, found = hashlib.file_digest(file, "sha256").hexdigest(), os.fstat(file.fileno())
            rows.append((path, FileRow(hashed, found.st_size, found.st_mtime_ns)))
        except OSError:
            rows.append((path, FileRow("")))
    return rows


@dataclass(frozen=True, slots=True)
class Differences:
    """How files differ from their sums: paths, sorted."""

    changed: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    checked: int = 0  # files that were compared

    def __bool__(self) -> bool:
        return bool(self.changed or self.missing or self.added)


def sums_file(rows: Mapping[str, FileRow]) -> dict[str, bytes]:
    """The file of sums that a site has. `rows`: of all its files."""
    held = (path for path in rows if path.startswith(SUMMED) and path != SUMS and not is_hidden(path))
    return {SUMS: sums_text({path.removeprefix(SUMMED): rows[path].hash for path in held})}


def built_sums(site: Path, archive: Path) -> dict[str, str]:
    """path -> SHA-256 of each file of an archive's site that is published, as the last build left it; empty where
    nothing is known of that."""
    return {path: row.hash for path, row in rows_built(site, archive).items() if not is_hidden(path)}


def is_hidden(path: str) -> bool:
    """Whether a file, or a folder that it lies in, is not published."""
    return path.startswith(".") or "/." in path


def compared(folder: Path, sums: Mapping[str, str], ignored: Collection[str], watch: Watch) -> Differences:
    """How the files of a folder differ from their sums. Hidden files and those `ignored` may be there. Every file that
    has a sum is read, on all cores."""
    present = scan(folder)
    wanted = sorted(path for path in sums if path in present)
    added = sorted(path for path in present if path not in sums and path not in ignored and not is_hidden(path))
    changed = [path for path, row in rows_read(folder, wanted, watch).items() if row.hash != sums[path]]
    missing = sorted(path for path in sums if path not in present)
    return Differences(tuple(changed), tuple(missing), tuple(added), len(wanted))
