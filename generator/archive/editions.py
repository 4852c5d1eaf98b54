"""What each version of a paper says, as far as records of that very version are held: for pages that compare them.

A record's words count for a version only if that is certain: the record states the version; or it announces the paper
as new; or arXiv's schedule has exactly one version due on the day that announced it.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from generator import schedule
from generator.archive import precedence
from generator.model import ANNOUNCED, Edition, Paper, Record, Version

_Due = Mapping[dt.date, Sequence[int]]
"""date -> the versions that the schedule has announced on it."""


def editions(
    by_text: Sequence[Record], versions: Sequence[Version], holidays: frozenset[dt.date]
) -> tuple[Edition, ...]:
    """The words of each version that is held, oldest first; empty if there are fewer than two to compare.

    `by_text`: the paper's records, the best text first.
    """
    if len(by_text) < 2 or len(versions) < 2:
        return ()
    due = _due(versions, holidays)
    said: dict[int, list[Record]] = defaultdict(list)
    for record in by_text:
        number = _version(record, due)
        if number:
            said[number].append(record)
    return tuple(_edition(number, said[number]) for number in sorted(said)) if len(said) > 1 else ()


def earlier(paper: Paper) -> tuple[Edition, ...]:
    """The versions whose abstract is held, and whose title or abstract is not what the paper's lists show."""
    newest = (paper.title, paper.abstract)
    return tuple(each for each in paper.editions if each.abstract and (each.title, each.abstract) != newest)


def of_abstract(paper: Paper) -> int | None:
    """The version whose abstract is the paper's; None where it is not known, or the words of one version are held."""
    same = (each.version for each in paper.editions if each.abstract and each.abstract == paper.abstract)
    return max(same, default=None)


def _due(versions: Iterable[Version], holidays: frozenset[dt.date]) -> _Due:
    due: dict[dt.date, list[int]] = defaultdict(list)
    for version in versions:
        if version.submitted:
            due[schedule.announced(version.submitted, holidays)].append(version.version)
            if version.submitted.time() == dt.time():  # only a day is known: it may have been announced a day later
                due[schedule.announced(version.submitted + dt.timedelta(days=1), holidays)].append(version.version)
    return due


def _version(record: Record, due: _Due) -> int | None:
    """The version whose words a record has; None if that is not certain."""
    if record.version or record.type not in ANNOUNCED:
        return record.version
    if record.type == "new":
        return 1 if record.arxiv_id else None
    there = due.get(record.date, ())
    replaced = record.type != "cross"
    return there[0] if len(there) == 1 and replaced == (there[0] > 1) else None


def _edition(number: int, records: Sequence[Record]) -> Edition:
    whole = (precedence.names(record) for record in records if record.authors and record.authors_complete)
    return Edition(
        version=number,
        title=precedence.repaired(records[0].title),
        authors=next(whole, ()),
        comments=_first(record.comments for record in records),
        abstract=_first(record.abstract for record in records),
    )


def _first(texts: Iterable[str | None]) -> str | None:
    return next((precedence.repaired(text) for text in texts if text), None)
