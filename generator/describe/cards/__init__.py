"""Cards: a paper's headline, gist, figures and badges, every word taken from the paper's own text.

    make                 title, abstract, comments -> Card

Pure and deterministic; no text makes it raise.
"""

from __future__ import annotations

from generator.describe.cards import badges, figures, gist, headline
from generator.model import OWN, Card
from generator.text import sentences
from generator.text.markup import plain

__all__ = ["make"]

_LONGEST = 20_000
"""How much of an abstract is read, in characters; arXiv accepts 1,920."""


def make(title: str, abstract: str | None, comments: str | None) -> Card | None:
    """The archive's own card of a paper, from its fields as received. None without an abstract."""
    body = sentences.split(plain((abstract or "")[:_LONGEST]))
    if len(abstract or "") > _LONGEST:
        body = body[:-1]  # may be cut within a word
    if not body:
        return None
    plain_title = plain(title)
    return Card(
        source=OWN,
        headline=headline.make(plain_title),
        gist=gist.make(plain_title, body),
        figures=figures.find(body, gist.offer(body)),
        badges=badges.find(plain_title, body, plain(comments) if comments else None),
    )
