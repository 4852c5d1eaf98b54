"""A measure as a short phrase of its sentence's own words: what was measured, in which direction.

    "reduces the service delay by up to 31%"  -> "up to 31% lower service delay"
    "achieves a 2.3x speedup over vLLM"       -> "2.3x speedup over vLLM"
    "speedups of up to 342x"                  -> "speedups of up to 342x"
    "success rate from 42% to 49%"            -> "success rate from 42% to 49%"

Nothing is added but a sign or one of: better, faster, higher, lower, more, fewer, over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from generator.cards.measures import Measure
from generator.cards.outcomes import (
    ACHIEVES,
    AMOUNT_OF,
    ASIDE,
    BETTER,
    BY,
    BY_BEFORE,
    CLAUSE,
    COMPARATIVES,
    CONNECTIVES,
    COUNTLESS,
    DETERMINERS,
    FEWER,
    HEADS,
    IDLE_ENDS,
    MORE,
    OUTCOMES,
    SET_UP,
    STOPS,
    TAILS,
    VERB,
    WORD,
    words,
)
from generator.cards.vocabulary import BASES

_WITH_TAIL = 40
"""Characters of a figure that may still have what it is compared with."""


def phrases(sentence: str, measure: Measure) -> Iterator[tuple[float, str, tuple[int, int]]]:
    """(score, text, span) of the ways to show a measure, best first."""
    respectively = "respectively" in sentence[measure.end :]
    by = BY.search(sentence, max(0, measure.start - 30), measure.start)
    if by and respectively:
        yield from _first_of_pair(sentence, measure, by.start())
    elif by and not measure.number.startswith("+"):
        yield from _changed_by(sentence, measure, by.start())
    yield from _change_in(sentence, measure, respectively)
    yield from _change_of(sentence, measure, respectively)
    if not by or measure.number.startswith("+"):
        yield from _measured(sentence, measure, respectively)
        if measure.bound == "up to" and not _following(sentence, measure.end)[0]:
            yield from _changed_by(sentence, measure, measure.start)
    yield from _from_to(sentence, measure)


def _changed_by(sentence: str, measure: Measure, by: int) -> Iterator[tuple[float, str, tuple[int, int]]]:
    """ "reduces X by N", "X drops by N", "outperforms X by N": the words before `by` say what changed."""
    flat = ASIDE.sub(lambda aside: " " * len(aside[0]), sentence) if "(" in sentence else sentence
    clause = CLAUSE.search(flat, max(0, by - 160), by)
    verbs = list(VERB.finditer(flat, clause.start(), by)) if clause else []
    if not verbs or clause is None or flat[measure.start] == " ":
        return
    verb = verbs[-1]
    start, end = verb.end(), by
    other = flat.rfind(" and ", start, by)
    if other >= 0 and BY_BEFORE.search(flat, start, other):  # "reduces X by 2x and Y by 3x", "by 2x and up to 3x"
        start, end = (other + 4, by) if flat[other + 4 : by].strip() else (start, flat.find(" by ", start))
    what, at = _object(flat, start, end)
    if not what and not verb["beats"] and not flat[start:end].strip():
        what, at = _subject(flat, clause.start(), verb.start())
    for named in _shorter(what):
        score = 2.4 if verb["beats"] else 3.2
        yield score - 0.1 * (named != what), _with_direction(measure, verb, named), (at, measure.end)


_PAIR = re.compile(r"(?:the |both )?([\w@/-]+(?: [\w@/-]+){0,2}) and (?:the )?([\w@/-]+(?: [\w@/-]+){0,2})")


def _first_of_pair(sentence: str, measure: Measure, by: int) -> Iterator[tuple[float, str, tuple[int, int]]]:
    """ "reduces A and B by N and M, respectively": A by N."""
    verbs = list(VERB.finditer(sentence, max(0, by - 160), by))
    numbers = measure.number.split(" and ")
    if not verbs or len(numbers) != 2 or verbs[-1]["beats"]:
        return
    pair = _PAIR.fullmatch(" ".join(ASIDE.sub("", sentence[verbs[-1].end() : by]).split()))
    if pair and len(pair[1].split()) == len(pair[2].split()):
        first = replace(measure, number=numbers[0])
        yield 3.0, _with_direction(first, verbs[-1], pair[1]), (measure.start, measure.end)


def _shorter(what: str) -> Iterator[str]:
    if not what:
        return
    yield what
    words = what.split(" ")
    if "of" not in words:
        for keep in range(min(3, len(words) - 1), 1, -1):
            yield " ".join(words[-keep:])


def _with_direction(measure: Measure, verb: re.Match[str], what: str) -> str:
    number = measure.shown()
    if verb["beats"]:
        return f"{number} over {what}"
    if verb["better"]:
        return f"{number} better {what}"
    if verb["faster"]:
        return f"{number} faster {what}"
    if measure.kind == "%" and not measure.bound and not measure.is_range:
        return f"{measure.shown('-' if verb['fewer'] else '+')} {what}"
    return f"{number} {_compared(what, fewer=verb['fewer'] is not None)} {what}"


def _compared(what: str, *, fewer: bool) -> str:
    """The comparative for a count (fewer nodes, more nodes) or a measure (lower latency, higher rates)."""
    countable = what.endswith("s") and not COUNTLESS.search(what)
    if fewer:
        return "fewer" if countable else "lower"
    return "more" if countable else "higher"


_SIGNED = re.compile(r"([-+])(\d[^ ]*%) (.+)")


def in_words(figure: str) -> str:
    """A figure as a sentence has it: "-49% GPU memory" -> "49% lower GPU memory"."""
    found = _SIGNED.fullmatch(figure)
    if not found:
        return figure
    return f"{found[2]} {_compared(found[3], fewer=found[1] == '-')} {found[3]}"


def _object(sentence: str, start: int, end: int) -> tuple[str, int]:
    """What a verb changes: the words up to `end`, without determiners and what hangs on them."""
    counted = AMOUNT_OF.search(sentence, start, max(start, end))
    words: list[tuple[str, int]] = []
    for found in WORD.finditer(sentence, counted.end() if counted else start, max(start, end)):
        word = found[1]
        if not words and word.lower() in DETERMINERS:
            continue
        if word == "of" and words and words[-1][0] in HEADS:
            words.append((word, found.start(1)))
        elif word in STOPS:
            break
        else:
            words.append((word, found.start(1)))
    return _named([pair for pair in words if pair[0] not in DETERMINERS])


def _subject(sentence: str, start: int, end: int) -> tuple[str, int]:
    """What itself "drops by N": the head of the phrase before the verb."""
    words: list[tuple[str, int]] = []
    closed = start > 0 and sentence[start - 1] == ")"
    for found in WORD.finditer(sentence, start, end):
        word = found[1].lower()
        if word in CONNECTIVES:
            words, closed = [], False
        elif word in STOPS:
            closed = closed or bool(words)
        elif not closed and not (word in DETERMINERS and not words):
            words.append((found[1], found.start(1)))
    return ("", 0) if closed and not words else _named(words)


def _named(words: list[tuple[str, int]]) -> tuple[str, int]:
    if not words or words[-1][0] in STOPS or words[-1][0].endswith("ly") or len(words) > 6:
        return "", 0
    return " ".join(word for word, _ in words), words[0][1]


_CHANGE = r"speed-?ups?|improvements?|gains?|reductions?|savings?|increases?|decreases?|acceleration"
_LEVEL = (
    r"accurac(?:y|ies)|efficienc(?:y|ies)|throughputs?|overheads?|rates?|scores?|errors?|F1|AUC|mAP|ratios?|recall|"
    r"precision|coverage|IoU"
)
_NOUN_OF = re.compile(
    rf"(?<![\w@./-])((?:[\w-]+ ){{0,3}}(?:(?:{_CHANGE})(?= of | by )|(?:{_LEVEL})(?= of | at | can | reach| attain)))"
    r" (?P<joint>of|by|at|(?:can )?(?:reach|attain)(?:e[sd]|s|ed|ing)?) (?:(?:an?|the|average) )*(?:only )?$"
)
_TELLS = words("show report achieve demonstrate reach yield obtain provide")


_NOUN_IN = re.compile(
    rf"\b(?P<noun>{_CHANGE}) in (?:the |its )?(?P<what>[\w/@-]+(?: [\w/@-]+){{0,4}}) of (?:an? average of )?$"
)


def _change_in(sentence: str, measure: Measure, respectively: bool) -> Iterator[tuple[float, str, tuple[int, int]]]:
    """ "reductions in X of N", and of "reductions in X and Y of N and M, respectively" the first."""
    found = _NOUN_IN.search(sentence, max(0, measure.start - 100), measure.start)
    if found is None:
        return
    what, _, other = found["what"].partition(" and ")
    if respectively == bool(other):
        number = measure.number.split(" and ")[0] if other else measure.number
        text = f"{found['noun']} in {what} of {replace(measure, number=number).shown()}"
        yield 2.8, text, (found.start(), measure.end)


def _change_of(sentence: str, measure: Measure, respectively: bool) -> Iterator[tuple[float, str, tuple[int, int]]]:
    """ "speedups of up to N": as it stands."""
    found = _NOUN_OF.search(sentence, max(0, measure.start - 80), measure.start)
    if found is None or respectively or "whose" in found[0]:
        return
    words = found[1].split(" ")
    changed = re.fullmatch(_CHANGE, words[-1]) is not None
    words = words[_phrase_begins(words) :]
    for first in range(len(words)):
        text = f"{' '.join(words[first:])} {found['joint']} {measure.shown()}"
        yield (2.8 if changed else 2.1) - 0.1 * first, text, (found.start(), measure.end)


def _phrase_begins(words: Sequence[str]) -> int:
    """Where the noun phrase at the end of some words begins: past the last verb, preposition or determiner."""
    begin = 0
    for place, word in enumerate(words[:-1]):
        ends = word.lower() in STOPS | DETERMINERS or word in BASES or word in _TELLS or word.endswith("ed")
        if ends or (word.endswith("ing") and place == begin):
            begin = place + 1
    return begin


def _measured(sentence: str, measure: Measure, respectively: bool) -> Iterator[tuple[float, str, tuple[int, int]]]:
    """ "N higher throughput", "N speedup over X", "N accuracy": as it stands."""
    words, end, stop = _following(sentence, measure.end)
    if not words:
        yield from _part_of(sentence, measure)
        return
    lowered = [word.lower() for word in words]
    if lowered[0] in {"a", "an", "the"}:
        return
    compared = bool(COMPARATIVES & set(lowered)) or lowered[-1] in {
        "speedup", "speedups", "speed-up", "improvement", "improvements", "reduction", "reductions", "gain", "gains",
        "savings", "saving", "increase", "decrease", "acceleration", "lower", "faster",
    }  # fmt: skip
    outcome = lowered[-1] in OUTCOMES
    if SET_UP.search(sentence[: measure.start]) and not (compared or (outcome and measure.bound)):
        return
    if lowered[-1] in IDLE_ENDS or lowered[-1].endswith("ly") or "confidence" in lowered:
        return
    aside = sentence.rfind("(", 0, measure.start) > sentence.rfind(")", 0, measure.start)
    score = 3.0 if compared else 2.0 if outcome else 1.0
    if set(lowered) & {"longer", "larger", "smaller"}:
        score = 1.5
    if not (compared or outcome) and (aside or measure.kind == "x" or measure.bound in _CONDITIONS):
        return
    if not compared and not ACHIEVES.search(sentence[max(0, measure.start - 60) : measure.start]):
        score -= 0.8
    text, start = f"{measure.shown()} {' '.join(words)}", measure.start
    changed = _CHANGED_NEXT.search(sentence, max(0, start - 20), start)
    if changed and not compared:
        if measure.kind == "%":
            yield 2.6, _with_direction(measure, changed, " ".join(words)), (start, end)
        return
    if score < 0.5:
        return
    if len(words) == 1 and compared:
        text, start = _with_verb(sentence, start, text)
    if stop in TAILS and not respectively:
        tail, tail_end = _tail(sentence, end)
        if tail and len(f"{text} {tail}") <= _WITH_TAIL:
            yield score + 0.1, f"{text} {tail}", (start, tail_end)
    yield score, text, (start, end)
    if start != measure.start:
        yield score, f"{measure.shown()} {' '.join(words)}", (measure.start, end)


_CHANGED_NEXT = re.compile(VERB.pattern + r" (?:an? )?$")
_CONDITIONS = words("under over above below within") | {"more than", "less than", "at least", "at most"}
_DOES_BEFORE = re.compile(r"\b([a-z]+s) (?:an? )?$")
_TELLS_NOTHING = words(
    "is has achieves reaches attains yields delivers provides shows demonstrates gets gives offers brings"
)


def _with_verb(sentence: str, start: int, text: str) -> tuple[str, int]:
    """ "renders 4x faster": the verb belongs to a comparison without a noun."""
    verb = _DOES_BEFORE.search(sentence, max(0, start - 20), start)
    if verb and verb[1] in BASES and verb[1] not in _TELLS_NOTHING:
        return f"{verb[1]} {text}", verb.start()
    return text, start


def _following(sentence: str, start: int) -> tuple[list[str], int, str]:
    """The words after a number up to what ends their phrase, where they end, and the word that ended them."""
    words: list[str] = []
    end = start
    for found in WORD.finditer(sentence, start):
        if found.start() != end or (found.start(1) == end and end != start):
            return words, end, ""
        word = found[1]
        towards = word == "relative" and sentence.startswith(" to ", found.end())
        if word in STOPS or towards or word.endswith("'s") or len(words) == 5:
            return words, end, word
        words.append(word)
        end = found.end()
    return words, end, ""


def _tail(sentence: str, start: int) -> tuple[str, int]:
    """ "over vLLM", "than the baseline", "in I/O demand", from where the phrase ended."""
    first = WORD.match(sentence, start)
    if first is None:
        return "", start
    words, end = [first[1]], first.end()
    for found in WORD.finditer(sentence, end):
        if found.start() != end or found[1] in STOPS or found[1].endswith("ing") or len(words) > 4:
            break
        words.append(found[1])
        end = found.end()
    kept = [word for word in words if word not in DETERMINERS]
    if len(kept) < 2 or kept[-1].lower() in {
        "prior",
        "existing",
        "previous",
        "state-of-the-art",
        "standard",
        "other",
        "average",
    }:
        return "", start
    return " ".join(kept), end


_RECOVERS = re.compile(r"\b([a-z]+(?:ing|es|s)) $")


def _part_of(sentence: str, measure: Measure) -> Iterator[tuple[float, str, tuple[int, int]]]:
    """ "recovering up to N of decode energy": as it stands."""
    verb = _RECOVERS.search(sentence, max(0, measure.start - 30), measure.start)
    tail, end = _tail(sentence, measure.end)
    if measure.bound == "within" and tail.startswith("of "):
        yield 1.6, f"{measure.shown()} {tail}", (measure.start, end)
    elif verb and tail.startswith("of ") and verb[1] not in STOPS:
        yield 1.8, f"{verb[1]} {measure.shown()} {tail}", (verb.start(), end)


_CHANGES = re.compile(rf"\b(?:{FEWER}|{MORE}|{BETTER}|restor(?:e[sd]?|ing))\b[^,;]*$")
_FROM = re.compile(r"(?<![\w'’@./-])((?:[\w/@-]+ ){1,5})from $")


def _from_to(sentence: str, measure: Measure) -> Iterator[tuple[float, str, tuple[int, int]]]:
    """ "success rate from 42% to 49%": as it stands."""
    found = _FROM.search(sentence, max(0, measure.start - 60), measure.start)
    changed = _CHANGES.search(sentence, max(0, measure.start - 120), measure.start)
    if found is None or changed is None or " to " not in measure.number:
        return
    words = found[1].split()
    words = words[_phrase_begins(words) :]
    if VERB.match(words[0]):
        words = words[1:]
    for named in _shorter(" ".join(words)):
        yield 2.6, f"{named} from {measure.number}", (found.start(), measure.end)
