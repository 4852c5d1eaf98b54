"""coverage.jsonl: what each document stated of itself, a line per listing, written whole and in order."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from generator.model import Listing, Statement
from generator.runtime import files
from generator.store.jsonl import STATEMENTS
from generator.store.layout import (
    StatementKey,
    by_file,
    check_dates,
    listed,
    saying,
    settled_statements,
    statement_key,
    statement_of,
    statement_order,
)

COVERAGE = "coverage.jsonl"


class CoverageFile:
    """The statements of an archive, read when first asked for. Writing is for the holder of the archive's lock."""

    def __init__(self, root: Path, clock: Callable[[], dt.datetime]) -> None:
        self._path, self._scratch, self._clock = root / COVERAGE, files.scratch_folder(root), clock
        self._known: dict[StatementKey, Statement] | None = None

    def lines(self) -> list[Statement]:
        """All statements. Raises StoreError at an unsound line."""
        return list(self._statements().values())

    def files_of(self, document: str) -> set[str]:
        """The files of the log that records of this document (its hash) went to."""
        return {name for key, line in self._statements().items() if key[0] == document for name in line.files}

    def news(self, listings: Sequence[Listing], document: str, stored_in: set[str]) -> list[Statement]:
        """The statements of a document that say anything new, of itself or by its records, stored in these files."""
        stored = self._statements()
        known = {saying(line) for line in stored.values()}
        news = []
        for listing in listings:
            homes = set(by_file(listed(listing, document))) if listing.entries else stored_in
            line = statement_of(listing, document, self._clock(), tuple(sorted(homes)))
            former = stored.get(statement_key(line))
            line = replace(line, first_read=former.first_read) if former else line
            if former or homes & stored_in or saying(line) not in known:
                news.append(line)
        return [line for line in news if line.counts or line.quiet or line.report or line.files]

    def put(self, document: str, statements: Iterable[Statement]) -> None:
        """Have these statements in place of all of this document; `flush` writes them."""
        stored = self._statements()
        for key in [key for key in stored if key[0] == document]:
            del stored[key]
        stored.update((statement_key(line), line) for line in statements)

    def set(self, statements: Iterable[Statement]) -> None:
        """Write these statements and no others."""
        self._known = {statement_key(line): line for line in statements}
        self.flush()

    def forget(self) -> None:
        """Read the file again when it is next asked for."""
        self._known = None

    def flush(self) -> None:
        """Write the file, if it was read or changed."""
        if self._known is None:
            return
        lines = sorted(self._known.values(), key=statement_order)
        data = b"".join(STATEMENTS.encode(line) + b"\n" for line in lines)
        if data or self._path.exists():
            files.write(self._path, data, self._scratch)

    def settle(self) -> None:
        """Put in order what git has merged. Raises StoreError at an unsound line."""
        lines = STATEMENTS.decode(files.read(self._path) or b"", COVERAGE)
        if sorted(self.lines(), key=statement_order) != lines:
            self.flush()

    def _statements(self) -> dict[StatementKey, Statement]:
        if self._known is None:
            lines = STATEMENTS.decode(files.read(self._path) or b"", COVERAGE)
            check_dates(lines, COVERAGE)
            self._known = settled_statements(lines)
        return self._known
