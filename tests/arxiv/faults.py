"""What goes wrong, on which day, how often: a plan that can be printed, read again and replayed.

A line of a plan: `2026-03-05 list cs.DC reset x2` (twice), `2026-03-05 * * missing always` (it never heals),
`2026-03-05 list+catchup * no-updates evening` (until the midnight with which the day begins in the East),
`2026-03-05 catchup * server-error 4-days` (until so many days after that midnight), `2026-03-05 * cs.DC late 26-hours`
(until so many hours after it).
"""

import datetime as dt
import random
import threading
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tests.arxiv.calendar import DAY, eastern
from tests.arxiv.http import Request


class Kind(StrEnum):
    """The faults. Weekends, holidays and quiet days are none: the world has them."""

    STALE = "stale"  # the announcement before, under its own date
    REDATED = "redated"  # the announcement before, under this date
    HOLLOW = "hollow"  # no entries; where a document states totals, they promise some
    DUPLICATED = "duplicated"  # an entry stands there twice; the totals say once
    MISSING = "missing"  # an entry is left out; the totals count it
    UNAVAILABLE = "unavailable"  # 503 with Retry-After in seconds
    UNTIL = "unavailable-until"  # 503 with Retry-After as a date
    TOO_MANY = "too-many"  # 429 though the pace was kept
    NOT_ACCEPTABLE = "not-acceptable"  # 406 though Accept was sent
    SERVER_ERROR = "server-error"  # 500 with a short page
    MAINTENANCE = "maintenance"  # 200 with a page of quite another kind
    SHORT = "short"  # the body ends before Content-Length
    CUT = "cut"  # the body is chunked and ends in the middle
    TORN = "torn"  # the body ends in the middle, and Content-Length agrees
    CHARSET = "charset"  # Content-Type names a charset that the body is not in
    DRIP = "drip"  # the body takes minutes
    RESET = "reset"  # the connection is reset after the first half
    BAD_TOKEN = "bad-token"  # the resumption token is refused

    # Wrong, and in agreement with themselves: the totals count what is shown.
    FEWER = "fewer"  # some entries are left out
    EXTRA = "extra"  # an entry of the announcement before stands there, too
    MIXED = "mixed"  # one section is that of the announcement before
    OTHER_CATEGORY = "other-category"  # another category's announcement under this one's heading
    HALVED = "halved"  # one of two announcements on this date: until midnight the first, then the second
    NO_UPDATES = "no-updates"  # "No updates", though there are some
    AS_NOW = "as-now"  # a past day's papers as they are now

    OLD = "old"  # the announcement of a hundred days before, under this date
    SHIFTED = "shifted"  # each entry has the title, the authors and the abstract of the next one
    RENEWED = "renewed"  # a replacement stands among what is new

    OVERSTATED = "overstated"  # nothing is left out; the totals count one more
    MISFILED = "misfiled"  # an entry stands in another section; the totals count it where it belongs

    LATE = "late"  # all services are copies that lag: some papers of the day come into them hours later

    # What arXiv itself does: `planned` makes a world of it.
    NO_HOLIDAY = "no-holiday"  # an announcement, though the table of holidays has none
    NEW_HOLIDAY = "new-holiday"  # no announcement, though no table says so
    REPEAT = "repeat"  # nothing but a paper that was announced as new before


CONSISTENT = frozenset(
    {
        Kind.FEWER, Kind.EXTRA, Kind.MIXED, Kind.OTHER_CATEGORY, Kind.HALVED, Kind.NO_UPDATES, Kind.AS_NOW, Kind.OLD,
        Kind.SHIFTED, Kind.RENEWED,
    }
)  # fmt: skip
"""What no document tells of itself: only another one knows better."""
WORLDLY = frozenset({Kind.NO_HOLIDAY, Kind.NEW_HOLIDAY, Kind.REPEAT})
"""What arXiv does, and its documents tell truly."""
CONTENT = CONSISTENT | {
    Kind.STALE, Kind.REDATED, Kind.HOLLOW, Kind.DUPLICATED, Kind.MISSING, Kind.BAD_TOKEN,
    Kind.OVERSTATED, Kind.MISFILED,
}  # fmt: skip
"""What changes what a document says; the others change how it is sent."""
PLANNED = tuple(kind for kind in Kind if kind not in CONSISTENT | WORLDLY | {Kind.OVERSTATED, Kind.MISFILED, Kind.LATE})
"""What any document betrays, and a further request heals: a plan by seed has all of these."""
_DAILY = ("rss", "list")
_SERVICES: dict[Kind, tuple[str, ...]] = {
    Kind.STALE: _DAILY, Kind.REDATED: _DAILY, Kind.BAD_TOKEN: ("oai",), Kind.HOLLOW: (*_DAILY, "api"),
    Kind.DUPLICATED: (*_DAILY, "oai"), Kind.MISSING: _DAILY,
}  # fmt: skip
"""Where a fault of content makes sense; the others may befall any service."""


@dataclass(frozen=True)
class Fault:
    """A fault that waits for its day: the announcement's that a request is about, else that of the request."""

    day: dt.date
    service: str  # "*": any; "list+catchup": both
    category: str  # "*": any
    kind: Kind
    times: int | None  # None: always
    days: float | None = None  # how long it lasts, from the midnight of its day on; 0: the evening before; None: for
    # good; parts of days are told in hours

    def fits(self, request: Request) -> bool:
        """Whether it befalls this request."""
        if self.kind in WORLDLY | {Kind.LATE} or (
            self.kind is Kind.BAD_TOKEN and "resumptionToken" not in request.params
        ):
            return False
        if self.is_over(request.now):
            return False
        same_service = self.service == "*" or request.service in self.service.split("+")
        return same_service and self.day == request.about and self.category in ("*", request.category)

    def is_over(self, now: dt.datetime) -> bool:
        """Whether its time has passed."""
        return self.days is not None and now >= eastern(self.day) + self.days * DAY

    def __str__(self) -> str:
        often = "always" if self.times is None else f"x{self.times}"
        if self.days is not None:
            often = f"{self.days:g}-days" if self.days else "evening"
            often = f"{24 * self.days:g}-hours" if self.kind is Kind.LATE else often
        return f"{self.day} {self.service} {self.category} {self.kind} {often}"


def parse(text: str) -> tuple[Fault, ...]:
    """The faults of a printed plan."""
    found = []
    for line in filter(None, map(str.strip, text.splitlines())):
        day, service, category, kind, often = line.split()
        times = int(often[1:]) if often.startswith("x") else None
        length, _, unit = often.partition("-")
        days = 0 if often == "evening" else float(length) / {"days": 1, "hours": 24}[unit] if unit else None
        found.append(Fault(dt.date.fromisoformat(day), service, category, Kind(kind), times, days))
    return tuple(found)


def printed(faults: Iterable[Fault]) -> str:
    """A plan as text: a line a fault."""
    return "".join(f"{fault}\n" for fault in faults)


def plan(
    seed: int, days: Sequence[dt.date], each: int = 8, services: Sequence[str] = ("rss", "list", "oai")
) -> tuple[Fault, ...]:
    """Every kind of fault that documents betray `each` times over these days, all of which heal; by day.

    `services`: those that are asked every day, so that the faults are met. Each fault has a service's day to itself
    as long as there are such days left.
    """
    rng = random.Random(f"faults {seed}")
    free: list[tuple[dt.date, str]] = []
    found = []
    for kind in PLANNED:
        places = [name for name in _SERVICES.get(kind, tuple(services)) if name in services]
        for _ in range(each if places else 0):
            if not any(name in places for _, name in free):
                free = [(day, name) for day in days for name in services]
                rng.shuffle(free)
            day, name = free.pop(next(k for k, (_, name) in enumerate(free) if name in places))
            times = rng.choice((1, 1, 2))
            found.append(Fault(day, name, "*", kind, 1 if kind is Kind.MAINTENANCE else times))  # it is tried twice
    return tuple(sorted(found, key=str))


class Injector:
    """Hands out the faults of a plan, and counts them."""

    def __init__(self, faults: Iterable[Fault] = ()) -> None:
        self.faults = tuple(faults)
        self.injected: Counter[Kind] = Counter()
        self.struck: set[tuple[str, dt.date]] = set()  # category and date of what was asked for and came with a fault
        self._left: dict[int, int | None] = {place: fault.times for place, fault in enumerate(self.faults)}
        self._lock = threading.Lock()

    def waiting(self, request: Request) -> list[tuple[int, Fault]]:
        """The faults that may befall this request, in the plan's order, with their places there."""
        with self._lock:
            return [(k, fault) for k, fault in enumerate(self.faults) if self._left[k] != 0 and fault.fits(request)]

    def happened(self, place: int, request: Request) -> None:
        """A fault took effect: count it, and take it off where it is one that heals."""
        with self._lock:
            self.struck.add((request.category or "", request.about))
            self.injected[self.faults[place].kind] += 1
            left = self._left[place]
            self._left[place] = None if left is None else left - 1

    def remaining(self) -> tuple[Fault, ...]:
        """The faults that heal, and have not all happened yet."""
        return tuple(fault for place, fault in enumerate(self.faults) if self._left[place])

    def counters(self) -> str:
        """The counts, one line: of all that a plan by seed has, and of others that happened."""
        return ", ".join(f"{kind} {self.injected[kind]}" for kind in Kind if kind in PLANNED or self.injected[kind])
