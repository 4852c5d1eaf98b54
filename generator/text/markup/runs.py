"""Received text as stretches of plain Unicode and of formulas, for programs that typeset both."""

from __future__ import annotations

from typing import NamedTuple

from generator.text.markup.characters import paragraphs
from generator.text.markup.formula import linear
from generator.text.markup.plain import shown
from generator.text.markup.scanner import Formula
from generator.text.markup.tex import PLAIN, tokens


class Run(NamedTuple):
    """A stretch of a text: plain Unicode, or a formula as plain Unicode shows it with its TeX."""

    text: str
    tex: str | None = None  # of a formula: its TeX, without dollars


def runs(text: str) -> tuple[Run, ...]:
    r"""A text on one line. Their `text`s together are `plain(text)`, but for blanks.

    >>> runs(r"The $H_0$ of Bal\'azs")
    (Run(text='The ', tex=None), Run(text='H₀', tex='H_0'), Run(text=' of Balázs', tex=None))
    """
    if "\n" not in text and not PLAIN.search(text):
        return (Run("".join(paragraphs(text))),)
    found: list[Run] = []
    words = ""
    for token in tokens(" ".join(paragraphs(text))):
        if isinstance(token, Formula):
            found += [Run(words)] if words else []
            found.append(Run(linear(token.source), token.source))
            words = ""
        else:
            words += shown(token)
    return (*found, Run(words)) if words else tuple(found)
