"""A tiny server of this machine whose answers a test writes byte by byte, certificates for it, and a clock."""

import datetime as dt
import socket
import ssl
import struct
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

START = dt.datetime(2026, 3, 3, 5, 30, tzinfo=dt.UTC)  # a Tuesday, 0:30 in New York


class FakeClock:
    """Time passes only by sleeping."""

    def __init__(self, start: dt.datetime = START) -> None:
        self.moment = start
        self.slept: list[float] = []

    def now(self) -> dt.datetime:
        return self.moment

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.moment += dt.timedelta(seconds=seconds)


@dataclass
class Reply:
    """What the server sends: all of it, byte by byte, or a reset in its place."""

    data: bytes = b""
    drip: float = 0.0  # seconds between bytes
    reset: bool = False
    hang: float = 0.0  # seconds before the first byte


@dataclass
class Seen:
    """A request as it came."""

    target: str
    headers: dict[str, str]
    when: dt.datetime


@dataclass
class Server:
    """Gives its replies one after another, the last one for ever."""

    clock: FakeClock
    replies: list[Reply]
    seen: list[Seen] = field(default_factory=list)
    base: str = ""
    encryption: ssl.SSLContext | None = None  # None: plain HTTP

    def serve(self, listener: socket.socket) -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            with connection:
                try:
                    if self.encryption:
                        with self.encryption.wrap_socket(connection, server_side=True) as encrypted:
                            self._talk(encrypted)
                    else:
                        self._talk(connection)
                except OSError:
                    continue

    def _talk(self, connection: socket.socket) -> None:
        text = b""
        while b"\r\n\r\n" not in text:
            part = connection.recv(65_536)
            if not part:
                return
            text += part
        first, *lines = text.decode().split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines if line)}
        self.seen.append(Seen(first.split(" ")[1], headers, self.clock.now()))
        reply = self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]
        if reply.reset:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            return
        time.sleep(reply.hang)
        if not reply.drip:
            connection.sendall(reply.data)
            return
        for k in range(len(reply.data)):
            connection.sendall(reply.data[k : k + 1])
            time.sleep(reply.drip)


@contextmanager
def serving(clock: FakeClock, *replies: Reply, encryption: ssl.SSLContext | None = None) -> Iterator[Server]:
    server = Server(clock, list(replies), encryption=encryption)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server.base = f"{'https' if encryption else 'http'}://127.0.0.1:{listener.getsockname()[1]}"
        thread = threading.Thread(target=server.serve, args=(listener,), daemon=True)
        thread.start()
        try:
            yield server
        finally:
            listener.shutdown(socket.SHUT_RDWR)
            thread.join(timeout=5)


def ok(body: bytes = b"all", status: str = "200 OK", **headers: str) -> Reply:
    """A whole answer. Header names: `_` for `-`."""
    told = {"Content-Length": str(len(body)), "Connection": "close"}
    told |= {name.replace("_", "-"): value for name, value in headers.items()}
    head = "".join(f"{name}: {value}\r\n" for name, value in told.items())
    return Reply(f"HTTP/1.1 {status}\r\n{head}\r\n".encode() + body)


_CONFIG = """
[ca]
default_ca = one
[one]
database = {folder}/database.txt
new_certs_dir = {folder}
serial = {folder}/serial
default_md = sha256
policy = names
x509_extensions = more
[names]
commonName = supplied
[more]
subjectAltName = {name}
"""


def certificate(folder: Path, name: str, first: str, last: str) -> Path:
    """A file with a certificate for a name ("IP:127.0.0.1") that signs itself, and its key. first, last: YYMMDD."""
    folder.mkdir()
    config, request, key, made = (folder / each for each in ("config", "request.pem", "key.pem", "certificate.pem"))
    config.write_text(_CONFIG.format(folder=folder, name=name))
    (folder / "database.txt").touch()
    (folder / "serial").write_text("01\n")
    asked = ["req", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", request, "-subj", "/CN=local"]
    signed = ["ca", "-batch", "-notext", "-selfsign", "-config", config, "-keyfile", key, "-in", request, "-out", made]
    for arguments in (asked, [*signed, "-startdate", f"{first}000000Z", "-enddate", f"{last}000000Z"]):
        subprocess.run(["openssl", *map(str, arguments)], check=True, capture_output=True)
    both = folder / "both.pem"
    both.write_bytes(made.read_bytes() + key.read_bytes())
    return both


def serving_with(file: Path) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    return context


def trusting(file: Path) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=str(file))
