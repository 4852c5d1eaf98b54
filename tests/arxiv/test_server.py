"""The rules of the services: pace, headers, addresses, parameters."""

from __future__ import annotations

import socket
import struct
import threading
import time

import pytest

from generator.errors import Refused
from generator.sources.detect import detect
from tests.arxiv.client import HEADERS, ask
from tests.arxiv.conftest import Start
from tests.arxiv.faults import parse
from tests.arxiv.pace import Pace

NOON = "2026-03-10 12:00"


def test_too_fast_gets_429_then_403_and_every_breach_is_counted(start: Start) -> None:
    arxiv, clock = start(NOON)
    statuses = []
    for wait in (0, 2, 2, 2, 10):
        clock.sleep(wait)
        statuses.append(ask(arxiv, "/rss/rss/cs.DC")[0])
    assert statuses == [200, 429, 429, 429, 403]
    assert [breach.what for breach in arxiv.pace.breaches][-1] == "asked again while blocked"
    assert len(arxiv.pace.breaches) == 4
    clock.sleep(3700)
    assert ask(arxiv, "/rss/rss/cs.DC")[0] == 200


def test_machines_share_a_pace_and_pages_have_their_own(start: Start) -> None:
    arxiv, clock = start(NOON)
    assert ask(arxiv, "/rss/rss/cs.DC")[0] == 200
    assert ask(arxiv, "/arxiv/list/cs.DC/new")[0] == 200
    clock.sleep(3)
    assert ask(arxiv, "/oai/oai?verb=ListRecords&metadataPrefix=arXivRaw&from=2026-03-09")[0] == 200
    assert ask(arxiv, "/arxiv/list/cs.DC/new")[0] == 429
    clock.sleep(2)
    assert ask(arxiv, "/export/api/query?id_list=2603.00001")[0] == 429
    assert [breach.service for breach in arxiv.pace.breaches] == ["list", "api"]


def test_one_request_at_a_time(start: Start) -> None:
    """A second request while an answer drips is refused; once the first client has given up, it is not."""
    arxiv, clock = start(NOON, *parse("2026-03-10 rss * drip always"), pace=Pace({"machines": 0}), pause=0.05)
    slow = threading.Thread(target=ask, args=(arxiv, "/rss/rss/cs.DC"))
    slow.start()
    while not arxiv.asked:
        time.sleep(0.001)
    assert ask(arxiv, "/arxiv/list/cs.DC/new")[0] == 429
    assert [breach.what for breach in arxiv.pace.breaches] == ["asked while another answer was on its way"]
    slow.join()
    raw = socket.create_connection(("127.0.0.1", int(arxiv.url.rpartition(":")[2])))
    words = "".join(f"{key}: {value}\r\n" for key, value in HEADERS.items())
    raw.sendall(f"GET /rss/rss/cs.DC HTTP/1.1\r\nHost: x\r\n{words}\r\n".encode())
    raw.recv(100)
    raw.close()
    clock.sleep(15)
    assert ask(arxiv, "/arxiv/list/cs.DC/new")[0] == 200
    assert len(arxiv.pace.breaches) == 1


def test_who_asks_must_say_so_and_accept_something(start: Start) -> None:
    arxiv, clock = start(NOON)
    assert ask(arxiv, "/rss/rss/cs.DC", Accept="")[0] == 406
    clock.sleep(3)
    assert ask(arxiv, "/rss/rss/cs.DC", User_Agent="python-library/1.0")[0] == 200
    assert [breach.what for breach in arxiv.pace.breaches] == [
        "sent no Accept",
        "does not say in User-Agent who it is",
    ]


@pytest.mark.parametrize(
    ("path", "status", "words"),
    [
        ("/arxiv/list/cs.ZZ/new", 400, b"Invalid archive or category: cs.ZZ"),
        ("/arxiv/list/cs.DC/new?show=30", 400, b"Invalid show value"),
        ("/arxiv/list/cs.DC/new?skip=x", 200, b"Showing new listings for Tuesday, 10 March 2026"),
        ("/arxiv/list/math.IT/new", 200, b"recent-cs.IT"),
        ("/arxiv/list/cs.DC/2603", 404, b"not found"),
        ("/arxiv/catchup/cs.DC/2025-12-08?abs=True", 400, b"past 90 days"),
        ("/arxiv/catchup/cs.DC/2025-12-10?abs=True", 200, b"Catchup results"),
        ("/arxiv/catchup/cs.DC/2026-03-11", 400, b"later than today"),
        ("/arxiv/catchup/cs.DC/2026-03-09?abs=yes", 400, b"abs value"),
        ("/arxiv/catchup/cs.DC/2026-03-09?show=25", 400, b"Invalid parameters"),
        ("/rss/rss/bogus", 400, b"Feed error"),
        ("/rss/rss/cs.ZZ", 400, b"Bad subject class"),
        ("/rss/rss/CS.dc", 200, b"<title>cs.DC updates"),
        ("/export/api/query?id_list=abc", 400, b"incorrect id format for abc"),
        ("/export/api/query?search_query=cat:cs.DC&max_results=40000", 400, b"api/errors"),
        ("/export/api/query?id_list=2603.99999", 200, b"<opensearch:totalResults>0<"),
        ("/oai/oai?verb=Nonsense", 200, b"badVerb"),
        ("/oai/oai?verb=ListRecords", 200, b"badArgument"),
        ("/oai/oai?verb=ListRecords&verb=ListRecords", 200, b"badArgument"),
        ("/oai/oai?verb=ListRecords&metadataPrefix=arXivRaw&from=2026-3-1", 200, b"badArgument"),
        ("/oai/oai?verb=ListRecords&metadataPrefix=marc", 200, b"cannotDisseminateFormat"),
        ("/oai/oai?verb=ListRecords&metadataPrefix=arXivRaw&set=physics:hep-lat", 200, b"noRecordsMatch"),
        ("/oai/oai?verb=ListRecords&resumptionToken=x", 200, b"badResumptionToken"),
        ("/nowhere", 404, b"not found"),
        ("/biorxiv/details", 404, b"Error"),
    ],
)
def test_addresses_and_parameters(start: Start, path: str, status: int, words: bytes) -> None:
    arxiv, _ = start(NOON)
    answered, body, _ = ask(arxiv, path)
    assert (answered, words in body) == (status, True), body[:2000]


def test_an_unchanged_document_is_not_sent_again(start: Start) -> None:
    arxiv, clock = start(NOON)
    tag = ask(arxiv, "/rss/rss/cs.DC")[2]["ETag"]
    clock.sleep(3)
    assert ask(arxiv, "/rss/rss/cs.DC", If_None_Match=tag)[:2] == (304, b"")


def test_a_client_that_is_killed_does_not_stop_the_server(start: Start) -> None:
    arxiv, _ = start(NOON)
    raw = socket.create_connection(("127.0.0.1", int(arxiv.url.rpartition(":")[2])))
    raw.sendall(b"GET /rss/rss/cs.DC HTTP/1.1\r\n")
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    raw.close()
    assert ask(arxiv, "/rss/rss/cs.DC")[0] == 200


def test_error_answers_are_refused_by_the_readers(start: Start) -> None:
    arxiv, clock = start(NOON)
    for path in ("/rss/rss/bogus", "/export/api/query?id_list=abc", "/arxiv/list/cs.ZZ/new"):
        body = ask(arxiv, path)[1]
        clock.sleep(15)
        with pytest.raises(Refused):
            detect(body).read(body)
