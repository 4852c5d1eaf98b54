"""Publishing: what is new of a site is made beside it, then renamed into place, file by file.

Nothing of the site is touched until all is there and a journal in the archive's work folder names what is to be put and
what is to be removed. What a kill interrupts after that, the next `build`, `serve` or `check` finishes; what it
interrupts before, the next build drops. A stage has a unique name and a mark, which tell the leftovers of a killed
build from folders that a person keeps there.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from daybook.errors import BuildError
from daybook.runtime import files
from daybook.runtime.cache import digest
from daybook.site.destination import claimed
from daybook.site.sums import is_outside

_JOURNAL = "journal.json"
_STAGE_MARK = ".gitignore"  # makes git ignore a stage within a repository
_STAGE_TEXT = b"# Daybook builds a site here, and removes this folder when it is done.\n*\n"


@dataclass(frozen=True, slots=True)
class Stage:
    """The folder, beside a site, in which what is new of it is made."""

    site: Path
    folder: Path
    archive: Path

    @property
    def next(self) -> Path:
        """What is to be put into the site."""
        return self.folder / "next"

    @property
    def empty(self) -> Path:
        """A folder in which nothing is, for MkDocs to look for pages."""
        return self.folder / "empty"


@contextmanager
def staging(site: Path, archive: Path) -> Iterator[Stage]:
    """A stage for the site of an archive, removed in the end unless its journal is open."""
    try:
        if not site.parent.is_dir():
            site.parent.mkdir(parents=True)
        stage = Stage(site, Path(tempfile.mkdtemp(prefix=_prefix(site, archive), dir=site.parent)), archive)
    except OSError as error:
        hint = "check the permissions of the parent folder, or use another folder with --site"
        raise BuildError(
            f"cannot create or replace the site: {error.strerror}", subject=str(site), hint=hint
        ) from error
    try:
        (stage.folder / _STAGE_MARK).write_bytes(_STAGE_TEXT)
        stage.next.mkdir()
        stage.empty.mkdir()
        yield stage
    finally:
        if not is_open(archive):
            clear(stage.folder)


def sweep(site: Path, archive: Path) -> None:
    """Remove what killed builds of the same archive left beside the site: for the holder of its lock."""
    for left in site.parent.glob(f"{_prefix(site, archive)}*"):
        if _is_marked(left):
            clear(left)
        with suppress(OSError):
            left.rmdir()


def clear(folder: Path) -> None:
    """Remove a stage, its mark last, so that the leftovers of a kill are recognised."""
    with suppress(OSError):
        for name in sorted(os.listdir(folder)):  # noqa: PTH208 - names alone
            if name != _STAGE_MARK:
                shutil.rmtree(folder / name, ignore_errors=True)
        (folder / _STAGE_MARK).unlink(missing_ok=True)
        folder.rmdir()


def publish(stage: Stage, put: Sequence[str], remove: Sequence[str]) -> None:
    """Put files of the stage into the site in this order, then remove some. Raises OSError, Unwritable."""
    with suppress(OSError):
        stage.site.rmdir()  # an empty folder
    if not os.path.lexists(stage.site):
        stage.next.rename(stage.site)
        return
    told = {"site": str(stage.site), "stage": stage.folder.name, "put": put, "remove": remove}
    scratch = files.scratch_folder(stage.archive)
    files.write(_journal(stage.archive), json.dumps(told).encode(), scratch)
    _carry_out(stage, put, remove)
    _journal(stage.archive).unlink()


def is_open(archive: Path) -> bool:
    """Whether there is a journal, of a build that was killed."""
    return _journal(archive).exists()


def finish(archive: Path, root: Path) -> None:
    """Finish what a journal tells, if there is one: for the holder of the archive's lock. Raises OSError, BuildError.

    An archive may come from anyone: a journal counts only for a site that the archive may be built in, with a stage
    that a build has made beside it.
    """
    if is_open(archive):
        told = _told(archive.resolve(), root)
        if told:
            _carry_out(*told)
            clear(told[0].folder)
        _journal(archive).unlink()


def _told(archive: Path, root: Path) -> tuple[Stage, list[str], list[str]] | None:
    """What the journal tells; None where that is not to be done."""
    try:
        told = json.loads(_journal(archive).read_bytes())
        site = Path(told["site"])
        stage = Stage(site, site.parent / str(told["stage"]), archive)
        put, remove = list(map(str, told["put"])), list(map(str, told["remove"]))
        ours = stage.folder.name.startswith(_prefix(site, archive)) and _is_marked(stage.folder)
        if ours and claimed(site, archive, root) == site and not any(map(is_outside, (*put, *remove))):
            return stage, put, remove
    except (ValueError, KeyError, TypeError, BuildError):
        pass
    return None


def _journal(archive: Path) -> Path:
    return files.work_folder(archive) / _JOURNAL


def _prefix(site: Path, archive: Path) -> str:
    return f"{files.WORK}-{digest(os.fsencode(archive), os.fsencode(site))[:12]}-"


def _is_marked(folder: Path) -> bool:
    """Whether a build has made this stage. A kill may have left its mark half written."""
    try:
        return not folder.is_symlink() and _STAGE_TEXT.startswith((folder / _STAGE_MARK).read_bytes())
    except OSError:
        return False


def _carry_out(stage: Stage, put: Iterable[str], remove: Iterable[str]) -> None:
    """Put and remove files of a site; a folder of it that is a link, and leads elsewhere, is refused."""
    site, source = str(stage.site), str(stage.next)
    for folder, paths in _by_folder(site, put):
        for path in paths:
            if os.path.lexists(f"{source}/{path}"):  # else it was put before a kill
                os.makedirs(folder, exist_ok=True)  # noqa: PTH103 - tens of thousands of names
                os.replace(f"{source}/{path}", f"{site}/{path}")  # noqa: PTH105
    for folder, paths in _by_folder(site, remove):
        for path in paths:
            place = Path(site, path)
            if place.is_symlink() or not place.is_dir():  # a link that stood there may be a folder now
                place.unlink(missing_ok=True)
        with suppress(OSError):  # until one is not empty
            while folder != site:
                os.rmdir(folder)  # noqa: PTH106
                folder = os.path.dirname(folder)  # noqa: PTH120


def _by_folder(site: str, paths: Iterable[str]) -> Iterator[tuple[str, Iterator[str]]]:
    """Each folder of a site that these paths follow each other in, and these."""
    for folder, group in groupby(paths, key=lambda path: os.path.dirname(f"{site}/{path}")):  # noqa: PTH120
        if os.path.realpath(folder) != folder:
            raise BuildError("leads out of the site", subject=folder, hint="delete it, then run the command again")
        yield folder, group
