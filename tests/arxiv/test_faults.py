"""Faults do what they are named for, are counted, heal or do not, and can be replayed.

That in months of nights each of them happens, five times at least, is seen in tests/fetch/test_days.py.
"""

import datetime as dt
import http.client

import pytest
from daybook.errors import Refused
from daybook.model import Listing
from daybook.sources.registry import detect

from tests.arxiv.client import ask, read
from tests.arxiv.clock import SimulatedClock
from tests.arxiv.conftest import FIRST, LAST, Start
from tests.arxiv.faults import PLANNED, Kind, parse, plan, printed
from tests.arxiv.server import LocalArxiv
from tests.arxiv.world import World

NOON = "2026-03-10 12:00"
DAY = dt.date(2026, 3, 10)
NEW, FEED = "/arxiv/list/cs.DC/new", "/rss/rss/cs.DC"


def with_fault(start: Start, service: str, kind: Kind, often: str = "x1") -> tuple[LocalArxiv, SimulatedClock]:
    return start(NOON, *parse(f"{DAY} {service} * {kind} {often}"))


def listing(arxiv: LocalArxiv, path: str) -> Listing:
    body = ask(arxiv, path)[1]
    return detect(body).read(body)[0]


def idents(found: Listing) -> list[str | None]:
    return [entry.arxiv_id for entry in found.entries]


@pytest.mark.parametrize(("service", "path"), [("list", NEW), ("rss", FEED)])
@pytest.mark.parametrize(("kind", "date"), [(Kind.STALE, dt.date(2026, 3, 9)), (Kind.REDATED, DAY)])
def test_yesterdays_page(world: World, start: Start, service: str, path: str, kind: Kind, date: dt.date) -> None:
    arxiv, clock = with_fault(start, service, kind)
    stale = listing(arxiv, path)
    assert stale.date == date
    truth = world.listing if service == "list" else lambda code, day: world.feed([code], day)
    assert idents(stale) == [each.id for each in truth("cs.DC", dt.date(2026, 3, 9))]
    assert idents(read(arxiv, clock, path)) == [each.id for each in truth("cs.DC", DAY)]
    assert arxiv.site.injector.injected == {kind: 1}


def test_totals_of_a_page_with_faults_stay_true(world: World, start: Start) -> None:
    number = len(world.listing("cs.DC", DAY))
    for kind, here in ((Kind.MISSING, number - 1), (Kind.DUPLICATED, number + 1), (Kind.HOLLOW, 0)):
        arxiv, _ = with_fault(start, "list", kind)
        found = listing(arxiv, NEW)
        total = next(count for count in found.counts if count.section == "all")
        assert (total.read, total.total) == (here, number)
        assert found.mismatches()
        assert not found.quiet


def test_a_feed_with_faults_does_not_show_it(world: World, start: Start) -> None:
    """A hollow feed looks like a holiday's, an incomplete one like a smaller day's: only the listing knows better."""
    number = len(world.feed(["cs.DC"], DAY))
    for kind, here in ((Kind.MISSING, number - 1), (Kind.DUPLICATED, number + 1), (Kind.HOLLOW, 0)):
        arxiv, _ = with_fault(start, "rss", kind)
        found = listing(arxiv, FEED)
        assert (len(found.entries), found.quiet) == (here, here == 0)


@pytest.mark.parametrize(
    ("kind", "status", "header"),
    [
        (Kind.UNAVAILABLE, 503, "300"),
        (Kind.UNTIL, 503, "Tue, 10 Mar 2026 16:02:00 GMT"),
        (Kind.TOO_MANY, 429, None),
        (Kind.NOT_ACCEPTABLE, 406, None),
        (Kind.SERVER_ERROR, 500, None),
    ],
)
def test_refusals_that_pass(start: Start, kind: Kind, status: int, header: str | None) -> None:
    arxiv, clock = with_fault(start, "*", kind, "x2")
    answered, _, headers = ask(arxiv, FEED)
    assert (answered, headers["Retry-After"]) == (status, header)
    assert ask(arxiv, NEW)[0] == status
    clock.sleep(15)
    assert ask(arxiv, NEW)[0] == 200
    assert not arxiv.pace.breaches
    assert not arxiv.site.injector.remaining()


@pytest.mark.parametrize("path", [NEW, FEED, "/oai/oai?verb=ListRecords&metadataPrefix=arXivRaw&from=2026-03-09"])
@pytest.mark.parametrize("kind", [Kind.SHORT, Kind.CUT, Kind.RESET])
def test_bodies_that_end_too_soon(start: Start, path: str, kind: Kind) -> None:
    arxiv, clock = with_fault(start, "*", kind)
    with pytest.raises((http.client.IncompleteRead, ConnectionError)):
        ask(arxiv, path)
    clock.sleep(15)
    assert ask(arxiv, path)[0] == 200
    assert arxiv.site.injector.injected == {kind: 1}


@pytest.mark.parametrize("path", [NEW, FEED, "/oai/oai?verb=ListRecords&metadataPrefix=arXivRaw&from=2026-03-09"])
@pytest.mark.parametrize("kind", [Kind.TORN, Kind.MAINTENANCE])
def test_bodies_that_are_whole_for_http_alone(start: Start, path: str, kind: Kind) -> None:
    arxiv, clock = with_fault(start, "*", kind)
    status, body, _ = ask(arxiv, path)
    assert status == 200
    with pytest.raises(Refused):
        detect(body).read(body)
    assert read(arxiv, clock, path).entries


def test_a_fault_that_never_heals(world: World, start: Start) -> None:
    """It stays with its announcement: the next day's listing is sound, that day's catchup is not."""
    arxiv, clock = start(NOON, *parse(f"{DAY} * * missing always"))
    for _ in range(3):
        assert listing(arxiv, NEW).mismatches()
        clock.sleep(15)
    clock.sleep(24 * 3600)
    assert idents(read(arxiv, clock, NEW)) == [each.id for each in world.listing("cs.DC", dt.date(2026, 3, 11))]
    clock.sleep(15)
    assert listing(arxiv, f"/arxiv/catchup/cs.DC/{DAY}?abs=True").mismatches()
    assert arxiv.site.injector.injected == {Kind.MISSING: 4}


def test_a_fault_waits_for_an_answer_that_it_can_spoil(world: World, start: Start) -> None:
    days = world.calendar.dates(FIRST, LAST)
    code, quiet = next((code, day) for day in days for code in world.categories[1:] if world.is_quiet(code, day))
    arxiv, clock = start(f"{quiet} 12:00", *parse(f"{quiet} list * missing x1"))
    assert listing(arxiv, f"/arxiv/list/{code}/new").quiet
    assert not arxiv.site.injector.injected
    clock.sleep(15)
    assert listing(arxiv, NEW).mismatches()


def test_a_plan_can_be_printed_and_replayed(world: World) -> None:
    days = tuple(world.calendar.dates(FIRST, LAST))
    made = plan(3, days)
    assert parse(printed(made)) == made == plan(3, days) != plan(4, days)
    assert [fault.day for fault in made] == sorted(fault.day for fault in made)
    for kind in PLANNED:
        assert sum(fault.times or 0 for fault in made if fault.kind is kind) >= 8
