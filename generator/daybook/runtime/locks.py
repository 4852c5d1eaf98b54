"""EDGE: an archive's lock, of which a command that writes is the only holder; those that check it keep writers away."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import filelock

from daybook.errors import StoreError, Unwritable
from daybook.runtime.files import TRY_AGAIN, opened, refuse_links, scratch_folder, work_folder

PATIENCE = 2.0  # seconds to wait for the lock: so long the processes of a command that was killed may take to notice
_TRIES = 40  # in that time
_LOCK = "lock"  # its name in the work folder


@contextmanager
def locked(archive: Path) -> Iterator[None]:
    """Hold the archive for writing; StoreError where another command does, longer than PATIENCE."""
    refuse_links(work_folder(archive))
    lock = filelock.FileLock(work_folder(archive) / _LOCK, timeout=PATIENCE)
    try:
        scratch_folder(archive).mkdir(parents=True, exist_ok=True)
        lock.acquire()
    except filelock.Timeout:
        raise _in_use(archive) from None
    except OSError as error:
        raise Unwritable(f"cannot be written: {error.strerror}", subject=str(archive), hint=TRY_AGAIN) from error
    try:
        sweep(scratch_folder(archive))
        yield
    finally:
        lock.release()


@contextmanager
def unwritten(archive: Path) -> Iterator[None]:
    """Have nobody write to the archive in the block; StoreError where another command does, longer than PATIENCE.
    Writes nothing: the disk may be read-only. Where the system has no such locks, or nobody has written yet, it goes
    without."""
    try:
        import fcntl  # which Windows lacks

        lock = opened(work_folder(archive) / _LOCK)
    except (ImportError, OSError):
        yield
        return
    with lock:
        for left in reversed(range(_TRIES)):
            try:
                fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if not left:
                    raise _in_use(archive) from None
                time.sleep(PATIENCE / _TRIES)
            except OSError:
                break
        yield


def _in_use(archive: Path) -> StoreError:
    return StoreError("another daybook command is at work here", subject=str(archive), hint="wait until it is done")


def sweep(scratch: Path) -> None:
    """Remove what a killed command left half written. Only for the holder of the archive's lock."""
    for left in scratch.glob("*.tmp"):
        left.unlink(missing_ok=True)
