"""Measures with a verb or noun of direction: "reduces X by N", "X drops by N", "reductions in X of N"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from generator.describe.cards import polarity
from generator.describe.cards.lexicon import ASIDE, BY, BY_BEFORE, CLAUSE, VERB, words
from generator.describe.cards.measures import Measure
from generator.describe.cards.phrases import (
    Phrase,
    changed,
    circumstance,
    is_gain,
    noun_phrase,
    phrase_begins,
    shorter,
    subject,
)
from generator.text.stopwords import PHRASE_STOPS
from generator.text.tokens import RESULT_WORD

CHANGE = r"speed-?ups?|improvements?|gains?|reductions?|savings?|increases?|decreases?|acceleration"
_LEVEL = (
    r"accurac(?:y|ies)|efficienc(?:y|ies)|throughputs?|overheads?|rates?|scores?|errors?|F1|AUC|mAP|ratios?|recall|"
    r"precision|coverage|IoU"
)
_SPEAKS_ALONE = re.compile(r"speed-?ups?|acceleration|compression", re.I)
_IDLE = words(
    "relative absolute average overall significant further additional mean total large great consistent geometric max",
    "maximum percentage-point percentage point points multiplicative net estimated performance-wise such same an a",
)


def alone(noun: str, before: Sequence[str]) -> bool:
    """Whether a noun of change says what changed: "speedup", "energy reduction", but not "relative gain"."""
    if _SPEAKS_ALONE.fullmatch(noun):
        return True
    modifiers = [word for word in before if word.lower() not in _IDLE]
    return bool(modifiers) and (noun.lower().rstrip("s") in _FEWER or polarity.is_metric(modifiers[-1]))


_FEWER = words("reduction decrease saving drop")


def by_verb(sentence: str, measure: Measure) -> Iterator[Phrase]:
    """ "reduces X by N", "X drops by N", "outperforms Y in X by N"; without "by" also "improves X up to N"."""
    by = BY.search(sentence, max(0, measure.start - 30), measure.start)
    respectively = "respectively" in sentence[measure.end :]
    if by and respectively:
        yield from _first_of_pair(sentence, measure, by.start())
    elif by and not measure.number.startswith("+"):
        yield from _changed_by(sentence, measure, by.start())
    elif not by and measure.bound == "up to" and _ends_there(sentence, measure.end):
        yield from _changed_by(sentence, measure, measure.start)


def _ends_there(sentence: str, end: int) -> bool:
    """Whether no noun follows."""
    following = RESULT_WORD.match(sentence, end)
    return following is None or following[1] in PHRASE_STOPS


def _changed_by(sentence: str, measure: Measure, by: int) -> Iterator[Phrase]:
    flat = ASIDE.sub(lambda aside: " " * len(aside[0]), sentence) if "(" in sentence else sentence
    clause = CLAUSE.search(flat, max(0, by - 160), by)
    verbs = list(VERB.finditer(flat, clause.start(), by)) if clause else []
    if not verbs or clause is None or flat[measure.start] == " ":
        return
    verb = verbs[-1]
    start, end = verb.end(), by
    before = BY_BEFORE.search(flat, start, by)
    other = flat.find(" and ", before.end(), by) if before else -1
    if other >= 0:  # "reduces X by 2x and Y by 3x", "by 2x and up to 3x"
        start, end = (other + 4, by) if flat[other + 4 : by].strip() else (start, flat.find(" by ", start))
    if verb["beats"]:
        what, at = _in_what(flat, start, end, measure.end)
    else:
        what, at = noun_phrase(flat, start, end)
    done = bool(what)
    if not what and not verb["beats"] and not flat[start:end].strip():
        what, at = subject(flat, clause.start(), verb.start())
    yield from _shown_change(flat, measure, verb, (what, at), done=done)


def _shown_change(
    flat: str, measure: Measure, verb: re.Match[str], named: tuple[str, int], *, done: bool
) -> Iterator[Phrase]:
    what, at = named
    if not polarity.means_something(what) or ((verb["better"] or verb["beats"]) and not polarity.is_metric(what)):
        return
    value = polarity.polarity(what)
    gain = is_gain(verb, value, done=done)
    if not gain and done and value and not _OWN_DEED.search(flat[: verb.start()]):
        return
    if not gain and not done and (_is_conditional(flat[: verb.start()]) or _CONDITION_AFTER.search(flat, measure.end)):
        return
    where = circumstance(flat, measure, measure.end)
    if where is None:
        return
    for shown in shorter(what):
        score = 2.4 if verb["beats"] else 3.2
        text = changed(measure, verb, shown) + where
        yield Phrase(score - 0.1 * (shown != what), text, (at, measure.end + len(where)), gain)


_CONDITIONAL = re.compile(
    r"(?:^|[.;:,] |\b(?:and|but) )(?:with|without|under|when|if|at|after|during|once|in|on|even|for|unless)\b[^;:]*$",
    re.I,
)


def _is_conditional(before: str) -> bool:
    """Whether what follows holds only under a condition: "with a rail unplugged throughput falls"."""
    return _CONDITIONAL.search(before[-160:]) is not None


_OWN_DEED = re.compile(
    r"(?:(?:^|[,;:] |\b(?:that|and|but|which) )(?:[Ii]t|[Ww]e|[Oo]ur [^,;:]{1,40}|[Tt]he proposed [^,;:]{1,30})|"
    r"\b(?:while|and|but|although|though|,))(?: can| only| slightly)? $"
)
"""A subject that is the paper's own system, making something worse: not "interference raises latency by 3x"."""
_CONDITION_AFTER = re.compile(r" (?:when|if|under|once|unless|as soon as|with)\b")

_IN_WHAT = re.compile(
    r" (?:in|in terms of|on) (?:the |its )?([\w@/-]+(?: [\w@/-]+){0,3}?)(?= on | across | for | over |[,.;]|$)"
)


def _in_what(flat: str, start: int, end: int, after: int) -> tuple[str, int]:
    """The measure in which something is better: "beats Y in accuracy by N", "beats Y by N in accuracy"."""
    for match in (_IN_WHAT.search(flat[start:end].rstrip()), _IN_WHAT.match(flat, after)):
        if match and polarity.is_metric(match[1]):
            return match[1], start
    return "", 0


_PAIR = re.compile(r"(?:the |both )?([\w@/-]+(?: [\w@/-]+){0,2}) and (?:the )?([\w@/-]+(?: [\w@/-]+){0,2})")


def _first_of_pair(sentence: str, measure: Measure, by: int) -> Iterator[Phrase]:
    """ "reduces A and B by N and M, respectively": A by N."""
    verbs = list(VERB.finditer(sentence, max(0, by - 160), by))
    numbers = measure.number.split(" and ")
    if not verbs or len(numbers) != 2 or verbs[-1]["beats"]:
        return
    verb = verbs[-1]
    pair = _PAIR.fullmatch(" ".join(ASIDE.sub("", sentence[verb.end() : by]).split()))
    if not pair or len(pair[1].split()) != len(pair[2].split()) or not polarity.means_something(pair[1]):
        return
    if verb["better"] and not polarity.is_metric(pair[1]):
        return
    first = replace(measure, number=numbers[0] if numbers[0][-1] in "%xX×" else numbers[0] + numbers[1][-1])
    gain = is_gain(verb, polarity.polarity(pair[1]), done=True)
    yield Phrase(3.0, changed(first, verb, pair[1]), (measure.start, measure.end), gain)


_NOUN_IN = re.compile(
    rf"\b(?P<noun>{CHANGE}) in (?:the |its )?(?P<what>[\w/@-]+(?: [\w/@-]+){{0,4}}) of (?:an? average of )?$"
)


def noun_in(sentence: str, measure: Measure) -> Iterator[Phrase]:
    """ "reductions in X of N", and of "reductions in X and Y of N and M, respectively" the first."""
    match = _NOUN_IN.search(sentence, max(0, measure.start - 100), measure.start)
    if match is None:
        return
    what, _, other = match["what"].partition(" and ")
    if ("respectively" in sentence[measure.end :]) == bool(other) and polarity.means_something(what):
        number = measure.number.split(" and ")[0] if other else measure.number
        text = f"{match['noun']} in {what} of {replace(measure, number=number).shown()}"
        yield Phrase(2.8, text, (match.start(), measure.end), noun_gains(match["noun"], what))


def noun_gains(noun: str, what: str) -> bool:
    """Whether a noun of change means an improvement: "reduction" of a cost, "increase" of a yield, "gain"."""
    noun, value = noun.lower().rstrip("s"), polarity.polarity(what)
    if noun in {"decrease", "drop"}:
        return value < 0
    if noun == "reduction":
        return value <= 0
    return value > 0 if noun == "increase" else noun in _GOOD


_GOOD = words("speedup speed-up improvement gain saving acceleration compression boost advantage")
_NOUN_OF = re.compile(
    rf"(?<![\w@./-])((?:[\w@/-]+ ){{0,3}}(?:(?:{CHANGE})(?= of | by )|(?:{_LEVEL})(?= of | at | can | reach| attain)))"
    r" (?P<joint>of|by|at|(?:can )?(?:reach|attain)(?:e[sd]|s|ed|ing)?) (?:(?:an?|the|average) )*(?:only )?$"
)
_NOT_WHOLE = re.compile(r" (?:of (?!the time\b)|for (?=\w+ly\b))")
_LISTED = re.compile(r"(?:\band|,|/) (?:[\w-]+ ){0,2}$")


def noun_of(sentence: str, measure: Measure) -> Iterator[Phrase]:
    """ "speedups of up to N": as it stands."""
    match = _NOUN_OF.search(sentence, max(0, measure.start - 80), measure.start)
    if match is None or "respectively" in sentence[measure.end :] or "whose" in match[0]:
        return
    noun_words = match[1].split(" ")
    if match["joint"] == "by" and noun_words[-1].endswith("s"):
        return  # a verb
    noun_words = noun_words[phrase_begins(noun_words) :]
    what, noun = " ".join(noun_words), noun_words[-1]
    tail = _IN_NOUN.match(sentence, measure.end)
    change = re.fullmatch(CHANGE, noun) is not None
    if not change and not polarity.means_something(what):
        return
    if (change and not alone(noun, noun_words[:-1]) and tail is None) or _NOT_WHOLE.match(sentence, measure.end):
        return
    if " and " in measure.number and " and " in sentence[max(0, match.start() - 30) : measure.start]:
        return  # "X and Y overheads of 3% and 4%"
    only = sentence.endswith("only ", 0, measure.start) or sentence.startswith(("only", "just"), measure.start)
    if change:
        gain = noun_gains(noun, " ".join(noun_words[:-1]) or (tail[2] if tail else ""))
    else:
        gain = (polarity.polarity(what) > 0 and not only) or polarity.is_error(what)
        if only and polarity.polarity(what) > 0:
            return
    where = tail[1] if tail and not alone(noun, noun_words[:-1]) else circumstance(sentence, measure, measure.end)
    if where is None:
        return
    text = f"{what} {match['joint']} {measure.shown()}{where}"
    yield Phrase(2.8 if change else 2.1, text, (match.start(), measure.end + len(where)), gain)


_IN_NOUN = re.compile(
    r"( (?:in|of) (?:the |its |overall )*([\w@/-]+(?: [\w@/-]+){0,3}?))"
    r"(?= (?:on|over|compared|across|for|and|with|relative)\b|[,.;]|$)"
)
"""The quantity after a noun of change: "gains of N in accuracy"."""

_FROM = re.compile(r" from $")


def from_to(sentence: str, measure: Measure) -> Iterator[Phrase]:
    """ "lifts the success rate from 42% to 49%", "misses drop from 23% to 3%": before and after."""
    clause = CLAUSE.search(sentence, max(0, measure.start - 120), measure.start)
    if (
        " to " not in measure.number
        or clause is None
        or not _FROM.search(sentence, max(0, measure.start - 6), measure.start)
    ):
        return
    verbs = list(VERB.finditer(sentence, clause.start(), measure.start - 5))
    if not verbs:
        return
    verb, end = verbs[-1], measure.start - 6
    what, at = noun_phrase(sentence, verb.end(), end)
    between = sentence[verb.end() : end].strip()
    joint, done = "from", True
    if not between:
        what, at = subject(sentence, clause.start(), verb.start())
        joint, done = f"{verb[0]} from", False
    elif re.match(r"(?:an?|one|some|each) ", between) or not between.endswith(what):
        return
    if _NOT_WHOLE.match(sentence, measure.end):
        return
    if not polarity.means_something(what) or (
        not polarity.is_metric(what) and not what.endswith("s") and " " not in what
    ):
        return
    gain = is_gain(verb, polarity.polarity(what), done=done)
    yield Phrase(2.6, f"{what} {joint} {measure.number}", (at, measure.end), gain)
