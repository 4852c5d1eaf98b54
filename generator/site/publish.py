"""Publishing: a finished site replaces the published one in a single step, so that nobody ever sees half of it.

The new site grows in a stage, a folder beside the published one: unchanged files are hard links to the published ones,
changed ones are new files. Then the two folders are exchanged. A stage has a unique name and a mark, which tell the
leftovers of a killed build from folders that a person keeps there.
"""

from __future__ import annotations

import ctypes
import errno
import os
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from generator.errors import BuildError
from generator.runtime import files
from generator.runtime.cache import digest
from generator.site.destination import MARK, MARK_TEXT

_AT_FDCWD = -100
_EXCHANGE = 2  # RENAME_EXCHANGE of Linux' renameat2
_STAGE_MARK = ".gitignore"  # makes git ignore a stage within a repository
_STAGE_TEXT = b"# Daybook builds a site here, and removes this folder when it is done.\n*\n"


@dataclass(frozen=True, slots=True)
class Stage:
    """The folder, beside a site, in which its next state is made. Until it has a mark, it is not begun."""

    site: Path
    folder: Path

    @property
    def next(self) -> Path:
        """The site's next state, in the making."""
        return self.folder / "next"

    @property
    def former(self) -> Path:
        """The site published so far, if an exchange takes two steps."""
        return self.folder / "former"

    @property
    def part(self) -> Path:
        """The folder into which what changed is built."""
        return self.folder / "part"

    @property
    def pages(self) -> Path:
        """The folder of links to the files that MkDocs builds or copies."""
        return self.folder / "pages"


@contextmanager
def staging(site: Path, archive: Path) -> Iterator[Stage]:
    """A stage for the site of an archive, to be filled by `begin` and removed in the end.

    First, leftovers of killed builds of the same archive are removed: the caller holds its lock.
    """
    prefix = f"{files.WORK}-{digest(os.fsencode(archive), os.fsencode(site))[:12]}-"
    for left in site.parent.glob(f"{prefix}*"):
        _remove_left(Stage(site, left))
    try:
        if not site.parent.is_dir():
            site.parent.mkdir(parents=True)
        stage = Stage(site, Path(tempfile.mkdtemp(prefix=prefix, dir=site.parent)))
    except OSError as error:
        hint = "check the permissions of the parent folder, or use another folder with --site"
        raise BuildError(
            f"cannot create or replace the site: {error.strerror}", subject=str(site), hint=hint
        ) from error
    try:
        yield stage
    finally:
        clear(stage)


def _remove_left(stage: Stage) -> None:
    """Remove a stage if it has its mark or is empty; anything else of such a name is left alone."""
    with suppress(OSError):
        # A kill may have left the mark half written.
        if not stage.folder.is_symlink() and _STAGE_TEXT.startswith((stage.folder / _STAGE_MARK).read_bytes()):
            if stage.former.exists() and not stage.site.exists():  # killed between the two steps of an exchange
                stage.former.rename(stage.site)
            clear(stage)
    with suppress(OSError):
        stage.folder.rmdir()


def clear(stage: Stage) -> None:
    """Remove a stage, its mark last, so that the leftovers of a kill are recognised."""
    with suppress(OSError):
        for name in sorted(os.listdir(stage.folder)):  # noqa: PTH208 - names alone
            if name != _STAGE_MARK:
                shutil.rmtree(stage.folder / name, ignore_errors=True)
        (stage.folder / _STAGE_MARK).unlink(missing_ok=True)
        stage.folder.rmdir()


def begin(stage: Stage, *, filled: bool) -> Path:
    """Begin the site's next state: empty, or `filled` with the published files."""
    (stage.folder / _STAGE_MARK).write_bytes(_STAGE_TEXT)
    shutil.rmtree(stage.next, ignore_errors=True)
    stage.next.mkdir()
    if filled:
        _link(str(stage.site), str(stage.next))
    mark(stage.next)
    return stage.next


def mark(site: Path) -> None:
    """Mark a folder as a site built by Daybook."""
    if not (site / MARK).exists():  # else it may be a link to the published one
        (site / MARK).write_text(MARK_TEXT, encoding="utf-8")


def link_pages(stage: Stage, pages: Path, paths: Iterable[str]) -> Path:
    """A folder with links to some of the files (source paths), for MkDocs."""
    folder = stage.pages
    folder.mkdir(parents=True, exist_ok=True)
    made: set[str] = set()
    for path in paths:
        parent = path.rpartition("/")[0]
        if parent not in made:
            (folder / parent).mkdir(parents=True, exist_ok=True)
            made.add(parent)
        _link_or_copy(f"{pages}/{path}", f"{folder}/{path}")
    return folder


def put_in(site: Path, name: str, folder: Path) -> None:
    """Put a folder's files into a site as its folder `name`, in place of any that it has."""
    shutil.rmtree(site / name, ignore_errors=True)
    (site / name).mkdir(parents=True)
    _link(str(folder), str(site / name))


def put(path: Path, data: bytes) -> None:
    """Write a file anew unless it is so already: it may be a link to the published one, which must stay as it is."""
    try:
        if path.read_bytes() == data:
            return
        path.unlink()
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def leave_out(site: Path, names: Iterable[str]) -> None:
    """Remove these files from a site, if it has them."""
    for name in names:
        (site / name).unlink(missing_ok=True)


def _link(source: str, target: str) -> None:
    with os.scandir(source) as entries:
        for entry in entries:
            place = f"{target}/{entry.name}"
            if entry.is_dir(follow_symlinks=False):
                os.mkdir(place)  # noqa: PTH102 - tens of thousands of names: paths as objects would cost seconds
                _link(entry.path, place)
            elif not entry.is_symlink():  # no site has links; through one, a build would write elsewhere
                _link_or_copy(entry.path, place)


def _link_or_copy(source: str, target: str) -> None:
    try:
        os.link(source, target)
    except OSError:  # a file system without hard links
        shutil.copy2(source, target)


def take_in(site: Path, part: Path) -> None:
    """Move all files of a part into a site, replacing those of the same name, and remove the part."""
    _take_in(str(part), str(site))
    shutil.rmtree(part, ignore_errors=True)


def _take_in(source: str, target: str) -> None:
    with os.scandir(source) as entries:
        for entry in entries:
            place = f"{target}/{entry.name}"
            if entry.is_dir(follow_symlinks=False):
                os.makedirs(place, exist_ok=True)  # noqa: PTH103
                _take_in(entry.path, place)
            else:
                os.replace(entry.path, place)  # noqa: PTH105


def swap(stage: Stage) -> None:
    """Exchange the next state and the published site in one step."""
    _remove_empty_folders(str(stage.next))
    if stage.site.exists():
        _exchange(stage)
    else:
        stage.next.rename(stage.site)


def _remove_empty_folders(folder: str) -> bool:
    empty = True
    with os.scandir(folder) as entries:
        for entry in entries:
            if not entry.is_dir(follow_symlinks=False) or not _remove_empty_folders(entry.path):
                empty = False
    if empty:
        os.rmdir(folder)  # noqa: PTH106
    return empty


def _exchange(stage: Stage) -> None:
    """Exchange the two folders; in two steps, the shortest there are, if the file system cannot do it in one."""
    if _exchanged(stage.next, stage.site):
        return
    stage.site.rename(stage.former)
    try:
        stage.next.rename(stage.site)
    except OSError:
        stage.former.rename(stage.site)
        raise


def _exchanged(one: Path, two: Path) -> bool:
    if sys.platform != "linux":
        return False
    renameat2 = getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None)
    if renameat2 is None:
        return False
    if renameat2(_AT_FDCWD, os.fsencode(one), _AT_FDCWD, os.fsencode(two), _EXCHANGE) == 0:
        return True
    number = ctypes.get_errno()
    if number in (errno.EINVAL, errno.ENOSYS):
        return False
    raise OSError(number, os.strerror(number), str(two))
