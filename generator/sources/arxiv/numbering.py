"""Checks the numbers of a page's entries: a listing numbers its entries consecutively, without gaps or repetitions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

_MOST_NAMED = 10


def faults(numbers: Sequence[int | None]) -> tuple[str, ...]:
    """What is wrong with the numbers of entries, given in page order; None: an entry without a number."""
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
