"""Progress of long fetches, in .daybook/fetch/. Safe to delete: that only costs time."""

from __future__ import annotations

import json
import re
from pathlib import Path

from daybook.runtime import files

Notes = dict[str, str]
"""The notes on one fetch in progress."""


class Progress:
    """The notes of the archive in a folder, by name."""

    def __init__(self, archive: Path) -> None:
        self._folder = files.work_folder(archive) / "fetch"
        self._scratch = files.scratch_folder(archive)

    def read(self, name: str) -> Notes:
        """The notes under this name; empty if they cannot be read."""
        try:
            notes = json.loads(self._path(name).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        sound = isinstance(notes, dict) and all(isinstance(value, str) for value in notes.values())
        return notes if sound else {}

    def write(self, name: str, notes: Notes) -> None:
        """Replace the notes under this name."""
        files.write(self._path(name), json.dumps(notes, sort_keys=True).encode(), self._scratch, durable=False)

    def forget(self, name: str) -> None:
        """Delete the notes under this name."""
        self._path(name).unlink(missing_ok=True)

    def _path(self, name: str) -> Path:
        return self._folder / f"{re.sub(r'[^A-Za-z0-9.+-]', '_', name)}.json"
