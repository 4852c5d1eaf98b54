"""What is held of an announcement, against what arXiv states of it."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Literal

CoverageState = Literal["complete", "quiet", "partial", "stale", "missing", "reconstructed"]
"""What is held of a day's announcement in a category. complete: all that arXiv states; quiet: nothing was announced;
partial: fewer entries, or no listing says how many there are; stale: only an older announcement was served under this
date; missing: nothing, though something was due; reconstructed: never listed, worked out from submission times."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """How many distinct entries of a section are held, against what arXiv states."""

    section: str  # "new", "cross" or "replace"
    held: int
    stated: int | None = None  # None: no document states it


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """What is held of one category's announcement of one day, against what arXiv states of it."""

    category: str
    date: dt.date
    state: CoverageState
    tallies: tuple[Tally, ...] = ()  # of the sections that are held or stated, as a listing has them
    total: int | None = None  # entries in all, as arXiv states; None: no document states it
    source: str | None = None  # who says so: the listing, where one was seen
    note: str = ""  # why, in plain words

    @property
    def held(self) -> int:
        """The entries that are held."""
        return sum(tally.held for tally in self.tallies)
