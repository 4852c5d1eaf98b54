"""A library on disk: its settings and volumes, and the category in which each paper was first known.

library.yml      what a person writes
volumes.tsv      the volumes, a line each
homes/YYMM.tsv   paper -> the first of its primary categories that the library holds, for ever; by month of the id
volumes/NAME/    an archive each, where `log` in library.yml says so
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from daybook import config
from daybook.archive import ArchiveFolder, Context
from daybook.config import PLACE
from daybook.errors import GeneratorError, StoreError
from daybook.fold import division
from daybook.log import homes
from daybook.log.formats import ATTRIBUTES, IGNORES, tell_git
from daybook.log.store import MADE
from daybook.model import ids
from daybook.runtime import files, locks
from daybook.volumes import rule
from daybook.volumes.rule import Cell, Volume

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
        """Raises SettingsError or StoreError where library.yml or volumes.tsv cannot be used."""
        self.folder = folder
        store = ArchiveFolder(folder).store
        self.settings = rule.parse(store.people(rule.NAME) or "")
        self.volumes = rule.read(store.people(rule.VOLUMES) or "")

    def lock(self) -> AbstractContextManager[None]:
        """Hold the library for writing."""
        return locks.locked(self.folder)

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
        """Have a volume for each of these cells, with so many papers, and git keep nothing that can be made again."""
        self.volumes = rule.divided(self.settings, self.volumes, papers)
        files.write(self.folder / rule.VOLUMES, rule.render(self.volumes).encode(), files.scratch_folder(self.folder))
        tell_git(self.folder / IGNORES, [f"/{name}/" for name in (*MADE, "sites", "dividing")])
        tell_git(self.folder / ATTRIBUTES, [f"/{HOMES}/*.tsv merge=union"])

    def note_elsewhere(self, volume: Volume, archive: Path, idents: Collection[str]) -> None:
        """Note in the archive of a volume which of its papers have their page in another."""
        known, volume_of, away = (
            Homes(self.folder),
            lru_cache(None)(self.volume_of),
            defaultdict[str, dict[str, str]](dict),
        )
        for ident in sorted(idents):
            category = known.first(ident)
            page = volume_of(self.settings.home(ident, category)) if category else None
            if page and page != volume:
                away[ids.month(ident)][ident] = page.name
        for month, some in away.items():
            path = archive / homes.ELSEWHERE / f"{month}.tsv"
            homes.write(path, {**homes.read(path), **some}, files.scratch_folder(archive))

    def opened(self, volume: Volume, whole: Context) -> VolumeContext:
        """A volume for a part of a command on the whole library."""
        return VolumeContext(self.log(volume), quiet=True, verbose=whole.verbose, name=volume.name, whole=whole)

    def inbox(self) -> Path:
        """The folder of the archive that all is fetched into, made where there is none; dealt, it goes to volumes."""
        return _made(self.folder / INBOX, self.settings.text_of(Volume(INBOX, self.settings.categories)))

    def made(self, volume: Volume, newest: dt.date, whole: Context) -> VolumeContext:
        """A volume's archive, made where there is none, for a part of a command on the whole library."""
        _made(self.log(volume), self.text_of(volume, newest))
        return self.opened(volume, whole)

    def text_of(self, volume: Volume, newest: dt.date) -> str:
        """The archive.yml of a volume: what stands there, but for the addresses that library.yml says. `newest`: the
        newest date that is known of; once a volume's last year is over, its days end there, until then with its newest
        record."""
        text = ArchiveFolder(self.log(volume)).store.people(config.NAME) or self.settings.text_of(volume)
        settings, over = config.parse(text), volume.before and volume.before <= newest.year
        told = {"url": self.settings.url_of(volume), "volumes": self.settings.address, "before": over and volume.before}
        values = {name: value for name, value in told.items() if value and value != getattr(settings, name)}
        return division.changed(text, settings, values)


def _made(folder: Path, settings: str) -> Path:
    """A folder, made an archive with these settings."""
    store = ArchiveFolder(folder).store
    if settings != store.people(config.NAME):
        with store.lock():
            store.make(settings)
    return folder


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
        self._held: dict[str, dict[str, str]] = {}
        self._changed = set[str]()

    def first(self, ident: str, category: str = "") -> str:
        """The category that a paper was first known in: what is held of it, else this one, from now on if it is one."""
        month = ids.month(ident)
        if month not in self._held:
            if len(self._held) >= MONTHS_HELD:
                self.keep()
            self._held[month] = homes.read(self._path(month))
        held = self._held[month]
        if category and ident not in held:
            held[ident] = category
            self._changed.add(month)
        return held.get(ident, category)

    def keep(self) -> None:
        """Write what is new."""
        for month in self._changed:
            homes.write(self._path(month), self._held[month], files.scratch_folder(self._folder))
        self._held.clear()
        self._changed.clear()

    def _path(self, month: str) -> Path:
        return self._folder / HOMES / f"{month}.tsv"
