"""Requests to arXiv's services, as values. Pure. Source: arXiv's help pages."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Sequence
from itertools import groupby

from daybook.fetch.client import Request
from daybook.model import taxonomy
from daybook.text import markup

PAGE = 2000
"""Entries on a page of a listing, at most; a category has fewer a day, an archive may have more."""
IDS = 100
"""Papers asked of the API at once: the address stays short enough for every proxy."""

_WORD = re.compile(r"\w+(?:['\u2019.,]\w+)*")
_MOST_WORDS, _SHORT = 40, 2
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


def titled(titles: Iterable[str]) -> Request:
    """What the API says of papers with these titles and with longer ones, the likest first."""
    asked = " OR ".join(f"({' AND '.join(phrases(title))})" for title in titles)
    return Request(
        host="export", path="/api/query", params={"search_query": asked, "max_results": str(IDS)}, accept=_FEED
    )


def phrases(title: str) -> list[str]:
    """A title as the API searches for it: its words in ASCII in their order, without those that sources spell
    differently or that search engines part differently. Whatever it holds, nothing of it is an operator.

    >>> phrases('Bélády: the "Law", OR Rotation in 3.0 and More Steps')
    ['ti:"the Law OR Rotation in"', 'ti:"and More Steps"']
    """
    words = _WORD.findall(markup.plain(title))[:_MOST_WORDS]
    runs = [list(run) for whole, run in groupby(words, key=lambda w: w.isascii() and w.isalnum()) if whole]
    telling = [run for run in runs if max(map(len, run)) > _SHORT]  # others may be words that no engine looks for
    return [f'ti:"{" ".join(run)}"' for run in telling or runs]


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
