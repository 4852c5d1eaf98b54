"""content/attempts on disk: a line of JSON for each attempt and its outcome, a file a month, growing by a line."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

from generator.model import Attempt
from generator.runtime import files
from generator.store.jsonl import ATTEMPTS

FOLDER = "attempts"


class FetchLog:
    """All that was asked of the services for one archive, and how it ended. `Store.lock` before any writing."""

    def __init__(self, archive: Path) -> None:
        self._folder = archive / FOLDER
        self._scratch = files.scratch_folder(archive)

    def attempts(self) -> list[Attempt]:
        """All, oldest first. Raises StoreError at the first unsound line."""
        return [attempt for path in self._paths() for attempt in _in_order(self._read(path))]

    def settle(self) -> None:
        """Put in order on disk what git has merged."""
        for path in self._paths():
            held = self._read(path)
            ordered = _in_order(held)
            if ordered != held:
                lines = [ATTEMPTS.encode(attempt) + b"\n" for attempt in ordered]
                files.write(path, b"".join(lines), self._scratch)

    def add(self, attempt: Attempt) -> None:
        """Keep it as a new line of its month's file."""
        path = self._folder / f"{attempt.when:%Y-%m}.jsonl"
        files.append(path, ATTEMPTS.encode(attempt), self._scratch)

    def _paths(self) -> list[Path]:
        return sorted(self._folder.glob("*.jsonl"))

    def _read(self, path: Path) -> list[Attempt]:
        return ATTEMPTS.decode(files.read(path) or b"", f"{FOLDER}/{path.name}")


def _in_order(attempts: list[Attempt]) -> list[Attempt]:
    """Attempts as they stand where they are in order of time; those that git merged are sorted, each once."""
    if all(one.when <= two.when for one, two in pairwise(attempts)):
        return attempts
    return sorted(dict.fromkeys(attempts), key=lambda attempt: (attempt.when, ATTEMPTS.encode(attempt)))
