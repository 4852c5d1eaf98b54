"""`daybook fetch` where somebody answers what only arXiv may, or arXiv's own hosts answer another question."""

import datetime as dt
import gzip
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from daybook.archive import Context, load
from daybook.commands.fetch import fetch
from daybook.fetch.session import Environment
from daybook.fetch.wire import Received, Wire
from daybook.log.statements import FetchLog
from daybook.model import ANNOUNCED

from tests.arxiv.calendar import DAY, eastern
from tests.arxiv.clock import SimulatedClock
from tests.arxiv.faults import Fault, Kind
from tests.arxiv.http import Answer
from tests.arxiv.server import LocalArxiv, serving
from tests.arxiv.site import Site
from tests.arxiv.world import World, make
from tests.cases import Capsys, Patch

FIRST = dt.date(2026, 3, 2)
NIGHT = eastern(FIRST, dt.time(1))
KEY = "s3cr3t-K3y-0f-m1ne"
SETTINGS = """\
title: "Trial"
categories: ["cs.DC"]
contact: "me@example.org"
sources:
  {name}: {{keep: true, publish: true, url: "https://me:${{SITE_PASSWORD}}@site.example/feed.xml?key=${{SITE_KEY}}&format=rss"}}
"""
GENUINE = {
    "list": "/arxiv/list/cs.DC/new",
    "catchup": "/arxiv/catchup/cs.DC/2026-03-02",
    "rss": "/rss/rss/cs.DC",
    "oai": "/oai/oai",
    "api": "/export/api/query",
}
OAI = [("verb", "ListRecords"), ("metadataPrefix", "arXivRaw"), ("set", "cs:cs:DC"), ("from", "2026-02-27")]


@pytest.fixture(scope="module")
def world() -> World:
    return make(4, FIRST - 3 * DAY, FIRST + 4 * DAY, ("cs.DC",), busy=120)


def document(world: World, service: str, now: dt.datetime) -> bytes:
    """What arXiv's service would answer."""
    site = Site(world)
    ids = [("id_list", ",".join(each.id for each in world.listing("cs.DC", FIRST)))]
    params = {"oai": OAI, "api": ids}.get(service, [])
    return site.answer(site.request(GENUINE[service], params, {}, now, ""))[0].body


def forging(site: Site, name: str, body: bytes, status: int = 200) -> None:
    """Have a source answer with this."""
    site._routes[name] = lambda request, lens: Answer(status, body, {"Content-Type": "text/html"})


def once(folder: Path, arxiv: LocalArxiv, monkeypatch: Patch) -> Context:
    for name, value in (("DAYBOOK_HOSTS", arxiv.url), ("SITE_KEY", KEY), ("SITE_PASSWORD", "hunter22")):
        monkeypatch.setenv(name, value)
    context = Context(folder)
    fetch(context, Environment(clock=arxiv.clock))
    return context


def archive(folder: Path, name: str = "") -> Path:
    Context(folder).store.make(SETTINGS.format(name=name) if name else SETTINGS.partition("sources")[0])
    return folder


@pytest.mark.trial
@pytest.mark.parametrize("name", ["journal", "pith", "inference-report", "biorxiv"])
@pytest.mark.parametrize("service", GENUINE)
def test_no_other_site_speaks_for_arxiv(
    service: str, name: str, world: World, tmp_path: Path, monkeypatch: Patch, capsys: Capsys
) -> None:
    """Its listing, feed, OAI or API answer is a line and is not kept; the day stays open, and arXiv is asked again."""
    folder = archive(tmp_path / "a", name)
    closed = [Fault(FIRST, each, "*", Kind.SERVER_ERROR, None) for each in ("list", "rss", "oai", "api", "catchup")]
    clock = SimulatedClock(NIGHT)
    with serving(Site(world, closed), clock) as arxiv:
        forging(arxiv.site, name, document(world, service, clock.now()))
        context = once(folder, arxiv, monkeypatch)
        assert Counter(asked.service for asked in arxiv.asked)[name] == 1
        assert context.failed
        assert not list(context.store.records())
        assert not context.store.coverage.lines()
        assert not list((folder / "listings").rglob("*.gz"))
        said = [line for line in capsys.readouterr().err.splitlines() if f"({name})" in line]
        assert len(said) == 1
        assert "accepted only from arXiv" in said[0]
        (state,) = {c.state for c in load.fold(context, published=True).coverage if c.date == FIRST}
        assert state == "missing"
    clock.set(NIGHT + DAY)
    with serving(Site(world), clock) as arxiv:
        forging(arxiv.site, name, document(world, service, clock.now()))
        context = once(folder, arxiv, monkeypatch)
        assert "catchup" in {asked.service for asked in arxiv.asked}
        states = {c.date: c.state for c in load.fold(context, published=True).coverage}
        assert (states[FIRST], states[FIRST + DAY]) == ("complete", "complete")
        genuine = set(world.announced_ids(("cs.DC",), FIRST, FIRST + DAY))
        held = {(r.date, r.category, r.arxiv_id) for r in context.store.records() if r.type in ANNOUNCED}
        assert held == genuine


def altered(url: str, body: Callable[[bytes], bytes], monkeypatch: Patch) -> None:
    """Have the answers from addresses with this in them changed on the way."""
    real = Wire.get

    def get(self: Wire, address: str, params: dict[str, str], headers: dict[str, str]) -> Received:
        received = real(self, address, params, headers)
        if url not in address:
            return received
        return Received(received.status, received.url, received.headers, body(received.body))

    monkeypatch.setattr(Wire, "get", get)


def recent(body: bytes) -> bytes:
    """The page of recent days in place of that of the newest."""
    return (Path(__file__).parents[1] / "sources" / "data" / "listing_html" / "recent.html").read_bytes()


@pytest.mark.trial
@pytest.mark.parametrize(
    ("url", "change"),
    [
        ("/list/", lambda body: body.replace(b"cs.DC", b"cs.NI")),
        ("/list/", lambda body: body.replace(b"2 March 2026", b"27 February 2026")),
        ("/list/", recent),
        ("/oai/", lambda body: body.replace(b"cs:cs:DC", b"cs:cs:NI")),
        ("/oai/", lambda body: body.replace(b'from="2026-', b'from="2025-')),
        ("/oai/", lambda body: body.replace(b"<responseDate>2026", b"<responseDate>2031")),
        ("/api/", lambda body: body.replace(b"/abs/26", b"/abs/25")),
    ],
    ids=["category", "date", "kind", "set", "since", "ahead", "papers"],
)
def test_another_answer_of_arxiv_is_not_believed(
    url: str, change: Callable[[bytes], bytes], world: World, tmp_path: Path, monkeypatch: Patch
) -> None:
    """What a cache gives in place of what was asked for is a failure, and nothing of it is kept."""
    folder = archive(tmp_path / "a")
    clock = SimulatedClock(NIGHT)
    altered(url, change, monkeypatch)
    faults = [Fault(FIRST, "oai", "*", Kind.SERVER_ERROR, None)] if "api" in url else []
    with serving(Site(world, faults), clock) as arxiv:
        context = once(folder, arxiv, monkeypatch)
    assert context.failed
    source = {"/list/": "arxiv-listing", "/oai/": "arxiv-oai", "/api/": "arxiv-api"}[url]
    assert source not in {record.source for record in context.store.records()}
    assert source not in {line.source for line in context.store.coverage.lines()}
    attempts = [a for a in FetchLog(folder).attempts() if a.service in ("list", "oai", "api") and a.service in url]
    assert attempts
    assert not any(attempt.outcome in ("stored", "nothing new", "quiet") for attempt in attempts)


def everything(folder: Path) -> bytes:
    """All that a run left, names of files too, but the settings."""
    found = sorted(path for path in folder.rglob("*") if path.is_file() and path.name != "archive.yml")
    parts = [path.relative_to(folder).as_posix().encode() for path in found]
    parts += [gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes() for path in found]
    return b"\n".join(parts)


FEED = f"""<?xml version="1.0"?><rss version="2.0"><channel><title>T</title><link>https://site.example/</link>
<pubDate>Mon, 02 Mar 2026 00:00:00 GMT</pubDate>
<item><title>A paper</title><link>https://site.example/1?key={KEY}</link></item></channel></rss>"""


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (401, f"no such key: {KEY}"),
        (403, f"GET /feed.xml?key={KEY}&format=rss for me:hunter22 is forbidden"),
        (503, f"::error::{KEY} \x1b[2J\u202e ##[error]x"),
        (200, f"<html><body><p>Unknown key {KEY}, https://me:hunter22@site.example/feed.xml?key={KEY}</p></body></html>"),
        (200, FEED),
        (200, FEED[:-20]),
    ],
    ids=["401", "403", "503", "page", "feed", "cut feed"],
)  # fmt: skip
def test_keys_are_neither_printed_nor_stored(
    status: int, body: str, world: World, tmp_path: Path, monkeypatch: Patch, capsys: Capsys
) -> None:
    """Of the addresses in archive.yml, even where the site repeats them."""
    folder = archive(tmp_path / "a", "site.example")
    with serving(Site(world), SimulatedClock(NIGHT)) as arxiv:
        arxiv.site._routes["journal"] = lambda request, lens: Answer(status, body.encode(), {"ETag": "abc"})
        monkeypatch.setattr("tests.arxiv.site._ELSEWHERE", ("journal", "site.example"))
        arxiv.site._routes["site.example"] = arxiv.site._routes["journal"]
        context = once(folder, arxiv, monkeypatch)
        assert any(KEY in asked.target for asked in arxiv.asked)
    out, err = capsys.readouterr()
    left = everything(folder).decode(errors="replace")
    for secret in (KEY, "hunter22"):
        assert secret not in out + err + left
    assert context.failed == (body != FEED)
    assert ("as it contains the key" in out) == (body == FEED)
    notes = [attempt.note or "" for attempt in FetchLog(folder).attempts()]
    assert all(note.isprintable() and "##[" not in note for note in notes)
    assert ('"title":"A paper"' in left) == (body == FEED)
    assert not any(line.startswith("::") or "##[" in line for line in (out + err).splitlines())


@pytest.mark.trial
@pytest.mark.parametrize("place", ["http://[::1", "https://[", "/journal/\udcff", "http://127.0.0.1/", "//[x"])
def test_a_redirect_that_cannot_be_followed_costs_the_others_nothing(
    place: str, world: World, tmp_path: Path, monkeypatch: Patch, capsys: Capsys
) -> None:
    folder = archive(tmp_path / "a", "journal")
    with serving(Site(world), SimulatedClock(NIGHT)) as arxiv:
        location = place.encode("utf-8", "surrogateescape").decode("latin-1")
        arxiv.site._routes["journal"] = lambda request, lens: Answer(302, b"", {"Location": location})
        context = once(folder, arxiv, monkeypatch)
    assert context.failed
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("daybook: (journal): journal: ")
    assert {c.state for c in load.fold(context, published=True).coverage if c.date == FIRST} == {"complete"}


@pytest.mark.parametrize("reader", ["feed", "arxiv_listing", "arxiv_oai", "arxiv_rss"])
def test_what_nobody_foresaw_costs_the_others_nothing(
    reader: str, world: World, tmp_path: Path, monkeypatch: Patch, capsys: Capsys
) -> None:
    """A reader that breaks is a line, and the next document is read."""

    def broken(data: bytes) -> None:
        raise IndexError("list index out of range\n::error::x")

    folder = archive(tmp_path / "a", "journal")
    monkeypatch.setattr(f"daybook.sources.{reader}.read", broken)
    with serving(Site(world), SimulatedClock(NIGHT)) as arxiv:
        context = once(folder, arxiv, monkeypatch)
    out, err = capsys.readouterr()
    said = "unexpected error (IndexError: list index out of range ::error::x)"
    assert [line for line in (out + err).splitlines() if said in line]
    assert context.failed == (reader != "arxiv_rss")  # the listing page tells the same
    services = {a.service: a.outcome for a in FetchLog(folder).attempts()}
    assert {"journal", "oai", "list"} <= set(services)
    assert list(services.values()).count("failed") == 1


@pytest.mark.parametrize("etag", ["\u00e9", "x" * 2_000, "a\x7fb"], ids=["letter", "long", "control"])
def test_a_mark_that_cannot_be_sent_back_is_not_kept(
    etag: str, world: World, tmp_path: Path, monkeypatch: Patch
) -> None:
    """Else its service could never be asked again."""
    folder = archive(tmp_path / "a", "journal")
    with serving(Site(world), SimulatedClock(NIGHT)) as arxiv:
        arxiv.site._routes["journal"] = lambda request, lens: Answer(200, FEED.encode(), {"ETag": etag})
        for day in range(2):
            arxiv.clock.set(NIGHT + day * DAY)
            assert not once(folder, arxiv, monkeypatch).failed
    assert [a.outcome for a in FetchLog(folder).attempts() if a.service == "journal"] == ["stored", "nothing new"]


def test_no_list_of_arxiv_leads_round_in_a_circle(world: World, tmp_path: Path, monkeypatch: Patch) -> None:
    """A token that leads to itself."""
    folder = archive(tmp_path / "a")
    clock = SimulatedClock(NIGHT)
    page = document(world, "oai", clock.now())
    page = page.replace(b"</ListRecords>", b"<resumptionToken>x</resumptionToken></ListRecords>")
    altered("/oai/", lambda _: page, monkeypatch)
    with serving(Site(world), clock) as arxiv:
        assert once(folder, arxiv, monkeypatch).failed
    assert Counter(each.service for each in arxiv.asked)["oai"] == 2


def test_no_announcement_is_without_end(world: World, tmp_path: Path, monkeypatch: Patch) -> None:
    """The same page of a past day for ever, which promises more."""
    folder = archive(tmp_path / "a")
    clock = SimulatedClock(NIGHT)
    with serving(Site(world, [Fault(FIRST, "list", "*", Kind.SERVER_ERROR, None)]), clock) as arxiv:
        once(folder, arxiv, monkeypatch)
    clock.set(NIGHT + DAY)
    site = Site(world, catchup_size=50)
    request = site.request(GENUINE["catchup"], [("abs", "True")], {}, clock.now(), "")
    page = site.answer(request)[0].body
    altered("/catchup/", lambda _: page.replace(b"of 121 entries", b"of 90000 entries"), monkeypatch)
    with serving(site, clock) as arxiv:
        assert once(folder, arxiv, monkeypatch).failed
    assert Counter(each.service for each in arxiv.asked)["catchup"] == 2  # the second repeats the first
