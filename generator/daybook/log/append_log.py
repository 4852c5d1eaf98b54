"""Append-only logs: JSON Lines files to which a line is added, one file for each month or year."""

from __future__ import annotations

from pathlib import Path
from typing import Generic

from daybook.model.jsonl import Item, Lines
from daybook.runtime import files


class AppendLog(Generic[Item]):
    """The append-only files that match a pattern, with one kind of line. Hold `Store.lock` before writing."""

    def __init__(self, archive: Path, pattern: str, lines: Lines[Item]) -> None:
        self._archive, self._pattern, self._lines = archive, pattern, lines
        self._scratch = files.scratch_folder(archive)

    def paths(self) -> list[Path]:
        """The files, by name."""
        return sorted(self._archive.glob(self._pattern))

    def read(self, path: Path) -> list[Item]:
        """The items of a file. Raises StoreError at the first unsound line."""
        return self._lines.decode(files.read(path) or b"", path.relative_to(self._archive).as_posix())

    def items(self) -> list[Item]:
        """The items of all files, in their order. Raises StoreError at the first unsound line."""
        return [item for path in self.paths() for item in self.read(path)]

    def append(self, name: str, item: Item) -> None:
        """Add a line in one step to the file with this name (below the archive, without `.jsonl`)."""
        files.append(self._archive / f"{name}.jsonl", self._lines.encode(item), self._scratch)

    def replace(self, path: Path, items: list[Item]) -> None:
        """Replace the contents of a file."""
        files.write(path, b"".join(self._lines.encode(item) + b"\n" for item in items), self._scratch)
