"""The delta: what this month changed of the index that was sealed when the month began. Pure.

The base is the index of the papers as they were when the month began, the delta one of the same form: of each paper
that is now another than there, whole. It says which papers of the base it hides, and of how many of them each word was.
So a new day costs what its month brought; the base's files stay as they are, and stay in browsers' caches.

No weight is kept in either part: how rare a word is follows from the papers that both have. Only the authors' numbers,
and how their names are spelled, are the base's.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from daybook.search import index, numerals
from daybook.search.entries import FACETS, Entry, values
from daybook.search.index import Part

Values = Mapping[str, Mapping[str, int]]
"""Facet -> value -> how many papers have it."""


class Sealed(NamedTuple):
    """What is known of a base as a whole. A tuple that is kept from run to run."""

    inputs: dict[str, str]  # what it was made of -> its hash
    state: str  # of the folder of its files
    about: dict[str, object]  # what index.js says of it
    papers: int
    authors: int
    days: list[tuple[str, int]]  # on which papers were first seen, oldest first, with the number of the first of them
    pages: list[str]  # of days, weeks, months and years
    counts: dict[str, dict[str, int]]


class Based(NamedTuple):
    """What is known of a paper of the base."""

    number: int
    entry: Entry


@dataclass(frozen=True, slots=True)
class Change:
    """What is another now than in the base, and what the base has in its place."""

    entries: Sequence[Entry]  # of the delta, oldest first
    hidden: Sequence[Based]
    same_day: Mapping[str, Sequence[str]]  # the keys of the base's papers by the days on which both have some
    numbers: Mapping[str, int]  # the base's, of authors in the delta
    themes: Collection[str]  # the slugs of those that are a facet
    dates: Collection[str]  # all pages of days, weeks, months and years that there are now
    pages: Mapping[str, str]  # those of authors; see `index.Part`


def sealed(inputs: dict[str, str], state: str, made: index.Made, part: Part) -> Sealed:
    """What is kept of a base that was made."""
    days: dict[str, int] = {}
    for number, entry in enumerate(part.entries):
        days.setdefault(entry.shown.date, number)
    return Sealed(
        inputs=inputs,
        state=state,
        about=made.about,
        papers=len(part.entries),
        authors=len(made.authors),
        days=list(days.items()),
        pages=sorted(part.dates),
        counts=counted(part.entries, part.themes),
    )


def files(
    base: Sealed, change: Change, as_of: str | None, facets: Callable[[Mapping[str, list[str]]], list[object]]
) -> dict[str, bytes]:
    """The files of the delta, and index.js. `facets`: gives these with the values that papers have."""
    hidden = [each.entry for each in change.hidden]
    part = Part(
        entries=change.entries,
        themes=change.themes,
        dates=set(change.dates).difference(base.pages),
        pages=change.pages,
        authors=dict(change.numbers),
        known=base.authors,
        hidden=hidden,
        gone=set(base.pages).difference(change.dates),
    )
    made = index.made("delta", part)
    counts = _together(base.counts, counted(change.entries, change.themes), counted(hidden, change.themes))
    about = {
        "papers": base.papers + len(change.entries) - len(hidden),
        "asOf": as_of,
        "facets": facets(counts),
        "base": base.about,
        "delta": made.about | _places(base, change),
    }
    return made.files | {"index": index.entrance(about)}


def _places(base: Sealed, change: Change) -> dict[str, str]:
    """Where the papers of a delta stand among those of the base, for index.js.

    places: for each, twice by how much the number of papers of the base that are before it is higher than for the one
    before, and one more if it takes the place of the next; gone: the other papers of the base that are hidden, each as
    the difference to the one before.
    """
    numbers = [_number(base, entry, change.same_day.get(entry.shown.date, ())) for entry in change.entries]
    left = {each.number for each in change.hidden}
    steps = []
    last = 0
    for number in numbers:
        steps.append(2 * (number - last) + (number in left))
        left.discard(number)
        last = number
    gone = sorted(left)
    differences = [number - one for number, one in zip(gone, (0, *gone), strict=False)]
    return {"places": numerals.text(steps), "gone": numerals.text(differences)}


def _number(base: Sealed, entry: Entry, keys: Sequence[str]) -> int:
    """How many papers of the base are before one; `keys`: of its papers first seen on the same day."""
    date, key = entry.shown.date, entry.shown.key
    at = bisect_left(base.days, (date, 0))
    if at == len(base.days):
        return base.papers
    return base.days[at][1] + bisect_left(keys, key)


def counted(entries: Sequence[Entry], themes: Collection[str]) -> dict[str, dict[str, int]]:
    """How many of these papers have each value of each facet."""
    return {name: dict(Counter(value for own in values(entries, name, themes) for value in own)) for name in FACETS}


def _together(base: Values, delta: Values, hidden: Values) -> dict[str, list[str]]:
    """The values that papers of both parts have, sorted, by facet."""
    found = {}
    for name in FACETS:
        sums = Counter(base[name])
        sums.update(delta[name])
        sums.subtract(hidden[name])
        found[name] = sorted(value for value, papers in sums.items() if papers > 0)
    return found
