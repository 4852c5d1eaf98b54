"""content/attempts on disk: a line of JSON for each attempt and its outcome, a file a month, growing by a line."""

from __future__ import annotations

from pathlib import Path

from generator import files
from generator.lines import ATTEMPTS
from generator.model import Attempt

FOLDER = "attempts"


class AttemptLog:
    """All that was asked of the services for one archive, and how it ended. `Store.lock` before any writing."""

    def __init__(self, archive: Path) -> None:
        self._folder = archive / FOLDER
        self._scratch = archive / ".daybook" / "tmp"

    def attempts(self) -> list[Attempt]:
        """All, oldest first. Raises StoreError at the first unsound line."""
        found: list[Attempt] = []
        for path in sorted(self._folder.glob("*.jsonl")):
            found += ATTEMPTS.decode(files.read(path) or b"", f"{FOLDER}/{path.name}")
        return found

    def add(self, attempt: Attempt) -> None:
        """Keep it as a new line of its month's file."""
        path = self._folder / f"{attempt.when:%Y-%m}.jsonl"
        files.append(path, ATTEMPTS.encode(attempt), self._scratch)
