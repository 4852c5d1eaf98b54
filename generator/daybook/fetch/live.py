"""Whether the services that `fetch` asks still answer in the shape that their readers expect: each is asked once, at
its pace and under its rests, and nothing of its answer is stored.

An answer is as expected where its reader knows it and finds in it what was asked for, its totals agree, it consists of
the known elements and lacks none of them, and its entries have what no paper is without. arXiv is asked what a night
asks it: two listing pages, whose totals the others are compared with, the feed, OAI-PMH, and the API by a query and by
ids. Then the sources of archive.yml are asked.
"""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from daybook.errors import Offline, actionable
from daybook.fetch import asking, hosts, oai
from daybook.fetch.client import Patience
from daybook.fetch.hosts import Request
from daybook.fetch.session import FetchSession, Listings, Target
from daybook.fetch.wire import Received
from daybook.model import Entry, arxiv
from daybook.sources import received, registry
from daybook.sources.registry import ARCHIVE

ONCE = Patience(tries=1, unreached=0)
"""No second try, whatever comes."""
FEW = 0.1
"""What part of an answer's entries may lack a field: arXiv has papers whose list of authors is not available."""
_DAY = dt.timedelta(days=1)
_IDS = 5
_MOST_NAMED = 6
_CLASS = re.compile(rb"\bclass\s*=\s*[\"']?(list-[\w-]+)")
_ELEMENT = re.compile(rb"<(?:[A-Za-z][\w.-]*:)?([A-Za-z][\w.-]*)")


class _Shape(NamedTuple):
    """What an answer consists of."""

    named: re.Pattern[bytes]  # finds the names of its parts: of a page's fields, or of XML's elements
    names: str  # of these; what has a question mark may be absent
    fields: tuple[str, ...]  # that its entries have


_PAGE = _Shape(
    _CLASS, "list-title list-authors list-subjects list-comments? list-journal-ref?",
    ("authors", "categories", "abstract"),
)  # fmt: skip
_SHAPES = {
    "list": _PAGE,
    "catchup": _PAGE,
    "rss": _Shape(
        _ELEMENT, "rss channel title link description docs? language? lastBuildDate? managingEditor? pubDate skipDays?"
        " day? item guid category announce_type rights? DOI? journal_reference? creator",
        ("authors", "categories", "abstract"),
    ),
    "oai": _Shape(
        _ELEMENT, "OAI-PMH responseDate request ListRecords record header identifier datestamp setSpec metadata"
        " arXivRaw id submitter? version date size? source_type? title authors categories comments? proxy? report-no?"
        " acm-class? msc-class? journal-ref? doi? license? abstract resumptionToken?",
        ("authors", "categories", "abstract", "versions"),
    ),
    "api": _Shape(
        _ELEMENT, "feed id title updated link itemsPerPage totalResults startIndex entry summary category published"
        " comment? primary_category journal_ref? author name affiliation? doi?",
        ("authors", "categories", "abstract", "submitted"),
    ),
}  # fmt: skip
"""Request to arXiv, as the fetch log names it -> what its answers have been since 2024, or since 2026."""


@dataclass(frozen=True, slots=True)
class Answered:
    """What a service answered, compared with what is expected of it."""

    name: str  # of the service, for people
    entries: int
    differs: tuple[str, ...] = ()  # in plain words; none: it is as expected

    def __str__(self) -> str:
        number = f"{self.entries:,} {received.noun('all', self.entries)}" if self.entries else "no entries"
        return f"{self.name}: {'; '.join(self.differs) or f'as expected, {number}'}"


def ask(session: FetchSession) -> Iterator[Answered]:
    """Ask each service once. Raises Offline where none can be reached."""
    run, category = _Run(session), session.settings.categories[0]
    holidays, now = session.settings.all_holidays, session.clock.now()
    day = arxiv.newest_harvestable(now - _DAY, holidays)  # that all services show, whatever the hour
    yield run.one("arXiv listing, catchup", "catchup", hosts.catchup(category, day), day)
    yield run.one("arXiv listing, new", "list", hosts.new(category))
    yield run.one("arXiv feed", "rss", hosts.feed(category), arxiv.local_date(now))
    yield run.one("arXiv OAI-PMH", "oai", hosts.changes(category, day - _DAY), day)
    yield run.one("arXiv API, query", "api", hosts.submitted(category, *arxiv.submissions(day, holidays)), day)
    if run.ids:
        yield run.one("arXiv API, ids", "api", hosts.by_ids(run.ids))
    told = {"date": str(day), "category": category, "cursor": "0"}
    for name, rule in session.settings.sources.items():
        if registry.kind(name) == ARCHIVE.name and rule.url:
            yield run.archive(name, rule.path)
        elif rule.url:
            path = re.sub(r"\{(date|category|cursor)\}", lambda match: told[match[1]], rule.path)
            yield run.one(name, name, Request(host=name, path=path))


class _Run:
    """The requests of one run, and what was told so far."""

    def __init__(self, session: FetchSession) -> None:
        self._session, self._category = session, session.settings.categories[0]
        self._held = Counter[dt.date]()  # entries of listing pages, by their day
        self.ids: list[str] = []  # of papers that arXiv has told of

    def one(self, name: str, service: str, request: Request, day: dt.date | None = None) -> Answered:
        """What one request is answered. day: of the announcement that it is about."""

        def compare() -> tuple[int, list[str]]:
            reading = self._session.reading(Target(service))
            answer = self._session.client.get(request, reading.problem)
            entries = [entry for listing in reading.listings for entry in listing.entries]
            differs = received.Contents(reading.listings).damage()
            if shape := _SHAPES.get(service):
                differs += self._unlike(service, request, answer, reading.listings, day)
                differs += _unshapely(shape, answer.body, entries) if entries else ()
            return len(entries), differs

        return self._told(name, compare)

    def archive(self, name: str, path: str) -> Answered:
        """What another archive answers: the list of its files."""
        return self._told(name, lambda: (len(oai.archive_files(self._session.client, name, path)), []))

    def _told(self, name: str, compare: Callable[[], tuple[int, list[str]]]) -> Answered:
        try:
            entries, differs = compare()
            return Answered(name, entries, tuple(differs))
        except Offline:
            raise
        except Exception as error:  # of a reader, too, in an answer of an unforeseen kind
            problem = str(actionable(error)).removeprefix(f"{name}: ")
            return Answered(name, 0, (self._session.public(problem),))

    def _unlike(
        self, service: str, request: Request, answer: Received, listings: Listings, day: dt.date | None
    ) -> Iterator[str]:
        """How an answer differs from what was asked for, and from what listing pages told before."""
        if answer.url.partition("?")[0] != self._session.client.hosts.base(request.host) + request.path:
            yield f"has moved to {answer.url}"
        ids = [entry.arxiv_id for listing in listings for entry in listing.entries if entry.arxiv_id]
        if day is None and service == "api" and len(ids) < len(self.ids):
            yield f"has {len(ids)} of the {len(self.ids)} papers that were asked for"
        self.ids = self.ids or ids[:_IDS]
        if service in ("catchup", "list", "rss"):
            if not listings or not asking.is_page(service, self._category, listings[0]):
                yield asking.ANOTHER
            elif service == "catchup" and listings[0].date != day:
                yield f"is of {listings[0].date}, not of {day}"
            elif service != "rss":
                self._held[listings[0].date] = len(ids)
        if day and not ids and self._held[day]:
            yield f"has no entries, though the listing page of {day} has {self._held[day]:,}"


def _unshapely(shape: _Shape, body: bytes, entries: Sequence[Entry]) -> Iterator[str]:
    """How an answer with entries differs from its shape."""
    found = {name.decode() for name in shape.named.findall(body)}
    needed = {name for name in shape.names.split() if not name.endswith("?")}
    unknown = found.difference(shape.names.replace("?", "").split())
    for verb, names in (("has unknown", unknown), ("lacks", needed - found)):
        if names:
            yield f"{verb} {', '.join(sorted(names)[:_MOST_NAMED])}"
    for field in shape.fields:
        lacking = sum(not getattr(entry, field) for entry in entries)
        if lacking > FEW * len(entries):
            yield f"{lacking:,} of {len(entries):,} {received.noun('all', len(entries))} without {field}"
