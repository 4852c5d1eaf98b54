"""Sources other than arXiv with an address in archive.yml: cards, reports, journal feeds."""

from __future__ import annotations

import datetime as dt

from generator.fetch.archives import fetch_archive
from generator.fetch.client import Request
from generator.fetch.session import FetchSession, Target
from generator.sources import trust
from generator.sources.registry import ARCHIVE


def fetch_others(session: FetchSession, date: dt.date) -> None:
    """Fetch each source once a day; each failure is one line."""
    today = session.clock.now().date()
    last = {(a.service, a.category): a.outcome for a in session.log.since(today) if a.when.date() == today}
    for name, rule in session.settings.sources.items():
        if not rule.url:
            continue
        if trust.kind(name) == ARCHIVE.name:
            wanted = Target(name)
            if last.get((name, None)) not in _GOT and not fetch_archive(session, name, rule.path):
                session.context.fail(f"{wanted}: {session.reasons[wanted]}")
            continue
        for category in session.settings.categories if "{category}" in rule.url else (None,):
            wanted = Target(name, category, date if "{date}" in rule.url else None)
            if last.get((name, category)) in _GOT:
                continue
            path = rule.path.replace("{date}", str(date)).replace("{category}", category or "")
            if not _all_pages(session, wanted, path):
                session.context.fail(f"{wanted}: {session.reasons[wanted]}")


def _all_pages(session: FetchSession, wanted: Target, path: str) -> bool:
    """Fetch the document at this path, page by page if it contains `{cursor}`; whether all pages came."""
    seen = 0
    for _ in range(MOST_PAGES):
        listings = session.get(wanted, Request(host=wanted.service, path=path.replace("{cursor}", str(seen))))
        if listings is None:
            return False
        number = sum(len(listing.entries) for listing in listings)
        stated = max((c.total or 0 for x in listings for c in x.counts if c.section == "all"), default=0)
        seen += number
        if not number or seen >= stated or "{cursor}" not in path:
            return True
    session.reasons[wanted] = f"has more than {MOST_PAGES} pages; narrow its address in archive.yml"
    return False


MOST_PAGES = 100
"""Ten times what the busiest day of bioRxiv takes."""
_GOT = ("stored", "nothing new", "quiet")
