"""The append-only logs beside the records: JSON Lines files to which a line is added, one for each month or year.

coverage/YYYY-MM.jsonl          what each document stated of itself, a line per listing, by the month of its date
attempts/YYYY-MM.jsonl          each attempt to fetch, and how it ended
summaries/YYYY/MM.jsonl         what language models chose and wrote of papers, refused answers too: by the month of
                                the arXiv id; without one, of the first sighting
summaries/digests/YYYY.jsonl    the same of days

A month is read when it is first asked for, so that what a night costs does not grow with the archive. In which months
a document (by its hash) has statements is known without reading them, from a table in .daybook/ that holds the hashes
by month; only months that changed since are read for it again.

Archives of earlier versions have all statements in one file, coverage.jsonl. Its lines count as those of their months
until `adopt` has moved them there.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields, replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, Generic

from daybook.errors import StoreError
from daybook.log.disk import FORMER, Inventory
from daybook.log.layout import by_file, dated
from daybook.model import Attempt, Listing, Paper, Statement, ids
from daybook.model.archive import DayAnswer, PaperAnswer
from daybook.model.jsonl import ATTEMPTS, DOCUMENTS, STATEMENTS, Item, Lines, Unsound
from daybook.runtime import files, state

ATTEMPTED, ANSWERED = "attempts", "summaries"
"""The folders."""
_ASKED = "asked"
"""The table that keeps how the attempts' files stood when they were in order."""
_AGAIN = "run: daybook summarize"


class AppendLog(Generic[Item]):
    """The append-only files that match a pattern, with one kind of line. Hold `Store.lock` before writing."""

    def __init__(self, archive: Path, pattern: str, lines: Lines[Item], unsound: Unsound = None) -> None:
        self._unsound = unsound
        self._archive, self._pattern, self._lines = archive, pattern, lines
        self._scratch = files.scratch_folder(archive)

    def paths(self) -> list[Path]:
        """The files, by name."""
        return sorted(self._archive.glob(self._pattern))

    def read(self, path: Path) -> list[Item]:
        """The items of a file. Raises StoreError at the first unsound line, unless `unsound` takes it."""
        return self._lines.decode(files.read(path) or b"", path.relative_to(self._archive).as_posix(), self._unsound)

    def items(self) -> list[Item]:
        """The items of all files, in their order. Raises StoreError at the first unsound line."""
        return [item for path in self.paths() for item in self.read(path)]

    def append(self, name: str, item: Item) -> None:
        """Add a line in one step to the file with this name (below the archive, without `.jsonl`)."""
        files.append(self._archive / f"{name}.jsonl", self._lines.encode(item), self._scratch)


class FetchLog(AppendLog[Attempt]):
    """All that was asked of the services for one archive, and how it ended."""

    def __init__(self, archive: Path, unsound: Unsound = None) -> None:
        super().__init__(archive, f"{ATTEMPTED}/*.jsonl", ATTEMPTS, unsound)
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
        for fault in Inventory(self._archive, _ASKED, (ATTEMPTED,)).settle(self._settle_file):
            if self._unsound is None:
                raise fault
            self._unsound(fault)

    def _settle_file(self, name: str) -> None:
        path = self._archive / name
        attempts = ATTEMPTS.decode(files.read(path) or b"", name)
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

    def __init__(self, archive: Path, unsound: Unsound = None) -> None:
        self._papers = AppendLog(archive, f"{ANSWERED}/[0-9]*/*.jsonl", Lines(PaperAnswer, _AGAIN), unsound)
        self._days = AppendLog(archive, f"{ANSWERED}/digests/*.jsonl", Lines(DayAnswer, _AGAIN), unsound)

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


COVERAGE = "coverage"
"""The folder."""
WHERE = "stated"
"""The table of documents' hashes by month."""
_STATED = {field.name for field in fields(Statement)} & {field.name for field in fields(Listing)}
_Key = tuple[str, str, str, str, str]
"""What tells statements apart: document, date, source, category, part."""
_Days = dict[dt.date, dict[_Key, Statement]]


def file_of_date(date: dt.date) -> str:
    """The file that a statement of this date belongs to, below the archive.

    >>> file_of_date(dt.date(2026, 3, 3))
    'coverage/2026-03.jsonl'
    """
    return f"{COVERAGE}/{_month(date)}.jsonl"


def _month(date: dt.date) -> str:
    return date.isoformat()[:7]


def statement_of(listing: Listing, document: str, now: dt.datetime, homes: tuple[str, ...]) -> Statement:
    """What a listing states of itself, read at the time `now`; its records went to the files `homes`."""
    stated: dict[str, Any] = {name: getattr(listing, name) for name in _STATED}
    return Statement(**stated, document=document, first_read=now, files=homes, faults=listing.faults())


def _key(line: Statement) -> _Key:
    return (line.document, str(line.date), line.source, line.category or "", line.part or "")


def statement_order(line: Statement) -> tuple[str, ...]:
    """Sorts the statements of a day."""
    return (str(line.date), line.category or "", line.source, line.origin or "", line.part or "", line.document)


def _settled(lines: Iterable[Statement]) -> list[Statement]:
    """The statements in order; of those that only differ in what they say, which merged archives may have, the one that
    was read first stands."""
    chosen: dict[_Key, Statement] = {}
    for line in lines:
        rival = chosen.setdefault(_key(line), line)
        if rival is not line:
            chosen[_key(line)] = min(line, rival, key=lambda each: (each.first_read, STATEMENTS.encode(each)))
    return sorted(chosen.values(), key=statement_order)


def _saying(line: Statement) -> bytes:
    """What a statement says, whoever said it and whenever it was read."""
    return STATEMENTS.encode(line, without=frozenset(("document", "first_read", "files")))


class CoverageLog:
    """The statements of an archive, read month by month. Writing is for the holder of the archive's lock."""

    def __init__(self, root: Path, clock: Callable[[], dt.datetime]) -> None:
        self._root, self._scratch, self._clock = root, files.scratch_folder(root), clock
        self.unsound: Unsound = None
        self.forget()

    def forget(self) -> None:
        """Read the files again when they are next asked for."""
        self._months: dict[str, _Days] = {}
        self._faulty: dict[str, StoreError] = {}  # months with lines that were passed over
        self._encoded: dict[tuple[str, dt.date], bytes] = {}  # the lines of a month's days as they are written
        self._changed: dict[str, bool] = {}  # month -> whether it lost a line
        self._former: list[Statement] | None = None
        self._where: dict[str, tuple[str, ...]] | None = None

    # Reading

    def paths(self) -> list[Path]:
        """The files, in the order of their months; first that of earlier versions, if there is one."""
        former = self._root / FORMER
        return [*([former] if former.exists() else []), *sorted((self._root / COVERAGE).glob("*.jsonl"))]

    def lines(self) -> list[Statement]:
        """All statements, by date. Raises StoreError at an unsound line."""
        return [line for month in sorted(self._known()) for line in self.of_month(month)]

    def of_month(self, month: str) -> list[Statement]:
        """The statements of a month (`2026-03`), by date. Raises StoreError at an unsound line."""
        days = self._read(month)
        return [line for date in sorted(days) for line in days[date].values()]

    def of(self, date: dt.date) -> list[Statement]:
        """The statements of a date. Raises StoreError at an unsound line."""
        return list(self._read(_month(date)).get(date, {}).values())

    def since(self, date: dt.date) -> list[Statement]:
        """The statements of this date and of later ones, by date; only their months are read. Raises StoreError."""
        months = (month for month in sorted(self._known()) if month >= _month(date))
        return [line for month in months for line in self.of_month(month) if line.date >= date]

    def backwards(self) -> Iterator[list[Statement]]:
        """The statements of each month, newest first, read as they are asked for."""
        return map(self.of_month, sorted(self._known(), reverse=True))

    def misplaced(self) -> list[tuple[str, Statement]]:
        """(path below the archive, statement) of those that stand in another month's file, where few commands look."""
        lines = ((month, line) for month in sorted(self._known()) for line in self.of_month(month))
        return [(f"{COVERAGE}/{month}.jsonl", line) for month, line in lines if _month(line.date) != month]

    def holds(self, document: str) -> bool:
        """Whether a document (its hash) has statements."""
        return document in self._index()

    def by(self, document: str) -> list[Statement]:
        """The statements of a document (its hash), whatever their dates."""
        months = self._index().get(document, ())
        return [line for month in months for line in self._whole(month) if line.document == document]

    def files_of(self, document: str) -> set[str]:
        """The files of the log that records of this document (its hash) went to."""
        return {name for line in self.by(document) for name in line.files}

    def news(self, listings: Sequence[Listing], document: str, stored_in: set[str]) -> list[Statement]:
        """The statements of a document that say anything new, of itself or by its records, stored in these files."""
        news = []
        for listing in listings:
            homes = set(by_file(listing.records(document))) if listing.entries else stored_in
            line = statement_of(listing, document, self._clock(), tuple(sorted(homes)))
            stored = {_key(each): each for each in self._whole(_month(line.date)) if each.date == line.date}
            former = stored.get(_key(line))
            line = replace(line, first_read=former.first_read) if former else line
            if former or homes & stored_in or _saying(line) not in map(_saying, stored.values()):
                news.append(line)
        return [line for line in news if line.counts or line.quiet or line.report or line.files]

    # Writing

    def put(self, document: str, statements: Iterable[Statement]) -> None:
        """Have these statements in place of all of this document; `flush` writes them."""
        where = self._index()
        for month in where.get(document, ()):
            for date, day in self._read(month).items():
                for key in [key for key in day if key[0] == document]:
                    del day[key]
                    self._encoded.pop((month, date), None)
                    self._changed[month] = True
        where.pop(document, None)
        for line in statements:
            month = _month(line.date)
            self._read(month).setdefault(line.date, {})[_key(line)] = line
            self._encoded.pop((month, line.date), None)
            self._changed.setdefault(month, False)
            where[document] = tuple(sorted({*where.get(document, ()), month}))

    def hold(self, statements: Iterable[Statement]) -> None:
        """Have these statements and no others, on disk."""
        known = self._known()
        self.forget()
        self._months = {month: {} for month in known}
        for line in _settled(statements):
            self._months.setdefault(_month(line.date), {}).setdefault(line.date, {})[_key(line)] = line
        self._changed = {month: month in known for month in self._months}
        self._former = []
        self.flush()
        files.remove(self._root / FORMER)

    def flush(self) -> None:
        """Write the months that changed: first those that only gained lines, so that one that moves to another month is
        never in none. Of several that lose lines, first each has its former lines and its new ones."""
        losing = sorted(month for month, loses in self._changed.items() if loses)
        for month in losing if len(losing) > 1 else ():
            self._write(month, files.read(self._path(month)) or b"")
        for month in sorted(self._changed, key=lambda each: (self._changed[each], each)):
            self._write(month)
        self._changed.clear()

    def adopt(self) -> None:
        """Move what earlier versions kept in one file to the months. The file goes last: a kill in between leaves lines
        twice, which are read as one. Raises StoreError at an unsound line."""
        if not (self._root / FORMER).exists():
            return
        for month in {_month(line.date) for line in self._of_former()}:
            self._read(month)
            self._changed[month] = False
        self.flush()
        files.remove(self._root / FORMER)
        self._former = []

    def settle(self, name: str) -> None:
        """Put in order what git has merged into a file (its path below the archive), and move lines of other months to
        theirs: git takes coverage.jsonl for a file that was renamed to one of the months, and puts into that whatever
        another clone has added to coverage.jsonl. Raises StoreError at an unsound line."""
        lines, month = self._decoded(self._root / name), Path(name).stem
        if all(_month(line.date) == month for line in lines):
            if _settled(lines) != lines:
                self._write(month)
            return
        days = self._read(month)
        homes = {date: self._read(_month(date)) for date in days if _month(date) != month}
        for date, home in homes.items():
            lines = _settled((*home.get(date, {}).values(), *days.pop(date).values()))
            home[date] = {_key(line): line for line in lines}
            self._encoded.pop((_month(date), date), None)
            self._changed.setdefault(_month(date), False)
        self._changed[month] = True
        self._where = None
        self.flush()

    def _whole(self, month: str) -> list[Statement]:
        """The statements of a month. Raises StoreError where not all could be read: they would be lost."""
        lines = self.of_month(month)
        if month in self._faulty:
            raise self._faulty[month]
        return lines

    def _write(self, month: str, former: bytes = b"") -> None:
        self._whole(month)
        days = self._read(month)
        for date in days:
            if (month, date) not in self._encoded:
                ordered = sorted(days[date].values(), key=statement_order)
                self._encoded[month, date] = b"".join(STATEMENTS.encode(line) + b"\n" for line in ordered)
        data = b"".join(self._encoded[month, date] for date in sorted(days))
        if former:
            data = b"".join(line + b"\n" for line in dict.fromkeys((*former.splitlines(), *data.splitlines())))
        if data:
            files.write(self._path(month), data, self._scratch)
        else:
            files.remove(self._path(month))

    # Files

    def _path(self, month: str) -> Path:
        return self._root / COVERAGE / f"{month}.jsonl"

    def _known(self) -> set[str]:
        """The months that have statements."""
        former = {_month(line.date) for line in self._of_former()}  # first: another command may be moving them
        return {*former, *self._changed, *(path.stem for path in (self._root / COVERAGE).glob("*.jsonl"))}

    def _read(self, month: str) -> _Days:
        if month not in self._months:
            former = [line for line in self._of_former() if _month(line.date) == month]
            tell = partial(self._pass_over, month) if self.unsound else None
            lines = _settled((*self._decoded(self._path(month), tell), *former))
            days = self._months[month] = _Days()
            for line in lines:
                days.setdefault(line.date, {})[_key(line)] = line
        return self._months[month]

    def _pass_over(self, month: str, fault: StoreError) -> None:
        self._faulty[month] = fault
        if self.unsound:
            self.unsound(fault)

    def _decoded(self, path: Path, unsound: Unsound = None) -> list[Statement]:
        name = path.relative_to(self._root).as_posix()
        return dated(STATEMENTS.decode(files.read(path) or b"", name, unsound), name, unsound)

    def _of_former(self) -> list[Statement]:
        if self._former is None:
            self._former = self._decoded(self._root / FORMER)
        return self._former

    def _index(self) -> dict[str, tuple[str, ...]]:
        """Document -> the months of its statements, of all that stands on disk and in `_months`."""
        if self._where is None:
            where: dict[str, tuple[str, ...]] = {}
            for month, row in self._table().items():
                for document in row[2].split():
                    where[document] = (*where.get(document, ()), month)
            for line in self._of_former():
                where[line.document] = tuple(sorted({*where.get(line.document, ()), _month(line.date)}))
            self._where = where
        return self._where

    def _table(self) -> dict[str, list[str]]:
        """Of each month: size in bytes and time of change in nanoseconds of its file, and its documents' hashes."""
        kept = state.of(self._root).table(WHERE, "", list[str])
        known, table = kept.all(), dict[str, list[str]]()
        for path in sorted((self._root / COVERAGE).glob("*.jsonl")):
            found, row = path.stat(), known.get(path.stem, [])
            now = [str(found.st_size), str(found.st_mtime_ns)]
            if row[:2] != now:
                named = DOCUMENTS.decode(files.read(path) or b"", path.relative_to(self._root).as_posix(), self.unsound)
                row = [*now, " ".join(sorted({line.document for line in named}))]
            table[path.stem] = row
        if table != known:
            kept.hold(table)
        return table
