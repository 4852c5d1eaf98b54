"""A measure as a short phrase of its sentence's own words: what was measured, in which direction.

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

    score: float  # the higher, the better it reads and tells
    text: str
    span: tuple[int, int]  # where in the sentence its words stand
    gain: bool = False  # True where it surely tells of something better than before, or is a main result


_SIGNED = re.compile(r"([-+])(\d[^ ]*%) (.+)")
_SHORTENS = re.compile(r"shorten")
_SURELY_GOOD = re.compile(r"boost|lift")


def in_words(figure: str) -> str:
    """A figure as a sentence has it: "-49% GPU memory" -> "49% lower GPU memory"."""
    found = _SIGNED.fullmatch(figure)
    if not found:
        return figure
    return f"{found[2]} {_compared(found[3], fewer=found[1] == '-')} {found[3]}"


def changed(measure: Measure, verb: re.Match[str], what: str) -> str:
    """A measure, which way a verb of outcomes.VERB changes it, and what it changes."""
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
    """True where a change is for the better; `done` where the sentence says that something does it on purpose."""
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
    told = what.split(" ")
    if "of" not in told and "per" not in told:
        for keep in range(min(3, len(told) - 1), 1, -1):
            yield " ".join(told[-keep:])


def noun_phrase(sentence: str, start: int, end: int) -> tuple[str, int]:
    """What stands from `start` to `end` without its determiner and what hangs on it, and where; "" for no noun."""
    counted = AMOUNT_OF.search(sentence, start, max(start, end))
    told: list[tuple[str, int]] = []
    for found in RESULT_WORD.finditer(sentence, counted.end() if counted else start, max(start, end)):
        word = found[1]
        if not told and word.lower() in DETERMINERS:
            continue
        if told and (word == "per" or (word == "of" and told[-1][0] in HEADS)):
            told.append((word, found.start(1)))
        elif word in PHRASE_STOPS:
            break
        else:
            told.append((word, found.start(1)))
    return _named([pair for pair in told if pair[0] not in DETERMINERS])


def subject(sentence: str, start: int, end: int) -> tuple[str, int]:
    """What itself "drops by N", and where it stands: the head of the phrase before the verb; "" for none."""
    told: list[tuple[str, int]] = []
    closed, hung = start > 0 and sentence[start - 1] == ")", False
    for found in RESULT_WORD.finditer(sentence, start, end):
        word = found[1].lower()
        if word in CONNECTIVES:
            told, closed, hung = [], False, False
        elif word == "per" and told and not closed:
            told.append((word, found.start(1)))
        elif word in PHRASE_STOPS:
            if hung and told and word not in _PASSIVE:
                return "", 0  # "with one of eight rails off throughput drops": nobody can tell where it begins
            hung = hung or not told
            closed = closed or bool(told)
        elif not closed and not (word in DETERMINERS and not told):
            told.append((found[1], found.start(1)))
    if closed and not told:
        return "", 0
    what, at = _named(told)
    return (what[0].lower() + what[1:] if at == 0 and _ORDINARY.match(what) else what), at


_ORDINARY = re.compile(r"[A-Z][a-z]+\b(?![-A-Z0-9])")
"""What begins a sentence, and has its capital only for that."""
_PASSIVE = words("is was are were be been has have can")


def _named(told: Sequence[tuple[str, int]]) -> tuple[str, int]:
    if not told or told[-1][0] in PHRASE_STOPS or told[-1][0].endswith(("ly", "ed")) or len(told) > 6:
        return "", 0
    return " ".join(word for word, _ in told), told[0][1]


_TELLS = words("show report achieve demonstrate reach yield obtain provide")


def phrase_begins(told: Sequence[str]) -> int:
    """Where the noun phrase at the end of some words begins: past the last verb, preposition or determiner."""
    begin = 0
    for place, word in enumerate(told[:-1]):
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
    """ "in summer" of "drops by 36% in summer and by 2% in winter": without it the first were told of both.

    "" where there is none. None where it is not whole: "by 5% at low and by 9% at high loads".
    """
    if measure.bound == "up to":
        return ""
    found = _CONDITION.match(sentence, end)
    if found is None:
        return ""
    where = found["where"].strip()
    after = sentence[found.end() : found.end() + 40]
    if _PART.match(where) and re.search(rf" {where.split()[0]} [a-z]+ [a-z]+", after):
        return None
    return f" {where}"
