"""EDGE: the folder of pages and exported files brought up to date: only what changed is made, on both cores.

A page is made again unless it is known, from the same code, settings and themes, by the same hash of what it depends
on, and its file stands as it was written. What is no longer wanted is removed last.
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

TABLE = "pages"
SLICE = 100
MOST = 400
"""So many pages at least and at most are made at a time by one process: neighbours share what they are made of."""
SLICES = 20
"""Where there are enough, the pages make so many slices, so that no process waits long for another one's last."""
MANY = 2_000
"""Where so many pages stand already, looking what became of them is worth another process."""

Watch = Callable[[Iterable[int], int], Iterable[int]]
"""Shows a person how far it is: takes the counts of finished pages and their total, gives the same counts."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """The files as they now are: path -> hash of the content; how many were made, written and removed; and the faults
    of those that could not be made."""

    texts: dict[str, str]
    made: int
    written: int
    removed: int
    faults: tuple[GeneratorError, ...] = ()

    @property
    def pages(self) -> int:
        """How many of the files are pages."""
        return sum(path.endswith(".md") for path in self.texts)


@dataclass(frozen=True, slots=True)
class _Part:
    """What became of some of the pages: the paths of those that stood, and the entries of those that were made."""

    stood: list[str]
    made: Table
    written: int
    faults: list[GeneratorError]


def bring_up_to_date(
    folder: Path,
    drafts: Iterable[Draft | SiteFile],
    cache: Cache,
    key: str,
    scratch: Path,
    watch: Watch | None = None,
    meanwhile: Iterable[Draft | SiteFile] = (),
) -> Rendered:
    """Make `folder` hold just the pages of `drafts` and of `meanwhile`, which another process may see to meanwhile.

    `key`: the hash of what all pages depend on.
    """
    known = cache.read(TABLE, key)
    part = partial(_bring_up_to_date, folder, scratch, known)
    two = len(known) >= MANY

    def others() -> _Part:
        return part(scan(folder), meanwhile, None if two else watch)

    with parallel.ahead(others, two) as outcome:
        standing = scan(folder)
        parts = [part(standing, drafts, watch), outcome()]
    table = {path: known[path] for each in parts for path in each.stood}
    for each in parts:
        table.update(each.made)
    stale = [path for path in standing if path not in table]
    for path in stale:
        files.remove(folder / path)
    cache.write(TABLE, key, {path: table[path] for path in sorted(table)})
    texts = {path: entry[1] for path, entry in table.items()}
    return Rendered(
        texts,
        made=sum(len(each.made) for each in parts),
        written=sum(each.written for each in parts),
        removed=len(stale),
        faults=tuple(fault for each in parts for fault in each.faults),
    )


def _bring_up_to_date(
    folder: Path,
    scratch: Path,
    known: Table,
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
    slices = parallel.shared(partial(_write, folder, scratch), wanted, size)
    watched = (lambda counts: watch(counts, len(wanted))) if watch and wanted else iter
    for entries, fresh, failed in parallel.watched(slices, lambda part: len(part[0]), watched):
        made.update(entries)
        written += fresh
        faults += failed
    return _Part(stood, made, written, faults)


def _write(folder: Path, scratch: Path, part: Sequence[Draft | SiteFile]) -> tuple[Table, int, list[GeneratorError]]:
    """Make and write some pages: their entries for the table, how many files were not as they should be, and why the
    text of some is only a substitute."""
    table: Table = {}
    written = 0
    faults: list[GeneratorError] = []
    for draft in part:
        depends = draft.depends or ""
        try:
            data = draft.data()
        except Exception as error:  # of whatever kind: it costs this page only, which is made again the next time
            faults.append(actionable(error, f"pages/{draft.path}"))
            data = substitute(draft.path).text.encode() if isinstance(draft, Draft) else b""
            depends = ""
        path = folder / draft.path
        written += files.write(path, data, scratch, durable=False)
        state = path.stat()
        table[draft.path] = [depends, digest(data), str(state.st_size), str(state.st_mtime_ns)]
    return table, written, faults
