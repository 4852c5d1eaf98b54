"""Measures before what they measure: "N higher throughput", "N speedup over X", "N accuracy", "loses N X"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.describe.cards import polarity
from generator.describe.cards.lexicon import ACHIEVES, COMPARATIVES, IDLE_ENDS, SET_UP, TAILS, VERB, words
from generator.describe.cards.measures import Measure
from generator.describe.cards.phrases import Phrase, changed, circumstance, is_gain
from generator.describe.cards.relative import CHANGE, alone, noun_gains
from generator.text.stopwords import DETERMINERS, PHRASE_STOPS
from generator.text.tokens import RESULT_WORD
from generator.text.vocabulary import BASES, NOUNS

_WITH_TAIL = 44
"""Longest figure, in characters, that keeps its baseline ("over vLLM") although it is clear without one."""
_CHANGE_NOUN = re.compile(rf"{CHANGE}|compression|advantage|boost|drop|degradation", re.I)
_BARE = words("faster slower cheaper sooner")
"""Comparatives that say by themselves what is compared."""
_COMPLEMENTS = words("of per")
"""Words that continue a noun; without what follows them, something else is measured."""
_UNLESS = words("when if unless there even only where")
_COSTS = re.compile(
    r"\b(loses?|lost|losing|costs?|costing|adds?|added|adding|incurs?|incurring|sacrific(?:es?|ing)|needs?|requires?|uses?|"
    r"using|takes?|consumes?|spends?|wastes?|(?:expense|cost|price) of|introduc(?:es?|ing)) "
    r"(?:an? |the )?(?:additional |extra |only )*$"
)
_SHARED = re.compile(r" (?:and|or) [^ ]*\d")
"""The noun comes later: "4x faster and 9x cheaper inference"."""
_OWN_IS = re.compile(
    r"(?:^|[,;:] |\b(?:that|and|which|while) )(?:[Ii]t|[Ww]e|(?:[Oo]ur|[Tt]his|[Tt]he (?:proposed|new|resulting)) "
    r"[\w-]+|[A-Z]\S*) (?:is|are|was|were|be|can be|[a-z]+s) (?:an? )?$"
)
_SERVES = re.compile(
    r"\b(?:pack|handl|serv|support|schedul|recover|surfac|process|h[oe]ld|giv|accept|admit|find|detect|complet|finish|solv|"
    r"deliver|achiev|sustain|fit|host|cover|repair|yield|provid|obtain)(?:e?s|e|ing|ting|ed)? (?:an? |the )?$"
)
"""Verbs whose object is better the more there is of it: more jobs packed, not more deadlines missed."""
_WORSE = words("slower longer worse")
_MORE = words("more higher greater larger")
_LESS = words("fewer lower less smaller shorter")


def before_noun(sentence: str, measure: Measure) -> Iterator[Phrase]:
    """Phrases of a measure and the words after it, as they stand."""
    noun, end, stop = _following(sentence, measure.end)
    respectively = "respectively" in sentence[measure.end :]
    if not noun:
        yield from _part_of(sentence, measure)
        return
    lower = [word.lower() for word in noun]
    if lower[0] in DETERMINERS or lower[-1] in IDLE_ENDS - COMPARATIVES or lower[-1].endswith("ly"):
        return
    if respectively and " and " in measure.number:
        return
    place = next((at for at, word in enumerate(lower) if word in COMPARATIVES), None)
    if place is not None:
        yield from _compared(sentence, measure, noun, place, (end, stop))
    elif _CHANGE_NOUN.fullmatch(lower[-1]):
        yield from _changed(sentence, measure, noun, (end, stop))
    else:
        yield from _level(sentence, measure, noun, (end, stop))


def _compared(sentence: str, measure: Measure, noun: list[str], place: int, ends: tuple[int, str]) -> Iterator[Phrase]:
    """ "N higher throughput", "runs N faster", "N faster than vLLM"."""
    end, stop = ends
    how, what = noun[place].lower(), " ".join(noun[place + 1 :])
    tail, tail_end = _tail(sentence, end) if stop in TAILS | _COMPLEMENTS else ("", end)
    text, start = f"{measure.shown()} {' '.join(noun)}", measure.start
    cost = _COSTS.search(sentence, max(0, start - 40), start)
    gain = _is_better(how, what, sentence[max(0, start - 30) : start]) and not (cost and how in _MORE)
    if cost and not gain:
        if not polarity.means_something(what) or cost[1].endswith(" of"):
            return
        text, start = f"{cost[1]} {text}", cost.start()
    if not what:
        tail, tail_end = (tail, tail_end) if stop == "than" else ("", end)
        if how not in _BARE or stop in _UNLESS or _SHARED.match(sentence, end):
            return
        text, start = _with_verb(sentence, start, text)
        if not tail and (how != "faster" or (start == measure.start and not _OWN_IS.search(sentence, 0, start))):
            return
    elif not polarity.means_something(what) or (stop in _COMPLEMENTS and not tail):
        return
    if not gain and _CONDITION.search(sentence, end):
        return
    if what and not gain and not cost and not polarity.polarity(what):
        return
    yield from _with_tail(sentence, measure, Phrase(3.0, text, (start, end), gain), (tail, tail_end), stop)


def _with_tail(sentence: str, measure: Measure, phrase: Phrase, tail: tuple[str, int], stop: str) -> Iterator[Phrase]:
    """The phrase with its tail, and without it if it is clear enough alone."""
    respectively = "respectively" in sentence[measure.end :]
    start, end = phrase.span
    needed = stop in _COMPLEMENTS or (not phrase.gain and stop in {"than", "over"})
    if tail[0] and not respectively and (needed or len(f"{phrase.text} {tail[0]}") <= _WITH_TAIL):
        yield Phrase(phrase.score + 0.1, f"{phrase.text} {tail[0]}", (start, tail[1]), phrase.gain)
    where = circumstance(sentence, measure, end)
    if not needed and where is not None:
        yield Phrase(phrase.score, phrase.text + where, (start, end + len(where)), phrase.gain)


def _is_better(how: str, what: str, before: str) -> bool:
    if how in _WORSE:
        return False
    if how in _LESS:
        return polarity.polarity(what) < 0
    if how in _MORE:
        value = polarity.polarity(what)
        return value > 0 or (how == "more" and value == 0 and _SERVES.search(before) is not None)
    return True


_OF_MANY = re.compile(r"lose|cost|add|incur|sacrifice|need|require|use|take|consume|spend|waste|introduce")
"""Verbs whose subject is seldom the paper's own system: "sidecars add 20% latency"."""
_CONDITION = re.compile(r" (?:when|if|unless|once)\b")
_CAUSES = words("increase decrease drop reduction")
_BEGINS = re.compile(r"^(?:[Aa]n? |[Tt]he )?$")
_IN = words("in of")


def _changed(sentence: str, measure: Measure, phrase: list[str], ends: tuple[int, str]) -> Iterator[Phrase]:
    """ "N speedup over vLLM", "N energy reduction", "N reduction in energy"."""
    end, stop = ends
    noun, before = phrase[-1], phrase[:-1]
    if stop == "by" or (noun in _CAUSES and _BEGINS.match(sentence[: measure.start])):
        return  # "nodes throughput decreases by", "A 10% increase in load doubles ..."
    text = f"{measure.shown()} {' '.join(phrase)}"
    tail, tail_end = _tail(sentence, end, most=5) if stop in TAILS | _IN else ("", end)
    if alone(noun, before):
        gain = noun_gains(noun, " ".join(before)) and not _COSTS.search(sentence, 0, measure.start)
        shown = Phrase(3.0, text, (measure.start, end), gain)
        yield from _with_tail(sentence, measure, shown, (tail, tail_end), stop if noun_gains(noun, "") else "")
    elif stop in _IN and tail:
        what = tail.split(" ", 1)[1]
        if polarity.is_metric(what) or (stop in _COMPLEMENTS and polarity.means_something(what)):
            yield Phrase(3.0, f"{text} {tail}", (measure.start, tail_end), noun_gains(noun, what))


def _level(sentence: str, measure: Measure, noun: list[str], ends: tuple[int, str]) -> Iterator[Phrase]:
    """ "reaches N accuracy", "reduces N FLOPs", "loses N throughput"."""
    end, stop = ends
    what, start = " ".join(noun), measure.start
    verb = _CHANGED_NEXT.search(sentence, max(0, start - 20), start)
    if verb:
        if measure.kind == "%" and (not verb["more"] or verb[0].startswith("increas")):
            gain = is_gain(verb, polarity.polarity(what), done=True)
            yield Phrase(2.6, changed(measure, verb, what), (start, end), gain)
        return
    cost = _COSTS.search(sentence, max(0, start - 40), start)
    if cost and not cost[1].endswith(" of") and not _OF_MANY.fullmatch(cost[1]) and polarity.means_something(what):
        yield Phrase(1.0, f"{cost[1]} {measure.shown()} {what}", (cost.start(), end))
        return
    value = polarity.polarity(what)
    only = "only" in sentence[max(0, start - 6) : start + 5] or "just" in sentence[max(0, start - 6) : start + 5]
    if (
        measure.bound == "within"
        or not polarity.is_metric(what)
        or not _is_achieved(sentence, measure)
        or (only and value > 0)
    ):
        return
    tail, tail_end = _tail(sentence, end) if stop in TAILS | _COMPLEMENTS else ("", end)
    if (measure.kind == "x" or stop in _COMPLEMENTS) and not tail:
        return
    gain = value > 0 or polarity.is_error(what)
    phrase = Phrase(2.0, f"{measure.shown()} {what}", (start, end), gain)
    yield from _with_tail(sentence, measure, phrase, (tail, tail_end), "of" if measure.kind == "x" else stop)


_CHANGED_NEXT = re.compile(VERB.pattern + r" (?:an? )?$")
_ACHIEVED = re.compile(ACHIEVES.pattern.removesuffix(r"\b[^,;:]*$") + r"\b")
_BREAKS = words("while whereas but than versus from which where when though although if using losing compared against")


def _is_achieved(sentence: str, measure: Measure) -> bool:
    """Whether "achieves" or the like governs a measure, directly or through a list of others."""
    if SET_UP.search(sentence[: measure.start]):
        return False
    begin = max(0, measure.start - 160)
    verbs = list(_ACHIEVED.finditer(sentence, begin, measure.start))
    if not verbs:
        return False
    between = sentence[verbs[-1].end() : measure.start]
    if ";" in between or ": " in between or ("," in between and not any(map(str.isdigit, between))):
        return False
    return not any(
        word in _BREAKS or (word in BASES and word not in NOUNS) for word in between.replace(",", "").split()
    )


_DOES_BEFORE = re.compile(
    r"(?:[A-Z]\S{,50}|\b(?:and|[Ii]t|which|that|system|method|code|kernel|version|implementation)) ([a-z]+s) (?:an? )?$"
)
_TELLS_NOTHING = words(
    "is has achieves reaches attains yields delivers provides shows demonstrates gets gives offers brings was"
)


def _with_verb(sentence: str, start: int, text: str) -> tuple[str, int]:
    """ "renders 4x faster": the verb belongs to a comparison without a noun."""
    verb = _DOES_BEFORE.search(sentence, max(0, start - 50), start)
    if verb and verb[1] in BASES and verb[1] not in NOUNS | _TELLS_NOTHING:
        return f"{verb[1]} {text}", verb.start(1)
    return text, start


def _following(sentence: str, start: int) -> tuple[list[str], int, str]:
    """The words after a number up to the end of their phrase, where they end, and the word that ended them."""
    noun: list[str] = []
    end = start
    for match in RESULT_WORD.finditer(sentence, start):
        if match.start() != end or (match.start(1) == end and end != start):
            return noun, end, ""
        word = match[1]
        towards = word == "relative" and sentence.startswith(" to ", match.end())
        if word in PHRASE_STOPS or towards or word.endswith("'s") or len(noun) == 5:
            return noun, end, word
        noun.append(word)
        end = match.end()
    return noun, end, ""


_AND_MORE = re.compile(r",? (?:and|or) (?!(?:up to|at|an?|about|by|over|is|are|was|can) |[^ ]*\d|[a-z]+(?:s|ing|ed) )")
"""Continues as "over A and B", not as "over A and improves"."""
_OPEN_ENDS = words(
    "prior existing previous state-of-the-art standard other average dataset datasets set data it them two"
)


def _tail(sentence: str, start: int, most: int = 4) -> tuple[str, int]:
    """ "over vLLM", "than the baseline", "in I/O demand", after the end of a phrase; "" if it is cut short."""
    first = RESULT_WORD.match(sentence, start)
    if first is None:
        return "", start
    tail, end = [first[1]], first.end()
    for match in RESULT_WORD.finditer(sentence, end):
        if match.start() != end or match[1] in PHRASE_STOPS:
            break
        if len(tail) > most or (match[1].endswith("ing") and sentence[match.end() : match.end() + 1] not in ".,;)"):
            return "", start
        tail.append(match[1])
        end = match.end()
    kept = [word for word in tail if word not in DETERMINERS]
    if _AND_MORE.match(sentence, end):
        return "", start
    if len(kept) < 2 or kept[-1].lower() in _OPEN_ENDS:
        return "", start
    return " ".join(kept), end


_KEEPS = re.compile(
    r"\b((?:recover|retain|catch|recall|trap|detect|preserv|sav|eliminat|captur|keep|correct|resolv|solv|fix|match|"
    r"identif|remov|avoid|prun|prevent|block|maintain|repair|deduplicat|filter)(?:s|es|ies|ing|ping|ning)) $"
)
_GOES_ON = re.compile(r" (?:to|that|which|who|for|in)\b")


def _part_of(sentence: str, measure: Measure) -> Iterator[Phrase]:
    """ "recovering up to N of decode energy": as it stands."""
    verb = _KEEPS.search(sentence, max(0, measure.start - 30), measure.start)
    tail, end = _tail(sentence, measure.end)
    if verb and tail.startswith("of ") and polarity.means_something(tail[3:]) and not _GOES_ON.match(sentence, end):
        yield Phrase(1.8, f"{verb[1]} {measure.shown()} {tail}", (verb.start(), end))
