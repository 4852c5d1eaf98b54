"""A local web server: a site's files over HTTP, and nothing else.

Pages are served unchanged, so what is seen is what will be published, including its content security policy, which
would have to admit a script that reloads pages. `daybook build` replaces each file in one step, so the next request is
answered from the new site.
"""

from __future__ import annotations

import ipaddress
import os
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from socketserver import TCPServer
from typing import Any, BinaryIO
from urllib.parse import unquote, urlsplit

from daybook.errors import BuildError
from daybook.exports.feed_formats import FORMATS

_LOCAL = ("localhost", "127.0.0.1", "::1")
_EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - only if the person asks for it


@contextmanager
def listening(address: str, url: str = "") -> Iterator[Server]:
    """A server that is bound to `address` (host:port; port 0: any free one) and answers once `show` is called. The site
    is served below the path that it will have at `url`. Raises BuildError if the address is invalid or in use."""
    host, _, port = address.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if not (host and port.isascii() and port.isdigit() and int(port) < 1 << 16):
        hint = "use one like 127.0.0.1:8000 with --address"
        raise BuildError("cannot serve the site: not a valid address", subject=address, hint=hint)
    try:
        server = Server(host, int(port), urlsplit(url).path or "/")
    except (OSError, UnicodeError) as error:
        problem = getattr(error, "strerror", None) or "unknown host"
        hint = "stop the program that uses it, or choose another with --address"
        raise BuildError(f"cannot serve the site: {problem}", subject=address, hint=hint) from error
    with server:
        yield server


class Server(ThreadingHTTPServer):
    """Answers only requests for one of its own names, so that no other site can read it by pointing a name here."""

    daemon_threads = True
    allow_reuse_address = os.name != "nt"  # on Windows, it would let two programs listen

    def __init__(self, host: str, port: int, base: str) -> None:
        infos = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        self.address_family, *_, place = min(infos, key=lambda one: one[0] != socket.AF_INET)
        self._names = {*_LOCAL, host.lower()}
        self._open = host in _EVERYWHERE
        self.base, self.folder = base, Path()
        super().__init__(place, _Handler)  # type: ignore[arg-type]

    def server_bind(self) -> None:
        """Bind without looking up the machine's full name, which may take seconds."""
        TCPServer.server_bind(self)
        self.server_name, self.server_port = self.server_address[:2]  # type: ignore[assignment]

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A reader who leaves before a page has come is no error."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)

    @property
    def url(self) -> str:
        """The site's address for a browser."""
        host = f"[{self.server_name}]" if ":" in self.server_name else self.server_name
        return f"http://{host}:{self.server_port}{self.base}"

    def show(self, folder: Path) -> None:
        """Serve a site until Ctrl-C."""
        self.folder = folder
        with suppress(KeyboardInterrupt):
            self.serve_forever()

    def answers_to(self, host: str | None) -> bool:
        """Whether the host in a request is one of this server's names."""
        with suppress(ValueError):
            name = urlsplit(f"//{host or ''}").hostname or ""
            return name in self._names or (self._open and bool(ipaddress.ip_address(name)))
        return False


class _Handler(SimpleHTTPRequestHandler):
    server: Server
    timeout = 60  # seconds for a request to arrive
    # A feed's suffix that other files have, too, says what it says of these.
    extensions_map = {each.suffix: each.type for each in FORMATS} | SimpleHTTPRequestHandler.extensions_map | {
        ".css": "text/css",
        ".html": "text/html; charset=utf-8",
        ".js": "text/javascript",
        ".json": "application/json",
        ".svg": "image/svg+xml",
        ".woff2": "font/woff2",
        ".xml": "application/xml",
    }  # fmt: skip

    def send_head(self) -> BytesIO | BinaryIO | None:
        """Send the headers and return the requested file; None if there is none or the request is for another host."""
        names = self.headers.get_all("Host", [])
        if len(names) != 1 or not self.server.answers_to(names[0]):
            self.send_error(HTTPStatus.FORBIDDEN, "Forbidden", "This server answers only to its own names.")
            return None
        path = urlsplit(self.path).path
        if path != self.server.base and f"{path.rstrip('/')}/" in ("/", self.server.base):
            self.send_response(HTTPStatus.FOUND)
            self.send_header("Location", self.server.base)
            self.end_headers()
            return None
        if not path.startswith(self.server.base) or "\0" in unquote(path):
            self.send_error(HTTPStatus.NOT_FOUND)
            return None
        return super().send_head()

    def translate_path(self, path: str) -> str:
        self.directory = str(self.server.folder)
        return super().translate_path("/" + path.removeprefix(self.server.base))

    def list_directory(self, path: str | os.PathLike[str]) -> None:
        self.send_error(HTTPStatus.NOT_FOUND)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        page = self.server.folder / "404.html"
        if code != HTTPStatus.NOT_FOUND or not page.is_file():
            super().send_error(code, message, explain)
            return
        data = page.read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-cache")
        self.send_header("X-Content-Type-Options", "nosniff")
        super().end_headers()

    def log_message(self, *_: Any) -> None:
        """What a browser asks for is no news."""
