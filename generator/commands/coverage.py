"""`daybook coverage`: for each day and category, entries held against entries stated by arXiv."""

from __future__ import annotations

import argparse
import datetime as dt
import difflib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import get_args

from generator.archive import folding, linking
from generator.archive.coverage import faults
from generator.commands import arguments
from generator.context import Context
from generator.errors import SettingsError
from generator.model import Coverage, CoverageState, Tally
from generator.sources import report
from generator.store.fetch_log import FetchLog

HEAD = ("date", "category", "state", "held", "stated", "details")


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the command line."""
    arguments.common(parser, run, "daybook coverage --from 2026-03-01 --category cs.DC")
    arguments.days(parser, required=False)
    parser.add_argument(
        "--category", metavar="CODE", help="only this category (default: all of the archive's categories)"
    )


def run(context: Context, options: argparse.Namespace) -> None:
    """Run the command."""
    arguments.check_days(options)
    coverage(context, options.first, options.last, options.category)


def coverage(
    context: Context, first: dt.date | None = None, last: dt.date | None = None, category: str | None = None
) -> None:
    """Print the days from `first` to `last` (None: all), and the totals; exit code 1 if any day is not complete."""
    days = [day for day in _all(context, category) if (first or day.date) <= day.date <= (last or day.date)]
    for line in _table(days):
        context.say(line)
    context.say(_totals(days))
    if gaps := faults(days):
        newest = max(day.date for day in gaps)
        hint = f"run: {context.command('fetch')}, or ingest a listing page of the day"
        number = f"{len(gaps):,} day{' is' if len(gaps) == 1 else 's are'}"
        context.fail(f"{number} partial, stale, missing or not collected, the latest {newest}; {hint}")


def _all(context: Context, category: str | None) -> list[Coverage]:
    """Every day's coverage, by date, then by category in the order of archive.yml."""
    settings = context.settings()
    if category is not None and category not in settings.categories:
        near = difflib.get_close_matches(category, settings.categories, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"choose from {', '.join(settings.categories)}"
        raise SettingsError(f"this archive does not follow {category!r}", subject="--category", hint=hint)
    records, statements = folding.published(context.store.records(), context.store.statements(), settings)
    same = linking.parse_same(context.store.people("same.yml") or "")
    attempts = FetchLog(context.folder).attempts()
    folded = folding.fold(records, statements, settings, same=same, attempts=attempts)
    days = (day for day in folded.coverage if category in (None, day.category))
    return sorted(days, key=lambda day: day.date)


def _table(days: Iterable[Coverage]) -> Iterator[str]:
    """The lines of the table, in aligned columns."""
    rows = [_row(day) for day in days]
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
    number = f"{day.stored:,}" if day.tallies else ""
    stated = f"{day.total:,}" if day.total is not None else ""
    what = ", ".join(_tally(tally) for tally in day.tallies)
    note = "; ".join(text for text in (what, day.note) if text)
    return (str(day.date), day.category, day.state, number, stated, note)


def _tally(tally: Tally) -> str:
    if tally.stated in (None, tally.stored):
        return f"{tally.stored:,} {report.noun(tally.section, tally.stored)}"
    return f"{tally.stored:,} of {tally.stated:,} {report.noun(tally.section, tally.stated or 0)}"


def _totals(days: Sequence[Coverage]) -> str:
    if not days:
        return "no announcements held or requested in this range"
    states = Counter(day.state for day in days)
    counts = ", ".join(f"{states[name]:,} {name}" for name in get_args(CoverageState) if states[name])
    dates, categories = len({day.date for day in days}), len({day.category for day in days})
    of = f"{dates:,} day{'s' if dates != 1 else ''}"
    of += f" in {categories} categories" if categories > 1 else ""
    return f"{of}: {counts}; {sum(day.stored for day in days):,} entries held"
