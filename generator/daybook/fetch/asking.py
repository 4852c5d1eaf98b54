"""What is still to be asked of a day: until two witnesses agree, then less and less often, with an end."""

from __future__ import annotations

import datetime as dt

from daybook.fetch.holdings_index import HoldingsIndex
from daybook.model import Coverage, schedule

RECENT = 14
"""Days within which an announcement that agrees with its totals is compared with what OAI-PMH changes."""
DISPUTED = 9
"""Days after which a contradiction is stated, but fails no run: asking again has not mended it."""
UNMENDED = 14
"""Days after which a day that is not complete fails no run."""
_FEEDS = 2
"""Feeds of a day that are fetched at most: one, and another if it contradicts the listing."""


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
    feeds = holdings.asked(day.category, day.date, "rss")
    return not feeds and not holdings.asked(day.category, day.date, "api")


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
