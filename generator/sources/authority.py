"""Who may say what: which documents are believed of which service. Pure.

A day is complete where arXiv's own pages say so; nobody asks arXiv again then. So what announces, and all that goes by
arXiv's name, is believed of arXiv's own services, and of the files that a person ingests. A source that archive.yml
gives an address speaks for itself alone, whatever its documents call themselves.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import replace
from urllib.parse import urlsplit

from generator.model import ANNOUNCED, Listing
from generator.sources.registry import ARXIV_HOSTS, FEED, SOURCES

SERVICES = {service: source.name for source in SOURCES for service in source.services}
"""Request to arXiv, as the fetch log names it -> the source that its answers are of."""
_SITES = {
    name: source.name
    for source in SOURCES
    if not source.is_arxivs and source is not FEED
    for name in (source.name, *source.sites)
}
"""Name in archive.yml -> the source that its documents are of; every other name is that of a feed."""
_DATED_AHEAD = frozenset(source.name for source in SOURCES if source.dated_ahead)
_ARXIV = "arxiv.org"
_TOMORROW = dt.timedelta(days=1)


def kind(service: str) -> str:
    """The source that the documents of a service are of: `pith` for `pith` and `pith-math`, `feed` for all hosts."""
    if service in SERVICES:
        return SERVICES[service]
    if "." in service:
        return FEED.name
    return next((source for name, source in _SITES.items() if f"{service}-".startswith(f"{name}-")), FEED.name)


def is_arxivs(host: str) -> bool:
    """Whether a host is one of arXiv's."""
    return f".{host.lower().rstrip('.')}".endswith(f".{_ARXIV}")


def is_reserved(name: str) -> bool:
    """Whether a name is one of arXiv's own services or sources, so that no source of archive.yml may bear it."""
    return name in SERVICES or name in ARXIV_HOSTS or name.startswith("arxiv-")


def objection(service: str, listings: Iterable[Listing], others: Mapping[str, str], today: dt.date) -> str | None:
    """Why what this service answered is not believed of it; None: it is.

    service: as attempts name it; others: the sources of archive.yml, with their addresses; today: UTC.
    """
    return next((reason for each in listings if (reason := _objection(service, each, others, today))), None)


def signed(service: str, listings: Iterable[Listing], others: Mapping[str, str]) -> tuple[Listing, ...]:
    """The listings, of which a feed that names arXiv or another source of archive.yml as its site is of the host that
    gave it: a feed that names no site is taken to be of the one that its items lead to."""
    own = _host(others.get(service, "")) or None
    return tuple(
        replace(each, origin=own) if each.source == FEED.name and _is_anothers(service, each, others) else each
        for each in listings
    )


def _objection(service: str, listing: Listing, others: Mapping[str, str], today: dt.date) -> str | None:
    own = kind(service)
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
    """What to do about a document that is none of its source's own."""
    if listing.source.startswith("arxiv-"):
        return ", accepted only from arXiv"
    name = "after its host" if listing.source == FEED.name else listing.source
    return f"; to read it, name the source {name} in archive.yml"


def _is_anothers(service: str, listing: Listing, others: Mapping[str, str]) -> bool:
    """Whether the site that a document names is not its own, but arXiv's or one that archive.yml names."""
    origin, own = listing.origin, _host(others.get(service, ""))
    if not origin or origin in (service, own) or _site(origin) == _site(own):
        return False
    return is_arxivs(origin) or origin in others or origin in map(_host, others.values())


def _host(address: str) -> str:
    return urlsplit(address).hostname or ""


def _site(host: str) -> list[str]:
    """The last labels of a host, which a site's hosts share: `example.org`, `example.ac.uk`."""
    labels = host.split(".")
    return labels[-3 if len(labels[-1]) == 2 and len(labels[-2:][0]) < 4 else -2 :]
