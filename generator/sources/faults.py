"""What a document itself shows to be wrong with it, beside its totals. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from generator.model import ANNOUNCED, Entry, Listing, arxiv_id

LEFT_OUT = "; left out"
"""How the note of an entry ends that could not be read."""


def of(listing: Listing) -> tuple[str, ...]:
    """In plain words: what its reader says of it as a whole, papers that stand twice in a section, ids of a month to
    come, and entries that could not be read."""
    return (
        *listing.problems,
        *(f"{name} appears twice" for name in _repeated(listing.entries)),
        *(f"{ident} is from a future month" for ident in _early(listing)),
        *(note for note in listing.notes if note.endswith(LEFT_OUT)),
    )


def _repeated(entries: tuple[Entry, ...]) -> tuple[str, ...]:
    """By id; entries without one by all that they say: a site may have several cards or versions of a paper, which then
    differ. So may an answer to a query for versions."""
    times = Counter(_said(entry) for entry in entries)
    twice = (what for what, number in times.items() if number > 1)
    return tuple(dict.fromkeys(f'"{what.title}"' if isinstance(what, Entry) else what[0] for what in twice))


def _said(entry: Entry) -> Entry | tuple[str, str, int | None]:
    if not entry.arxiv_id:
        return replace(entry, place=0)
    return (entry.arxiv_id, entry.type, entry.version if entry.type == "harvest" else None)


def _early(listing: Listing) -> Iterator[str]:
    """Ids that a listing cannot announce yet."""
    for entry in listing.entries:
        if entry.type in ANNOUNCED and entry.arxiv_id and arxiv_id.is_after(entry.arxiv_id, listing.date):
            yield entry.arxiv_id
