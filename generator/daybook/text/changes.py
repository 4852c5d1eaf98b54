"""What changed between two texts, word by word, for a reader: bounded in time for any texts."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import Literal, NamedTuple

from daybook.model import Edition
from daybook.text import author_names, markup

_MOST = 800
"""Words on either side that are compared one by one, beyond those that both sides begin and end with; abstracts have
a few hundred. Where there are more, the one text was removed and the other added."""
_AROUND = 6
"""Kept words that are shown before and after a change."""
_BRIDGE = 2
"""So few kept words between two larger changes are part of these: "the" and "of" are no anchor for a reader."""
_LIKE = 0.35
"""Less than this share of the words kept, and a text of more than _SENTENCE words was rewritten."""
_SENTENCE = 20
GAP = "…"

_SIGNS: dict[int, str | None] = {
    **dict.fromkeys(map(ord, "“”„«»"), '"'),
    **dict.fromkeys(map(ord, "‘’`´"), "'"),
    **dict.fromkeys(map(ord, "‐‑–—−"), "-"),
    **dict.fromkeys(map(ord, "{}$^_\\ "), None),
}
"""Sources differ in these signs, and in the blanks of formulas."""


class Piece(NamedTuple):
    """A run of words."""

    kind: Literal["kept", "removed", "added"]
    words: tuple[str, ...]


def form(word: str) -> str:
    """A word as words are compared: however a source writes quotes, dashes, powers, TeX's signs and addresses."""
    if word.isalnum() and word.isascii():
        return word
    return unicodedata.normalize("NFKC", word.removeprefix("http://").removeprefix("https://")).translate(_SIGNS)


def of(before: Sequence[str], after: Sequence[str], form: Callable[[str], str] = form) -> list[Piece]:
    """The words of both texts in order, by what became of them; empty if nothing but the form changed.

    `form`: what is compared of a word. Kept words are those of `after`.
    """
    one, two = list(map(form, before)), list(map(form, after))
    if "".join(one) == "".join(two):
        return []
    # A word is kept although a comma follows it now, unless nothing but commas changed.
    bare_one, bare_two = ([word.rstrip(",;:.") or word for word in words] for words in (one, two))
    pieces = _pieces(before, after, bare_one, bare_two)
    changed = any(piece.kind != "kept" for piece in pieces)
    return pieces if changed else _pieces(before, after, one, two)


def _pieces(before: Sequence[str], after: Sequence[str], one: Sequence[str], two: Sequence[str]) -> list[Piece]:
    """`one`, `two`: what is compared of the words `before` and `after`."""
    pieces: list[Piece] = []
    for kind, start, end, begin, stop in _joined(_runs(one, two)):
        # Two words in the one source may be one in the other: that is form, too.
        if kind == "equal" or "".join(one[start:end]) == "".join(two[begin:stop]):
            pieces.append(Piece("kept", tuple(after[begin:stop])))
        else:
            removed, added = Piece("removed", tuple(before[start:end])), Piece("added", tuple(after[begin:stop]))
            pieces += [piece for piece in (removed, added) if piece.words]
    return pieces


_Run = tuple[str, int, int, int, int]
"""As difflib's opcodes: (tag, start and end in the one list, start and end in the other)."""


def _runs(one: Sequence[str], two: Sequence[str]) -> list[_Run]:
    least = min(len(one), len(two))
    head = next((n for n in range(least) if one[n] != two[n]), least)
    tail = next((n for n in range(least - head) if one[-1 - n] != two[-1 - n]), least - head)
    left, right = one[head : len(one) - tail], two[head : len(two) - tail]
    inner: list[_Run] = [("replace", 0, len(left), 0, len(right))]
    if left and right and max(len(left), len(right)) <= _MOST:
        matcher = SequenceMatcher(None, left, right)
        rewritten = min(len(left), len(right)) > _SENTENCE and matcher.ratio() < _LIKE
        inner = inner if rewritten else list(matcher.get_opcodes())
    runs = [("equal", 0, head, 0, head)] if head else []
    runs += [(tag, a + head, b + head, c + head, d + head) for tag, a, b, c, d in inner]
    return [*runs, ("equal", len(one) - tail, len(one), len(two) - tail, len(two))] if tail else runs


def _joined(runs: Sequence[_Run]) -> list[_Run]:
    """The runs with changes made one where only few words between them were kept."""
    joined: list[_Run] = []
    for run, follows in zip_longest(runs, runs[1:]):
        last = joined[-1] if joined else None
        few = run[0] == "equal" and run[2] - run[1] <= _BRIDGE
        bridge = few and last and follows and _size(last) + _size(follows) > _BRIDGE
        if last and last[0] == "replace" and (bridge or run[0] != "equal"):
            joined[-1] = ("replace", last[1], run[2], last[3], run[4])
        else:
            joined.append(run if run[0] == "equal" else ("replace", *run[1:]))
    return joined


def _size(run: _Run) -> int:
    return max(run[2] - run[1], run[4] - run[3])


def texts(before: Edition, after: Edition, *, abstracts: bool) -> dict[str, tuple[list[str], list[str]]]:
    """field -> its words in both versions, of the texts that both have; abstracts if these may be shown."""
    both = ((name, getattr(before, name), getattr(after, name)) for name in ("title", "comments", "abstract"))
    return {
        name: (markup.words(one), markup.words(two))
        for name, one, two in both
        if one and two and (abstracts or name != "abstract")
    }


def between(before: Edition, after: Edition, *, abstracts: bool = True) -> dict[str, list[Piece]]:
    """field -> what changed in it, of the fields that both versions have; texts first."""
    found = {name: of(one, two) for name, (one, two) in texts(before, after, abstracts=abstracts).items()}
    if before.authors and after.authors:
        one, two = ([markup.plain(name) for name in edition.authors] for edition in (before, after))
        found["authors"] = of(one, two, author_names.fold)
    return found


def shortened(pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces with a gap in place of kept words that are far from any change."""
    short = []
    for place, piece in enumerate(pieces):
        head, tail = _AROUND * (place > 0), _AROUND * (place < len(pieces) - 1)  # some stay beside a change
        words = piece.words
        if piece.kind == "kept" and len(words) > head + tail + 1:
            piece = Piece("kept", (*words[:head], GAP, *words[len(words) - tail :]))
        short.append(piece)
    return short
