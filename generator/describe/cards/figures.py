"""The figures of a card: up to three results of an abstract, each a short phrase of the abstract's own words.

    "It cuts GPU memory by up to 49%"            -> "up to 49% lower GPU memory"
    "It achieves a 2.3x speedup over vLLM"       -> "2.3x speedup over vLLM"
    "It shows speedups of up to 342x"            -> "speedups of up to 342x"
    "It lifts success rate from 42% to 49%"      -> "success rate from 42% to 49%"

A figure is a factor, a share or orders of magnitude with what it measures; its bound ("up to", "at least", "about")
stays with it, and so does its direction: what is reduced has a minus, or is "lower" or "fewer"; what costs or loses
says so. Numbers of problem statements, of other people's systems, of conditions and of the set-up are no results, nor
is what does not name what it measures. When in doubt there is none.
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
"""Characters of a sentence worth reading: a longer one is no sentence."""
_CLAUSE = 200
"""Characters before a measure in which its clause begins."""
_MOST_MEASURES = 8
"""Measures of a sentence worth reading: one with more is a table."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A result as it can be shown alone."""

    text: str  # plain: "up to 1.28x step time"
    sentence: int  # which sentence it stands in, from 0
    span: tuple[int, int]  # where in that sentence its words stand
    gain: bool  # True where it surely tells of something better than before, or is a main result; False for costs


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
"""The clause of somebody else: of a thing never named before, of an attack, of what the own system is held against."""
_OWN = re.compile(r"\b(?:we|our|ours|it)\b", re.I)
_OWN_LATER = re.compile(r"[,;] (?:and |while |whereas |but )?(?:ours?|we|that of our) [^,;]*\d")
"""What follows the numbers of others: "plain training reaches 71%, ours 82%"."""
_ZERO = re.compile(r"\D*0+(?:\.0+)?\D*$")


@dataclass(frozen=True, slots=True)
class _Found:
    score: float
    figure: Figure


def find(sentences: Sequence[str]) -> tuple[Figure, ...]:
    """At most three result figures of an abstract's plain sentences, best first."""
    begin = _results_begin(sentences)
    found: list[_Found] = []
    for place, sentence in enumerate(sentences):
        if "%" in sentence or "of magnitude" in sentence or _HINT.search(sentence):
            found += _of_sentence(sentence, place, begin, len(sentences))
    chosen: list[Figure] = []
    for candidate in sorted(found, key=lambda found: -found.score):
        if len(chosen) < MOST and not any(_alike(candidate.figure, other) for other in chosen):
            chosen.append(candidate.figure)
    return tuple(chosen)


_HINT = re.compile(r"\d ?(?:[xX×%]|times|-?fold|per ?cent|points|percentage)")


def _results_begin(sentences: Sequence[str]) -> int:
    """The first sentence that may tell results: the one that says what the paper does, else the second."""
    offers = (place for place, sentence in enumerate(sentences) if cues.PLAIN_OFFER.search(sentence[:_LONGEST]))
    return next(offers, min(1, len(sentences) - 1))


def _alike(one: Figure, other: Figure) -> bool:
    if one.sentence == other.sentence and one.span[0] < other.span[1] and other.span[0] < one.span[1]:
        return True
    return one.text == other.text


def _of_sentence(sentence: str, place: int, begin: int, many: int) -> list[_Found]:
    if (
        len(sentence) > _LONGEST
        or (place < begin and not cues.OWN_MEASURE.search(sentence))
        or _BACKGROUND.match(sentence)
    ):
        return []
    found: list[_Found] = []
    of_sentence = list(measures.find(sentence))
    if not 0 < len(of_sentence) <= _MOST_MEASURES:
        return []
    base = 0.5 * bool(cues.OWN_RESULT.search(sentence)) + 0.5 * place / many
    for order, measure in enumerate(of_sentence):
        if _is_background(sentence, measure):
            continue
        for way in _ways(sentence, measure):
            if len(way.text) <= MOST_CHARACTERS and _is_faithful(way.text, sentence):
                bonus = 0.6 * (measure.bound == "up to") + 0.2 * bool(measure.bound) + 0.4 * (measure.kind != "%")
                gain = way.gain and not _TAKEN_BACK.search(sentence, measure.end) and not _TREND.search(sentence)
                score = base + way.score + bonus - 0.15 * order + 2 * gain
                found.append(_Found(score, Figure(way.text, place, way.span, gain)))
                break
    return found


_TAKEN_BACK = re.compile(
    r"\b(?:while|but|whereas|although|though|yet|and)\b[^.;]{0,80}\b(?:worse|worsens?|slower|slows|loses?|degrad\w+|exceeds|expense)\b"
)
"""What follows a gain that is none on the whole."""


_TREND = re.compile(r"\b(?:[Ff]rom|[Bb]etween|[Ss]ince|[Ii]n|[Oo]ver) (?:19|20)\d\d\b")
"""What the years brought, not the paper."""


def _ways(sentence: str, measure: Measure) -> Iterator[Phrase]:
    """The ways to show a measure, best first of each kind."""
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
