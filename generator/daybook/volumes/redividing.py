"""EDGE: a library divided anew, in place, once `by` or `most` in library.yml has changed.

What is divided are the logs. Papers keep the category they were first known with, and so have their page where the new
rule says; each record goes where it would if its document were dealt now. All new archives are complete in dividing/
before one is put into place, and all are in place before volumes.tsv names them; the former ones are removed last. A
volume that stays as it is keeps its folder. Whatever is killed: the same again goes on from there.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

from daybook import config
from daybook.archive import ArchiveFolder
from daybook.errors import StoreError
from daybook.log import documents, homes, layout
from daybook.log.disk import FORMER
from daybook.log.homes import ELSEWHERE
from daybook.log.store import APART, LOG, MADE, NOTES
from daybook.model import Record, Statement, arxiv, ids
from daybook.model.jsonl import RECORDS
from daybook.runtime import files
from daybook.volumes import dealing, rule
from daybook.volumes.folder import HOMES, Homes, LibraryFolder
from daybook.volumes.rule import Cell, Volume

FOLDER = "dividing"
"""Below the library's folder: the new archives, and in the end the lists of the former volumes and the new ones."""
_FORMER = "former.tsv"
_MADE_ANEW = (config.NAME, *LOG, FORMER, *MADE, *APART, ELSEWHERE, "listings")
_MOST = 500_000  # papers whose page is elsewhere that are held before they are written


@dataclass(slots=True)
class Redivided:
    """What was done."""

    former: list[Volume]
    volumes: list[Volume]
    left: list[str] = field(default_factory=list)  # people's files that stand in another form in a new volume


def redivide(library: LibraryFolder) -> Redivided:
    """Divide a library by the rule that its settings have now, for the holder of its lock. Raises StoreError."""
    folder = library.folder / FOLDER
    if not (folder / rule.VOLUMES).exists():
        files.clear(folder)
        new = LibraryFolder(library.folder)
        newest = _plan(library, new)
        done = Redivided(library.volumes, new.volumes)
        if done.former == done.volumes:
            return done
        _write_records(library, new, folder, newest)
        for volume in (each for each in new.volumes if each not in library.volumes):
            home = ArchiveFolder(folder / volume.name)
            former = [each for each in library.volumes if each.overlaps(volume)]
            names = _write_statements(library, former, volume, home)
            for each in former:
                done.left += _copy(library, each, new, volume, home, names)
        scratch = files.scratch_folder(library.folder)
        files.write(folder / _FORMER, rule.render(library.volumes).encode(), scratch)
        files.write(folder / rule.VOLUMES, rule.render(new.volumes).encode(), scratch)
    else:
        texts = ((files.read(folder / name) or b"").decode() for name in (_FORMER, rule.VOLUMES))
        former, volumes = map(rule.read, texts)
        done = Redivided(former, volumes)
    _put(library, folder, done)
    return done


def _put(library: LibraryFolder, folder: Path, done: Redivided) -> None:
    """Put the new archives into place, and remove the former ones."""
    for volume in done.volumes:
        made, target = folder / volume.name, library.log(volume)
        if volume in done.former:
            if made.exists():
                files.clear(target / ELSEWHERE)
                if (made / ELSEWHERE).exists():
                    (made / ELSEWHERE).rename(target / ELSEWHERE)
                files.clear(made)
        elif made.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            made.rename(target)
    scratch = files.scratch_folder(library.folder)
    files.write(library.folder / rule.VOLUMES, rule.render(done.volumes).encode(), scratch)
    for volume in done.former:
        if volume not in done.volumes:
            files.clear(library.log(volume))
    library.volumes = done.volumes
    files.clear(folder)


# What is divided


@dataclass(slots=True)
class _Placed:
    """A record, the cell of its paper's page (None: it has none), and the cells that have the record."""

    record: Record
    home: Cell | None
    cells: set[Cell] = field(default_factory=set)


def _placed(library: LibraryFolder) -> Iterator[tuple[str, list[_Placed]]]:
    """The files of the log by name, each with the records of all volumes. Memory holds one of them at a time."""
    where: dict[str, list[tuple[Volume, str]]] = {}
    stores = {volume: ArchiveFolder(library.log(volume)).store for volume in library.volumes}
    for volume, store in stores.items():
        for path in store.record_files():
            name = path.relative_to(store.root).as_posix()
            where.setdefault(layout.home_of(name), []).append((volume, name))
    known = Homes(library.folder)
    for home, held in sorted(where.items()):
        found: dict[bytes, _Placed] = {}
        for volume, name in held:
            for record in stores[volume].read_records(stores[volume].root / name):
                placed = found.setdefault(RECORDS.encode(record), _Placed(record, None))
                _place(library, volume, known, placed)
        yield home, list(found.values())
    known.keep()


def _place(library: LibraryFolder, volume: Volume, known: Homes, placed: _Placed) -> None:
    """Note where a record belongs that a volume has: as `dealing` has it, within what that volume spoke for."""
    settings, record = library.settings, placed.record
    own = [code for code in arxiv.canonical_all(record.categories) if code in settings.categories]
    if own and record.arxiv_id:
        placed.home = settings.home(record.arxiv_id, known.first(record.arxiv_id, own[0]))
    if record.type == "harvest" and placed.home:
        placed.cells |= {placed.home, *settings.cells(own, dealing.years_of(settings, record))}
        return
    said = [code for code in _spoken(library, volume, record) if code in (record.category, *own)]
    whole = said if "+" not in (record.category or "") else _spoken(library, volume, record)
    placed.cells |= {settings.cell(code, record.date.year) for code in whole or volume.categories[:1]}


def _spoken(library: LibraryFolder, volume: Volume, said: Record | Statement) -> list[str]:
    """The categories of a volume for which a record or statement of a day that it has speaks."""
    part = said.part if isinstance(said, Statement) else None
    return [code for code in dealing.asked(library.settings, said.category, part) if code in volume.categories]


def _plan(library: LibraryFolder, new: LibraryFolder) -> dt.date:
    """Divide what the volumes hold; the newest date of a record."""
    papers, cells, newest = Counter[Cell](), set[Cell](), dt.date.min
    for _, held in _placed(library):
        for placed in held:
            cells |= placed.cells
            newest = max(newest, placed.record.date)
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
    """Make the new archives with their records; of those that stay, only what names papers elsewhere."""
    volume_of = lru_cache(None)(new.volume_of)
    made = {each: ArchiveFolder(folder / each.name).store for each in new.volumes if each not in library.volumes}
    for volume, store in made.items():
        store.make(new.text_of(volume, newest))
    away: dict[Volume, dict[str, str]] = {volume: {} for volume in new.volumes}
    for each in new.volumes:
        (folder / each.name).mkdir(parents=True, exist_ok=True)
    for name, held in _placed(library):
        shares: dict[Volume, list[Record]] = {}
        for placed in held:
            page, ident = placed.home and volume_of(placed.home), placed.record.arxiv_id
            for share in {share for cell in placed.cells if (share := volume_of(cell))}:
                shares.setdefault(share, []).append(placed.record)
                if page and ident and page != share:
                    away[share][ident] = page.name
        for each, records in shares.items():
            if each in made:
                made[each].set_records(name, layout.settled(records))
        if sum(map(len, away.values())) > _MOST:
            _write_elsewhere(folder, away)
    _write_elsewhere(folder, away)


def _write_elsewhere(folder: Path, away: dict[Volume, dict[str, str]]) -> None:
    for volume, told in away.items():
        homes.add_elsewhere(folder / volume.name, told)
        told.clear()


def _write_statements(
    library: LibraryFolder, former: Iterable[Volume], volume: Volume, home: ArchiveFolder
) -> set[str]:  # fmt: skip
    """Write what the documents of a new volume stated; the hashes of those documents."""
    stored, newest = dict[str, set[str]](), dict[str, dt.date]()
    for record in home.store.records():
        stored.setdefault(record.document, set()).add(record.file)
        newest[record.document] = max(record.date, newest.get(record.document, record.date))
    lines = list[Statement]()
    for each in former:
        for line in ArchiveFolder(library.log(each)).store.coverage.lines():
            names, counts, whole = tuple(sorted(stored.get(line.document, ()))), line.counts, line.whole
            date = newest.get(line.document, line.date) if line.source == "arxiv-snapshot" else line.date
            if not line.files or any(not name.startswith("harvest/") for name in line.files):
                said = _spoken(library, each, line)
                mine = [code for code in said if volume.holds(library.settings.cell(code, line.date.year))]
                if not mine and (said or not names):
                    continue
                if mine != said:
                    counts, whole = (), False
            elif not names:
                continue
            lines.append(replace(line, files=names, date=date, counts=counts, whole=whole))
    home.store.coverage.hold(lines)
    return {line.document for line in lines}


def _copy(
    library: LibraryFolder, former: Volume, new: LibraryFolder, volume: Volume, home: ArchiveFolder, names: set[str]
) -> list[str]:  # fmt: skip
    """Bring raw documents, and what people wrote, to a new volume; those of its files that another one has otherwise.
    Lines of machines are put together. names: the hashes of its documents."""
    log, left = library.log(former), list[str]()
    for path in sorted(path for path in files.below(log) if path.is_file() and not path.is_symlink()):
        below = path.relative_to(log)
        raw = below.parts[0] == "listings"
        if below.parts[0].startswith(".") or (not raw and below.parts[0] in _MADE_ANEW):
            continue
        if raw and not (documents.is_pack(path) or path.stem.rpartition("-")[2] in names):
            continue
        if not raw and not _is_of(new, volume, below):
            continue
        target, data = home.folder / below, path.read_bytes()
        if path.suffix == ".jsonl":
            lines = (files.read(target) or b"").splitlines() + data.splitlines()
            data = b"".join(line + b"\n" for line in dict.fromkeys(lines))
        elif target.exists():
            left += [f"{former.name}/{below.as_posix()}"] if data != files.read(target) else []
            continue
        files.write(target, data, files.scratch_folder(home.folder))
    return left


def _is_of(new: LibraryFolder, volume: Volume, path: Path) -> bool:
    """Whether a file that people wrote is of a volume: a paper's note where its page is, a digest where its day is."""
    if path.parts[:2] == (NOTES, "papers") and (ident := ids.of_key(path.stem)):
        category = homes.read(new.folder / HOMES / f"{ids.month(ident)}.tsv").get(ident)
        return category is None or volume.holds(new.settings.home(ident, category))
    if path.parts[0] == "digests" and path.stem[:4].isdecimal():
        return (volume.since or 0) <= int(path.stem[:4]) < (volume.before or 10_000)
    return True
