"""What an archive lacks, as ranges of days: announcements that are not all held, and days that were not collected."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from daybook.coverage import proofs
from daybook.model import Contradiction, Coverage, CoverageState
from daybook.text.language import _
from daybook.view import labels


@dataclass(frozen=True, slots=True)
class Gap:
    """Announcements in a row with the same state, of the categories that all have it."""

    first: dt.date
    last: dt.date
    state: CoverageState
    categories: tuple[str, ...]
    text: str  # how many there are, and why
    day: Coverage | None = None  # its only day, in its only category or with the same contradictions in all


def ranges(days: Iterable[Coverage], states: Collection[str]) -> list[Gap]:
    """The days with one of these states, newest first; quiet days between them do not part a range."""
    by_category: dict[str, list[Coverage]] = defaultdict(list)
    for day in days:
        by_category[day.category].append(day)
    alike: dict[tuple[dt.date, dt.date, CoverageState, str, tuple[Contradiction, ...]], list[Coverage]]
    alike = defaultdict(list)
    for of_category in by_category.values():
        for run in _runs(sorted(of_category, key=_date), states):
            alike[run[0].date, run[-1].date, run[0].state, _told(run), run[0].contradictions].append(run[0])
    gaps = [
        Gap(
            first,
            last,
            state,
            tuple(day.category for day in found),
            text,
            found[0] if first == last and (len(found) == 1 or against) else None,
        )
        for (first, last, state, text, against), found in alike.items()
    ]
    return sorted(gaps, key=lambda gap: (gap.last, gap.first), reverse=True)


def _date(day: Coverage) -> dt.date:
    return day.date


def _runs(days: Iterable[Coverage], states: Collection[str]) -> Iterator[list[Coverage]]:
    """The ranges of one category, whose days come oldest first. What is held in part stands alone."""
    run: list[Coverage] = []
    for day in days:
        if day.state == "quiet":
            continue
        if run and (day.state != run[-1].state or day.tallies):
            yield run
            run = []
        if day.state in states:
            run.append(day)
    if run:
        yield run


def _told(run: Sequence[Coverage]) -> str:
    newest = run[-1]
    number = labels.count(len(run), "announcement")
    if newest.state == "unasked":
        return number
    if len(run) == 1:
        return proofs.held(newest)
    alike = len({day.note for day in run}) == 1
    return f"{number}; {newest.note if alike else _('the last: {why}', why=newest.note)}"
