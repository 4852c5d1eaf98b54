"""A published site read over the web, file by file, to be compared with its sums: a few connections, and patience.

A static host is made for readers, so no pause is kept between files; a host that is busy is asked again later.
"""

from __future__ import annotations

import json
import os
import re
import threading
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from html import unescape
from urllib.parse import quote, unquote, urljoin, urlsplit

import tenacity

from daybook.errors import NotFetched
from daybook.fetch.client import BUSY, MOST_REDIRECTS, REDIRECTS, fault_of
from daybook.fetch.wire import Again, Limits, Received, Refusal, Wire
from daybook.runtime import program

CONNECTIONS = 4
LIMITS = Limits(size=200_000_000)
_MOST_MAPS = 100
"""Parts of a sitemap that are read."""
_TRIES = 4
_SLICE = 20
"""Files that are asked for at a time; where none of them comes, no more are."""
WAIT, _LONGEST_WAIT = 1.0, 60.0
"""Seconds before the second try, doubled each time; and at most."""
_MAPS = (".xml", ".xml.gz")
_LOCATION = re.compile(r"<loc>([^<]*)</loc>")

Watch = Callable[[Iterable[int], int], Iterable[int]]
"""Shows progress: takes counts of files and their total, and passes the counts on."""


class Published:
    """A site at an http(s) address. Use as a context manager: it holds connections, one a thread."""

    def __init__(self, address: str) -> None:
        """Raises NotFetched where it is no address."""
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise NotFetched("is not a web address", subject=address, hint="write it as https://...")
        self.base = _folder(address)
        self._headers = {"User-Agent": f"Daybook/{program.VERSION} (verify)", "Accept": "*/*"}
        self._local, self._wires = threading.local(), list[Wire]()

    def __enter__(self) -> Published:
        return self

    def __exit__(self, *_: object) -> None:
        for wire in self._wires:
            wire.close()

    def locate(self, path: str) -> None:
        """Ask for a file; what redirects tell of the site's address holds from then on. Raises NotFetched."""
        received = self._asked(path, anywhere=True)
        if received.status != 200:
            raise self._failed(path, f"responded with status {received.status}")
        if received.url.endswith(f"/{_quoted(path)}"):
            self.base = received.url.removesuffix(_quoted(path))

    def file(self, path: str) -> bytes | None:
        """A file of the site; None where there is none. Raises NotFetched."""
        received = self._asked(path)
        if received.status not in (200, 404, 410):
            raise self._failed(path, f"responded with status {received.status}")
        return received.body if received.status == 200 else None

    def hashes(self, paths: Sequence[str], watch: Watch) -> list[str | NotFetched | None]:
        """The SHA-256 of each file, in order; None where there is none, or why it did not come.

        Raises NotFetched where the site does not answer any more.
        """
        done: list[str | NotFetched | None] = []

        def hashed(path: str) -> str | NotFetched | None:
            try:
                data = self.file(path)
            except NotFetched as error:
                return error
            return None if data is None else sha256(data).hexdigest()

        def counts() -> Iterator[int]:
            with ThreadPoolExecutor(CONNECTIONS) as pool:
                for at in range(0, len(paths), _SLICE):
                    done.extend(pool.map(hashed, paths[at : at + _SLICE]))
                    if isinstance(done[-1], NotFetched) and all(
                        isinstance(each, NotFetched) for each in done[-_SLICE:]
                    ):
                        raise done[-1]
                    yield min(_SLICE, len(paths) - at)

        for _ in watch(counts(), len(paths)):
            pass
        return done

    def named(self) -> set[str]:
        """The files that the site itself names, as far as it has such lists: in its sitemap, in the maps that this
        names in its place, and in the lists of its offline app. Raises NotFetched where it does not answer."""
        found: set[str] = set()
        todo, seen, root = ["sitemap.xml"], set[str](), ""
        while todo and len(seen) < _MOST_MAPS:
            path = todo.pop()
            seen.add(path)
            data = self.file(path) or b""
            if data.startswith(b"\x1f\x8b"):
                try:  # as far as it can be read
                    data = zlib.decompressobj(wbits=31).decompress(data, LIMITS.size)
                except zlib.error:
                    data = b""
            places = [unescape(place).strip() for place in _LOCATION.findall(data.decode(errors="replace"))]
            if not root:  # the address that the site was built for, which may be another
                own = any(place.startswith(self.base) for place in places)
                root = self.base if own else _folder(min(places, key=len, default=""))
            below = {unquote(place.removeprefix(root)) for place in places if place.startswith(root)}
            maps = {place for place in below if place.endswith(_MAPS)}
            todo += sorted(maps - seen)
            found |= maps | {place or "index.html" for place in below - maps}
        try:
            for name, *_ in json.loads(self.file("offline/index.json") or b'{"lists":[]}')["lists"]:
                found.add(f"offline/{name}.json")
                folder = "" if name == "_" else f"{name}/"
                found |= {folder + row[0] for row in json.loads(self.file(f"offline/{name}.json") or b"[]")}
        except (ValueError, KeyError, TypeError, IndexError):
            pass  # it differs from its sum, which is told
        return found

    def _asked(self, path: str, *, anywhere: bool = False) -> Received:
        """The answer to a request, whatever its status, once the host is not busy. Raises NotFetched.

        anywhere: redirects may lead to another host; else one is an answer like any other.
        """
        url = self.base + _quoted(path)

        def wait(state: tenacity.RetryCallState) -> float:
            return min(max(WAIT * 2.0 ** (state.attempt_number - 1), fault_of(state).after or 0.0), _LONGEST_WAIT)

        retrying = tenacity.Retrying(
            retry=tenacity.retry_if_exception_type(Again), wait=wait, stop=tenacity.stop_after_attempt(_TRIES),
            reraise=True,
        )  # fmt: skip
        try:
            received: Received = retrying(self._once, url)
            for _ in range(MOST_REDIRECTS):
                target = urljoin(received.url, received.headers.get("location", ""))
                own, parts = urlsplit(url), urlsplit(target)
                if received.status not in REDIRECTS or parts.scheme not in ("http", "https"):
                    break
                if not anywhere and (parts.scheme, parts.hostname, parts.port) != (own.scheme, own.hostname, own.port):
                    break
                received = retrying(self._once, target)
        except (Again, Refusal, ValueError) as fault:
            raise self._failed(_quoted(path), str(fault)) from None
        return received

    def _once(self, url: str) -> Received:
        wire: Wire | None = getattr(self._local, "wire", None)
        if wire is None:
            wire = self._local.wire = Wire(LIMITS)
            self._wires.append(wire)
        received = wire.get(url, {}, self._headers)
        if received.status in BUSY:
            raise Again(f"responded with status {received.status}", received.status, after=received.after)
        return received

    def _failed(self, path: str, problem: str) -> NotFetched:
        return NotFetched(problem, subject=f"{self.base}{path}", hint="run the command again later")


def _quoted(path: str) -> str:
    return quote(os.fsencode(path))


def _folder(address: str) -> str:
    """The address of the folder that a page lies in, with a final slash."""
    plain = address.partition("#")[0].partition("?")[0]
    if plain.endswith("/"):
        return plain
    head, _, last = plain.rpartition("/")
    return f"{head}/" if last.endswith((".html", *_MAPS)) else f"{plain}/"
