"""All lists of an archive at once, for tests: what the program does in two steps, with stamps of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from generator.describe import related
from generator.describe.related import Source, Table
from generator.describe.related.index import Executor

T = TypeVar("T")
R = TypeVar("R")


def here(work: Callable[[Sequence[T]], R], items: Sequence[T]) -> Iterable[R]:
    """All items at once, in this process."""
    yield work(items)


def updated(sources: Iterable[Source], known: Mapping[str, related.Row], executor: Executor = here) -> Table:
    """The table of all papers, carried forward from `known`, the table that an earlier call returned ({}: none)."""
    by_key = {source.key: source for source in sources}
    stamps = {key: repr(source[1:]) for key, source in by_key.items()}
    return related.compare(related.profiles(stamps, by_key.__getitem__, known, executor), known, executor)
