"""`daybook fetch` against the local arXiv: days pass, things go wrong, and in the end everything is held once."""

import contextlib
import datetime as dt
import json
import socket
import time
from collections import Counter
from pathlib import Path

import pytest
from daybook import cli
from daybook.archive import Context
from daybook.commands.fetch import fetch
from daybook.fetch.client import Patience
from daybook.fetch.hosts import BASES, Hosts, all_hosts
from daybook.fetch.session import Environment
from daybook.fetch.wire import Again, Limits, Wire
from daybook.log.statements import FetchLog
from daybook.log.store import Store
from daybook.model import Attempt, Record

from tests.arxiv.calendar import DAY, eastern
from tests.arxiv.clock import SimulatedClock
from tests.arxiv.faults import Fault, Kind, plan
from tests.arxiv.server import serving
from tests.arxiv.site import Site
from tests.arxiv.world import World, make
from tests.cases import Capsys, Patch
from tests.fetch.trial import CATEGORIES, TIMES, announced, archive, fill, outside, run, shown
from tests.makers import add, entry, listing, reads
from tests.tools.forks import tree

FIRST, LAST = dt.date(2026, 2, 27), dt.date(2026, 3, 12)  # two weeks with weekends and a change of the clocks


@pytest.fixture(scope="module")
def world() -> World:
    return make(7, FIRST, LAST + 6 * DAY, CATEGORIES)


@pytest.fixture(scope="module")
def faultless(world: World, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive of these weeks in which nothing went wrong."""
    folder = archive(tmp_path_factory.mktemp("faultless") / "archive")
    arxiv = fill(folder, world, FIRST, LAST)
    assert not arxiv.pace.breaches
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return archive(tmp_path / "a")


def held_once(folder: Path, world: World) -> None:
    held = announced(folder)
    assert set(held) == world.announced_ids(CATEGORIES, FIRST, LAST)
    assert len(held) == len(set(held))


def test_days_pass_and_everything_is_held_once(faultless: Path, world: World) -> None:
    """All announcements, whatever the day of the week and the hour of the clocks."""
    held_once(faultless, world)


def test_a_page_is_asked_once_a_category_and_day(world: World, folder: Path) -> None:
    """arXiv asks not to be crawled; what is complete is not asked again, and the second run changes nothing."""
    arxiv = fill(folder, world, FIRST, FIRST + 4 * DAY, times=TIMES[:1])
    pages = Counter(asked.when.date() for asked in arxiv.asked if asked.service in ("list", "catchup"))
    assert max(pages.values()) <= 2 * len(CATEGORIES)  # and that a day was quiet is asked once more
    before = tree(folder)
    clock = SimulatedClock(arxiv.clock.now() + dt.timedelta(hours=2))
    with serving(Site(world), clock) as again:
        assert not run(folder, again).failed
        assert not again.asked
    assert tree(folder) == before


def test_what_programs_are_told(world: World, folder: Path, monkeypatch: Patch, capsys: Capsys) -> None:
    """With --json: each day that came or is not complete; of an earlier period how many records, and what lacks."""
    with serving(Site(world), SimulatedClock(eastern(FIRST, TIMES[0]))) as arxiv:
        monkeypatch.setattr("daybook.commands.fetch.Environment", lambda: outside(arxiv))
        fetched = ["fetch", "--archive", str(folder), "--json"]
        assert cli.main(fetched) == 0
        told = json.loads(capsys.readouterr().out)
        assert cli.main([*fetched, "--from", str(FIRST), "--to", str(FIRST)]) == 0
        period = json.loads(capsys.readouterr().out)
        assert (period.pop("records") > 0, period) == (True, {"unfinished": [], "faults": []})
    assert [*told] == ["days", "metadata", "other_sources", "faults"]
    assert [(each["date"], each["category"], each["stored"]) for each in told["days"]] == [
        (str(FIRST), code, True) for code in CATEGORIES
    ]
    assert [each["held"] for each in told["days"]] == [each["stated"] for each in told["days"]]
    assert (told["metadata"] > 0, told["other_sources"], told["faults"]) == (True, 0, [])


def test_what_goes_wrong_heals(faultless: Path, world: World, folder: Path) -> None:
    """Each kind of fault, and nothing of it is left: the same papers as if nothing had happened."""
    days = list(world.calendar.dates(FIRST, LAST - 3 * DAY))
    faults = plan(3, days, each=4, services=("rss", "list", "oai"))
    arxiv = fill(folder, world, FIRST, LAST, faults)
    assert sum(arxiv.site.injector.injected.values()) > 40
    assert not arxiv.pace.breaches
    held_once(folder, world)
    assert shown(folder) == shown(faultless)
    assert {state[2] for state in shown(folder).coverage} <= {"complete", "quiet", "reconstructed"}


ALWAYS = [
    (service, kind)
    for service, kinds in {
        "list": (Kind.STALE, Kind.REDATED, Kind.HOLLOW, Kind.MISSING, Kind.DUPLICATED, Kind.UNAVAILABLE, Kind.TORN),
        "rss": (Kind.STALE, Kind.REDATED, Kind.HOLLOW, Kind.MISSING, Kind.UNAVAILABLE),
        "oai": (Kind.UNAVAILABLE, Kind.RESET),
        "*": (Kind.SERVER_ERROR, Kind.MAINTENANCE),
    }.items()
    for kind in kinds
]


@pytest.mark.trial
@pytest.mark.parametrize(("service", "kind"), ALWAYS, ids=lambda value: str(value))
def test_a_lost_day_comes_back(service: str, kind: Kind, faultless: Path, world: World, folder: Path) -> None:
    """A service that is wrong all day long, two days running: the days after mend it, from /catchup and OAI."""
    days = [dt.date(2026, 3, 3), dt.date(2026, 3, 4)]
    faults = [Fault(day, service, "*", kind, None) for day in days if service != "*"]
    faults += [Fault(day, name, "*", kind, None) for day in days for name in ("list", "rss", "oai") if service == "*"]
    arxiv = fill(folder, world, FIRST, LAST, faults)
    assert arxiv.site.injector.injected[kind]
    assert not arxiv.pace.breaches
    held_once(folder, world)
    assert shown(folder) == shown(faultless)


def test_what_never_heals_is_said(world: World, folder: Path, capsys: Capsys) -> None:
    """The day with its numbers, in a line, and exit code 1; all other days are held."""
    day = dt.date(2026, 3, 3)
    faults = [Fault(day, service, "cs.DC", Kind.MISSING, None) for service in ("list", "catchup", "rss")]
    fill(folder, world, FIRST, FIRST + 9 * DAY, faults, TIMES[:1])
    lines = capsys.readouterr().err.splitlines()
    total = len(world.listing("cs.DC", day))
    assert lines
    assert all(line.startswith(f"daybook: cs.DC {day}: ") for line in lines)
    assert f"partial: {total - 1} of {total} entries: " in lines[-1]
    others = {each for each in world.announced_ids(CATEGORIES, FIRST, FIRST + 8 * DAY) if each[0] != day}
    assert others <= set(announced(folder))


def test_what_came_in_part_is_kept(world: World, folder: Path) -> None:
    """Where nothing better is to be had: it is more than nothing, and counts as what it is."""
    day = dt.date(2026, 3, 3)
    faults = [Fault(day, "list", "cs.DC", Kind.MISSING, None), Fault(day, "rss", "cs.DC", Kind.RESET, None)]
    fill(folder, world, day, day, faults, TIMES[:1])
    held = {each for each in announced(folder) if each[1] == "cs.DC"}
    assert 0 < len(held) < len(world.listing("cs.DC", day))


def test_every_attempt_is_logged(world: World, folder: Path) -> None:
    day = dt.date(2026, 3, 3)
    fill(folder, world, day, day, [Fault(day, "rss", "cs.DC", Kind.STALE, None)], TIMES[:1])
    logged = FetchLog(folder).attempts()
    ended = {(a.service, a.category): a.outcome for a in logged if a.date == day}
    assert ended["rss", "cs.DC"] == "stale"
    assert ended["list", "cs.DC"] == "stored"
    assert [a.when for a in logged] == sorted(a.when for a in logged)
    assert (folder / "attempts" / "2026-03.jsonl").exists()


def test_without_network_nothing_changes(folder: Path, capsys: Capsys) -> None:
    before = tree(folder)
    clock = SimulatedClock(eastern(dt.date(2026, 3, 3), TIMES[0]))
    began = clock.now()
    context = Context(folder)
    fetch(context, Environment(clock=clock, hosts=all_hosts({}, {"DAYBOOK_HOSTS": "http://127.0.0.1:1"})))
    assert context.failed
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert (clock.now() - began).total_seconds() < 30
    assert tree(folder) == before


@pytest.mark.parametrize("seconds", [0, 0.4, 4.9, 8])
def test_networks_that_fail_slowly_are_left_in_time(
    seconds: float, world: World, tmp_path: Path, monkeypatch: Patch, capsys: Capsys
) -> None:
    """However long each attempt takes, with many categories and weeks to heal."""
    folder = archive(tmp_path / "a", ("cs.DC", "cs.NI", "cs.IT", "quant-ph", "eess.SY"))
    clock = fill(folder, world, FIRST, FIRST, times=TIMES[:1]).clock
    before = tree(folder)
    assert isinstance(clock, SimulatedClock)
    clock.set(eastern(FIRST + 40 * DAY, TIMES[0]))
    began = clock.now()

    def swallowed(*_: object) -> None:
        clock.sleep(seconds)
        raise Again("cannot be reached", connected=False)

    monkeypatch.setattr(Wire, "get", swallowed)
    capsys.readouterr()
    context = Context(folder)
    fetch(context, Environment(clock=clock, hosts=all_hosts({}, {"DAYBOOK_HOSTS": "http://127.0.0.1:1"})))
    assert context.failed
    out, err = capsys.readouterr()
    said = (
        "no service can be reached; connect to the network and run it again, or read a saved page with daybook ingest"
    )
    assert (out, err) == ("", f"daybook: {said}\n")
    assert (clock.now() - began).total_seconds() < 29
    assert tree(folder) == before


@pytest.mark.parametrize("backlog", [0, 9], ids=["full", "silent"])
def test_a_network_that_swallows_packets_is_left(backlog: int, folder: Path, capsys: Capsys) -> None:
    """Real sockets: one that takes no connection, and one that takes it and never says a word."""
    with socket.socket() as hole, contextlib.ExitStack() as held:
        hole.bind(("127.0.0.1", 0))
        hole.listen(backlog)
        for _ in range(0 if backlog else 3):
            waiting = held.enter_context(socket.socket())
            waiting.setblocking(False)
            waiting.connect_ex(hole.getsockname())
        services = Hosts(dict.fromkeys(BASES, "https://{}:{}".format(*hole.getsockname())))
        began = time.monotonic()
        context = Context(folder)
        short = Limits(connect=0.5)
        fetch(context, Environment(hosts=services, limits=short, patience=Patience(unreached=0.2)))
        assert time.monotonic() - began < 5
    assert context.failed
    assert capsys.readouterr().err.count("\n") == 1
    assert not (folder / "attempts").exists()


def test_a_service_may_be_down(world: World, folder: Path) -> None:
    """One that cannot be reached is not the network."""
    day = dt.date(2026, 3, 3)
    clock = SimulatedClock(eastern(day, TIMES[0]))
    with serving(Site(world), clock) as arxiv:
        there = outside(arxiv)
        assert there.hosts
        broken = all_hosts({}, {"DAYBOOK_HOSTS": arxiv.url})
        broken.bases["rss"] = "http://127.0.0.1:1"  # type: ignore[index]
        context = Context(folder, quiet=True)
        fetch(context, Environment(clock=clock, hosts=broken))
    assert not context.failed  # the pages prove that everything is held
    assert {each[1] for each in announced(folder)} == set(CATEGORIES)


TODAY = dt.date(2026, 3, 5)
OLDEST = "2025-12"
"""The month of the first day that arXiv still serves."""


def remember(folder: Path, first: dt.date, last: dt.date) -> None:
    """A page of each month, with all that it states, in each category, and the attempt that brought it."""
    pages, log, date = [], FetchLog(folder), first
    while date < last:
        for category in CATEGORIES:
            paper = entry(f"{category} {date}", arxiv_id=f"{date:%y%m}.00001", date=date)
            pages.append(listing(paper, date=date, category=category))
            when = eastern(date)
            log.add(Attempt(when=when, service="list", outcome="stored", category=category, date=date, status=200))
        date = (date.replace(day=1) + 32 * DAY).replace(day=4)
    add(folder, *pages)


def test_a_night_reads_no_month_that_arxiv_serves_no_more(tmp_path: Path, monkeypatch: Patch) -> None:
    """In an archive of ten years, once a first run has seen that all is in order."""
    folder = archive(tmp_path / "archive")
    remember(folder, dt.date(2016, 3, 4), TODAY)
    clock = SimulatedClock(eastern(TODAY, dt.time(0, 40)))
    with serving(Site(make(5, TODAY - 100 * DAY, TODAY + 6 * DAY, CATEGORIES)), clock) as arxiv:
        run(folder, arxiv)
        clock.set(eastern(TODAY + DAY, dt.time(0, 40)))
        read = reads(monkeypatch, folder)
        run(folder, arxiv)
    months = {path.stem for path in (folder / "coverage").iterdir()}
    assert len(months) > 100
    assert {Path(name).stem for name in read if name.startswith(("coverage/", "attempts/"))} == {
        month for month in months if month >= OLDEST
    }
    assert not [name for name in read if name.startswith("records/20") and name[8:15].replace("/", "-") < OLDEST]


def test_each_day_is_read_once_for_all_categories(tmp_path: Path, monkeypatch: Patch) -> None:
    """However many are followed, in a run that finds nothing new."""
    codes, first = ("cs.DC", "cs.NI", "cs.IT", "quant-ph"), dt.date(2026, 3, 2)
    folder = archive(tmp_path / "a", codes)
    world = make(4, first - 3 * DAY, first + 5 * DAY, codes, busy=2)
    clock = fill(folder, world, first, first + 3 * DAY).clock
    read: Counter[str] = Counter()
    real = Store.read_records

    def counted(self: Store, path: Path) -> list[Record]:
        read[path.name] += path.parent.name != "harvest"
        return real(self, path)

    monkeypatch.setattr(Store, "read_records", counted)
    with serving(Site(world), clock) as arxiv:
        assert not run(folder, arxiv).failed
    assert set((+read).values()) == {1}
    assert len(+read) > 3
