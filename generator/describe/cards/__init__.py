"""Cards: a headline, a gist, figures and badges for a paper, each word of them from the paper's own text.

    make                 title, abstract, comments -> Card

Pure and deterministic; nothing here raises on any text.
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
"""Characters of an abstract that are read: arXiv takes 1,920, and what is longer is none."""


def make(title: str, abstract: str | None, comments: str | None) -> Card | None:
    """The archive's own card of a paper, from its fields as received. None without an abstract."""
    found = sentences.split(plain((abstract or "")[:_LONGEST]))
    if len(abstract or "") > _LONGEST:
        found = found[:-1]  # it may end within a word
    if not found:
        return None
    shown = plain(title)
    measured = figures.find(found)
    head = _headline(shown, found, measured)
    return Card(
        source=OWN,
        headline=head,
        gist=gist.make(shown, found, head),
        figures=tuple(figure.text for figure in measured[:_MOST_FIGURES]),
        badges=badges.find(shown, found, plain(comments) if comments else None),
    )


def _headline(title: str, told: Sequence[str], measured: Sequence[figures.Figure]) -> str:
    """The headline; where a number or name of it does not stand in the paper's words, the title as far as it goes.

    Empty where not even the title's first word fits: half a word stands in no text.
    """
    made = headline.make(title, told, measured)
    if gist.proved(made, title, told):
        return made
    most = headline.MOST_CHARACTERS
    line = textwrap.shorten(title, most, placeholder="", break_long_words=False, break_on_hyphens=False)
    while not gist.proved(line, title, told):  # cut between a number and its unit
        line = line.rpartition(" ")[0]
    return line
