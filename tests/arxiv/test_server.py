"""The rules of the services: pace, one request at a time, who asks.

That their documents are read as the world means them, fault or none, is what tests/fetch holds an archive to.
"""

import socket
import struct
import threading
import time

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
    assert [breach.what for breach in arxiv.pace.breaches] == ["sent no Accept", "does not say in User-Agent who it is"]


def test_a_client_that_is_killed_does_not_stop_the_server(start: Start) -> None:
    arxiv, _ = start(NOON)
    raw = socket.create_connection(("127.0.0.1", int(arxiv.url.rpartition(":")[2])))
    raw.sendall(b"GET /rss/rss/cs.DC HTTP/1.1\r\n")
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    raw.close()
    assert ask(arxiv, "/rss/rss/cs.DC")[0] == 200
