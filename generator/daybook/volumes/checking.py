"""EDGE: whether a library's volumes hold together: each paper has its page in the one volume where it belongs, as all
others say.

Each volume is judged by itself, by what homes/ says of its papers and of those that belong to it: if all are sound, no
page is missing, and none is there twice. What a volume holds by itself is checked as in any archive.
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from functools import lru_cache

from daybook.archive import ArchiveFolder
from daybook.coverage.completeness import is_of_a_day
from daybook.errors import GeneratorError, StoreError
from daybook.log import homes
from daybook.model import arxiv, ids
from daybook.volumes.folder import HOMES, LibraryFolder
from daybook.volumes.rule import VOLUMES, Cell, Volume

AGAIN = "deal the snapshot again: daybook ingest SNAPSHOT"


def faults(library: LibraryFolder, volume: Volume) -> Iterator[GeneratorError]:
    """What is wrong between a volume and the others, a line each. Raises StoreError where its log cannot be read."""
    for other in library.volumes:
        if other != volume and other.overlaps(volume):
            hint = "each category and year belongs to one volume; restore the file from git"
            yield StoreError(f"has a category and year in {other.name}, too", subject=VOLUMES, hint=hint)
    home, held, own = ArchiveFolder(library.log(volume)), dict[str, bool](), set(library.settings.categories)
    for record in home.store.records():
        if ident := record.arxiv_id:
            held[ident] = held.get(ident, False) or not own.isdisjoint(arxiv.canonical_all(record.categories))
    away = homes.elsewhere(home.folder)
    due = _due(library, volume, held.keys() | away.keys())
    for ident in sorted(held.keys() | away.keys() | due.keys()):
        there, said = due.get(ident, ""), away.get(ident, volume.name if ident in held else "")
        if said != there and (there or held.get(ident)):  # without a category of the library, it is of no volume
            where = "here" if said == volume.name else f"in {said}"
            problem = f"has its page {where}, and belongs in {there or 'no volume'}" if said else "is missing"
            yield StoreError(problem, subject=ident, hint=AGAIN)
    for line in filter(is_of_a_day, home.store.coverage.lines()):
        if not volume.holds(Cell("", line.date.year)):
            hint = f"read its document by the volume of {line.date.year}: daybook ingest PATH"
            yield StoreError(f"has {line.source} of {line.date}", subject=volume.name, hint=hint)


def _due(library: LibraryFolder, volume: Volume, named: AbstractSet[str]) -> dict[str, str]:
    """Which volume the page belongs in, of all papers that a volume names, and of all that belong in it."""
    volume_of, months, found = lru_cache(None)(library.volume_of), set(map(ids.month, named)), dict[str, str]()
    for path in sorted((library.folder / HOMES).glob("*.tsv")):
        if path.stem in months or volume.holds(Cell("", ids.year(f"{path.stem}."))):
            cells = {ident: library.settings.home(ident, code) for ident, code in homes.read(path).items()}
            found |= {ident: there.name for ident, cell in cells.items()
                      if (there := volume_of(cell)) and (ident in named or there == volume)}  # fmt: skip
    return found
