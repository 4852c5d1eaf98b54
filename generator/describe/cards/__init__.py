"""Cards: the sentences of a paper's abstract that say what was found and what was done, and badges.

    make                 title, abstract, comments -> Card
    read                 abstract -> plain text and its sentences

Every word is the paper's own and stands where the card says. Pure and deterministic; no text makes it raise.
"""

from __future__ import annotations

from generator.describe import roles
from generator.describe.cards import badges
from generator.describe.cards.quotes import quote
from generator.model import OWN, Card
from generator.text import sentences
from generator.text.markup import plain

__all__ = ["make", "read"]

_LONGEST = 20_000
"""How much of an abstract is read, in characters; arXiv accepts 1,920."""


def read(abstract: str | None) -> tuple[str, tuple[tuple[int, int], ...]]:
    """An abstract as received -> plain, and where its sentences begin and end there: what is quoted from."""
    whole = plain(abstract or "")
    spans = sentences.spans(text := whole[:_LONGEST])
    return text, spans if text == whole else spans[:-1]  # the last may be cut within a word


def make(title: str, abstract: str | None, comments: str | None) -> Card | None:
    """The archive's own card of a paper, from its fields as received. None without an abstract."""
    text, spans = read(abstract)
    if not spans:
        return None
    headline = " ".join(plain(title).split())
    body = [text[start:end] for start, end in spans]
    chosen = roles.choose(headline, body)
    return Card(
        source=OWN,
        headline=headline,
        result=None if chosen.result is None else quote(text, *spans[chosen.result]),
        what=None if chosen.what is None else quote(text, *spans[chosen.what]),
        best=chosen.best,
        badges=badges.find(headline, body, plain(comments) if comments else None),
    )
