"""`daybook coverage`: for each day and category what is held, against what arXiv states."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import get_args

from generator.archive import folding, linking
from generator.archive.coverage import faults
from generator.context import Context
from generator.errors import SettingsError
from generator.model import Coverage, CoverageState, Tally
from generator.sources import report
from generator.store.fetch_log import FetchLog

HEAD = ("date", "category", "state", "held", "stated", "what")


def coverage(
    context: Context, first: dt.date | None = None, last: dt.date | None = None, category: str | None = None
) -> None:
    """Print the days from `first` to `last` (None: all), and the totals; a fault makes the exit code 1."""
    found = [day for day in _all(context, category) if (first or day.date) <= day.date <= (last or day.date)]
    for line in _table(found):
        context.say(line)
    context.say(_totals(found))
    lacking = faults(found)
    if lacking:
        newest = max(day.date for day in lacking)
        hint = "run: daybook fetch, or ingest a listing page of the day"
        days = "day is" if len(lacking) == 1 else "days are"
        context.fail(f"{len(lacking):,} {days} partial, stale or missing, the newest of them {newest}; {hint}")


def _all(context: Context, category: str | None) -> list[Coverage]:
    """All that is judged, by date, then by category as the settings have them."""
    settings = context.settings()
    if category is not None and category not in settings.categories:
        hint = f"take one of {', '.join(settings.categories)}"
        raise SettingsError(f"this archive does not follow {category!r}", subject="--category", hint=hint)
    records, statements = folding.published(context.store.records(), context.store.statements(), settings)
    same = linking.parse_same(context.store.people("same.yml") or "")
    attempts = FetchLog(context.folder).attempts()
    folded = folding.fold(records, statements, settings, same=same, attempts=attempts)
    days = (day for day in folded.coverage if category in (None, day.category))
    return sorted(days, key=lambda day: day.date)


def _table(found: Iterable[Coverage]) -> Iterator[str]:
    """The lines of the table, its columns as wide as they must be; numbers to the right."""
    rows = [_row(day) for day in found]
    if not rows:
        return
    widths = [max(map(len, column)) for column in zip(HEAD, *rows, strict=True)]
    for row in (HEAD, *rows):
        cells = [
            cell.rjust(width) if name in ("held", "stated") else cell.ljust(width)
            for name, cell, width in zip(HEAD, row, widths, strict=True)
        ]
        yield "  ".join(cells).rstrip()


def _row(day: Coverage) -> tuple[str, ...]:
    held = f"{day.held:,}" if day.tallies else ""
    stated = f"{day.total:,}" if day.total is not None else ""
    what = ", ".join(_tally(tally) for tally in day.tallies)
    return (str(day.date), day.category, day.state, held, stated, "; ".join(text for text in (what, day.note) if text))


def _tally(tally: Tally) -> str:
    if tally.stated in (None, tally.held):
        return f"{tally.held:,} {report.noun(tally.section, tally.held)}"
    return f"{tally.held:,} of {tally.stated:,} {report.noun(tally.section, tally.stated or 0)}"


def _totals(found: Iterable[Coverage]) -> str:
    found = tuple(found)
    if not found:
        return "no announcement is held or was asked for here"
    states = Counter(day.state for day in found)
    told = ", ".join(f"{states[name]:,} {name}" for name in get_args(CoverageState) if states[name])
    days, categories = len({day.date for day in found}), len({day.category for day in found})
    of = f"{days:,} day{'s' if days != 1 else ''}"
    of += f" in {categories} categories" if categories > 1 else ""
    return f"{of}: {told}; {sum(day.held for day in found):,} entries held"
