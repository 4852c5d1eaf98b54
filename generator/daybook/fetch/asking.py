"""What is still to be asked of a day, what speaks against a document that a service answered, and what is kept of it.

A day is asked for until two witnesses agree, then less and less often, with an end. A document may be of another day,
category or request than was asked for. Which raw documents stay is as `keep` in archive.yml says: `packed`: those of a
month become one file once arXiv shows none of its days any more, so that no more of them can come; `proved`: arXiv's
documents of a day and category are left out as soon as witnesses prove the day complete, so that most of them never get
into git, which forgets nothing.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from daybook.config import Settings
from daybook.coverage import completeness, witnesses
from daybook.coverage.judge import SERVED_DAYS
from daybook.errors import Refused
from daybook.fetch.holdings_index import HoldingsIndex
from daybook.fetch.session import Listings, Selection, Target
from daybook.log import documents
from daybook.log.store import Store
from daybook.model import Coverage, Listing, Statement, schedule
from daybook.model.schedule import LISTED_VERSIONS
from daybook.runtime import files
from daybook.sources.registry import is_from_arxiv

RECENT = 14
"""Days within which an announcement that agrees with its totals is compared with what OAI-PMH changes."""
DISPUTED = 9
"""Days after which a contradiction is stated, but fails no run: asking again has not mended it."""
UNMENDED = 14
"""Days after which a day that is not complete fails no run."""
_FEEDS = 2
"""Feeds of a day that are fetched at most: one, and another if it contradicts the listing."""
ANOTHER = "is the response to a different request"
_TOLD = 7
"""A harvest tells of so many days before its own: of those since the last one, which may have failed some nights."""
Judge = Callable[[str, dt.date], Coverage]
"""The state of a category's announcement of a date."""

# What is still to be asked


def is_settled(holdings: HoldingsIndex, day: Coverage, today: dt.date) -> bool:
    """Whether nothing is to be asked of the newest announcement: the feed confirms it, or cannot speak yet.

    today: Eastern.
    """
    if day.acknowledged is not None:
        return True
    if day.state == "quiet":
        said = [a.when for a in holdings.asked(day.category, day.date, "list") if a.outcome == "quiet"]
        return len(said) > 1 and schedule.local_date(said[-1]) >= day.date
    more = today == day.date and (lacks_feed(holdings, day) or (day.lone and may_query(holdings, day)))
    return day.state == "complete" and holdings.is_shown(day.category, day.date) and not more


def lacks_feed(holdings: HoldingsIndex, day: Coverage) -> bool:
    """Whether a feed of today's announcement is to be fetched: the first, or another if that contradicts."""
    came = len(holdings.asked(day.category, day.date, "rss"))
    differs = any(each.witness == "feed" for each in day.contradictions)
    return not came or (came < _FEEDS and differs)


def may_query(holdings: HoldingsIndex, day: Coverage) -> bool:
    """Whether the API can be asked what was submitted: where the feed did not come, and once a night."""
    return not holdings.asked(day.category, day.date, "rss") and not holdings.asked(day.category, day.date, "api")


def is_due(holdings: HoldingsIndex, day: Coverage, today: dt.date) -> bool:
    """Whether a past day that is not proved is to be asked for again: less often, the longer it is ago."""
    asked = holdings.asked_last(day.category, day.date)
    if asked is None:
        return True
    age, waited = (today - day.date).days, (today - schedule.local_date(asked)).days
    if day.state == "contradicted":
        return waited >= max(1, age // 2)
    return age <= RECENT // 2 or waited >= age // 4


def may_mend(day: Coverage, today: dt.date) -> bool:
    """Whether asking again may still mend a day that is not proved: only so long it fails a run."""
    return (today - day.date).days <= (DISPUTED if day.state == "contradicted" else UNMENDED)


# What speaks against a document


def is_page(wanted: Target, listing: Listing) -> bool:
    """Whether a document is of the requested category and kind: a page of recent days would leave out replacements."""
    kind = {"list": "new", "rss": ""}.get(wanted.service, "catchup")
    return listing.category == (wanted.category or "") and (listing.part or "").startswith(kind)


def as_announced(listing: Listing, category: str, service: str, holdings: HoldingsIndex) -> Listing:
    """A document as it is kept: a catch-up page, which shows papers as they are now, without what came later; a feed
    without replacements of high versions, which listings do not show."""
    if service == "catchup":
        listing = witnesses.as_announced(listing, holdings.testimony(category, listing.date))
    # From the sixth version on feeds hide a `replace` alone, and listings any update (arXiv's own programs).
    kept = tuple(entry for entry in listing.entries if (entry.version or 0) <= LISTED_VERSIONS)
    return holdings.named(category, listing if len(kept) == len(listing.entries) else replace(listing, entries=kept))


def of_papers(listings: Listings, ids: frozenset[str]) -> Selection:
    """Keep an answer only if it is about these ids: a cache may return the answer to another request."""
    if all(entry.arxiv_id in ids for listing in listings for entry in listing.entries):
        return Selection(listings)
    return Selection((), ANOTHER, "refused")


def of_query(listings: Listings) -> Selection:
    """Keep an answer to a query only if it has all that the query finds."""
    if all(count.total in (None, count.read) for listing in listings for count in listing.counts):
        return Selection(listings)
    return Selection((), "does not have all that it finds", "refused")


# What is kept


def keep_less(store: Store, settings: Settings, today: dt.date, judge: Judge) -> list[Refused]:
    """Leave out and pack what the settings do not want to be kept file by file. Returns the damaged documents, of whose
    months nothing was packed. The archive must be locked."""
    root, faults = store.root, []
    shown = [today + dt.timedelta(days=k) for k in range(-SERVED_DAYS, 2)]  # what arXiv still shows
    for day in shown if settings.keep == "proved" else ():
        for path in _documents(root / f"listings/{day:%Y/%m}", f"{day}-*"):
            lines = store.coverage.by(path.stem.rpartition("-")[2])  # a page of recent papers states several days
            if lines and all(_is_left_out(line, settings, judge) for line in lines):
                files.remove(path)
    for folder in sorted((root / "listings").glob("[0-9]*/[0-9]*/")) if settings.keep != "all" else ():
        month = f"{folder.parent.name}-{folder.name}"
        if month < f"{shown[0]:%Y-%m}" and (paths := _documents(folder)):
            try:
                documents.pack(root, month, paths)
            except Refused as error:
                faults.append(error)
    return faults


def _documents(folder: Path, pattern: str = "*") -> list[Path]:
    return sorted(folder.glob(f"{pattern}.gz"))


def _is_left_out(line: Statement, settings: Settings, judge: Judge) -> bool:
    """Whether nothing that a document says is in doubt: its day is complete in its category, or in all; and where it is
    of no single day, no day of the week before is in doubt, of which it tells as well."""
    if not is_from_arxiv(line.source) or line.origin or line.faults or line.ingested:
        return False
    followed = (line.category,) if line.category in settings.categories else settings.categories
    told = 0 if completeness.is_of_a_day(line) else _TOLD
    before = (judge(code, line.date - dt.timedelta(days=k)) for code in followed for k in range(1, 1 + told))
    doubtful = (not day.proved and day.state != "unasked" and day.acknowledged is None for day in before)
    return all(judge(code, line.date).proved for code in followed) and not any(doubtful)
