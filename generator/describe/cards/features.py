"""What can be seen of a line that might be the gist: the abstract it comes from, and numbers that judge it."""

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


@dataclass(frozen=True, slots=True)
class Abstract:
    """What all candidates of one abstract share."""

    name: str | None  # of the system
    title: frozenset[str]  # its longer words, by their stems
    sentences: int
    offer: int  # the first sentence that says what the paper does; 0 if none does
    findings: frozenset[int]  # the sentences that state a finding ("we show that")
    figures: frozenset[str]  # the numbers in the headline


@dataclass(frozen=True, slots=True)
class Candidate:
    """A line that might be the gist."""

    text: str
    place: int  # of its sentence, from 0
    sentence: str  # as in the abstract
    abstract: Abstract


def abstract(title: str, sentences: Sequence[str], name: str | None, headline: str = "") -> Abstract:
    """What is to be known of an abstract, of plain sentences, before its candidates are judged."""
    offers = (place for place, sentence in enumerate(sentences) if cues.OFFER.search(sentence))
    findings = frozenset(place for place, sentence in enumerate(sentences) if cues.FINDING.search(sentence))
    figures = frozenset(_NUMBER.findall(headline))
    return Abstract(name, long_words(title), len(sentences), next(offers, 0), findings, figures)


def is_opening(line: Candidate) -> float:
    """1 for the first sentence."""
    return line.place == 0


def is_last(line: Candidate) -> float:
    """1 for the last sentence."""
    return line.place == line.abstract.sentences - 1


def is_offer(line: Candidate) -> float:
    """1 for the sentence that says what the paper does."""
    return line.place == line.abstract.offer


def is_unnamed_offer(line: Candidate) -> float:
    """1 for that sentence if the paper names no system."""
    return line.place == line.abstract.offer and line.abstract.name is None


def follows_offer(line: Candidate) -> float:
    """1 for the sentence after that one."""
    return line.place == line.abstract.offer + 1


def brevity(line: Candidate) -> float:
    """How many words it is below 20, in tens."""
    return max(0, 20 - len(line.text.split())) / 10


def has_figure(line: Candidate) -> float:
    """1 for a factor, a share or orders of magnitude."""
    return _FIGURE.search(line.text) is not None


def has_new_figure(line: Candidate) -> float:
    """1 for those if the headline has no number."""
    return not line.abstract.figures and _FIGURE.search(line.text) is not None


def is_background(line: Candidate) -> float:
    """1 for words that introduce a subject: "existing", "challenging"."""
    return _any(_BACKGROUND, line)


def is_set_up(line: Candidate) -> float:
    """1 for words that describe experiments: "benchmark", "implemented"."""
    return _any(_SETUP, line)


def names_nobody(line: Candidate) -> float:
    """1 for a line that begins with its verb: "Surveys ..."."""
    first = line.text.split(" ", 1)[0]
    return first.lower() in BASES and first != line.abstract.name


def defines(line: Candidate) -> float:
    """1 for "X is a ..."."""
    return " is a " in line.text[:60] or " is an " in line.text[:60]


def is_finding(line: Candidate) -> float:
    """1 for a sentence that states a finding."""
    return line.place in line.abstract.findings


def is_unnamed_finding(line: Candidate) -> float:
    """1 for such a sentence if the paper names no system."""
    return line.place in line.abstract.findings and line.abstract.name is None


def title_share(line: Candidate) -> float:
    """The share of the title's longer words that it has; of a long title, of eight."""
    title = line.abstract.title
    return len(long_words(line.text) & title) / max(1, min(len(title), 8))


def share_kept(line: Candidate) -> float:
    """The share of its sentence that is left."""
    return min(1.0, len(line.text) / max(1, len(line.sentence)))


def repeats_figure(line: Candidate) -> float:
    """1 for a number of the headline."""
    figures = line.abstract.figures
    return bool(figures) and not figures.isdisjoint(_NUMBER.findall(line.text))


def _any(phrases: tuple[str, ...], line: Candidate) -> bool:
    lower = f" {line.text.lower()}"
    for phrase in phrases:  # noqa: SIM110 - any() takes twice the time
        if phrase in lower:
            return True
    return False
