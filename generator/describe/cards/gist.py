"""The gist: the best of the lines that can be made of the abstract's sentences, by a small linear model in two steps.

    WORDS    how likely each word of the abstract is to stand in a summary of it
    LINES    how good a gist a line is: by its words' likelihood, its place, and how it speaks

Each is a sum of general features by their weights; no feature knows a word of any field. The weights (weights.json) are
fitted by tests/describe/cards/train.py. A feature is one function and one line here.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from math import exp, log
from operator import mul
from typing import Any

from generator.describe.cards import lines
from generator.describe.cards.openings import Kind
from generator.text import evidence
from generator.text.rarity import UNKNOWN, table
from generator.text.stems import root
from generator.text.vocabulary import BASES, any_of

_MOST_SENTENCES = 40
_USUAL = 19.0
"""How many words a summary by an author has (SciTLDR)."""

_WORD = re.compile(r"[^\W_]+")
_OFFER = re.compile(
    rf"\b(?:[Ww]e|[Tt]his {any_of('words for papers')}|[Tt]he (?:paper|authors?)) "
    rf"(?:[a-z]+ly |also |then |first |therefore )?{any_of('verbs that tell')}|"
    rf"\b(?:aim|goal|purpose|objective) of this |"
    rf" (?:is|are) (?:[a-z]+ly )?{any_of('passive offers')} (?:in this|here|for|to)\b"
)
_PROPOSES = re.compile(r"\b(?:propos|present|introduc|develop|design|devis)(?:e[sd]?|ed|s)?\b")
_SHOWS = re.compile(r"\b(?:show[sn]?|prove[sdn]?|find|found|demonstrate[sd]?|reveal\w*|establish\w*|observe[sd]?)\b")
_STUDIES = re.compile(
    r"\b(?:stud(?:y|ies|ied)|investigat\w+|analy[sz]e[sd]?|explor\w+|examin\w+|consider\w*|discuss\w*|survey\w*|review\w*)\b"
)
_GAIN = re.compile(
    r"\b(?:outperform\w*|achiev\w+|improv\w+|better|faster|state[- ]of[- ]the[- ]art|reduc\w+|increas\w+)\b"
)
_BACKGROUND = re.compile(any_of("words of background"))
_CONTRAST = re.compile(r"(?:however|but|yet|although|despite|while|unfortunately|nevertheless)\b", re.I)
_TRIALS = re.compile(r"\b(?:experiment\w*|evaluat\w+|benchmarks?|datasets?|simulations?|numerical\w*)\b", re.I)
_POINTS = re.compile(
    r"\b(?:these|those|this|they|them|such a|(?:the|our) (?:proposed|same|resulting|latter|former|above|results?|findings|first|second|other))\b",
    re.I,
)
_FIGURE = re.compile(r"\d(?:\.\d+)? ?(?:[×x%]|times\b|-fold\b|percent\b)|orders? of magnitude")
_NEW = re.compile(r"\b(?:novel|new|first|simple)\b")
_OUTLOOK = re.compile(
    r"\b(?:future|discuss\w*|implications?|outline|open (?:problem|question)s?|potential|may|might|could|code|available)\b",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A line that might be the gist, and what the model sees of it."""

    line: lines.Line
    place: int  # of its sentence, from 0
    values: tuple[float, ...]  # in the order of LINES


def offer(sentences: Sequence[str]) -> int:
    """The first sentence that says what the paper does; -1 if none does."""
    return next((place for place, text in enumerate(sentences) if _OFFER.search(text)), -1)


@dataclass(frozen=True)
class Abstract:
    """The plain title and sentences of a paper, as the model sees them."""

    title: str
    sentences: Sequence[str]

    @cached_property
    def words(self) -> tuple[tuple[str, ...], ...]:
        """The stems of each sentence."""
        return tuple(map(_stems, self.sentences))

    @cached_property
    def offer(self) -> int:
        """The first sentence that says what the paper does; -1 if none does."""
        return offer(self.sentences)

    def seen(self) -> Mapping[str, tuple[float, ...]]:
        """Each stem of the abstract with its features, in the order of WORDS."""
        counts = Counter(word for sentence in self.words for word in sentence)
        where: dict[str, list[int]] = {}
        for place, sentence in enumerate(self.words):
            for word in dict.fromkeys(sentence):
                where.setdefault(word, []).append(place)
        title, many, offer = frozenset(_stems(self.title)), len(self.sentences), self.offer
        rarities = table()
        seen = {}
        for word, places in where.items():
            rare, often = rarities.get(word, UNKNOWN) / UNKNOWN, log(counts[word])
            titled, offered = word in title, offer in places
            seen[word] = (
                1.0, titled, titled * rare, often, often * rare, rare, rare < 0.12, offered,
                offered * rare, titled and offered, offered * often, offer < 0, offer >= 0 and offer + 1 in places,
                places[0] == 0, len(places) / many, places[0] / many, word.isdigit(),
            )  # fmt: skip
        return seen


WORDS = (
    "any", "title", "rare in the title", "often", "rare and often", "rare", "everywhere", "in the offer",
    "rare in the offer", "in title and offer", "often and in the offer", "no offer", "after the offer",
    "in the first sentence", "share of the sentences", "first place", "number",
)  # fmt: skip
"""What the model sees of a word, about 0 to 1; the names in weights.json."""


@dataclass(frozen=True, slots=True)
class _Line:
    line: lines.Line
    place: int
    about: Abstract
    words: tuple[str, ...]  # stems
    likely: float  # the sum of its different words' likelihood
    most: float  # the same of the whole abstract
    sentence: str
    joined: bool

    @property
    def beyond(self) -> int:
        return self.place - self.about.offer if self.about.offer >= 0 else 0


def _flag(pattern: re.Pattern[str]) -> Callable[[_Line], float]:
    return lambda line: pattern.search(line.line.text) is not None


LINES: Mapping[str, Callable[[_Line], float]] = {
    "expected overlap": lambda line: 2 * line.likely / (len(line.words) + _USUAL),
    "expected precision": lambda line: line.likely / max(1, len(line.words)),
    "expected recall": lambda line: line.likely / line.most,
    "words": lambda line: len(line.words) / 25,
    "few words": lambda line: max(0, 12 - len(line.words)) / 12,
    "many words": lambda line: max(0, len(line.words) - 20) / 5,
    "joined": lambda line: line.joined,
    "share kept": lambda line: min(1.0, len(line.line.text) / max(1, len(line.sentence))),
    "first sentence": lambda line: line.place == 0,
    "last sentence": lambda line: line.place == len(line.about.sentences) - 1,
    "place": lambda line: line.place / len(line.about.sentences),
    "offer": lambda line: line.place == line.about.offer,
    "before the offer": lambda line: line.beyond < 0,
    "after the offer": lambda line: line.beyond == 1,
    "far after the offer": lambda line: min(max(0, line.beyond - 1), 5) / 5,
    "speaks of the paper": lambda line: _OFFER.search(line.sentence) is not None,
    "proposes": _flag(_PROPOSES),
    "shows": lambda line: _SHOWS.search(line.sentence) is not None,
    "studies": _flag(_STUDIES),
    "gain": _flag(_GAIN),
    "background": _flag(_BACKGROUND),
    "contrast": lambda line: _CONTRAST.match(line.sentence) is not None,
    "trials": _flag(_TRIALS),
    "points back": lambda line: _POINTS.search(line.sentence) is not None,
    "figure": _flag(_FIGURE),
    "digit": lambda line: any(map(str.isdigit, line.line.text)),
    "new": _flag(_NEW),
    "outlook": _flag(_OUTLOOK),
    "formula": lambda line: sum(not sign.isascii() or sign in "=<>^_" for sign in line.line.text) / len(line.line.text),
}
"""Name in weights.json -> what it says of a line, about 0 to 1."""


def candidates(title: str, sentences: Sequence[str], weights: Iterable[float] | None = None) -> tuple[Candidate, ...]:
    """All lines of plain sentences that may be the gist, in reading order. `weights`: of WORDS; None: as trained."""
    about = Abstract(title, sentences[:_MOST_SENTENCES])
    known = tuple(WEIGHTS["words"] if weights is None else weights)
    likely = {word: 1 / (1 + exp(-_sum(values, known))) for word, values in about.seen().items()}
    most = sum(likely.values()) or 1.0
    rest = range(max(0, about.offer), len(about.sentences))  # what comes before the offer is background
    made = [(place, line) for place in rest for line in lines.of(about.sentences[place])]
    parts = [*((line, (place,)) for place, line in made), *_joined(made, about.offer)]
    return tuple(_candidate(line, places, about, likely, most) for line, places in parts)


def _candidate(
    line: lines.Line, places: Sequence[int], about: Abstract, likely: Mapping[str, float], most: float
) -> Candidate:
    stems = _stems(line.text)
    sentence = " ".join(about.sentences[place] for place in places)
    seen = _Line(
        line,
        places[0],
        about,
        stems,
        sum(likely.get(word, 0.0) for word in set(stems)),
        most,
        sentence,
        len(places) > 1,
    )
    return Candidate(line, places[0], tuple(float(feature(seen)) for feature in LINES.values()))


def _joined(made: Sequence[tuple[int, lines.Line]], offer: int) -> Iterator[tuple[lines.Line, tuple[int, int]]]:
    """What the paper does and what it finds, where both fit: "Proposes X; Y outperforms Z"."""
    for place, line in made:
        if place != offer or line.kind not in ("does", "studies") or line.cut or len(line.text) > _ROOM:
            continue
        for later, more in made:
            if later > place and more.kind in ("does", "finds") and not more.cut and len(more.text) <= _ROOM:
                first = more.text.split(" ", 1)[0].lower()
                low = more.text[:1].lower() + more.text[1:]
                both = f"{line.text[:-1]}; {low if first in BASES or first in _SMALL else more.text}"
                if lines.fits(both):
                    yield lines.Line(both, "does"), (place, later)


_ROOM = 115
_SMALL = frozenset({"a", "an", "the", "in", "on", "for", "under", "if", "when", "each", "every", "all", "both", "by"})


def make(title: str, sentences: Sequence[str]) -> str | None:
    """The gist of a paper from its plain title and sentences; None if no line reads alone.

    They contain every number and name of it, every figure keeps its bound, and it says more than the title. What the paper
    contributes or finds comes before what it is about.
    """
    told = frozenset(_stems(title))
    made = candidates(title, sentences)
    ranked = sorted(made, key=lambda one: -_worth(one, told))
    new = (one.line.text for one in ranked if _new(one.line.text, told) >= _LEAST_NEW)
    return next((text for text in new if proved(text, title, sentences)), None)


def _worth(one: Candidate, told: frozenset[str]) -> float:
    """How good a gist a line is: by the model, and by what readers ask for that summaries by authors do not show."""
    worth = _sum(one.values, WEIGHTS["lines"]) + _TELLS[one.line.kind] - _CUT * one.line.cut
    return worth + _NEW_WORD * min(_MOST_NEW, _new(one.line.text, told))


def _new(text: str, told: frozenset[str]) -> int:
    """How many words of some weight a line has that the title lacks."""
    return sum(table().get(stem, UNKNOWN) > _WEIGHTY for stem in set(_stems(text)) - told)


_TELLS: Mapping[Kind, float] = {"does": 0.02, "finds": 0.02, "studies": -0.02, "says": -0.02}
_NEW_WORD = 0.01
_CUT = 0.04
_WEIGHTY, _LEAST_NEW, _MOST_NEW = 2.2, 2, 5


def proved(text: str, title: str, sentences: Sequence[str]) -> bool:
    """Whether the sources of a changed text support its numbers, names and bounds."""
    sources = (title, "\n".join(sentences))
    return not evidence.unsupported(text, *sources) and not evidence.lost_bounds(text, *sources)


def _stems(text: str) -> tuple[str, ...]:
    return tuple(root(word) or word for word in _WORD.findall(text.lower()))


def _sum(values: Sequence[float], weights: Sequence[float]) -> float:
    return sum(map(mul, values, weights))


def _read() -> Mapping[str, tuple[float, ...]]:
    text = files("generator.describe.cards").joinpath("weights.json").read_text(encoding="utf-8")
    data: Any = json.loads(text)
    names = {"words": WORDS, "lines": LINES}
    return {part: tuple(float(data.get(part, {}).get(name, 0.0)) for name in known) for part, known in names.items()}


WEIGHTS = _read()
"""As trained, in the order of WORDS and LINES; what weights.json does not name weighs nothing."""
