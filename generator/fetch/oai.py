"""Harvesting: an OAI list page by page, resumed at the page where an interrupted run stopped."""

from __future__ import annotations

import datetime as dt
import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from generator.errors import NotFetched
from generator.fetch import requests
from generator.fetch.client import Answer, Client, Judge
from generator.fetch.progress import Progress

MOST_RESTARTS = 5
"""How often a list is started again after its resumption token was refused."""
_TOKEN = re.compile(rb"<resumptionToken[^<>]*>([^<]+)</resumptionToken>")
_DATE = re.compile(rb"<responseDate>\s*(\d{4}-[01]\d-[0-3]\d)")
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

    A refused token begins the list again. Raises NotFetched.
    """
    noted = progress.read(window.name)
    token, began = noted.get("token", ""), noted.get("began", "")
    restarts, followed = 0, set[str]()
    while True:
        request = requests.further(token) if token else requests.changes(window.category, window.since, window.until)
        answer = client.get(request, partial(_judge_further, judge) if token else judge)
        if token and _BAD_TOKEN.search(answer.body):
            token, restarts = "", restarts + 1
            progress.forget(window.name)
            followed.clear()
            if restarts > MOST_RESTARTS:
                raise NotFetched("refuses its own resumption tokens", subject=answer.url, hint="run the command again")
            continue
        answered = _DATE.search(answer.body)
        began = began if token else answered[1].decode() if answered else str(answer.fetched.date())
        yield Page(answer, dt.date.fromisoformat(began))
        match = _TOKEN.search(answer.body)
        token = html.unescape(match[1].decode("utf-8", errors="replace")).strip() if match else ""
        if not token or token in followed:
            progress.forget(window.name)
        if not token:
            return
        if token in followed:
            raise NotFetched("repeats a resumption token", subject=answer.url, hint="run the command again")
        followed.add(token)
        progress.write(window.name, {"token": token, "began": began})


def _judge_further(judge: Judge, body: bytes) -> str | None:
    """Accept a refused token as an answer: a retry would not help."""
    return None if _BAD_TOKEN.search(body) else judge(body)
