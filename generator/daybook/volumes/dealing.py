"""A snapshot dealt to the volumes of a library: one pass, whose memory does not grow with the snapshot.

A line goes, as it stands, to each volume whose days may name its paper: those of its categories that the library holds,
of the year of its id and of those in which its versions were announced. Each volume then reads its own lines, as those
of the snapshot that they stand in: so its records are the same however the library is divided.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from daybook.errors import Refused
from daybook.model import Entry, Listing, arxiv, ids
from daybook.sources import arxiv_snapshot
from daybook.volumes.folder import Homes, LibraryFolder
from daybook.volumes.rule import Cell, Library, Volume

ROOM = 64_000_000
"""Bytes of lines that are held before they are written."""
LINES, PAPERS = "lines", "elsewhere"
"""What is dealt to a cell: lines of the snapshot, and the papers among them whose page is in another."""


@dataclass(slots=True)
class Dealt:
    """What a pass has dealt, below a scratch folder."""

    folder: Path
    papers: Counter[Cell] = field(default_factory=Counter)  # whose page is in this cell
    cells: set[Cell] = field(default_factory=set)
    newest: dt.date = dt.date.min  # of what was read
    foreign: int = 0  # papers of no category of the library
    _held: dict[tuple[Cell, str], bytearray] = field(default_factory=dict)
    _size: int = 0

    def add(self, cell: Cell, what: str, line: bytes) -> None:
        """Deal a line to a cell."""
        self._held.setdefault((cell, what), bytearray()).extend(line)
        self._size += len(line)
        if self._size > ROOM:
            self.flush()

    def flush(self) -> None:
        """Write what is held."""
        for (cell, what), lines in self._held.items():
            with self._path(cell, what).open("ab") as file:
                file.write(lines)
        self._held.clear()
        self._size = 0

    def _path(self, cell: Cell, what: str) -> Path:
        return self.folder / f"{cell.category or 'all'}-{cell.year}.{what}"

    def lines(self, volume: Volume) -> Iterator[tuple[int, bytes]]:
        """All lines of a volume, with their numbers in the snapshot."""
        seen = set[int]()  # a paper may be in several of its years
        for cell in sorted(filter(volume.holds, self.cells)):
            with self._path(cell, LINES).open("rb") as lines:
                for each in lines:
                    number, _, line = each.partition(b"\t")
                    if (place := int(number)) not in seen:
                        seen.add(place)
                        yield place, line

    def elsewhere(self, library: LibraryFolder, volume: Volume) -> dict[str, str]:
        """Of a volume's papers, those whose page is in another: id -> volume."""

        def told() -> Iterator[tuple[str, Cell]]:
            for path in (self._path(cell, PAPERS) for cell in sorted(filter(volume.holds, self.cells))):
                for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
                    ident, category, year = line.split("\t")
                    yield ident, Cell(category, int(year))

        return elsewhere(library, volume, told())


def elsewhere(library: LibraryFolder, volume: Volume, told: Iterable[tuple[str, Cell]]) -> dict[str, str]:
    """Of the papers of a volume, told with the cells of their pages, those whose page is in another: id -> volume."""
    volume_of = lru_cache(None)(library.volume_of)
    homes = ((ident, volume_of(cell)) for ident, cell in told)
    return {ident: home.name for ident, home in homes if home and home != volume}


class Placed(NamedTuple):
    """Where a paper belongs."""

    ident: str  # its arXiv id
    home: Cell  # of its page
    cells: set[Cell]  # whose days may name it, and that of its page


def placed(library: Library, homes: Homes, entry: Entry) -> Placed | None:
    """Where the paper of an entry belongs; None: it is of no category of the library, or has no id."""
    ident, codes = (
        entry.arxiv_id,
        [code for code in arxiv.canonical_all(entry.categories) if code in library.categories],
    )
    if not codes or not ident:
        return None
    home = library.home(ident, homes.first(ident, codes[0]))
    return Placed(ident, home, {home, *library.cells(codes, _years_of(library, entry))})


def deal(library: LibraryFolder, lines: Iterable[bytes], folder: Path, fail: Callable[[Refused], object]) -> Dealt:
    """Deal the lines of a snapshot to cells, in files below an empty folder. `fail` takes what cannot be read."""
    dealt, homes, raw = Dealt(folder), Homes(library.folder), b""

    def remembered() -> Iterator[bytes]:
        nonlocal raw
        for raw in lines:  # noqa: UP028 - each is kept while its entry is read
            yield raw

    for entry in arxiv_snapshot.read_entries(remembered()):
        if isinstance(entry, Refused):
            fail(entry)
            continue
        dealt.newest = max(dealt.newest, entry.date)
        paper = placed(library.settings, homes, entry)
        if not paper:
            dealt.foreign += 1
            continue
        ident, home, cells = paper
        dealt.papers[home] += 1
        dealt.cells |= cells
        line = b"%d\t%s\n" % (entry.place, raw.rstrip(b"\r\n"))
        for cell in cells:
            dealt.add(cell, LINES, line)
            if cell != home:
                dealt.add(cell, PAPERS, f"{ident}\t{home.category}\t{home.year}\n".encode())
    dealt.flush()
    homes.keep()
    return dealt


@dataclass(slots=True)
class Shares:
    """A document of the day, dealt to cells in memory."""

    listings: dict[Cell, list[Listing]] = field(default_factory=dict)
    away: dict[Cell, dict[str, Cell]] = field(default_factory=dict)  # of its papers, those with their page elsewhere
    papers: Counter[Cell] = field(default_factory=Counter)  # whose page is in this cell

    def elsewhere(self, library: LibraryFolder, volume: Volume) -> dict[str, str]:
        """Of a volume's papers, those whose page is in another: id -> volume."""
        told = chain.from_iterable(some.items() for cell, some in self.away.items() if volume.holds(cell))
        return elsewhere(library, volume, told)


def shares(library: LibraryFolder, listings: Iterable[Listing]) -> Shares:
    """Deal a document's listings: an announcement goes whole to its category and year, so that each volume proves its
    own days; metadata goes by paper, as the lines of a snapshot do."""
    settings, homes, told = library.settings, Homes(library.folder), Shares()
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
            if not (paper := placed(settings, homes, entry)):
                continue
            told.papers[paper.home] += 1
            for cell in () if of_a_day else paper.cells:
                parts.setdefault(cell, []).append(entry)
            for cell in parts.keys() - {paper.home}:
                told.away.setdefault(cell, {})[paper.ident] = paper.home
        for cell, entries in parts.items():
            whole = len(entries) == len(listing.entries)
            part = listing if whole else replace(listing, entries=tuple(entries), counts=(), whole=False)
            told.listings.setdefault(cell, []).append(part)
    homes.keep()
    return told


def asked(library: Library, category: str | None, part: str | None = None) -> list[str]:
    """The categories of the library that a document of one day speaks for: those it is of, or one of that archive."""
    if part in library.categories:  # as a mail of `cs` does
        return [part]
    codes = (category or "").split("+")
    return [code for code in library.categories if any(arxiv.is_within(code, each) for each in codes)]


def _years_of(library: Library, entry: Entry) -> set[int]:
    """The years of whose days the schedule may name a paper: of its id, and of what it says of its versions."""
    years = {ids.year(entry.arxiv_id)} if entry.arxiv_id else set()
    if "year" in library.by:
        times = [version.submitted for version in entry.versions if version.version <= arxiv.LISTED_VERSIONS]
        times += [] if entry.versions else [entry.submitted, entry.updated]
        years |= {arxiv.announced(time).year for time in times if time}
    return years
