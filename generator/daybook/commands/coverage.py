"""`daybook coverage`: for each day and category, entries held against entries stated by arXiv, and who says so.

`daybook coverage acknowledge CATEGORY DATE [NOTE]` writes to archive.yml that a day stays as it is.
"""

from __future__ import annotations

import argparse
import datetime as dt
import difflib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import get_args

from daybook import config
from daybook.archive.folder import Context
from daybook.commands import arguments
from daybook.coverage.judge import faults
from daybook.coverage.proofs import name_of, prove, sentence, state_name
from daybook.errors import SettingsError
from daybook.fold import folding, linking
from daybook.log.attempts import FetchLog
from daybook.model import Coverage, CoverageState

HEAD = ("date", "category", "state", "held", "stated", "details")


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the command line."""
    arguments.common(parser, run, "daybook coverage --from 2026-03-01 --category cs.DC")
    arguments.days(parser, required=False)
    parser.add_argument(
        "--category", metavar="CODE", help="only this category (default: all of the archive's categories)"
    )
    parser.add_argument(
        "words",
        nargs="*",
        metavar="acknowledge CATEGORY DATE NOTE",
        help="write to archive.yml that what is lacking of a day will not come; a note is optional",
    )


def run(context: Context, options: argparse.Namespace) -> None:
    """Run the command."""
    arguments.check_days(options)
    if options.words:
        verb, *words = options.words
        if verb != "acknowledge" or not 2 <= len(words) <= 3:
            options.usage("write: daybook coverage acknowledge CATEGORY DATE [NOTE]")
        try:
            date = arguments.date(words[1])
        except argparse.ArgumentTypeError as error:
            options.usage(str(error))
        acknowledge(context, words[0], date, " ".join(words[2:]))
        return
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
        what = "partial, contradicted, stale, missing or not collected"
        context.fail(f"{number} {what}, the latest {newest}; {hint}")


def acknowledge(context: Context, category: str, date: dt.date, note: str = "") -> None:
    """Write to archive.yml that a day stays as it is. Raises SettingsError where nothing of it is lacking."""
    with context.store.lock():
        day = next((day for day in _all(context, category) if day.date == date), None)
        if day is None or not (faults([day]) or day.acknowledged is not None):
            state = state_name(day) if day else "not due"
            raise SettingsError(
                f"{category} of {date} is {state}", hint="only days that lack something can be acknowledged"
            )
        if day.acknowledged is not None:
            context.say(f"{category} {date}: already acknowledged")
            return
        text = context.store.people(config.NAME) or ""
        context.store.write_people(config.NAME, _extended(text, category, date, note))
        context.say(f"{category} {date}: {sentence(day)}; now acknowledged in {config.NAME}")


def _extended(text: str, category: str, date: dt.date, note: str) -> str:
    """The text of an archive.yml with one more day that stays as it is. Raises SettingsError."""
    item = f"  - {{category: {category}, date: {date}{f', note: {config.quote(note)}' if note else ''}}}"
    lines = text.rstrip("\n").split("\n")
    heads = [k for k, line in enumerate(lines) if line.startswith("acknowledge:")]
    if not heads:
        lines += ["# Days that stay as they are, in spite of what is lacking.", "acknowledge:", item]
    else:
        lines.insert(heads[0] + 1, item)
    extended = "\n".join(lines) + "\n"
    try:
        if (category, date) in config.parse(extended).acknowledged:
            return extended
    except SettingsError:
        pass
    raise SettingsError("cannot add to `acknowledge`", subject=config.NAME, hint=f"add below it: {item.strip()}")


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
    return (str(day.date), day.category, state_name(day), number, stated, prove(day))


def _totals(days: Sequence[Coverage]) -> str:
    if not days:
        return "no announcements held or requested in this range"
    states = Counter(day.state for day in days)
    counts = ", ".join(f"{states[name]:,} {name_of(name)}" for name in get_args(CoverageState) if states[name])
    lone = sum(day.lone for day in days)
    counts += f" ({lone:,} by one witness alone)" if lone else ""
    dates, categories = len({day.date for day in days}), len({day.category for day in days})
    of = f"{dates:,} day{'s' if dates != 1 else ''}"
    of += f" in {categories} categories" if categories > 1 else ""
    return f"{of}: {counts}; {sum(day.stored for day in days):,} entries held"
