"""A measure as a short phrase in its sentence's own words: what was measured, and in which direction.

    "reduces the service delay by up to 31%"  -> "up to 31% lower service delay"
    "achieves a 2.3x speedup over vLLM"       -> "2.3x speedup over vLLM"
    "speedups of up to 342x"                  -> "speedups of up to 342x"
    "success rate from 42% to 49%"            -> "success rate from 42% to 49%"
    "loses 6% throughput"                     -> "loses 6% throughput"

Nothing is added but a sign or one of: better, faster, higher, lower, more, fewer, shorter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from generator.describe.cards.lexicon import AMOUNT_OF, CONNECTIVES, COUNTLESS, HEADS, words
from generator.describe.cards.measures import Measure
from generator.text.stopwords import DETERMINERS, PHRASE_STOPS
from generator.text.tokens import RESULT_WORD
from generator.text.vocabulary import BASES


@dataclass(frozen=True, slots=True)
class Phrase:
    """One way to show a measure."""

    score: float  # higher: reads better and says more
    text: str
    span: tuple[int, int]  # start and end in the sentence
    gain: bool = False  # whether it is surely an improvement or a main result


_SIGNED = re.compile(r"([-+])(\d[^ ]*%) (.+)")
_SHORTENS = re.compile(r"shorten")
_SURELY_GOOD = re.compile(r"boost|lift")


def in_words(figure: str) -> str:
    """A figure as a sentence has it: "-49% GPU memory" -> "49% lower GPU memory"."""
    match = _SIGNED.fullmatch(figure)
    if not match:
        return figure
    return f"{match[2]} {_compared(match[3], fewer=match[1] == '-')} {match[3]}"


def changed(measure: Measure, verb: re.Match[str], what: str) -> str:
    """A measure with the direction of a verb (lexicon.VERB) and what the verb changes."""
    number = measure.shown()
    if verb["beats"] or verb["better"]:
        return f"{number} better {what}"
    if verb["faster"]:
        return f"{number} faster {what}"
    if _SHORTENS.match(verb[0]):
        return f"{number} shorter {what}"
    if measure.kind == "%" and not measure.bound and not measure.is_range:
        return f"{measure.shown('-' if verb['fewer'] else '+')} {what}"
    return f"{number} {_compared(what, fewer=verb['fewer'] is not None)} {what}"


def is_gain(verb: re.Match[str], worth: int, *, done: bool) -> bool:
    """Whether a change is for the better; `done`: the sentence says that something does it on purpose."""
    if verb["fewer"]:
        return worth < (1 if done else 0)
    if verb["more"]:
        return worth > (-1 if done and _SURELY_GOOD.match(verb[0]) else 0)
    return True


def _compared(what: str, *, fewer: bool) -> str:
    """The comparative for a count (fewer nodes, more nodes) or a measure (lower latency, higher rates)."""
    noun = what.split(" of ")[0].split(" per ")[0]
    countable = noun.endswith("s") and not COUNTLESS.search(noun)
    if fewer:
        return "fewer" if countable else "lower"
    return "more" if countable else "higher"


def shorter(what: str) -> Iterator[str]:
    """A noun phrase, and its last words."""
    if not what:
        return
    yield what
    noun = what.split(" ")
    if "of" not in noun and "per" not in noun:
        for keep in range(min(3, len(noun) - 1), 1, -1):
            yield " ".join(noun[-keep:])


def noun_phrase(sentence: str, start: int, end: int) -> tuple[str, int]:
    """The noun phrase between `start` and `end` without determiner and later modifiers, and its start; "" if none."""
    counted = AMOUNT_OF.search(sentence, start, max(start, end))
    noun: list[tuple[str, int]] = []
    for match in RESULT_WORD.finditer(sentence, counted.end() if counted else start, max(start, end)):
        word = match[1]
        if not noun and word.lower() in DETERMINERS:
            continue
        if noun and (word == "per" or (word == "of" and noun[-1][0] in HEADS)):
            noun.append((word, match.start(1)))
        elif word in PHRASE_STOPS:
            break
        else:
            noun.append((word, match.start(1)))
    return _named([pair for pair in noun if pair[0] not in DETERMINERS])


def subject(sentence: str, start: int, end: int) -> tuple[str, int]:
    """The subject of "drops by N", the head of the phrase before the verb, and its start; "" if none."""
    noun: list[tuple[str, int]] = []
    closed, hung = start > 0 and sentence[start - 1] == ")", False
    for match in RESULT_WORD.finditer(sentence, start, end):
        word = match[1].lower()
        if word in CONNECTIVES:
            noun, closed, hung = [], False, False
        elif word == "per" and noun and not closed:
            noun.append((word, match.start(1)))
        elif word in PHRASE_STOPS:
            if hung and noun and word not in _PASSIVE:
                return "", 0  # "with one of eight rails off throughput drops": no telling where it begins
            hung = hung or not noun
            closed = closed or bool(noun)
        elif not closed and not (word in DETERMINERS and not noun):
            noun.append((match[1], match.start(1)))
    if closed and not noun:
        return "", 0
    what, at = _named(noun)
    return (what[0].lower() + what[1:] if at == 0 and _ORDINARY.match(what) else what), at


_ORDINARY = re.compile(r"[A-Z][a-z]+\b(?![-A-Z0-9])")
"""A word capitalised only because it begins a sentence."""
_PASSIVE = words("is was are were be been has have can")


def _named(noun: Sequence[tuple[str, int]]) -> tuple[str, int]:
    if not noun or noun[-1][0] in PHRASE_STOPS or noun[-1][0].endswith(("ly", "ed")) or len(noun) > 6:
        return "", 0
    return " ".join(word for word, _ in noun), noun[0][1]


_TELLS = words("show report achieve demonstrate reach yield obtain provide")


def phrase_begins(noun: Sequence[str]) -> int:
    """Index at which the final noun phrase of some words begins: after the last verb, preposition or determiner."""
    begin = 0
    for place, word in enumerate(noun[:-1]):
        ends = word.lower() in PHRASE_STOPS | DETERMINERS or word in BASES or word in _TELLS or word.endswith("ed")
        if ends or (word.endswith("ing") and place == begin):
            begin = place + 1
    return begin


_CONDITION = re.compile(
    r" (?P<where>(?:on|in|for|under|at|across|during) (?:the |an? )?[^,;:()]{2,40}?)(?: \([^()]*\))?"
    r"(?:,? (?:and|but|versus|or|while)|,)"
    r"(?: (?:only|by|to|up to|an?|about|nearly|approximately|over|around|at least|more than|[~<>≈]))* ?[~<>≈]?\d"
)
_PART = re.compile(r"(?:at|under|in|for) [a-z]+$")


def circumstance(sentence: str, measure: Measure, end: int) -> str | None:
    """ "in summer" of "drops by 36% in summer and by 2% in winter": without it, 36% would be said of both.

    "" if there is none; None if it is incomplete: "by 5% at low and by 9% at high loads".
    """
    if measure.bound == "up to":
        return ""
    match = _CONDITION.match(sentence, end)
    if match is None:
        return ""
    where = match["where"].strip()
    after = sentence[match.end() : match.end() + 40]
    if _PART.match(where) and re.search(rf" {where.split()[0]} [a-z]+ [a-z]+", after):
        return None
    return f" {where}"
