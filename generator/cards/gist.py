"""The gist: the best of the lines that the abstract's sentences give."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from generator.cards import compress, features, names, ranker

_MOST_SENTENCES = 40


@dataclass(frozen=True, slots=True)
class Line:
    """A line that might be the gist."""

    text: str
    place: int  # of its sentence, from 0
    values: tuple[float, ...]  # its features


def lines(title: str, sentences: Sequence[str]) -> tuple[Line, ...]:
    """All lines worth choosing from, of plain sentences, in reading order.

    Weak lines, and those before the sentence that says what the paper does, come only where there are no others.
    """
    name = names.system(title, sentences)
    about = features.context(title, sentences[:_MOST_SENTENCES], name)
    found: tuple[list[Line], list[Line], list[Line]] = ([], [], [])
    for place, sentence in enumerate(sentences[:_MOST_SENTENCES]):
        for text in compress.variants(sentence, name):
            rank = 2 * (place < about.offer) or int(compress.is_weak(text))
            found[rank].append(Line(text, place, features.values(text, place, sentence, about)))
    return tuple(next((some for some in found if some), ()))


def best(found: Sequence[Line], weights: Sequence[float]) -> Line | None:
    """The line that scores most, the earlier of equals. None without lines."""
    return max(found, key=lambda line: ranker.score(line.values, weights), default=None)


def make(title: str, sentences: Sequence[str]) -> str | None:
    """The gist of a paper from its plain title and sentences. None where no line reads alone."""
    line = best(lines(title, sentences), ranker.WEIGHTS)
    return line.text if line else None
