"""Cards: the sentences of a paper's abstract that say what was found and what was done, and badges.

    make                 title, abstract, comments of papers -> their cards
    read                 abstract -> plain text and its sentences

Every word is the paper's own and stands where the card says. Pure and deterministic; no text makes it raise.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from daybook.describe import roles
from daybook.describe.cards import badges
from daybook.describe.cards.quotes import quote
from daybook.model import OWN, Card
from daybook.text import sentences
from daybook.text.markup import plain

__all__ = ["Words", "make", "read"]

_LONGEST = 20_000
"""How much of an abstract is read, in characters; arXiv accepts 1,920."""


def read(abstract: str | None) -> tuple[str, tuple[tuple[int, int], ...]]:
    """An abstract as received -> plain, and where its sentences begin and end there: what is quoted from."""
    whole = plain(abstract or "")
    spans = sentences.spans(text := whole[:_LONGEST])
    return text, spans if text == whole else spans[:-1]  # the last may be cut within a word


class Words(NamedTuple):
    """What a card is made of, as received."""

    title: str
    abstract: str | None
    comments: str | None


def make(papers: Sequence[Words]) -> list[Card | None]:
    """The archive's own card of each of these papers; none without an abstract. Many together take less time."""
    texts = [read(words.abstract) for words in papers]
    headlines = [" ".join(plain(words.title).split()) for words in papers]
    bodies = [[text[start:end] for start, end in spans] for text, spans in texts]
    held = [place for place, body in enumerate(bodies) if body]
    chosen = roles.shipped().choose([roles.read(headlines[place], bodies[place]) for place in held])
    made: list[Card | None] = [None] * len(papers)
    for place, choice in zip(held, chosen, strict=True):
        (text, spans), comments = texts[place], papers[place].comments
        made[place] = Card(
            source=OWN,
            headline=headlines[place],
            result=None if choice.result is None else quote(text, *spans[choice.result]),
            what=None if choice.what is None else quote(text, *spans[choice.what]),
            best=choice.best,
            badges=badges.find(headlines[place], bodies[place], plain(comments) if comments else None),
        )
    return made
