"""Small volumes for tests, and what of them must be the same however they are built."""

import shutil
from pathlib import Path

from daybook.runtime.files import scan
from daybook.volumes.building import Task

from tests.conftest import FEW_THEMES, SAMPLE
from tests.makers import daybook

MADE = ("site", "pages", ".daybook")


def volume(folder: Path) -> Path:
    """An archive of one listing, which is not built."""
    daybook("ingest", "--quiet", "--archive", folder, SAMPLE / "2026-03-04-listing.txt")
    (folder / "themes.yml").write_text(FEW_THEMES)
    return folder


def copies(folder: Path, number: int) -> list[Path]:
    """Copies of an archive beside it, without what is made of it."""
    return [copied(folder, folder.parent / f"{folder.name}-{at:02}") for at in range(number)]


def copied(folder: Path, place: Path) -> Path:
    """A copy of an archive, without what is made of it."""
    return Path(shutil.copytree(folder, place, ignore=shutil.ignore_patterns(*MADE)))


def task(folder: Path, *options: str) -> Task:
    return Task(volume=folder.name, log=str(folder), site=str(folder / "site"), options=options)


def held(site: Path) -> dict[str, bytes]:
    """path -> bytes of all files."""
    return {path: (site / path).read_bytes() for path in scan(site)}


class Listener:
    """Takes down what a run tells."""

    def __init__(self) -> None:
        self.said, self.faults, self.bars = list[str](), list[str](), list[str]()

    def say(self, line: str) -> None:
        self.said.append(line)

    def fail(self, error: object) -> None:
        self.faults.append(str(error))

    def bar(self, items, what, total=None):  # type: ignore[no-untyped-def]
        self.bars.append(f"{total} {what}")
        yield from items
