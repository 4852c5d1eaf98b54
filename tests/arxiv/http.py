"""A request as the local arXiv understands it, and its answer."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from email.utils import format_datetime
from hashlib import sha256


@dataclass(frozen=True)
class Request:
    service: str  # list, catchup, abs, rss, oai, api, pith, inference-report, biorxiv, journal; "": no such place
    path: tuple[str, ...]  # what follows the host, in segments
    params: Mapping[str, str]
    headers: Mapping[str, str]  # names in lower case
    now: dt.datetime
    about: dt.date  # the announcement it asks for; where it asks for none, the date in the East
    category: str | None = None
    base: str = ""  # the server's own address


@dataclass(frozen=True)
class Answer:
    status: int
    body: bytes
    headers: Mapping[str, str] = field(default_factory=dict)
    entries: int = 0  # papers in it

    def with_headers(self, **more: str) -> Answer:
        """The same with these headers; `Retry_After` for Retry-After."""
        named = {key.replace("_", "-"): value for key, value in more.items()}
        return replace(self, headers={**self.headers, **named})


def html(text: str, status: int = 200, entries: int = 0) -> Answer:
    return _text(text, "text/html; charset=utf-8", status, entries)


def xml(text: str, kind: str = "text/xml", status: int = 200, entries: int = 0) -> Answer:
    """XML, as arXiv sends it: without a charset."""
    return _text(text, kind, status, entries)


def plain(text: str, status: int = 200, entries: int = 0) -> Answer:
    return _text(text, "text/plain; charset=utf-8", status, entries)


def unavailable(request: Request, seconds: int = 300, *, as_date: bool = False) -> Answer:
    """503 with Retry-After."""
    until = format_datetime((request.now + dt.timedelta(seconds=seconds)).astimezone(dt.UTC), usegmt=True)
    return plain("Service Unavailable\n", 503).with_headers(Retry_After=until if as_date else str(seconds))


def tagged(answer: Answer) -> Answer:
    """With an ETag of its body, which arXiv's feeds leave without quotes."""
    return answer.with_headers(ETag=sha256(answer.body).hexdigest())


def _text(text: str, kind: str, status: int, entries: int) -> Answer:
    return Answer(status, text.encode(), {"Content-Type": kind}, entries)
