"""Servers of this machine, and a folder over HTTP."""

import functools
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from socketserver import BaseServer
from typing import Any


class Loopback(ThreadingHTTPServer):
    """A server of one thing, which its handlers find as `behind`."""

    daemon_threads = True
    block_on_close = False
    behind: Any

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that goes away in the middle, or is killed, is no error of the server's."""


class Handler(BaseHTTPRequestHandler):
    """Answers for what is behind its server, and says nothing of it."""

    protocol_version = "HTTP/1.1"
    server: Loopback

    def answer(self, body: bytes) -> None:
        """A request with this body."""
        raise NotImplementedError

    def do_GET(self) -> None:
        self.answer(b"")

    def do_POST(self) -> None:
        self.answer(self.rfile.read(int(self.headers.get("Content-Length") or 0)))

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class names it so
        pass


class Server(ThreadingHTTPServer):
    """A server for browsers."""

    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing of a connection that a browser broke, as it left a page before all of it had come."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


class Quiet(SimpleHTTPRequestHandler):
    """Serves a folder and says nothing of it."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class names it so
        pass


@contextmanager
def running(server: BaseServer) -> Iterator[None]:
    """Have a server at work until the end of the block."""
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@contextmanager
def answering(handler: type[Handler], behind: object, port: int = 0) -> Iterator[str]:
    """Serve until the end of the block, at any free port or this one; the address."""
    server = Loopback(("127.0.0.1", port), handler)
    server.behind = behind
    with running(server):
        yield f"http://127.0.0.1:{server.server_port}"


@contextmanager
def serving(folder: Path, handler: type[Quiet] = Quiet, port: int = 0) -> Iterator[str]:
    """Serve a folder until the end of the block, at any free port or this one; the address, with a final slash."""
    server = Server(("127.0.0.1", port), functools.partial(handler, directory=str(folder)))
    with running(server):
        yield f"http://127.0.0.1:{server.server_port}/"
