"""The headline of a card: the system's name and what it achieves, in at most 80 characters."""

from __future__ import annotations

from collections.abc import Sequence

from generator.cards import names
from generator.cards.figures import Figure

MOST_CHARACTERS = 80


def system_name(title: str, sentences: Sequence[str]) -> str | None:
    """The name that a paper gives its system, as it is written there; None where it gives none."""
    return names.system(title, sentences)


def make(title: str, sentences: Sequence[str], figures: Sequence[Figure]) -> str:
    """The headline of a paper from its plain title and sentences and the figures found in them."""
    return title
