"""The gist: the best of the lines that can be made of the abstract's sentences, by a small linear model in two steps.

    WORDS    how likely each word of the abstract is to stand in a summary of it
    LINES    how good a gist a line is: by its words' likelihood, its place, what it tells and how it speaks

Each is a sum of general features by their weights; no feature knows a word of any field. The weights (weights.json) are
fitted by tests/describe/cards/train.py to summaries by authors and to readers' choices.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from math import exp, log
from operator import mul
from typing import Any

from generator.describe.cards import lines
from generator.text import evidence
from generator.text.rarity import UNKNOWN, stem, table
from generator.text.vocabulary import BASES, any_of

_MOST_SENTENCES = 40
_FEW = 3
"""Of fewer sentences, the first may be the result; of more, it is background unless it speaks of the paper."""
_USUAL = 19.0
"""How many words a summary by an author has (SciTLDR)."""
_WEIGHTY = 2.2
"""Rarity from which on a word tells what a paper is about."""
_LEAST_NEW, _ENOUGH_NEW = 1, 2
"""How many such words that the title lacks a gist must have, and how many it has where another line can be taken."""
_ROOM = 115
"""Longest line that is joined with another, in characters."""
_SMALL = frozenset({"a", "an", "the", "in", "on", "for", "under", "if", "when", "each", "every", "all", "both", "by"})

_WORD = re.compile(r"[^\W_]+")
_OFFER = re.compile(
    rf"\b(?:[Ww]e|[Tt]his {any_of('words for papers')}|[Tt]he (?:paper|authors?)) "
    rf"(?:[a-z]+ly |also |then |first |therefore |have )?{any_of('verbs that tell')}|"
    r"\b(?:aim|goal|purpose|objective) of this |"
    rf" (?:is|are) (?:[a-z]+ly )?{any_of('passive offers')} (?:in this|here|for|to)\b"
)
_BACKGROUND = re.compile(any_of("words of background"))
_FIGURE = re.compile(r"\d(?:\.\d+)? ?(?:[×x%]|times\b|-fold\b|percent\b)|orders? of magnitude")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A line that might be the gist, and what the model sees of it."""

    text: str
    new: int  # words of some weight that the title lacks
    values: tuple[float, ...]  # in the order of LINES


@dataclass(frozen=True)
class Abstract:
    """The plain title and sentences of a paper, as the model sees them."""

    title: str
    sentences: Sequence[str]

    @cached_property
    def offer(self) -> int:
        """The first sentence that says what the paper does; -1 if none does."""
        return offer(self.sentences)

    @cached_property
    def titled(self) -> frozenset[str]:
        """The stems of the title."""
        return frozenset(stems(self.title))

    @cached_property
    def seen(self) -> Mapping[str, tuple[float, ...]]:
        """Each stem of the abstract with its features, in the order of WORDS."""
        sentences = [stems(sentence) for sentence in self.sentences]
        counts = Counter(word for sentence in sentences for word in sentence)
        where: dict[str, list[int]] = {}
        for place, sentence in enumerate(sentences):
            for word in dict.fromkeys(sentence):
                where.setdefault(word, []).append(place)
        many, first, rarities, seen = len(sentences), self.offer, table(), {}
        for word, places in where.items():
            rare, often = rarities.get(word, UNKNOWN) / UNKNOWN, log(counts[word])
            titled, offered = word in self.titled, first in places
            seen[word] = (
                1.0, titled, titled * rare, often, often * rare, rare, rare < 0.12, offered,
                titled and offered, first < 0, len(places) / many,
            )  # fmt: skip
        return seen


WORDS = (
    "any", "title", "rare in the title", "often", "rare and often", "rare", "everywhere", "in the offer",
    "in title and offer", "no offer", "share of the sentences",
)  # fmt: skip
"""What the model sees of a word, about 0 to 1; the names in weights.json."""

LINES = (
    "expected overlap", "expected precision", "expected recall", "words", "few words", "joined", "place", "offer",
    "far after the offer", "contributes", "finds", "is about", "cut", "new words", "restates the title", "figure",
)  # fmt: skip
"""What the model sees of a line, about 0 to 1; the names in weights.json."""


def offer(sentences: Sequence[str]) -> int:
    """The first sentence that says what the paper does; -1 if none does."""
    return next((place for place, text in enumerate(sentences) if _OFFER.search(text)), -1)


def make(title: str, sentences: Sequence[str]) -> str | None:
    """The gist of a paper from its plain title and sentences; None if no line reads alone.

    They contain every number and name of it, every figure keeps its bound, and it says more than the title.
    """
    ranked = sorted(candidates(title, sentences), key=lambda one: -_sum(one.values, WEIGHTS["lines"]))
    order = sorted(ranked, key=lambda one: one.new < _ENOUGH_NEW)  # what repeats the title comes last
    more = (one.text for one in order if one.new >= _LEAST_NEW)
    return next((text for text in more if proved(text, title, sentences)), None)


def candidates(title: str, sentences: Sequence[str], weights: Iterable[float] | None = None) -> tuple[Candidate, ...]:
    """All lines of plain sentences that may be the gist, in reading order. `weights`: of WORDS; None: as trained.

    What comes before the sentence that says what the paper does is background, and so is a first sentence that does not
    speak of the paper.
    """
    about = Abstract(title, sentences[:_MOST_SENTENCES])
    rest = range(max(0, about.offer), len(about.sentences))
    made = [(place, line) for place in rest for line in lines.of(about.sentences[place])]
    made = [(place, line) for place, line in made if line.kind != "says" or not _is_background(line, place, about)]
    if not made:
        return ()
    known = tuple(WEIGHTS["words"] if weights is None else weights)
    likely = {word: 1 / (1 + exp(-_sum(values, known))) for word, values in about.seen.items()}
    most = sum(likely.values())
    parts = [*((line, (place,)) for place, line in made), *_joined(made, about.offer)]
    return tuple(_candidate(line, places, about, likely, most) for line, places in parts)


def _is_background(line: lines.Line, place: int, about: Abstract) -> bool:
    return (place == 0 and len(about.sentences) >= _FEW) or _BACKGROUND.search(line.text) is not None


def _joined(made: Sequence[tuple[int, lines.Line]], first: int) -> Iterator[tuple[lines.Line, tuple[int, int]]]:
    """What the paper does and what it finds, where both fit: "Proposes X; Y outperforms Z"."""
    heads = [line for place, line in made if place == first and line.kind in ("does", "studies") and not line.cut]
    for line in heads:
        for later, more in made:
            short = len(line.text) <= _ROOM and len(line.text) + len(more.text) <= lines.MOST_CHARACTERS
            if later > first and short and more.kind in ("does", "finds") and not more.cut:
                word = more.text.split(" ", 1)[0].lower()
                low = more.text[:1].lower() + more.text[1:]
                does = more.kind == "does" and (word in BASES or word.endswith("ed"))
                joint = ", and " if does and ", and " not in line.text else "; "
                both = f"{line.text[:-1]}{joint}{low if does or word in _SMALL else more.text}"
                if lines.fits(both):
                    yield lines.Line(both, "does"), (first, later)


def _candidate(
    line: lines.Line, places: Sequence[int], about: Abstract, likely: Mapping[str, float], most: float
) -> Candidate:
    """A line of the sentences at these places, as the model sees it."""
    text, place = line.text, places[0]
    found = stems(text)
    told, count = sum([likely.get(word, 0.0) for word in set(found)]), max(1, len(found))
    beyond = place - about.offer if about.offer >= 0 else 0
    new = _new(found, about.titled)
    share = 1 - new / max(1, _new(found, frozenset()))  # of its weighty words, those of the title
    values = (
        2 * told / (count + _USUAL), told / count, told / most, count / 25, max(0, 12 - count) / 12,
        len(places) > 1, place / len(about.sentences), place == about.offer, min(max(0, beyond - 1), 5) / 5,
        line.kind == "does", line.kind == "finds", line.kind == "studies", line.cut, min(new, 6) / 6, share > 0.5,
        _FIGURE.search(text) is not None,
    )  # fmt: skip
    return Candidate(text, new, values)


def proved(text: str, title: str, sentences: Sequence[str]) -> bool:
    """Whether the sources of a changed text support its numbers, names and bounds."""
    sources = (title, "\n".join(sentences))
    return not evidence.unsupported(text, *sources) and not evidence.lost_bounds(text, *sources)


def _new(found: Iterable[str], told: frozenset[str]) -> int:
    """How many words of some weight a line has that the title lacks."""
    rarities = table()
    return sum(rarities.get(word, UNKNOWN) > _WEIGHTY for word in set(found) - told)


def stems(text: str) -> tuple[str, ...]:
    """The words of a text by their stems, in order."""
    return tuple(map(stem, _WORD.findall(text.lower())))


def _sum(values: Sequence[float], weights: Sequence[float]) -> float:
    return float(sum(map(mul, values, weights)))


def _read() -> Mapping[str, tuple[float, ...]]:
    text = files("generator.describe.cards").joinpath("weights.json").read_text(encoding="utf-8")
    data: Any = json.loads(text)
    names = {"words": WORDS, "lines": LINES}
    return {part: tuple(float(data.get(part, {}).get(name, 0.0)) for name in known) for part, known in names.items()}


WEIGHTS = _read()
"""As trained, in the order of WORDS and LINES; what weights.json does not name weighs nothing."""
