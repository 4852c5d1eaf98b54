"""content/attempts on disk: a line for each attempt to fetch and its outcome, a file a month."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from daybook.log.append_log import AppendLog
from daybook.log.standing import Standing
from daybook.model import Attempt
from daybook.model.jsonl import ATTEMPTS

FOLDER = "attempts"
ASKED = "asked"
"""The table that keeps how the files stood when they were in order."""


class FetchLog(AppendLog[Attempt]):
    """All that was asked of the services for one archive, and how it ended."""

    def __init__(self, archive: Path) -> None:
        super().__init__(archive, f"{FOLDER}/*.jsonl", ATTEMPTS)
        self._months: dict[str, list[Attempt]] = {}  # those that were read, by their names
        self.added = 0  # attempts, by this object

    def attempts(self) -> list[Attempt]:
        """All, oldest first. Raises StoreError at the first unsound line."""
        return [attempt for path in self.paths() for attempt in self._month(path)]

    def backwards(self) -> Iterator[list[Attempt]]:
        """The attempts of each month, the newest month first, read as they are asked for. Raises StoreError."""
        for path in reversed(self.paths()):
            yield self._month(path)

    def since(self, date: dt.date) -> list[Attempt]:
        """The attempts of the months from that of this date (UTC) on, oldest first. Raises StoreError."""
        recent = [path for path in self.paths() if path.stem >= date.isoformat()[:7]]
        return [attempt for path in recent for attempt in self._month(path)]

    def add(self, attempt: Attempt) -> None:
        """Add an attempt."""
        name = f"{attempt.when:%Y-%m}"
        self.append(f"{FOLDER}/{name}", attempt)
        self.added += 1
        if name in self._months:
            self._months[name].append(attempt)

    def _month(self, path: Path) -> list[Attempt]:
        """A file's attempts, read once: only the holder of the lock adds any."""
        if path.stem not in self._months:
            self._months[path.stem] = _in_order(self.read(path))
        return self._months[path.stem]

    def settle(self) -> None:
        """Sort on disk what git has merged since the last time. Raises StoreError at an unsound line of it."""
        for fault in Standing(self._archive, ASKED, (FOLDER,)).settle(self._settle_file):
            raise fault

    def _settle_file(self, name: str) -> None:
        path = self._archive / name
        attempts = self.read(path)
        ordered = _in_order(attempts)
        if ordered != attempts:
            self.replace(path, ordered)
            self._months.pop(path.stem, None)


def _in_order(attempts: list[Attempt]) -> list[Attempt]:
    """A file's attempts by time; those that git merged are sorted, each once."""
    if all(one.when <= two.when for one, two in pairwise(attempts)):
        return attempts
    return sorted(dict.fromkeys(attempts), key=lambda attempt: (attempt.when, ATTEMPTS.encode(attempt)))
