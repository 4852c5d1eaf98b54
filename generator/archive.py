"""The fold: records -> Archive. Pure, and the same whatever order the records come in."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, cast

from generator import days, linking, markup, taxonomy
from generator.config import Settings
from generator.model import ANNOUNCED, Archive, Card, Paper, Record, Sighting, Statement, Theme, Version

Assign = Callable[[str, str | None, Sequence[str]], tuple[str, ...]]
"""(plain title, abstract, categories) -> theme slugs, best first."""

RANK = {
    source: rank
    for rank, source in enumerate(
        ("arxiv-oai", "arxiv-abs", "arxiv-api", "arxiv-snapshot", "arxiv-rss", "arxiv-listing", "arxiv-mail",
         "inference-report", "pith", "feed", "dblp")
    )
}  # fmt: skip
"""Whose text is taken where several sources tell of the same version: complete and as stored before cut or retyped."""


def fold(
    records: Iterable[Record],
    statements: Iterable[Statement] = (),
    settings: Settings | None = None,
    *,
    same: linking.SameRules | None = None,
    themes: Sequence[Theme] = (),
    assign: Assign | None = None,
) -> Archive:
    """All records folded into papers and days. Without `settings` no past days are reconstructed."""
    groups = linking.link(records, same)
    papers = {group.key: _paper(group, assign) for group in groups}
    categories = frozenset(settings.categories) if settings else frozenset()
    bounds = (settings.since, settings.before) if settings else (None, None)
    found = days.days(papers, groups, tuple(statements), categories, *bounds)
    return Archive(
        papers=days.with_reconstructed(papers, found),
        days=found,
        themes=tuple(themes),
        redirects={name: group.key for group in groups for name in group.former},
        as_of=_as_of(groups, statements),
    )


def published(records: Iterable[Record], statements: Iterable[Statement], settings: Settings) -> tuple[
    list[Record], list[Statement]
]:  # fmt: skip
    """What may be shown on pages: all of arXiv's, and of other sources those with `publish: true`."""
    shown = [record for record in records if settings.rule(record.source, record.origin).publish]
    stated = [line for line in statements if settings.rule(line.source, line.origin).publish]
    return shown, stated


def _as_of(groups: Sequence[linking.Group], statements: Iterable[Statement]) -> dt.date | None:
    dates = {record.date for group in groups for record in group.records}
    return max(dates | {statement.date for statement in statements}, default=None)


def _paper(group: linking.Group, assign: Assign | None) -> Paper:
    records = group.records
    by_text, by_time, current = _orders(records)
    facts = _Facts()
    title = facts.take("title", by_text)
    abstract = facts.take("abstract", by_text)
    comments = facts.take("comments", by_time)
    categories = taxonomy.canonical_all(facts.take("categories", by_time))
    versions = _versions(records, by_text)
    authors = _authors(by_text, facts)
    return Paper(
        key=group.key,
        arxiv_id=group.ids[0] if group.ids else None,
        version=versions[-1].version if versions else None,
        title=title,
        titles=_titles(by_text),
        authors=authors,
        authors_complete=any(r.authors_complete for r in records if r.authors == authors) or not authors,
        abstract=abstract,
        primary_category=categories[0] if categories else None,
        categories=categories,
        comments=comments,
        journal_ref=facts.take("journal_ref", by_time),
        doi=facts.take("doi", by_time),
        report_no=facts.take("report_no", by_time),
        msc_class=facts.take("msc_class", by_time),
        acm_class=facts.take("acm_class", by_time),
        license=facts.take("license", by_time),
        submitted=_submitted(versions, records),
        updated=_updated(versions, by_time),
        withdrawn=any(r.withdrawn for r in current) or bool(versions and versions[-1].withdrawn),
        versions=versions,
        sightings=_sightings(records),
        cards=_cards(records),
        themes=assign(markup.plain(title), abstract, categories) if assign else (),
        links=_links(abstract, comments),
        formats=facts.take("formats", by_time),
        url=facts.take("url", by_time),
        provenance=tuple(facts.provenance),
        former=group.former,
    )


class _Facts:
    """Takes fields from the first record that has them, mends damaged text, and remembers who said it."""

    def __init__(self) -> None:
        self.provenance: list[tuple[str, str]] = []

    def take(self, name: str, records: Sequence[Record]) -> Any:
        """The first value that says anything; the empty value of the first record where none does."""
        for record in records:
            value = getattr(record, name)
            if value:
                self.provenance.append((name, record.source))
                return _mended(value) if isinstance(value, str) else value
        return getattr(records[0], name)


def _mended(text: str) -> str:
    return text if text.isascii() else markup.repair(text)


def _rank(record: Record) -> int:
    return RANK.get(record.source, len(RANK))


def _orders(records: list[Record]) -> tuple[list[Record], list[Record], list[Record]]:
    """(by text, by time, those of the newest version), each best first.

    Title, abstract and authors change with a version only: the best source of the newest version has them. Comments,
    references and categories arXiv changes at any time: of the newest version, the newest statement has them.
    """
    if len(records) == 1:
        return records, records, records
    dates = _version_dates(records)
    told = {id(record): _version_told(record, dates) for record in records}
    known = sorted(records, key=linking.order)
    by_text = sorted(known, key=lambda r: (-told[id(r)], _rank(r), -r.date.toordinal()))
    by_time = sorted(known, key=lambda r: (-told[id(r)], -r.date.toordinal(), _rank(r)))
    newest = told[id(by_text[0])]
    return by_text, by_time, [record for record in records if told[id(record)] == newest]


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


def _version_told(record: Record, dates: Mapping[int, dt.date]) -> int:
    """The version a record tells of: stated, else the newest that was submitted before its date."""
    if record.version:
        return record.version
    if record.type == "new":
        return 1
    least = 2 if record.type in ("replace", "replace-cross") else 1
    return max((v for v, day in dates.items() if day <= record.date), default=least)


def _authors(by_text: Sequence[Record], facts: _Facts) -> tuple[str, ...]:
    """The newest list that is complete; where none is, the longest."""
    named = [record for record in by_text if record.authors]
    complete = [record for record in named if record.authors_complete]
    if not named:
        return ()
    return cast("tuple[str, ...]", facts.take("authors", complete or [max(named, key=lambda r: len(r.authors))]))


def _titles(by_text: Sequence[Record]) -> tuple[str, ...]:
    """Every title ever seen, newest first; spellings of one title (TeX, Unicode) count once."""
    titles = dict.fromkeys(_mended(record.title) for record in by_text)
    if len(titles) == 1:
        return tuple(titles)
    seen: dict[str, str] = {}
    for title in titles:
        seen.setdefault(markup.title_key(title), title)
    return tuple(seen.values())


def _versions(records: Sequence[Record], by_text: Sequence[Record]) -> tuple[Version, ...]:
    """All versions that any record knows of, oldest first, each with the best-known title and time."""
    submitted: dict[int, dt.datetime | None] = {}
    withdrawn: set[int] = set()
    for record in records:
        if record.version:
            submitted[record.version] = submitted.get(record.version) or record.updated
        if record.submitted and not record.versions:
            submitted[1] = submitted.get(1) or record.submitted
        if record.withdrawn and record.version:
            withdrawn.add(record.version)
    for record in records:  # a history is the best witness
        for version in record.versions:
            submitted[version.version] = version.submitted or submitted.get(version.version)
            withdrawn.update([version.version] if version.withdrawn else ())
    titles: dict[int, str] = {}
    for record in by_text:
        told = record.version or (1 if record.type == "new" and record.arxiv_id else None)
        if told:
            submitted.setdefault(told, None)
            titles.setdefault(told, _mended(record.title))
    return tuple(
        Version(version=v, submitted=submitted[v], title=titles.get(v), withdrawn=v in withdrawn)
        for v in sorted(submitted)
    )


def _submitted(versions: Sequence[Version], records: Sequence[Record]) -> dt.datetime | None:
    if versions and versions[0].version == 1 and versions[0].submitted:
        return versions[0].submitted
    return min((record.submitted for record in records if record.submitted), default=None)


def _updated(versions: Sequence[Version], by_time: Sequence[Record]) -> dt.datetime | None:
    if versions:
        return versions[-1].submitted
    return next((record.updated for record in by_time if record.updated), None)


def _sightings(records: Sequence[Record]) -> tuple[Sighting, ...]:
    """One a record, oldest first; the same said by two copies of a document counts once."""
    seen = {
        (r.date, r.source, r.type, r.category, r.version, r.headline): Sighting(
            date=r.date, source=r.source, type=r.type, category=r.category, version=r.version
        )
        for r in records
    }
    order = sorted(seen, key=lambda k: (k[0], k[1], k[2], k[3] or "", k[4] or 0, k[5] or ""))
    return tuple(seen[key] for key in order)


def _cards(records: Sequence[Record]) -> tuple[Card, ...]:
    cards = {
        (r.source, r.headline, r.gist): Card(
            source=r.source,
            headline=_mended(r.headline),
            gist=_mended(r.gist) if r.gist else None,
            badge=r.badge,
            date=r.date,
        )
        for r in reversed(records)  # the first record of the same words stays
        if r.headline
    }
    return tuple(sorted(cards.values(), key=lambda c: (c.source, str(c.date), c.headline)))


def _links(abstract: str | None, comments: str | None) -> tuple[str, ...]:
    found = [link for text in (abstract, comments) if text for link in markup.links(text)]
    return tuple(dict.fromkeys(found))
