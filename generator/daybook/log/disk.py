"""How an archive lies on disk: in its git clone, by its sizes, and as its files stood when they were last in order.

Nothing here changes a clone or asks the network. `Inventory` spares reading what has not changed, see `runtime.files`.
"""

from __future__ import annotations

import datetime as dt
import os
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from daybook.errors import StoreError, Unwritable
from daybook.runtime import files, processes, state
from daybook.runtime.files import FileRow, Folder, Tree, digest

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

    def commit_of(self, text: str, file: Path) -> str:
        """The last commit, abbreviated, that put this text into a file or took it out; empty: there is none."""
        return self._line("log", "-1", "--format=%h", "-S", text, "--", str(file))

    def text(self, name: str) -> str | None:
        """The text of a file, by its path below the root; None where there is none."""
        data = files.read(self.root / name)
        return None if data is None else data.decode("utf-8", "replace")

    def _ask(self, *words: str) -> str:
        """What git prints; nothing where it fails."""
        done = _git(self.root, *words)
        return done.stdout if done.returncode == 0 else ""

    def _line(self, *words: str) -> str:
        return " ".join(self._ask(*words).splitlines())

    def _paths(self, command: str, *words: str) -> list[str]:
        return [part for part in self._ask(command, "-z", *words).split("\0") if part]


def find_clone(folder: Path) -> Clone | None:
    """The clone that a folder lies in; None: it lies in none. Raises StoreError where git is missing or refuses it."""
    done = _git(folder, "rev-parse", "--show-toplevel")
    if done.returncode == 0:
        return Clone(Path(done.stdout.rstrip("\n")))
    if "dubious ownership" in done.stderr.partition("\n")[0]:
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


def address_of_pages(place: tuple[str, str] | None) -> str:
    """The address that GitHub Pages gives a repository's site, unless it has a domain of its own; empty: unknown."""
    if not place:
        return ""
    owner, name = place
    host = f"{owner.lower()}.github.io"
    return f"https://{host}/" if name.lower() == host else f"https://{host}/{name}/"


def version(program: str) -> str:
    """The number of a program's version; empty where it is not installed."""
    try:
        done = processes.run(program, "--version", longest=_LONGEST)
    except OSError:
        return ""
    found = re.search(r"\d[\w.]*", done.stdout)
    return found[0] if found else ""


def _git(folder: Path, *words: str) -> processes.Done:
    """Run git, but no program that the clone's own settings name, and write nothing."""
    environment = {**os.environ, "GIT_OPTIONAL_LOCKS": "0"}
    command = ("git", "-C", str(folder), "-c", "core.fsmonitor=false", *words)
    try:
        return processes.run(*command, environment=environment, longest=_LONGEST)
    except FileNotFoundError:
        raise StoreError("git is not installed", hint="install it: an archive is published from a clone") from None
    except TimeoutError as error:
        raise StoreError(f"{words[0]}: {error}", subject=str(folder), hint="try again; git gc may help") from None


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


class Inventory:
    """The files of some folders of an archive, as they stood and as they stand: of each the hash of its content, which
    a new checkout leaves; empty: it cannot be read, or was not in order. Made for one question."""

    def __init__(self, root: Path, table: str, roots: tuple[str, ...]) -> None:
        """table: the state's name of what is remembered; roots: folders below the archive, with all that is in them."""
        self._root, self._roots = root, roots
        self._kept = state.of(root).table(table, "of folders", Folder)
        self._known = self._kept.all()

    def settle(self, mend: Callable[[str], object]) -> list[StoreError]:
        """Call `mend` with the path, below the archive, of each file that has changed since it was last in order.
        Returns what it raised but Unwritable, of files that count as changed the next time, too."""
        faults: dict[str, StoreError] = {}
        known, (times, rows) = files.rows_of(self._known), self._stands(self._known)
        for path in sorted(rows, key=lambda path: (self._roots.index(path.partition("/")[0]), path.rpartition("/"))):
            if not rows[path].hash or path not in known or known[path].hash != rows[path].hash:
                try:
                    mend(path)
                except Unwritable:
                    raise
                except StoreError as error:
                    faults[path] = error
        times, rows = self._stands(files.grouped(times, rows))
        rows |= {path: rows[path]._replace(hash="") for path in faults if path in rows}
        if (left := files.grouped(times, rows)) != self._known:
            self._kept.hold(left)
        return list(faults.values())

    def contents(self) -> dict[str, str]:
        """The hash of the content of each file, by its path below the archive; only those that have changed since they
        were settled are read. Empty: it cannot be read."""
        return {path: row.hash for path, row in self._stands(self._known)[1].items()}

    def _stands(self, known: Mapping[str, Folder]) -> tuple[dict[str, int], dict[str, FileRow]]:
        """The time of each folder, and its files, by path."""
        rows = files.rows_of(known)
        try:
            now = Tree(self._root, {path: each.time for path, each in known.items()}, rows).changes(self._roots, NEWEST)
        except OSError as error:
            problem, hint = f"cannot be read: {error.strerror}", "check its permissions"
            raise StoreError(problem, subject=str(error.filename), hint=hint) from error
        for path in now.gone:
            del rows[path]
        for path, found in now.files.items():
            if path.endswith(".jsonl"):
                rows[path] = FileRow("", found.st_size, found.st_mtime_ns)
                with suppress(StoreError):
                    rows[path] = rows[path]._replace(hash=digest(files.read(self._root / path) or b""))
        rows |= {path: FileRow("") for path in now.folders if path.endswith(".jsonl")}  # which are refused
        return now.folders, rows
