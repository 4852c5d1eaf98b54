"""The fold: records -> Archive, the same whatever order the records come in; and the outlines of papers. Pure.

Most papers are as they were when their pages were last made. Their outlines hold all that lists, digests and neighbours
need to know of them, so that only the papers whose own pages are made again are folded.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import fields, replace
from functools import partial
from operator import attrgetter

from daybook.config import Settings
from daybook.coverage import day_states, proofs
from daybook.fold import linking, precedence
from daybook.fold.announced import PastDays, days, listing_dates, past_of, rebuilt
from daybook.fold.linking import Group
from daybook.model import (
    Archive,
    Attempt,
    Author,
    Earlier,
    HeldVersion,
    Outline,
    Paper,
    Record,
    Scheduled,
    Sighting,
    Statement,
)
from daybook.model.arxiv import canonical_all
from daybook.model.ids import dois
from daybook.model.jsonl import hash_of, hash_of_words, to_json
from daybook.model.paper import Shows
from daybook.text import author_names, markup
from daybook.text.language import _

LISTED = ("key", "arxiv_id", "title", "authors", "categories", "themes", "withdrawn")
"""What pages of several papers show of each, besides its abstract, the day it was first seen and its own card."""
of_list = attrgetter(*LISTED)
_unlisted = attrgetter(*(each.name for each in fields(Paper) if each.name not in (*LISTED, "abstract")))


def update(
    groups: Iterable[Group], papers: Mapping[str, Paper], past: PastDays, shows: Shows, known: Mapping[str, Outline]
) -> dict[str, Outline]:
    """The outlines of all papers. `known`: those of an earlier run, made by the same code with the same settings.

    A known one is used again if the paper's records are the same, and the same of its days were seen as listings.
    """
    outlines = {}
    for group in groups:
        outline, records = known.get(group.key), hash_of(to_json(group))
        if not outline or outline.records_hash != records or outline.reconstructed != reconstructed(outline.due, past):
            paper = papers[group.key]
            due = tuple(map(_scheduled, past.due(paper.categories, paper.versions)))
            outline = of(paper, shows)._replace(records_hash=records, due=due, reconstructed=reconstructed(due, past))
        outlines[group.key] = outline
    return outlines


def of(paper: Paper, shows: Shows) -> Outline:
    """A paper's outline, without the hash of its records and what the schedule says of days seen as listings."""
    title = markup.plain(paper.title)
    card_hash, version, earlier = quotable(paper)
    abstract, editions = paper.shown_abstract(shows), []
    for words in paper.held:
        gone, said = paper.is_withdrawn(words.version), abstract and words.abstract
        shown = replace(words, abstract=said).listed, gone, paper.arxiv_id, paper.first_seen
        editions.append(HeldVersion(words.version, hash_of(to_json((words.listed, gone))), hash_of(to_json(shown))))
    return Outline(
        key=paper.key,
        records_hash="",
        due=(),
        reconstructed=tuple(_scheduled(sighting) for sighting in paper.sightings if sighting.reconstructed),
        seen=tuple(dict.fromkeys((paper.first_seen, *(sighting.date for sighting in paper.sightings)))),
        themes=paper.themes,
        categories=paper.categories,
        withdrawn=paper.withdrawn,
        title=title,
        authors=author_names.printed(paper.authors),
        cited_hash=hash_of(to_json(cited(paper))),
        listed_hash=hash_of(to_json((of_list(paper), paper.first_seen, abstract))),
        page_hash=hash_of(to_json(_unlisted(paper))),
        theme_hash=hash_of_words(title, paper.abstract or "", *paper.categories),
        card_hash=card_hash,
        abstract_version=version,
        earlier=earlier,
        related_hash=hash_of(to_json(paper.comparable)),
        editions=tuple(editions),
    )


def _scheduled(sighting: Sighting) -> Scheduled:
    return Scheduled(sighting.date, sighting.type, sighting.version)


def reconstructed(due: Iterable[Scheduled], past: PastDays) -> tuple[Scheduled, ...]:
    return tuple(announcement for announcement in due if past.holds(announcement.date))


def cited(paper: Paper) -> tuple[str, str, str]:
    """What the pages of other papers say of one: its title as received, its authors in short, and its year."""
    names = [markup.plain(author.name) for author in paper.authors[:3]]
    authors = _("{name} et al.", name=names[0]) if len(names) > 2 else proofs.words(names)
    return paper.title, authors, paper.order[:4]


def quotable(paper: Paper) -> tuple[str, int | None, tuple[Earlier, ...]]:
    """An outline's `card_hash`, `abstract_version` and `earlier`."""
    earlier = tuple(
        Earlier(each.version, _card_hash(each.carded), each.themes or (), each.categories) for each in paper.earlier
    )
    return _card_hash(paper.newest.carded), paper.abstract_version, earlier


def _card_hash(words: tuple[str, ...]) -> str:
    return hash_of_words(*words) if words else ""


def fold(
    records: Iterable[Record],
    statements: Iterable[Statement] = (),
    settings: Settings | None = None,
    *,
    same: linking.SameRules | None = None,
    assign: precedence.Assign | None = None,
    attempts: Sequence[Attempt] = (),
    known: Mapping[str, Outline] | None = None,
) -> Archive:
    """All records folded into papers and days. Without `settings` no days are reconstructed or judged.

    `known`: the outlines of an earlier run. Then a paper whose records are as they were is folded only if it is asked
    for, and the archive has the outlines of all.
    """
    groups = linking.link(records, same)
    return of_groups(groups, statements, settings, assign=assign, attempts=attempts, known=known)


def of_groups(
    groups: Sequence[linking.Group],
    statements: Iterable[Statement] = (),
    settings: Settings | None = None,
    *,
    assign: precedence.Assign | None = None,
    attempts: Sequence[Attempt] = (),
    known: Mapping[str, Outline] | None = None,
    folded: MutableMapping[str, Paper] | None = None,
) -> Archive:
    """Records that are linked already, folded into papers and days. `folded`: takes the papers that are folded."""
    statements = tuple(statements)
    records = [record for group in groups for record in group.records]
    newest = max((record.date for record in records), default=dt.date.min)
    past = past_of(listing_dates(records, statements), newest, settings)
    papers: Mapping[str, Paper] = Papers({group.key: group for group in groups}, past, assign, folded=folded)
    outlined: Mapping[str, Outline] = {}
    if settings and known is not None:
        outlined = update(groups, papers, past, settings.shows, known)
        computed = ((key, outline.categories, outline.reconstructed) for key, outline in outlined.items())
        dated = days(papers, groups, statements, past.categories, computed)
    else:
        papers = dict(papers)
        dated = days(papers, groups, statements, past.categories, map(rebuilt, papers.values()))
    return Archive(
        outlines=outlined,
        papers=papers,
        days=dated,
        coverage=day_states.of_log(
            settings.drawn, statements, records, attempts,
            reconstructed=day_states.reconstructed(settings.drawn, dated), holidays=past.holidays,
            before=settings.before, acknowledged=settings.acknowledged, ended=settings.ended,
        ) if settings else (),
        redirects={name: group.key for group in groups for name in group.former},
        as_of=max({record.date for record in records} | {line.date for line in statements}, default=None),
    )  # fmt: skip


class Papers(Mapping[str, Paper]):
    """Papers by key, each folded when it is first asked for."""

    def __init__(
        self, groups: Mapping[str, linking.Group], past: PastDays, assign: precedence.Assign | None,
        keys: Mapping[str, object] | None = None, folded: MutableMapping[str, Paper] | None = None,
    ) -> None:  # fmt: skip
        """`keys`: those of all papers, where `groups` has the records of former ones, too; `folded`: takes papers."""
        self._groups, self._keys = groups, groups if keys is None else keys
        self._fold = partial(_paper, past=past, assign=assign)
        self._folded = {} if folded is None else folded

    def __getitem__(self, key: str) -> Paper:
        paper = self._folded.get(key)
        if paper is None:
            paper = self._folded[key] = self._fold(self._groups[key])
        return paper

    def __contains__(self, key: object) -> bool:
        return key in self._keys

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)


def published(records: Iterable[Record], statements: Iterable[Statement], settings: Settings) -> tuple[
    list[Record], list[Statement]
]:  # fmt: skip
    """What may be shown on pages: all of arXiv's, and of other sources those with `publish: true`."""
    shown = [record for record in records if settings.rule(record.source, record.origin).publish]
    stated = [line for line in statements if settings.rule(line.source, line.origin).publish]
    return shown, stated


def _paper(group: linking.Group, past: PastDays, assign: precedence.Assign | None) -> Paper:
    told = precedence.Ranked(group.records)
    facts = told.facts()
    title, authors, versions = facts["title"], facts["authors"], told.versions
    facts["authors"] = tuple(map(Author, authors))
    facts["categories"] = categories = canonical_all(facts["categories"])
    times = [record.updated for record in told.newest if not record.version]  # when it came, its number not stated
    whole = (record.authors for record in told.records if record.authors_complete)
    named = (dois(text) for record in told.by_time for text in (record.doi, record.url))
    links = (link for text in (facts["abstract"], facts["comments"]) if text for link in markup.links(text))
    paper = Paper(
        key=group.key,
        arxiv_id=group.ids[0] if group.ids else None,
        version=versions[-1].version if versions else None,
        titles=told.titles(),
        authors_complete=not authors or any(tuple(map(precedence.repaired, names)) == authors for names in whole),
        primary_category=categories[0] if categories else None,
        submitted=(versions[0].submitted if versions and versions[0].version == 1 else None) or told.submitted,
        updated=max(filter(None, (*times, versions[-1].submitted if versions else None)), default=None),
        withdrawn=any(record.withdrawn for record in told.newest) or bool(versions and versions[-1].withdrawn),
        versions=versions,
        editions=told.editions(past.holidays, assign),
        sightings=told.sightings(each for each in past.due(categories, versions) if past.holds(each.date)),
        cards=told.cards(),
        themes=assign(markup.plain(title), facts["abstract"], categories) if assign else (),
        links=tuple(dict.fromkeys(links)),
        claims=told.claims(),
        other_dois=tuple(dict.fromkeys(n for some in named for n in sorted(some) if n not in dois(facts["doi"]))),
        former=group.former,
        **facts,
    )
    differ = len(paper.editions) > 1 or paper.earlier
    return paper if differ or not paper.editions else replace(paper, editions=())
