"""EDGE: whether a library's volumes hold together: each paper has its page in one volume, the one that all others name.

What a volume holds by itself is checked as in any archive.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from daybook.archive import ArchiveFolder
from daybook.coverage.completeness import is_of_a_day
from daybook.errors import GeneratorError, StoreError
from daybook.log import homes
from daybook.volumes.folder import HOMES, LibraryFolder
from daybook.volumes.rule import VOLUMES, Volume

AGAIN = "deal the snapshot again: daybook ingest SNAPSHOT"


def faults(library: LibraryFolder) -> Iterator[GeneratorError]:
    """What is wrong between the volumes, a line each. Raises StoreError where a log cannot be read."""
    for one, other in combinations(library.volumes, 2):
        if one.overlaps(other):
            hint = "each category and year belongs to one volume; restore the file from git"
            yield StoreError(f"{one.name} and {other.name} both have what one of them has", subject=VOLUMES, hint=hint)
    page: dict[str, str] = {}  # id -> the volume with its page
    named: dict[str, dict[str, str]] = {}  # volume -> id -> the volume that it names
    for volume in library.volumes:
        home = ArchiveFolder(library.log(volume))
        named[volume.name] = away = homes.elsewhere(home.folder)
        for ident in sorted(_held(home) - away.keys()):
            if ident in page:
                yield _fault(ident, f"has a page in {page[ident]} and in {volume.name}", AGAIN)
            page.setdefault(ident, volume.name)
        yield from _foreign_days(volume, home)
    for name, away in named.items():
        for ident, there in away.items():
            if page.get(ident) != there:
                where = f"which is in {page[ident]}" if ident in page else "which is nowhere"
                yield _fault(ident, f"{name} names {there} for its page, {where}", AGAIN)
    for path in sorted((library.folder / HOMES).glob("*.tsv")):
        for ident, category in homes.read(path).items():
            due = library.volume_of(library.settings.home(ident, category))
            there = page.get(ident, "")
            if due and there != due.name:
                lost = f"has its page in {there}, and not in {due.name}" if there else f"is missing in {due.name}"
                yield _fault(ident, lost, AGAIN)


def _held(home: ArchiveFolder) -> set[str]:
    """The ids of the papers whose records a volume holds."""
    return {record.arxiv_id for record in home.store.records() if record.arxiv_id}


def _foreign_days(volume: Volume, home: ArchiveFolder) -> Iterator[GeneratorError]:
    """The announcements that a volume has of years that are another's."""
    for line in home.store.coverage.lines():
        inside = (volume.since or 0) <= line.date.year < (volume.before or 10_000)
        if is_of_a_day(line) and not inside:
            hint = f"read its document by the volume of {line.date.year}: daybook ingest PATH"
            yield StoreError(f"has {line.source} of {line.date}", subject=volume.name, hint=hint)


def _fault(ident: str, problem: str, hint: str) -> GeneratorError:
    return StoreError(problem, subject=ident, hint=hint)
