"""The fetcher's clock: in tests, months pass in seconds."""

from __future__ import annotations

import datetime as dt
import time
from typing import Protocol


class Clock(Protocol):
    """Tells the time and lets it pass."""

    def now(self) -> dt.datetime:
        """The time, UTC."""

    def sleep(self, seconds: float) -> None:
        """Return after this many seconds."""


class RealClock:
    """This machine's clock."""

    def now(self) -> dt.datetime:
        """The time, UTC."""
        return dt.datetime.now(dt.UTC)

    def sleep(self, seconds: float) -> None:
        """Wait."""
        time.sleep(seconds)
