"""What speaks against a document that a service answered: it may be of another day, category or request."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

from daybook.coverage import completeness, judge, witnesses
from daybook.fetch.holdings_index import HoldingsIndex
from daybook.fetch.session import Listings, Selection, Target
from daybook.model import Listing
from daybook.model.schedule import LISTED_VERSIONS

_ANOTHER = "is the response to a different request"


def is_page(wanted: Target, listing: Listing) -> bool:
    """Whether a document is of the requested category and kind: a page of recent days would leave out replacements."""
    kind = {"list": "new", "rss": ""}.get(wanted.service, "catchup")
    return listing.category == (wanted.category or "") and (listing.part or "").startswith(kind)


def to(listing: Listing, category: str, holdings: HoldingsIndex) -> str:
    """Why a page with entries, of the requested date and category, is not what it says; empty if nothing tells so.

    OAI-PMH may vouch for what was announced before: then it was announced again.
    """
    date, entries = listing.date, listing.entries
    near, stamps = holdings.near(category, date), holdings.stamps(date)
    if code := completeness.foreign(entries, category):
        return f"most of its entries are not of {category}, but of {code}"
    if completeness.outdated(entries, date):
        return f"has this date, but most of its new submissions have ids of long before {date}"
    other = completeness.original_date(entries, date, near)
    if other and other < date and not is_genuine(listing, date, holdings):
        if completeness.repeats_some(entries, near[other]) and _is_confirmed(listing, category, holdings):
            return ""
        return f"has this date, but contains the entries of {other}"
    mixed = completeness.misplaced(entries, date, {day: held for day, held in near.items() if day < date})
    if mixed and 2 * sum(stamps.is_stamped(paper, date) for paper in mixed[2]) <= len(mixed[2]):
        return f"has this date, but its {judge.SECTIONS[mixed[0]]} are those of {mixed[1]}"
    if holdings.testimony(category, date).harvested and stamps.named(category, date):
        papers = {entry.arxiv_id for entry in entries if entry.arxiv_id}
        if 2 * sum(stamps.newest(paper) < date for paper in papers) > len(papers):
            return f"has this date, but OAI-PMH has not changed most of its entries since {date}"
    return ""


def is_genuine(listing: Listing, date: dt.date, holdings: HoldingsIndex) -> bool:
    """Whether OAI-PMH changed most of what a document calls new on this date."""
    return judge.is_genuine(listing.entries, date, holdings.stamps(date))


def _is_confirmed(listing: Listing, category: str, holdings: HoldingsIndex) -> bool:
    """Whether the feed names just what a listing page shows; a feed itself proves nothing and need not be confirmed."""
    if listing.source != completeness.LISTING:
        return True
    names = {completeness.paper_of(entry): completeness.section(entry.type) for entry in listing.entries}
    return holdings.testimony(category, listing.date).feed == names


def as_announced(listing: Listing, category: str, service: str, holdings: HoldingsIndex) -> Listing:
    """A document as it is kept: a catch-up page, which shows papers as they are now, without what came later."""
    if service == "catchup":
        listing = witnesses.as_announced(listing, holdings.testimony(category, listing.date))
    return holdings.named(category, _as_listed(listing))


def of_papers(listings: Listings, ids: frozenset[str]) -> Selection:
    """Keep an answer only if it is about these ids: a cache may return the answer to another request."""
    if all(entry.arxiv_id in ids for listing in listings for entry in listing.entries):
        return Selection(listings)
    return Selection((), _ANOTHER, "refused")


def of_query(listings: Listings) -> Selection:
    """Keep an answer to a query only if it has all that the query finds."""
    if all(count.total in (None, count.read) for listing in listings for count in listing.counts):
        return Selection(listings)
    return Selection((), "does not have all that it finds", "refused")


def _as_listed(listing: Listing) -> Listing:
    """Without replacements of high versions, which feeds show and listings do not."""
    kept = tuple(entry for entry in listing.entries if (entry.version or 0) <= LISTED_VERSIONS)
    return listing if len(kept) == len(listing.entries) else replace(listing, entries=kept)
