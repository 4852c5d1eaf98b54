"""EDGE: the folder of pages and exported files brought up to date: only what changed is made, on both cores.

A file is made again unless the table has it under the same hash of what it depends on, made by the same code, settings
and themes, and the file is still as it was written. Files that are no longer wanted are removed last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from generator.errors import GeneratorError, actionable
from generator.exports import SiteFile
from generator.pages import Draft, substitute
from generator.runtime import files, parallel
from generator.runtime.cache import Cache, Table, digest, scan
from generator.runtime.facts import Facts
from generator.store.jsonl import to_json

TABLE = "pages"
SLICE = 100
MOST = 400
"""The fewest and the most pages that a process makes at a time: neighbours share much of what they are made of."""
SLICES = 20
"""The number of slices if there are enough pages, so that no process waits long for another's last one."""
MANY = 2_000
"""Page count above which scanning the folder runs in a second process."""

Watch = Callable[[Iterable[int], int], Iterable[int]]
"""Shows progress: takes the counts of finished pages and their total, and passes the counts on."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """The files as they now are: path -> hash of the content and of what it depends on; how many pages were made and
    written, how many files were removed; and the faults of those that could not be made."""

    texts: dict[str, str]
    made: int
    written: int
    removed: int
    faults: tuple[GeneratorError, ...] = ()

    @property
    def pages(self) -> int:
        """How many of the files are pages."""
        return sum(map(_is_page, self.texts))


@dataclass(frozen=True, slots=True)
class _Part:
    """The outcome for some of the files: the paths of those up to date, and the table entries of those made."""

    stood: list[str]
    made: Table
    written: int
    faults: list[GeneratorError]


def _is_page(path: str) -> bool:
    return path.endswith(".md")


def bring_up_to_date(
    folder: Path,
    drafts: Iterable[Draft | SiteFile],
    cache: Cache,
    key: str,
    scratch: Path,
    watch: Watch | None = None,
    meanwhile: Iterable[Draft | SiteFile] = (),
    *,
    table: str = TABLE,
    facts: Facts | None = None,
) -> Rendered:
    """Bring `folder` up to date: afterwards it has the files of `drafts` and `meanwhile`, and no others.

    `meanwhile`: drafts that a second process may handle at the same time; `key`: the hash of what all files depend on;
    `table`: of the cache, for this folder alone; `facts`: what keeps those of pages, for a folder that has any.
    """
    stated = facts.known() if facts else {}
    known = {
        path: row for path, row in cache.read(table, key).items() if not _is_page(path) or stated.get(path) == row[0]
    }
    part = partial(_bring_up_to_date, folder, scratch, known, facts)
    two = len(known) >= MANY

    def others() -> _Part:
        return part(scan(folder), meanwhile, None if two else watch)

    with parallel.ahead(others, two) as outcome:
        standing = scan(folder)
        parts = [part(standing, drafts, watch), outcome()]
    rows = {path: known[path] for each in parts for path in each.stood}
    for each in parts:
        rows.update(each.made)
    stale = [path for path in standing if path not in rows]
    for path in stale:
        files.remove(folder / path)
    if facts:
        facts.remove(path for path in stated if path not in rows)
    cache.write(table, key, {path: rows[path] for path in sorted(rows)})
    texts = {path: entry[1] for path, entry in rows.items()}
    return Rendered(
        texts,
        made=sum(map(_is_page, (path for each in parts for path in each.made))),
        written=sum(each.written for each in parts),
        removed=len(stale),
        faults=tuple(fault for each in parts for fault in each.faults),
    )


def _bring_up_to_date(
    folder: Path,
    scratch: Path,
    known: Table,
    facts: Facts | None,
    standing: Mapping[str, tuple[int, int]],
    drafts: Iterable[Draft | SiteFile],
    watch: Watch | None,
) -> _Part:
    stood: list[str] = []
    wanted: list[Draft | SiteFile] = []
    for draft in drafts:
        entry = known.get(draft.path)
        state = standing.get(draft.path)
        if entry and state and draft.depends == entry[0] and [str(part) for part in state] == entry[2:]:
            stood.append(draft.path)
        else:
            wanted.append(draft)
    made: Table = {}
    written = 0
    faults: list[GeneratorError] = []
    size = max(SLICE, min(MOST, len(wanted) // SLICES))
    slices = parallel.shared(partial(_write, folder, scratch, facts), wanted, size)
    watched = (lambda counts: watch(counts, len(wanted))) if watch and wanted else iter
    for entries, fresh, failed in parallel.watched(slices, lambda part: len(part[0]), watched):
        made.update(entries)
        written += fresh
        faults += failed
    return _Part(stood, made, written, faults)


def _write(
    folder: Path, scratch: Path, facts: Facts | None, part: Sequence[Draft | SiteFile]
) -> tuple[Table, int, list[GeneratorError]]:
    """Make and write some files: their table entries, how many were written, and the faults of those that failed."""
    table: Table = {}
    written = 0
    faults: list[GeneratorError] = []
    rows: list[tuple[str, str, object]] = []
    for draft in part:
        depends = draft.depends or ""
        said: object = None
        try:
            if isinstance(draft, Draft):
                page = draft.make()
                data, said = page.text.encode(), page.facts
            else:
                data = draft.data()
        except Exception as error:  # of any kind: it costs this file only, which is made again the next time
            faults.append(actionable(error, f"pages/{draft.path}"))
            data = substitute(draft.path).text.encode() if isinstance(draft, Draft) else b""
            depends = ""
        if isinstance(draft, Draft):
            rows.append((draft.path, depends, said))
        path = folder / draft.path
        written += files.write(path, data, scratch, durable=False) and _is_page(draft.path)
        state = path.stat()
        held = digest(data, depends, to_json(said))
        table[draft.path] = [depends, held, str(state.st_size), str(state.st_mtime_ns)]
    if facts:
        facts.write(rows)
    return table, written, faults
