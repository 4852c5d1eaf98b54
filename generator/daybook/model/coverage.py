"""How much of an announcement the archive has, compared with what arXiv states."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Literal

CoverageState = Literal["complete", "quiet", "partial", "contradicted", "stale", "missing", "unasked", "reconstructed"]
"""How much of a category's announcement of a day is stored.

complete: all that arXiv states; quiet: nothing was announced; partial: fewer entries, or no listing states how many
there are; contradicted: what a listing shows agrees with its own totals, but another witness tells otherwise; stale:
only an older announcement was served under this date; missing: nothing, though something was due and was requested;
unasked: nothing, as it was not collected: neither requested nor saved; reconstructed: never listed, computed from
submission times.
"""
Witness = Literal["listing", "catchup", "feed", "oai", "api", "person"]
"""Who speaks for a day's completeness: arXiv's listing page, its catch-up page, its feed, the datestamps of OAI-PMH,
the API by date of submission, or a person who ingested a listing page."""
MOST_NAMED = 20
"""Ids that a contradiction names, at most, of either side."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contradiction:
    """How a witness differs from the listing."""

    witness: Witness
    names: tuple[str, ...] = ()  # arXiv ids that it names, and the listing lacks; sorted
    lacks: tuple[str, ...] = ()  # arXiv ids that the listing has, and it lacks; sorted
    moves: tuple[str, ...] = ()  # arXiv ids that both have, but in different sections; sorted
    more: int = 0  # further ids of these kinds, beyond MOST_NAMED of each

    @property
    def ids(self) -> tuple[str, ...]:
        """All that it speaks of."""
        return (*self.names, *self.lacks, *self.moves)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """How many distinct entries of a section are stored, and how many arXiv states."""

    section: str  # "new", "cross" or "replace"
    stored: int
    stated: int | None = None  # None: no document states it


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """How much of one category's announcement of one day is stored, and what arXiv states of it."""

    category: str
    date: dt.date
    state: CoverageState
    tallies: tuple[Tally, ...] = ()  # of the sections that have entries or a stated total, in a listing's order
    total: int | None = None  # entries of all sections, as arXiv states; None: no document states it
    source: str | None = None  # the source that says so: the listing, if one was read
    note: str = ""  # why, in plain words
    witnesses: tuple[Witness, ...] = ()  # who says that this is all; a complete day with one only awaits a second
    contradictions: tuple[Contradiction, ...] = ()  # of those who say otherwise
    acknowledged: str | None = None  # what archive.yml says of a day that stays as it is; None: it does not name it

    @property
    def stored(self) -> int:
        """The number of entries stored, of all sections."""
        return sum(tally.stored for tally in self.tallies)

    @property
    def lone(self) -> bool:
        """Whether one witness alone says that the day is complete or quiet."""
        return self.state in ("complete", "quiet") and len(self.witnesses) == 1

    @property
    def proved(self) -> bool:
        """Whether more than one witness says that the day is complete or quiet, or no document is needed for that."""
        return self.state in ("complete", "quiet") and not self.lone
