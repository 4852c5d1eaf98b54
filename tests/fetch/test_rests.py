"""What services refuse in one run holds in the next: nothing is asked that was forbidden, or that leads nowhere."""

import datetime as dt
import re
import shutil
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import pytest
from daybook.archive import Context, load
from daybook.commands.fetch import backfill, fetch
from daybook.errors import NotFetched
from daybook.fetch import oai, wire
from daybook.fetch.client import Progress
from daybook.fetch.hosts import BASES, Hosts, rests
from daybook.fetch.session import Environment, is_whole
from daybook.log.statements import FetchLog
from daybook.model import Attempt

from tests.arxiv.calendar import DAY, eastern
from tests.arxiv.clock import SimulatedClock
from tests.arxiv.faults import Kind
from tests.arxiv.http import Answer, Request, html, plain
from tests.arxiv.server import LocalArxiv, serving
from tests.arxiv.site import Site
from tests.arxiv.world import World, make
from tests.cases import Capsys, Patch, for_each
from tests.fetch.loopback import FakeClock, certificate, ok, serving_with, trusting
from tests.fetch.loopback import serving as answering
from tests.fetch.test_client import client
from tests.fetch.trial import CATEGORIES, archive, run

DATE = dt.date(2026, 3, 3)  # a Tuesday
HOUR = dt.timedelta(hours=1)
MANY = ("cs.AI", "cs.CL", "cs.DC", "cs.NI")
Answering = Callable[[Request, Answer], Answer | None]


class Altered(Site):
    """A site of which one function answers in another way; None: as ever."""

    def __init__(self, world: World, altering: Answering | None, oai_size: int = 2500) -> None:
        super().__init__(world, oai_size=oai_size)
        self.altering = altering

    def answer(self, request: Request) -> tuple[Answer, Kind | None]:
        answer, fault = super().answer(request)
        other = self.altering(request, answer) if self.altering else None
        return other or answer, fault


def world(categories: Sequence[str] = CATEGORIES) -> World:
    return make(7, DATE - DAY, DATE + 3 * DAY, categories)


def clone(folder: Path) -> Path:
    """The archive as git has it: without its work folder."""
    copy = folder.with_name(f"{folder.name}-clone")
    shutil.copytree(folder, copy, ignore=shutil.ignore_patterns(".daybook"))
    return copy


def asked(arxiv: LocalArxiv) -> Counter[str]:
    """How often each service was asked since the last call."""
    numbers = Counter(each.service for each in arxiv.asked)
    arxiv.asked.clear()
    return numbers


def test_who_is_forbidden_asks_nothing_for_a_day(tmp_path: Path, capsys: Capsys) -> None:
    """Of none of arXiv's hosts, by no command, in no clone; one line says until when. Then all heals."""
    site = Altered(world(), lambda request, _: plain("Forbidden\n", 403) if request.service == "list" else None)
    clock = SimulatedClock(eastern(DATE, dt.time(1)))
    with serving(site, clock) as arxiv:
        folder = archive(tmp_path / "a")
        assert run(folder, arxiv).failed
        assert asked(arxiv) == {"oai": 2, "rss": 1, "list": 1}
        site.altering = None
        folder = clone(folder)
        logged = len(FetchLog(folder).attempts())
        for command in (fetch, partial(backfill, first=DATE, last=DATE)):
            clock.set(clock.now() + 6 * HOUR)
            capsys.readouterr()
            assert run(folder, arxiv, command).failed
            (line,) = capsys.readouterr().err.splitlines()
            told = (
                "arXiv: not asked before 2026-03-04 06:00 UTC, as cs.DC (list) responded with status 403 at 2026-03-03"
            )
            assert line.startswith(f"daybook: {told}")
        assert asked(arxiv) == {}
        assert len(FetchLog(folder).attempts()) == logged
        clock.set(eastern(DATE + DAY, dt.time(2)))
        assert not run(folder, arxiv).failed
        assert not arxiv.pace.breaches
    assert {day.state for day in load.fold(Context(folder, quiet=True), published=True).coverage} <= {
        "complete",
        "quiet",
        "reconstructed",
    }


def test_one_service_that_asks_to_wait_is_let_wait(tmp_path: Path, capsys: Capsys) -> None:
    """The others are asked; one line for all categories, until its time has come."""

    def busy(request: Request, _: Answer) -> Answer | None:
        return plain("", 503).with_headers(Retry_After="7200") if request.service == "oai" else None

    site, clock = Altered(world(MANY), busy), SimulatedClock(eastern(DATE, dt.time(1)))
    with serving(site, clock) as arxiv:
        folder = archive(tmp_path / "a", MANY)
        assert run(folder, arxiv).failed
        assert asked(arxiv)["oai"] == 1
        site.altering = None
        folder = clone(folder)
        clock.set(eastern(DATE, dt.time(2)))
        capsys.readouterr()
        assert run(folder, arxiv).failed
        lines = capsys.readouterr().err.splitlines()
        assert [line.partition(":")[2][:60] for line in lines if "harvested" in line] == [
            " changes of 4 categories not harvested: oaipmh.arxiv.org: no"
        ]
        assert asked(arxiv)["oai"] == 0
        clock.set(eastern(DATE, dt.time(4)))
        assert not run(folder, arxiv).failed


TOKENS: dict[str, tuple[Callable[[int], str], int]] = {
    "the same": (lambda _: "one", 2),
    "two by turns": (lambda number: "one" if number % 2 else "two", 3),
    "ever new": (lambda number: f"token-{number}", 3),
    "ever longer": (lambda number: "x" * (number + 1), 3),
}


@pytest.mark.parametrize("kind", TOKENS)
def test_a_list_that_leads_nowhere_is_left(kind: str, tmp_path: Path, capsys: Capsys) -> None:
    """After a page or two, for this run and all others of its day; what came is kept; the next day it is read again."""
    token, most = TOKENS[kind]
    first: list[Answer] = []

    def endless(request: Request, honest: Answer) -> Answer | None:
        if request.service != "oai":
            return None
        first.append(first[0] if first else honest)
        told = f"<resumptionToken>{token(len(first))}</resumptionToken></ListRecords>".encode()
        body = re.sub(rb"</ListRecords>", told, first[0].body)
        return Answer(200, body, first[0].headers)

    site, clock = Altered(world(CATEGORIES[:1]), endless), SimulatedClock(eastern(DATE, dt.time(1)))
    with serving(site, clock) as arxiv:
        folder = archive(tmp_path / "a", CATEGORIES[:1])
        assert run(folder, arxiv).failed
        assert asked(arxiv)["oai"] == most
        records = [record for record in Context(folder).store.records() if record.source == "arxiv-oai"]
        assert records
        for _ in range(2):  # in this folder, then in a clone of it
            clock.set(clock.now() + HOUR)
            capsys.readouterr()
            assert run(folder, arxiv).failed
            assert "not asked before 2026-03-04 00:00 UTC" in capsys.readouterr().err
            assert asked(arxiv)["oai"] == 0
            folder = clone(folder)
        site.altering = None
        clock.set(eastern(DATE, dt.time(23)))
        assert not run(folder, arxiv).failed


def page(first: int, number: int, token: str) -> bytes:
    """A page of a list with these records, as far as `oai.pages` looks at it."""
    ids = (f"<header><identifier>oai:arXiv.org:2603.{k:05}</identifier></header>" for k in range(first, first + number))
    return f"<responseDate>2026-03-03T05:30:00Z</responseDate>{''.join(ids)}{token}".encode()


def read(folder: Path, *bodies: bytes) -> tuple[int, str]:
    """(pages that came, why the list was not read to its end)."""
    with answering(FakeClock(), *(ok(body) for body in bodies)) as server, client(server) as asking:
        came = 0
        try:
            window = oai.Window("cs.DC", DATE - DAY)
            for _ in oai.pages(asking, window, Progress(folder), lambda _: None):
                came += 1
        except NotFetched as error:
            return came, f"{error.problem}; {'tomorrow' if error.until else 'in the next run'}"
        return came, ""


def token(name: str, size: int = 0) -> str:
    stated = f" cursor='0' completeListSize='{size}'" if size else ""
    return f"<resumptionToken{stated}>{name}</resumptionToken>"


def test_a_list_has_no_more_than_it_states(tmp_path: Path) -> None:
    """Records beyond completeListSize end it; a list of just that size is sound."""
    whole = [page(0, 3, token("a", 7)), page(3, 3, token("b", 7)), page(6, 1, "<resumptionToken/>")]
    assert read(tmp_path, *whole) == (3, "")
    more = [page(3 * k, 3, token(f"t{k}", 7)) for k in range(9)]
    assert read(tmp_path, *more) == (3, "goes on after the 7 records that it states; tomorrow")


def test_a_page_that_repeats_once_is_borne(tmp_path: Path) -> None:
    """A glitch is no loop."""
    bodies = [page(0, 3, token("a")), page(0, 3, token("b")), page(3, 3, token("c")), page(6, 1, "")]
    assert read(tmp_path, *bodies) == (4, "")


def test_pages_are_capped_and_the_next_run_goes_on(tmp_path: Path, monkeypatch: Patch) -> None:
    """However new they are; the last token is noted."""
    monkeypatch.setattr(oai, "MOST_PAGES", 4)
    bodies = [page(3 * k, 3, token(f"t{k}")) for k in range(6)]
    assert read(tmp_path, *bodies) == (4, "has more than 4 pages; in the next run")
    assert Progress(tmp_path).read("oai-cs.DC-2026-03-02-now")["token"] == "t3"
    assert read(tmp_path, page(12, 3, "")) == (1, "")


NOW = dt.datetime(2026, 3, 3, 6, tzinfo=dt.UTC)


def attempt(service: str, status: int | None, hours: float, **fields: dt.datetime) -> Attempt:
    return Attempt(
        when=fields.get("when", NOW - HOUR), service=service, outcome="failed", category="cs.DC", status=status,
        until=NOW + hours * HOUR,
    )  # fmt: skip


def test_what_the_log_says_of_rests() -> None:
    """403 speaks for all hosts of arXiv, 429 for those that are counted together, Retry-After for one."""
    everything = {"arxiv", "export", "rss", "oai"}
    for given, hosts in (
        (attempt("catchup", 403, 1), everything),
        (attempt("api", 429, 1), {"export", "rss", "oai"}),
        (attempt("list", 429, 1), {"arxiv"}),
        (attempt("backfill", 503, 1), {"oai"}),
        (attempt("journal", 403, 1), {"journal"}),
        (attempt("oai", 200, 1), set()),
        (attempt("list", 403, 0), set()),  # over
        (attempt("list", 403, 1000), set()),  # of a clock that was wrong
        (attempt("list", 403, 1, when=NOW + HOUR), set()),
    ):
        assert set(rests([given], NOW)[0]) == hosts
    assert set(rests([attempt("oai", 200, 1), attempt("rss", 503, 1)], NOW)[1]) == {("oai", "cs.DC")}
    longest = rests([attempt("list", 503, 3), attempt("list", 503, 1)], NOW)[0]["arxiv"]
    assert longest.until == NOW + 3 * HOUR


@for_each(("body", "whole"), [
    (b"<!doctype html>\n<html lang=en><body>x</body></html>\n", True),
    (b"<?xml version='1.0'?><!-- x --><rss><channel/></rss>", True),
    (b"<html><body>x</body>", False),
    (b"<rss><channel>", False),
    (b"Rate exceeded.", False),
    (b"", False),
    (b"<a" * 9000, False),
])  # fmt: skip
def test_which_documents_are_whole(body: bytes, whole: bool) -> None:
    assert is_whole(body) is whole


@pytest.mark.skipif(not shutil.which("openssl"), reason="needs the openssl program")
def test_a_wrong_clock_is_told_once(tmp_path: Path, monkeypatch: Patch, capsys: Capsys) -> None:
    """Where no certificate is good: one line with the mend, nothing logged, and no hour of waiting."""
    file = certificate(tmp_path / "its", "IP:127.0.0.1", "200101", "200201")
    monkeypatch.setattr(wire, "_trusted", lambda: trusting(file))
    folder = archive(tmp_path / "a", MANY)
    with answering(FakeClock(), ok(), encryption=serving_with(file)) as server:
        context = Context(folder)
        fetch(context, Environment(clock=server.clock, hosts=Hosts(dict.fromkeys(BASES, server.base))))
        assert sum(server.clock.slept) < 60
    assert context.failed
    out, err = capsys.readouterr()
    told = "cannot be trusted: its certificate has expired; if this computer's clock"
    assert (out, err.count("\n"), err.startswith("daybook: no service can be reached: ")) == ("", 1, True)
    assert told in err
    assert not (folder / "attempts").exists()


def test_a_changed_page_costs_two_tries_at_most(tmp_path: Path) -> None:
    """And a minute, not an hour: two categories are tried twice, the others once."""

    def changed(request: Request, _: Answer) -> Answer | None:
        return (
            html("<!doctype html><html><body><main>New look</main></body></html>")
            if request.service == "list"
            else None
        )

    clock = SimulatedClock(eastern(DATE, dt.time(1)))
    with serving(Altered(world(MANY), changed), clock) as arxiv:
        assert run(archive(tmp_path / "a", MANY), arxiv).failed
        assert asked(arxiv)["list"] == 6
        assert clock.now() - eastern(DATE, dt.time(1)) < dt.timedelta(minutes=3)
