"""The git clone that an archive lies in, as git tells of it: nothing here changes it, and nothing asks the network."""

from __future__ import annotations

import datetime as dt
import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

from daybook.errors import StoreError
from daybook.runtime import files

_GITHUB = re.compile(r"(?:https://(?:[^\s/@]*@)?|ssh://git@|git@)github\.com[:/]([\w.-]+)/([\w.-]+?)(?:\.git)?/?")
_LONGEST = 120
"""Seconds that git may take to compare a clone's files with its index."""


@dataclass(frozen=True, slots=True)
class Clone:
    """A clone. Every method asks git anew."""

    root: Path  # its top folder

    def remote(self) -> str:
        """The address of the remote `origin`, else of the first one; empty: there is none."""
        names = self._lines("remote")
        name = "origin" if "origin" in names or not names else names[0]
        return " ".join(self._lines("remote", "get-url", name))

    def branch(self) -> str:
        """The name of the branch; empty where none is checked out."""
        return " ".join(self._lines("symbolic-ref", "--quiet", "--short", "HEAD"))

    def author(self) -> str:
        """Who a commit would name; empty: git does not know, and would refuse it."""
        name, address = (" ".join(self._lines("config", key)) for key in ("user.name", "user.email"))
        return f"{name} <{address}>" if name and address else ""

    def not_committed(self, folder: Path) -> list[str]:
        """The files below a folder that are new or changed since the last commit, by their paths below the root."""
        lines = self._parts("status", "--porcelain=v1", "--no-renames", "--untracked-files=all", "--", str(folder))
        return [line[3:] for line in lines]

    def not_pushed(self) -> int:
        """The number of commits that the branch's remote did not have when git last asked it; 0 where it has none."""
        return int(" ".join(self._lines("rev-list", "--count", "@{upstream}..HEAD")) or 0)

    def kept_apart(self, pattern: str) -> list[str]:
        """The branches of the remote, by a pattern of their names, that hold commits which this branch has not."""
        form = "--format=%(refname:short)"
        return self._lines("for-each-ref", form, "--no-merged=HEAD", f"refs/remotes/origin/{pattern}")

    def ignores(self, path: Path) -> bool:
        """Whether git leaves out this file."""
        return bool(self._lines("check-ignore", "--", str(path)))

    def files(self, folder: Path) -> list[Path]:
        """All files below a folder that are in git or would be added to it."""
        listed = self._parts("ls-files", "--cached", "--others", "--exclude-standard", "--", str(folder))
        return [self.root / name for name in dict.fromkeys(listed)]

    def last_commit(self) -> dt.datetime | None:
        """When the last commit was made; None: there is none."""
        (line,) = self._lines("log", "-1", "--format=%cI") or [""]
        return dt.datetime.fromisoformat(line) if line else None

    def text(self, name: str) -> str | None:
        """The text of a file, by its path below the root; None where there is none."""
        data = files.read(self.root / name)
        return None if data is None else data.decode("utf-8", "replace")

    def _lines(self, *words: str) -> list[str]:
        return _git(self.root, *words).splitlines()

    def _parts(self, command: str, *words: str) -> list[str]:
        return [part for part in _git(self.root, command, "-z", *words).split("\0") if part]


def find(folder: Path) -> Clone | None:
    """The clone that a folder lies in; None: it lies in none. Raises StoreError where git is missing or refuses it."""
    done = _run(folder, "rev-parse", "--show-toplevel")
    if done.returncode == 0:
        return Clone(Path(os.fsdecode(done.stdout.rstrip(b"\n"))))
    words = done.stderr.decode("utf-8", "replace").partition("\n")[0]
    if "dubious ownership" in words:
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
    try:
        done = subprocess.run(  # noqa: S603 - a name of ours
            (program, "--version"), capture_output=True, text=True, check=False, timeout=_LONGEST
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    found = re.search(r"\d[\w.]*", done.stdout)
    return found[0] if found else ""


def _git(folder: Path, *words: str) -> str:
    """What git prints; nothing where it fails."""
    done = _run(folder, *words)
    return os.fsdecode(done.stdout) if done.returncode == 0 else ""


def _run(folder: Path, *words: str) -> subprocess.CompletedProcess[bytes]:
    """Run git, but no program that the clone's own settings name, and write nothing."""
    environment = {**os.environ, "LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0"}
    command = ("git", "-C", str(folder), "-c", "core.fsmonitor=false", *words)
    try:
        return subprocess.run(  # noqa: S603 - the words are ours
            command, env=environment, capture_output=True, check=False, timeout=_LONGEST
        )
    except FileNotFoundError:
        raise StoreError("git is not installed", hint="install it: an archive is published from a clone") from None
    except subprocess.TimeoutExpired:
        hint = "try again; git gc may help"
        raise StoreError(f"git {words[0]} took over {_LONGEST} s", subject=str(folder), hint=hint) from None
