"""What is asked for besides announcements: papers' metadata from OAI-PMH, and sources other than arXiv.

Harvesting brings what listings leave out or what predates the archive: what has changed of a category's papers since
the last time, or what was announced between two days. A list is read page by page, each stored before the next is asked
for, and resumed at the page where an interrupted run stopped.

Sources with an address in archive.yml are cards, reports, journal feeds and other Daybook archives, whose API lists
their files of papers, which are read one by one.
"""

from __future__ import annotations

import calendar
import datetime as dt
import html
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

from daybook.errors import BuildError, NotFetched
from daybook.fetch import hosts
from daybook.fetch.client import Check, Client, Progress
from daybook.fetch.hosts import Request
from daybook.fetch.session import FetchSession, Listings, Selection, Sift, Target
from daybook.fetch.wire import Received
from daybook.log.statements import FetchLog
from daybook.model import Outcome, arxiv
from daybook.model.arxiv import LISTED_VERSIONS
from daybook.runtime import sha256sums, terminal
from daybook.sources import received, registry
from daybook.sources.registry import ARCHIVE

MOST_ANSWERS = 100
"""Ten times what the busiest day of bioRxiv takes."""
_GOT = ("stored", "nothing new", "quiet")
INDEX = "api/v1/index.json"
MOST_FILES = 20_000
"""Files of papers; the API of an archive of a million papers has half as many."""
_FILE = re.compile(r"papers/[\w.-]+\.jsonl\.gz", re.ASCII)


# Sources other than arXiv


def fetch_others(session: FetchSession, date: dt.date) -> None:
    """Fetch each source once a day; each failure is one line."""
    today = session.clock.now().date()
    last = {(a.service, a.category): a.outcome for a in session.log.since(today) if a.when.date() == today}
    for name, rule in session.settings.sources.items():
        is_archive = registry.kind(name) == ARCHIVE.name
        each = "{category}" in rule.url and not is_archive
        for category in () if not rule.url else session.settings.categories if each else (None,):
            wanted = Target(name, category, date if "{date}" in rule.url and not is_archive else None)
            path = rule.path
            if not is_archive:
                path = path.replace("{date}", str(date)).replace("{category}", category or "")
            if last.get((name, category)) not in _GOT and not (_archive if is_archive else _pages)(
                session, wanted, path
            ):
                session.context.fail(f"{wanted}: {session.reasons[wanted]}")


def _pages(session: FetchSession, wanted: Target, path: str) -> bool:
    """Fetch the document at this path, page by page if it contains `{cursor}`; whether all pages came."""
    seen = 0
    for _ in range(MOST_ANSWERS):
        listings = session.get(wanted, Request(host=wanted.service, path=path.replace("{cursor}", str(seen))))
        if listings is None:
            return False
        number = sum(len(listing.entries) for listing in listings)
        stated = max((c.total or 0 for x in listings for c in x.counts if c.section == "all"), default=0)
        # What came, not the size of a page: bioRxiv's had 100 preprints in 2024 and 30 in August 2026.
        seen += number
        if not number or seen >= stated or "{cursor}" not in path:
            return True
    session.reasons[wanted] = f"has more than {MOST_ANSWERS} pages; narrow its address in archive.yml"
    return False


def _archive(session: FetchSession, wanted: Target, path: str) -> bool:
    """Read all papers of an archive whose site is at `path`; whether all came as the sums beside its API say. What has
    not changed since it was last read is not sent again, where its host says so."""
    session.reasons.pop(wanted, None)
    with session.guarded(wanted):
        sums = _archive_sums(session.client, wanted.service, path)
        files, altered, added = archive_files(session.client, wanted.service, path, sums), list[str](), 0
        for file in files:
            wants = (sums.get(file, "none"),) if sums else ()
            new = session.take(wanted, Request(host=wanted.service, path=file), wants)
            added, altered = added + (new or 0), altered + [file] * (new is None)
        how = "as its sums say" if sums else "not compared, as it has no SHA256SUMS"
        some = f"{terminal.count(len(files) - len(altered), 'file')} of papers, {how}"
        session.context.say(f"{wanted}: {some}; {terminal.count(added, 'record')} stored")
        if altered:
            raise _altered(received.some_of(altered))
        session.ended(wanted, "stored" if added else "nothing new", 200)
        return True
    return False


def _archive_sums(client: Client, name: str, path: str) -> dict[str, str]:
    """Path -> SHA-256 of each file of the API of an archive whose site is at `path`; empty where it has none, as sites
    of an older Daybook. Raises NotFetched."""
    folder = path.removesuffix(INDEX).rstrip("/") + "/"
    try:
        answer = client.get(Request(host=name, path=f"{folder}{sha256sums.SUMS}"))
        sums = sha256sums.read_sums(answer.body, name)
    except BuildError:  # a page that says so with status 200
        return {}
    except NotFetched as error:
        if error.status not in (404, 410):
            raise
        return {}
    return {f"{folder}{sha256sums.SUMMED}{file}": each for file, each in sums.items()}


def _altered(what: str) -> NotFetched:
    """What an archive's sums say is something else."""
    hint = "run the command again later; if that goes on, tell its owner: the files or their sums were changed"
    error = NotFetched(f"not as the archive's SHA256SUMS say: {what}", hint=hint)
    error.status = 200
    return error


def archive_files(client: Client, name: str, path: str, sums: Mapping[str, str] | None = None) -> list[str]:
    """The paths of the files of papers of an archive whose site is at `path`, by its API, which must be as `sums` say,
    if there are any. Raises NotFetched."""
    folder = path.removesuffix(INDEX).rstrip("/") + "/"
    answer = client.get(Request(host=name, path=f"{folder}{INDEX}", accept="application/json"))
    if sums and sums.get(f"{folder}{INDEX}") not in answer.sums:
        raise _altered(INDEX)
    try:
        files = [row["path"] for row in json.loads(answer.body)["files"] if row["kind"] == "paper"]
        sound = all(_FILE.fullmatch(file) for file in files) and len(files) <= MOST_FILES
    except (ValueError, KeyError, TypeError, RecursionError):
        sound = False
    if not sound:
        hint = "name the address of an archive's site, whose api/v1/index.json lists its papers"
        error = NotFetched("is not the API of a Daybook archive", subject=name, hint=hint)
        error.status = 200
        raise error
    return [f"{folder}api/v1/{file}" for file in files]


MOST_PAGES = 600
"""Pages of a list that are read in one run. All of cs, some 1.2 million papers, has 480 of 2,500 records."""
MOST_RESTARTS = 5
"""How often a list is started again after its resumption token was refused."""
_MOST_IDLE = 2
"""Pages in a row without a record that was not on an earlier page."""
_TOKEN = re.compile(rb"<resumptionToken[^<>]*>([^<]+)</resumptionToken>")
_DATE = re.compile(rb"<responseDate>\s*(\d{4}-[01]\d-[0-3]\d)")
# Tokens of the service before March 2025; today's state no size.
_SIZE = re.compile(rb"<resumptionToken[^<>]*?\scompleteListSize\s*=\s*[\"'](\d{1,9})[\"']")
_RECORD = re.compile(rb"<identifier>\s*([^<\s]+)\s*</identifier>")
# Like all errors of OAI-PMH it comes with status 200.
_BAD_TOKEN = re.compile(rb"<error\s[^<>]*?code\s*=\s*[\"']badResumptionToken")

# What lies before it is badArgument.
_EARLIEST = dt.date(2005, 9, 16)
"""The earliest datestamp of the service."""
BEFORE = dt.timedelta(days=3)
"""How long before its announcement a paper's metadata may have last changed, at most."""
OVERLAP = dt.timedelta(days=3)
"""How far before the last harvest's day changes are asked for again: a service that is a copy may lag behind."""
_FROM = re.compile(r"\bfrom=(\d{4}-\d\d-\d\d)")
_ALL = "all"
"""Stored instead of a month once all months are done."""


@dataclass(frozen=True, slots=True)
class Window:
    """A list of papers: those of a category whose metadata changed within these days, UTC."""

    category: str
    since: dt.date
    until: dt.date | None = None  # None: to this day

    @property
    def name(self) -> str:
        """The name of its progress notes."""
        return f"oai-{self.category}-{self.since}-{self.until or 'now'}"


def pages(client: Client, window: Window, progress: Progress, check: Check) -> Iterator[tuple[Received, dt.date]]:
    """All pages of the list that were not yielded before, each with the day (UTC, by the service) on which the list was
    begun; a page counts as done when the next one is asked for.

    A refused token begins the list again. A list that leads nowhere ends, and is not to be read again before its tokens
    do: one with a token that was followed before, with pages that only repeat, or with more records than it states.
    Raises NotFetched.
    """

    def further(body: bytes) -> str | None:
        return None if _BAD_TOKEN.search(body) else check(body)  # a retry would not help

    noted = progress.read(window.name)
    token, began = noted.get("token", ""), noted.get("began", "")
    restarts, walked, followed = 0, _Walked(), set[str]()
    for _ in range(MOST_PAGES):
        request = hosts.further(token) if token else hosts.changes(window.category, window.since, window.until)
        answer = client.get(request, further if token else check)
        if token and _BAD_TOKEN.search(answer.body):
            progress.forget(window.name)
            token, restarts, walked, followed = "", restarts + 1, _Walked(), set()
            if restarts > MOST_RESTARTS:
                raise NotFetched("refuses its own resumption tokens", subject=answer.url, hint="run the command again")
            continue
        answered = _DATE.search(answer.body)
        began = began if token else answered[1].decode() if answered else str(client.clock.now().date())
        yield answer, dt.date.fromisoformat(began)
        match = _TOKEN.search(answer.body)
        # Taken as it is: it expires at the next midnight UTC by its attribute, and in practice later.
        token = html.unescape(match[1].decode("utf-8", errors="replace")).strip() if match else ""
        problem = walked.problem(answer.body) if token else ""
        if token in followed:
            problem = "repeats a resumption token"
        if not token or problem:
            progress.forget(window.name)
        if not token:
            return
        if problem:
            hint = "what came is kept; it is read again tomorrow"
            error = NotFetched(problem, subject=answer.url.partition("?")[0], hint=hint)
            error.status = answer.status
            error.until = dt.datetime.combine(client.clock.now().date() + dt.timedelta(days=1), dt.time(), dt.UTC)
            raise error
        followed.add(token)
        progress.write(window.name, {"token": token, "began": began})
    hint = "what came is kept; run the command again for the rest"
    raise NotFetched(f"has more than {MOST_PAGES} pages", subject=window.name, hint=hint)


class _Walked:
    """What the pages of a list have shown so far."""

    def __init__(self) -> None:
        self._seen: set[bytes] = set()
        self._records = self._idle = 0

    def problem(self, body: bytes) -> str:
        """Why a list that goes on after this page leads nowhere; empty: it goes on well."""
        records = _RECORD.findall(body)
        self._idle = 0 if set(records) - self._seen else self._idle + 1
        self._records += len(records)
        self._seen.update(records)
        size = _SIZE.search(body)
        if size and self._records > int(size[1]):
            return f"goes on after the {int(size[1]):,} records that it states"
        return "repeats its pages under new resumption tokens" if self._idle >= _MOST_IDLE else ""


def last_harvest(log: FetchLog, category: str) -> tuple[dt.date, dt.datetime] | None:
    """The day (UTC) up to which a category is harvested, and the time of that harvest; None: never harvested."""
    # Only the attempt that completes a harvest has a date; those of a later month are of later harvests.
    for attempts in log.backwards():
        done = [(a.date, a.when) for a in attempts if a.service == "oai" and a.category == category and a.date]
        if done:
            return max(done)
    return None


def harvest(session: FetchSession, category: str, since: dt.date) -> bool:
    """Fetch all changes of a category since this day (UTC). Returns whether all were fetched."""
    wanted = Target("oai", category)
    window = Window(category, max(since, _EARLIEST))
    with session.guarded(wanted):
        began, outcome = _walk(session, wanted, window, None)
        session.ended(replace(wanted, date=began), outcome, 200, f"all changes since {window.since}")
        return True
    return False


def backfill(session: FetchSession, wanted: Target, first: dt.date, last: dt.date) -> bool:
    """Fetch the papers of a category that were announced from `first` to `last`. Returns whether all were fetched.

    Their metadata may have changed at any time since, so all changes since `first` are read, month by month.
    """
    sift = partial(_of_days, first=first, last=last, holidays=session.settings.all_holidays)
    category, today = wanted.category or "", session.clock.now().date()
    name = progress_name(category, first, last)
    done = session.progress.read(name).get("done", "")
    if done == _ALL:  # by a run that stopped in another category
        session.context.say(f"{wanted}: already done")
        return True
    since, until = max(first - BEFORE, _EARLIEST), dt.date.min
    while until < today:
        until = since.replace(day=calendar.monthrange(since.year, since.month)[1])
        if str(since) > done:
            window = Window(category, since, until if until < today else None)  # the last one is open-ended
            came = False
            with session.guarded(wanted):
                _walk(session, replace(wanted, date=None), window, sift)
                came = True
            if not came:
                return False
            if window.until:
                session.progress.write(name, {"done": str(since)})
        since = until + dt.timedelta(days=1)
    session.ended(wanted, "stored", 200, f"all that was announced from {first} to {last}")
    if last < session.clock.now().date():  # else more may be announced
        session.progress.write(name, {"done": _ALL})
    return True


def progress_name(category: str, first: dt.date, last: dt.date) -> str:
    """The name under which the progress of a category's backfill is stored."""
    return f"backfill-{category}-{first}-{last}"


def _walk(session: FetchSession, wanted: Target, window: Window, sift: Sift | None) -> tuple[dt.date, Outcome]:
    """Read a list to its end, storing each page before requesting the next. Returns when it began, and the outcome.

    Raises NotFetched.
    """
    session.check_list(wanted)
    reading = session.reading(wanted)

    def check(data: bytes) -> str | None:
        if problem := reading.problem(data):
            return problem
        for listing in reading.listings:  # caches may return the answer to another request
            part = listing.part or ""
            # On later pages the service moves `from` to the last day that it came to.
            since = None if "resumptionToken" in part else _FROM.search(part)
            other = listing.category and arxiv.canonical(listing.category) != arxiv.canonical(window.category)
            if other or (since and since[1] != str(window.since)):
                return f"is the response to a different request: {part}"
        return None

    began = session.clock.now().date()
    outcome: Outcome = "nothing new"
    for answer, day in pages(session.client, window, session.progress, check):
        began = day
        if any(x.entries for x in session.keep(wanted, answer, reading.listings, sift)):
            outcome = "stored"
    return began, outcome


def _of_days(listings: Listings, first: dt.date, last: dt.date, holidays: frozenset[dt.date]) -> Selection:
    """Keep only papers with a version announced on these days."""

    def announced(times: list[dt.datetime]) -> bool:
        # Where no time is stated, nothing tells that it was announced on other days.
        return not times or any(first <= arxiv.announced(when, holidays) <= last for when in times)

    kept = tuple(
        replace(listing, entries=tuple(
            entry for entry in listing.entries
            if announced([v.submitted for v in entry.versions if v.submitted and v.version <= LISTED_VERSIONS])
        ))
        for listing in listings
    )  # fmt: skip
    if any(listing.entries for listing in kept):
        return Selection(kept)
    return Selection((), "nothing announced on these days", "nothing new")
