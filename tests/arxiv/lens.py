"""What a fault of content makes of a document before it is printed."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from tests.arxiv.calendar import Calendar
from tests.arxiv.faults import Kind

T = TypeVar("T")


@dataclass(frozen=True)
class Lens:
    """Honest where there is no fault."""

    kind: Kind | None = None

    def told(self, day: dt.date, calendar: Calendar) -> tuple[dt.date, dt.date]:
        """(the date that is printed, the date whose announcement is shown)."""
        before = calendar.before(day)
        if self.kind is Kind.STALE:
            return before, before
        return (day, before) if self.kind is Kind.REDATED else (day, day)

    def seen(self, items: Sequence[T]) -> Sequence[T]:
        """The items that are printed."""
        middle = len(items) // 2
        if self.kind is Kind.HOLLOW:
            return []
        if self.kind is Kind.MISSING:
            return [*items[:middle], *items[middle + 1 :]]
        if self.kind is Kind.DUPLICATED:
            return [*items[: middle + 1], *items[middle : middle + 1], *items[middle + 1 :]]
        return items
