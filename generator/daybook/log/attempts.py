"""The append-only logs beside the records: JSON Lines files to which a line is added, one for each month or year.

attempts/YYYY-MM.jsonl          each attempt to fetch, and how it ended
summaries/YYYY/MM.jsonl         what language models chose and wrote of papers, refused answers too: by the month of
                                the arXiv id; without one, of the first sighting
summaries/digests/YYYY.jsonl    the same of days
"""

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

ATTEMPTED, ANSWERED = "attempts", "summaries"
"""The folders."""
_ASKED = "asked"
"""The table that keeps how the attempts' files stood when they were in order."""
_AGAIN = "run: daybook summarize"


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


class FetchLog(AppendLog[Attempt]):
    """All that was asked of the services for one archive, and how it ended."""

    def __init__(self, archive: Path) -> None:
        super().__init__(archive, f"{ATTEMPTED}/*.jsonl", ATTEMPTS)
        self._months: dict[str, list[Attempt]] = {}  # those that were read: only the holder of the lock adds any
        self.added = 0  # attempts, by this object

    def attempts(self) -> list[Attempt]:
        """All, oldest first. Raises StoreError at the first unsound line."""
        return [attempt for path in self.paths() for attempt in self._month(path)]

    def backwards(self) -> Iterator[list[Attempt]]:
        """The attempts of each month, the newest month first, read as they are asked for. Raises StoreError."""
        return map(self._month, reversed(self.paths()))

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

    def settle(self) -> None:
        """Sort on disk what git has merged since the last time. Raises StoreError at an unsound line of it."""
        for fault in Standing(self._archive, _ASKED, (ATTEMPTED,)).settle(self._settle_file):
            raise fault

    def _settle_file(self, name: str) -> None:
        path = self._archive / name
        attempts = self.read(path)
        ordered = _in_order(attempts)
        if ordered != attempts:
            files.write(path, b"".join(ATTEMPTS.encode(attempt) + b"\n" for attempt in ordered), self._scratch)
            self._months.pop(path.stem, None)

    def _month(self, path: Path) -> list[Attempt]:
        if path.stem not in self._months:
            self._months[path.stem] = _in_order(self.read(path))
        return self._months[path.stem]


def _in_order(attempts: list[Attempt]) -> list[Attempt]:
    """A file's attempts by time; those that git merged are sorted, each once."""
    if all(one.when <= two.when for one, two in pairwise(attempts)):
        return attempts
    return sorted(dict.fromkeys(attempts), key=lambda attempt: (attempt.when, ATTEMPTS.encode(attempt)))


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
        ident = paper.arxiv_id
        home = f"{ids.year(ident)}/{ids.month(ident)[2:]}" if ident else f"{paper.first_seen:%Y/%m}"
        self._papers.append(f"{ANSWERED}/{home}", answer)

    def add_day(self, answer: DayAnswer) -> None:
        """Add an answer on a day."""
        self._days.append(f"{ANSWERED}/digests/{answer.day:%Y}", answer)
