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
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

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
_PAGE = "list-title list-authors list-subjects list-comments? list-journal-ref?"
_SHAPES = {
    "list": _PAGE,
    "catchup": _PAGE,
    "rss": "rss channel title link description docs? language? lastBuildDate? managingEditor? pubDate skipDays? day?"
    " item guid category announce_type rights? DOI? journal_reference? creator",
    "oai": "OAI-PMH responseDate request ListRecords record header identifier datestamp setSpec metadata arXivRaw id"
    " submitter? version date size? source_type? title authors categories comments? proxy? report-no? acm-class?"
    " msc-class? journal-ref? doi? license? abstract resumptionToken?",
    "api": "feed id title updated link itemsPerPage totalResults startIndex entry summary category published comment?"
    " primary_category journal_ref? author name affiliation? doi?",
}
"""Request to arXiv, as the fetch log names it -> what its answers consist of, since 2024 or 2026: the classes of a
page's fields, or the elements of XML; what has a question mark may be absent."""
_CLASS = re.compile(rb"\bclass\s*=\s*[\"']?(list-[\w-]+)")
_ELEMENT = re.compile(rb"<(?:[A-Za-z][\w.-]*:)?([A-Za-z][\w.-]*)")
_FIELDS = {"oai": ("versions",), "api": ("submitted",)}
"""What entries have besides authors, categories and an abstract."""


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
        if rule.url:
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
        client, reading = self._session.client, self._session.reading(Target(service))
        try:
            if registry.kind(service) == ARCHIVE.name:
                return Answered(name, len(oai.archive_files(client, name, request.path)))
            answer = client.get(request, reading.problem)
            entries = [entry for listing in reading.listings for entry in listing.entries]
            differs = received.Contents(reading.listings).damage()
            if service in _SHAPES:  # names that nobody reads are told below
                differs = [line for line in differs if "not understood" not in line]
                differs += self._unlike(service, request, answer, reading.listings, day)
                differs += _unshapely(service, answer.body, entries) if entries else ()
            return Answered(name, len(entries), tuple(differs))
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


def _unshapely(service: str, body: bytes, entries: Sequence[Entry]) -> Iterator[str]:
    """How an answer with entries differs from its shape."""
    names = _SHAPES[service].split()
    found = {name.decode() for name in (_CLASS if service in ("list", "catchup") else _ELEMENT).findall(body)}
    needed = {name for name in names if not name.endswith("?")}
    for verb, which in (
        ("has unknown", found.difference(name.rstrip("?") for name in names)),
        ("lacks", needed - found),
    ):
        if which:
            yield f"{verb} {', '.join(sorted(which)[:_MOST_NAMED])}"
    for field in ("authors", "categories", "abstract", *_FIELDS.get(service, ())):
        lacking = sum(not getattr(entry, field) for entry in entries)
        if lacking > FEW * len(entries):
            yield f"{lacking:,} of {len(entries):,} {received.noun('all', len(entries))} without {field}"
