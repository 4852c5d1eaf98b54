"""EDGE: work shared between the processor's cores, in forks of this process, where it pays."""

from __future__ import annotations

import multiprocessing
import os
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from typing import Any, TypeVar, cast

T = TypeVar("T")
R = TypeVar("R")

FORKS = sys.platform == "linux"
"""Whether this process can go on in another one that has all that it has."""
SLICE = 200
"""So many items are taken at a time by one process."""

_ENDED = "a process of this program ended before its work was done; run the command again"

_work: Callable[[int], Any] | None = None


def shared(work: Callable[[Sequence[T]], R], items: Sequence[T], size: int = SLICE) -> Iterator[R]:
    """What `work` makes of each slice of `size` items, in order.

    Slices are worked on in forks of this process, which have all that it has; results are sent back, so they should be
    small. What fits two slices is done here: starting a process would cost more.
    """
    parts = [items[at : at + size] for at in range(0, len(items), size)]
    if len(parts) <= 2 or not FORKS or (os.cpu_count() or 1) == 1:
        yield from map(work, parts)
        return
    global _work
    _work = lambda number: work(parts[number])  # noqa: E731
    try:
        with multiprocessing.get_context("fork").Pool(os.cpu_count(), end_with_parent) as pool:
            yield from pool.imap(_call, range(len(parts)))
    finally:
        _work = None


@contextmanager
def ahead(work: Callable[[], R], worth: bool = True) -> Iterator[Callable[[], R]]:
    """Begin something in a fork of this process, for the other core. What the block is given waits for the outcome, and
    raises what the work raised; a block that ends before ends the work.

    Without forks or another core, or where that is not `worth` a process, the work is done when it is asked for.
    """
    if not worth or not FORKS or (os.cpu_count() or 1) == 1:
        yield work
        return
    forks = multiprocessing.get_context("fork")
    receiver, sender = forks.Pipe(duplex=False)
    child = forks.Process(target=_with_parent, args=(_send, (work, sender)))
    child.start()
    sender.close()

    def outcome() -> R:
        try:
            found, error = receiver.recv()
        except EOFError:
            raise ChildProcessError(_ENDED) from None
        if error:
            raise error
        return cast("R", found)

    try:
        yield outcome
    finally:
        child.terminate()
        child.join()
        receiver.close()


def _send(work: Callable[[], object], sender: Connection) -> None:
    found, error = None, None
    try:
        found = work()
    except Exception as raised:
        error = raised
    sender.send((found, error))


def apart(work: Callable[..., object], *given: object) -> None:
    """Do something that takes much memory in a process that has nothing but what it is given, and ends with it.

    What it finds it writes down. Raises ChildProcessError where it fails.
    """
    child = multiprocessing.get_context("spawn").Process(target=_with_parent, args=(work, given))
    child.start()
    child.join()
    if child.exitcode:
        raise ChildProcessError(_ENDED)


def _with_parent(work: Callable[..., object], given: Sequence[object]) -> None:
    end_with_parent()
    work(*given)


def end_with_parent() -> None:
    """Have this process, a child, end when there is nobody any more who waits for its work: what a killed program began
    must neither go on nor hold the archive's lock."""
    parent = multiprocessing.parent_process()
    assert parent  # noqa: S101 - this is a child

    def end() -> None:
        wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=end, daemon=True).start()


def watched(parts: Iterable[R], size: Callable[[R], int], watch: Callable[[Iterable[int]], Iterable[int]]) -> list[R]:
    """All parts, in order. `watch` is given the size of each as it comes, for whoever waits, and gives them back."""
    found: list[R] = []

    def sizes() -> Iterator[int]:
        for part in parts:
            found.append(part)
            yield size(part)

    for _ in watch(sizes()):
        pass
    return found


def _call(number: int) -> Any:
    assert _work  # noqa: S101 - set before the fork
    return _work(number)
