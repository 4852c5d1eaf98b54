"""EDGE: a library divided anew, in place, once `by` or `most` in library.yml has changed.

What is divided are the logs. Papers keep the category they were first known with, and so have their page where the new
rule says; each record goes where it would if its document were dealt now. All new archives are complete in dividing/
before one is put into place, and all are in place before volumes.tsv names them; the former ones are removed last. A
volume that stays as it is keeps its folder. Whatever is killed: the same again goes on from there.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from daybook import config
from daybook.archive import ArchiveFolder
from daybook.errors import StoreError
from daybook.log import documents, homes, layout
from daybook.log.disk import FORMER
from daybook.log.homes import ELSEWHERE
from daybook.log.store import APART, LOG, MADE, NOTES, Store
from daybook.model import Record, Statement, ids
from daybook.model.jsonl import RECORDS
from daybook.runtime import files
from daybook.volumes import dealing, rule
from daybook.volumes.folder import HOMES, Homes, LibraryFolder
from daybook.volumes.rule import Cell, Volume

FOLDER = "dividing"
"""Below the library's folder: the new archives, and in the end the lists of the former volumes and the new ones."""
_FORMER = "former.tsv"
_MADE_ANEW = (config.NAME, *LOG, FORMER, *MADE, *APART, ELSEWHERE)


def redivide(library: LibraryFolder) -> tuple[list[Volume], list[str]]:
    """Divide a library by the rule that its settings have now, for the holder of its lock. The former volumes, and
    people's files that stand in another form in a new one. Raises StoreError."""
    folder, scratch, left = library.folder / FOLDER, files.scratch_folder(library.folder), list[str]()
    if not (folder / rule.VOLUMES).exists():
        files.clear(folder)
        new = LibraryFolder(library.folder)
        newest = _plan(library, new)
        if library.volumes == new.volumes:
            return library.volumes, left
        _write_records(library, new, folder, newest)
        for volume in new.volumes:
            left += _write_rest(library, new, volume, folder / volume.name)
        for name, volumes in ((_FORMER, library.volumes), (rule.VOLUMES, new.volumes)):
            files.write(folder / name, rule.render(volumes).encode(), scratch)
    former, volumes = (rule.read((files.read(folder / name) or b"").decode()) for name in (_FORMER, rule.VOLUMES))
    for volume in volumes:
        below = ELSEWHERE if volume in former else ""  # of one that stays, nothing else has changed
        made, target = folder / volume.name / below, library.log(volume) / below
        if made.exists():
            if below:
                files.clear(target)
            target.parent.mkdir(parents=True, exist_ok=True)
            made.rename(target)
    files.write(library.folder / rule.VOLUMES, rule.render(volumes).encode(), scratch)
    for volume in (each for each in former if each not in volumes):
        files.clear(library.log(volume))
    library.volumes = volumes
    files.clear(folder)
    return former, left


# What is divided


def _dealt(library: LibraryFolder) -> Iterator[tuple[str, list[tuple[Record, set[Cell]]]]]:
    """The files of the log by name, each with the records of all volumes, and the cells that have each. Memory holds
    one of them at a time."""
    where = defaultdict[str, list[tuple[Volume, Store, Path]]](list)
    for volume in library.volumes:
        store = ArchiveFolder(library.log(volume)).store
        for path in store.record_files():
            where[layout.home_of(path.relative_to(store.root).as_posix())].append((volume, store, path))
    known = Homes(library.folder)
    for name in sorted(where):
        found: dict[bytes, tuple[Record, set[Cell]]] = {}
        for volume, store, path in where[name]:
            for record in store.read_records(path):
                _, cells = found.setdefault(RECORDS.encode(record), (record, set()))
                cells |= _cells(library, volume, known, record)
        yield name, list(found.values())
    known.keep()


def _cells(library: LibraryFolder, volume: Volume, known: Homes, record: Record) -> set[Cell]:
    """Where a record belongs that a volume has: as `dealing` has it, within what that volume spoke for."""
    home, cells = dealing.placed(library.settings, known, record)
    if home and record.type == "harvest":
        return cells
    said = _spoken(library, volume, record)
    if "+" not in (record.category or ""):
        said = [code for code in said if code in (record.category, *record.categories)]
    return {library.settings.cell(code, record.date.year) for code in said or volume.categories[:1]}


def _spoken(library: LibraryFolder, volume: Volume, said: Record | Statement) -> list[str]:
    """The categories of a volume for which a record or statement of a day that it has speaks."""
    part = said.part if isinstance(said, Statement) else None
    return [code for code in dealing.asked(library.settings, said.category, part) if code in volume.categories]


def _plan(library: LibraryFolder, new: LibraryFolder) -> dt.date:
    """Divide what the volumes hold; the newest date of a record."""
    papers, cells, newest = Counter[Cell](), set[Cell](), dt.date.min
    for _, held in _dealt(library):
        cells = cells.union(*(each for _, each in held))
        newest = max(newest, *(record.date for record, _ in held))
    for path in sorted((library.folder / HOMES).glob("*.tsv")):
        papers.update(library.settings.home(*each) for each in homes.read(path).items())
    new.volumes = rule.divided(library.settings, [], {cell: papers[cell] for cell in cells})
    for volume in (each for each in new.volumes if each not in library.volumes):
        if (place := library.log(volume)).exists():
            raise StoreError("is in the way", subject=str(place), hint="move it elsewhere; it is of no volume")
    for volume in (each for each in library.volumes if each not in new.volumes):
        if (place := library.log(volume) / ".git").exists():
            hint = "push it and move its .git elsewhere: this volume will be no more"
            raise StoreError("is a repository of its own", subject=str(place.parent), hint=hint)
    return newest


def _write_records(library: LibraryFolder, new: LibraryFolder, folder: Path, newest: dt.date) -> None:
    """Make the new archives with their records."""
    volume_of = lru_cache(None)(new.volume_of)
    made = {each: ArchiveFolder(folder / each.name).store for each in new.volumes if each not in library.volumes}
    for volume, store in made.items():
        store.make(new.text_of(volume, newest))
    for name, held in _dealt(library):
        shares = defaultdict[Volume, list[Record]](list)
        for record, cells in held:
            for volume in made.keys() & {volume_of(cell) for cell in cells}:
                shares[volume].append(record)
        for volume, records in shares.items():
            made[volume].set_records(name, layout.settled(records))


def _write_rest(library: LibraryFolder, new: LibraryFolder, volume: Volume, folder: Path) -> list[str]:
    """Write which of a volume's papers have their page elsewhere; of a new one, also what its documents stated, these
    documents, and what people wrote. The files of people that stand there in another form."""
    stays, stored, newest = volume in library.volumes, defaultdict[str, set[str]](set), dict[str, dt.date]()
    store = ArchiveFolder(library.log(volume) if stays else folder).store
    idents = set[str]()
    for record in store.records():
        stored[record.document].add(record.file)
        newest[record.document] = max(record.date, newest.get(record.document, record.date))
        idents.update([record.arxiv_id] if record.arxiv_id else [])
    (folder / ELSEWHERE).mkdir(parents=True)
    new.note_elsewhere(volume, folder, idents)
    if stays:
        return []
    former, lines = [each for each in library.volumes if each.overlaps(volume)], list[Statement]()
    for each in former:
        for line in ArchiveFolder(library.log(each)).store.coverage.lines():
            names, date = tuple(sorted(stored.get(line.document, ()))), line.date
            if line.source == "arxiv-snapshot":
                date = newest.get(line.document, date)
            harvest = line.files and all(name.startswith("harvest/") for name in line.files)
            said = [] if harvest else _spoken(library, each, line)
            mine = [code for code in said if volume.holds(library.settings.cell(code, line.date.year))]
            if mine or (names and not said):
                own = line if mine == said else replace(line, counts=(), whole=False)
                lines.append(replace(own, files=names, date=date))
    store.coverage.hold(lines)
    hashes = {line.document for line in lines}
    return [name for each in former for name in _copy(library.log(each), new, volume, folder, hashes)]


def _copy(log: Path, new: LibraryFolder, volume: Volume, folder: Path, hashes: set[str]) -> Iterator[str]:
    """Bring raw documents, and what people wrote, from a former volume's log to a new one; those of its files that
    another one has otherwise. Lines of machines are put together."""
    for path in sorted(path for path in files.below(log) if path.is_file() and not path.is_symlink()):
        name = path.relative_to(log)
        if not _is_of(new, volume, name, hashes):
            continue
        data, held = path.read_bytes(), files.read(folder / name)
        if path.suffix == ".jsonl":
            data = b"".join(dict.fromkeys((held or b"").splitlines(keepends=True) + data.splitlines(keepends=True)))
        elif held not in (None, data):
            yield f"{log.name}/{name.as_posix()}"
            continue
        files.write(folder / name, data, files.scratch_folder(folder))


def _is_of(new: LibraryFolder, volume: Volume, path: Path, hashes: set[str]) -> bool:
    """Whether a file of a former volume is of a new one: a document of which it has statements; of what people wrote, a
    paper's note where its page is, a digest where its day is, and all else."""
    if path.parts[0] == "listings":
        return documents.is_pack(path) or path.stem.rpartition("-")[2] in hashes
    if path.parts[:2] == (NOTES, "papers") and (ident := ids.of_key(path.stem)):
        category = homes.read(new.folder / HOMES / f"{ids.month(ident)}.tsv").get(ident)
        return category is None or volume.holds(new.settings.home(ident, category))
    if path.parts[0] == "digests" and path.stem[:4].isdecimal():
        return volume.holds(Cell("", int(path.stem[:4])))
    return not (path.parts[0].startswith(".") or path.parts[0] in _MADE_ANEW)
