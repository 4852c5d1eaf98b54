"""The one polite client: paced, patient, limited; wire.py is its door to the HTTP library.

One request at a time over one connection. A service that is busy is asked again, later each time; one that forbids is
never asked again in the same run.
"""

from __future__ import annotations

import datetime as dt
import json
import logging
import re
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from pathlib import Path
from urllib.parse import urlencode, urljoin, urlsplit

import tenacity

from daybook.errors import NotAsked, NotFetched, Offline, StoreError
from daybook.fetch.hosts import FORBIDDEN, Hosts, Request, Rest, group, is_safe, pace, place, rest_until, together
from daybook.fetch.wire import Again, Limits, Received, Refusal, Untrusted, Wire
from daybook.runtime import files, program
from daybook.sources.registry import ARXIV_HOSTS

# 503 with Retry-After of five minutes: a listing whose counts promise entries that a lagging replica lacks. 429, "Rate
# exceeded.": the API since spring 2026, even below its limit.
BUSY = frozenset((406, 429, 500, 502, 503, 504))
"""Statuses with which arXiv and its proxies answer valid requests: wait, then retry."""
# A catch-up page of an alias redirects to that of its category (301).
REDIRECTS = frozenset((301, 302, 303, 307, 308))
MOST_REDIRECTS = 5
_SHORTENED = 2
"""Requests to a service that may fail for good in a row before it is skipped for this run."""
_OF_UNKNOWN = 2
"""Tries at a document that came whole and is of no known format; and how many such documents of a service are tried so
often, before each of the others is asked for once."""
_ASKED = "asked"
_CONNECT = "connect to the network and run it again, or read a saved page with daybook ingest"
_LOG = logging.getLogger("daybook.fetch")

Check = Callable[[bytes], str | None]
"""What is wrong with a body; None: nothing. Raises Refusal where a retry would not help."""
Notes = dict[str, str]
"""The notes on one fetch in progress."""


class Clock:
    """This machine's clock. In tests another stands for it, by which months pass in seconds."""

    def now(self) -> dt.datetime:
        """The time, UTC."""
        return dt.datetime.now(dt.UTC)

    def sleep(self, seconds: float) -> None:
        """Return after this many seconds."""
        time.sleep(seconds)


class Progress:
    """Notes on fetches in progress by name, in an archive's .daybook/fetch/. Safe to delete: that only costs time."""

    def __init__(self, archive: Path) -> None:
        self._folder = files.work_folder(archive) / "fetch"
        self._scratch = files.scratch_folder(archive)

    def read(self, name: str) -> Notes:
        """The notes under this name; empty if they cannot be read."""
        try:
            notes = json.loads(files.read(self._path(name)) or b"")
        except (StoreError, ValueError):
            return {}
        sound = isinstance(notes, dict) and all(isinstance(value, str) for value in notes.values())
        return notes if sound else {}

    def write(self, name: str, notes: Notes) -> None:
        """Replace the notes under this name."""
        files.write(self._path(name), json.dumps(notes, sort_keys=True).encode(), self._scratch, durable=False)

    def forget(self, name: str) -> None:
        """Delete the notes under this name."""
        self._path(name).unlink(missing_ok=True)

    def _path(self, name: str) -> Path:
        return self._folder / f"{re.sub(r'[^A-Za-z0-9.+-]', '_', name)}.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """How often, and how long. All in seconds."""

    tries: int = 5
    first_wait: float = 15  # doubled each time
    busy_wait: float = 60  # at least so long after "too many requests"
    longest_wait: float = 900  # a service that asks for more is left alone in this run
    unreached: float = 5  # no second try after so long, as long as nothing was reached


class Client:
    """Asks services, one request at a time. Use as a context manager: it holds a connection."""

    def __init__(
        self,
        hosts: Hosts,
        clock: Clock,
        contact: str = "",
        *,
        limits: Limits | None = None,
        patience: Patience | None = None,
        memory: Progress | None = None,
        resting: Mapping[str, Rest] | None = None,
    ) -> None:
        """memory: where the times of requests are kept for later runs; resting: the hosts not to be asked, by former
        runs."""
        self.hosts, self.clock, self._memory = hosts, clock, memory
        self._patience = patience or Patience()
        name = contact.encode("ascii", "backslashreplace").decode() or "no contact given"
        # The API is said to refuse a User-Agent of one's own less often (status 429; reports of other programs, 2026).
        self._agent = f"Daybook/{program.VERSION} ({name})"
        self._wire = Wire(limits or Limits())
        self._started = clock.now()
        try:  # when each group of services was last asked
            noted = memory.read(_ASKED) if memory else {}
            self._asked = {name: dt.datetime.fromisoformat(when).astimezone(dt.UTC) for name, when in noted.items()}
        except ValueError:
            self._asked = {}
        self._failures: Counter[str] = Counter()
        self._unknown: Counter[tuple[str, str]] = Counter()  # documents of no known format in a row, by kind
        self._resting = dict(resting or {})
        self._closed: dict[str, str] = {}
        self.reached = False  # whether any service ever answered
        self.offline: set[str] = set()  # services that could not be reached before any was

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self._wire.close()

    def get(self, request: Request, check: Check | None = None) -> Received:
        """The answer, once it is well formed and passes `check`: of status 200, or 304 if the document has not changed.

        Raises NotFetched where it never is; Offline where neither this nor another service was ever reached.
        """
        host, began = request.host, self.clock.now()
        rest = self._resting.get(host)
        if rest and began < rest.until:
            raise NotAsked(str(rest), subject=place(host))
        if reason := self._closed.get(host):
            problem = f"will not be contacted again in this run, as it {reason}"
            raise NotAsked(problem, subject=place(host), hint="run the command again later")
        retrying = tenacity.Retrying(
            retry=tenacity.retry_if_exception_type(Again),
            wait=self._wait,
            stop=lambda state: self._gives_up(state, began, request),
            sleep=self.clock.sleep,
            before_sleep=lambda state: _log_retry(state, host),
            reraise=True,
        )
        try:
            answer: Received = retrying(self._once, request, check)
        except Again as fault:
            raise self._failed(request, fault) from None
        except Refusal as fault:
            raise self._refused(request, fault) from fault
        self._failures[host] = self._unknown[_kind(request)] = 0
        return answer

    def _once(self, request: Request, check: Check | None) -> Received:
        received = self._exchange(request.host, self.hosts.base(request.host) + request.path, request)
        for _ in range(MOST_REDIRECTS):
            if received.status not in REDIRECTS or not received.headers.get("location"):
                break
            received = self._exchange(request.host, self._led_to(request.host, received), None)
        status, headers = received.status, received.headers
        if status not in (200, 304):
            words = " ".join(received.body[:200].decode("utf-8", errors="replace").split())
            said = f' "{words[:80]}"' if words and not words.startswith("<") else ""
            if status in BUSY:
                after = self._seconds(headers.get("retry-after"))
                raise Again(f"responded with status {status}{said}", status, after=after)
            raise Refusal(f"responded with status {status}{said}", status)
        if problem := check(received.body) if check and status == 200 else None:
            raise Again(problem, status)
        return received

    def _led_to(self, host: str, received: Received) -> str:
        """Where a redirect leads. Raises Refusal where that is not the same service."""
        try:
            url = urljoin(received.url, received.headers["location"])
            allowed, parts = self.hosts.allows(host, url), urlsplit(url)
        except ValueError:
            raise Refusal("redirects to an invalid address", received.status) from None
        if not allowed:  # only its host is named: the rest may be a key
            raise Refusal(f"redirects to another site: {parts.scheme}://{parts.hostname or ''}", received.status)
        return url

    def _exchange(self, host: str, url: str, request: Request | None) -> Received:
        """Send one request, no sooner than its pace allows. request: None when following a redirect."""
        if not is_safe(url):
            raise Refusal("is not https")
        headers = {"User-Agent": self._agent, "Accept": request.accept if request else "*/*"}
        # arXiv's feeds get a new ETag whenever they are built, so that some answer 200 though nothing is new.
        if request and request.etag:
            headers["If-None-Match"] = request.etag
        if request and request.modified:
            headers["If-Modified-Since"] = request.modified
        # Without a memory another run may have ended just now: the first request of each service waits as well.
        last = self._asked.get(group(host), None if self._memory else self._started)
        wait = min((last - self.clock.now()).total_seconds() + pace(host), pace(host)) if last else 0.0
        if wait > 0:
            _LOG.debug("waiting %.1f s before the next request to %s", wait, place(host))
            self.clock.sleep(wait)
        query = "?" + urlencode(request.params) if request and host in ARXIV_HOSTS else ""
        name = place(host, urlsplit(url).path) + query
        began, former = time.perf_counter(), self._asked
        self._note_asked(host)  # before it is asked: a kill may come
        try:
            received = self._wire.get(url, request.params if request else {}, headers)
        except Again as fault:
            self.reached = self.reached or fault.connected
            self._note_asked(host, None if fault.connected else former)
            _LOG.debug("GET %s (%s, %.1f s)", name, _shown(fault, host), time.perf_counter() - began)
            raise
        except Untrusted:
            self._note_asked(host)
            raise
        self.reached = True
        number, seconds = len(received.body), time.perf_counter() - began
        _LOG.debug("GET %s (status %d, %s bytes, %.1f s)", name, received.status, f"{number:,}", seconds)
        self._note_asked(host)
        return received

    def _note_asked(self, host: str, times: dict[str, dt.datetime] | None = None) -> None:
        """Note that a service was asked just now; or else, as it was not reached, the times that were noted before."""
        self._asked = self._asked | {group(host): self.clock.now()} if times is None else times
        if self._memory:
            self._memory.write(_ASKED, {name: when.isoformat() for name, when in self._asked.items()})

    def _seconds(self, value: str | None) -> float | None:
        """The seconds that a Retry-After header asks for: it holds their number or a date."""
        if not value:
            return None
        if value.strip().isdecimal():
            return float(value)
        try:
            when = parsedate_to_datetime(value)
        except (ValueError, OverflowError):
            return None
        when = when if when.tzinfo else when.replace(tzinfo=dt.UTC)
        return max((when - self.clock.now()).total_seconds(), 0.0)

    def _wait(self, state: tenacity.RetryCallState) -> float:
        fault = fault_of(state)
        if not self.reached:
            return 1.0
        wait: float = self._patience.first_wait * 2 ** (state.attempt_number - 1)
        if fault.status in (406, 429):
            wait = max(wait, self._patience.busy_wait)
        return max(min(wait, self._patience.longest_wait), fault.after or 0.0)

    def _gives_up(self, state: tenacity.RetryCallState, began: dt.datetime, request: Request) -> bool:
        if not self.reached:
            return (self.clock.now() - began).total_seconds() >= self._patience.unreached
        tries = min(2, self._patience.tries) if self._failures[request.host] else self._patience.tries
        if fault_of(state).unknown:
            tries = min(tries, _OF_UNKNOWN if self._unknown[_kind(request)] < _OF_UNKNOWN else 1)
        return state.attempt_number >= tries or (fault_of(state).after or 0.0) > self._patience.longest_wait

    def _failed(self, request: Request, fault: Again) -> NotFetched:
        """The error for a request that failed for good; the service is left alone where it goes on failing."""
        host = request.host
        if not self.reached:
            self.offline.add(host)
            if len(self.offline) > 1:
                return Offline("no service can be reached", hint=_CONNECT)
            self._closed[host] = str(fault)
        if fault.unknown:
            self._unknown[_kind(request)] += 1
        if fault.status != 200:  # what came but was unsound says nothing of the service's other documents
            self._failures[host] += 1
        if self._failures[host] >= _SHORTENED or (fault.after or 0.0) > self._patience.longest_wait:
            self._closed[host] = str(fault)
        return self._until(_error(request, fault, "run the command again later"), host, fault)

    def _refused(self, request: Request, fault: Refusal) -> NotFetched:
        """The error for a request that may not be repeated; arXiv takes more requests after a 403 for an attack."""
        host = request.host
        if isinstance(fault, Untrusted):  # where that is so of two services, it is the network or the clock
            self._closed[host] = str(fault)
            self.offline |= set() if self.reached else {host}
            if not self.reached and len(self.offline) > 1:
                return Offline(f"no service can be reached: {place(host)} {fault}")
            return _error(request, fault)
        if fault.status == 200:
            return _error(request, fault)
        if fault.status != FORBIDDEN:
            return _error(request, fault, "check that the address is still correct")
        self._closed.update(dict.fromkeys(together(host, FORBIDDEN), str(fault)))
        return self._until(_error(request, fault, "it is left alone for a day; read the service's rules"), host, fault)

    def _until(self, error: NotFetched, host: str, fault: Again | Refusal) -> NotFetched:
        """The error, saying until when the service should be left alone; so do those for what is not asked for."""
        error.until = rest_until(fault.status, getattr(fault, "after", None), self.clock.now())
        if error.until:
            closed = together(host, fault.status) & self._closed.keys()
            self._resting.update(dict.fromkeys(closed, Rest(error.until, f"{place(host)} {fault}")))
        return error


def _log_retry(state: tenacity.RetryCallState, host: str) -> None:
    seconds = state.next_action.sleep if state.next_action else 0.0
    reason, number = _shown(fault_of(state), host), state.attempt_number + 1
    _LOG.debug("%s %s; attempt %d in %.0f s", place(host), reason, number, seconds)


def _shown(fault: Again, host: str) -> str:
    """What a log says of a fault: of other sites only the status, for their words may repeat a key in the address."""
    if host in ARXIV_HOSTS:
        return str(fault)
    return f"responded with status {fault.status}" if fault.status else "did not answer"


def fault_of(state: tenacity.RetryCallState) -> Again:
    """Why a request is to be repeated."""
    fault = state.outcome.exception() if state.outcome else None
    return fault if isinstance(fault, Again) else Again("did not answer")


def _kind(request: Request) -> tuple[str, str]:
    """The documents that are alike: those of a host below one place, such as all listing pages."""
    return request.host, request.path.lstrip("/").partition("/")[0]


def _error(request: Request, fault: Again | Refusal, hint: str = "") -> NotFetched:
    error = NotFetched(str(fault), subject=place(request.host, request.path), hint=hint)
    error.status = fault.status
    return error
