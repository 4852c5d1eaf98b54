"""A host of static files as GitHub Pages is one: compressed by kind of file, kept by browsers for ten minutes."""

import functools
import gzip
import mimetypes
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from urllib.parse import unquote, urlsplit

from tests import serving

LEVEL = 6
KEPT = "max-age=600"
_COMPRESSED = ("text/", "application/javascript", "application/json", "application/xml", "image/svg+xml")


class Host:
    """A host that is running. `sent`: path and bytes of each body, compressed, in the order of the requests."""

    def __init__(self, site: Path) -> None:
        self.site = site
        self.sent: list[tuple[str, int]] = []
        self.address = ""

    @functools.lru_cache(maxsize=4096)  # noqa: B019 - it lives as long as the program
    def body(self, path: str) -> tuple[str, bytes, bool] | None:
        """Kind, bytes and whether they are compressed; None for what is not there."""
        file = self.site / (path or "index.html")
        if file.is_dir():
            file = file / "index.html"
        if not file.resolve().is_relative_to(self.site.resolve()) or not file.is_file():
            return None
        kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        data = file.read_bytes()
        smaller = kind.startswith(_COMPRESSED)
        return kind, gzip.compress(data, LEVEL, mtime=0) if smaller else data, smaller


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def __init__(self, host: Host, *given: object) -> None:
        self._host = host
        super().__init__(*given)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        path = unquote(urlsplit(self.path).path).lstrip("/")
        found = self._host.body(path)
        kind, data, compressed = found or ("text/plain", b"", False)
        self._host.sent.append((path or "index.html", len(data) if self.command == "GET" else 0))
        self.send_response(200 if found else 404)
        self.send_header(
            "Content-Type", kind if "/" in kind and not kind.startswith("text/") else f"{kind}; charset=utf-8"
        )
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Cache-Control", KEPT)
        if compressed:
            self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        if self.command == "GET":
            with suppress(ConnectionError):  # a browser that leaves the page
                self.wfile.write(data)

    do_HEAD = do_GET  # noqa: N815 - the base class names it so

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class names it so
        pass


@contextmanager
def running(site: Path) -> Iterator[Host]:
    """Serves a site on this machine."""
    host = Host(site)
    server = serving.Server(("127.0.0.1", 0), functools.partial(_Handler, host))
    host.address = f"http://127.0.0.1:{server.server_port}/"
    with serving.running(server):
        yield host
