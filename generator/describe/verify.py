"""Checks that what the archive says of its papers stands in their texts: every card, and every day's digest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator import pages
from generator.describe import digests
from generator.model import Archive, Card, Day, Paper
from generator.runtime import parallel
from generator.text import evidence
from generator.text.markup import plain

SLICE = 500  # papers or days that one process checks at a time

Fault = tuple[str, str, tuple[str, ...]]
"""(the paper's key or the day, what it is: "card", "badge" or "digest", the words that nothing supports)."""


def of_cards(archive: Archive) -> list[Fault]:
    """The faults of the archive's own cards, by key. What a person wrote is that person's own."""
    keys = [key for key, card in archive.own_cards.items() if card.by is None or card.machine]

    def check(some: Sequence[str]) -> list[Fault]:
        return [fault for key in some for fault in _of_card(archive.papers[key], archive.own_cards[key])]

    return sorted(fault for part in parallel.shared(check, keys, SLICE) for fault in part)


def of_digests(archive: Archive, items: pages.Items) -> list[Fault]:
    """The faults of the days' digests that rules or language models wrote. `items`: papers as the pages see them."""
    codes = sorted({code for paper in archive.papers.values() for code in paper.categories})

    def check(some: Sequence[Day]) -> list[Fault]:
        return [fault for day in some for fault in _of_day(archive, day, items, codes)]

    return sorted(fault for part in parallel.shared(check, archive.days, SLICE) for fault in part)


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


def _of_day(archive: Archive, day: Day, items: pages.Items, codes: Sequence[str]) -> Iterator[Fault]:
    entries = items(day)
    digest = archive.digests.get(day.date) or digests.day(day.date, entries, archive.themes)
    if digest is None:
        return
    words = digests.unsupported(digest, {i.key: _texts(archive.papers[i.key]) for i in entries}, archive.themes, codes)
    if words:
        yield day.date.isoformat(), "digest", words
