"""The polite client, over real sockets of this machine: what it bears, and what it never does."""

import datetime as dt
import gzip
import itertools
import re
import shutil
import tracemalloc
from email.utils import format_datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from daybook.errors import NotAsked, NotFetched, Offline, SettingsError
from daybook.fetch import wire
from daybook.fetch.client import Check, Client, Patience, Progress, Request
from daybook.fetch.hosts import Hosts, Rest, all_hosts
from daybook.fetch.wire import Again, Limits, Received
from daybook.runtime import terminal

from tests.cases import Capsys, Patch, for_each
from tests.fetch.loopback import FakeClock, Reply, Server, certificate, ok, serving, serving_with, trusting

NAMES = ("arxiv", "export", "rss", "oai")


def client(server: Server, *more: str, **options: Any) -> Client:
    """A client of arXiv's services and of more, which live below a path each, as `DAYBOOK_HOSTS` has them."""
    bases = Hosts({name: f"{server.base}/{name}" for name in (*NAMES, *more)})
    return Client(bases, server.clock, "me@example.org", **options)


def ask(server: Server, check: Check | None = None, **limits: float) -> Received:
    with client(server, limits=Limits(**limits)) as asking:  # type: ignore[arg-type]
        return asking.get(Request(host="rss", path="/rss/cs.DC", accept="application/xml"), check)


def gaps(server: Server) -> list[float]:
    times = [seen.when for seen in server.seen]
    return [(b - a).total_seconds() for a, b in itertools.pairwise(times)]


def test_a_request_says_who_asks_and_for_what() -> None:
    """User-Agent with version and contact, Accept, path and parameters as the service wants them."""
    with serving(FakeClock(), ok(b"all", ETag="abc", Last_Modified="Tue, 03 Mar 2026 05:00:00 GMT")) as server:
        with client(server) as asking:
            answer = asking.get(Request(host="oai", path="/oai", params={"resumptionToken": "verb%3DX%26from%3D1"}))
        seen = server.seen[0]
    assert seen.target == "/oai/oai?resumptionToken=verb%253DX%2526from%253D1"
    assert seen.headers["user-agent"].startswith("Daybook/")
    assert "(me@example.org)" in seen.headers["user-agent"]
    assert seen.headers["accept"] == "*/*"
    assert (answer.status, answer.body, answer.headers["etag"]) == (200, b"all", "abc")
    assert answer.headers["last-modified"] == "Tue, 03 Mar 2026 05:00:00 GMT"


def test_a_contact_in_any_script_is_no_obstacle() -> None:
    """A header is ASCII."""
    with serving(FakeClock(), ok()) as server, Client(Hosts({"rss": server.base}), server.clock, "Bär 東") as asking:
        assert asking.get(Request(host="rss", path="/x")).body == b"all"
        assert server.seen[0].headers["user-agent"].endswith("(B\\xe4r \\u6771)")


def test_requests_are_logged_without_keys(capsys: Capsys) -> None:
    """Address, status, bytes and seconds; waits and retries. Of other sites only the name: addresses may hold keys."""
    terminal.log(shown=True)
    try:
        with serving(FakeClock(), ok(b"no", "503 X"), ok(b"all")) as server:
            bases = Hosts({"oai": f"{server.base}/oai", "journal": f"{server.base}/s3cretpath"})
            with Client(bases, server.clock) as asking:
                asking.get(Request(host="oai", path="/oai", params={"verb": "Identify", "token": "s3cret"}))
                asking.get(Request(host="journal", path="/x", params={"u": "s3cret"}))
    finally:
        terminal.log(shown=False)
    lines = capsys.readouterr().err.splitlines()
    address = r"daybook\.fetch: GET oaipmh\.arxiv\.org/oai/oai\?verb=Identify&token=\*\*\* "
    assert "daybook.fetch: waiting 3.0 s before the next request to oaipmh.arxiv.org" in lines
    assert any(re.fullmatch(address + r"\(status 503, 2 bytes, \d\.\d s\)", line) for line in lines)
    assert 'daybook.fetch: oaipmh.arxiv.org responded with status 503 "no"; attempt 2 in 15 s' in lines
    assert any(re.fullmatch(r"daybook\.fetch: GET journal \(status 200, 3 bytes, \d\.\d s\)", line) for line in lines)
    assert "s3cret" not in "".join(lines)


@pytest.mark.parametrize(("names", "least"), [(("rss", "oai", "export"), 3), (("arxiv", "arxiv", "arxiv"), 15)])
def test_keeps_each_service_pace(names: tuple[str, ...], least: float) -> None:
    """API, RSS and OAI together once in 3 seconds, pages once in 15; the first request of a run waits as well."""
    with serving(FakeClock(), ok()) as server, client(server) as asking:
        began = server.clock.now()
        for name in names:
            asking.get(Request(host=name, path="/x"))
        assert [*gaps(server), (server.seen[0].when - began).total_seconds()] == [least] * 3


@for_each("status", [406, 429, 500, 502, 503, 504])
def test_a_busy_service_is_asked_again_later(status: int) -> None:
    """Later each time; after "too many requests" a minute at least."""
    with serving(FakeClock(), ok(b"Rate exceeded.", f"{status} X"), ok(b"", f"{status} X"), ok()) as server:
        assert ask(server).body == b"all"
        waits = gaps(server)
    assert waits == ([60, 60] if status in (406, 429) else [15, 30])


def later(seconds: float) -> str:
    return format_datetime(FakeClock().now() + dt.timedelta(seconds=seconds), usegmt=True)


@for_each(("told", "least"), [("300", 300), (later(303), 300), ("soon", 15), (later(-5), 15)])
def test_retry_after_is_honoured(told: str, least: float) -> None:
    """As seconds and as a date; nonsense and the past are no reason to hurry."""
    with serving(FakeClock(), ok(b"", "503 Busy", Retry_After=told), ok()) as server:
        assert ask(server).body == b"all"
        assert gaps(server) == [least]


def test_a_service_that_wants_hours_is_left_alone() -> None:
    """It is not asked again in this run, and no hour is slept away."""
    with serving(FakeClock(), ok(b"", "503 Busy", Retry_After="7200")) as server, client(server) as asking:
        for _ in range(2):
            with pytest.raises(NotFetched, match="responded with status 503"):
                asking.get(Request(host="rss", path="/x"))
        assert len(server.seen) == 1


def packed(body: bytes) -> Reply:
    return ok(body, Content_Encoding="gzip")


SHORT, SMALL = {"seconds": 0.5}, {"size": 300_000}
BROKEN: tuple[tuple[Reply, dict[str, float]], ...] = (
    (Reply(reset=True), {}), (Reply(b"no HTTP at all\r\n\r\n"), {}), (Reply(b""), {}),
    (Reply(b"HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\nnot all"), {}),
    (Reply(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nnot a\r\n"), {}),
    (packed(b"abc"), {}), (ok(b"x", Content_Encoding="br"), {}),  # only what was asked for is believed
    # However steadily bytes come, of head or body: the limit is of the whole answer.
    (Reply(ok(b"", Long="x" * 4000).data, drip=0.02), SHORT), (Reply(ok(b"x" * 4000).data, drip=0.02), SHORT),
    (Reply(ok().data, hang=1.2), SHORT), (ok(b"x" * 400_000), SMALL), (packed(gzip.compress(b"x" * 400_000)), SMALL),
)  # fmt: skip


@for_each(("broken", "limits"), BROKEN)
def test_what_breaks_off_or_has_no_end_is_asked_again(broken: Reply, limits: dict[str, float]) -> None:
    """A part of a body never counts as the body, and no more is held than the limit, packed or not."""
    with serving(FakeClock(), broken, ok()) as server:
        assert ask(server, **limits).body == b"all"
        assert limits or len(server.seen) == 2


def test_what_always_breaks_off_is_an_error_in_the_end() -> None:
    """Five tries, then one line that names the address; a failing service is soon left alone."""
    cut = Reply(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nnot")
    with serving(FakeClock(), cut) as server, client(server) as it:
        counts = []
        for _ in range(3):
            with pytest.raises(NotFetched, match="rss"):
                it.get(Request(host="rss", path="/x"))
            counts.append(len(server.seen))
    assert counts == [5, 7, 7]


def test_a_check_may_ask_for_another() -> None:
    """What came whole but is not sound is asked again as well."""
    with serving(FakeClock(), ok(b"bad"), ok(b"good")) as server:
        assert ask(server, lambda body: "is bad" if body == b"bad" else None).body == b"good"
    with serving(FakeClock(), ok(b"bad")) as server, pytest.raises(NotFetched, match="is bad"):
        ask(server, lambda _: "is bad")


def test_what_is_held_is_not_sent_again() -> None:
    """A conditional request; 304 has no body and is no error."""
    with serving(FakeClock(), ok(b"", "304 Not Modified")) as server, client(server) as asking:
        answer = asking.get(Request(host="rss", path="/x", etag='"abc"', modified="Tue, 03 Mar 2026 05:00:00 GMT"))
        assert answer.status == 304
        assert server.seen[0].headers["if-none-match"] == '"abc"'
        assert server.seen[0].headers["if-modified-since"] == "Tue, 03 Mar 2026 05:00:00 GMT"


def test_redirects_stay_within_the_known_services() -> None:
    """Followed there, at the pace; never to another site, and never round and round."""
    with serving(FakeClock(), ok(b"", "301 Moved", Location="/rss/new"), ok()) as server:
        assert ask(server).url.endswith("/rss/new")
        assert gaps(server) == [3]
    for place in ("https://example.org/", "http://127.0.0.1:1/", "file:///etc/passwd", "//example.org/"):
        with serving(FakeClock(), ok(b"", "302 Found", Location=place)) as server:
            with pytest.raises(NotFetched, match="another site"):
                ask(server)
            assert len(server.seen) == 1
    with serving(FakeClock(), ok(b"", "302 Found", Location="/rss/x")) as server:
        with pytest.raises(NotFetched, match="responded with status 302"):
            ask(server)
        assert len(server.seen) == 6


impatient = partial(client, patience=Patience(tries=1))


@for_each(
    "place",
    [
        "http://[", "https://[::1", "http://host:port/", "https://a:99999999/", "//[x", "http://\\x", "\x00", "a\x7fb",
        "/rss/\u202e", "/rss/\xff\xfe", "https:///", "http:", "//", "https://\xe9.example/", "/rss/" + "x" * 70_000,
        "https://exa mple/", "https://example.org:443443/", "javascript:alert(1)", "data:,x", "\\\\evil.example\\x",
    ],
)  # fmt: skip
def test_a_redirect_that_cannot_be_read_is_one_line(place: str) -> None:
    """Whatever stands in Location: an error that names the service, and nothing else is asked."""
    with serving(FakeClock(), ok(b"", "302 Found", Location=place)) as server, impatient(server, "journal") as it:
        with pytest.raises(NotFetched) as caught:
            it.get(Request(host="rss", path="/x"))
        assert "\n" not in str(caught.value)
        assert all(seen.target.startswith("/rss/") for seen in server.seen)


@for_each(("name", "place", "followed"), [
    ("journal", "/journal/y", True), ("journal", "{base}/journal/y", True), ("arxiv", "/export/y", True),
    ("rss", "{base}/arxiv/y", True), ("journal", "/rss/y", False), ("journal", "/arxiv/list/cs.DC/new", False),
    ("journal", "{base}/journal2/y", False), ("arxiv", "/journal/y", False), ("oai", "{base}/journal/y", False),
    ("journal", "http://127.0.0.1:1/journal/y", False), ("journal", "http://127.0.0.1/", False),
    ("journal", "http://169.254.169.254/latest/meta-data/", False), ("journal", "http://[::1]/", False),
    ("journal", "http://localhost:{port}/journal/y", False), ("journal", "http://0x7f000001:{port}/journal/y", False),
    ("journal", "http://me@127.0.0.1:{port}/journal/y", False), ("journal", "ftp://127.0.0.1:{port}/journal/y", False),
    ("journal", "file:///etc/passwd", False), ("rss", "https://arxiv.org/", False),
    ("rss", "https://127.0.0.1:{port}/rss/y", False),
])  # fmt: skip
def test_a_redirect_stays_with_its_service(name: str, place: str, followed: bool) -> None:
    """arXiv's services lead to each other, any other only to itself: scheme, host, port and path."""
    with serving(FakeClock(), ok(b"", "302 Found"), ok(b"there")) as server, impatient(server, "journal") as it:
        location = place.format(base=server.base, port=server.base.rpartition(":")[2])
        server.replies[0] = ok(b"", "302 Found", Location=location)
        if followed:
            assert it.get(Request(host=name, path="/x")).body == b"there"
        else:
            with pytest.raises(NotFetched, match="redirects to another site"):
                it.get(Request(host=name, path="/x"))
        assert len(server.seen) == 1 + followed


def test_no_redirect_leaves_encryption_or_the_host() -> None:
    """Of the real services: only https, only arXiv's own hosts for arXiv, only its own for every other."""
    real = all_hosts({"journal": "https://user:pw@journal.example:8443"}, {})
    arxivs = [
        "https://arxiv.org/x", "https://export.arxiv.org/", "https://ARXIV.org:443/x", "https://oaipmh.arxiv.org/x",
    ]  # fmt: skip
    journals = ["https://user:pw@journal.example:8443/x", "https://journal.example:8443/x"]
    others = [
        "http://arxiv.org/x", "https://arxiv.org:444/x", "https://arxiv.org.example/", "https://xarxiv.org/",
        "https://me@arxiv.org/", "https://arxiv.org@example.org/", "https://www.example.org/", "//arxiv.org/x",
        "http://user:pw@journal.example:8443/x", "https://journal.example/x",
        "https://other:pw@journal.example:8443/x", "ftp://arxiv.org/",
    ]  # fmt: skip
    for name in ("arxiv", "rss", "export", "oai"):
        assert [each for each in (*arxivs, *journals, *others) if real.allows(name, each)] == arxivs
    assert [each for each in (*arxivs, *journals, *others) if real.allows("journal", each)] == journals


def test_the_address_of_a_redirect_is_not_repeated() -> None:
    """It may hold a key; the host says enough."""
    place = "https://cdn.example/x?X-Amz-Signature=abcdef&token=ghi"
    with serving(FakeClock(), ok(b"", "302 Found", Location=place)) as server:
        with pytest.raises(NotFetched, match=r"another site: https://cdn\.example;") as caught:
            ask(server)
        assert "abcdef" not in str(caught.value)


def test_a_packed_body_is_unpacked() -> None:
    """In one member or several, padded or not; it may be empty."""
    one, two = gzip.compress(b"first, "), gzip.compress(b"second")
    for body, plain in ((one + two, b"first, second"), (one + two + b"\0" * 9, b"first, second"), (b"", b"")):
        with serving(FakeClock(), packed(body)) as server:
            assert ask(server).body == plain
            assert server.seen[0].headers["accept-encoding"] == "gzip"


def test_a_packed_body_that_ends_too_soon_never_counts() -> None:
    """Cut at any byte, under a Content-Length that agrees, chunked, and up to the end of the connection."""
    whole = gzip.compress(b"<html>" + bytes(range(256)) * 40 + b"</html>")
    for at in {1, 2, 9, 10, 11, len(whole) // 3, len(whole) // 2, len(whole) - 9, len(whole) - 8, len(whole) - 1}:
        cut = whole[:at]
        chunked = f"{len(cut):x}\r\n".encode() + cut + b"\r\n0\r\n\r\n"
        head = b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n"
        for reply in (
            packed(cut),
            Reply(head + b"Transfer-Encoding: chunked\r\n\r\n" + chunked),
            Reply(head + b"Connection: close\r\n\r\n" + cut),
        ):
            with serving(FakeClock(), reply, ok()) as server:
                assert ask(server).body == b"all", at
    with serving(FakeClock(), packed(whole[:-1])) as server, pytest.raises(NotFetched, match="body is incomplete"):
        ask(server)
    with serving(FakeClock(), packed(b"none")) as server, pytest.raises(NotFetched, match="cannot be decompressed"):
        ask(server)


def test_what_unpacks_without_end_is_cut_off() -> None:
    """Packed a thousandfold: little more is unpacked than what is kept. So for the page of an error."""
    bomb = gzip.compress(b"x" * 60_000_000)
    for reply in (packed(bomb), ok(bomb, "404 No", Content_Encoding="gzip")):
        with serving(FakeClock(), reply, ok()) as server:
            tracemalloc.start()
            try:
                ask(server, size=1_000_000)
            except NotFetched as error:
                assert "404" in str(error)  # noqa: PT017 - one of the two
            peak = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
        assert peak < 8_000_000


CHANGED = b"<html><body><p>Our new look</p></body></html>"


def unread(body: bytes) -> str | None:
    """A check to which a whole page of another kind is of no known format."""
    if body == CHANGED:
        raise Again("is of no known format", 200, unknown=True)
    return None if body == b"all" else "is cut off"


def test_a_changed_page_costs_no_patience() -> None:
    """Two of a kind are tried twice, the others once; one that can be read ends that. Other kinds are their own."""
    with serving(FakeClock(), ok(CHANGED)) as server, client(server) as asking:

        def tries(path: str) -> int:
            before = len(server.seen)
            with pytest.raises(NotFetched, match="no known format") as caught:
                asking.get(Request(host="arxiv", path=path), unread)
            assert (caught.value.status, caught.value.until) == (200, None)
            return len(server.seen) - before

        assert [tries(f"/list/cs.{code}/new") for code in ("AI", "CL", "DC", "NI")] == [2, 2, 1, 1]
        assert tries("/catchup/cs.AI/2026-03-02") == 2
        server.replies[:] = [ok(b"all")]
        asking.get(Request(host="arxiv", path="/list/cs.AI/new"), unread)
        server.replies[:] = [ok(CHANGED)]
        assert tries("/list/cs.CL/new") == 2
        server.replies[:] = [ok(CHANGED[:20])]
        with pytest.raises(NotFetched, match="cut off"):
            asking.get(Request(host="rss", path="/rss/cs.AI"), unread)
    assert [seen.target.startswith("/rss") for seen in server.seen].count(True) == 5


@for_each(("reply", "until"), [
    (ok(b"", "403 Forbidden"), 86_400),
    (ok(b"Rate exceeded.", "429 Too Many"), 3_600),
    (ok(b"", "429 Too Many", Retry_After="7200"), 7_200),
    (ok(b"", "503 Busy", Retry_After="7200"), 7_200),
    (ok(b"", "503 Busy", Retry_After="99999999"), 7 * 86_400),  # more likely wrong than meant
    (ok(b"", "503 Busy"), None),
    (ok(b"", "404 Not Found"), None),
])  # fmt: skip
def test_an_error_says_until_when_nothing_should_be_asked(reply: Reply, until: int | None) -> None:
    with serving(FakeClock(), reply) as server:
        with pytest.raises(NotFetched) as caught:
            ask(server)
        rest = caught.value.until - server.clock.now() if caught.value.until else None
    assert rest == (dt.timedelta(seconds=until) if until else None)


def test_hosts_that_rest_are_not_asked() -> None:
    """Until their time has come; others are."""
    with serving(FakeClock(), ok()) as server:
        rest = Rest(server.clock.now() + dt.timedelta(hours=1), "it asked to wait")
        with client(server, resting={"rss": rest}) as asking:
            with pytest.raises(NotAsked, match=r"not asked before 2026-03-03 06:30 UTC, as it asked to wait"):
                asking.get(Request(host="rss", path="/x"))
            asking.get(Request(host="oai", path="/x"))
            server.clock.sleep(3600)
            asking.get(Request(host="rss", path="/x"))
        assert [seen.target for seen in server.seen] == ["/oai/x", "/rss/x"]


CERTIFICATES = {
    "expired": ("IP:127.0.0.1", "200101", "200201", True, "has expired; if this computer's clock is right"),
    "from tomorrow": ("IP:127.0.0.1", "490101", "491231", True, "is not valid yet; set this computer's clock"),
    "other host": ("DNS:portal.example", "200101", "491231", True, "is for another host; a network's login page"),
    "nobody's": ("IP:127.0.0.1", "200101", "491231", False, "is signed by itself; a network's login page"),
}


@pytest.mark.skipif(not shutil.which("openssl"), reason="needs the openssl program")
@pytest.mark.parametrize("kind", CERTIFICATES)
def test_a_certificate_that_is_no_good_is_called_that(kind: str, tmp_path: Path, monkeypatch: Patch) -> None:
    """In plain words, with the mend; not tried again; two services without one end the run, as without a network."""
    name, first, last, known, told = CERTIFICATES[kind]
    file = certificate(tmp_path / "its", name, first, last)
    trusted = trusting(file if known else certificate(tmp_path / "other", name, first, last))
    monkeypatch.setattr(wire, "_trusted", lambda: trusted)
    with serving(FakeClock(), ok(), encryption=serving_with(file)) as server, client(server) as asking:
        with pytest.raises(NotFetched, match=f"cannot be trusted: its certificate {told}") as caught:
            asking.get(Request(host="rss", path="/x"))
        assert str(caught.value).startswith("rss.arxiv.org/x: ")
        with pytest.raises(NotAsked, match="cannot be trusted"):
            asking.get(Request(host="rss", path="/y"))
        with pytest.raises(Offline, match=f"no service can be reached: arxiv.org cannot be trusted: .* {told}"):
            asking.get(Request(host="arxiv", path="/x"))
        assert server.clock.slept == [3, 12]
        assert not server.seen


@pytest.mark.skipif(not shutil.which("openssl"), reason="needs the openssl program")
def test_a_sound_certificate_is_trusted(tmp_path: Path, monkeypatch: Patch) -> None:
    """So the others are refused for what is wrong with them."""
    file = certificate(tmp_path / "its", "IP:127.0.0.1", "200101", "491231")
    monkeypatch.setattr(wire, "_trusted", lambda: trusting(file))
    with serving(FakeClock(), ok(), encryption=serving_with(file)) as server:
        assert ask(server).body == b"all"


def test_a_client_that_is_forbidden_never_asks_again() -> None:
    """arXiv takes that for an attack: 403 ends all requests to it."""
    with serving(FakeClock(), ok(b"", "403 Forbidden")) as server, client(server) as asking:
        with pytest.raises(NotFetched, match="responded with status 403; it is left alone for a day"):
            asking.get(Request(host=NAMES[0], path="/x"))
        for name in NAMES:
            told = r"not asked before 2026-03-04 05:30 UTC, as arxiv\.org responded with .* 403"
            with pytest.raises(NotAsked, match=told):
                asking.get(Request(host=name, path="/x"))
        assert len(server.seen) == 1


@for_each("status", [400, 404, 410])
def test_a_refusal_is_not_asked_again(status: int) -> None:
    """But other requests go on."""
    with serving(FakeClock(), ok(b"no such", f"{status} No"), ok()) as server, client(server) as asking:
        with pytest.raises(NotFetched, match=f'{status} "no such"'):
            asking.get(Request(host="rss", path="/x"))
        assert asking.get(Request(host="rss", path="/y")).body == b"all"


def test_the_pace_holds_from_run_to_run(tmp_path: Path) -> None:
    """What is noted of the last run, killed or not, is kept to; nothing noted is no reason to wait."""
    with serving(FakeClock(), ok()) as server:
        for _ in range(3):
            with client(server, memory=Progress(tmp_path)) as asking:
                asking.get(Request(host="arxiv", path="/x"))
        assert gaps(server) == [15, 15]
        assert server.seen[0].when == FakeClock().now()
        (tmp_path / ".daybook" / "fetch" / "asked.json").write_text('{"arxiv": "soon"}')
        with client(server, memory=Progress(tmp_path)) as asking:
            assert asking.get(Request(host="arxiv", path="/x")).body == b"all"


def test_without_network_it_ends_soon() -> None:
    """Two services that cannot be reached: Offline, long before 30 seconds are over."""
    clock = FakeClock()
    nowhere = Hosts(dict.fromkeys(NAMES, "http://127.0.0.1:1"))
    with Client(nowhere, clock) as asking:
        with pytest.raises(NotFetched, match="cannot be reached"):
            asking.get(Request(host="rss", path="/x"))
        with pytest.raises(Offline, match="connect to the network"):
            asking.get(Request(host="arxiv", path="/x"))
    assert sum(clock.slept) < 30


def test_only_encrypted_addresses_and_this_machine() -> None:
    """http is for a server of this machine alone, and only DAYBOOK_HOSTS names one."""
    open_http = Hosts({"rss": "http://example.org"})
    with Client(open_http, FakeClock()) as asking, pytest.raises(NotFetched, match="not https"):
        asking.get(Request(host="rss", path="/x"))
    with pytest.raises(SettingsError, match="this machine"):
        all_hosts({}, {"DAYBOOK_HOSTS": "http://example.org"})
    with pytest.raises(SettingsError, match="https"):
        all_hosts({"journal": "http://example.org"}, {})
    local = all_hosts({"journal": "https://example.org"}, {"DAYBOOK_HOSTS": "http://127.0.0.1:9/"})
    assert local.base("journal") == "http://127.0.0.1:9/journal"
    assert all_hosts({}, {}).base("oai") == "https://oaipmh.arxiv.org"


def test_patience_is_a_setting() -> None:
    with serving(FakeClock(), ok(b"", "503 Busy")) as server, impatient(server) as asking:
        with pytest.raises(NotFetched) as caught:
            asking.get(Request(host="rss", path="/x"))
        assert caught.value.status == 503
        assert len(server.seen) == 1
