"""What a document itself shows to be wrong with it, beside its totals. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from generator import arxiv_id
from generator.model import ANNOUNCED, Entry, Listing

LEFT_OUT = "; left out"
"""How the note of an entry ends that could not be read."""


def of(listing: Listing) -> tuple[str, ...]:
    """In plain words: what its reader says of it as a whole, papers that stand twice in a section, ids of a month to
    come, and entries that could not be read."""
    return (
        *listing.problems,
        *(f"{name} stands there twice" for name in _repeated(listing.entries)),
        *(f"{ident} is of a month to come" for ident in _early(listing)),
        *(note for note in listing.notes if note.endswith(LEFT_OUT)),
    )


def _repeated(entries: tuple[Entry, ...]) -> tuple[str, ...]:
    """By id, DOI or address; entries that have none of them by all that they say: a site may have several cards of a
    paper, which then differ."""
    times = Counter((entry.type, name) if (name := _name(entry)) else replace(entry, place=0) for entry in entries)
    twice = (what for what, number in times.items() if number > 1)
    return tuple(dict.fromkeys(f'"{what.title}"' if isinstance(what, Entry) else what[1] for what in twice))


def _name(entry: Entry) -> str | None:
    return entry.arxiv_id or entry.doi or entry.url


def _early(listing: Listing) -> Iterator[str]:
    """Ids that a listing cannot announce yet."""
    for entry in listing.entries:
        if entry.type in ANNOUNCED and entry.arxiv_id and arxiv_id.is_after(entry.arxiv_id, listing.date):
            yield entry.arxiv_id
