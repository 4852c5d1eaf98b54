"""Atomic writing: no reader ever sees a half-written file, whatever is killed. The edges' only way to write."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import filelock

from daybook.errors import StoreError, Unwritable

WORK = ".daybook"
"""The name of an archive's work folder: caches, progress of fetches, half-written files, the lock. Safe to delete."""

PATIENCE = 2.0
"""Seconds to wait for the lock: so long the processes of a command that was killed may take to notice."""


def work_folder(archive: Path) -> Path:
    """The work folder of the archive in this folder."""
    return archive / WORK


def scratch_folder(archive: Path) -> Path:
    """Where an archive's files are written before they are renamed into place."""
    return work_folder(archive) / "tmp"


@contextmanager
def held(archive: Path) -> Iterator[None]:
    """Hold the archive for writing; StoreError where another command does, longer than PATIENCE."""
    refuse_links(work_folder(archive))
    lock = filelock.FileLock(work_folder(archive) / "lock", timeout=PATIENCE)
    try:
        scratch_folder(archive).mkdir(parents=True, exist_ok=True)
        lock.acquire()
    except filelock.Timeout:
        problem = "another daybook command is writing here"
        raise StoreError(problem, subject=str(archive), hint="wait until it is done") from None
    except OSError as error:
        hint = "check disk space and permissions, then run the command again"
        raise Unwritable(f"cannot be written: {error.strerror}", subject=str(archive), hint=hint) from error
    try:
        sweep(scratch_folder(archive))
        yield
    finally:
        lock.release()


def read(path: Path) -> bytes | None:
    """The contents of a file; None if there is none. Raises StoreError if it cannot be read."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except IsADirectoryError:
        raise StoreError("is a folder where a file is expected", subject=str(path), hint="move it elsewhere") from None
    except NotADirectoryError:
        raise StoreError(
            "is a file where a folder is expected", subject=str(path.parent), hint="move it elsewhere"
        ) from None
    except OSError as error:
        raise StoreError(
            f"cannot be read: {error.strerror}", subject=str(path), hint="check its permissions"
        ) from error


def below(folder: Path) -> Iterator[Path]:
    """All that lies below a folder; nothing where there is none. Raises StoreError at a folder that cannot be read."""

    def refuse(error: OSError) -> None:
        if not isinstance(error, FileNotFoundError):
            subject = os.fsdecode(error.filename or folder)
            raise StoreError(
                f"cannot be read: {error.strerror}", subject=subject, hint="check its permissions"
            ) from error

    for place, folders, names in os.walk(folder, onerror=refuse):
        yield from (Path(place, name) for name in (*folders, *names))


def refuse_links(folder: Path, levels: int | None = None) -> None:
    """Raise StoreError where a link stands for this folder or one below: an archive may come from anyone, and what is
    written or removed there would be somebody else's.

    levels: of folders below this one, where what is in the lowest is files alone; None: any number.
    """
    _refuse_link(folder)
    top = len(folder.parts)
    for place, folders, _ in os.walk(folder):
        for name in folders:
            _refuse_link(Path(place, name))
        if levels is not None and len(Path(place).parts) - top + 1 >= levels:
            folders.clear()  # they may hold files by the thousand


def _refuse_link(path: Path) -> None:
    if path.is_symlink():
        raise StoreError("is a symbolic link", subject=str(path), hint="replace it with a folder")


def write(path: Path, data: bytes, scratch: Path, *, durable: bool = True) -> bool:
    """Put `data` at `path` in one step; whether anything changed.

    The new file is made in the folder `scratch` (same file system) and renamed into place. durable: survive a power
    cut as well; derived files can do without, a kill never harms them.
    """
    if read(path) == data:
        return False
    temporary = scratch / f"{os.getpid()}.tmp"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        scratch.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
        try:
            _write_all(descriptor, data)
            if durable:
                os.fsync(descriptor)
        finally:
            os.close(descriptor)
        temporary.replace(path)
        if durable:
            _sync_folder(path.parent)
    except OSError as error:
        problem = f"cannot be written: {error.strerror}"
        raise Unwritable(
            problem, subject=str(path), hint="check disk space and permissions, then run the command again"
        ) from error
    return True


def append(path: Path, line: bytes, scratch: Path) -> None:
    """Put a line at the end of a file, in one step: `write` of what it holds, and of this."""
    former = read(path) or b""
    if former and not former.endswith(b"\n"):  # a person has been there
        former += b"\n"
    write(path, former + line + b"\n", scratch)


def add(path: Path, data: bytes) -> None:
    """Put data at the end of a person's file, after an empty line where something stands there already.

    It is not replaced: it may be a link, or a terminal or pipe, which has no end that could be read to.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("ab") as stream:
            stream.write(b"\n" * (path.is_file() and path.stat().st_size > 0) + data)
    except OSError as error:
        raise Unwritable(f"cannot be written: {error.strerror}", subject=str(path), hint="name another file") from error


def remove(path: Path) -> None:
    """Remove a file, and the folders above it that are left empty."""
    path.unlink(missing_ok=True)
    for folder in path.parents:
        try:
            folder.rmdir()
        except OSError:
            return


def sweep(scratch: Path) -> None:
    """Remove what a killed command left half written. Only for the holder of the archive's lock."""
    for left in scratch.glob("*.tmp"):
        left.unlink(missing_ok=True)


def _write_all(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
