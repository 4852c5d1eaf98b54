"""A paper as the search sees it: its words, the keys it is found by, its facets; and what a result shows of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from generator.model import Card, EntryType, Paper, identifiers
from generator.search.words import JOINT, KEPT, words
from generator.text import markup

FIELDS = ("title", "authors", "gist", "abstract", "notes")
"""The fields whose words are searched, in the order of their weight. Notes: comments, journal reference, and what other
sources say."""
TYPES: tuple[EntryType, ...] = ("new", "cross", "replace", "replace-cross")
"""The announce types that are a facet."""
CODE = "Code available"
"""The badge that is a facet of its own."""
GAP = "|"
"""Between two names: phrases do not cross it. No word is spelled like this."""
END = f" {GAP}{GAP} "
"""Between two fields."""
NO_WORDS = END * (len(FIELDS) - 1)
AUTHOR = "@"
ID = "="
NAMES_SHOWN = 8
"""Authors of a result that are named."""


class Entry(NamedTuple):
    """What the index holds of a paper. A tuple of texts, which is kept from run to run."""

    stamp: str  # the hash of what it was made of
    words: str  # the stems of all fields, joined by blanks; a GAP between names and, doubled, behind each field
    names: tuple[str, ...]  # its authors as shown, each once
    ids: tuple[str, ...]  # arXiv id and DOIs, without version
    categories: tuple[str, ...]
    themes: tuple[str, ...]
    types: tuple[EntryType, ...]
    badges: tuple[str, ...]
    withdrawn: bool


def entry(paper: Paper, card: Card | None, abstract: str | None, stamp: str, told: Iterable[Card] = ()) -> Entry:
    """A paper's entry. `card`: the archive's own; `abstract`, and other sources' cards `told`: as far as they may be
    shown."""
    card = card and card.beside(abstract)
    said = [text for each in told for text in (each.headline, each.gist or "")]
    names = tuple(dict.fromkeys(markup.plain(author.name) for author in paper.authors))
    fields = (
        (paper.title,),
        names,
        (_headline(card, paper), card.line) if card else (),
        (abstract or "",),
        (paper.comments or "", paper.journal_ref or "", *said),
    )
    texts = (f" {GAP} ".join(" ".join(words(markup.plain(text))) for text in field if text) for field in fields)
    return Entry(
        stamp=stamp,
        words=END.join(texts),
        names=names,
        ids=tuple(_ids(paper)),
        categories=tuple(dict.fromkeys(paper.categories)),
        themes=paper.themes,
        types=tuple(kind for kind in TYPES if any(sighting.type == kind for sighting in paper.sightings)),
        badges=tuple(badge.name for badge in card.badges) if card else (),
        withdrawn=paper.withdrawn,
    )


def _headline(card: Card, paper: Paper) -> str:
    """A headline that somebody wrote; empty where it is the title."""
    return "" if card.headline == " ".join(markup.plain(paper.title).split()) else card.headline


def _ids(paper: Paper) -> Iterator[str]:
    if paper.arxiv_id:
        yield paper.arxiv_id
    stated = (paper.doi, *paper.other_dois)
    yield from dict.fromkeys(
        doi for text in stated for doi in sorted(identifiers.dois(text)) if not identifiers.id_of(doi)
    )


@lru_cache(KEPT)
def author_key(name: str) -> str:
    """The key of an author by the whole name: `@peter richtarik`; empty where the name holds no word."""
    parts = [word for word in words(name) if not word.startswith(JOINT)]
    return AUTHOR + " ".join(parts) if parts else ""


def shown(paper: Paper, card: Card | None, abstract: str | None, date: str) -> list[object]:
    """What a result shows of a paper: key, title, first authors, their number, date, the card's line (or the headline
    that somebody wrote), categories, themes, and 1 if it is withdrawn. All plain Unicode."""
    card = card and card.beside(abstract)
    return [
        paper.key,
        markup.plain(paper.title),
        [markup.plain(author.name) for author in paper.authors[:NAMES_SHOWN]],
        len(paper.authors),
        date,
        (card.line or _headline(card, paper)) if card else "",
        list(dict.fromkeys(paper.categories)),
        paper.themes,
        int(paper.withdrawn),
    ]
