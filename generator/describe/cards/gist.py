"""The gist: the best of the lines that can be made of the abstract's sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from generator.describe.cards import compress, features, ranker, system_names, wellformed
from generator.describe.cards.features import Candidate
from generator.text import evidence

_MOST_SENTENCES = 40
_COST = re.compile(r"\b(?:loses?|costs? \d|slower|worse|only approximately)\b")
_LEAST_LOOSE = 60
"""Shortest line, in characters, of those that lost a defining clause."""


def lines(title: str, sentences: Sequence[str], headline: str = "") -> tuple[Candidate, ...]:
    """All lines worth choosing from, made of plain sentences, in reading order.

    Weak lines, and lines from before the sentence that says what the paper does, come only if there are no others.
    """
    sentences = sentences[:_MOST_SENTENCES]
    name = system_names.system(title, sentences)
    about = features.abstract(title, sentences, name, headline)
    rest = range(about.offer, len(sentences))
    texts = (
        _variants(sentences, rest, name)
        or [(place, text) for place, text in _variants(sentences, rest, name, loose=True) if len(text) >= _LEAST_LOOSE]
        or _variants(sentences, range(about.offer), name)
    )
    chosen = [(place, text) for place, text in texts if not wellformed.is_weak(text)] or texts
    return tuple(Candidate(text, place, sentences[place], about) for place, text in chosen)


def _variants(
    sentences: Sequence[str], places: Iterable[int], name: str | None, *, loose: bool = False
) -> list[tuple[int, str]]:
    return [(place, text) for place in places for text in compress.variants(sentences[place], name, loose=loose)]


def ranked(candidates: Sequence[Candidate], weights: Sequence[float]) -> list[Candidate]:
    """The lines from best to worst, of equals the earlier first; results lead if the headline has none."""
    return sorted(candidates, key=lambda line: (not _tells_result(line), -ranker.score(line, weights)))


def _tells_result(line: Candidate) -> bool:
    """Whether a line states a result that the headline lacks and that is not merely a cost."""
    return bool(features.has_new_figure(line)) and any(map(str.isdigit, line.text)) and not _COST.search(line.text)


def make(title: str, sentences: Sequence[str], headline: str = "") -> str | None:
    """The gist of a paper from its plain title and sentences; None if no line reads alone.

    They contain every number and name of it, and every figure keeps its bound.
    """
    for line in ranked(lines(title, sentences, headline), ranker.WEIGHTS):
        if line.text[:-1] in sentences[line.place] or proved(line.text, title, sentences):
            return line.text
    return None


def proved(text: str, title: str, sentences: Sequence[str]) -> bool:
    """Whether the sources of a changed text support its numbers, names and bounds."""
    sources = (title, "\n".join(sentences))
    return not evidence.unsupported(text, *sources) and not evidence.lost_bounds(text, *sources)
