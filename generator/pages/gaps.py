"""What an archive lacks, as ranges of days: announcements that are not all held, and days that were not collected."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from generator.model import Coverage, CoverageState
from generator.pages import labels


@dataclass(frozen=True, slots=True)
class Gap:
    """Announcements in a row with the same state, of the categories that all have it."""

    first: dt.date
    last: dt.date
    state: CoverageState
    categories: tuple[str, ...]
    text: str  # how many there are, and why


def ranges(days: Iterable[Coverage], states: Collection[str]) -> list[Gap]:
    """The days with one of these states, newest first; quiet days between them do not part a range."""
    by_category: dict[str, list[Coverage]] = defaultdict(list)
    for day in days:
        by_category[day.category].append(day)
    alike: dict[tuple[dt.date, dt.date, CoverageState, str], list[str]] = defaultdict(list)
    for category, of_category in by_category.items():
        for run in _runs(sorted(of_category, key=_date), states):
            alike[run[0].date, run[-1].date, run[0].state, _told(run)].append(category)
    gaps = [Gap(first, last, state, tuple(codes), text) for (first, last, state, text), codes in alike.items()]
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
        return prove(newest)
    return f"{number}; {newest.note}" if len({day.note for day in run}) == 1 else f"{number}; the last: {newest.note}"


def prove(day: Coverage) -> str:
    """How what is held of a day compares with what arXiv states, in words.

    `37 of 37 entries: 19 new, 5 cross-lists, 13 replacements, as arXiv lists them`
    """
    if not day.tallies:
        return day.note
    if day.total is None:
        sections = ", ".join(_tally(tally.section, tally.stored, tally.stated) for tally in day.tallies)
        return f"{labels.count(day.stored, 'entry', 'entries')}: {sections}; {day.note}"
    sections = ", ".join(
        _tally(tally.section, tally.stored, None if tally.stated == tally.stored else tally.stated)
        for tally in day.tallies
    )
    text = f"{labels.number(day.stored)} of {labels.count(day.total, 'entry', 'entries')}: {sections}"
    if day.state == "complete":
        return f"{text}, as arXiv lists them"
    return text + (
        ", of those that arXiv lists" if day.stored < day.total else ", but not the entries that arXiv lists"
    )


def _tally(section: str, stored: int, stated: int | None) -> str:
    """`5 cross-lists`, `3 of 5 cross-lists`; stated: None if arXiv's number need not be said."""
    count = stored if stated is None else stated
    number = labels.number(stored) if stated is None else f"{labels.number(stored)} of {labels.number(stated)}"
    one = {"new": "new", "cross": "cross-list", "replace": "replacement"}[section]
    return f"{number} {one}{'' if count == 1 or one == 'new' else 's'}"
