"""Signs of damage within a document, other than wrong totals. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from generator.model import ANNOUNCED, Entry, Listing, arxiv_id

LEFT_OUT = "; left out"
"""The ending of a note on an entry that could not be read."""


def of(listing: Listing) -> tuple[str, ...]:
    """In plain words: what the reader reports of the whole document, papers listed twice in a section, ids of a future
    month, and entries that could not be read."""
    return (
        *listing.problems,
        *(f"{name} appears twice" for name in _repeated(listing.entries)),
        *(f"{ident} is from a future month" for ident in _early(listing)),
        *(note for note in listing.notes if note.endswith(LEFT_OUT)),
    )


def _repeated(entries: tuple[Entry, ...]) -> tuple[str, ...]:
    """Ids and titles that occur twice. Entries without an id count as equal only if all their fields are: a site may
    have several cards or versions of a paper. A harvest may hold several versions of one id."""
    times = Counter(_identity(entry) for entry in entries)
    twice = (identity for identity, number in times.items() if number > 1)
    return tuple(dict.fromkeys(f'"{each.title}"' if isinstance(each, Entry) else each[0] for each in twice))


def _identity(entry: Entry) -> Entry | tuple[str, str, int | None]:
    if not entry.arxiv_id:
        return replace(entry, place=0)
    return (entry.arxiv_id, entry.type, entry.version if entry.type == "harvest" else None)


def _early(listing: Listing) -> Iterator[str]:
    """Ids that a listing cannot announce yet."""
    for entry in listing.entries:
        if entry.type in ANNOUNCED and entry.arxiv_id and arxiv_id.is_after(entry.arxiv_id, listing.date):
            yield entry.arxiv_id
