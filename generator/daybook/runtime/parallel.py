"""EDGE: work shared between the processor's cores, in forks of this process; and values that these read from a file.

All of them end with the one that waits for them, and leave it to that one to hear of Ctrl-C.
"""

from __future__ import annotations

import ctypes
import logging
import multiprocessing
import os
import pickle
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterable, Iterator, MutableMapping, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from multiprocessing.connection import wait
from pathlib import Path
from tempfile import TemporaryFile, mkstemp
from typing import IO, Any, Generic, TypeVar
from weakref import finalize

import msgspec

T = TypeVar("T")
R = TypeVar("R")
K = TypeVar("K")
V = TypeVar("V")

FORKS = sys.platform == "linux"  # whether this process can fork
SLICE = 200  # items that a process takes at a time
MANY = 5_000  # papers from which on it pays to do a part of the work in a second process while this one goes on
AT_HAND = 500  # so many values of a spool that were asked for last stay at hand
Watch = Callable[[Iterable[int], int], Iterable[int]]
"""Shows progress: takes counts of pages or files and their total, and passes the counts on."""

_LOG = logging.getLogger("daybook.process")

most = 0  # cores that this program may take; 0: all
_work: Callable[[int], Any] | None = None


def cores() -> int:
    """How many forks of this process can work in parallel."""
    return most or os.cpu_count() or 1 if FORKS else 1


def shared(work: Callable[[Sequence[T]], R], items: Sequence[T], size: int = SLICE) -> Iterator[R]:
    """What `work` makes of each slice of `size` items, in order. Slices are worked on in forks of this process, which
    have all that it has; results are sent back, so they should be small. What fits two slices is done here: starting a
    process would cost more."""
    parts = [items[at : at + size] for at in range(0, len(items), size)]
    if len(parts) <= 2 or cores() == 1:
        yield from map(work, parts)
        return
    global _work
    _work = lambda number: work(parts[number])  # noqa: E731
    _LOG.debug("%d processes share %s items", cores(), f"{len(items):,}")
    try:
        with multiprocessing.get_context("fork").Pool(cores(), end_with_parent) as pool:
            yield from pool.imap(_call, range(len(parts)))
    finally:
        _work = None


def _call(number: int) -> Any:
    assert _work  # noqa: S101 - set before the fork
    return _work(number)


@contextmanager
def bounded(seconds: float, room: int) -> Iterator[None]:
    """Raise TimeoutError in the block where it takes longer than so many seconds of this process's time, MemoryError
    where it takes so many bytes more than there are: for what a stranger wrote. Only where this process can fork, in
    its main thread; elsewhere there are no bounds."""
    if not FORKS or threading.current_thread() is not threading.main_thread():
        yield
        return

    import resource  # which Windows lacks

    def stop(*_: object) -> None:
        raise TimeoutError(f"it takes longer than {seconds:g} seconds")

    former, limits = signal.signal(signal.SIGVTALRM, stop), resource.getrlimit(resource.RLIMIT_AS)
    size = int(Path("/proc/self/statm").read_bytes().split()[0]) * resource.getpagesize()
    most = size + room if limits[1] == resource.RLIM_INFINITY else min(size + room, limits[1])
    resource.setrlimit(resource.RLIMIT_AS, (most, limits[1]))
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, seconds)  # again, where somebody catches all errors
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, former)
        resource.setrlimit(resource.RLIMIT_AS, limits)


@contextmanager
def ahead(work: Callable[[], R], worth: bool = True, folder: Path | None = None) -> Iterator[Callable[[], R]]:
    """Start work in a fork of this process, for the other core. The block gets a function that waits for the outcome
    and raises what the work raised; leaving the block early terminates the work. Without forks or another core, or if
    it is not `worth` a process, the work is done when its outcome is asked for. `folder`: where the outcome waits to be
    asked for, in a file without a name."""
    if not worth or cores() == 1:
        yield work
        return
    with TemporaryFile(dir=folder) as told:  # a pipe would hold up the process, and all its memory, until somebody asks
        child = multiprocessing.get_context("fork").Process(target=_do, args=(work, told))
        child.start()
        _LOG.debug("process %d started", child.pid)

        def outcome() -> R:
            child.join()
            told.seek(0)
            try:
                made, error = pickle.load(told)  # noqa: S301 - our own
            except (EOFError, pickle.UnpicklingError):  # it ended before, or while, it told
                problem = "a worker process ended before its work was done; run the command again"
                raise ChildProcessError(problem) from None
            if error:
                raise error
            return made  # type: ignore[no-any-return]

        try:
            yield outcome
        finally:
            child.terminate()
            child.join()


def _do(work: Callable[[], object], told: IO[bytes]) -> None:
    """Do work in a process of its own, and tell its outcome and its error, with the traceback as a note."""
    end_with_parent()
    outcome: object = None
    error: Exception | None = None
    try:
        outcome = work()
    except Exception as raised:
        error, place = raised, "".join(traceback.format_exception(raised))
        error.add_note(place)
        try:
            pickle.loads(pickle.dumps(error))  # noqa: S301 - our own
        except Exception:  # not every error can be sent
            error = RuntimeError(place)
    told.write(pickle.dumps((outcome, error)))
    told.flush()


def end_with_parent() -> None:
    """Have this process, a child, end when there is nobody any more who waits for its work: what a killed program began
    must neither go on nor hold the archive's lock. Ctrl-C reaches all processes; the parent ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    assert parent  # noqa: S101 - this is a child

    def end() -> None:
        wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=end, daemon=True).start()


def watched(parts: Iterable[R], size: Callable[[R], int], watch: Callable[[Iterable[int]], Iterable[int]]) -> list[R]:
    """All parts, in order. `watch` is given the size of each as it comes, for whoever waits, and gives them back."""
    done: list[R] = []

    def sizes() -> Iterator[int]:
        for part in parts:
            done.append(part)
            yield size(part)

    for _ in watch(sizes()):
        pass
    return done


class Spool(MutableMapping[K, V], Generic[K, V]):
    """Many values of one type, in a file without a name in place of memory; key -> value, never another one."""

    def __init__(self, value: type[V], folder: Path) -> None:
        """`folder`: where the file is made, which is gone with this object."""
        file, path = mkstemp(dir=folder)
        os.unlink(path)  # noqa: PTH108
        finalize(self, os.close, file)
        places: dict[K, tuple[int, int]] = {}
        decode = msgspec.msgpack.Decoder(value).decode
        self._file, self._places, self._end = file, places, 0
        self._encode = msgspec.msgpack.Encoder().encode

        @lru_cache(AT_HAND)
        def read(key: K) -> V:
            start, size = places[key]
            return decode(os.pread(file, size, start))

        self._read = read

    def __setitem__(self, key: K, value: V) -> None:
        """Only for the process that made it: forks share the file's end."""
        left = data = self._encode(value)
        while left:
            left = left[os.write(self._file, left) :]
        self._places[key] = self._end, len(data)
        self._end += len(data)

    def __getitem__(self, key: K) -> V:
        return self._read(key)

    def __contains__(self, key: object) -> bool:
        return key in self._places

    def __delitem__(self, key: K) -> None:
        del self._places[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


def spool(value: type[V], folder: Path) -> MutableMapping[str, V]:
    """A spool in a folder; a dictionary where this process cannot fork."""
    return Spool(value, folder) if FORKS else {}


def give_back() -> None:
    """Give back to the system what this process has freed: glibc keeps it, and every fork would be as large."""
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).malloc_trim(0)
