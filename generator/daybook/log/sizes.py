"""What an archive holds on disk: how many files of how many bytes, by kind and by month."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from daybook.log.coverage_log import FORMER

KINDS = {
    "records": "records", "coverage": "statements", "listings": "listings", "attempts": "attempts",
    "summaries": "summaries", "older": "older",
}  # fmt: skip
"""The folders that grow, and what their files are called."""
_MONTH = re.compile(r"/(\d{4})[-/](\d\d)\b")
_OF_IDS = re.compile(r"/(\d\d)(\d\d)\b")


@dataclass(slots=True)
class Sizes:
    """Files and bytes, by kind and by month (`2026-03`; of metadata, that of the papers' ids)."""

    files: Counter[tuple[str, str]] = field(default_factory=Counter)  # (kind, month; empty: none)
    bytes: Counter[tuple[str, str]] = field(default_factory=Counter)
    largest: tuple[int, str] = (0, "")  # bytes and path of the largest file

    def add(self, kind: str, month: str, path: str, size: int) -> None:
        """Count a file, by its path below the archive."""
        self.files[kind, month] += 1
        self.bytes[kind, month] += size
        self.largest = max(self.largest, (size, path))

    def of(self, kind: str = "", month: str = "") -> tuple[int, int]:
        """(files, bytes) of a kind, of a month or of all months that begin so: `2026` is a year."""
        found = [key for key in self.files if key[0].startswith(kind) and key[1].startswith(month)]
        return sum(self.files[key] for key in found), sum(self.bytes[key] for key in found)

    def months(self) -> list[str]:
        """The months that any file belongs to, sorted."""
        return sorted({month for _, month in self.files if month})


def measure(archive: Path) -> Sizes:
    """The sizes of all that an archive's log holds."""
    sizes = Sizes()
    for folder, kind in KINDS.items():
        for name, size in _files(archive / folder):
            sizes.add(kind, _month(f"/{name}"), f"{folder}/{name}", size)
    former = archive / FORMER
    if former.is_file():
        sizes.add(KINDS["coverage"], "", FORMER, former.stat().st_size)
    return sizes


def weight(folder: Path) -> int:
    """The bytes of all files below a folder; 0: there is none."""
    return sum(size for _, size in _files(folder))


def repository(archive: Path) -> Path | None:
    """The folder in which git keeps the repository that an archive is in; None: it is in none that is found."""
    for folder in (archive.resolve(), *archive.resolve().parents):
        if (folder / ".git").is_dir():
            return folder / ".git"
    return None


def _files(folder: Path) -> Iterator[tuple[str, int]]:
    for place, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(place, name)  # noqa: PTH118 - a site has some 100,000 files
            yield os.path.relpath(path, folder), os.lstat(path).st_size


def _month(path: str) -> str:
    if found := _MONTH.search(path):
        return f"{found[1]}-{found[2]}"
    if found := _OF_IDS.search(path):
        return f"{'19' if found[1] >= '91' else '20'}{found[1]}-{found[2]}"
    return ""
