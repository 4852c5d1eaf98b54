"""How an archive lies on disk: in its git clone, by its sizes, and as its files stood when they were last in order.

Nothing here changes a clone or asks the network. `Standing` spares reading what has not changed: a folder's time of
change tells whether a file in it was made, replaced or removed, which is how git and Daybook write; so the files of a
folder that stands as it was left are not even looked at. Those in the newest folders always are: a person may have
changed one in place.
"""

from __future__ import annotations

import datetime as dt
import os
import re
import subprocess
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from daybook.errors import StoreError, Unwritable
from daybook.runtime import files, state
from daybook.runtime.files import digest

FORMER = "coverage.jsonl"
"""The one file that earlier versions kept all statements in."""
KINDS = {
    "records": "records", "coverage": "statements", "listings": "listings", "attempts": "attempts",
    "summaries": "summaries", "older": "older",
}  # fmt: skip
"""The folders that grow, and what their files are called."""
NEWEST = 3
"""So many of the last folders by name are always looked into."""
_GITHUB = re.compile(r"(?:https://(?:[^\s/@]*@)?|ssh://git@|git@)github\.com[:/]([\w.-]+)/([\w.-]+?)(?:\.git)?/?")
_LONGEST = 120
"""Seconds that git may take to compare a clone's files with its index."""
_MONTH = re.compile(r"/(\d{4})[-/](\d\d)\b")
_OF_IDS = re.compile(r"/(\d\d)(\d\d)\b")
_Row = list[str]
"""Of a file: its name, its size in bytes, its time of change in nanoseconds, and the hash of its content, which a new
checkout leaves; empty: it cannot be read, or was not in order."""
_Folders = dict[str, tuple[str, dict[str, _Row]]]
"""Path of a folder -> its time of change, and its files by name."""


@dataclass(frozen=True, slots=True)
class Clone:
    """A git clone, as git tells of it. Every method asks git anew."""

    root: Path  # its top folder

    def remote(self) -> str:
        """The address of the remote `origin`, else of the first one; empty: there is none."""
        names = self._ask("remote").splitlines()
        return self._line("remote", "get-url", "origin" if "origin" in names or not names else names[0])

    def branch(self) -> str:
        """The name of the branch; empty where none is checked out."""
        return self._line("symbolic-ref", "--quiet", "--short", "HEAD")

    def author(self) -> str:
        """Who a commit would name; empty: git does not know, and would refuse it."""
        name, address = self._line("config", "user.name"), self._line("config", "user.email")
        return f"{name} <{address}>" if name and address else ""

    def not_committed(self, folder: Path) -> list[str]:
        """The files below a folder that are new or changed since the last commit, by their paths below the root."""
        form = ("--porcelain=v1", "--no-renames", "--untracked-files=all")
        return [line[3:] for line in self._paths("status", *form, "--", str(folder))]

    def not_pushed(self) -> int:
        """The number of commits that the branch's remote did not have when git last asked it; 0 where it has none."""
        return int(self._line("rev-list", "--count", "@{upstream}..HEAD") or 0)

    def kept_apart(self, pattern: str) -> list[str]:
        """The branches of the remote, by a pattern of their names, that hold commits which this branch has not."""
        form = ("--format=%(refname:short)", "--no-merged=HEAD")
        return self._ask("for-each-ref", *form, f"refs/remotes/origin/{pattern}").splitlines()

    def ignores(self, path: Path) -> bool:
        """Whether git leaves out this file."""
        return bool(self._ask("check-ignore", "--", str(path)))

    def files(self, folder: Path) -> list[Path]:
        """All files below a folder that are in git or would be added to it."""
        listed = self._paths("ls-files", "--cached", "--others", "--exclude-standard", "--", str(folder))
        return [self.root / name for name in dict.fromkeys(listed)]

    def last_commit(self) -> dt.datetime | None:
        """When the last commit was made; None: there is none."""
        line = self._line("log", "-1", "--format=%cI")
        return dt.datetime.fromisoformat(line) if line else None

    def text(self, name: str) -> str | None:
        """The text of a file, by its path below the root; None where there is none."""
        data = files.read(self.root / name)
        return None if data is None else data.decode("utf-8", "replace")

    def _ask(self, *words: str) -> str:
        """What git prints; nothing where it fails."""
        done = _git(self.root, *words)
        return os.fsdecode(done.stdout) if done.returncode == 0 else ""

    def _line(self, *words: str) -> str:
        return " ".join(self._ask(*words).splitlines())

    def _paths(self, command: str, *words: str) -> list[str]:
        return [part for part in self._ask(command, "-z", *words).split("\0") if part]


def find_clone(folder: Path) -> Clone | None:
    """The clone that a folder lies in; None: it lies in none. Raises StoreError where git is missing or refuses it."""
    done = _git(folder, "rev-parse", "--show-toplevel")
    if done.returncode == 0:
        return Clone(Path(os.fsdecode(done.stdout.rstrip(b"\n"))))
    if "dubious ownership" in done.stderr.decode("utf-8", "replace").partition("\n")[0]:
        hint = f"run git config --global --add safe.directory {folder}, if you trust whoever owns it"
        raise StoreError("git does not read it, as it is another user's", subject=str(folder), hint=hint)
    return None


def on_github(remote: str) -> tuple[str, str] | None:
    """(owner, name) of a repository on GitHub by a remote's address; None: it is elsewhere.

    >>> on_github("git@github.com:teapots/daily.git")
    ('teapots', 'daily')
    """
    found = _GITHUB.fullmatch(remote)
    return (found[1], found[2]) if found else None


def version(program: str) -> str:
    """The number of a program's version; empty where it is not installed."""
    command = (program, "--version")
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=_LONGEST)  # noqa: S603 - a name of ours
    except (OSError, subprocess.TimeoutExpired):
        return ""
    found = re.search(r"\d[\w.]*", done.stdout)
    return found[0] if found else ""


def _git(folder: Path, *words: str) -> subprocess.CompletedProcess[bytes]:
    """Run git, but no program that the clone's own settings name, and write nothing."""
    environment = {**os.environ, "LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0"}
    command = ("git", "-C", str(folder), "-c", "core.fsmonitor=false", *words)
    try:
        return subprocess.run(command, env=environment, capture_output=True, check=False, timeout=_LONGEST)  # noqa: S603 - the words are ours
    except FileNotFoundError:
        raise StoreError("git is not installed", hint="install it: an archive is published from a clone") from None
    except subprocess.TimeoutExpired:
        hint = "try again; git gc may help"
        raise StoreError(f"git {words[0]} took over {_LONGEST} s", subject=str(folder), hint=hint) from None


@dataclass(frozen=True, slots=True)
class Sizes:
    """The files of an archive's log."""

    files: tuple[tuple[int, str, str, str], ...]  # bytes, path, kind, month (of metadata, that of the ids; empty: none)

    def of(self, kind: str = "", month: str = "") -> tuple[int, int]:
        """(files, bytes) of a kind, of a month (`2026-03`) or of all months that begin so: `2026` is a year."""
        found = [size for size, _, own, when in self.files if own.startswith(kind) and when.startswith(month)]
        return len(found), sum(found)

    def months(self, kind: str = "") -> list[str]:
        """The months that any file belongs to, sorted."""
        return sorted({month for *_, own, month in self.files if month and own.startswith(kind)})

    @property
    def largest(self) -> tuple[int, str]:
        """Bytes and path, below the archive, of the largest file."""
        return max(self.files)[:2] if self.files else (0, "")


def measure(archive: Path) -> Sizes:
    """The sizes of all that an archive's log holds."""
    found = []
    for folder, kind in KINDS.items():
        for name, size in _sizes(archive / folder):
            month = ""
            if date := _MONTH.search(f"/{name}"):
                month = f"{date[1]}-{date[2]}"
            elif date := _OF_IDS.search(f"/{name}"):
                month = f"{'19' if date[1] >= '91' else '20'}{date[1]}-{date[2]}"
            found.append((size, f"{folder}/{name}", kind, month))
    if (archive / FORMER).is_file():
        found.append(((archive / FORMER).stat().st_size, FORMER, KINDS["coverage"], ""))
    return Sizes(tuple(found))


def weight(folder: Path) -> int:
    """The bytes of all files below a folder; 0: there is none."""
    return sum(size for _, size in _sizes(folder))


def _sizes(folder: Path) -> Iterator[tuple[str, int]]:
    for place, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(place, name)  # noqa: PTH118 - a site has some 100,000 files
            yield os.path.relpath(path, folder), os.lstat(path).st_size


def repository(archive: Path) -> Path | None:
    """The folder in which git keeps the repository that an archive is in; None: it is in none that is found."""
    top = archive.resolve()
    return next((folder / ".git" for folder in (top, *top.parents) if (folder / ".git").is_dir()), None)


class Standing:
    """The files of some folders of an archive, as they stood and as they stand. Made for one question."""

    def __init__(self, root: Path, table: str, roots: tuple[str, ...]) -> None:
        """table: the state's name of what is remembered; roots: folders below the archive, with all that is in them."""
        self._root, self._roots = root, roots
        self._kept = state.of(root).table(table, "by folder", list[str])
        self._table = self._kept.all()
        self._known: _Folders = {
            folder: (row[0], {row[k]: row[k : k + 4] for k in range(1, len(row), 4)})
            for folder, row in self._table.items()
        }

    def settle(self, mend: Callable[[str], object]) -> list[StoreError]:
        """Call `mend` with the path, below the archive, of each file that has changed since it was last in order.
        Returns what it raised but Unwritable, of files that count as changed the next time, too."""
        faults: dict[str, StoreError] = {}
        before = self._standing()
        for folder, (_, rows) in before.items():
            known = self._known.get(folder, ("", {}))[1]
            for name, row in rows.items():
                if not row[3] or known.get(name, [])[3:] != row[3:]:
                    try:
                        mend(f"{folder}/{name}")
                    except Unwritable:
                        raise
                    except StoreError as error:
                        faults[f"{folder}/{name}"] = error
        self._known = before
        left = {}
        for folder, (time, rows) in self._standing().items():
            left[folder] = [time]
            for row in rows.values():
                left[folder] += [*row[:3], "" if f"{folder}/{row[0]}" in faults else row[3]]
        if left != self._table:
            self._kept.hold(left)
        return list(faults.values())

    def contents(self) -> dict[str, str]:
        """The hash of the content of each file, by its path below the archive; only those that have changed since they
        were settled are read. Empty: it cannot be read."""
        standing = self._standing()
        return {f"{folder}/{name}": row[3] for folder, (_, rows) in standing.items() for name, row in rows.items()}

    def _standing(self) -> _Folders:
        standing = {}
        for root in self._roots:
            folders = sorted(self._folders(root))
            newest = {name for name, _ in folders[-NEWEST:]}
            for name, time in folders:
                former, rows = self._known.get(name, ("", {}))
                standing[name] = (time, rows if former == time and name not in newest else self._files(name, rows))
        return standing

    def _folders(self, name: str) -> list[tuple[str, str]]:
        """(path, time of change) of a folder and of those below it; those of one that has not changed are known."""
        folder = self._root / name
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
        for entry in sorted(_entries(self._root / folder), key=lambda each: each.name):
            if entry.name.endswith(".jsonl"):  # also a folder, which is refused
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
