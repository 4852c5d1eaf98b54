"""The server: real sockets on this machine, the time from a clock that it shares with its client.

clock = SimulatedClock(eastern(dt.date(2026, 3, 2), dt.time(20, 5)))
with serving(Site(world, faults), clock) as arxiv:
    ...  # DAYBOOK_HOSTS=arxiv.url
assert not arxiv.pace.breaches
"""

import datetime as dt
import re
import select
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlsplit

from tests.arxiv.clock import Clock
from tests.arxiv.faults import Kind
from tests.arxiv.http import Answer, Request, plain
from tests.arxiv.pace import Pace
from tests.arxiv.site import Site
from tests.serving import Handler, answering

_AGENT = re.compile(r"\S+/\S+ \(.+\)")
_PIECES, _PIECE_SECONDS = 20, 15.0  # a body that drips takes five minutes on the clock
_PAUSE = 0.005  # seconds of real time, so that a client reads piece by piece


@dataclass(frozen=True)
class Asked:
    """A request as it was answered."""

    when: dt.datetime
    service: str
    target: str  # path and query below the base address
    status: int
    entries: int
    fault: Kind | None = None


class LocalArxiv:
    """The running server: where it is, what it was asked, which rules were broken."""

    def __init__(self, site: Site, clock: Clock, pace: Pace, pause: float) -> None:
        self.site, self.clock, self.pace, self.pause = site, clock, pace, pause
        self.url = ""
        self.asked: list[Asked] = []
        self.at_each: Callable[[], None] | None = None  # called when a request is in hand and not yet answered
        self._busy: set[socket.socket] = set()
        self._lock = threading.Lock()

    def answer(
        self, target: str, params: list[tuple[str, str]], headers: Mapping[str, str], connection: socket.socket
    ) -> tuple[Answer, Kind | None]:
        """The answer to a request, refusals included, and the fault that it has."""
        parts = urlsplit(target)
        request = self.site.request(parts.path, params, headers, self.clock.now(), self.url)
        refused = self._refused(request, connection)
        answer, fault = (refused, None) if refused else self.site.answer(request)
        asked = Asked(request.now, request.service, target, answer.status, answer.entries, fault)
        with self._lock:
            self.asked.append(asked)
        if self.at_each:
            self.at_each()
        return answer, fault

    def finished(self, connection: socket.socket) -> None:
        """The last piece of an answer is about to be sent."""
        with self._lock:
            self._busy.discard(connection)

    def _refused(self, request: Request, connection: socket.socket) -> Answer | None:
        """What a client gets that breaks a rule."""
        with self._lock:
            others = [each for each in self._busy if each is not connection and _is_open(each)]
            self._busy.add(connection)
        if others:
            self.pace.complain(request.service, request.now, "asked while another answer was on its way")
        if not _AGENT.fullmatch(request.headers.get("user-agent", "")):
            self.pace.complain(request.service, request.now, "does not say in User-Agent who it is")
        status = self.pace.enter(request.service, request.now)
        if status == 403:
            return plain("Forbidden\n", 403)
        if status == 429 or others:
            return plain("Rate exceeded.", 429)
        if not request.headers.get("accept"):
            self.pace.complain(request.service, request.now, "sent no Accept")
            return plain("Not Acceptable\n", 406)
        return None


@contextmanager
def serving(site: Site, clock: Clock, pace: Pace | None = None, pause: float = _PAUSE) -> Iterator[LocalArxiv]:
    """Serve until the end of the block. `pause`: seconds of real time between the 20 pieces of a body that drips."""
    arxiv = LocalArxiv(site, clock, pace or Pace(), pause)
    with answering(_Handler, arxiv) as arxiv.url:
        yield arxiv


class _Handler(Handler):
    disable_nagle_algorithm = True

    def answer(self, body: bytes) -> None:
        query = body.decode("utf-8", "replace") if self.command == "POST" else urlsplit(self.path).query
        params = parse_qsl(query, keep_blank_values=True)
        arxiv: LocalArxiv = self.server.behind
        headers = {key.lower(): value for key, value in self.headers.items()}
        answer, fault = arxiv.answer(self.path, params, headers, self.connection)
        try:
            self._send(answer, fault)
        finally:
            arxiv.finished(self.connection)

    def _send(self, answer: Answer, fault: Kind | None) -> None:
        self.send_response(answer.status)
        for key, value in answer.headers.items():
            self.send_header(key, value)
        if fault is Kind.CUT:
            self.send_header("Transfer-Encoding", "chunked")
        else:
            self.send_header("Content-Length", str(len(answer.body)))
        self.end_headers()
        half = answer.body[: len(answer.body) // 2]
        if fault is Kind.DRIP:
            self._drip(answer.body)
        elif fault is Kind.SHORT:
            self._leave(half)
        elif fault is Kind.CUT:
            self._leave(f"{len(half):x}\r\n".encode() + half + b"\r\n")
        elif fault is Kind.RESET:
            self._leave(half, reset=True)
        else:
            self._last(answer.body)

    def _last(self, data: bytes) -> None:
        self.server.behind.finished(self.connection)
        self.wfile.write(data)
        self.wfile.flush()

    def _leave(self, data: bytes, *, reset: bool = False) -> None:
        """Send this and close the connection, or reset it."""
        self._last(data)
        self.close_connection = True
        if reset:
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.connection.close()

    def _drip(self, body: bytes) -> None:
        """Send in pieces, with much time of the clock between them."""
        size = -(-len(body) // _PIECES)
        pieces = [body[at : at + size] for at in range(0, len(body), size)]
        for piece in pieces[:-1]:
            self.wfile.write(piece)
            self.wfile.flush()
            self.server.behind.clock.sleep(_PIECE_SECONDS)
            time.sleep(self.server.behind.pause)
        self._last(pieces[-1])

    def send_response(self, code: int, message: str | None = None) -> None:
        """As the base class has it, but with the clock's time."""
        self.send_response_only(code, message)
        self.send_header("Server", "local arXiv")
        self.send_header("Date", f"{self.server.behind.clock.now():%a, %d %b %Y %H:%M:%S} GMT")


def _is_open(connection: socket.socket) -> bool:
    """Whether the other side still listens: a client that gave up has closed its end."""
    try:
        if not select.select([connection], [], [], 0)[0]:
            return True
        return bool(connection.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT))
    except (OSError, ValueError):
        return False
