"""All lists of an archive at once, for tests, with stamps of their own."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from daybook.describe import related
from daybook.describe.related import NOTHING, Executor, Source, Table

T = TypeVar("T")
R = TypeVar("R")


def here(work: Callable[[Sequence[T]], R], items: Sequence[T]) -> Iterable[R]:
    """All items at once, in this process."""
    yield work(items)


def updated(sources: Iterable[Source], known: Table = NOTHING, executor: Executor = here) -> Table:
    """The table of all papers, carried forward from `known`, which an earlier call returned."""
    by_key = {source.key: source for source in sources}
    stamps = {key: repr(source[1:]) for key, source in by_key.items()}
    return related.update(stamps, by_key.__getitem__, known, executor)
