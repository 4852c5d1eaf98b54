"""How much of an announcement the archive has, compared with what arXiv states."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Literal

CoverageState = Literal["complete", "quiet", "partial", "stale", "missing", "unasked", "reconstructed"]
"""How much of a category's announcement of a day is stored.

complete: all that arXiv states; quiet: nothing was announced; partial: fewer entries, or no listing states how many
there are; stale: only an older announcement was served under this date; missing: nothing, though something was due
and was requested; unasked: nothing, as it was not collected: neither requested nor saved; reconstructed: never
listed, computed from submission times.
"""


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

    @property
    def stored(self) -> int:
        """The number of entries stored, of all sections."""
        return sum(tally.stored for tally in self.tallies)
