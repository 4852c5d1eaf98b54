"""Cards: a paper's headline, gist, figures and badges, every word taken from the paper's own text.

    make                 title, abstract, comments -> Card

Pure and deterministic; no text makes it raise.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from generator.describe.cards import badges, figures, gist, headline
from generator.model import OWN, Card
from generator.text import sentences
from generator.text.markup import plain

__all__ = ["make"]

_MOST_FIGURES = 3
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
    results = figures.find(body)
    line = _headline(plain_title, body, results)
    return Card(
        source=OWN,
        headline=line,
        gist=gist.make(plain_title, body, line),
        figures=tuple(figure.text for figure in results[:_MOST_FIGURES]),
        badges=badges.find(plain_title, body, plain(comments) if comments else None),
    )


def _headline(title: str, body: Sequence[str], results: Sequence[figures.Figure]) -> str:
    """The headline, or as much of the title as fits if the paper's text does not support one of its numbers or names.

    Empty if not even the title's first word fits.
    """
    line = headline.make(title, body, results)
    if gist.proved(line, title, body):
        return line
    most = headline.MOST_CHARACTERS
    line = textwrap.shorten(title, most, placeholder="", break_long_words=False, break_on_hyphens=False)
    while not gist.proved(line, title, body):  # cut between a number and its unit
        line = line.rpartition(" ")[0]
    return line
