"""Checks that what the archive says of its papers stands in their texts: every card, and every day's digest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from generator import pages
from generator.config import Settings
from generator.model import Announced, Archive, Card, Line, Mention, Paper, Points, Quote
from generator.runtime import parallel
from generator.text import evidence
from generator.text.markup import plain

SLICE = 500  # papers that one process checks at a time

NO_COUNT = "its counts are not those of the papers"

Fault = tuple[str, str, tuple[str, ...]]
"""(the paper's key or the day, what it is: "card", "badge" or "digest", the words that nothing supports)."""


def of_cards(archive: Archive) -> list[Fault]:
    """The faults of the archive's own cards, by key. What a person wrote is that person's own."""
    keys = [key for key, card in archive.own_cards.items() if card.by is None or card.machine]

    def check(some: Sequence[str]) -> list[Fault]:
        return [fault for key in some for fault in _of_card(archive.papers[key], archive.own_cards[key])]

    return sorted(fault for part in parallel.shared(check, keys, SLICE) for fault in part)


def of_digests(archive: Archive, settings: Settings) -> list[Fault]:
    """The faults of the days' digests that rules or language models made: what is no count of the day's words or no
    sentence of the paper that is named before it."""
    view = pages.View(archive, settings, None)
    fresh = pages.View(replace(archive, bases={}), settings, None).bases
    wrong = [day for day in archive.days if view.bases[day.date]._replace(stamp="") != fresh[day.date]]
    faults: list[Fault] = [(day.date.isoformat(), "digest", (NO_COUNT,)) for day in wrong]
    for day in archive.days:
        made, papers = pages.digest(view, day), {item.key: item for item in reversed(day.announced)}
        for part in made.paragraphs if made else ():
            for line in part.lines if isinstance(part, Points) else (part,):
                words = tuple(_unproved(line, papers, archive.papers))
                faults += [(day.date.isoformat(), "digest", words)] if words else []
    return sorted(faults)


def _unproved(line: Line, announced: Mapping[str, Announced], papers: Mapping[str, Paper]) -> Iterator[str]:
    """The sentences of a line that do not stand in the abstract, as announced, of the paper named before each."""
    paper = ""
    for part in line:
        if isinstance(part, Mention):
            paper = part.key
        elif isinstance(part, Quote):
            words = announced[paper].words(papers[paper]) if paper in announced else None
            said = plain(words.abstract or "")[part.start : part.end] if words else ""
            if not said or part.text.removesuffix("…").rstrip() != said[:1].upper() + said[1:]:
                yield part.text


def _texts(paper: Paper) -> tuple[str, ...]:
    return tuple(plain(text) for text in (paper.title, paper.abstract, paper.comments) if text)


def _of_card(paper: Paper, card: Card) -> Iterator[Fault]:
    texts = _texts(paper)
    lines = [card.headline, card.gist or "", *card.figures]
    for line in lines:
        words = evidence.unsupported(line, *texts) + evidence.lost_bounds(line, *texts)
        if words:
            yield paper.key, "card", words
    for badge in card.badges:
        if not any(badge.words in text for text in texts):
            yield paper.key, "badge", (badge.words,)
