"""A finished site put in place of the published one in a single step, so that nobody ever sees half of it.

The new site grows in a folder beside the published one (`.site.next` beside `site`): unchanged files are hard links to
the published ones, changed ones new files. Then the two folders change places.
"""

from __future__ import annotations

import ctypes
import errno
import os
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path

_AT_FDCWD = -100
_EXCHANGE = 2  # RENAME_EXCHANGE of Linux' renameat2


def stage_of(site: Path) -> Path:
    """The folder in which the next state of `site` grows."""
    return site.parent / f".{site.name}.next"


def part_of(site: Path, number: int) -> Path:
    """The folder into which a process builds its part of the pages."""
    return site.parent / f".{site.name}.part-{number}"


def link_pages(site: Path, number: int, pages: Path, paths: Iterable[str]) -> Path:
    """A folder with links to some of the pages (source paths), for a process to build."""
    folder = site.parent / f".{site.name}.pages-{number}"
    made: set[str] = set()
    for path in paths:
        parent = path.rpartition("/")[0]
        if parent not in made:
            (folder / parent).mkdir(parents=True, exist_ok=True)
            made.add(parent)
        _link_or_copy(f"{pages}/{path}", f"{folder}/{path}")
    return folder


def clear(folder: Path) -> None:
    """Remove a folder of ours, whatever is in it; or the link that stood for one."""
    if folder.is_symlink():
        folder.unlink()
    shutil.rmtree(folder, ignore_errors=True)


def abandon(site: Path) -> None:
    """Remove all that was made for the next state of `site`, and what was published before."""
    for left in site.parent.glob(f".{site.name}.*"):
        clear(left)


def begin(site: Path, *, filled: bool) -> Path:
    """An empty stage; or, where it shall be `filled`, one with the published files.

    What a killed build left behind goes first.
    """
    abandon(site)
    stage = stage_of(site)
    stage.mkdir(parents=True)
    if filled:
        _link(str(site), str(stage))
    return stage


def leave_out(stage: Path, names: Iterable[str]) -> None:
    """Take files out of the stage, those of them that it has."""
    for name in names:
        (stage / name).unlink(missing_ok=True)


def _link(source: str, target: str) -> None:
    with os.scandir(source) as entries:
        for entry in entries:
            place = f"{target}/{entry.name}"
            if entry.is_dir(follow_symlinks=False):
                os.mkdir(place)  # noqa: PTH102 - tens of thousands of names: paths as objects would cost seconds
                _link(entry.path, place)
            else:
                _link_or_copy(entry.path, place)


def _link_or_copy(source: str, target: str) -> None:
    try:
        os.link(source, target)
    except OSError:  # a file system without hard links
        shutil.copy2(source, target)


def take_in(stage: Path, part: Path) -> None:
    """Move all files of a part into the stage, in place of those of the same name; the part is gone then."""
    _take_in(str(part), str(stage))
    clear(part)


def _take_in(source: str, target: str) -> None:
    with os.scandir(source) as entries:
        for entry in entries:
            place = f"{target}/{entry.name}"
            if entry.is_dir(follow_symlinks=False):
                os.makedirs(place, exist_ok=True)  # noqa: PTH103
                _take_in(entry.path, place)
            else:
                os.replace(entry.path, place)  # noqa: PTH105


def swap(site: Path) -> None:
    """Have stage and published site change places, in one step. What was published before is left for `abandon`."""
    stage = stage_of(site)
    _remove_empty_folders(str(stage))
    if site.exists() or site.is_symlink():
        _exchange(stage, site)
    else:
        site.parent.mkdir(parents=True, exist_ok=True)
        stage.rename(site)


def _remove_empty_folders(folder: str) -> bool:
    empty = True
    with os.scandir(folder) as entries:
        for entry in entries:
            if not entry.is_dir(follow_symlinks=False) or not _remove_empty_folders(entry.path):
                empty = False
    if empty:
        os.rmdir(folder)  # noqa: PTH106
    return empty


def _exchange(one: Path, two: Path) -> None:
    """Exchange two names of the file system; where it cannot, in two steps, the shortest there are."""
    if not _exchanged(one, two):
        former = two.with_name(f".{two.name}.former")
        clear(former)
        two.rename(former)
        one.rename(two)


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
