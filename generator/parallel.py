"""EDGE: work shared between the processor's cores, in forks of this process, where it pays."""

from __future__ import annotations

import multiprocessing
import os
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from multiprocessing.connection import wait
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")

FORKS = sys.platform == "linux"
"""Whether this process can go on in another one that has all that it has."""
SLICE = 200
"""So many items are taken at a time by one process."""

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
        with multiprocessing.get_context("fork").Pool(os.cpu_count()) as pool:
            yield from pool.imap(_call, range(len(parts)))
    finally:
        _work = None


def apart(work: Callable[..., object], *given: object) -> None:
    """Do something that takes much memory in a process that has nothing but what it is given, and ends with it.

    What it finds it writes down. Raises ChildProcessError where it fails.
    """
    child = multiprocessing.get_context("spawn").Process(target=_with_parent, args=(work, given))
    child.start()
    child.join()
    if child.exitcode:
        raise ChildProcessError(f"a process of this program ended with {child.exitcode}; run the command again")


def _with_parent(work: Callable[..., object], given: Sequence[object]) -> None:
    """Work as long as there is somebody who waits for it: what a killed program began, nobody needs."""
    parent = multiprocessing.parent_process()
    assert parent  # noqa: S101 - this is a child

    def end() -> None:
        wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=end, daemon=True).start()
    work(*given)


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
