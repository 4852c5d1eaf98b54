"""The report on a fetch, as Markdown for a commit message and a job summary. Pure.

Only numbers, dates and category codes of our own: no word of a service gets into a repository's history this way.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace

from daybook.coverage import proofs
from daybook.model import Coverage


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchedDay:
    """One category's announcement at the end of a run."""

    day: Coverage
    stored: bool  # something of it was stored in this run

    @property
    def proved(self) -> bool:
        """Whether all that arXiv states is held, or it says that there was nothing; or archive.yml acknowledges it."""
        return self.day.state in ("complete", "quiet") or self.day.acknowledged is not None


def fetched(days: Sequence[FetchedDay], metadata: int, others: int = 0) -> str:
    """For `daybook fetch`: a headline, then a line for each day that changed or is incomplete.

    metadata: records of OAI and the API stored; others: records of other sources.

    >>> day = Coverage(category="cs.DC", date=dt.date(2026, 3, 3), state="quiet", note="arXiv lists nothing")
    >>> print(fetched([FetchedDay(day=day, stored=True)], 10), end="")
    2026-03-03: 0 entries of cs.DC
    <BLANKLINE>
    - cs.DC, 2026-03-03: quiet: arXiv lists nothing
    - metadata: 10 records
    """
    came = [day for day in days if day.stored]
    incomplete = [day for day in days if not day.proved]
    if came:
        headline = _announcements(came)
    elif metadata or others:
        number = metadata + others
        headline = f"{'Metadata' if metadata else 'Other sources'}: {_number(number, 'record')}"
    else:
        headline = "No new announcement"
    if incomplete:
        headline += f"; {_number(len(incomplete), 'day')} not complete"
    lines = [f"- {_day(each.day)}" for each in days if each.stored or not each.proved]
    lines += [f"- metadata: {_number(metadata, 'record')}"] if metadata else []
    lines += [f"- other sources: {_number(others, 'record')}"] if others else []
    return _text(headline, lines)


def backfilled(first: dt.date, last: dt.date, metadata: int, unfinished: Sequence[str]) -> str:
    """For `daybook backfill`: what was stored. unfinished: the categories that were not read to the end."""
    headline = f"Backfill of {first} to {last}: {_number(metadata, 'record')}"
    return _text(headline, [f"- {category}: not complete, run it again" for category in unfinished])


def _announcements(came: Sequence[FetchedDay]) -> str:
    dates = sorted({each.day.date for each in came})
    categories = list(dict.fromkeys(each.day.category for each in came))
    when = str(dates[0]) if len(dates) == 1 else f"{len(dates)} days, {dates[0]} to {dates[-1]}"
    of = " and ".join(categories) if len(categories) < 3 else f"{len(categories)} categories"
    return f"{when}: {_number(sum(each.day.stored for each in came), 'entry')} of {of}"


def _day(day: Coverage) -> str:
    own = day if day.state == "quiet" else replace(day, note="")
    return f"{day.category}, {day.date}: {proofs.sentence(own)}"


def _text(headline: str, lines: Sequence[str]) -> str:
    return "\n".join([headline, *(["", *lines] if lines else [])]) + "\n"


def _number(number: int, what: str) -> str:
    many = {"entry": "entries"}.get(what, f"{what}s")
    return f"{number:,} {what if number == 1 else many}"
