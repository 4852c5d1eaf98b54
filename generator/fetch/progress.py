"""How far a long fetch has come, in .daybook/fetch/: always deletable, losing it costs time only."""

from __future__ import annotations

import json
import re
from pathlib import Path

from generator.runtime import files

Notes = dict[str, str]
"""What is noted of one thing under way."""


class Progress:
    """The notes of the archive in a folder, by name."""

    def __init__(self, archive: Path) -> None:
        self._folder = files.work_folder(archive) / "fetch"
        self._scratch = files.scratch_folder(archive)

    def read(self, name: str) -> Notes:
        """What is noted under this name; nothing where it cannot be read."""
        try:
            notes = json.loads(self._path(name).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        sound = isinstance(notes, dict) and all(isinstance(value, str) for value in notes.values())
        return notes if sound else {}

    def write(self, name: str, notes: Notes) -> None:
        """Note this in place of what was noted under the name."""
        files.write(self._path(name), json.dumps(notes, sort_keys=True).encode(), self._scratch, durable=False)

    def forget(self, name: str) -> None:
        """Have nothing noted under this name."""
        self._path(name).unlink(missing_ok=True)

    def _path(self, name: str) -> Path:
        return self._folder / f"{re.sub(r'[^A-Za-z0-9.+-]', '_', name)}.json"
