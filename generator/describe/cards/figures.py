"""The figures of a card: the numbers that a paper reports, each as its sentence has it, with quantity and bound.

    "... at a redshift of z = 7.29 ..."              -> "redshift of z = 7.29"
    "... yields 344 detections in ..."               -> "344 detections"
    "... cuts the delay by up to 31% on ..."         -> "cuts the delay by up to 31%"

One rule for every field: from the number, to the right over the words it counts, to the left over its bound, then over
what joins it to its quantity ("of", "=", "by") and the quantity itself. Nothing is reworded. Pure.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from generator.text import evidence
from generator.text.stopwords import SENTENCE_OPENERS
from generator.text.vocabulary import AUXILIARIES, BASES, NOUNS, VERBS, words

MOST = 3
MOST_CHARACTERS = 60
_LONGEST = 1000
"""Longest sentence that is read, in characters."""
_LEAST = 1.5
"""Least score of a figure."""

_PART = re.compile(r"[^\s,;:()\[\]—]+(?:,(?=\d)[^\s,;:()\[\]—]+)*|[,;:()\[\]—]")
_STOPS = words("words that end a quantity") | AUXILIARIES
_BOUNDS = words("words of bounds")
_RELATIONS = frozenset("=<>≤≥≈~∼≃≲≳±") | words("words between quantity and number")
_VERBAL = frozenset({"by", "to"})
_CHANGES = frozenset(
    {"improvement", "improvements", "reduction", "reductions", "increase", "decrease", "gain", "gains"}
)
_JOINS = frozenset({"to", "±", "×", "–", "-", "and"})
"""What joins two numbers of one quantity."""
_BEFORE_VERBS = AUXILIARIES | {"to", "we", "and", "or", "that", "which", "who", "they"}
"""Words before a verb in the form of a noun: "can delay", not "the delay"."""
_BEFORE_NOUNS = frozenset({"a", "an", "the", "in", "of", "for", "its", "their", "our"})
_NAMELESS = words("words that name no quantity")
_NO_NOUN = re.compile(r"(?:ed|ly|ing)$|^(?:built|made|novel|new|down|relative|along|based|a|an|the|experimental)$")
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_OWN = re.compile(
    r"\b(?:we|our|results?|achiev\w+|find|found|obtain\w*|measur\w+|detect\w+|yield\w*|reach\w*|demonstrat\w+|"
    r"show\w*|outperform\w*|reduc\w+|improv\w+|increas\w+|estimat\w+|report\w*)\b",
    re.I,
)
_DENIED = re.compile(r"\b(?:eliminat\w+|without|avoid\w*|instead of|rather than|than|versus|vs\.?)\b[^,;]{0,40}$", re.I)
"""Before a number that is another's, or that is not there."""
_LIMIT = re.compile(r"\b(?:upper|lower) (?:limit|bound)s?\b", re.I)
_CONDITION = re.compile(
    r"\b(?:for|where|with|if|when|let|all|any|every|each|integer|in|dimensions?)\b[^,;]{0,20}$", re.I
)
_OTHERS = re.compile(
    r"\b(?:existing|previous|prior|recent(?:ly)?|traditional|typically|known|other|conventional|confidence|"
    r"nominal|i\.e\.|e\.g\.|assum\w+|mock|baselines? (?:is|"
    r"are|has|have))\b",
    re.I,
)


class Figure(NamedTuple):
    """A figure as the sentence has it, and how much it tells."""

    score: float
    text: str


def find(sentences: Sequence[str], first: int = 0) -> tuple[str, ...]:
    """The three figures of plain sentences that tell most, in reading order, none with a number of another.

    `first`: where the paper begins to speak of itself; what comes before is known from others.
    """
    found: list[Figure] = []
    for place, sentence in enumerate(sentences):
        if place < first or _OTHERS.search(sentence) or "respectively" in sentence:
            continue
        own = 0.5 * (_OWN.search(sentence) is not None) + 0.5 * place / len(sentences)
        found += [one._replace(score=one.score + own - 0.1 * order) for order, one in enumerate(_of_sentence(sentence))]
    best: list[Figure] = []
    for figure in sorted(found, key=lambda one: -one.score):
        values = {number.value for number in evidence.numbers(figure.text)}
        told = {number.value for other in best for number in evidence.numbers(other.text)}
        if len(best) < MOST and figure.score >= _LEAST and values.isdisjoint(told):
            best.append(figure)
    return tuple(figure.text for figure in found if figure in best)


def _of_sentence(sentence: str) -> list[Figure]:
    if len(sentence) > _LONGEST or not any(map(str.isdigit, sentence)):
        return []
    parts = [(match[0], match.start(), match.end()) for match in _PART.finditer(sentence)]
    starts, stops = [start for _, start, _ in parts], [stop for _, _, stop in parts]
    found: list[Figure] = []
    end_before = 0
    for number in evidence.numbers(sentence):
        place = bisect_right(stops, number.start)
        place_after = bisect_left(starts, number.start + len(number.text))
        if place == place_after or number.start < end_before or _is_name(parts, place):
            continue
        first, last = _left(parts, place), _right(parts, place_after - 1)
        text = _quoted(sentence, parts, first, last)
        limited = _LIMIT.search(sentence) and (number.unit == "%" or not _LIMIT.search(text))
        before = sentence[max(0, parts[first][1] - 48) : parts[first][1]]
        if (
            limited
            or _DENIED.search(before)
            or (not number.unit and _CONDITION.search(sentence, max(0, number.start - 40), number.start))
        ):
            continue
        if text and not evidence.lost_bounds(text, sentence) and not evidence.unsupported(text, sentence):
            found.append(Figure(_worth(number, text), text))
            end_before = parts[last][2]
    return found


def _is_name(parts: Sequence[tuple[str, int, int]], place: int) -> bool:
    """Whether a number belongs to a name ("GPT-4", "[12]", "Type 2 diabetes") or is a year."""
    word = parts[place][0]
    before = parts[place - 1][0] if place else ""
    return bool(
        before in ("[", "arXiv", "+", "-", "−", "/", "^")
        or not word[:1].isdigit()
        or re.match(r"\d+-?[dD](?:\b|imension)|\d+(?:st|nd|rd|th)\b|[1-9]\d?-(?!fold|point)[a-z]|[12]\d{3}[/-]\d", word)
        or (
            re.match(r"\d{1,3}[A-Z](?:[A-Z-].*)?$|\d[a-z]", word)
            and not re.match(r"\d+(?:[KWVAJTx]|[kKMGTP]i?B|[kMGT]?Hz|[mnkMGT]?[smWVAJg]|[kcmn]m|e\d+|d?B)$", word)
        )
        or _YEAR.fullmatch(word.rstrip(".s"))
        or (before[:1].isupper() and place > 1 and before.lower() not in SENTENCE_OPENERS)
    )


def _right(parts: Sequence[tuple[str, int, int]], place: int) -> int:
    """The last of the words that a number counts: at most four, none of which ends a phrase."""
    last, counted = place, 0
    for after in range(place + 1, min(place + 12, len(parts))):
        word = parts[after][0]
        if word in _JOINS and _are_numbers(parts[after - 1 : after + 2 : 2]):
            continue
        if not (word[0].isalnum() or not word[0].isascii() or word[0] in "$%") or word.lower().rstrip(".") in _STOPS:
            break
        counted += not word[0].isdigit()
        if counted > 4 or (word in BASES and word not in NOUNS):
            break
        last = after
        if word.endswith("."):
            break
    if parts[last][0] in _CHANGES and [word for word, _, _ in parts[last + 1 : last + 2]] == ["in"]:
        last = _right(parts, last + 1)  # "3x improvement in energy efficiency"
    while last > place and (
        _NO_NOUN.search(parts[last][0]) or (parts[last][0] in VERBS and parts[last][0] + "s" not in NOUNS)
    ):
        last -= 1
    return last


def _are_numbers(parts: Sequence[tuple[str, int, int]]) -> bool:
    return len(parts) == 2 and all(word[:1].isdigit() for word, _, _ in parts)


def _left(parts: Sequence[tuple[str, int, int]], place: int) -> int:
    """The first word of a number's bound, relation and quantity."""
    first = place
    while first > max(0, place - 8) and (parts[first - 1][0].lower() in _BOUNDS or parts[first - 1][0][:1].isdigit()):
        first -= 1
    relation = first - 1
    if relation < 1 or parts[relation][0] not in _RELATIONS:
        relation = next((at for at in (first, first + 1) if 0 < at < place and parts[at][0] in _RELATIONS), -1)
    if relation < 1:
        return first
    verbal = parts[relation][0] in _VERBAL
    start = relation
    for before in range(relation - 1, max(-1, relation - (9 if verbal else 4)), -1):
        word = parts[before][0].lower()
        if not word[0].isalnum() and word[0].isascii():
            break
        if verbal and _acts(parts[before][0], parts[before - 1][0] if before else ""):
            return before if before < relation - 1 else _subject(parts, before)
        if not verbal and word in _STOPS and word != "of":
            break
        start = before
    if verbal:
        return first if parts[relation][0] == "to" else relation  # a change of nothing: "by 31%"
    while start < relation and parts[start][0].lower() in (_STOPS | {"of"}):
        start += 1
    return start if start < relation else first


def _subject(parts: Sequence[tuple[str, int, int]], verb: int) -> int:
    """The first word of what rises or falls: of "the mean wage has risen by 3%" that of "mean"; else what follows."""
    start = verb
    while start and verb - start < 4:
        word = parts[start - 1][0].lower()
        if not word[0].isalnum() or (word in _STOPS and word not in AUXILIARIES):
            break
        start -= 1
    while start < verb and parts[start][0].lower() in AUXILIARIES:
        start += 1
    return start if start < verb else verb + 1


def _acts(word: str, before: str) -> bool:
    """Whether a word is a verb: "cuts", "cutting", "reduced"; "delay" only behind "can", "to" or a plural."""
    if word in VERBS:
        plural = before.endswith("s") and before not in BASES and before not in _STOPS
        return before.lower() in _BEFORE_VERBS or before.endswith("ly") or plural
    participle = word.islower() and word.endswith(("ing", "ed")) and len(word) > 5
    return (word in BASES and word not in NOUNS) or (participle and before.lower() not in _BEFORE_NOUNS)


def _quoted(sentence: str, parts: Sequence[tuple[str, int, int]], first: int, last: int) -> str:
    """The words from `first` to `last`; "" if they say nothing of what is counted, or are too many."""
    text = sentence[parts[first][1] : parts[last][2]].rstrip(".,;:")
    words_ = [word for word in re.findall(r"[^\W\d_]{3,}", text) if word.lower() not in _BOUNDS]
    told = any(len(word) > 3 and word.lower() not in _NAMELESS for word in words_)
    broken = re.search(r"\b(?:between|from) [^ ]+$|[±×–−-]$|^[±×]|[=<>≤≥] *$|[$\\]|\d\.$", text) or (
        parts[last][2] < len(sentence)
        and sentence[parts[last][2] :][:3].lstrip()[:1] in ("(", "±", "^", "_", "×", "=", "+")
    )
    after = parts[last + 1][0] if last + 1 < len(parts) and not parts[last][0].endswith(".") else ""
    goes_on = after[:1].isalnum() and after.lower().rstrip(".") not in _STOPS and not _acts_after(after)
    whole = (
        not goes_on
        and text.count("(") == text.count(")")
        and "http" not in text
        and text[-1] not in "^_=<>≤≥±"
        and not text.startswith(("by ", "to "))
    )
    return text if whole and not broken and 4 <= len(text) <= MOST_CHARACTERS and told else ""


def _acts_after(word: str) -> bool:
    """Whether the word after a figure begins something else: a verb, a participle or an adverb."""
    return word in BASES or word.endswith(("ed", "ing", "ly")) or word in VERBS or word in AUXILIARIES


def _worth(number: evidence.Number, text: str) -> float:
    """How much a figure tells: units, relations and bounds more than bare counts."""
    score = (
        1.0 * (bool(number.unit) and number.unit[:1] != "-") + 0.6 * ("." in number.value) + 0.5 * bool(number.bound)
    )
    score += 0.8 * (number.unit in ("x", "%")) + 0.3 * any(sign in text for sign in "=<>≈~∼≤≥±")
    return score + 0.6 * (len(number.value) > 2) + 0.3 * (" " in text.strip())
