"""Every paper as a line of JSON: the contract that other programs rely on."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import replace

from daybook.fold import outlines
from daybook.model import Archive, Card, Paper, Quote, Sighting, Version
from daybook.model.jsonl import to_json
from daybook.text import markup


def lines(archive: Archive) -> Iterator[bytes]:
    """A line per paper. Titles, names, comments and references are plain Unicode; abstracts as received."""
    for paper in archive.papers.values():
        yield to_json(fields(paper, archive.own_cards.get(paper.key))) + b"\n"


def fields(paper: Paper, own: Card | None = None) -> dict[str, object]:
    """What is exported of a paper. `own`: the archive's own card, listed before those of other sources."""
    return {
        "key": paper.key,
        "arxiv_id": paper.arxiv_id,
        "version": paper.version,
        "title": markup.plain(paper.title),
        "titles": [markup.plain(title) for title in paper.titles],
        "authors": [markup.plain(author.name) for author in paper.authors],
        "authors_complete": paper.authors_complete,
        "abstract": paper.abstract,
        "primary_category": paper.primary_category,
        "categories": paper.categories,
        "comments": _plain(paper.comments),
        "journal_ref": _plain(paper.journal_ref),
        "doi": paper.doi,
        "other_dois": paper.other_dois,
        "submitted": time(paper.submitted),
        "updated": time(paper.updated),
        "withdrawn": paper.withdrawn,
        "versions": [_version(version) for version in paper.versions],
        "sightings": [_sighting(sighting) for sighting in paper.sightings if not sighting.reconstructed],
        "cards": [_card(card) for card in ((own.beside(paper.abstract),) if own else ()) + paper.cards],
        "themes": paper.themes,
        "links": paper.links,
    }


def shown(paper: Paper, shows: outlines.Shows) -> Paper:
    """The paper without the words of sources that may not be published."""
    cards = tuple(card for card in paper.cards if shows(card.source))
    abstract = outlines.abstract(paper, shows)
    same = abstract == paper.abstract and len(cards) == len(paper.cards)
    return paper if same else replace(paper, abstract=abstract, cards=cards)


def _version(version: Version) -> dict[str, object]:
    title = _plain(version.title)
    return {"version": version.version, "submitted": time(version.submitted), "title": title}


def _sighting(sighting: Sighting) -> dict[str, object]:
    return {
        "date": sighting.date.isoformat(),
        "source": sighting.source,
        "type": sighting.type,
        "category": sighting.category,
        "version": sighting.version,
    }


def _card(card: Card) -> dict[str, object]:
    return {
        "source": card.source,
        "headline": card.headline,
        "gist": card.line or None,
        "result": _quote(card, card.result),
        "what": _quote(card, card.what),
        "figures": card.figures,
        "badge": card.badge or "; ".join(badge.name for badge in card.badges) or None,
        "by": card.by,
        "date": card.date.isoformat() if card.date else None,
    }


def _quote(card: Card, quote: Quote | None) -> dict[str, object] | None:
    """A sentence, and where it stands in the plain abstract of a version, in characters."""
    if quote is None:
        return None
    return {"text": quote.text, "version": card.version, "start": quote.start, "end": quote.end}


def _plain(text: str | None) -> str | None:
    return markup.plain(text) if text else None


def time(when: dt.datetime | None) -> str | None:
    """A timestamp in UTC, to the second."""
    return f"{when:%Y-%m-%dT%H:%M:%SZ}" if when else None
