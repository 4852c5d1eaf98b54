"""Who comes too fast: arXiv's rate limits, enforced and counted."""

import datetime as dt
import threading
from collections.abc import Mapping
from dataclasses import dataclass

MACHINES, PAGES = "machines", "pages"
GROUPS = {"rss": MACHINES, "oai": MACHINES, "api": MACHINES, "list": PAGES, "catchup": PAGES, "abs": PAGES}
"""Feeds, OAI and API are counted together; any other service by itself."""
SECONDS = {MACHINES: 3.0, PAGES: 15.0}
OTHERS = 3.0
_TOLERANCE = 0.1  # seconds: what a real clock and a real network may blur
_PATIENCE = 3  # breaches within an hour until a client is blocked
_HOUR = dt.timedelta(hours=1)


@dataclass(frozen=True)
class Breach:
    """A request that broke a rule."""

    when: dt.datetime
    service: str
    what: str


class Pace:
    """Lets requests in, refuses those that come too fast with 429, and after some of these all of them with 403."""

    def __init__(self, seconds: Mapping[str, float] | None = None) -> None:
        """`seconds`: other intervals than arXiv's, by group or service; 0: none."""
        self._seconds = {**SECONDS, **(seconds or {})}
        self._last: dict[str, dt.datetime] = {}
        self._lock = threading.Lock()
        self.breaches: list[Breach] = []

    def enter(self, service: str, now: dt.datetime) -> int | None:
        """The status to refuse with; None: come in."""
        with self._lock:
            group = GROUPS.get(service, service)
            last, self._last[group] = self._last.get(group), now
            recent = [each for each in self.breaches if now - each.when < _HOUR]
            if len(recent) >= _PATIENCE:
                self._note(now, service, "asked again while blocked")
                return 403
            interval = self._seconds.get(group, OTHERS)
            passed = (now - last).total_seconds() if last else interval
            if passed < interval - _TOLERANCE:
                self._note(now, service, f"came {passed:.1f} s after the last request, not {interval:g}")
                return 429
            return None

    def complain(self, service: str, now: dt.datetime, what: str) -> None:
        """Note another breach."""
        with self._lock:
            self._note(now, service, what)

    def _note(self, now: dt.datetime, service: str, what: str) -> None:
        self.breaches.append(Breach(now, service, what))
