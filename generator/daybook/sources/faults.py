"""Signs of damage within a document, other than wrong totals. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from daybook.model import ANNOUNCED, Entry, Listing, ids

LEFT_OUT = "; left out"
"""The ending of a note on an entry that could not be read."""
_MOST_NAMED = 10


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
        if entry.type in ANNOUNCED and entry.arxiv_id and ids.is_after(entry.arxiv_id, listing.date):
            yield entry.arxiv_id


def of_numbers(numbers: Sequence[int | None]) -> tuple[str, ...]:
    """What is wrong with the numbers of entries, given in page order; None: an entry without a number.

    A listing numbers its entries consecutively, without gaps or repetitions.
    """
    present = [number for number in numbers if number is not None]
    if not present:
        return ()
    missing = sorted(set(range(min(present), min(max(present), min(present) + 2 * len(present)) + 1)) - set(present))
    twice = sorted(number for number, times in Counter(present).items() if times > 1)
    turned = not twice and any(second < first for first, second in pairwise(present))
    return (
        *((f"the numbering skips {_named(missing)}",) if missing else ()),
        *((f"the numbering repeats {_named(twice)}",) if twice else ()),
        *(("the numbering goes backwards",) if turned else ()),
        *(("some entries have no number",) if len(present) < len(numbers) else ()),
    )


def _named(numbers: Sequence[int]) -> str:
    return f"{', '.join(map(str, numbers[:_MOST_NAMED]))}{' ...' if numbers[_MOST_NAMED:] else ''}"
