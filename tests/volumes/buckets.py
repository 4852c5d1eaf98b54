"""A real S3 server on this machine, moto's, and one before it that answers 503 and slowly.

It is no part of the lock files, as botocore holds others back: `pip install "moto[s3]" flask flask-cors s3fs`.
"""

import http.client
import random
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from daybook.runtime.files import scan

from tests.serving import Handler, answering
from tests.volumes.library import MADE
from tests.waiting import wait_for

BUSY = b"<?xml version='1.0'?><Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>"
PASSED = ("content-length", "transfer-encoding", "connection", "server", "date")


@contextmanager
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """The port of an S3 server with an empty bucket `library`, which the environment names."""
    fsspec = pytest.importorskip("fsspec")
    pytest.importorskip("s3fs")
    program = shutil.which("moto_server") or pytest.skip("moto is not installed")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    for name, value in (("ACCESS_KEY_ID", "daybook"), ("SECRET_ACCESS_KEY", "x"), ("DEFAULT_REGION", "us-east-1")):
        monkeypatch.setenv(f"AWS_{name}", value)
    monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{port}")
    moto = subprocess.Popen([program, "-H", "127.0.0.1", "-p", str(port)], stderr=subprocess.DEVNULL)
    try:
        wait_for(lambda: answers(port))
        fsspec.filesystem("s3", skip_instance_cache=True).mkdir("library")
        yield port
    finally:
        moto.kill()
        moto.wait()


def answers(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
    except OSError:
        return False
    return True


@dataclass
class Faults:
    """What a bucket suffers from."""

    port: int  # of the server behind
    share: float  # of requests that are refused
    seconds: float  # that each other one takes
    chance: random.Random = field(default_factory=lambda: random.Random(33))
    asked: list[tuple[str, str, int]] = field(default_factory=list)  # method, path, status


class Busy(Handler):
    """Passes a request on, or answers 503."""

    def answer(self, body: bytes) -> None:
        faults: Faults = self.server.behind
        if faults.chance.random() < faults.share:
            return self.told(503, {"Content-Type": "application/xml"}, BUSY)
        time.sleep(faults.seconds)
        behind = http.client.HTTPConnection("127.0.0.1", faults.port)
        behind.request(self.command, self.path, body, dict(self.headers))
        given = behind.getresponse()
        headers = {name: value for name, value in given.getheaders() if name.lower() not in PASSED}
        size = given.getheader("Content-Length") if self.command == "HEAD" else None
        return self.told(given.status, headers, given.read(), size)

    def told(self, status: int, headers: dict[str, str], data: bytes, size: str | None = None) -> None:
        self.server.behind.asked.append((self.command, self.path, status))
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", size or str(len(data)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    do_PUT = do_DELETE = Handler.do_POST  # noqa: N815 - the base class names them so
    do_HEAD = Handler.do_GET  # noqa: N815


@contextmanager
def busy(monkeypatch: pytest.MonkeyPatch, port: int, share: float, seconds: float) -> Iterator[Faults]:
    """Put faults before a server, for whoever reads the environment from now on."""
    faults = Faults(port, share, seconds)
    with answering(Busy, faults) as address:
        monkeypatch.setenv("AWS_ENDPOINT_URL", address)
        yield faults


def put(archive: Path, address: str) -> None:
    """Put an archive's log at an address, in place of what is there."""
    import fsspec

    made = {"auto_mkdir": True} if address.startswith("file:") else {}
    system, root = fsspec.core.url_to_fs(address, **made, skip_instance_cache=True)
    names = [path for path in scan(archive) if path.split("/")[0] not in MADE]
    system.put([str(archive / name) for name in names], [f"{root}/{name}" for name in names])
