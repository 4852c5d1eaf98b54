"""A library on disk: its settings and volumes, and the category in which each paper was first known.

library.yml      what a person writes
volumes.tsv      the volumes, a line each
homes/YYMM.tsv   paper -> the first of its primary categories that the library holds, for ever; by month of the id
volumes/NAME/    an archive each, where `log` in library.yml says so
"""

from __future__ import annotations

import datetime as dt
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from daybook import config
from daybook.archive import ArchiveFolder, Context
from daybook.config import PLACE
from daybook.errors import GeneratorError, SettingsError, StoreError
from daybook.fold import division
from daybook.log import homes
from daybook.model import ids
from daybook.runtime import files, locks
from daybook.volumes import rule
from daybook.volumes.rule import Cell, Library, Volume

HOMES = "homes"
INBOX = "inbox"
MONTHS_HELD = 24
"""Months of the papers' first categories that are held at a time; a snapshot is in the order of ids."""


def is_library(folder: Path) -> bool:
    """Whether a folder is that of a library."""
    return (folder / rule.NAME).is_file()


class LibraryFolder:
    """A library on disk. Reading needs no lock; `lock()` before any writing."""

    def __init__(self, folder: Path) -> None:
        """Raises SettingsError where library.yml or volumes.tsv cannot be used."""
        self.folder = folder
        self._scratch = files.scratch_folder(folder)
        self.settings: Library = rule.parse(self._text(rule.NAME))
        self.volumes = rule.read(self._text(rule.VOLUMES))

    def _text(self, name: str) -> str:
        try:
            return (files.read(self.folder / name) or b"").decode()
        except UnicodeDecodeError as error:
            raise SettingsError("is not UTF-8", subject=name, hint="save it as UTF-8") from error

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Hold the library for writing."""
        with locks.locked(self.folder):
            yield

    def empty(self, name: str) -> Path:
        """A folder of this name, empty, for what only this run needs; for the holder of the lock."""
        folder = files.work_folder(self.folder) / name
        files.clear(folder)
        folder.mkdir(parents=True)
        return folder

    def log(self, volume: Volume) -> Path:
        """The folder of a volume's archive. Raises StoreError where it is an address."""
        return self._place(self.settings.log, volume)

    def site(self, volume: Volume) -> Path:
        """The folder of a volume's site. Raises StoreError where it is an address."""
        return self._place(self.settings.site, volume)

    def _place(self, where: str, volume: Volume) -> Path:
        if "://" in where:
            raise StoreError("is no folder", subject=where, hint="name a folder in library.yml")
        return self.folder / where.replace(PLACE, volume.name)

    def volume_of(self, cell: Cell) -> Volume | None:
        """The volume that holds a cell; None: there is none yet."""
        return next((volume for volume in self.volumes if volume.holds(cell)), None)

    def divide(self, papers: Mapping[Cell, int]) -> None:
        """Have a volume for each of these cells, with so many papers."""
        self.volumes = rule.divided(self.settings, self.volumes, papers)
        files.write(self.folder / rule.VOLUMES, rule.render(self.volumes).encode(), self._scratch)

    def opened(self, volume: Volume, whole: Context) -> VolumeContext:
        """A volume for a part of a command on the whole library."""
        return VolumeContext(self.log(volume), quiet=True, verbose=whole.verbose, name=volume.name, whole=whole)

    def inbox(self) -> Path:
        """The folder of the archive that all is fetched into, made where there is none; dealt, it goes to volumes."""
        home = ArchiveFolder(self.folder / INBOX)
        text = self.settings.text_of(Volume(INBOX, self.settings.categories))
        if text != home.store.people(config.NAME):
            with home.store.lock():
                home.store.make(text)
        return home.folder

    def made(self, volume: Volume, newest: dt.date, whole: Context) -> VolumeContext:
        """A volume's archive, made where there is none, for a part of a command on the whole library. `newest`: the
        newest date that is known of; once a volume's last year is over, its days end there, until then with its newest
        record."""
        home = ArchiveFolder(self.log(volume))
        text = self.text_of(volume, newest, home.store.people(config.NAME))
        if text != home.store.people(config.NAME):
            with home.store.lock():
                home.store.make(text)
        return self.opened(volume, whole)

    def text_of(self, volume: Volume, newest: dt.date, former: str | None = None) -> str:
        """The archive.yml of a volume, from that it has."""
        text = former or self.settings.text_of(volume)
        settings = config.parse(text)
        if volume.before and volume.before <= newest.year and not settings.before:
            return division.changed(text, settings, {"before": volume.before})
        return text


@dataclass(slots=True)
class VolumeContext(Context):
    """A command on one volume, as a part of one on its library, which is told what was refused there."""

    name: str = ""
    whole: Context | None = None

    def fail(self, error: GeneratorError | str) -> None:
        """Tell the library's command of it, in the name of this volume."""
        self.faults.append(error)
        if self.whole:
            self.whole.fail(f"{self.name}: {error}")


class Homes:
    """The category in which each paper of a library was first known, read and kept by month."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._scratch = files.scratch_folder(folder)
        self._held: OrderedDict[str, dict[str, str]] = OrderedDict()
        self._changed = set[str]()

    def first(self, ident: str, category: str) -> str:
        """The category that a paper was first known in: what is held of it, else from now on this one."""
        month = ids.month(ident)
        held = self._held.get(month)
        if held is None:
            if len(self._held) >= MONTHS_HELD:
                self._keep(next(iter(self._held)))
            held = self._held[month] = homes.read(self._folder / HOMES / f"{month}.tsv")
        else:
            self._held.move_to_end(month)
        if ident not in held:
            held[ident] = category
            self._changed.add(month)
        return held[ident]

    def keep(self) -> None:
        """Write what is new."""
        for month in list(self._held):
            self._keep(month)

    def _keep(self, month: str) -> None:
        held = self._held.pop(month)
        if month in self._changed:
            homes.write(self._folder / HOMES / f"{month}.tsv", held, self._scratch)
            self._changed.discard(month)
