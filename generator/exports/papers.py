"""`daybook papers`: every paper as a line of JSON or CSV. The JSON is the contract that other programs rely on."""

from __future__ import annotations

import csv
import datetime as dt
import io
from collections.abc import Iterator

from generator.model import Archive, Card, Paper, Sighting, Version
from generator.store.jsonl import to_json
from generator.text import markup

CSV_FIELDS = (
    "key", "arxiv_id", "version", "title", "authors", "primary_category", "categories", "submitted", "updated",
    "withdrawn", "first_seen", "themes", "doi", "journal_ref", "comments", "abstract",
)  # fmt: skip
_SIGNS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""What makes a formula of a cell for some program; the wide ones in Japanese and Chinese versions of it."""


def jsonl(archive: Archive) -> Iterator[bytes]:
    """A line of JSON per paper. Titles, names, comments and references are plain Unicode; abstracts as received."""
    for paper in archive.papers.values():
        yield to_json(_fields(paper, archive.own_cards.get(paper.key))) + b"\n"


def csv_lines(archive: Archive) -> Iterator[bytes]:
    """A header and a row per paper (RFC 4180). Lists are joined by "; "; a leading sign never makes a formula."""
    for row in (CSV_FIELDS, *(_row(paper) for paper in archive.papers.values())):
        line = io.StringIO()
        csv.writer(line).writerow(row)
        yield line.getvalue().encode()


def _fields(paper: Paper, own: Card | None = None) -> dict[str, object]:
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
        "submitted": _time(paper.submitted),
        "updated": _time(paper.updated),
        "withdrawn": paper.withdrawn,
        "versions": [_version(version) for version in paper.versions],
        "sightings": [_sighting(sighting) for sighting in paper.sightings if not sighting.reconstructed],
        "cards": [_card(card) for card in ((own,) if own else ()) + paper.cards],
        "themes": paper.themes,
        "links": paper.links,
    }


def _version(version: Version) -> dict[str, object]:
    title = _plain(version.title)
    return {"version": version.version, "submitted": _time(version.submitted), "title": title}


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
        "gist": card.gist,
        "figures": card.figures,
        "badge": card.badge or "; ".join(badge.name for badge in card.badges) or None,
        "date": card.date.isoformat() if card.date else None,
    }


def _row(paper: Paper) -> list[str]:
    told = {**_fields(paper), "first_seen": paper.first_seen.isoformat()}
    return [_cell(told[name]) for name in CSV_FIELDS]


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = "; ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
    return f"'{text}" if text.startswith(_SIGNS) else text


def _plain(text: str | None) -> str | None:
    return markup.plain(text) if text else None


def _time(when: dt.datetime | None) -> str | None:
    return f"{when:%Y-%m-%dT%H:%M:%SZ}" if when else None
