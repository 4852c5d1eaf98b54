"""What was announced or said on each date: days from records, and past days reconstructed from submission times."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from generator import schedule
from generator.linking import Group, order
from generator.model import ANNOUNCED, Announced, Day, EntryType, Paper, Record, Sighting, Statement

DAILY = ("arxiv-listing", "arxiv-rss", "arxiv-mail")
"""Sources that announce: what they state of a date, they state of an announcement."""
LISTED_VERSIONS = 5
"""arXiv's listings hide version 6 and above; a reconstructed day does as they do."""
SCHEDULE = "schedule"
"""Named as the source of a sighting that was computed."""


def days(
    papers: Mapping[str, Paper],
    groups: Iterable[Group],
    statements: Sequence[Statement],
    categories: frozenset[str],
    since: int | None = None,
    before: int | None = None,
) -> tuple[Day, ...]:
    """All days, oldest first; those never seen as listings are reconstructed for the archive's `categories`.

    `since`, `before`: the years that the archive was split at; what lies outside, the other archive reconstructs.
    """
    told: dict[dt.date, list[tuple[str, Record]]] = defaultdict(list)
    newest = dt.date.min
    for group in groups:
        for record in group.records:
            newest = max(newest, record.date)
            if record.type != "harvest":
                told[record.date].append((group.key, record))
    stated: dict[dt.date, list[Statement]] = defaultdict(list)
    for statement in statements:
        if is_of_a_day(statement):
            stated[statement.date].append(statement)
    found = {date: _day(papers, date, told.get(date, ()), stated.get(date, ())) for date in {*told, *stated}}
    seen = {date for date, day in found.items() if _was_listed(day)}
    first = dt.date(since, 1, 1) if since else dt.date.min
    last = dt.date(before - 1, 12, 31) if before else newest
    for date, announced in _reconstructed(papers.values(), categories).items():
        if date not in seen and first <= date <= last:
            day = found.get(date, Day(date=date))
            found[date] = replace(day, announced=_sorted(announced), reconstructed=True)
    return tuple(found[date] for date in sorted(found))


def with_reconstructed(papers: Mapping[str, Paper], found: Iterable[Day]) -> dict[str, Paper]:
    """The papers, each with the sightings that reconstructed days give it."""
    extra: dict[str, list[Sighting]] = defaultdict(list)
    for day in found:
        for item in day.announced if day.reconstructed else ():
            computed = Sighting(
                date=day.date, source=SCHEDULE, type=item.type, version=item.version, reconstructed=True
            )  # fmt: skip
            extra[item.key].append(computed)
    if not extra:
        return dict(papers)
    return {key: _with(paper, extra.get(key)) for key, paper in papers.items()}


def _with(paper: Paper, extra: list[Sighting] | None) -> Paper:
    if not extra:
        return paper
    return replace(paper, sightings=tuple(sorted((*paper.sightings, *extra), key=lambda s: s.date)))


def is_of_a_day(statement: Statement) -> bool:
    """Whether a document speaks of one day's announcement or gives its report; a month's list does not."""
    if statement.source in DAILY:
        return not (statement.part or "").startswith(("month", "year"))
    return statement.report is not None


def _was_listed(day: Day) -> bool:
    return bool(day.announced) or any(s.source in DAILY for s in day.statements)


def _day(
    papers: Mapping[str, Paper], date: dt.date, told: Sequence[tuple[str, Record]], stated: Sequence[Statement]
) -> Day:
    told = sorted(told, key=lambda item: order(item[1]))
    keys = dict.fromkeys(key for key, record in told if record.headline)
    mentions = dict.fromkeys((key, record.source) for key, record in told if record.type == "report")
    listed = [(key, record) for key, record in told if record.type in ANNOUNCED]
    return Day(
        date=date,
        announced=_sorted(_announced(listed)),
        cards=tuple((key, card) for key in keys for card in papers[key].cards if card.date == date),
        mentions=tuple(mentions),
        reports=tuple(dict.fromkeys(s.report for s in stated if s.report)),
        statements=tuple(stated),
    )


def _announced(listed: Iterable[tuple[str, Record]]) -> list[Announced]:
    """One a paper: the best of its announce types, all the listings it stood in."""
    by_key: dict[str, list[Record]] = defaultdict(list)
    for key, record in listed:
        by_key[key].append(record)
    return [
        Announced(
            key=key,
            type=min((r.type for r in found), key=ANNOUNCED.index),
            categories=tuple(sorted({r.category for r in found if r.category})),
            version=max((r.version for r in found if r.version), default=None),
        )
        for key, found in by_key.items()
    ]


def _sorted(announced: Iterable[Announced]) -> tuple[Announced, ...]:
    return tuple(sorted(announced, key=lambda a: (ANNOUNCED.index(a.type), a.key)))


def _reconstructed(papers: Iterable[Paper], categories: frozenset[str]) -> dict[dt.date, list[Announced]]:
    """What arXiv's schedule says was announced when, of papers in `categories`; a date's best version of a paper."""
    found: dict[dt.date, dict[str, Announced]] = defaultdict(dict)
    for paper in papers:
        if categories.isdisjoint(paper.categories):
            continue
        own = paper.primary_category in categories
        for version in paper.versions:
            if version.submitted and version.version <= LISTED_VERSIONS:
                date = schedule.announced(version.submitted)
                found[date].setdefault(
                    paper.key,
                    Announced(
                        key=paper.key,
                        type=_type(version.version, own),
                        categories=tuple(sorted(categories.intersection(paper.categories))),
                        version=version.version,
                    ),
                )
    return {date: list(items.values()) for date, items in found.items()}


def _type(version: int, own: bool) -> EntryType:
    if version == 1:
        return "new" if own else "cross"
    return "replace" if own else "replace-cross"
