"""Whether a text says the same as its sources about the same subjects: numbers, negations, directions and comparisons.

Every word of a text may come from the paper and the text still be false: "rises" for "falls", numbers swapped, a "not"
too many or too few. So the text is read in clauses, like its sources, without grammar: words close together in a clause
of the text must share a clause of a source, with the same negation and on the same side of a comparison.

It cannot see which of two things acts on the other ("A causes B"), a dropped "may", or omissions.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import combinations, pairwise

from generator.text import evidence, sentences, wordlists
from generator.text.stems import root
from generator.text.stopwords import SIGNATURE
from generator.text.tokens import CLAUSE_TOKEN

NEAR = 3
"""Words of a clause are close together within this distance."""
SCOPE = 4
"""A "not" applies to at most so many words after it."""
COMPARED = 3
"""What follows "than" is looked for within so many words."""
SUBJECT = 2
"""So many words at the beginning of a sentence may be the subject of all its clauses."""
LETTERS = 7
"""Two words are forms of one if their stems share so many first letters."""
OFTEN = 40
"""So many occurrences of a word are considered, so that endless repetition costs no more."""

_BREAKS = frozenset(";:()[]—–,?!")
_CHANGES = ("more", "less", "better", "worse", "faster", "slower", "above", "below", "before", "after",
            "proved", "refuted", "north", "south", "east", "west")  # fmt: skip


@dataclass(frozen=True, slots=True)
class ContentWord:
    """A word or a number that carries meaning."""

    key: str  # the form of the word, or the number with its unit
    kinds: frozenset[str]  # the direction it states: "more", "faster"; none for most words
    word: str  # as written
    sentence: int
    clause: int  # of its sentence
    side: int  # of its sentence; "but" and the like begin another one
    place: int  # in its sentence
    after: int = 0  # how many words after "than", "over" and the like, from 1; 0: after none
    phrase: bool = False  # a phrase begins with it: after "by", "with", "is"
    apart: bool = False  # preceded by small words
    scope: int = 0  # index of the "not" that applies to it, from 1; negative if the "not" follows; 0: none
    number: evidence.Number | None = None
    counted: str = ""  # the unit of a number; without one, the word that follows

    @property
    def negated(self) -> bool:
        """Whether a "not" applies to it."""
        return self.scope != 0

    def beside(self, other: ContentWord) -> bool:
        """Whether both are in one clause."""
        return (self.sentence, self.clause) == (other.sentence, other.clause)

    @property
    def fronted(self) -> bool:
        """Whether it is at the beginning of its sentence, the place of what the whole is about: "On 600 sensors
        ..."."""
        return self.place < SUBJECT


@cache
def words(use: str) -> frozenset[str]:
    """The words of text/wordlists/claims.json for one use."""
    return frozenset(wordlists.read("claims")[use])


@cache
def shapes(use: str) -> frozenset[str]:
    """The shapes of these words."""
    return frozenset(map(shape, words(use))) - {""}


@lru_cache(maxsize=1 << 15)
def shape(word: str) -> str:
    """What the forms of a word in lower case share; empty for anything but a word."""
    return root(word)[:LETTERS]


@lru_cache(maxsize=1 << 15)
def form(word: str) -> str:
    """The same, but also empty for stop words."""
    return "" if _is_hollow(word) else shape(word)


def _is_hollow(word: str) -> bool:
    """Whether a word is a stop word in any form: explore, explores, exploring."""
    if word in words("qualities"):
        return False
    bare = [word, *(word.removesuffix(ending) for ending in ("s", "es", "d", "ed", "ing") if word.endswith(ending))]
    return any(one in SIGNATURE or one + "e" in SIGNATURE for one in bare)


@lru_cache(maxsize=1 << 15)
def _kinds(word: str) -> frozenset[str]:
    return frozenset(kind for kind in _CHANGES if len(word) >= _shortest(kind).get(shape(word), len(word) + 1))


@cache
def _shortest(kind: str) -> dict[str, int]:
    """The shortest length of the words with a shape: "strong" has that of "stronger", but states no change."""
    lengths: dict[str, int] = {}
    for word in words(kind):
        lengths[shape(word)] = min(len(word), lengths.get(shape(word), len(word)))
    return lengths


def checked(word: str) -> bool:
    """Whether a word is judged by its meaning (change, amount), not by whether the sources contain it."""
    return bool(_kinds(word)) or word in words("negations") or word == "percent" or word.endswith("fold")


def read(*texts: str) -> tuple[ContentWord, ...]:
    """The content words of plain texts, in order."""
    said = [sentence for text in texts for sentence in sentences.split(text)]
    return tuple(item for number, sentence in enumerate(said) for item in _of_sentence(sentence, number))


def _of_sentence(sentence: str, number: int) -> list[ContentWord]:
    items: list[ContentWord] = []
    negations: list[tuple[int, int]] = []  # (the item that follows, its clause)
    clause = side = after = 0
    phrase = apart = False
    for token, figure in _tokens(sentence):
        low = token.lower().replace("’", "'").replace("‑", "-")
        side += low in words("contrasts") or low == ";"
        if figure is not None:
            if figure.bound and items and items[-1].kinds and items[-1].word in sentence[: figure.start].split()[-2:]:
                items.pop()  # "more" of "more than 5" is the number's bound
            where = (number, clause, side, len(items), after, phrase, apart)
            items.append(
                ContentWord(_signed(sentence, figure), frozenset(), token, *where, number=figure, counted=figure.unit)
            )
            after, phrase, apart = after and after + 1, False, False
        elif low in _BREAKS or low in words("clauses"):
            clause, after, phrase = clause + 1, 0, False
        elif low in words("negations") or low.endswith("n't"):
            negations.append((len(items), clause))
        else:
            for part in _parts(token):
                kinds = _kinds(part)
                key = f"+{shape(part)}" if kinds else form(part)
                if key:
                    items.append(ContentWord(key, kinds, token, number, clause, side, len(items), after, phrase, apart))
                    after, phrase, apart = after and after + 1, False, False
                else:
                    apart = True
            phrase = phrase or low in words("phrases")
            after = 1 if low in words("comparisons") else after
    for scope, (first, within) in enumerate(negations, 1):
        for place in _scope(items, first, within):
            items[place] = replace(items[place], scope=scope if place >= first else -scope)
    for one, other in pairwise(items):
        if one.number and not one.counted and one.clause == other.clause and not other.phrase:
            items[one.place] = replace(items[one.place], counted=other.key)
    return items


def _tokens(sentence: str) -> Iterator[tuple[str, evidence.Number | None]]:
    """The words, numbers and signs of a sentence, in order."""
    at = 0
    for figure in evidence.numbers(sentence):
        yield from ((token, None) for token in CLAUSE_TOKEN.findall(sentence[at : figure.start]))
        yield figure.text, figure
        at = figure.start + len(figure.text)
    yield from ((token, None) for token in CLAUSE_TOKEN.findall(sentence[at:]))


def _parts(token: str) -> list[str]:
    """A name as one word, any other compound as several: KITTI-RS, but rolling, shutter."""
    parts = re.split(r"[-‑]", token)
    if any(part != part.lower() or len(part) == 1 or not part.isalpha() for part in parts[1:]):
        return [token.lower()]
    return [part.lower().removesuffix("'s").removesuffix("’s") for part in parts]


def _signed(sentence: str, figure: evidence.Number) -> str:
    minus = _MINUS.search(sentence[max(0, figure.start - 2) : figure.start])
    per = _PER.match(sentence, figure.start + len(figure.text))
    return f"{'-' if minus else ''}{figure.value} {figure.unit}{'/' + shape((per[1] or per[2]).lower()) if per else ''}"


_MINUS = re.compile(r"(?:^|[\s(=~])[-−]$")
_PER = re.compile(r" (?:\w+ )?(?:per|a|each|every) (\w+)|/(\w+)")


def _scope(items: Sequence[ContentWord], first: int, clause: int) -> Iterator[int]:
    """What a "not" before this word applies to: what follows in its phrase, else what precedes it in its clause."""
    after = [place for place in range(first, min(first + SCOPE, len(items))) if items[place].clause == clause]
    for place in after:
        if items[place].phrase and place > first:
            return
        yield place
    if not after:
        yield from (place for place in range(max(0, first - NEAR), first) if items[place].clause == clause)


def _as_bounded(said: ContentWord, known: ContentWord) -> bool:
    if said.number is None or known.number is None:
        return True
    return said.number.bound == known.number.bound or (said.number.bound == "near" and known.number.bound is None)


class Claims:
    """What the sources say, indexed by word."""

    def __init__(self, sources: Iterable[str], titles: Iterable[str]) -> None:
        self._by_key: dict[str, list[ContentWord]] = {}  # by key and by kind
        self._figures: dict[int, list[int]] = {}  # the places of the numbers of a sentence
        for item in read(*sources):
            for key in {item.key, *item.kinds}:
                places = self._by_key.setdefault(key, [])
                if len(places) < OFTEN:
                    places.append(item)
            if item.number:
                self._figures.setdefault(item.sentence, []).append(item.place)
        # Sentences say "it" and "our method" of what the title names.
        self._title = frozenset(item.key for item in read(*titles))
        self._name = frozenset(
            item.key for item in read(*(title.partition(":")[0] for title in titles if ":" in title))
        )

    def faults(self, text: str) -> Iterator[str]:
        """Where the text departs from the sources."""
        said = read(text)
        for item in said:
            if item.kinds and not self._known(item):
                yield f'"{item.word}" is not in the source'
            signed = item.key[:1] == "-" or "/" in item.key or f"-{item.key}" in self._by_key
            if item.number and signed and not self._known(item):
                yield f"{item.word} is not in the source with this sign and unit"
            if item.after == 1 and self._known(item) and not any(0 < o.after <= COMPARED for o in self._all(item)):
                yield f'nothing is compared with "{item.word}" in the source'
        for one, other in combinations(said, 2):
            if one.sentence == other.sentence:
                yield from self._of_pair(one, other)
        yield from self._denials(said)

    def _known(self, item: ContentWord) -> bool:
        return bool(self._all(item))

    def _all(self, item: ContentWord) -> list[ContentWord]:
        items = [*self._by_key.get(item.key, ())]
        for kind in item.kinds:
            items += self._by_key.get(kind, ())
        return items

    def _of_pair(self, one: ContentWord, other: ContentWord) -> Iterator[str]:
        near = other.place - one.place
        if one.number and other.number:
            if not self._in_order(one, other):
                yield f"the numbers {one.word} and {other.word} are in a different order in the source"
        elif one.beside(other) and (one.number or other.number):
            if near == 1 and not self._counts(one, other):
                yield f'"{one.word} {other.word}" is not in the source'
        elif one.beside(other) and one.side == other.side and near < NEAR and not self._together(one, other):
            yield f'the source does not connect "{one.word}" with "{other.word}"'

    def _exactly(self, item: ContentWord) -> list[ContentWord]:
        """Occurrences of this very word; without any, of words for the same change."""
        return self._by_key.get(item.key) or self._all(item)

    def _pairs(self, one: ContentWord, other: ContentWord) -> list[tuple[ContentWord, ContentWord]]:
        """Occurrences of both in one sentence of the sources."""
        return [(a, b) for a in self._all(one) for b in self._all(other) if a.sentence == b.sentence and a != b]

    def _in_order(self, one: ContentWord, other: ContentWord) -> bool:
        pairs = self._pairs(one, other)
        if not pairs or any(a.place < b.place for a, b in pairs):
            return True
        free = one.clause != other.clause and all(a.clause != b.clause for a, b in pairs)
        return one.counted != other.counted and (free or any(b.fronted for _, b in pairs))

    def _counts(self, one: ContentWord, other: ContentWord) -> bool:
        pairs = self._pairs(one, other)
        if not pairs:
            return other.apart or (not one.number and (bool(other.counted) or one.key in self._title))
        for a, b in pairs:
            if not _as_bounded(one, a) or not _as_bounded(other, b):
                continue
            if self._alone(a, b) or (other.number and a.place < b.place) or (other.phrase and b.fronted):
                return True
        return False

    def _alone(self, one: ContentWord, other: ContentWord) -> bool:
        """Whether no number is between them."""
        low, high = sorted((one.place, other.place))
        figures = self._figures.get(one.sentence, [])
        return bisect_left(figures, high) <= bisect_right(figures, low)

    def _together(self, one: ContentWord, other: ContentWord) -> bool:
        if not self._all(one) or not self._all(other) or one.key in self._name:
            return True
        pairs = self._pairs(one, other)
        if one.kinds or other.kinds:
            if not pairs:
                return other.phrase or one.key in self._title or other.key in self._title
            return any(a.clause == b.clause or (a.side == b.side and (a.fronted or b.fronted)) for a, b in pairs)
        return not pairs or any(a.side == b.side for a, b in pairs)

    def _denials(self, said: Sequence[ContentWord]) -> Iterator[str]:
        """A "not" too many or missing: the sources negate none of its words, or always negate a word."""
        scopes: dict[tuple[int, int], list[ContentWord]] = {}
        for item in said:
            if item.negated:
                scopes.setdefault((item.sentence, item.scope), []).append(item)
            elif (known := self._beside(item, said)) and all(k.negated for k in known):
                yield f'"{item.word}" is negated in the source'
        for items in scopes.values():
            denied = [any(k.negated for k in self._after(item, said) or self._exactly(item)) for item in items]
            if not any(denied) or (items[0].scope < 0 and not all(denied)):
                yield f'"{items[0].word}" is not negated in the source'

    def _beside(self, item: ContentWord, said: Sequence[ContentWord]) -> list[ContentWord]:
        """Its occurrences next to a word that it is next to here; without any, all its occurrences."""
        near = [o for o in said if o.beside(item) and o != item]
        places = {(k.sentence, k.side) for o in near if abs(o.place - item.place) < NEAR for k in self._all(o)}
        known = self._exactly(item)
        return self._after(item, said) or [k for k in known if (k.sentence, k.side) in places] or known

    def _after(self, item: ContentWord, said: Sequence[ContentWord]) -> list[ContentWord]:
        """Its occurrences shortly after the word that precedes it here: what that word does."""
        before = next((o for o in said if o.beside(item) and o.place == item.place - 1), None)
        known = self._all(before) if before else []
        return [k for k in self._exactly(item) if any(o.beside(k) and 0 < k.place - o.place < NEAR for o in known)]


@lru_cache(maxsize=16)
def of(sources: tuple[str, ...], titles: tuple[str, ...]) -> Claims:
    """The claims of these sources about what these titles name."""
    return Claims(sources, titles)
