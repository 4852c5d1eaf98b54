"""EDGE: the folder of Markdown pages brought up to date: only what changed is made, on both cores where it pays.

A page is made again unless it is known, from the same code, settings and themes, by the same hash of what it depends
on, and its file stands as it was written. What is no longer wanted is removed last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from generator import files, parallel
from generator.cache import Cache, Table, digest, scan
from generator.pages import Draft

TABLE = "pages"
SLICE = 100
"""So many pages are made at a time by one process."""

Watch = Callable[[Iterable[int], int], Iterable[int]]
"""Shows a person how far it is: takes the counts of finished pages and their total, gives the same counts."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """The pages as they now stand: path -> hash of the text; and how many were made, written and removed."""

    texts: dict[str, str]
    made: int
    written: int
    removed: int


def bring_up_to_date(
    folder: Path, drafts: Iterable[Draft], cache: Cache, key: str, scratch: Path, watch: Watch | None = None
) -> Rendered:
    """Make `folder` hold just the pages of `drafts`. `key`: the hash of what all pages depend on."""
    known, standing = cache.read(TABLE, key), scan(folder)
    table: Table = {}
    wanted: list[Draft] = []
    for draft in drafts:
        entry = known.get(draft.path)
        state = standing.get(draft.path)
        if entry and state and draft.depends == entry[0] and [str(part) for part in state] == entry[2:]:
            table[draft.path] = entry
        else:
            wanted.append(draft)
    paths = {*table, *(draft.path for draft in wanted)}
    written = 0
    slices = parallel.shared(partial(_write, folder, scratch), wanted, SLICE)
    watched = (lambda counts: watch(counts, len(wanted))) if watch else iter
    for entries, fresh in parallel.watched(slices, lambda made: len(made[0]), watched):
        table.update(entries)
        written += fresh
    stale = [path for path in standing if path not in paths]
    for path in stale:
        files.remove(folder / path)
    cache.write(TABLE, key, {path: table[path] for path in sorted(table)})
    return Rendered({path: entry[1] for path, entry in table.items()}, len(wanted), written, len(stale))


def _write(folder: Path, scratch: Path, part: Sequence[Draft]) -> tuple[Table, int]:
    """Make and write some pages: their entries for the table, and how many files were not as they should be."""
    table: Table = {}
    written = 0
    for draft in part:
        text = draft.make().text
        path = folder / draft.path
        data = text.encode()
        written += files.write(path, data, scratch, durable=False)
        state = path.stat()
        table[draft.path] = [draft.depends or "", digest(data), str(state.st_size), str(state.st_mtime_ns)]
    return table, written
