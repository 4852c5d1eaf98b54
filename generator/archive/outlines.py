"""What lists, digests and neighbours ask of every paper, kept from run to run. Pure.

Most papers of an archive are as they were when its pages were last made. Their outlines say so, and all that is asked
of them, so that only the papers whose own pages are made are folded.
"""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from functools import cache
from operator import attrgetter

from generator.archive.days import Past
from generator.archive.linking import Group
from generator.model import Outline, Paper, Sighting, arxiv_id
from generator.store.jsonl import to_json
from generator.text import markup

LISTED = ("key", "title", "authors", "primary_category", "categories", "themes", "withdrawn")
"""What pages of several papers tell of each, besides its abstract and the archive's own card."""
listed = attrgetter(*LISTED)
_unlisted = attrgetter(*(each.name for each in fields(Paper) if each.name not in (*LISTED, "abstract")))

Table = Mapping[str, list[str]]
"""Key -> the fields of an outline but its first, as cache.Table has it."""
Shows = Callable[[str], bool]
"""Whether the words of a source may be shown."""


def update(
    groups: Iterable[Group], papers: Mapping[str, Paper], past: Past, shows: Shows, known: Table
) -> dict[str, Outline]:
    """The outlines of all papers. `known`: those of an earlier run, made by the same code of the same settings.

    A known one stands where the paper's records are the same, and where the same of its days were seen as listings.
    """

    @cache
    def held(date: str) -> bool:
        return past.holds(dt.date.fromisoformat(date))

    found = {}
    for group in groups:
        key, row, stamp = group.key, known.get(group.key), name_of(to_json(group))
        if row and row[0] == stamp and row[2] == _past(row[1], held):
            found[key] = Outline(key, *row)
        else:
            paper = papers[key]
            due = " ".join(_told(sighting) for sighting in past.due(paper.categories, paper.versions))
            found[key] = of(paper, shows)._replace(stamp=stamp, due=due, past=_past(due, held))
    return found


def table(outlines: Mapping[str, Outline]) -> dict[str, list[str]]:
    """What is kept of outlines for the next run."""
    return {key: list(outline[1:]) for key, outline in outlines.items()}


def of(paper: Paper, shows: Shows) -> Outline:
    """A paper's outline, without what its records and the days that were seen as listings make of it."""
    return Outline(
        key=paper.key,
        stamp="",
        due="",
        past=" ".join(_told(sighting) for sighting in paper.sightings if sighting.reconstructed),
        first=paper.first_seen.isoformat(),
        seen=" ".join(dict.fromkeys(sighting.date.isoformat() for sighting in paper.sightings)),
        slugs=" ".join(paper.themes),
        codes="\n".join(paper.categories),
        gone="withdrawn" if paper.withdrawn else "",
        title=name_of(to_json(paper.title)),
        listed=name_of(to_json((listed(paper), abstract(paper, shows)))),
        whole=name_of(to_json(_unlisted(paper))),
        words=name_of_words(markup.plain(paper.title), paper.abstract or "", *paper.categories),
        told=told(paper),
        kin=name_of(to_json((order(paper), paper.title, paper.abstract, paper.authors))),
    )


def order(paper: Paper) -> str:
    """What sorts papers by time: the month and number of the id, which are known from the first day and never change,
    as the time of submission is not; else when it was first seen."""
    if not paper.arxiv_id:
        return paper.first_seen.isoformat()
    month = arxiv_id.month(paper.arxiv_id)
    return f"{'19' if month >= '91' else '20'}{month[:2]}-{month[2:]} {paper.arxiv_id}"


def told(paper: Paper) -> str:
    """The hash of all that a paper's card is made of; empty: it has no abstract, and so no card."""
    if not paper.abstract:
        return ""
    return name_of_words(paper.title, paper.abstract, paper.comments or "", *paper.categories)


def abstract(paper: Paper, shows: Shows) -> str | None:
    """A paper's abstract, where there is one and its source's words may be shown."""
    source = next((source for name, source in paper.provenance if name == "abstract"), None)
    return paper.abstract if source is None or shows(source) else None


def _told(sighting: Sighting) -> str:
    return f"{sighting.date}/{sighting.type}/{sighting.version}"


def _past(due: str, held: Callable[[str], bool]) -> str:
    return " ".join(told for told in due.split() if held(told[:10])) if due else ""


def name_of_words(*words: str) -> str:
    """The name in a table of what is told of these words: 24 hex digits."""
    return name_of("\0".join(words).encode(errors="surrogatepass"))


def name_of(data: bytes) -> str:
    """The hash of these bytes: 24 hex digits."""
    return hashlib.blake2b(data, digest_size=12).hexdigest()
