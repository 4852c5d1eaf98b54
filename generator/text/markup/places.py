"""Where parts of a text's plain form stand among the tokens of the received text, so that pages can mark them there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import chain, pairwise

from generator.text.markup.characters import paragraphs
from generator.text.markup.plain import plain, shown
from generator.text.markup.scanner import Mark, PlainText, Token
from generator.text.markup.tex import tokens

_WORD = re.compile(r"\S+")

Placed = list[tuple[Token, str]]
"""Tokens, each with the name of the part that it stands in; empty: none, as for what begins and ends a style."""


def parted(text: str, parts: Mapping[str, tuple[int, int]]) -> list[Placed]:
    """The tokens of each paragraph of a received text, plain ones cut where a part begins or ends.

    `parts`: name -> (start, end) in `plain(text)`; they do not overlap. One that begins or ends within a formula or an
    address is left out, and so are all where the tokens do not say what `plain` says.
    """
    # `plain` changes the white space of what the tokens say, and nothing else: places are counted without it.
    whole = plain(text)
    inked = {name: (_ink(whole[:start]), _ink(whole[:end])) for name, (start, end) in parts.items()}
    bounds = {place for part in inked.values() for place in part}
    said: list[str] = []
    placed: list[list[tuple[Token, int, int]]] = []
    at = 0
    for paragraph in paragraphs(text):
        placed.append([])
        for piece in (piece for token in tokens(paragraph) for piece in _cut(token, at, bounds)):
            said.append(shown(piece))
            placed[-1].append((piece, at, at := at + _ink(said[-1])))
    if "".join("".join(said).split()) != "".join(whole.split()):
        inked = {}
    for _, start, end in chain.from_iterable(placed):
        inked = {name: part for name, part in inked.items() if not any(start < place < end for place in part)}
    return [[(piece, _part(piece, start, end, inked)) for piece, start, end in paragraph] for paragraph in placed]


def _ink(text: str) -> int:
    """The number of characters that are no white space."""
    return len("".join(text.split()))


def _cut(token: Token, at: int, bounds: set[int]) -> Iterator[Token]:
    """A token behind `at` characters, a plain one cut at these places; white space there stands alone."""
    if not isinstance(token, PlainText):
        yield token
        return
    cuts = {0, len(token.text)}
    for word in _WORD.finditer(token.text):
        start, size = word.start(), len(word[0])
        cuts |= {start + bound - at for bound in bounds if at <= bound <= at + size}
        at += size
    yield from (PlainText(token.text[start:end]) for start, end in pairwise(sorted(cuts)))


def _part(piece: Token, start: int, end: int, parts: Mapping[str, tuple[int, int]]) -> str:
    if isinstance(piece, Mark):
        return ""
    inner = (start, end) if end > start else (start - 0.5, end + 0.5)  # white space between two parts is in neither
    return next((name for name, (first, last) in parts.items() if first <= inner[0] and inner[1] <= last), "")
