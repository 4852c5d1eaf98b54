"""Which raw documents stay in the archive, and how: as `keep` in archive.yml says, at the end of each fetch.

`packed`: the documents of a month become one file once arXiv shows none of its days any more, so that no more of them
can come. `proved`: arXiv's documents of a day and category are left out as soon as witnesses prove the day complete, so
that most of them never get into git, which forgets nothing.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

from daybook.config import Settings
from daybook.coverage.completeness import is_of_a_day
from daybook.coverage.judge import SERVED_DAYS
from daybook.errors import Refused
from daybook.log import documents
from daybook.log.store import Store
from daybook.model import Coverage, Statement
from daybook.runtime import files
from daybook.sources.registry import is_from_arxiv

_TOLD = 7
"""A harvest tells of so many days before its own: of those since the last one, which may have failed some nights."""
Judge = Callable[[str, dt.date], Coverage]
"""The state of a category's announcement of a date."""


def keep_less(store: Store, settings: Settings, today: dt.date, judge: Judge) -> list[Refused]:
    """Leave out and pack what the settings do not want to be kept file by file. Returns the damaged documents, of whose
    months nothing was packed. The archive must be locked."""
    faults = []
    if settings.keep == "proved":
        for day in sorted(_days(store.root, today)):
            _leave_out(store, settings, day, judge)
    if settings.keep != "all":
        for month, paths in sorted(_months(store.root, today).items()):
            try:
                documents.pack(store.root, month, paths)
            except Refused as error:
                faults.append(error)
    return faults


def _leave_out(store: Store, settings: Settings, date: dt.date, judge: Judge) -> None:
    for path in _documents(store.root / f"listings/{date:%Y/%m}", f"{date}-*"):
        lines = store.coverage.by(path.stem.rpartition("-")[2])  # a page of recent papers states several days
        if lines and all(_is_left_out(line, settings, judge) for line in lines):
            files.remove(path)


def _is_left_out(line: Statement, settings: Settings, judge: Judge) -> bool:
    """Whether nothing that a document says is in doubt: its day is complete in its category, or in all; and where it is
    of no single day, no day of the week before is in doubt, of which it tells as well."""
    if not is_from_arxiv(line.source) or line.origin or line.faults or line.ingested:
        return False
    followed = (line.category,) if line.category in settings.categories else settings.categories
    before = [line.date - dt.timedelta(days=k) for k in range(1, 1 + (0 if is_of_a_day(line) else _TOLD))]
    return all(judge(category, line.date).proved for category in followed) and not any(
        _is_in_doubt(judge(category, day)) for category in followed for day in before
    )


def _is_in_doubt(day: Coverage) -> bool:
    return not day.proved and day.state != "unasked" and day.acknowledged is None


def _days(root: Path, today: dt.date) -> set[dt.date]:
    """The days that arXiv still shows, of which raw documents are kept."""
    days = {today + dt.timedelta(days=k) for k in range(-SERVED_DAYS, 2)}
    folders = {root / f"listings/{day:%Y/%m}" for day in days}
    names = {path.name[:10] for folder in folders for path in _documents(folder)}
    return {day for day in days if str(day) in names}


def _months(root: Path, today: dt.date) -> dict[str, list[Path]]:
    """Month -> its raw documents, of the months of which arXiv shows no day any more."""
    oldest = (today - dt.timedelta(days=SERVED_DAYS)).isoformat()[:7]
    found: dict[str, list[Path]] = defaultdict(list)
    for folder in sorted((root / "listings").glob("[0-9]*/[0-9]*/")):
        month = f"{folder.parent.name}-{folder.name}"
        if month < oldest and (paths := _documents(folder)):
            found[month] = paths
    return found


def _documents(folder: Path, pattern: str = "*") -> list[Path]:
    return sorted(folder.glob(f"{pattern}.gz"))
