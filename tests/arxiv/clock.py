"""The clocks that server and client share."""

from __future__ import annotations

import datetime as dt
import threading
import time
from typing import Protocol


class Clock(Protocol):
    """What both sides need of a clock: the fetcher's protocol has the same two."""

    def now(self) -> dt.datetime:
        """The moment, UTC."""

    def sleep(self, seconds: float) -> None:
        """Let so much time pass."""


class SimulatedClock:
    """A clock that stands still but for sleep() and set(): 120 days pass in seconds."""

    def __init__(self, start: dt.datetime) -> None:
        self._now = start.astimezone(dt.UTC)
        self._lock = threading.Lock()

    def now(self) -> dt.datetime:
        with self._lock:
            return self._now

    def sleep(self, seconds: float) -> None:
        with self._lock:
            self._now += dt.timedelta(seconds=max(seconds, 0))

    def set(self, moment: dt.datetime) -> None:
        """Go on to this moment; never back."""
        with self._lock:
            self._now = max(self._now, moment.astimezone(dt.UTC))


class ShiftedClock:
    """Real time, begun at another moment: for clients in other processes, which keep their own."""

    def __init__(self, start: dt.datetime) -> None:
        self._shift = start.astimezone(dt.UTC) - dt.datetime.now(dt.UTC)

    def now(self) -> dt.datetime:
        return dt.datetime.now(dt.UTC) + self._shift

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds)
