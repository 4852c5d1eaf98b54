"""A snapshot dealt to the volumes of a library: one pass, whose memory does not grow with the snapshot.

A line goes, as it stands, to each volume whose days may name its paper: those of its categories that the library holds,
of the year of its id and of those in which its versions were announced. Each volume then reads its own lines, as those
of the snapshot that they stand in: so its records are the same however the library is divided.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from daybook.errors import Refused
from daybook.model import Entry, Listing, arxiv, ids
from daybook.runtime import files
from daybook.sources import arxiv_snapshot
from daybook.volumes.folder import Homes, LibraryFolder
from daybook.volumes.rule import Cell, Library, Volume

ROOM = 64_000_000
"""Bytes of lines that are held before they are written."""


class Dealt:
    """The lines of a snapshot by cell, in files of the library's work folder until they are cleared."""

    def __init__(
        self, library: LibraryFolder, lines: Iterable[bytes],
        sound: Callable[[Iterable[Entry | Refused]], Iterable[Entry]],
    ) -> None:  # fmt: skip
        """Deal the lines. `sound` tells of what cannot be read."""
        self.papers = Counter[Cell]()  # by cell that has lines, those whose page is there
        self.newest = dt.date.min  # of what was read
        self.folder, homes = files.work_folder(library.folder) / "dealt", Homes(library.folder)
        files.clear(self.folder)  # as a kill may have left it
        self.folder.mkdir(parents=True)
        held, size = defaultdict[Cell, bytearray](bytearray), 0
        for numbered in enumerate(lines, 1):
            for entry in sound(arxiv_snapshot.read_numbered([numbered])):  # one, or none where the line is blank
                self.newest = max(self.newest, entry.date)
                home, cells = placed(library.settings, homes, entry)
                self.papers.update({cell: int(cell == home) for cell in cells})
                line = b"%d\t%s\n" % (entry.place, numbered[1].rstrip(b"\r\n"))
                for cell in cells:
                    held[cell] += line
                    size += len(line)
            if size > ROOM:
                self._write(held)
                size = 0
        self._write(held)
        homes.keep()

    def _write(self, held: dict[Cell, bytearray]) -> None:
        for cell, lines in held.items():
            with self._path(cell).open("ab") as file:
                file.write(lines)
        held.clear()

    def _path(self, cell: Cell) -> Path:
        return self.folder / f"{cell.category or 'all'}-{cell.year}"

    def lines(self, volume: Volume) -> Iterator[tuple[int, bytes]]:
        """All lines of a volume, with their numbers in the snapshot."""
        seen = set[int]()  # a paper may be in several of its years
        for cell in sorted(filter(volume.holds, self.papers)):
            with self._path(cell).open("rb") as lines:
                for each in lines:
                    number, _, line = each.partition(b"\t")
                    if (place := int(number)) not in seen:
                        seen.add(place)
                        yield place, line


def placed(library: Library, homes: Homes, entry: Entry) -> tuple[Cell | None, set[Cell]]:
    """The cell of the page of an entry's paper, and all cells whose days may name it, with that: by the schedule, of
    the years of its id and of its versions. Nothing: it is of no category of the library, or has no id."""
    codes = [code for code in arxiv.canonical_all(entry.categories) if code in library.categories]
    if not codes or not entry.arxiv_id:
        return None, set()
    times = [version.submitted for version in entry.versions if version.version <= arxiv.LISTED_VERSIONS]
    times += [] if entry.versions else [entry.submitted, entry.updated]
    years = {ids.year(entry.arxiv_id)}
    years |= {arxiv.announced(time).year for time in times if time and "year" in library.by}
    home = library.home(entry.arxiv_id, homes.first(entry.arxiv_id, codes[0]))
    return home, {home, *(library.cell(code, year) for code in codes for year in years)}


def shares(library: LibraryFolder, listings: Iterable[Listing]) -> tuple[dict[Cell, list[Listing]], dict[Cell, int]]:
    """A document's listings by cell, and the papers of each of these cells whose page is there: an announcement goes
    whole to its category and year, so that each volume proves its own days; metadata goes by paper, as the lines of a
    snapshot do."""
    settings, homes, papers = library.settings, Homes(library.folder), Counter[Cell]()
    told = defaultdict[Cell, list[Listing]](list)
    for listing in listings:
        of_a_day = any(entry.type != "harvest" for entry in listing.entries) or not listing.entries
        parts: dict[Cell, list[Entry]] = {}
        for code in asked(settings, listing.category, listing.part) if of_a_day else ():
            only = code in (listing.category, listing.part) or "+" in (listing.category or "")
            mine = [entry for entry in listing.entries if only or code in entry.categories]
            held = parts.setdefault(settings.cell(code, listing.date.year), [])
            known = {entry.place for entry in held}  # where it is of several categories of one cell
            held += [entry for entry in mine if entry.place not in known]
        for entry in listing.entries:
            home, cells = placed(settings, homes, entry)
            papers.update([home] if home else [])
            for cell in () if of_a_day else cells:
                parts.setdefault(cell, []).append(entry)
        for cell, entries in parts.items():
            whole = len(entries) == len(listing.entries)
            part = listing if whole else replace(listing, entries=tuple(entries), counts=(), whole=False)
            told[cell].append(part)
    homes.keep()
    return told, {cell: papers[cell] for cell in told}


def asked(library: Library, category: str | None, part: str | None = None) -> list[str]:
    """The categories of the library that a document of one day speaks for: those it is of, or one of that archive."""
    if part in library.categories:  # as a mail of `cs` does
        return [part]
    codes = (category or "").split("+")
    return [code for code in library.categories if any(arxiv.is_within(code, each) for each in codes)]
