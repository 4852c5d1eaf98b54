"""What a digest is made from: papers in brief, and which of them say most of what they rest on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from generator.model import Card, EntryType

_KINDS_OF_PAPER = frozenset(("Survey", "Position", "Withdrawn"))
"""Badges that say what a paper is, not what it rests on."""


@dataclass(frozen=True, kw_only=True)
class Item:
    """A paper as input to a digest. All text is plain."""

    key: str
    title: str
    abstract: str | None = None
    card: Card | None = None  # the archive's own
    name: str | None = None  # its system's name, e.g. "ChunkFlow"
    themes: tuple[str, ...] = ()  # slugs, best first
    type: EntryType = "new"
    category: str | None = None  # the primary one
    withdrawn: bool = False


def strength(item: Item) -> int:
    """How many kinds of evidence a paper's card shows: measured figures, and each badge such as proof, code or data."""
    if item.card is None:
        return 0
    return bool(item.card.figures) + sum(badge.name not in _KINDS_OF_PAPER for badge in item.card.badges)


def ranked(items: Iterable[Item]) -> list[Item]:
    """Most kinds of evidence first; of equals, new before cross-listed papers; then as announced."""
    return sorted(items, key=lambda item: (-strength(item), item.type != "new"))
