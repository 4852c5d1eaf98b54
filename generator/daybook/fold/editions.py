"""What each version of a paper says, as far as records of that very version are held: for pages that compare them.

A record's words count for a version only if that is certain: the record states the version; or it announces the paper
as new; or arXiv's schedule has exactly one version due on the day that announced it.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter

from daybook.fold import precedence
from daybook.model import ANNOUNCED, Edition, Paper, Record, Version, schedule, taxonomy
from daybook.text import markup

Assign = Callable[[str, str | None, Sequence[str]], tuple[str, ...]]
"""Finds the themes of a plain title, an abstract and categories."""
_Due = Mapping[dt.date, Sequence[int]]
"""date -> the versions that the schedule has announced on it."""


def editions(
    by_text: Sequence[Record], versions: Sequence[Version], holidays: frozenset[dt.date], assign: Assign | None = None
) -> tuple[Edition, ...]:
    """The words of each version that is held, oldest first; empty if all records are one.

    `by_text`: the paper's records, the best text first. `assign`: finds the themes of words.
    """
    if len(by_text) < 2:
        return ()
    due = _due(versions, holidays)
    said: dict[int, list[Record]] = defaultdict(list)
    for record in by_text:
        number = _version(record, due)
        if number:
            said[number].append(record)
    return tuple(_edition(number, said[number], assign) for number in sorted(said))


def earlier(paper: Paper) -> tuple[Edition, ...]:
    """The versions of which days show other words, or other marks, than lists do of the paper."""
    newest = paper.newest.listed, paper.withdrawn
    return tuple(each for each in paper.held if (each.listed, paper.is_withdrawn(each.version)) != newest)


def of_abstract(paper: Paper) -> int | None:
    """The version whose abstract is the paper's; None where it is not known, or the words of one version are held."""
    same = (each.version for each in paper.editions if each.abstract and each.abstract == paper.abstract)
    return max(same, default=None) if len(paper.editions) > 1 else None


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


def _edition(number: int, records: Sequence[Record], assign: Assign | None) -> Edition:
    whole = (precedence.names(record) for record in records if record.authors and record.authors_complete)
    title, abstract = precedence.repaired(records[0].title), _first(record.abstract for record in records)
    # arXiv changes them at any time, and the day on which these words came stays as it was.
    first = min((record for record in records if record.categories), key=attrgetter("date"), default=records[0])
    categories = taxonomy.canonical_all(first.categories)
    return Edition(
        version=number,
        title=title,
        authors=next(whole, ()),
        comments=_first(record.comments for record in records),
        abstract=abstract,
        names=precedence.names(precedence.by_authors(records)[0]),
        categories=categories,
        themes=assign(markup.plain(title), abstract, categories) if assign and abstract else None,
    )


def _first(texts: Iterable[str | None]) -> str | None:
    return next((precedence.repaired(text) for text in texts if text), None)
