"""The entries of a document, read one by one: an unusable one costs the others nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from daybook.errors import Refused
from daybook.model import Entry
from daybook.sources.faults import LEFT_OUT

Item = TypeVar("Item")


def read_each(
    items: Iterable[Item], read: Callable[[Item, int], Entry | None], *, first: int = 1, name: str = "entry"
) -> tuple[tuple[Entry, ...], tuple[str, ...]]:
    """The entries in order, and a note for each item that is left out.

    read: turns an item and its place, counted from `first`, into an entry, or into None where there is nothing to
    keep; raises Refused with the reason where the item is unusable. name: what the notes call an item.
    """
    entries: list[Entry] = []
    notes: list[str] = []
    for place, item in enumerate(items, first):
        try:
            entry = read(item, place)
        except Refused as refused:
            notes.append(f"{name} {place}: {refused.problem}{LEFT_OUT}")
        else:
            entries += [entry] if entry else []
    return tuple(entries), tuple(notes)


def bad_id(stated: str) -> Refused:
    """The reason for leaving out an entry whose id, as stated, is not an arXiv id."""
    return Refused(f"{stated[:60]!r} is not an arXiv id" if stated.strip() else "has no arXiv id")
