"""The clocks that server and client share."""

import datetime as dt
import os
import threading
from pathlib import Path
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


class FileClock:
    """A simulated clock kept in a file: for a client in another process, which may be killed at any moment."""

    def __init__(self, path: Path, start: dt.datetime | None = None) -> None:
        """`start`: what to set it to; None: the file is there."""
        self._path = path
        if start is not None:
            self._write(start)

    def now(self) -> dt.datetime:
        return dt.datetime.fromisoformat(self._path.read_text())

    def sleep(self, seconds: float) -> None:
        """Not at the same time as another process: client and server take turns, as one connection makes them."""
        self._write(self.now() + dt.timedelta(seconds=max(seconds, 0)))

    def set(self, moment: dt.datetime) -> None:
        """Go on to this moment; never back."""
        self._write(max(self.now(), moment))

    def _write(self, moment: dt.datetime) -> None:
        new = self._path.with_suffix(f".{os.getpid()}.{threading.get_ident()}")
        new.write_text(moment.astimezone(dt.UTC).isoformat())
        new.replace(self._path)
