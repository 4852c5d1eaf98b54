"""Days without an announcement: what the calendar says, and what arXiv's services showed of them. Pure.

The calendar is advice: a holiday on which something was announced was none, and a day on which nothing was announced
need not stand in it. `fetch` and coverage judge alike, by the attempts that are logged.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence

from daybook.coverage.category_log import PAGES
from daybook.coverage.completeness import is_announcement
from daybook.model import Attempt, Statement, schedule
from daybook.sources import registry
from daybook.text.language import _

OLDER = "dated "
"""How the note on an attempt begins whose page is of an older announcement than the one asked for."""


def announcements(statements: Iterable[Statement]) -> frozenset[dt.date]:
    """The dates under which arXiv announced something, in whatever category.

    An empty page of the newest announcement counts as well: it bears that date because there was one.
    """
    daily = (line for line in statements if is_announcement(line) and not registry.is_told(line))
    return frozenset(line.date for line in daily if not line.quiet or (line.part or "").startswith("new"))


def reason(date: dt.date, attempts: Iterable[Attempt], holidays: frozenset[dt.date]) -> str:
    """Why no announcement was due on a date, in plain words; empty: one was. attempts: at this date and category."""
    if date.weekday() > 4:
        return _("weekend")
    if schedule.is_expected(date, holidays):
        return ""
    asked = any(each.service in PAGES and each.outcome == "quiet" for each in attempts)
    return _("holiday, and arXiv shows no announcement") if asked else _("holiday")


def is_awaited(date: dt.date, attempts: Sequence[Attempt]) -> bool:
    """Whether the newest announcement due was asked for only in the evening before its date, and was not out yet."""
    page = _last_page(attempts)
    early = all(each.when.astimezone(schedule.EASTERN).date() < date for each in attempts)
    return early and page is not None and _is_older(page)


def is_left_out(date: dt.date, attempts: Sequence[Attempt]) -> bool:
    """Whether arXiv made no announcement, though one was due, as far as two services tell on the date itself: its
    feed is empty, and its listing page shows an older announcement."""
    today = [each for each in attempts if each.when.astimezone(schedule.EASTERN).date() == date]
    feed = next((each for each in reversed(today) if each.service == "rss"), None)
    page = _last_page(attempts)
    return feed is not None and feed.outcome == "quiet" and page in today and page is not None and _is_older(page)


def _last_page(attempts: Sequence[Attempt]) -> Attempt | None:
    return next((each for each in reversed(attempts) if each.service in PAGES), None)


def _is_older(page: Attempt) -> bool:
    return page.outcome == "stale" and (page.note or "").startswith(OLDER)
