"""The registry: every source and every document format, one line each, from which all else about them is derived: the
order of detection, labels, ranks, what announces, where it is fetched, and which documents a service is trusted with.

A *source* is what a record names as its origin (`arxiv-rss`). A *format* is one kind of document, read by one reader.
Several formats may belong to one source (a listing as HTML, as text, as text without separators), and one format may
yield several sources (an HTML page of either of two sites). To add a format, write its reader (`sources/__init__.py`
shows its parts) and add a line to `FORMATS`. Readers are imported when a document is first read, so that labels and
ranks cost no parser.

A day counts as complete once arXiv's own pages say so, and arXiv is not asked again. Announcements, and anything under
arXiv's name, are therefore accepted only from arXiv's services and from files that a person ingests. A source with an
address in archive.yml speaks for itself alone, whatever its documents call themselves.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import KW_ONLY, dataclass, replace
from pkgutil import resolve_name
from typing import Protocol, cast, runtime_checkable
from urllib.parse import urlsplit

from daybook.errors import Refused
from daybook.model import ANNOUNCED, Listing, Record, Statement
from daybook.sources import intake
from daybook.sources.plain_text import HEAD_BYTES, Head, is_mhtml, page_of
from daybook.text.language import N_


@runtime_checkable
class Reader(Protocol):
    """A reader: a module, or an object in one."""

    @property
    def NAME(self) -> str:  # noqa: N802 - a module's constant
        """Of the format, for messages."""

    def recognises(self, head: Head) -> bool:
        """Whether a document that begins like this is for this reader."""

    def read(self, data: bytes) -> tuple[Listing, ...]:
        """What the document says. Raises Refused."""


@dataclass(frozen=True, slots=True)
class Host:
    """A server with an address of its own in the program."""

    name: str  # short, as requests name it
    base: str  # address without a final slash
    machine: bool = False  # made for programs, which may ask faster than a site made for people allows


@dataclass(frozen=True, slots=True)
class Source:
    """Who says something, and what its word is worth."""

    name: str  # as records have it; arXiv's own begin with `arxiv-`, and are published without asking
    label: str  # as pages print it
    rank: int  # whose text wins where several sources describe the same version: the smallest
    _: KW_ONLY
    announces: bool = False  # what it says of a date, it says of that day's announcement
    states_totals: bool = False  # and it states how many entries the announcement has
    describes: bool = False  # has complete author lists and comments
    dated_ahead: bool = False  # may bear the date of an issue printed next year
    services: tuple[str, ...] = ()  # the requests to arXiv that it answers, as the fetch log names them
    sites: tuple[str, ...] = ()  # names in archive.yml besides its own
    host: Host | None = None  # where it is fetched, unless archive.yml gives an address


class Format:
    """A kind of document: its reader below `daybook.sources`, as `module` or `module:object`, and the sources of what
    it yields."""

    def __init__(self, place: str, *sources: Source) -> None:
        self.place, self.sources = place, sources

    def reader(self) -> Reader:
        """The reader, imported on first use."""
        return cast("Reader", resolve_name(f"daybook.sources.{self.place}"))


# Ranks: complete text as stored comes before text that was cut, retyped or copied; arXiv's own before other sites'.

# At this address since March 2025, before that at export.arxiv.org/oai2.
OAI = Source("arxiv-oai", N_("arXiv OAI-PMH"), 0, describes=True, services=("oai", "backfill"),
             host=Host("oai", "https://oaipmh.arxiv.org", machine=True))  # fmt: skip
ABS = Source("arxiv-abs", N_("arXiv abstract page"), 1, describes=True)
API = Source("arxiv-api", N_("arXiv API"), 2, describes=True, services=("api",),
             host=Host("export", "https://export.arxiv.org", machine=True))  # fmt: skip
SNAPSHOT = Source("arxiv-snapshot", N_("arXiv metadata snapshot"), 3)
# At this address since January 2024. Neither feeds, which lack comments, nor listings, which cut authors, describe
# papers.
RSS = Source("arxiv-rss", N_("arXiv feed"), 4, announces=True, services=("rss",),
             host=Host("rss", "https://rss.arxiv.org", machine=True))  # fmt: skip
LISTING = Source("arxiv-listing", N_("arXiv listing"), 5, announces=True, states_totals=True,
                 services=("list", "catchup"), host=Host("arxiv", "https://arxiv.org"))  # fmt: skip
MAIL = Source("arxiv-mail", N_("arXiv e-mail"), 6, announces=True)
REPORT = Source("inference-report", "The Inference Report", 7)
PITH = Source("pith", "Pith", 8)
FEED = Source("feed", N_("feed"), 9, dated_ahead=True)
"""Also the source of every address in archive.yml whose name is not that of another source."""
DBLP = Source("dblp", "dblp", 10, dated_ahead=True)
BIORXIV = Source("biorxiv", N_("bioRxiv or medRxiv"), 11, sites=("medrxiv",),
                 host=Host("biorxiv", "https://api.biorxiv.org", machine=True))  # fmt: skip
ARCHIVE = Source("archive", N_("another Daybook archive"), 12)
"""What it tells is told under the names of the sources that it names itself."""

FORMATS: tuple[Format, ...] = (
    Format("biorxiv", BIORXIV),
    Format("other_archive", ARCHIVE),
    Format("arxiv_snapshot", SNAPSHOT),
    Format("arxiv_oai", OAI),
    Format("arxiv_api", API),
    Format("arxiv_rss", RSS),
    Format("dblp", DBLP),
    Format("feed", FEED),
    Format("arxiv_listing", LISTING),
    Format("arxiv_abs", ABS),
    Format("site_pages:HTML", PITH, REPORT),
    Format("site_pages:UNKNOWN"),
    Format("arxiv_mail", MAIL),
    Format("arxiv_listing_text:LINES", LISTING),
    Format("arxiv_listing_text:GLUED", LISTING),
    Format("arxiv_api_untagged", API),
    Format("site_pages:CARDS", PITH),
    Format("site_pages:ESSAYS", REPORT),
    Format("other_archive:BIBLIOGRAPHY"),
)
"""In the order of detection: the most specific first. Those without a source refuse what no others know, in words."""

SOURCES = tuple(sorted({source for each in FORMATS for source in each.sources}, key=lambda s: (s.rank, s.name)))
"""All sources, best rank first."""
LABELS = ", ".join(source.label for source in SOURCES)
HOSTS = tuple(source.host for source in SOURCES if source.host)
DESCRIBED = frozenset(source.name for source in SOURCES if source.describes)
ARXIV_HOSTS = frozenset(s.host.name for s in SOURCES if s.host and s.name.startswith("arxiv-"))  # short names
SERVICES = {service: source.name for source in SOURCES for service in source.services}
"""Request to arXiv, as the fetch log names it -> the source that its answers are of."""
ORIGIN = "archive"  # the origin of what another archive tells, where no service served it
ARCHIVE_FORMAT = "papers of a Daybook archive (JSON Lines)"  # the reader's name for what another archive tells

_DATED_AHEAD = frozenset(source.name for source in SOURCES if source.dated_ahead)
_NAMING = frozenset((FEED.name, BIORXIV.name))  # whose own documents have an origin
_TOMORROW = dt.timedelta(days=1)


def is_from_arxiv(source: str) -> bool:
    """Whether the source with this name, as records have it, is arXiv itself."""
    return source.startswith("arxiv-")


_SITES = {  # name in archive.yml -> the source that its documents are of; every other name is that of a feed
    name: source.name
    for source in SOURCES
    if not is_from_arxiv(source.name) and source is not FEED
    for name in (source.name, *source.sites)
}


def head_of(data: bytes) -> Head:
    """What a document is recognised by."""
    start = data[:HEAD_BYTES]
    utf16 = start[:2] in (b"\xff\xfe", b"\xfe\xff")
    text = start.decode("utf-16" if utf16 else "utf-8-sig", errors="replace")
    if not utf16 and is_mhtml(text):
        try:
            text += page_of(start).decode("utf-8", errors="replace")
        except Refused:
            pass
    return Head(start, intake.words(text))


def detect(data: bytes) -> Reader:
    """The reader for the document that begins with `data`. Raises Refused if there is none."""
    if not data.strip():
        raise Refused("file is empty", hint="save or fetch it again")
    head = head_of(data)
    for reader in (each.reader() for each in FORMATS):
        if reader.recognises(head):
            return reader
    if "\0" in head.text:
        raise Refused("not a text file", hint="use a saved page, feed, API response or pasted text")
    raise Refused("unknown format", hint=f"known sources: {LABELS}")


def kind(service: str) -> str:
    """The source that a service's documents belong to: `pith` for `pith` and `pith-math`, `feed` for every host."""
    if service in SERVICES:
        return SERVICES[service]
    sites = () if "." in service else _SITES.items()
    return next((source for name, source in sites if f"{service}-".startswith(f"{name}-")), FEED.name)


def is_arxivs(host: str) -> bool:
    """Whether a host belongs to arXiv."""
    return f".{host.lower().rstrip('.')}".endswith(".arxiv.org")


def is_secondhand(said: Listing | Record | Statement) -> bool:
    """Whether another archive tells what arXiv said: its word never makes a day complete."""
    return said.origin is not None and is_from_arxiv(said.source)


def teller(said: Listing | Record | Statement) -> str:
    """The archives that tell what a source said, last one first, separated by commas: each its host, or ORIGIN for a
    file. Empty: the source's own document was read."""
    return said.origin or "" if said.source not in _NAMING else ""


def is_reserved(name: str) -> bool:
    """Whether a name is taken by a service, host or source of arXiv's: no source in archive.yml may use it."""
    return name in SERVICES or name in ARXIV_HOSTS or is_from_arxiv(name)


def signed(service: str, listings: Iterable[Listing], others: Mapping[str, str]) -> tuple[Listing, ...]:
    """The listings; a feed that claims the site of arXiv or of another source gets the host that served it as origin.

    For a feed that names no site, its reader takes that of the items' links, so the claim may be an innocent one.
    """
    own = _host(others.get(service, "")) or None
    return tuple(
        replace(each, origin=(each.origin or ORIGIN).replace(ORIGIN, own or ORIGIN, 1)) if each.format == ARCHIVE_FORMAT
        else replace(each, origin=own) if each.source == FEED.name and _is_anothers(service, each, others) else each
        for each in listings
    )  # fmt: skip


def objection(service: str, listings: Iterable[Listing], others: Mapping[str, str], today: dt.date) -> str | None:
    """Why a service's answer is not accepted; None if it is.

    service: as the fetch log names it; others: the sources of archive.yml with their addresses; today: UTC.
    """
    return next((reason for each in listings if (reason := _objection(service, each, others, today))), None)


def _objection(service: str, listing: Listing, others: Mapping[str, str], today: dt.date) -> str | None:
    own = kind(service)
    dates = [entry.date for entry in listing.entries]
    told = listing.format == ARCHIVE_FORMAT
    if own == ARCHIVE.name and told:
        late = max(dates) > today + _TOMORROW and listing.source not in _DATED_AHEAD
        return f"has a date in the future: {listing.date}" if late else None
    if listing.source != own or (listing.report and listing.report.source != own):
        mend = ""
        if service not in SERVICES:
            site = ARCHIVE.name if told else "after its host" if listing.source == FEED.name else listing.source
            mend = f"; to read it, name the source {site} in archive.yml"
            mend = ", accepted only from arXiv" if is_from_arxiv(listing.source) and not told else mend
        return f"unexpected kind of document: {listing.format}{mend}"
    if service not in SERVICES and any(entry.type in ANNOUNCED for entry in listing.entries):
        return f"contains announcements, accepted only from arXiv: {listing.format}"
    if service not in SERVICES and _is_anothers(service, listing, others):
        return f"claims to be from {listing.origin}"
    if own not in _DATED_AHEAD and max((listing.date, *dates)) > today + _TOMORROW:
        return f"has a date in the future: {listing.date}"
    return None


def _is_anothers(service: str, listing: Listing, others: Mapping[str, str]) -> bool:
    """Whether the site that a document names belongs to arXiv or to another source of archive.yml."""
    origin, own = listing.origin, _host(others.get(service, ""))
    if not origin or origin in (service, own) or _site(origin) == _site(own):
        return False
    return is_arxivs(origin) or origin in others or origin in map(_host, others.values())


def _host(address: str) -> str:
    return urlsplit(address).hostname or ""


def _site(host: str) -> list[str]:
    """The last labels of a host name, shared by all hosts of a site: `example.org`, `example.ac.uk`."""
    labels = host.split(".")
    return labels[-3 if len(labels[-1]) == 2 and len(labels[-2:][0]) < 4 else -2 :]
