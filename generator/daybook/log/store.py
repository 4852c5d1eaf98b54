"""The archive on disk: an append-only log of what documents said, in files that git and people can read.

    records/YYYY/MM/YYYY-MM-DD.jsonl   what was announced or seen that day
    records/harvest/YYMM[-N].jsonl     metadata that announces nothing, by the month of the paper's id
    listings/YYYY/MM/...gz             raw documents as received
    listings/YYYY/YYYY-MM-HASH.tar.xz  those of a month, where `keep` in archive.yml says so
    coverage/YYYY-MM.jsonl             what each document stated of itself

A record is identified by its document (the hash of its bytes) and its place there. Of records that say the same in
every other respect, the one of the first document (by hash) stays; so a document read twice, or another copy of it,
changes nothing. Reading a document again with a mended reader replaces exactly its records. Every file is written whole
and in one step, raw document first, statement last: whatever is killed, the same command finishes it.
"""

from __future__ import annotations

import datetime as dt
import gzip
import io
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import islice, takewhile
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

from daybook.config import CITATION, NAME
from daybook.errors import StoreError, Unwritable
from daybook.log import documents, formats, layout
from daybook.log.disk import FORMER, Inventory
from daybook.log.formats import ATTRIBUTES, IGNORES, MERGING, tell_git
from daybook.log.homes import ELSEWHERE
from daybook.log.statements import COVERAGE, CoverageLog
from daybook.model import Entry, Listing, Record, Statement
from daybook.model.jsonl import RECORDS, Unsound, refuse_unmerged
from daybook.runtime import files, locks, state, terminal
from daybook.runtime.files import digest, digest_files
from daybook.sources import intake
from daybook.sources.plain_text import one_line

PART_BYTES = 10_000_000
"""A harvest file grows to this size, then the next part begins: what git hosts still show and diff."""
BATCH = 50_000
"""So many entries of a harvest are held at a time."""
SETTLED = "settled"
"""The table that keeps how the files of the log stood when they were in order."""
MONTHS = 2
"""Levels of folders below records/ and listings/: years and months."""
PEOPLE = (
    "about.md", "authors.yml", "cards.yml", CITATION, "introduction.md", "moved.txt", "same.yml", "themes.yml",
    "watch.yml",
)  # fmt: skip
"""The files that people write in an archive's own folder, besides its settings, and that its pages tell of."""
APART = ("README.md", "requirements.txt")
"""Those that are of the repository alone."""
BESIDE = ("attempts", "digests", "summaries")
"""The folders of an archive, besides the log, of which its pages tell."""
LOG = ("records", COVERAGE)
"""The folders of the log."""
NOTES = "notes"
"""The folder of what people write of their own: pages, and notes on papers."""
LARGEST_NOTE = 100_000
"""Bytes; a chapter of a book has as many."""
MADE = ("pages", "site", files.WORK)
"""The folders of an archive that can be made again at any time."""
OTHERS = (ELSEWHERE, "listings", "older", "overrides")
_OWN = frozenset(name.casefold() for name in (NAME, *PEOPLE, *APART, *BESIDE, *LOG, *MADE, NOTES, FORMER, *OTHERS))
"""What Daybook reads or writes on top of an archive's folder, besides hidden names and what its settings name."""


def owns(archive: Path, place: Path, named: Iterable[str] = ()) -> bool:
    """Whether a path is an archive's folder or one of its own files and folders, or lies in one of these; neither has
    symbolic links. Other files may lie beside them: exports, a site as a .zip. `named`: the files that its settings
    name.

    >>> owns(Path("/daily"), Path("/daily/records/x.csv")), owns(Path("/daily"), Path("/daily/x.csv"))
    (True, False)
    """
    below = list(takewhile(lambda one: not files.same(one, archive), (place, *place.parents)))
    if not below:
        return True
    if not files.same(below[-1].parent, archive):
        return False
    top = below[-1].name.casefold()
    return top.startswith(".") or top in _OWN or any(files.same(place, archive / name) for name in named)


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A document that was read: its name for messages, its hash, its listings, and its bytes where they are kept."""

    name: str
    hash: str
    listings: tuple[Listing, ...]
    raw: bytes | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """What storing a document did: records that are new, and records that it had and has no longer."""

    added: int
    removed: int

    def __str__(self) -> str:
        if not self.added and not self.removed:
            return "nothing new"
        gone = f", {self.removed:,} replaced" if self.removed else ""
        return f"{terminal.count(self.added, 'record')} stored{gone}"


class Store:
    """The log of one archive; `coverage`: its statements. Reading needs no lock; `lock()` before any writing."""

    def __init__(
        self, root: Path, clock: Callable[[], dt.datetime], say: Callable[[str], object] = lambda _: None
    ) -> None:
        """say: takes what a step to a new format has changed."""
        self.root = root
        self._clock, self._say = clock, say
        self._scratch = files.scratch_folder(root)
        self.coverage = CoverageLog(root, clock)
        self._unsound: Unsound = None

    def pass_over(self, unsound: Unsound) -> None:
        """Have reading go on without the lines of the log that cannot be read, and tell `unsound` of them, once or more
        often; None: raise. Where they stand, nothing is written: none is lost."""
        self._unsound = self.coverage.unsound = unsound

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Hold the archive for writing; StoreError where another command does, longer than `locks.PATIENCE`, and
        SettingsError where a newer Daybook wrote it. Sweeps what a kill left behind; brings it to the newest format."""
        formats.refuse_newer(self.root)
        self.refuse_links()
        with locks.locked(self.root), state.of(self.root).writing():
            self.coverage.forget()  # git or another command may have written since it was read
            self._settle()
            yield

    def refuse_links(self) -> None:
        """Raise StoreError where one of its folders leads elsewhere."""
        for name in ("records", "listings"):
            files.refuse_links(self.root / name, MONTHS)
        for name in ("older", ELSEWHERE, COVERAGE, *BESIDE, "pages"):
            files.refuse_links(self.root / name)

    # Reading

    def records(self) -> Iterator[Record]:
        """All records, file by file in the order of their names. Raises StoreError at the first unsound line."""
        for path in self.record_files():
            yield from self.read_records(path)

    def record_files(self) -> list[Path]:
        """The files of the log, sorted."""
        return sorted(path for path in files.below(self.root / "records") if path.suffix == ".jsonl")

    def read_records(self, path: Path) -> list[Record]:
        """The records of one file, in order even where git has merged its lines; none where it does not exist."""
        return [record for record, _, _ in self._placed(path)]

    def _placed(self, path: Path) -> list[tuple[Record, int, int]]:
        name, data = self._name(path), files.read(path) or b""
        placed = {id(each[0]): each for each in RECORDS.placed(data, name, self._unsound)}
        records = layout.dated([record for record, _, _ in placed.values()], name, self._unsound)
        return [placed[id(record)] for record in (records if layout.are_in_order(records) else layout.settled(records))]

    def record(self, name: str, start: int, size: int) -> Record:
        """The record of a line of which `lines_of` told. Raises StoreError, OSError or ValueError where it is not."""
        with (self.root / name).open("rb") as file:
            file.seek(start)
            (record,) = RECORDS.decode(file.read(size), "")
        return record

    def people(self, name: str) -> str | None:
        """The text of a file that people write (archive.yml, themes.yml ...); None where there is none."""
        data = files.read(self.root / name)
        if data is None:
            return None
        refuse_unmerged(data, name)
        try:
            return io.StringIO(data.decode(), newline=None).read()  # whatever ends its lines
        except UnicodeDecodeError as error:
            raise StoreError("is not UTF-8", subject=name, hint="save it as UTF-8") from error

    def digests(self) -> dict[str, str]:
        """The digests that people wrote, as Markdown, by their files' names: `2026-03-03`, `2026-W10`, `2026-03`."""
        paths = sorted((self.root / "digests").glob("*.md"))
        return {path.stem: self.people(f"digests/{path.name}") or "" for path in paths}

    def notes(self, fail: Callable[[StoreError], object]) -> dict[str, str]:
        """What people wrote in notes/, as Markdown, by their files' names: `list`, `group/plan`, `papers/2603.00356`.

        `fail` takes what cannot be read, of which each costs itself alone.
        """
        found, folder = {}, self.root / NOTES
        for path in sorted(folder.rglob("*.md")):
            if any(part.startswith(".") for part in path.relative_to(folder).parts):
                continue
            name = self._name(path)
            try:
                if path.is_symlink():
                    raise StoreError("is a symbolic link", subject=name, hint="replace it with a file")
                if path.stat().st_size > LARGEST_NOTE:
                    raise StoreError(f"has more than {LARGEST_NOTE:,} bytes", subject=name, hint="divide it")
                found[path.relative_to(folder).as_posix().removesuffix(".md")] = self.people(name) or ""
            except StoreError as error:
                fail(error)
        return found

    def contents(self) -> dict[str, str]:
        """File of the log, below the archive -> the hash of its content."""
        return Inventory(self.root, SETTLED, LOG).contents()

    def lines_of(self, name: str) -> list[tuple[Record | Statement, int, int]]:
        """The lines of a file of the log, by its path below the archive; of records also where in the file each begins,
        and how long it is, in bytes. Raises StoreError at an unsound line."""
        path = self.root / name
        if name.startswith(f"{COVERAGE}/"):
            return [(line, 0, 0) for line in self.coverage.of_month(path.stem)]
        return [*self._placed(path)]

    def people_hash(self) -> str:
        """The hash of the words that people wrote, besides the settings, which may say what changes none of them."""
        paths = [*(self.root / name for name in PEOPLE), *self.root.glob("overrides/words/*.po")]
        paths += (self.root / NOTES).rglob("*.md")
        folders = ("older", *(name for name in BESIDE if name != "attempts"))
        paths += [path for name in folders for path in (self.root / name).rglob("*")]
        return digest_files(self.root, paths)

    def fingerprint(self) -> str:
        """The hash of all that the archive holds: the log, and what people wrote and put beside it."""
        folders = ("attempts", ELSEWHERE, "overrides", NOTES)
        beside = (path for name in folders for path in (self.root / name).rglob("*"))
        asked = [self.root / FORMER, self.root / NAME, *(path for path in beside if not path.is_symlink())]
        return digest(self.people_hash(), digest_files(self.root, asked), repr(sorted(self.contents().items())))

    # Writing

    def write_people(self, name: str, text: str) -> None:
        """Write a file that people will go on writing (for a new archive)."""
        files.write(self.root / name, text.encode(), self._scratch)

    def make(self, settings: str) -> None:
        """Make the folder an archive: its settings, what git shall not keep of it, and how it shall merge the rest.

        Raises StoreError where pages/ stands there already: what is in it would be removed as no page of the archive's.
        """
        if self.people("archive.yml") is None and (self.root / "pages").exists():
            where, hint = f"{self.root}/pages", "move it elsewhere, or use another folder with --archive"
            raise StoreError("already exists, in a folder that is not an archive", subject=where, hint=hint)
        tell_git(self.root / IGNORES, [f"/{name}/" for name in MADE])
        tell_git(self.root / ATTRIBUTES, MERGING)
        self.write_people("archive.yml", settings)

    def add(self, document: Document) -> Change:
        """Store one document: its raw bytes where kept, its records, its statements."""
        records = (record for listing in document.listings for record in listing.records(document.hash))
        wanted, former = layout.by_file(records), self.coverage.files_of(document.hash)
        plans = [self._plan(name, wanted.get(name, ()), document.hash) for name in sorted({*wanted, *former})]
        statements = self.coverage.news(document.listings, document.hash, {plan.name for plan in plans if plan.holds})
        if document.raw is not None and statements:
            path = self.root / layout.raw_name(document.listings[0], document.hash)
            month = document.listings[0].date.isoformat()[:7]
            if not path.exists() and not documents.is_packed(self.root, month, path.stem):
                files.write(path, gzip.compress(document.raw, mtime=0), self._scratch)
        for plan in plans:
            self._carry_out(plan)
        self.coverage.put(document.hash, statements)
        return Change(sum(plan.added for plan in plans), sum(plan.removed for plan in plans))

    def add_stream(self, listing: Listing, document: str, entries: Iterable[Entry]) -> Change:
        """Store a harvest too large to hold: `listing` says whose it is, `document` is its hash.

        The statement is dated by the newest entry. What another document has said stays as that said it: a new
        snapshot, most of whose millions of papers are as they were, touches nothing but what has changed.
        """
        touched: set[str] = set()
        added = removed = 0
        newest, left = listing.date, iter(entries)
        while batch := list(islice(left, BATCH)):
            newest = max(newest, *(entry.date for entry in batch))
            wanted = layout.by_file(listing.records(document, batch))
            for name, records in sorted(wanted.items()):
                plan = self._plan(name, records, document, drop=name not in touched, anew=False)
                self._carry_out(plan)
                added, removed = added + plan.added, removed + plan.removed
                touched.update([name] if plan.holds else [])
        for name in sorted(self.coverage.files_of(document) - touched):
            plan = self._plan(name, (), document)
            self._carry_out(plan)
            removed += plan.removed
        statements = self.coverage.news((replace(listing, date=newest),), document, touched)
        self.coverage.put(document, statements)
        return Change(added, removed)

    def set_records(self, name: str, records: Iterable[Record]) -> None:
        """Make the files of this name of the log hold just these records; without records they are removed."""
        lines = [RECORDS.encode(record) + b"\n" for record in sorted(records, key=attrgetter("order"))]
        self._carry_out(_Plan(name, lines))

    def _name(self, path: Path) -> str:
        return path.relative_to(self.root).as_posix()

    def _settle(self) -> None:
        """Put in order what git has merged since the last command, of clones of former formats, too; what cannot be
        read is left to whoever asks for it."""
        formats.migrate(self.root, self.coverage, self._say)
        try:
            self.coverage.adopt()
        except Unwritable:
            raise
        except StoreError:
            pass
        Inventory(self.root, SETTLED, LOG).settle(self._settle_file)

    def _settle_file(self, name: str) -> None:
        """Put in order what git has merged into a file since the last command."""
        if name.startswith(f"{COVERAGE}/"):
            self.coverage.settle(name)
            return
        home = layout.home_of(name)
        records = [r for part in self._parts(home) for r in RECORDS.decode(files.read(part) or b"", self._name(part))]
        if layout.settled(records) != records:
            self._carry_out(self._plan(home, (), ""))

    def _parts(self, name: str) -> list[Path]:
        """The files of a name of the log that exist: one, or for harvests its parts in order."""
        parts: list[Path] = []
        while (part := self._part(name, len(parts))).exists():
            parts.append(part)
        return parts

    def _part(self, name: str, number: int) -> Path:
        return self.root / "records" / (f"{name}-{number + 1}.jsonl" if number else f"{name}.jsonl")

    def _plan(
        self, name: str, records: Iterable[Record], document: str, *, drop: bool = True, anew: bool = True
    ) -> _Plan:  # fmt: skip
        """What the files of `name` shall hold once `records` are all that `document` has there. `anew`: of records that
        say the same, the first in order stands, whichever was stored before; else the one stored."""
        data = {self._name(part): files.read(part) or b"" for part in self._parts(name)}
        stored = [record for part, lines in data.items() for record in RECORDS.decode(lines, part)]
        # A paper without an id has the address of its title, which stays as first stored, with former readers' signs.
        without = (record.title for record in stored if record.document == document and not record.arxiv_id)
        first = {seen: title for title in without if (seen := one_line(intake.words(title))) != title}
        records = (replace(r, title=first[r.title]) if not r.arxiv_id and r.title in first else r for r in records)
        others = [record for record in stored if not drop or record.document != document]
        kept = layout.settled((*others, *(records if anew else layout.news(records, others))))
        lines = [RECORDS.encode(record) + b"\n" for record in kept]
        before, after = {line for part in data.values() for line in part.splitlines(keepends=True)}, set(lines)
        holds = any(record.document == document for record in kept)
        return _Plan(name, lines, holds, len(after - before), len(before - after))

    def _carry_out(self, plan: _Plan) -> None:
        old = self._parts(plan.name)
        parts = {self._part(plan.name, k): lines for k, lines in enumerate(layout.chunks(plan.lines, PART_BYTES))}
        if max(len(old), len(parts)) > 1:
            # Records may move between parts: first every part gains what it shall hold, then it loses what has moved,
            # so that a kill in between leaves a line twice (mended by the next run) but never loses one.
            for path, chunk in parts.items():
                lines = path.read_bytes().splitlines(keepends=True) if path.exists() else []
                files.write(path, b"".join(dict.fromkeys((*lines, *chunk))), self._scratch)
        for path, chunk in parts.items():
            files.write(path, b"".join(chunk), self._scratch)
        for path in reversed(old):  # the last part first: `_parts` finds what a kill leaves
            if path not in parts:
                files.remove(path)


class _Plan(NamedTuple):
    name: str
    lines: list[bytes]
    holds: bool = True  # whether any record of the document stands there
    added: int = 0
    removed: int = 0
