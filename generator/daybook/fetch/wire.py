"""One HTTP request, within limits of time and size that hold however slowly the answer arrives. The only door to the
HTTP library."""

from __future__ import annotations

import socket
import ssl
import threading
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from queue import Empty, SimpleQueue
from typing import Any

import httpx2

_OF_ERRORS = 65_536
"""Bytes that are read of an error's body, for its reason."""
_PIECE = 65_536


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Limits on an answer; times are by this machine's own clock."""

    connect: float = 8  # seconds, names looked up, all addresses tried, encryption agreed on
    idle: float = 60  # seconds without a byte
    seconds: float = 300  # in all
    size: int = 64_000_000  # bytes, unpacked: documents.MOST_BYTES; the largest answer seen has 7 MB


@dataclass(frozen=True, slots=True)
class Received:
    """An answer as it came. Header names are in lower case."""

    status: int
    url: str
    headers: Mapping[str, str]
    body: bytes
    sums: frozenset[str] = frozenset()  # SHA-256 of the body, and of the same as it was sent, which may be packed

    @property
    def after(self) -> float | None:
        """The seconds that a Retry-After header asks to wait; None: it asks for none, or names a date."""
        after = self.headers.get("retry-after", "")
        return float(after) if after.isdecimal() else None


class Again(Exception):
    """A failure that a retry may overcome.

    after: seconds that the service asks to wait; unknown: it came whole, and is of no known format, so that there is
    little hope.
    """

    def __init__(
        self, reason: str, status: int | None = None, *, after: float | None = None, connected: bool = True,
        unknown: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(reason)
        self.status, self.after, self.connected, self.unknown = status, after, connected, unknown


class Refusal(Exception):
    """A failure that a retry would not change."""

    def __init__(self, reason: str, status: int | None = None) -> None:
        super().__init__(reason)
        self.status = status


class Untrusted(Refusal):
    """A service whose certificate is not trusted. A retry would not change that, nor would another of its documents."""


class Wire:
    """A connection that is reused as long as it lasts."""

    def __init__(self, limits: Limits, *, direct: bool = False) -> None:
        """direct: never by way of a proxy that the environment names."""
        self._limits, self._direct = limits, direct
        self._http: httpx2.Client | None = None
        self._socket: socket.socket | None = None  # the connection's, so that it can be cut

    def close(self) -> None:
        """Close the connection."""
        if self._http:
            self._http.close()
        self._http = None

    def get(
        self, url: str, params: Mapping[str, str], headers: Mapping[str, str], body: bytes | None = None
    ) -> Received:
        """The answer, whatever its status. Raises Again where none came, or not all of it; Refusal where the address
        cannot be asked; Untrusted where its certificate is no good. body: is sent with POST.
        """
        http = self._http = self._http or httpx2.Client(
            follow_redirects=False, verify=_trusted(), trust_env=not self._direct,
            timeout=httpx2.Timeout(self._limits.idle, connect=self._limits.connect),
            limits=httpx2.Limits(max_connections=1, max_keepalive_connections=1),
        )  # fmt: skip
        # A client's own limits start again with every byte and every address tried; so the request has a thread of its
        # own, which is cut off from outside.
        connected, given_up, ended = threading.Event(), threading.Event(), SimpleQueue[Received | Exception]()

        def watch(event: str, details: Mapping[str, Any]) -> None:  # each step of the exchange
            if given_up.is_set():
                raise Again("was given up")
            if event.endswith(("connect_tcp.complete", "start_tls.complete")):
                self._socket = details["return_value"].get_extra_info("socket")
            # What swallows packets may accept a connection; nobody but the service ends the handshake.
            handshake = "start_tls.complete" if url.startswith("https:") else "connect_tcp.complete"
            if event.endswith((handshake, "send_request_headers.started")):
                connected.set()

        def ask() -> None:
            try:
                ended.put(self._exchange(http, url, params, headers, body, watch))
            except Exception as error:  # told to the one who waits
                ended.put(error)
            finally:
                connected.set()

        threading.Thread(target=ask, daemon=True).start()
        try:
            return self._result(connected, ended)
        except (Again, Untrusted):
            given_up.set()
            with suppress(OSError):  # even while the thread reads from it; it may be closed already
                if self._socket:
                    socket.socket.shutdown(self._socket, socket.SHUT_RDWR)
            self.close()
            raise

    def _result(self, connected: threading.Event, ended: SimpleQueue[Received | Exception]) -> Received:
        """The answer that a thread brings. Raises Again or Refusal."""
        limits = self._limits
        if not connected.wait(limits.connect):
            raise Again(f"cannot be reached within {limits.connect:g} seconds", connected=False)
        try:
            result = ended.get(timeout=limits.seconds)
        except Empty:
            raise Again(f"did not finish its answer within {limits.seconds:g} seconds") from None
        if isinstance(result, Received):
            return result
        if isinstance(result, Again):
            raise result
        reason = " ".join(str(result).split()) or type(result).__name__
        if isinstance(result, httpx2.ConnectError) and (problem := _distrust(result)):
            raise Untrusted(problem) from None
        if isinstance(result, httpx2.ConnectError | httpx2.ConnectTimeout):
            raise Again(f"cannot be reached: {reason}", connected=False) from None
        if isinstance(result, httpx2.TransportError):
            raise Again(f"did not complete its response: {reason}") from None
        raise Refusal(f"cannot be requested: {reason}") from result

    def _exchange(
        self, http: httpx2.Client, url: str, params: Mapping[str, str], headers: Mapping[str, str], sent: bytes | None,
        watch: Callable[[str, Mapping[str, Any]], None],
    ) -> Received:  # fmt: skip
        address = httpx2.URL(url, params=dict(params)) if params else httpx2.URL(url)
        # Only what is asked for here is unpacked here: the library takes a packed body that was cut for a whole one.
        asked, method = {**headers, "Accept-Encoding": "gzip"}, "GET" if sent is None else "POST"
        with http.stream(method, address, headers=asked, content=sent, extensions={"trace": watch}) as response:
            told = {name.lower(): value for name, value in response.headers.items()}
            whole, encoding = response.status_code == 200, told.get("content-encoding", "").strip().lower()
            most, data, came = self._limits.size if whole else _OF_ERRORS, bytearray(), sha256()
            try:
                for piece in _unpacked(_summed(response.iter_raw(_PIECE), came.update), encoding):
                    data += piece
                    if len(data) > most:
                        break
            except Again:
                if whole:  # of an error, its first bytes are enough
                    raise
            if whole and len(data) > most:
                raise Again(f"sent more than {most // 1_000_000} MB")
            sums = frozenset((sha256(data).hexdigest(), came.hexdigest()))
            return Received(response.status_code, str(response.url), told, bytes(data), sums)


@cache
def _trusted() -> ssl.SSLContext:
    """The trusted certificates: loaded once, for all connections."""
    return httpx2.create_ssl_context()


def _summed(pieces: Iterable[bytes], add: Callable[[bytes], None]) -> Iterator[bytes]:
    for piece in pieces:
        add(piece)
        yield piece


def _unpacked(pieces: Iterable[bytes], encoding: str) -> Iterator[bytes]:
    """The bytes that were packed, never many at a time. Raises Again where they are damaged, or end too soon."""
    if encoding in ("", "identity"):
        yield from pieces
        return
    if encoding not in ("gzip", "x-gzip"):
        raise Again(f"uses an unsupported encoding: {encoding[:40]!r}")
    unpacking, begun = zlib.decompressobj(wbits=31), False
    try:
        for piece in pieces:
            while piece:
                if unpacking.eof:  # a packed body may have several members
                    unpacking = zlib.decompressobj(wbits=31)
                begun = True
                yield unpacking.decompress(piece, _PIECE)
                piece = unpacking.unconsumed_tail or unpacking.unused_data.lstrip(b"\0")  # some pad the end
    except zlib.error as error:
        raise Again(f"cannot be decompressed: {error}") from None
    if begun and not unpacking.eof:
        raise Again("did not complete its response: the compressed body is incomplete")


_BETWEEN = "a network's login page or a proxy may stand between"
_CERTIFICATES = {
    9: "is not valid yet; set this computer's clock",
    10: "has expired; if this computer's clock is right, wait until its owner renews it",
    18: f"is signed by itself; {_BETWEEN}",
    19: f"is signed by an unknown authority; {_BETWEEN}",
    20: f"is signed by an unknown authority; {_BETWEEN}",
    62: f"is for another host; {_BETWEEN}",
    64: f"is for another host; {_BETWEEN}",
}
"""OpenSSL's number of what is wrong with a certificate -> the same in plain words, and what to do."""


def _distrust(error: BaseException) -> str:
    """What is wrong with the encryption that a service offered, with the mend; empty: nothing, it is another fault."""
    fault: BaseException | None = error
    while fault is not None and not isinstance(fault, ssl.SSLError):
        fault = fault.__cause__ or fault.__context__
    if isinstance(fault, ssl.SSLCertVerificationError):
        known = _CERTIFICATES.get(fault.verify_code, f"is not trusted ({fault.verify_message})")
        return f"cannot be trusted: its certificate {known}"
    return ""
