"""The archive on disk: an append-only log of what documents said, in files that git and people can read.

    records/YYYY/MM/YYYY-MM-DD.jsonl   what was announced or seen that day
    records/harvest/YYMM[-N].jsonl     metadata that announces nothing, by the month of the paper's id
    listings/YYYY/MM/...gz             raw documents as received
    coverage.jsonl                     what each document stated of itself

A record is identified by its document (the hash of its bytes) and its place there. Of records that say the same in
every other respect, the one of the first document (by hash) stays; so a document read twice, or another copy of it,
changes nothing. Reading a document again with a mended reader replaces exactly its records. Every file is written whole
and in one step, raw document first, statement last: whatever is killed, the same command finishes it.
"""

from __future__ import annotations

import datetime as dt
import gzip
import hashlib
import re
import shutil
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

import filelock

from generator import arxiv_id, files
from generator.errors import StoreError
from generator.lines import RECORDS, STATEMENTS
from generator.model import Entry, Listing, Record, Statement

PART_BYTES = 10_000_000
"""A harvest file grows to this size, then the next part begins: what git hosts still show and diff."""
BATCH = 50_000
"""So many entries of a harvest are held at a time."""
HASH_DIGITS = 16
COVERAGE = "coverage.jsonl"
MADE = ("pages", "site", ".daybook")
"""The folders of an archive that can be made again at any time."""

_StatementKey = tuple[str, str, str, str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A document that was read: its name for messages, its hash, its listings, and its bytes where they are kept."""

    name: str
    hash: str
    listings: tuple[Listing, ...]
    raw: bytes | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What storing a document did: records that are new, and records that it had and has no longer."""

    added: int
    removed: int


def document_hash(data: bytes) -> str:
    """The identity of a document: the first 16 hex digits of the SHA-256 of its unpacked bytes."""
    return hashlib.sha256(data).hexdigest()[:HASH_DIGITS]


class Store:
    """The log of one archive. Reading needs no lock; `lock()` before any writing."""

    def __init__(self, root: Path, clock: Callable[[], dt.datetime]) -> None:
        self.root = root
        self._clock = clock
        self._scratch = root / ".daybook" / "tmp"
        self._statements: dict[_StatementKey, Statement] | None = None

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Hold the archive for writing; StoreError where another command holds it. Sweeps what a kill left behind."""
        self._scratch.mkdir(parents=True, exist_ok=True)
        lock = filelock.FileLock(self._scratch.parent / "lock", timeout=0)
        try:
            lock.acquire()
        except filelock.Timeout:
            problem = "another daybook command is writing here"
            raise StoreError(problem, thing=str(self.root), mend="wait until it is done") from None
        try:
            files.sweep(self._scratch)
            yield
        finally:
            lock.release()

    # Reading

    def records(self) -> Iterator[Record]:
        """All records, file by file in the order of their names. Raises StoreError at the first unsound line."""
        for path in self.record_files():
            yield from self.read_records(path)

    def record_files(self) -> list[Path]:
        """The files of the log, sorted."""
        return sorted((self.root / "records").rglob("*.jsonl"))

    def read_records(self, path: Path) -> list[Record]:
        """The records of one file; none where it does not exist."""
        return RECORDS.decode(path.read_bytes(), self._name(path)) if path.exists() else []

    def statements(self) -> list[Statement]:
        """All lines of coverage.jsonl."""
        return list(self._loaded().values())

    def people(self, name: str) -> str | None:
        """The text of a file that people write (archive.yml, themes.yml ...); None where there is none."""
        try:
            return (self.root / name).read_text(encoding="utf-8")
        except FileNotFoundError:
            return None
        except UnicodeDecodeError as error:
            raise StoreError("is not UTF-8", thing=name, mend="save it as UTF-8") from error

    # Writing

    def write_people(self, name: str, text: str) -> None:
        """Write a file that people will go on writing (for a new archive)."""
        files.write(self.root / name, text.encode(), self._scratch)

    def drop_people(self, name: str) -> None:
        """Remove a file that people write, where it is there (for `init` in place of a sample)."""
        files.remove(self.root / name)

    def make(self, settings: str) -> None:
        """Make the folder an archive: its settings, and what git shall not keep of it."""
        self.write_people(".gitignore", "".join(f"/{name}/\n" for name in MADE))
        self.write_people("archive.yml", settings)

    def clear(self) -> None:
        """Remove all that was read and made, not what people wrote (for `init` in place of a sample)."""
        for name in ("records", "older", "listings", "pages", "site", ".daybook/cache"):
            shutil.rmtree(self.root / name, ignore_errors=True)
        for name in (COVERAGE, "moved.txt", "same.yml"):
            files.remove(self.root / name)
        self._statements = None

    def add(self, document: Document) -> Outcome:
        """Store one document: its raw bytes where kept, its records, its statements."""
        wanted = _by_file(_records(document))
        former = self._former_files(document.hash)
        plans = [self._plan(name, wanted.get(name, ()), document.hash) for name in sorted({*wanted, *former})]
        statements = self._new_statements(document, {plan.name for plan in plans if plan.holds})
        if document.raw is not None and statements:
            self._keep_raw(document, document.raw)
        for plan in plans:
            self._carry_out(plan)
        self._take(statements, document.hash)
        return Outcome(sum(plan.added for plan in plans), sum(plan.removed for plan in plans))

    def add_stream(self, listing: Listing, document: str, entries: Iterable[Entry]) -> Outcome:
        """Store a harvest too large to hold: `listing` says whose it is, `document` is its hash.

        The statement is dated by the newest entry.
        """
        touched: set[str] = set()
        added = removed = 0
        newest = listing.date
        for batch in _batches(entries):
            newest = max(newest, *(entry.date for entry in batch))
            wanted = _by_file([_record(entry, listing, document) for entry in batch])
            for name, records in sorted(wanted.items()):
                plan = self._plan(name, records, document, drop=name not in touched)
                self._carry_out(plan)
                added, removed = added + plan.added, removed + plan.removed
            touched.update(wanted)
        for name in sorted(self._former_files(document) - touched):
            plan = self._plan(name, (), document)
            self._carry_out(plan)
            removed += plan.removed
        whole = Document(name="", hash=document, listings=(replace(listing, date=newest),))
        self._take(self._new_statements(whole, touched), document)
        return Outcome(added, removed)

    def flush(self) -> None:
        """Write coverage.jsonl, if anything was stated anew."""
        if self._statements is None:
            return
        lines = sorted(self._statements.values(), key=_statement_order)
        data = b"".join(STATEMENTS.encode(line) + b"\n" for line in lines)
        if data or (self.root / COVERAGE).exists():
            files.write(self.root / COVERAGE, data, self._scratch)

    def set_records(self, name: str, records: Iterable[Record]) -> None:
        """Make the files of this name of the log hold just these records; without records they are removed."""
        lines = [RECORDS.encode(record) + b"\n" for record in sorted(records, key=_record_order)]
        self._carry_out(_Plan(name=name, lines=lines, holds=True, added=0, removed=0))

    def set_statements(self, statements: Iterable[Statement]) -> None:
        """Make coverage.jsonl hold just these."""
        self._statements = {_statement_key(line): line for line in statements}
        self.flush()

    # Inside

    def _name(self, path: Path) -> str:
        return path.relative_to(self.root).as_posix()

    def _loaded(self) -> dict[_StatementKey, Statement]:
        if self._statements is None:
            path = self.root / COVERAGE
            lines = STATEMENTS.decode(path.read_bytes(), COVERAGE) if path.exists() else []
            self._statements = {_statement_key(line): line for line in lines}
        return self._statements

    def _former_files(self, document: str) -> set[str]:
        return {name for key, line in self._loaded().items() if key[0] == document for name in line.files}

    def _parts(self, name: str) -> list[Path]:
        """The files of a name of the log that exist: one, or for harvests its parts in order."""
        first = self.root / "records" / f"{name}.jsonl"
        parts = [first] if first.exists() else []
        while (part := first.with_name(f"{first.stem}-{len(parts) + 1}.jsonl")).exists() and parts:
            parts.append(part)
        return parts

    def _plan(self, name: str, records: Iterable[Record], document: str, *, drop: bool = True) -> _Plan:
        """What the files of `name` shall hold once `records` are all that `document` has there."""
        data = [part.read_bytes() for part in self._parts(name)]
        held = [record for part in data for record in RECORDS.decode(part, name)]
        others = [record for record in held if not drop or record.document != document]
        chosen: dict[bytes, Record] = {}
        for record in (*others, *records):
            same = RECORDS.encode(record, without=_SAYER if record.type != "harvest" else _SAYER_OF_HARVEST)
            rival = chosen.get(same)
            if rival is None or _record_order(record) < _record_order(rival):
                chosen[same] = record
        kept = sorted(chosen.values(), key=_record_order)
        lines = [RECORDS.encode(record) + b"\n" for record in kept]
        before, after = {line for part in data for line in part.splitlines(keepends=True)}, set(lines)
        return _Plan(
            name=name,
            lines=lines,
            holds=any(record.document == document for record in kept),
            added=len(after - before),
            removed=len(before - after),
        )

    def _carry_out(self, plan: _Plan) -> None:
        old = self._parts(plan.name)
        first = self.root / "records" / f"{plan.name}.jsonl"
        chunks = _chunks(plan.lines)
        paths = [first if k == 0 else first.with_name(f"{first.stem}-{k + 1}.jsonl") for k in range(len(chunks))]
        if max(len(old), len(paths)) > 1:
            # Records may move between parts: first every part gains what it shall hold, then it loses what has moved,
            # so that a kill in between leaves a line twice (mended by the next run) but never loses one.
            for path, chunk in zip(paths, chunks, strict=True):
                held = path.read_bytes().splitlines(keepends=True) if path.exists() else []
                files.write(path, b"".join(dict.fromkeys((*held, *chunk))), self._scratch)
        for path, chunk in zip(paths, chunks, strict=True):
            files.write(path, b"".join(chunk), self._scratch)
        for path in reversed(old):  # the last part first: `_parts` finds what a kill leaves
            if path not in paths:
                files.remove(path)

    def _new_statements(self, document: Document, holding: set[str]) -> list[Statement]:
        """The statements of a document that says anything new: of itself, or by records (`holding`: their files)."""
        held = self._loaded()
        said = {_saying(line) for line in held.values()}
        new = []
        for listing in document.listings:
            homes = set(_by_file(_listed(listing, document.hash))) if listing.entries else holding
            line = _statement(listing, document.hash, self._clock(), tuple(sorted(homes)))
            former = held.get(_statement_key(line))
            line = replace(line, first_read=former.first_read) if former else line
            if former or homes & holding or _saying(line) not in said:
                new.append(line)
        return [line for line in new if line.counts or line.quiet or line.report or line.files]

    def _take(self, statements: list[Statement], document: str) -> None:
        held = self._loaded()
        for key in [key for key in held if key[0] == document]:
            del held[key]
        held.update((_statement_key(line), line) for line in statements)

    def _keep_raw(self, document: Document, raw: bytes) -> None:
        path = self.root / raw_name(document.listings[0], document.hash)
        if not path.exists():
            files.write(path, gzip.compress(raw, mtime=0), self._scratch)


_SAYER = frozenset(("document", "place"))
_SAYER_OF_HARVEST = _SAYER | {"date"}
"""A harvest is dated by its document; the same metadata found again on a later day says nothing new."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Plan:
    name: str
    lines: list[bytes]
    holds: bool  # whether any record of the document stands there
    added: int
    removed: int


def raw_name(listing: Listing, document: str) -> str:
    """Where the raw document of this listing is kept, below the archive: readable, safe, and unique by its hash."""
    words = (str(listing.date), listing.source, listing.origin, listing.category, listing.part)
    label = "-".join(re.sub(r"[^A-Za-z0-9.+-]+", "_", word).strip("._") for word in words[1:] if word)[:80]
    return f"listings/{listing.date:%Y/%m}/{listing.date}-{label}-{document}.gz"


def _records(document: Document) -> list[Record]:
    return [record for listing in document.listings for record in _listed(listing, document.hash)]


def _listed(listing: Listing, document: str) -> list[Record]:
    return [_record(entry, listing, document) for entry in listing.entries]


_ENTRY_FIELDS = tuple(f.name for f in fields(Entry))


def _record(entry: Entry, listing: Listing, document: str) -> Record:
    told: dict[str, Any] = {name: getattr(entry, name) for name in _ENTRY_FIELDS}
    return Record(
        **told, source=listing.source, category=listing.category, origin=listing.origin, document=document
    )  # fmt: skip


def _by_file(records: Iterable[Record]) -> dict[str, list[Record]]:
    found: dict[str, list[Record]] = defaultdict(list)
    for record in records:
        found[file_of(record)].append(record)
    return found


def file_of(record: Record) -> str:
    """The name of the log's file that a record belongs to: `2026/03/2026-03-03` or `harvest/2603`."""
    if record.arxiv_id and not arxiv_id.is_valid(record.arxiv_id):
        raise StoreError(f"{record.arxiv_id!r} is no arXiv id", place=f"entry {record.place}", mend="report its reader")
    if record.type != "harvest":
        return f"{record.date:%Y/%m/%Y-%m-%d}"
    return f"harvest/{arxiv_id.month(record.arxiv_id) if record.arxiv_id else f'{record.date:%y%m}'}"


def _record_order(record: Record) -> tuple[str, str, str, str, int]:
    return (record.source, record.category or "", record.origin or "", record.document, record.place)


def _statement(listing: Listing, document: str, now: dt.datetime, homes: tuple[str, ...]) -> Statement:
    return Statement(
        source=listing.source,
        date=listing.date,
        category=listing.category,
        origin=listing.origin,
        part=listing.part,
        whole=listing.whole,
        quiet=listing.quiet,
        counts=listing.counts,
        report=listing.report,
        document=document,
        first_read=now,
        files=homes,
    )


def _statement_key(line: Statement) -> _StatementKey:
    return (line.document, str(line.date), line.source, line.category or "", line.part or "")


def _statement_order(line: Statement) -> tuple[str, ...]:
    return (str(line.date), line.category or "", line.source, line.origin or "", line.part or "", line.document)


def _saying(line: Statement) -> bytes:
    return STATEMENTS.encode(line, without=frozenset(("document", "first_read", "files")))


def _batches(entries: Iterable[Entry]) -> Iterator[list[Entry]]:
    batch: list[Entry] = []
    for entry in entries:
        batch.append(entry)
        if len(batch) >= BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def _chunks(lines: list[bytes]) -> list[list[bytes]]:
    """The lines in parts of at most PART_BYTES; none where there are no lines."""
    chunks: list[list[bytes]] = [[]]
    size = 0
    for line in lines:
        if chunks[-1] and size + len(line) > PART_BYTES:
            chunks.append([])
            size = 0
        chunks[-1].append(line)
        size += len(line)
    return chunks if lines else []
