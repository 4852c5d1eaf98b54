"""One trial: an archive of two categories, fetched three times a night, and what it shows in the end."""

import datetime as dt
import os
import socket
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, redirect_stderr
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from typing import Any, cast
from unittest import mock
from urllib.parse import urlencode

from daybook.archive import Context, load
from daybook.coverage.day_states import SERVED_DAYS
from daybook.fetch.wire import Received, Wire
from daybook.log.store import Store
from daybook.model import Coverage
from daybook.model.jsonl import Lines, Unsound

from tests.arxiv.calendar import DAY, eastern
from tests.arxiv.clock import SimulatedClock
from tests.arxiv.faults import WORLDLY, Fault, Kind, printed
from tests.arxiv.lens import LONG_AGO
from tests.arxiv.pace import Pace
from tests.arxiv.planned import planned
from tests.arxiv.server import LocalArxiv
from tests.arxiv.site import Site
from tests.arxiv.world import World
from tests.fetch.trial import CATEGORIES, archive, run
from tests.witnesses.cases import Case

FIRST = dt.date(2026, 11, 22)
"""The Sunday with whose evening the archive begins: Thanksgiving and the turn of the year lie before it."""
TIMES = (dt.time(20, 17), dt.time(0, 40), dt.time(3, 10))
"""The runs of a night, Eastern; the later two on the next day."""
_BUSY = 2  # new papers a day in the first category, about: enough for all sections, and a night takes little time
_BEFORE = 14 * DAY  # so much older is the world than the archive; older where a fault shows what is old

Key = tuple[str, dt.date]  # category and date


@dataclass(frozen=True)
class Ended:
    """A day of a category in the end."""

    state: str
    witnesses: int | None  # None: the judge does not count them
    true: bool  # what is shown, in all and by section, is what was announced

    @property
    def kind(self) -> str:
        """The column of the table that it counts in."""
        if self.state == "quiet":
            return "healed" if self.true else "wrong"
        if self.state != "complete":
            return "contradicted" if self.state == "contradicted" else "open"
        if self.witnesses is not None and self.witnesses < 2:
            return "one witness" if self.true else "wrong, one witness"
        return "healed" if self.true else "wrong"


@dataclass
class Trial:
    """What came of one."""

    case: Case
    seed: int
    world: World = field(repr=False)
    plan: tuple[Fault, ...]
    struck: set[Key] = field(default_factory=set)
    days: dict[Key, Ended] = field(default_factory=dict)
    red: list[dt.date] = field(default_factory=list)  # nights in which a run ended with exit code 1
    said: dict[dt.date, tuple[str, ...]] = field(default_factory=dict)  # of those, the lines
    breaches: int = 0

    def of(self, kind: str) -> list[Key]:
        """The days that a fault befell and that ended so."""
        return sorted(key for key in self.struck if key in self.days and self.days[key].kind == kind)

    def untrue(self) -> list[Key]:
        """All days shown as complete or quiet that are not as they were announced, whoever says so."""
        return sorted(key for key, ended in self.days.items() if ended.kind.startswith("wrong"))

    def alarms(self) -> list[Key]:
        """Days that nothing befell and that are not complete or quiet in the end."""
        return sorted(
            key for key, ended in self.days.items() if key not in self.struck and ended.kind in ("contradicted", "open")
        )

    def red_for_nothing(self) -> list[dt.date]:
        """The red nights after the last in which asking could mend a day: none that a fault befell is still served."""
        last = max((date for _, date in self.struck), default=FIRST)
        unmended = any(self.days[key].kind not in ("healed", "one witness") for key in self.struck if key in self.days)
        end = last + (SERVED_DAYS if unmended else _HEALED) * DAY
        return [night for night in self.red if night > end]


_HEALED = 4  # days until all witnesses of a day have been asked, a weekend among them


def trial(case: Case, seed: int, folder: Path, nights: int, strikable: int) -> Trial:
    """Fill an archive in this folder, which must not exist, and judge it.

    strikable: days whose announcements a fault may befall; so few that all of them leave what arXiv serves in time.
    """
    last = FIRST + nights * DAY
    plan = case.plan(seed, FIRST + DAY, FIRST + min(strikable, nights - 2) * DAY, CATEGORIES, nights)
    struck = {fault.day for fault in plan if fault.service not in case.silent}
    before = _BEFORE + LONG_AGO * any(fault.kind is Kind.OLD for fault in plan)
    world = planned(seed, FIRST - before, last + 7 * DAY, CATEGORIES, plan, _BUSY)
    made = Trial(case, seed, world, plan)
    arxiv = LocalArxiv(Site(world, plan, oai_size=50), SimulatedClock(eastern(FIRST, TIMES[0])), Pace(), 0)
    arxiv.url = "http://127.0.0.1"
    with _swift(arxiv):
        archive(folder)
        for night in range(nights):
            _night(made, folder, arxiv, FIRST + night * DAY)
        made.struck |= {key for key in arxiv.site.injector.struck if key[0] in CATEGORIES and key[1] in struck}
        made.struck |= _of_the_world(plan)
        made.breaches = len(arxiv.pace.breaches)
        made.days = judged(folder, world, last)
    return made


def _night(made: Trial, folder: Path, arxiv: LocalArxiv, evening: dt.date) -> None:
    faults: list[str] = []
    for time in TIMES:
        moment = eastern(evening + DAY * (time < TIMES[0]), time)
        arxiv.clock.set(moment)
        os.environ["SOURCE_DATE_EPOCH"] = f"{moment.timestamp():.0f}"  # when documents are first read
        faults += map(str, run(folder, arxiv).faults)
    if faults:
        made.red.append(evening)
        made.said[evening] = tuple(dict.fromkeys(faults))


def _of_the_world(plan: Sequence[Fault]) -> set[Key]:
    faults = (fault for fault in plan if fault.kind in WORLDLY)
    return {(code, fault.day) for fault in faults for code in CATEGORIES if fault.category in ("*", code)}


def judged(folder: Path, world: World, last: dt.date) -> dict[Key, Ended]:
    """The days of an archive as its pages show them, until `last`."""
    folded = load.fold(Context(folder, quiet=True), published=True, described=False, keep=False)
    shown: dict[Key, set[str]] = {}
    own = {paper.id.replace("/", ""): {event.state.title for event in paper.events} for paper in world.papers}
    for day in folded.days:
        for each in () if day.reconstructed else day.announced:
            for code in each.categories:
                is_own = own[each.key].issuperset(folded.papers[each.key].titles)
                shown.setdefault((code, day.date), set()).add(each.key if is_own else f"{each.key}: of another paper")
    return {
        (day.category, day.date): _ended(day, shown.get((day.category, day.date), set()), world)
        for day in folded.coverage
        if FIRST < day.date <= last
    }


def _ended(day: Coverage, shown: set[str], world: World) -> Ended:
    truth = world.listing(day.category, day.date) if world.calendar.announces(day.date) else ()
    sections: dict[str, int] = {}
    for each in truth:
        section = each.type.removesuffix("-cross")
        sections[section] = sections.get(section, 0) + 1
    held = {tally.section: tally.stored for tally in day.tallies if tally.stored}
    witnesses = getattr(day, "witnesses", None)
    true = shown == {each.id.replace("/", "") for each in truth} and held == sections
    return Ended(day.state, None if witnesses is None else len(witnesses), true)


def details(made: Trial) -> str:
    """What was planned, how the days ended that were struck or are not as they should be, and what was said of them."""
    keys = sorted({key for key in made.struck if key in made.days} | set(made.untrue()) | set(made.alarms()))
    lines = [printed(made.plan), *(f"{code} {date}: {made.days[code, date]}" for code, date in keys)]
    for night in (*made.red[:3], *made.red_for_nothing()[:3]):
        lines += [f"red night {night}: {said}" for said in made.said[night]]
    return "\n".join(lines)


@contextmanager
def _swift(arxiv: LocalArxiv) -> Iterator[None]:
    """Without the lines of red nights, without sockets and waiting for the disk, and with lines of the log read and
    written once: that transport fails, and that the store is killed or merged at any moment, is tried elsewhere."""
    read: dict[tuple[int, bytes], list[Any]] = {}
    written: dict[tuple[int, frozenset[str]], tuple[Any, bytes]] = {}
    decode, encode = Lines.decode, Lines.encode

    def decoded(lines: Lines[Any], data: bytes, name: str, unsound: Unsound = None) -> list[Any]:
        if (id(lines), data) not in read:
            read[id(lines), data] = decode(lines, data, name, unsound)
        return list(read[id(lines), data])

    def encoded(lines: Lines[Any], item: Any, without: frozenset[str] = frozenset()) -> bytes:
        if (id(item), without) not in written:
            written[id(item), without] = item, encode(lines, item, without)  # with the item, so that its id stays its
        return written[id(item), without][1]

    line = cast("socket.socket", object())

    def got(_: Wire, url: str, params: Mapping[str, str], headers: Mapping[str, str]) -> Received:
        query = f"?{urlencode(params)}" if params else ""
        sent = {name.lower(): value for name, value in headers.items()}
        answer, _fault = arxiv.answer(url.removeprefix(arxiv.url) + query, [*params.items()], sent, line)
        arxiv.finished(line)
        return Received(answer.status, url, {name.lower(): each for name, each in answer.headers.items()}, answer.body)

    with ExitStack() as stack:
        stack.enter_context(redirect_stderr(StringIO()))
        stack.enter_context(mock.patch("os.fsync"))
        stack.enter_context(mock.patch.dict(os.environ))
        for place, name, swift in (
            (Wire, "get", got),
            (Lines, "decode", decoded),
            (Lines, "encode", encoded),
            (Store, "_settle", lambda _: None),
        ):
            stack.enter_context(mock.patch.object(place, name, swift))
        yield
