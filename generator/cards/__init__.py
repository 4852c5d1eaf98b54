"""Cards: a headline, a gist, figures and badges for a paper, each word of them from the paper's own text.

    make                 title, abstract, comments, categories -> Card
    sentences.split      plain text -> its sentences

Pure and deterministic; nothing here raises on any text.
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.cards import gist, sentences
from generator.markup import plain
from generator.model import OWN, Card

__all__ = ["make"]


def make(title: str, abstract: str | None, comments: str | None, categories: Sequence[str]) -> Card | None:
    """The archive's own card of a paper, from its fields as received. None without an abstract."""
    found = sentences.split(plain(abstract or ""))
    if not found:
        return None
    shown = plain(title)
    return Card(source=OWN, headline=shown, gist=gist.make(shown, found))
