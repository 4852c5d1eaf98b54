"""content/attempts on disk: a line for each attempt to fetch and its outcome, a file a month."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

from generator.model import Attempt
from generator.store.append_log import AppendLog
from generator.store.jsonl import ATTEMPTS


class FetchLog(AppendLog[Attempt]):
    """All that was asked of the services for one archive, and how it ended."""

    def __init__(self, archive: Path) -> None:
        super().__init__(archive, "attempts/*.jsonl", ATTEMPTS)

    def attempts(self) -> list[Attempt]:
        """All, oldest first. Raises StoreError at the first unsound line."""
        return [attempt for path in self.paths() for attempt in _in_order(self.read(path))]

    def add(self, attempt: Attempt) -> None:
        """Add an attempt."""
        self.append(f"attempts/{attempt.when:%Y-%m}", attempt)

    def settle(self) -> None:
        """Sort on disk what git has merged."""
        for path in self.paths():
            attempts = self.read(path)
            ordered = _in_order(attempts)
            if ordered != attempts:
                self.replace(path, ordered)


def _in_order(attempts: list[Attempt]) -> list[Attempt]:
    """A file's attempts by time; those that git merged are sorted, each once."""
    if all(one.when <= two.when for one, two in pairwise(attempts)):
        return attempts
    return sorted(dict.fromkeys(attempts), key=lambda attempt: (attempt.when, ATTEMPTS.encode(attempt)))
