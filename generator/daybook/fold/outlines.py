"""What lists, digests and neighbours ask of every paper, kept from run to run. Pure.

Most papers are as they were when their pages were last made. Their outlines hold all that lists need to know of them,
so that only the papers whose own pages are made again are folded.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from operator import attrgetter

from daybook.coverage import proofs
from daybook.fold.announced import PastDays
from daybook.fold.linking import Group
from daybook.model import Earlier, Held, Outline, Paper, Scheduled, Sighting
from daybook.model.jsonl import hash_of, hash_of_words, to_json
from daybook.model.paper import Shows
from daybook.text import author_names, markup
from daybook.text.language import _

LISTED = ("key", "arxiv_id", "title", "authors", "categories", "themes", "withdrawn")
"""What pages of several papers show of each, besides its abstract, the day it was first seen and its own card."""
listed = attrgetter(*LISTED)
_unlisted = attrgetter(*(each.name for each in fields(Paper) if each.name not in (*LISTED, "abstract")))


def update(
    groups: Iterable[Group], papers: Mapping[str, Paper], past: PastDays, shows: Shows, known: Mapping[str, Outline]
) -> dict[str, Outline]:
    """The outlines of all papers. `known`: those of an earlier run, made by the same code with the same settings.

    A known one is used again if the paper's records are the same, and the same of its days were seen as listings.
    """
    outlines = {}
    for group in groups:
        outline, stamp = known.get(group.key), hash_of(to_json(group))
        if not outline or outline.stamp != stamp or outline.reconstructed != reconstructed(outline.due, past):
            paper = papers[group.key]
            due = tuple(map(_scheduled, past.due(paper.categories, paper.versions)))
            outline = of(paper, shows)._replace(stamp=stamp, due=due, reconstructed=reconstructed(due, past))
        outlines[group.key] = outline
    return outlines


def of(paper: Paper, shows: Shows) -> Outline:
    """A paper's outline, without the stamp of its records and what the schedule says of days seen as listings."""
    title = markup.plain(paper.title)
    stamp, version, earlier = quotable(paper)
    abstract, editions = paper.shown_abstract(shows), []
    for words in paper.held:
        gone, said = paper.is_withdrawn(words.version), abstract and words.abstract
        shown = replace(words, abstract=said).listed, gone, paper.arxiv_id, paper.first_seen
        editions.append(Held(words.version, hash_of(to_json((words.listed, gone))), hash_of(to_json(shown))))
    return Outline(
        key=paper.key,
        stamp="",
        due=(),
        reconstructed=tuple(_scheduled(sighting) for sighting in paper.sightings if sighting.reconstructed),
        seen=tuple(dict.fromkeys(sighting.date for sighting in paper.sightings)),
        themes=paper.themes,
        categories=paper.categories,
        withdrawn=paper.withdrawn,
        title=title,
        authors=author_names.printed(paper.authors),
        cited_hash=hash_of(to_json(cited(paper))),
        listed_hash=hash_of(to_json((listed(paper), paper.first_seen, abstract))),
        page_hash=hash_of(to_json(_unlisted(paper))),
        theme_hash=hash_of_words(title, paper.abstract or "", *paper.categories),
        card_hash=stamp,
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
