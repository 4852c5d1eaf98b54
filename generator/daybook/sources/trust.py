"""Which documents each service is trusted with. Pure.

A day counts as complete once arXiv's own pages say so, and arXiv is not asked again. Announcements, and anything under
arXiv's name, are therefore accepted only from arXiv's services and from files that a person ingests. A source with an
address in archive.yml speaks for itself alone, whatever its documents call themselves.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import replace
from urllib.parse import urlsplit

from daybook.model import ANNOUNCED, Listing, Record, Statement
from daybook.sources.registry import ARCHIVE, ARXIV_HOSTS, FEED, SOURCES, is_from_arxiv

SERVICES = {service: source.name for source in SOURCES for service in source.services}
"""Request to arXiv, as the fetch log names it -> the source that its answers are of."""
_SITES = {
    name: source.name
    for source in SOURCES
    if not is_from_arxiv(source.name) and source is not FEED
    for name in (source.name, *source.sites)
}
"""Name in archive.yml -> the source that its documents are of; every other name is that of a feed."""
_DATED_AHEAD = frozenset(source.name for source in SOURCES if source.dated_ahead)
_ARXIV = "arxiv.org"
ORIGIN = "archive"
"""The origin of what another archive tells, where no service served it."""
ARCHIVE_FORMAT = "papers of a Daybook archive (JSON Lines)"
"""The reader's name for what another archive tells."""
_TOMORROW = dt.timedelta(days=1)


def kind(service: str) -> str:
    """The source that a service's documents belong to: `pith` for `pith` and `pith-math`, `feed` for every host."""
    if service in SERVICES:
        return SERVICES[service]
    if "." in service:
        return FEED.name
    return next((source for name, source in _SITES.items() if f"{service}-".startswith(f"{name}-")), FEED.name)


def is_arxivs(host: str) -> bool:
    """Whether a host belongs to arXiv."""
    return f".{host.lower().rstrip('.')}".endswith(f".{_ARXIV}")


def is_told(said: Listing | Record | Statement) -> bool:
    """Whether another archive tells what arXiv said: its word never makes a day complete."""
    return said.origin is not None and is_from_arxiv(said.source)


def is_reserved(name: str) -> bool:
    """Whether a name is taken by a service, host or source of arXiv's: no source in archive.yml may use it."""
    return name in SERVICES or name in ARXIV_HOSTS or is_from_arxiv(name)


def objection(service: str, listings: Iterable[Listing], others: Mapping[str, str], today: dt.date) -> str | None:
    """Why a service's answer is not accepted; None if it is.

    service: as the fetch log names it; others: the sources of archive.yml with their addresses; today: UTC.
    """
    return next((reason for each in listings if (reason := _objection(service, each, others, today))), None)


def signed(service: str, listings: Iterable[Listing], others: Mapping[str, str]) -> tuple[Listing, ...]:
    """The listings; a feed that claims the site of arXiv or of another source gets the host that served it as origin.

    For a feed that names no site, its reader takes that of the items' links, so the claim may be an innocent one.
    """
    own = _host(others.get(service, "")) or None
    return tuple(
        replace(each, origin=own or ORIGIN) if _is_of_archive(each)
        else replace(each, origin=own) if each.source == FEED.name and _is_anothers(service, each, others) else each
        for each in listings
    )  # fmt: skip


def _is_of_archive(listing: Listing) -> bool:
    """Whether another archive tells a listing, whatever source it names."""
    return listing.format == ARCHIVE_FORMAT


def _objection(service: str, listing: Listing, others: Mapping[str, str], today: dt.date) -> str | None:
    own = kind(service)
    if own == ARCHIVE.name and _is_of_archive(listing):
        late = max(entry.date for entry in listing.entries) > today + _TOMORROW
        return f"has a date in the future: {listing.date}" if late and listing.source not in _DATED_AHEAD else None
    if listing.source != own or (listing.report and listing.report.source != own):
        return f"unexpected kind of document: {listing.format}{'' if service in SERVICES else _remedy(listing)}"
    if service not in SERVICES:
        if any(entry.type in ANNOUNCED for entry in listing.entries):
            return f"contains announcements, accepted only from arXiv: {listing.format}"
        if _is_anothers(service, listing, others):
            return f"claims to be from {listing.origin}"
    if own not in _DATED_AHEAD and max((listing.date, *(entry.date for entry in listing.entries))) > today + _TOMORROW:
        return f"has a date in the future: {listing.date}"
    return None


def _remedy(listing: Listing) -> str:
    """What to do about a document that does not belong to its source."""
    if _is_of_archive(listing):
        return f"; to read it, name the source {ARCHIVE.name} in archive.yml"
    if is_from_arxiv(listing.source):
        return ", accepted only from arXiv"
    name = "after its host" if listing.source == FEED.name else listing.source
    return f"; to read it, name the source {name} in archive.yml"


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
