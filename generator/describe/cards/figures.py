"""The figures of a card: up to three results of an abstract, each a short phrase of the abstract's own words.

    "It cuts GPU memory by up to 49%"            -> "up to 49% lower GPU memory"
    "It achieves a 2.3x speedup over vLLM"       -> "2.3x speedup over vLLM"
    "It shows speedups of up to 342x"            -> "speedups of up to 342x"
    "It lifts success rate from 42% to 49%"      -> "success rate from 42% to 49%"

A figure is a factor, a share or orders of magnitude, with the quantity it measures. It keeps its bound ("up to", "at
least", "about") and its direction: a reduction has a minus, or "lower" or "fewer"; a cost or loss says so. Numbers in
problem statements, of other people's systems, of conditions and of the set-up are not results, nor are numbers whose
quantity is not named. When in doubt, there is no figure.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from generator.describe.cards import absolute, measures, relative
from generator.describe.cards.lexicon import BY
from generator.describe.cards.measures import Measure
from generator.describe.cards.phrases import Phrase
from generator.text import cues, evidence
from generator.text.vocabulary import BASES

MOST = 3
MOST_CHARACTERS = 56
_LONGEST = 1000
"""Longest sentence that is read, in characters."""
_CLAUSE = 200
"""How far before a measure its clause may begin, in characters."""
_MOST_MEASURES = 8
"""Most measures of a sentence that is read: one with more is a table."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A result that can be shown alone."""

    text: str  # plain: "up to 1.28x step time"
    sentence: int  # index of its sentence, from 0
    span: tuple[int, int]  # start and end in that sentence
    gain: bool  # whether it is surely an improvement or a main result; False for costs


_BACKGROUND = re.compile(
    r"(?:Existing|Current|Prior|However|Although|Traditional|Conventional|Recent|Modern|Today|Previous|State-of-the-art|"
    r"Unfortunately|Despite|Yet|Nevertheless|Even (?:when|if))\b|"
    r".*\b(?:negatives|limitations?|drawbacks?|quantified cost)\b"
)
_OTHERS = re.compile(
    r"(?:^|, |; |: |\b(?:while|whereas|that|but|and|though|although|unlike) )(?:the |all |even |an? |most |many )?"
    r"(?:(?![a-z]+ing )[a-z]+ )?"
    r"(?:existing|conventional|traditional|prior|previous|vanilla|na[iï]ve|baselines?|state-of-the-art|"
    r"others?|current|proprietary|commercial|frontier|open-source|strongest|popular)\b[^,;:]*$",
    re.I,
)
_DENIED = re.compile(
    r"\b(?:no|not|none|never|fails?|failed|cannot|neither|nor|if|whether|suppose|assum\w+|degrad\w+|wast\w+|suffer\w*|"
    r"unless|would|could have|potentially|might|sought|desired|target)\b[^,;:]*$",
    re.I,
)
_CLAUSE_OF_OTHER = re.compile(
    r"(?:^|[,;:] |\b(?:that|and|while|whereas|but|where) )"
    r"(?:(?P<some>[Aa]n?|[Aa]nother|[Ee]ach|[Oo]ne|[Mm]ost|[Ss]ome|[Mm]any|[Aa]ny) "
    r"(?!\w*(?:evaluation|experiment|prototype|implementation|stud(?:y|ies)|analysis|simulation|comparison|pilot|trial|deployment|benchmark)s?\b)|"
    r"(?P<attack>(?:the |an? )?(?:[\w-]+ ){0,2}?(?:attack(?:er)?s?|adversar(?:y|ies))\b(?! success| rate))|"
    r"(?P<contrast>(?<=while )|(?<=whereas ))(?!we |our |it |the proposed|[a-z]+ing ))(?P<rest>[^,;:]*)$"
)
"""A clause about something else: a new subject, an attack, or what the paper's system is contrasted with."""
_OWN = re.compile(r"\b(?:we|our|ours|it)\b", re.I)
_OWN_LATER = re.compile(r"[,;] (?:and |while |whereas |but )?(?:ours?|we|that of our) [^,;]*\d")
"""The paper's own number after those of others: "plain training reaches 71%, ours 82%"."""
_ZERO = re.compile(r"\D*0+(?:\.0+)?\D*$")


@dataclass(frozen=True, slots=True)
class _ScoredFigure:
    score: float
    figure: Figure


def find(sentences: Sequence[str]) -> tuple[Figure, ...]:
    """At most three result figures of an abstract's plain sentences, best first."""
    begin = _results_begin(sentences)
    candidates: list[_ScoredFigure] = []
    for place, sentence in enumerate(sentences):
        if "%" in sentence or "of magnitude" in sentence or _HINT.search(sentence):
            candidates += _of_sentence(sentence, place, begin, len(sentences))
    chosen: list[Figure] = []
    for candidate in sorted(candidates, key=lambda candidate: -candidate.score):
        if len(chosen) < MOST and not any(_alike(candidate.figure, other) for other in chosen):
            chosen.append(candidate.figure)
    return tuple(chosen)


_HINT = re.compile(r"\d ?(?:[xX×%]|times|-?fold|per ?cent|points|percentage)")


def _results_begin(sentences: Sequence[str]) -> int:
    """Index of the first sentence that may state results: the one that says what the paper does, else the second."""
    offers = (place for place, sentence in enumerate(sentences) if cues.PLAIN_OFFER.search(sentence[:_LONGEST]))
    return next(offers, min(1, len(sentences) - 1))


def _alike(one: Figure, other: Figure) -> bool:
    if one.sentence == other.sentence and one.span[0] < other.span[1] and other.span[0] < one.span[1]:
        return True
    return one.text == other.text


def _of_sentence(sentence: str, place: int, begin: int, many: int) -> list[_ScoredFigure]:
    if (
        len(sentence) > _LONGEST
        or (place < begin and not cues.OWN_MEASURE.search(sentence))
        or _BACKGROUND.match(sentence)
    ):
        return []
    candidates: list[_ScoredFigure] = []
    of_sentence = list(measures.find(sentence))
    if not 0 < len(of_sentence) <= _MOST_MEASURES:
        return []
    base = 0.5 * bool(cues.OWN_RESULT.search(sentence)) + 0.5 * place / many
    for order, measure in enumerate(of_sentence):
        if _is_background(sentence, measure):
            continue
        for phrase in _phrases(sentence, measure):
            if len(phrase.text) <= MOST_CHARACTERS and _is_faithful(phrase.text, sentence):
                bonus = 0.6 * (measure.bound == "up to") + 0.2 * bool(measure.bound) + 0.4 * (measure.kind != "%")
                gain = phrase.gain and not _TAKEN_BACK.search(sentence, measure.end) and not _TREND.search(sentence)
                score = base + phrase.score + bonus - 0.15 * order + 2 * gain
                candidates.append(_ScoredFigure(score, Figure(phrase.text, place, phrase.span, gain)))
                break
    return candidates


_TAKEN_BACK = re.compile(
    r"\b(?:while|but|whereas|although|though|yet|and)\b[^.;]{0,80}\b(?:worse|worsens?|slower|slows|loses?|degrad\w+|exceeds|expense)\b"
)
"""Follows a gain that is outweighed by a loss."""

_TREND = re.compile(r"\b(?:[Ff]rom|[Bb]etween|[Ss]ince|[Ii]n|[Oo]ver) (?:19|20)\d\d\b")
"""A trend over years, not a result of the paper."""


def _phrases(sentence: str, measure: Measure) -> Iterator[Phrase]:
    """The phrases that can show a measure, best first of each kind."""
    by = BY.search(sentence, max(0, measure.start - 30), measure.start)
    yield from relative.by_verb(sentence, measure)
    yield from relative.noun_in(sentence, measure)
    yield from relative.noun_of(sentence, measure)
    if not by or measure.number.startswith("+"):
        yield from absolute.before_noun(sentence, measure)
    yield from relative.from_to(sentence, measure)


def _is_background(sentence: str, measure: Measure) -> bool:
    span = (max(0, measure.start - _CLAUSE), measure.start)
    if _OTHERS.search(sentence, *span) or _DENIED.search(sentence, *span) or _ZERO.match(measure.number):
        return True
    if _OWN_LATER.search(sentence, measure.end) and not _OWN.search(sentence, 0, measure.start):
        return True
    other = _CLAUSE_OF_OTHER.search(sentence, *span)
    if other is None or " that " in other["rest"]:
        return False
    return any(word in BASES or word in _ARE for word in other["rest"].split())


_ARE = frozenset({"is", "was", "are", "were", "can", "has", "rose", "fell", "grew"})


def _is_faithful(text: str, sentence: str) -> bool:
    return not evidence.unsupported(text, sentence) and not evidence.lost_bounds(text, sentence)
