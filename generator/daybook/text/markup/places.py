"""Where parts of a text's plain form stand among the tokens of the received text, so that pages can mark them there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from daybook.text.markup.characters import paragraphs
from daybook.text.markup.plain import BLANKS, blanked, shown
from daybook.text.markup.scanner import Mark, PlainText, Token
from daybook.text.markup.tex import is_plain, tokens

Placed = list[tuple[Token, str]]
"""Tokens, each with the name of the part that it stands in; empty: none, as for what begins and ends a style."""


def parted(text: str, parts: Mapping[str, tuple[int, int]]) -> list[Placed]:
    """The tokens of each paragraph of a received text, plain ones cut where a part begins or ends.

    `parts`: name -> (start, end) in `plain(text)`; they do not overlap, and neither begin nor end with white space. One
    that begins or ends within a formula or an address is left out.
    """
    bounds = {bound for part in parts.values() for bound in part}
    there: dict[int, int] = {}  # where a bound is in what all tokens say
    placed: list[list[tuple[Token, int, int]]] = []
    begun = at = 0
    for paragraph in paragraphs(text):
        found = tokens(paragraph)
        said = "".join(map(shown, found))
        words = said if is_plain(paragraph) else blanked(said)
        cuts = {
            bound: at + (bound - begun if words == said else _unblanked(said, bound - begun))
            for bound in bounds
            if begun <= bound <= begun + len(words)
        }
        placed.append([])
        for token in found:
            for piece in _cut(token, at, cuts.values()):
                start, at = at, at + len(shown(piece))
                cuts = {bound: place for bound, place in cuts.items() if not start < place < at}
                placed[-1].append((piece, start, at))
        there |= cuts
        begun += len(words) + 2 if words else 0
    held = {name: (there[start], there[end]) for name, (start, end) in parts.items() if {start, end} <= there.keys()}
    return [[(piece, _part(piece, start, end, held)) for piece, start, end in each] for each in placed]


def _unblanked(said: str, place: int) -> int:
    """Where in what tokens say the character stands that is at this place in plain text."""
    begin = len(said) - len(said.lstrip())
    place += begin
    for run in BLANKS.finditer(said, begin):
        if run.start() >= place:
            break
        place += len(run[0]) - 1
    return place


def _cut(token: Token, at: int, bounds: Iterable[int]) -> Iterator[Token]:
    """A token behind `at` characters, a plain one cut at these places."""
    inner = [bound - at for bound in sorted(bounds) if at < bound < at + len(shown(token))]
    if not inner or not isinstance(token, PlainText):
        yield token
        return
    yield from (PlainText(token.text[start:end]) for start, end in pairwise((0, *inner, len(token.text))))


def _part(piece: Token, start: int, end: int, parts: Mapping[str, tuple[int, int]]) -> str:
    if isinstance(piece, Mark):
        return ""
    inner = (start, end) if end > start else (start - 0.5, end + 0.5)  # what shows nothing, in neither
    return next((name for name, (first, last) in parts.items() if first <= inner[0] and inner[1] <= last), "")
