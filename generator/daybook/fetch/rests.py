"""Who wants to be left alone, and until when: kept in the log of attempts, so that later runs heed it in any clone.

A service that forbids (403) is not asked for a day: arXiv takes further requests for an attack, and lifts a block when
the client was quiet. One that says when to come back (Retry-After) is not asked before, and one that had too many
requests (429) not for an hour. A list that leads nowhere is not read again before its tokens end, at midnight UTC.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from daybook.fetch.hosts import group
from daybook.model import Attempt
from daybook.sources.registry import ARXIV_HOSTS, SOURCES

FORBIDDEN, TOO_MANY = 403, 429
FOR_A_DAY = dt.timedelta(days=1)
FOR_AN_HOUR = dt.timedelta(hours=1)
AT_MOST = dt.timedelta(days=7)
"""A service that asks for more is asked again after this: such a header is more likely wrong than meant."""
_HOSTS = {service: source.host.name for source in SOURCES if source.host for service in source.services}


@dataclass(frozen=True, slots=True)
class Rest:
    """Until when something is not asked for, UTC, and what for."""

    until: dt.datetime
    reason: str  # follows "as"

    def __str__(self) -> str:
        return f"not asked before {self.until:%Y-%m-%d %H:%M} UTC, as {self.reason}"


def until(status: int | None, after: float | None, now: dt.datetime) -> dt.datetime | None:
    """Until when a service is left alone whose last answer had this status; None: it may be asked again at any time.

    after: the seconds of its Retry-After header.
    """
    rest = dt.timedelta(seconds=min(after or 0.0, AT_MOST.total_seconds()))
    least = {FORBIDDEN: FOR_A_DAY, TOO_MANY: FOR_AN_HOUR}.get(status or 0, dt.timedelta())
    return now + max(rest, least) if max(rest, least) else None


def together(host: str, status: int | None) -> frozenset[str]:
    """The hosts that such an answer of one of them speaks for: arXiv blocks clients on all its hosts."""
    if status == FORBIDDEN and host in ARXIV_HOSTS:
        return ARXIV_HOSTS
    if status == TOO_MANY:
        return frozenset(each for each in {*ARXIV_HOSTS, host} if group(each) == group(host))
    return frozenset((host,))


def of_hosts(attempts: Iterable[Attempt], now: dt.datetime) -> Mapping[str, Rest]:
    """Short name -> the rest that a host still wants, by the attempts of this and former runs."""
    found: dict[str, Rest] = {}
    for attempt, rest in _wanted(attempts, now):
        if attempt.status not in (None, 200):
            for host in together(_HOSTS.get(attempt.service, attempt.service), attempt.status):
                found[host] = max(found.get(host, rest), rest, key=lambda each: each.until)
    return found


def of_lists(attempts: Iterable[Attempt], now: dt.datetime) -> Mapping[tuple[str, str | None], Rest]:
    """(service, category) -> until when its list is not read again."""
    return {(a.service, a.category): rest for a, rest in _wanted(attempts, now) if a.status in (None, 200)}


def _wanted(attempts: Iterable[Attempt], now: dt.datetime) -> Iterable[tuple[Attempt, Rest]]:
    """The attempts that say until when, and are neither over nor of a clock that went wrong."""
    for attempt in attempts:
        if attempt.until and now < attempt.until <= now + AT_MOST and attempt.when <= now:
            said = f"responded with status {attempt.status}" if attempt.status != 200 else "led nowhere"
            name = " ".join(part for part in (attempt.category, f"({attempt.service})") if part)
            yield attempt, Rest(attempt.until, f"{name} {said} at {attempt.when:%Y-%m-%d %H:%M} UTC")
