"""What all fetching commands share: request a document, read it, store it, and log the outcome."""

from __future__ import annotations

import datetime as dt
import os
import re
import zlib
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from daybook import config
from daybook.archive import Context
from daybook.config import Settings
from daybook.coverage.completeness import DAILY
from daybook.errors import GeneratorError, NoListing, NotAsked, NotFetched, Offline, Refused, SaysNothing, actionable
from daybook.fetch import hosts
from daybook.fetch.client import Client, Clock, Patience, Progress
from daybook.fetch.hosts import Hosts, Request
from daybook.fetch.wire import Again, Limits, Received, Refusal
from daybook.log.documents import MOST_BYTES
from daybook.log.statements import FetchLog
from daybook.log.store import Document
from daybook.model import Attempt, Listing, Outcome
from daybook.model.jsonl import document_hash
from daybook.runtime import terminal
from daybook.runtime.files import digest
from daybook.sources import received, registry, site_pages
from daybook.sources.received import bounded
from daybook.sources.registry import ARXIV_HOSTS, detect

_LONGEST_NOTE = 500
Listings = tuple[Listing, ...]


@dataclass(frozen=True, slots=True)
class Selection:
    """The part of a document that is stored; of one that is not, the reason and the outcome of its attempt."""

    listings: Listings
    reason: str = ""
    outcome: Outcome = "stale"
    missing: tuple[str, ...] = ()  # the keys of papers that were asked for and are not in it


Sift = Callable[[Listings], Selection]


@dataclass(frozen=True, slots=True)
class Environment:
    """The world outside the program: the clock and the services."""

    clock: Clock = field(default_factory=Clock)
    hosts: Hosts | None = None  # None: the real ones, or those that DAYBOOK_HOSTS names
    limits: Limits = field(default_factory=Limits)
    patience: Patience = field(default_factory=Patience)


@dataclass(frozen=True, slots=True)
class Target:
    """What a request is for, as its attempt is logged."""

    service: str
    category: str | None = None
    date: dt.date | None = None

    def __str__(self) -> str:
        return " ".join(str(part) for part in (self.category, self.date, f"({self.service})") if part)


class FetchSession:
    """Fetches documents into one archive. Its store must be locked."""

    def __init__(self, context: Context, settings: Settings, world: Environment) -> None:
        self.context, self.clock = context, world.clock
        self.settings, keys = config.filled(settings, os.environ)
        self._secrets = (*keys, *self.settings.secrets)
        self.progress = Progress(context.folder)
        self.log = FetchLog(context.folder, context.unsound)
        self.log.settle()
        now = world.clock.now()
        self._resting, self._lists = hosts.rests(self.log.since((now - hosts.AT_MOST).date()), now)
        others = {name: rule.host for name, rule in self.settings.sources.items() if rule.url}
        self.client = Client(
            world.hosts or hosts.all_hosts(others), world.clock, settings.contact, limits=world.limits,
            patience=world.patience, memory=self.progress, resting=self._resting,
        )  # fmt: skip
        self.reasons: dict[Target, str] = {}  # why the last attempt did not give everything
        self.unasked: set[Target] = set()  # what was not asked for, as its service should be left alone
        self.added: Counter[Target] = Counter()  # records that are new in this run
        self._unlogged: list[Attempt] = []

    def __enter__(self) -> FetchSession:
        return self

    def __exit__(self, *_: object) -> None:
        self.client.__exit__()

    def may_ask_arxiv(self) -> bool:
        """Whether any of arXiv's services may be asked; if not, one line says so, and makes the exit code 1."""
        if not all(host in self._resting for host in ARXIV_HOSTS):
            return True
        rest = min((self._resting[host] for host in ARXIV_HOSTS), key=lambda each: each.until)
        hint = "read arXiv's rules for programs at https://info.arxiv.org/help/robots.html, then run the command again"
        self.context.fail(NotAsked(str(rest), subject="arXiv", hint=hint))
        return False

    def check_list(self, wanted: Target) -> None:
        """Raise NotAsked where this service's list of a category should not be read again yet."""
        if rest := self._lists.get((wanted.service, wanted.category)):
            raise NotAsked(str(rest), subject=str(wanted))

    def get(self, wanted: Target, request: Request, sift: Sift | None = None) -> Listings | None:
        """Request a document and store it; the listings that were stored. None: it failed, which is logged.

        Raises Offline where no service can be reached at all.
        """
        reading = self.reading(wanted)
        with self.guarded(wanted):
            try:
                answer = self.client.get(self._conditional(request), reading.problem)
            except NotFetched as error:
                if reading.partial is None or error.status != 200:
                    raise
                # What came in part is more than nothing, and its own totals say that it is not all.
                data, listings = reading.partial
                self.reasons[wanted] = self.public(str(error))
                partial = Received(200, "", {}, data)
                self.keep(wanted, partial, listings, sift, problem=str(error))
                return None
            if answer.status == 304:
                self.ended(wanted, "nothing new", 304)
                return ()
            stored = self.keep(wanted, answer, reading.listings, sift)
            self._remember(request, answer)
            return stored
        return None

    def take(self, wanted: Target, request: Request, sums: Collection[str] = ()) -> int | None:
        """Request a document, which is one of several, and store it without a word; the records that are new. None: it
        is not stored, as its SHA-256 is none of `sums`, where there are any.

        Raises NotFetched.
        """
        before, reading = self.added[wanted], self.reading(wanted)
        answer = self.client.get(self._conditional(request), reading.problem)
        if sums and answer.status == 200 and answer.sums.isdisjoint(sums):
            return None
        if answer.status == 200 and reading.listings:
            answer = replace(answer, body=unpacked(answer.body))
            self._store(wanted, answer.body, reading.listings, reading.listings)
            self._remember(request, answer)
        return self.added[wanted] - before

    def reading(self, wanted: Target) -> Reading:
        """The reader of answers to such a request."""
        others = {name: rule.url for name, rule in self.settings.sources.items()}
        return Reading(wanted.service, others, self.clock.now().date())

    @contextmanager
    def guarded(self, wanted: Target) -> Iterator[None]:
        """Report and log a failure inside, and go on with the run.

        Raises Offline, and errors of this machine or of the archive.
        """
        try:
            yield
        except NotFetched as error:
            self._failed(wanted, error)
        except (GeneratorError, OSError):
            raise
        except Exception as error:  # in reading a document of an unforeseen kind
            fault = actionable(error)
            self.context.trace(fault)
            self._failed(wanted, NotFetched(str(fault)))

    def keep(
        self, wanted: Target, answer: Received, listings: Listings, sift: Sift | None = None, problem: str = ""
    ) -> Listings:
        """Store a document, report and log it; the listings that were stored. problem: why it is incomplete."""
        if sift and listings:
            sifted = sift(listings)
        else:
            sifted = Selection(listings, "" if listings else "contains nothing", "quiet")
        outcome, text = sifted.outcome, "not stored"
        if sifted.listings:
            outcome, text = self._store(wanted, answer.body, listings, sifted.listings)
        notes = [note for note in (sifted.reason, problem) if note]
        if outcome in ("refused", "stale"):
            self.reasons[wanted] = self.public(sifted.reason)
        self.context.say(self.public(f"{wanted}: {'; '.join([text, *notes])}"))
        self.ended(wanted, outcome, answer.status, "; ".join(notes) or None, papers=sifted.missing)
        return sifted.listings

    def ended(
        self, wanted: Target, outcome: Outcome, status: int | None, note: str | None = None,
        until: dt.datetime | None = None, papers: tuple[str, ...] = (),
    ) -> None:  # fmt: skip
        """Log the outcome of an attempt. A run that reached no service logs nothing."""
        now = self.clock.now().replace(microsecond=0)
        note = terminal.printable(self.public(note))[:_LONGEST_NOTE] if note else None
        self._unlogged.append(
            Attempt(
                when=now, service=wanted.service, outcome=outcome, category=wanted.category, date=wanted.date,
                status=status, note=note, until=until.replace(microsecond=0) if until else None, papers=papers,
            )
        )  # fmt: skip
        if self.client.reached:
            for attempt in self._unlogged:
                self.log.add(attempt)
            self._unlogged.clear()

    def _failed(self, wanted: Target, error: NotFetched) -> None:
        """Report and log a failed attempt."""
        if isinstance(error, Offline):
            raise error
        self.reasons[wanted] = self.public(str(error))
        if isinstance(error, NotAsked):  # nothing was asked: there is nothing to log
            self.unasked.add(wanted)
            return
        if self.client.reached:
            self.context.say(f"{wanted}: {self.reasons[wanted]}")
        self.ended(wanted, "refused" if error.status == 200 else "failed", error.status, str(error), error.until)

    def public(self, text: str) -> str:
        """A text without the keys in the addresses of archive.yml, which error pages like to repeat."""
        return terminal.redacted(text, self._secrets)

    def _store(self, wanted: Target, data: bytes, listings: Listings, kept: Listings) -> tuple[Outcome, str]:
        secrets = self._secrets
        raw = kept == listings and all(self.settings.rule(x.source, x.origin).keep for x in listings)
        telling = raw and any(secret.encode() in data for secret in secrets)  # what is kept is published
        kept = tuple(_without(each, secrets) for each in kept) if secrets else kept
        document = Document(
            name=str(wanted), hash=document_hash(data), listings=kept, raw=data if raw and not telling else None
        )  # fmt: skip
        done = self.context.store.add(document)
        self.context.store.coverage.flush()
        self.added[wanted] += done.added
        text = received.Contents(kept).describe(kept[0].format)
        text += "; document itself not kept, as it contains the key from its address" if telling else ""
        if done.added or done.removed:
            return "stored", f"{text}; {terminal.count(done.added, 'record')} stored"
        return ("quiet" if all(x.quiet for x in kept) else "nothing new"), f"{text}; nothing new"

    def _conditional(self, request: Request) -> Request:
        """The request, made conditional if the document it gave before is stored."""
        noted = self.progress.read(_name(request))
        if not noted or not self.context.store.coverage.holds(noted.get("document", "")):
            return request
        return replace(request, etag=noted.get("etag"), modified=noted.get("modified"))

    def _remember(self, request: Request, answer: Received) -> None:
        """Note the headers of an answer that can be sent back; one that cannot would break all later requests."""
        told = {"etag": answer.headers.get("etag"), "modified": answer.headers.get("last-modified")}
        notes = {
            name: value for name, value in told.items()
            if value and len(value) <= _LONGEST_NOTE and value.isascii() and value.isprintable()
        }  # fmt: skip
        if notes:
            self.progress.write(_name(request), {"document": document_hash(answer.body), **notes})


def _without(listing: Listing, secrets: Sequence[str]) -> Listing:
    """The listing without the addresses that contain one of these secrets."""
    entries = (
        replace(entry, url=None) if any(secret in (entry.url or "") for secret in secrets) else entry
        for entry in listing.entries
    )
    return replace(listing, entries=tuple(entries))


def _name(request: Request) -> str:
    """The name of a request's notes: without its address, which may be long and may contain a key."""
    words = "&".join(f"{name}={value}" for name, value in request.params.items())
    return f"seen-{digest(request.host, request.path, words)}"


class Reading:
    """Reads a document as it arrives, and says what is wrong with it."""

    def __init__(self, service: str, others: Mapping[str, str], today: dt.date) -> None:
        """service: as the fetch log names it; others: the sources of archive.yml with their addresses; today: UTC."""
        self._asked = service, others, today
        self.listings: Listings = ()
        self.partial: tuple[bytes, Listings] | None = None  # the last that was read, but not all of it

    def problem(self, data: bytes) -> str | None:
        """What is wrong with a document; None: nothing, and `listings` is what it says.

        Raises Refusal for what will be the same in a minute: another site's page of no known form, and what is not
        believed of that site; Again for what came whole and no reader can read: then the service has probably changed
        its pages, and patience does not help.
        """
        service, others, today = self._asked
        elsewhere, reader = service not in registry.SERVICES, None
        try:
            data = unpacked(data)
            reader = detect(data)
            self.listings = registry.signed(service, bounded(reader.read(data)), others)
        except SaysNothing:
            self.listings = ()
        except Refused as error:
            if elsewhere and isinstance(error, NoListing):
                hint = error.hint if reader is site_pages.HTML else "check that the address is still correct"
                raise Refusal(f"{error.problem}; {hint}", 200) from None
            says_later = reader is site_pages.UNKNOWN and not isinstance(
                error, NoListing
            )  # a page that says "try again"
            if not elsewhere and not says_later and is_whole(data):
                raise Again(str(error), 200, unknown=True) from None
            return str(error)
        objection = registry.objection(service, self.listings, others, today)
        if objection and elsewhere:
            raise Refusal(objection, 200)
        if objection:
            return objection
        problem = unsound(self.listings)
        if problem:
            self.partial = data, self.listings
        return problem


_ROOT = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*+(?:<\?[^>]{0,500}>\s*+|<!--.{0,2000}?-->\s*+|<![^>]{0,500}>\s*+){0,9}+<([A-Za-z][\w:.-]{0,60})",
    re.DOTALL,
)


def is_whole(data: bytes) -> bool:
    """Whether a page or an XML document ends as it began: with its root element's end."""
    root = _ROOT.match(data[:20_000])
    end = data[-500:].rstrip().lower()
    return root is not None and end.endswith(b"</" + root[1].lower() + b">")


def unpacked(data: bytes) -> bytes:
    """A document as it is, or as it was before gzip. Raises Refused where it is damaged, or larger than any is."""
    if not data.startswith(b"\x1f\x8b"):
        return data
    unpacking = zlib.decompressobj(wbits=31)
    try:
        plain = unpacking.decompress(data, MOST_BYTES + 1)
    except zlib.error as error:
        raise Refused(f"is a damaged .gz file ({error})") from None
    if len(plain) > MOST_BYTES or not unpacking.eof or unpacking.unused_data:
        raise Refused("is a .gz file that is cut off, has several parts, or is too large")
    return plain


def unsound(listings: Sequence[Listing]) -> str | None:
    """How a document contradicts itself: it shows fewer, more or other entries than it states; None: it does not."""
    for sentence in received.Contents(listings).mismatches():
        return sentence.partition(";")[0]
    for listing in listings:
        if registry.is_secondhand(listing):  # another archive tells of parts of announcements, and never of a whole one
            continue
        if listing.source in DAILY and (sentences := listing.faults()):
            return f"{listing.category or listing.source} of {listing.date}: {received.some_of(sentences)}"
        if listing.source == registry.RSS.name and not listing.quiet and not listing.whole:
            return f"{listing.category} of {listing.date}: {'; '.join(listing.notes)}"
    return None
