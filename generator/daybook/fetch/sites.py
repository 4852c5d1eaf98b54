"""Sources other than arXiv with an address in archive.yml: cards, reports, journal feeds, other Daybook archives.

The API of an archive lists its files of papers, which are read one by one.
"""

from __future__ import annotations

import datetime as dt
import json
import re

from daybook.errors import NotFetched
from daybook.fetch.client import Request
from daybook.fetch.session import FetchSession, Target
from daybook.sources import registry
from daybook.sources.registry import ARCHIVE

MOST_PAGES = 100
"""Ten times what the busiest day of bioRxiv takes."""
_GOT = ("stored", "nothing new", "quiet")
INDEX = "api/v1/index.json"
MOST_FILES = 20_000
"""Files of papers; the API of an archive of a million papers has half as many."""
_FILE = re.compile(r"papers/[\w.-]+\.jsonl\.gz", re.ASCII)


def fetch_others(session: FetchSession, date: dt.date) -> None:
    """Fetch each source once a day; each failure is one line."""
    today = session.clock.now().date()
    last = {(a.service, a.category): a.outcome for a in session.log.since(today) if a.when.date() == today}
    for name, rule in session.settings.sources.items():
        if not rule.url:
            continue
        if registry.kind(name) == ARCHIVE.name:
            wanted = Target(name)
            if last.get((name, None)) not in _GOT and not _archive(session, name, rule.path):
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


def _archive(session: FetchSession, name: str, path: str) -> bool:
    """Read all papers of the archive with this name in archive.yml, whose site is at `path`; whether all came.

    What has not changed since it was last read is not sent again, where its host says so.
    """
    wanted = Target(name)
    session.reasons.pop(wanted, None)
    with session.guarded(wanted):
        folder = path.removesuffix(INDEX).rstrip("/") + "/"
        files = _files(session, name, folder)
        added = sum(session.take(wanted, Request(host=name, path=f"{folder}api/v1/{file}")) for file in files)
        session.context.say(f"{wanted}: {len(files):,} files of papers; {added:,} records stored")
        session.ended(wanted, "stored" if added else "nothing new", 200)
        return True
    return False


def _files(session: FetchSession, name: str, folder: str) -> list[str]:
    """The files of papers that the archive's API lists. Raises NotFetched."""
    answer = session.client.get(Request(host=name, path=f"{folder}{INDEX}", accept="application/json"))
    try:
        rows = json.loads(answer.body)["files"]
        files = [row["path"] for row in rows if row["kind"] == "paper"]
        sound = all(_FILE.fullmatch(file) for file in files) and len(files) <= MOST_FILES
    except (ValueError, KeyError, TypeError, RecursionError):
        sound = False
    if not sound:
        hint = "name the address of an archive's site, whose api/v1/index.json lists its papers"
        error = NotFetched("is not the API of a Daybook archive", subject=name, hint=hint)
        error.status = 200
        raise error
    return files
