"""What can be seen of a line that might be the gist: numbers that a person can read, for the ranker."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from generator.text import cues
from generator.text.stems import long_words
from generator.text.vocabulary import BASES, words

_FIGURE = re.compile(r"\d(?:\.\d+)?(?: ?×|x\b| times\b|-fold\b| ?%| percent\b)|orders? of magnitude")
_NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?=[%x×–-])")
_BACKGROUND = tuple(f" {cue}" for cue in sorted(words("words of background")))
_SETUP = tuple(f" {cue}" for cue in sorted(words("words of set-ups")))
NAMES = (
    "opening sentence", "last sentence", "the offer", "the offer of something unnamed", "just after the offer",
    "words under 20", "figure", "figure where the headline has none", "background", "set-up", "nobody named",
    "says what it is", "finding", "finding about something unnamed", "title's words", "share kept",
    "figure of the headline",
)  # fmt: skip
"""The features in the order of their values."""


@dataclass(frozen=True, slots=True)
class Context:
    """What the features of all lines of one abstract share."""

    name: str | None  # of the system
    title: frozenset[str]  # its stems
    sentences: int
    offer: int  # the first sentence that says what the paper does; 0 where none does
    findings: frozenset[int]  # the sentences that say that something is shown
    figures: frozenset[str]  # the numbers in the headline


def context(title: str, sentences: Sequence[str], name: str | None, headline: str = "") -> Context:
    """What is to be known of an abstract before its lines are looked at."""
    offers = (place for place, sentence in enumerate(sentences) if cues.OFFER.search(sentence))
    findings = frozenset(place for place, sentence in enumerate(sentences) if cues.FINDING.search(sentence))
    return Context(
        name, long_words(title), len(sentences), next(offers, 0), findings, frozenset(_NUMBER.findall(headline))
    )


def values(line: str, place: int, sentence: str, about: Context) -> tuple[float, ...]:
    """The features of a line made from the sentence at `place` (from 0), each about 0 to 1, in the order of NAMES."""
    lower = f" {line.lower()}"
    first = line.split(" ", 1)[0]
    unnamed = about.name is None
    figure = float(_FIGURE.search(line) is not None)
    finding = float(place in about.findings)
    return (
        float(place == 0),
        float(place == about.sentences - 1),
        float(place == about.offer),
        float(place == about.offer and unnamed),
        float(place == about.offer + 1),
        max(0, 20 - len(line.split())) / 10,
        figure,
        figure * (not about.figures),
        _any(_BACKGROUND, lower),
        _any(_SETUP, lower),
        float(first.lower() in BASES and first != about.name),
        float(" is a " in line[:60] or " is an " in line[:60]),
        finding,
        finding * unnamed,
        len(long_words(line) & about.title) / max(1, min(len(about.title), 8)),
        min(1.0, len(line) / max(1, len(sentence))),
        float(bool(about.figures) and not about.figures.isdisjoint(_NUMBER.findall(line))),
    )


def _any(cues: tuple[str, ...], lower: str) -> float:
    for cue in cues:
        if cue in lower:
            return 1.0
    return 0.0
