"""Harvesting: an OAI list page by page, resumed at the page where an interrupted run stopped."""

from __future__ import annotations

import datetime as dt
import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from daybook.errors import NotFetched
from daybook.fetch import requests
from daybook.fetch.client import Answer, Client, Judge
from daybook.fetch.progress import Progress

MOST_PAGES = 600
"""Pages of a list that are read in one run. All of cs, some 1.2 million papers, has 480 of 2,500 records."""
MOST_RESTARTS = 5
"""How often a list is started again after its resumption token was refused."""
_TOKEN = re.compile(rb"<resumptionToken[^<>]*>([^<]+)</resumptionToken>")
_DATE = re.compile(rb"<responseDate>\s*(\d{4}-[01]\d-[0-3]\d)")
_SIZE = re.compile(rb"<resumptionToken[^<>]*?\scompleteListSize\s*=\s*[\"'](\d{1,9})[\"']")
_RECORD = re.compile(rb"<identifier>\s*([^<\s]+)\s*</identifier>")
_MOST_IDLE = 2
"""Pages in a row without a record that was not on an earlier page."""
_BAD_TOKEN = re.compile(rb"<error\s[^<>]*?code\s*=\s*[\"']badResumptionToken")


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


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a list, and the day (UTC, by the service) on which the list was begun."""

    answer: Answer
    began: dt.date


def pages(client: Client, window: Window, progress: Progress, judge: Judge) -> Iterator[Page]:
    """All pages of the list that were not yielded before; a page counts as done when the next one is asked for.

    A refused token begins the list again. A list that leads nowhere ends, and is not to be read again before its tokens
    do: one with a token that was followed before, with pages that only repeat, or with more records than it states.
    Raises NotFetched.
    """
    noted = progress.read(window.name)
    token, began = noted.get("token", ""), noted.get("began", "")
    restarts, walked, followed = 0, _Walked(), set[str]()
    for _ in range(MOST_PAGES):
        request = requests.further(token) if token else requests.changes(window.category, window.since, window.until)
        answer = client.get(request, partial(_judge_further, judge) if token else judge)
        if token and _BAD_TOKEN.search(answer.body):
            token, restarts = "", restarts + 1
            progress.forget(window.name)
            followed.clear()
            walked = _Walked()
            if restarts > MOST_RESTARTS:
                raise NotFetched("refuses its own resumption tokens", subject=answer.url, hint="run the command again")
            continue
        answered = _DATE.search(answer.body)
        began = began if token else answered[1].decode() if answered else str(answer.fetched.date())
        yield Page(answer, dt.date.fromisoformat(began))
        match = _TOKEN.search(answer.body)
        token = html.unescape(match[1].decode("utf-8", errors="replace")).strip() if match else ""
        problem = walked.problem(answer.body) if token else ""
        if token in followed:
            problem = "repeats a resumption token"
        if not token or problem:
            progress.forget(window.name)
        if not token:
            return
        if problem:
            raise _leads_nowhere(problem, answer)
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


def _leads_nowhere(problem: str, answer: Answer) -> NotFetched:
    error = NotFetched(
        problem, subject=answer.url.partition("?")[0], hint="what came is kept; it is read again tomorrow"
    )
    error.status = answer.status
    tomorrow = answer.fetched.date() + dt.timedelta(days=1)
    error.until = dt.datetime.combine(tomorrow, dt.time(), dt.UTC)
    return error


def _judge_further(judge: Judge, body: bytes) -> str | None:
    """Accept a refused token as an answer: a retry would not help."""
    return None if _BAD_TOKEN.search(body) else judge(body)
