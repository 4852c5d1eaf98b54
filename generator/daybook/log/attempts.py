"""Append-only logs: JSON Lines files to which a line is added, one file for each month or year."""

# content/attempts on disk: a line for each attempt to fetch and its outcome, a file a month.

# content/summaries on disk: what a language model chose and wrote, a line for each answer, refused ones too.
#
# summaries/YYYY/MM.jsonl          on papers, by the month of their arXiv id; without one, of the first sighting
# summaries/digests/YYYY.jsonl     on days
#

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Generic

from daybook.log.disk import Standing
from daybook.model import Attempt, Paper, ids
from daybook.model.archive import DayAnswer, PaperAnswer
from daybook.model.jsonl import ATTEMPTS, Item, Lines
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


ATTEMPTED = "attempts"
ASKED = "asked"
"""The table that keeps how the files stood when they were in order."""


class FetchLog(AppendLog[Attempt]):
    """All that was asked of the services for one archive, and how it ended."""

    def __init__(self, archive: Path) -> None:
        super().__init__(archive, f"{ATTEMPTED}/*.jsonl", ATTEMPTS)
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
        self.append(f"{ATTEMPTED}/{name}", attempt)
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
        for fault in Standing(self._archive, ASKED, (ATTEMPTED,)).settle(self._settle_file):
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


ANSWERED = "summaries"
_AGAIN = "run: daybook summarize"


class AnswerLog:
    """What language models answered about one archive's papers and days. Hold `Store.lock` before writing."""

    def __init__(self, archive: Path) -> None:
        self._papers = AppendLog(archive, f"{ANSWERED}/[0-9]*/*.jsonl", Lines(PaperAnswer, _AGAIN))
        self._days = AppendLog(archive, f"{ANSWERED}/digests/*.jsonl", Lines(DayAnswer, _AGAIN))

    def papers(self) -> list[PaperAnswer]:
        """All on papers. Raises StoreError at the first unsound line."""
        return self._papers.items()

    def days(self) -> list[DayAnswer]:
        """All on days. Raises StoreError at the first unsound line."""
        return self._days.items()

    def add_paper(self, answer: PaperAnswer, paper: Paper) -> None:
        """Add an answer on a paper."""
        home = f"{paper.first_seen:%Y/%m}"
        if paper.arxiv_id:
            home = f"{ids.year(paper.arxiv_id)}/{ids.month(paper.arxiv_id)[2:]}"
        self._papers.append(f"{ANSWERED}/{home}", answer)

    def add_day(self, answer: DayAnswer) -> None:
        """Add an answer on a day."""
        self._days.append(f"{ANSWERED}/digests/{answer.day:%Y}", answer)
