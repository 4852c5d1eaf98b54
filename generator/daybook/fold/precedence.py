"""Whose word is taken: which source's title, abstract, authors and other fields a paper gets where sources disagree.
And what each of its versions says, for pages that compare them.

A record's words count for a version only if that is certain: the record states the version; or it announces the paper
as new; or arXiv's schedule has exactly one version due on the day that announced it.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from operator import attrgetter
from typing import Any

from daybook.model import ANNOUNCED, Edition, Record, Version, ids, schedule, taxonomy
from daybook.sources.registry import SOURCES, is_from_arxiv, is_told
from daybook.text import markup

Assign = Callable[[str, str | None, Sequence[str]], tuple[str, ...]]
"""Finds the themes of a plain title, an abstract and categories."""
RANK = {source.name: rank for rank, source in enumerate(SOURCES)}
"""Whose text is taken where several sources tell of the same version: complete and as stored before cut or retyped."""
_TEXT, _TIME, _AUTHORS, _DOI = range(4)
_FACTS = {
    "title": _TEXT, "abstract": _TEXT, "comments": _TIME, "categories": _TIME, "authors": _AUTHORS,
    "journal_ref": _TIME, "doi": _DOI, "report_no": _TIME, "msc_class": _TIME, "acm_class": _TIME,
    "license": _TIME, "formats": _TIME, "url": _TIME,
}  # fmt: skip
"""The fields that are taken from one record as they are, and which of the four orders says from which."""


def is_arxivs(record: Record) -> bool:
    """Whether arXiv itself says so."""
    return is_from_arxiv(record.source)


def repaired(text: str) -> str:
    """A text with the damage of a wrong encoding mended."""
    return text if text.isascii() else markup.repair(text)


def names(record: Record) -> tuple[str, ...]:
    """The names of its authors, damaged text mended."""
    return tuple(map(repaired, record.authors))


def without_foreign_versions(records: list[Record]) -> list[Record]:
    """The records without what other sites say of the versions of a paper that arXiv itself tells of."""
    if all(map(is_arxivs, records)) or not any(map(is_arxivs, records)):
        return records
    nothing: dict[str, Any] = {"version": None, "versions": (), "withdrawn": False, "submitted": None, "updated": None}
    return [record if is_arxivs(record) else replace(record, **nothing) for record in records]


def orders(records: list[Record]) -> tuple[list[Record], list[Record], list[Record]]:
    """(by text, by time, those of the newest version), each best first.

    Title, abstract and authors change with a version only: the best source of the newest version has them. Comments,
    references and categories arXiv changes at any time: of the newest version, the newest statement has them. What
    other sites say fills only what arXiv leaves open. What another archive tells of arXiv has lost its TeX, so arXiv's
    own word of the same version goes before it.
    """
    if len(records) == 1:
        return records, records, records
    dates = _version_dates(records)
    versions = {id(record): _version_of(record, dates) for record in records}

    def said(record: Record) -> tuple[bool, int]:
        return not is_arxivs(record), -versions[id(record)]

    def by(record: Record) -> tuple[bool, int]:
        return is_told(record), RANK.get(record.source, len(RANK))

    known = sorted(records, key=attrgetter("said"))
    by_text = sorted(known, key=lambda record: (said(record), by(record), -record.date.toordinal()))
    by_time = sorted(known, key=lambda record: (said(record), -record.date.toordinal(), by(record)))
    newest = versions[id(by_text[0])]
    return by_text, by_time, [record for record in records if versions[id(record)] == newest]


def _version_dates(records: Iterable[Record]) -> dict[int, dt.date]:
    """The day each known version was submitted, as far as any record says."""
    dates: dict[int, dt.date] = {}
    for record in records:
        for version in record.versions:
            if version.submitted:
                dates[version.version] = version.submitted.date()
        if record.version and record.updated:
            dates.setdefault(record.version, record.updated.date())
        if record.submitted:
            dates.setdefault(1, record.submitted.date())
        if record.version and record.type in ANNOUNCED:
            dates.setdefault(record.version, record.date)
    return dates


def _version_of(record: Record, dates: Mapping[int, dt.date]) -> int:
    """The version a record tells of: stated, else the newest that was submitted before its date."""
    if record.version or record.type == "new":
        return record.version or 1
    least = 2 if record.type in ("replace", "replace-cross") else 1
    return max((v for v, day in dates.items() if day <= record.date), default=least)


def fields(by_text: Sequence[Record], by_time: Sequence[Record]) -> tuple[dict[str, Any], tuple[tuple[str, str], ...]]:
    """Each of `_FACTS` from the first record that says anything of it, damaged text mended; and who said what."""
    # Of DOIs that of a journal goes before that of a preprint.
    by_doi = sorted(by_time, key=lambda record: ids.is_preprint(record.doi)) if len(by_time) > 1 else by_time
    orders = (by_text, by_time, by_authors(by_text), by_doi)
    facts: dict[str, Any] = {}
    said = []
    for name, order in _FACTS.items():
        facts[name] = getattr(by_text[0], name)
        for record in orders[order]:
            if value := getattr(record, name):
                said.append((name, record.source))
                facts[name] = repaired(value) if isinstance(value, str) else tuple(map(repaired, value))
                break
    return facts, tuple(said)


def by_authors(by_text: Sequence[Record]) -> Sequence[Record]:
    """By text, but a complete list of authors before one that may be cut; where all may be, the longest.

    Another site's list is no complete one where it is shorter than arXiv's cut one.
    """
    if len(by_text) == 1:
        return by_text
    least = max((len(record.authors) for record in by_text if is_arxivs(record)), default=0)
    whole = (record for record in by_text if record.authors and record.authors_complete)
    complete = [record for record in whole if is_arxivs(record) or len(record.authors) >= least]
    return complete or sorted(by_text, key=lambda record: -len(record.authors))


# The words of each version


def editions(
    by_text: Sequence[Record], versions: Sequence[Version], holidays: frozenset[dt.date], assign: Assign | None = None
) -> tuple[Edition, ...]:
    """The words of each version that is held, oldest first; empty if all records are one.

    `by_text`: the paper's records, the best text first. `assign`: finds the themes of words.
    """
    if len(by_text) < 2:
        return ()
    due: dict[dt.date, list[int]] = defaultdict(list)  # the versions that the schedule has announced on a date
    for version in versions:
        if version.submitted:
            due[schedule.announced(version.submitted, holidays)].append(version.version)
            if version.submitted.time() == dt.time():  # only a day is known: it may have been announced a day later
                due[schedule.announced(version.submitted + dt.timedelta(days=1), holidays)].append(version.version)
    said: dict[int, list[Record]] = defaultdict(list)
    for record in by_text:
        if number := _certain_version(record, due):
            said[number].append(record)
    return tuple(_edition(number, said[number], assign) for number in sorted(said))


def _certain_version(record: Record, due: Mapping[dt.date, Sequence[int]]) -> int | None:
    """The version whose words a record has; None if that is not certain."""
    if record.version or record.type not in ANNOUNCED:
        return record.version
    if record.type == "new":
        return 1 if record.arxiv_id else None
    there = due.get(record.date, ())
    return there[0] if len(there) == 1 and (record.type != "cross") == (there[0] > 1) else None


def _edition(number: int, records: Sequence[Record], assign: Assign | None) -> Edition:
    whole = (names(record) for record in records if record.authors and record.authors_complete)
    abstract = next((repaired(record.abstract) for record in records if record.abstract), None)
    title = repaired(records[0].title)
    # arXiv changes them at any time, and the day on which these words came stays as it was.
    first = min((record for record in records if record.categories), key=attrgetter("date"), default=records[0])
    categories = taxonomy.canonical_all(first.categories)
    return Edition(
        version=number,
        title=title,
        authors=next(whole, ()),
        comments=next((repaired(record.comments) for record in records if record.comments), None),
        abstract=abstract,
        names=names(by_authors(records)[0]),
        categories=categories,
        themes=assign(markup.plain(title), abstract, categories) if assign and abstract else None,
    )
