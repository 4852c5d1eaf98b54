"""Every fault does what it is named for, is counted, heals or does not, and can be replayed."""

from __future__ import annotations

import datetime as dt
import http.client
from itertools import pairwise

import pytest

from generator.errors import Refused
from generator.model import Listing
from generator.sources.detect import detect
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


def test_an_api_page_without_the_results_it_promises(start: Start) -> None:
    arxiv, clock = with_fault(start, "api", Kind.HOLLOW)
    body = ask(arxiv, "/export/api/query?search_query=cat:cs.DC")[1]
    assert b"<entry>" not in body
    assert b"totalResults>0<" not in body
    clock.sleep(3)
    assert b"<entry>" in ask(arxiv, "/export/api/query?search_query=cat:cs.DC")[1]


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


def test_a_wrong_charset_leaves_the_bytes_alone(start: Start) -> None:
    arxiv, clock = with_fault(start, "*", Kind.CHARSET)
    _, body, headers = ask(arxiv, FEED)
    assert headers["Content-Type"] == "application/rss+xml; charset=iso-8859-1"
    clock.sleep(3)
    assert ask(arxiv, FEED)[1] == body
    assert not body.isascii()


def test_a_body_that_drips_takes_minutes_of_the_clock(start: Start) -> None:
    arxiv, clock = with_fault(start, "list", Kind.DRIP)
    begun = clock.now()
    body = ask(arxiv, NEW)[1]
    assert (clock.now() - begun).total_seconds() > 240
    assert detect(body).read(body)[0].entries


def test_a_token_that_is_refused_in_the_middle(start: Start) -> None:
    arxiv, clock = start(NOON, *parse(f"{DAY} oai * bad-token x1"), oai_size=20)
    first = "/oai/oai?verb=ListRecords&metadataPrefix=arXivRaw&from=2026-03-02"
    body = ask(arxiv, first)[1].decode()
    token = body.rpartition("</resumptionToken>")[0].rpartition(">")[2].replace("%", "%25")
    clock.sleep(3)
    assert b"badResumptionToken" in ask(arxiv, f"/oai/oai?verb=ListRecords&resumptionToken={token}")[1]
    clock.sleep(3)
    assert b"<record>" in ask(arxiv, f"/oai/oai?verb=ListRecords&resumptionToken={token}")[1]


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
    assert arxiv.site.met == {"quiet": 1}
    clock.sleep(15)
    assert listing(arxiv, NEW).mismatches()


def test_weekends_and_holidays_are_counted(start: Start) -> None:
    arxiv, clock = start("2026-01-01 12:00")
    assert listing(arxiv, FEED).entries  # that of 31 December's evening
    clock.sleep(24 * 3600)
    assert listing(arxiv, FEED).quiet
    assert listing(arxiv, NEW).date == dt.date(2026, 1, 1)
    clock.sleep(24 * 3600)
    assert listing(arxiv, FEED).quiet
    assert arxiv.site.met == {"holiday": 2, "weekend": 1}


def test_a_plan_can_be_printed_and_replayed(world: World) -> None:
    days = tuple(world.calendar.dates(FIRST, LAST))
    made = plan(3, days)
    assert parse(printed(made)) == made == plan(3, days) != plan(4, days)
    assert [fault.day for fault in made] == sorted(fault.day for fault in made)
    for kind in PLANNED:
        assert sum(fault.times or 0 for fault in made if fault.kind is kind) >= 8


@pytest.mark.trial
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_daily_client_meets_every_fault_five_times(world: World, start: Start, seed: int) -> None:
    """Half a year of a feed, two listings and a harvest a night, each asked until it comes: seconds of real time."""
    announced = tuple(world.calendar.dates(FIRST, LAST))
    arxiv, clock = start(f"{FIRST} 00:10", *plan(seed, announced), oai_size=2)
    for day in (FIRST + dt.timedelta(days=k) for k in range((LAST - FIRST).days + 1)):
        clock.set(dt.datetime.combine(day, dt.time(6), dt.UTC))
        for path in (FEED, NEW, NEW, "/arxiv/list/cs.IT/new"):
            insist(arxiv, clock, path)
        body = insist(arxiv, clock, f"/oai/oai?verb=ListRecords&metadataPrefix=arXivRaw&from={day}")
        token = body.rpartition("</resumptionToken>")[0].rpartition(">")[2].replace("%", "%25")
        if token:
            insist(arxiv, clock, f"/oai/oai?verb=ListRecords&resumptionToken={token}")
    injected = arxiv.site.injector.injected
    assert {kind: injected[kind] for kind in PLANNED if injected[kind] < 5} == {}, arxiv.site.injector.counters()
    assert all(arxiv.site.met[kind] >= 5 for kind in ("weekend", "holiday", "quiet")), arxiv.site.met
    assert not arxiv.pace.breaches
    assert all(a.when <= b.when for a, b in pairwise(arxiv.asked))


def insist(arxiv: LocalArxiv, clock: SimulatedClock, path: str) -> str:
    """The body, asked for once more after every failure of transport."""
    for _ in range(20):
        clock.sleep(15)
        try:
            status, body, _ = ask(arxiv, path)
        except (http.client.IncompleteRead, ConnectionError):
            continue
        if status == 200:
            return body.decode("utf-8", "replace")
    raise AssertionError(f"{path} never came")
