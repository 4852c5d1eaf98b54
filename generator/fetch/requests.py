"""Requests to arXiv's services, as values. Pure. Source: arXiv's help pages."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from generator import taxonomy
from generator.fetch.client import Request

PAGE = 2000
"""Entries on a page of a listing, at most; a category has fewer a day, an archive may have more."""
IDS = 100
"""Papers asked of the API at once: the address stays short enough for every proxy."""

_HTML = "text/html, application/xhtml+xml;q=0.9, */*;q=0.1"
_FEED = "application/rss+xml, application/atom+xml;q=0.9, application/xml;q=0.8, */*;q=0.1"
_XML = "text/xml, application/xml;q=0.9, */*;q=0.1"

_GROUP = {
    "cs": "cs", "econ": "econ", "eess": "eess", "math": "math", "q-bio": "q-bio", "q-fin": "q-fin", "stat": "stat",
}  # fmt: skip
_PHYSICS = "physics"


def feed(category: str) -> Request:
    """Today's announcement of a category as a feed."""
    return Request(host="rss", path=f"/rss/{category}", accept=_FEED)


def new(category: str, skip: int = 0) -> Request:
    """The newest announcement of a category as a listing page, which states its totals; without its first entries."""
    params = {"skip": str(skip), "show": str(PAGE)} if skip else {}
    return Request(host="arxiv", path=f"/list/{category}/new", params=params, accept=_HTML)


def catchup(category: str, date: dt.date, page: int = 1) -> Request:
    """The announcement of a past day, at most `coverage.SERVED_DAYS` back."""
    params = {"abs": "True"} | ({"page": str(page)} if page > 1 else {})
    return Request(host="arxiv", path=f"/catchup/{category}/{date}", params=params, accept=_HTML)


def by_ids(ids: Sequence[str]) -> Request:
    """What the API says of these papers, at most IDS."""
    params = {"id_list": ",".join(ids), "max_results": str(len(ids))}
    return Request(host="export", path="/api/query", params=params, accept=_FEED)


def submitted(category: str, since: dt.datetime, until: dt.datetime) -> Request:
    """What the API says of a category's papers, cross-lists too, that were submitted between two moments."""
    window = " TO ".join(f"{when.astimezone(dt.UTC):%Y%m%d%H%M}" for when in (since, until))
    words = {"search_query": f"cat:{category} AND submittedDate:[{window}]", "max_results": str(PAGE)}
    return Request(host="export", path="/api/query", params=words, accept=_FEED)


def changes(category: str, since: dt.date, until: dt.date | None = None) -> Request:
    """The first page of all papers of a category whose metadata changed from `since` to `until`, UTC, with versions."""
    params = {"verb": "ListRecords", "metadataPrefix": "arXivRaw", "set": oai_set(category), "from": str(since)}
    return Request(host="oai", path="/oai", params=params | ({"until": str(until)} if until else {}), accept=_XML)


def further(token: str) -> Request:
    """The page that a resumption token stands for."""
    return Request(host="oai", path="/oai", params={"verb": "ListRecords", "resumptionToken": token}, accept=_XML)


def oai_set(category: str) -> str:
    """The OAI set of a category or archive.

    >>> oai_set("cs.DC"), oai_set("hep-th"), oai_set("astro-ph.GA"), oai_set("physics.optics"), oai_set("cs")
    ('cs:cs:DC', 'physics:hep-th', 'physics:astro-ph:GA', 'physics:physics:optics', 'cs:cs')
    """
    archive, _, subject = taxonomy.canonical(category).partition(".")
    return ":".join(part for part in (_GROUP.get(archive, _PHYSICS), archive, subject) if part)
