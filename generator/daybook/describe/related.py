"""Which papers are similar to a paper: those of similar signatures, best first. Pure.

A signature is the heaviest of a paper's terms with their weights, as one line of text. A term is the stem of a word,
"schedul" for scheduler, schedules and scheduling. It weighs as much as it is rare in all of arXiv, and not in the
archive: else days would move lists. (Of 8,095 papers of all fields two of one author are found as often by weights
counted in the archive; of those in cs and in astro-ph, .175 and .354 against .196 and .430.) A page carries the
signature, packed, for a reader's browser to compare papers by (overrides/assets/foryou.js). Browsers keep those of
starred papers for years: so it depends on nothing but the paper's own words and the shipped table of rarities, and its
form never changes.

A paper is compared with all that were first seen up to the end of its month, by the words that it had then. So its list
is sealed with the month: no later paper or version changes it. Within the month a new paper changes the lists that it
enters. A list depends on its own paper and on those related to it, whatever else the archive holds: after a change only
the papers that list a changed one, or may list it now, are compared anew. The words of each month's papers are kept
packed. Carrying an archive forward gives exactly what starting over gives.

    table = related.update(stamps, source, table, executor)           # of the last run, or related.NOTHING
    lists = related.NeighbourLists(table)                             # key -> keys
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, chain
from operator import mul, neg
from typing import NamedTuple, Protocol, TypeVar
from zlib import crc32

import numpy as np
import numpy.typing as npt

from daybook.text import vocabulary
from daybook.text.vocabulary import SIGNATURE, root

MOST_TERMS = 24
"""Terms in a signature. On 1,761 abstracts of all of cs, two papers of the same authors find each other hardly more
often with 32 or 48 (.535 against .54 and .57), and comparing costs by the term."""
IN_TITLE, COUNTED = (
    2,
    3,
)  # a term of the title counts as so many mentions in the abstract, where the fourth says no more
LONGEST = 20_000  # characters of a text that are read: ten times arXiv's own limit for abstracts
HEAVIEST = 10  # weight of all that is rarer than one paper in 150 (2 ln 150): rarer words tell no more of a subject
UNKNOWN = 5  # weight of a term not in the table (a system's name, a typing error): most occur in one paper only
SIGNED = 40
"""Terms in a signature on a page. Of the papers that two readers gave a theme, .70 of the first five after five stars
are right, with 24 terms .66, with 48 .72."""
PLACES, WEIGHTS = 29_127, 9
"""Into so many numbers terms are hashed: what three base64 digits hold, divided by the nine weights. Two different
terms meet in one of them by chance: once for every 18 pairs of papers, each meeting weighing like one shared term."""
DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
"""Base64 as in addresses: none of them needs a quote in HTML."""
_ROOTS = {str(times): math.sqrt(times) for times in range(IN_TITLE + COUNTED + 1)}


@lru_cache(maxsize=1 << 16)
def term_of(word: str) -> str:
    """The term of a word in lower case, shared with its relatives; empty for a stop word or a number.

    >>> [term_of(word) for word in ("schedulers", "scheduling", "quantized", "quantization", "the", "42", "5g")]
    ['schedul', 'schedul', 'quantiz', 'quantiz', '', '', '5g']
    """
    return "" if word in SIGNATURE else root(word)


def terms_of(text: str) -> set[str]:
    """The terms of a text."""
    return set(_each(text)) - {""}


def _each(text: str) -> Iterator[str]:
    """The term of each word of a text; empty for a stop word."""
    return map(term_of, vocabulary.of_signature(text[:LONGEST]))


def line(title: str, abstract: str | None) -> str:
    """All terms of a paper, and for each how often it counts, as digits: "feder clien privac 531". Empty: none."""
    times = dict.fromkeys(_each(title), IN_TITLE)
    for term, count in Counter(_each(abstract or "")).items():
        times[term] = times.get(term, 0) + (count if count < COUNTED else COUNTED)
    times.pop("", None)
    return " ".join([*times, "".join(map(str, times.values()))]) if times else ""


@lru_cache(maxsize=1 << 16)
def weight(term: str) -> int:
    """What a term weighs, in half units of the logarithm of how rare it is: 1 to HEAVIEST."""
    rare = vocabulary.table().get(term)
    return UNKNOWN if rare is None else min(HEAVIEST, max(1, round(2 * rare)))


def signature(line: str, weigh: Callable[[str], int], most: int = MOST_TERMS) -> str:
    """The `most` heaviest terms of a paper's line, heaviest first, and their weights as digits from 9 down to 1. "feder
    clien privac 965": the terms weigh 9, 6 and 5. Empty for an empty line."""
    *terms, digits = line.split(" ")
    weights = map(mul, map(weigh, terms), map(_ROOTS.__getitem__, digits))
    heaviest = sorted(zip(map(neg, weights), terms, strict=bool(terms)))[:most]
    digits = "".join([str(max(1, round(9 * weight / heaviest[0][0]))) for weight, _ in heaviest])
    return " ".join([*(term for _, term in heaviest), digits]) if heaviest else ""


def of(title: str, abstract: str | None) -> str:
    """The signature of a paper by its words as received: three characters for each of its heaviest terms, heaviest
    first; empty where it has none. Three characters are a number in base64, the first digit highest: nine times the
    term's place, plus its weight less one, from 8 for the heaviest down to 0."""
    *heaviest, weights = signature(line(title, abstract), weight, SIGNED).split(" ")
    return "".join(map(_packed, heaviest, weights))


def place(term: str) -> int:
    """What a term is hashed to, from 0 to PLACES - 1."""
    return crc32(term.encode(errors="surrogatepass")) % PLACES


@lru_cache(maxsize=1 << 16)
def _packed(term: str, weight: str) -> str:
    number = place(term) * WEIGHTS + int(weight) - 1
    return DIGITS[number >> 12] + DIGITS[number >> 6 & 63] + DIGITS[number & 63]


MOST = 5  # papers listed with one
LEAST = 0.14  # likeness (the cosine of two signatures) below which papers are not related
TOGETHER, APART, FEWEST = 3, 0.2, 2
"""Papers that share fewer terms than TOGETHER are related only from the likeness APART on (sharing "overview" and
"survey" is no subject, "mutual exclusion" in two titles is), those that share fewer than FEWEST are not."""
FEW, OFTEN = 1000, 24  # a word that more papers have than FEW, and more than one in OFTEN, is common
_WORD = 4096
"""A power of two, more than the products of all weights that two papers can share: one number holds their sum and how
many words these are."""
Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Shorts = npt.NDArray[np.uint16]
T = TypeVar("T")
R = TypeVar("R")


class PaperText(NamedTuple):
    """What lists are made from: the fields of a paper."""

    key: str  # without blanks
    month: str  # in which it was first seen: "2026-03"
    title: str  # as received
    abstract: str | None


class Listed(NamedTuple):
    """The papers listed with one."""

    related: str  # their keys, best first, separated by blanks
    likeness: float  # that a further paper must reach to be listed, too


class RelatedRow(NamedTuple):
    """What is kept of a paper from run to run."""

    stamp: str  # the hash of all that its words and its month depend on
    month: str
    signature: str  # as `signature` gives it; with the month all that its list depends on
    listed: Listed


class Packed(NamedTuple):
    """The words of some papers, one paper after the other."""

    sizes: bytes  # of each paper its number of words, a byte
    words: bytes  # a number of four bytes each
    weights: bytes  # a digit each


class RelatedTable(NamedTuple):
    """What is kept from run to run."""

    rows: Mapping[str, RelatedRow]  # by key, sorted
    packed: Mapping[str, Packed]  # month -> the words of its papers, in the order of their keys


NOTHING = RelatedTable({}, {})


class Executor(Protocol):
    """Calls a function with batches of items and gives the results in order: in this process or in forked ones."""

    def __call__(self, work: Callable[[Sequence[T]], R], items: Sequence[T], /) -> Iterable[R]: ...


def update(
    wanted: Mapping[str, str], source: Callable[[str], PaperText], known: RelatedTable, each: Executor
) -> RelatedTable:
    """The table of all papers. Asks `source` only for papers whose stamp has changed. `wanted`: key -> stamp, a hash of
    everything the paper's source says. `source`: the paper's fields, by key. `known`: the table that an earlier run
    returned, made by the same code. The outcome does not depend on it, nor on the order of the papers."""
    old = known.rows
    stale = sorted(key for key, stamp in wanted.items() if key not in old or old[key].stamp != stamp)
    gone = old.keys() - wanted.keys()
    if not stale and not gone:
        return known

    def read(keys: Sequence[str]) -> list[tuple[str, str]]:
        sources = ((of.month, line(of.title, of.abstract)) for of in map(source, keys))
        return [(month, signature(line, weight)) for month, line in sources]

    fresh = dict(zip(stale, chain.from_iterable(each(read, stale)), strict=True))
    read_of = {key: fresh.get(key) or (old[key].month, old[key].signature) for key in sorted(wanted)}
    changed = {key for key in stale if key not in old or old[key][1:3] != fresh[key]}
    months: dict[str, list[str]] = {}
    for key, (month, _) in read_of.items():
        months.setdefault(month, []).append(key)
    # What is packed of a month stays if none of its papers changed, came or went.
    touched = {read_of[key][0] for key in changed} | {old[key].month for key in changed | gone if key in old}
    packed = {
        month: words
        if (words := known.packed.get(month)) and month not in touched and len(words.sizes) == len(months[month])
        else pack([read_of[key][1] for key in months[month]])
        for month in sorted(months)
    }
    shelf, listed = Shelf(months, packed), {key: row.listed for key, row in old.items()}
    affected = sorted(_affected(shelf, listed, changed, gone))
    found = each(lambda places: [shelf.listed(place) for place in places], affected)
    listed |= zip((shelf.keys[place] for place in affected), chain.from_iterable(found), strict=True)
    return RelatedTable({key: RelatedRow(wanted[key], *read, listed[key]) for key, read in read_of.items()}, packed)


def _affected(shelf: Shelf, listed: Mapping[str, Listed], changed: set[str], gone: set[str]) -> set[int]:
    """The places of the papers that list one that changed or is gone, or that may list a changed one now."""
    places, moved = shelf.places, {key for key in changed | gone if key in listed}
    mine = [places[key] for key in changed]
    affected = set(mine)
    if len(changed) == len(places):
        return affected
    for key, lists in listed.items() if moved else ():
        if key in places and not moved.isdisjoint(lists.related.split()):
            affected.add(places[key])
    none = Listed("", 0.0)
    for place in mine:
        others, likeness = shelf.related(place)
        for other, strength in zip(others.tolist(), likeness.tolist(), strict=True):
            if place < shelf.ends[other] and strength >= listed.get(shelf.keys[other], none).likeness:
                affected.add(other)
    return affected


class NeighbourLists(Mapping[str, tuple[str, ...]]):
    """Key -> the keys of the papers related to it, most alike first. Stored as texts: few are needed at a time."""

    def __init__(self, table: RelatedTable) -> None:
        self._rows = {key: row.listed.related for key, row in table.rows.items()}

    def __getitem__(self, key: str) -> tuple[str, ...]:
        return tuple(self._rows[key].split())

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)


def pack(lines: Sequence[str]) -> Packed:
    """`lines`: a paper's words and as many digits, their weights, separated by blanks; empty: none."""
    parts = [line.rpartition(" ") for line in lines]
    words = [_number(word) for terms, _, _ in parts if terms for word in terms.split(" ")]
    digits = "".join([digits for _, _, digits in parts])
    sizes = bytes([len(digits) for _, _, digits in parts])
    return Packed(sizes, np.array(words, "<u4").tobytes(), digits.encode())


@lru_cache(maxsize=1 << 16)
def _number(word: str) -> int:
    # Of 200,000 words five pairs have the same number: which costs nothing but a word shared by mistake.
    return crc32(word.encode(errors="surrogatepass"))


class Postings:
    """The words of some papers. A paper is given by its place."""

    def __init__(self, packed: Iterable[Packed]) -> None:
        sizes, numbers, digits = (b"".join(parts) for parts in zip(*packed, strict=True))
        ends = np.cumsum(np.frombuffer(sizes, np.uint8), dtype=np.int64)
        words, weights = np.frombuffer(numbers, "<u4"), np.frombuffer(digits, np.uint8) - 48.0
        places = np.repeat(np.arange(len(sizes)), np.frombuffer(sizes, np.uint8))
        self._squares = np.bincount(places, weights**2, len(sizes)).astype(np.float64)
        self._norms = np.sqrt(self._squares, dtype=np.float32)
        self._norms[self._norms == 0] = np.inf  # no paper is like one without words
        self._weights, self._begins = weights, np.concatenate(([0], ends))
        by_word = np.argsort(words, kind="stable")
        self._places, self._theirs = places[by_word], weights[by_word]
        changes = np.flatnonzero(np.diff(words[by_word])) + 1
        self._lists = np.concatenate(([0], changes, [len(words)]))
        self._words = np.empty(len(words), np.int64)
        self._words[by_word] = np.repeat(np.arange(len(changes) + 1), np.diff(self._lists))
        self._often: dict[int, Shorts] = {}  # common word -> the weight of each paper, sooner added than found; 0: none
        for word in np.flatnonzero(np.diff(self._lists) > max(FEW, len(sizes) // OFTEN)).tolist():
            span, dense = slice(*self._lists[word : word + 2]), np.zeros(len(sizes), np.uint16)
            dense[self._places[span]] = self._theirs[span]
            self._often[word] = dense

    def alike(self, place: int, least: float, end: int | None = None) -> tuple[Ints, Ints, Floats]:
        """The places of the papers that are at least so much like one, ascending; how many words they share with it;
        and how like they are: the cosine of their weights. `end`: the place after the last paper that counts."""
        mine = slice(self._begins[place], self._begins[place + 1])
        papers = len(self._squares)
        size = papers if end is None else end
        sums, common, rare = np.zeros(size, np.uint16), list[Shorts](), list[tuple[slice, float]]()
        for word, weight in zip(self._words[mine].tolist(), self._weights[mine].tolist(), strict=True):
            if word in self._often:
                common.append(self._often[word][:size])
                sums += common[-1] * np.uint16(weight)
            else:
                rare.append((slice(*self._lists[word : word + 2].tolist()), weight))
        whole = sums.astype(np.int32)
        if rare:
            others = np.concatenate([self._places[span] for span, _ in rare])
            theirs = np.concatenate([self._theirs[span] * weight for span, weight in rare]) + _WORD
            whole += np.bincount(others, theirs, papers)[:size].astype(np.int32)
        whole[place] = 0
        products = whole & _WORD - 1
        # What rounding may decide stays, to be compared exactly.
        found = np.flatnonzero(products.astype(np.float32) >= self._norms[:size] * (0.999 * least * self._norms[place]))
        products = products[found]
        likeness = products / np.sqrt(self._squares[found] * self._squares[place])
        enough = likeness >= least
        found, shared = found[enough], whole[found[enough]] // _WORD
        for weights in common:
            shared += weights[found] > 0
        return found, shared, likeness[enough]


class Shelf:
    """The papers of an archive, month by month. The relation is symmetric, and no third paper plays a part in it."""

    def __init__(self, months: Mapping[str, Sequence[str]], packed: Mapping[str, Packed]) -> None:
        """`packed`: the words of each month's papers, oldest month first; `months`: their keys, in the same order."""
        self.keys = list(chain.from_iterable(months[month] for month in packed))
        self.places = {key: place for place, key in enumerate(self.keys)}
        sizes = [len(months[month]) for month in packed]
        self.ends = np.repeat(list(accumulate(sizes)), sizes)  # of each paper, the place after the last of its month
        self._signatures = Postings(packed.values() or [pack([])])

    def listed(self, place: int) -> Listed:
        """The list of the paper at a place: of those up to the end of its month, and of equals the oldest."""
        others, likeness = self.related(place, self.ends[place])
        if len(likeness) > MOST:
            best = likeness >= np.partition(likeness, -MOST)[-MOST]
            others, likeness = others[best], likeness[best]
        best = np.argsort(-likeness, kind="stable")[:MOST]
        keys = " ".join([self.keys[place] for place in others[best].tolist()])
        return Listed(keys, float(likeness[best[-1]]) if len(best) == MOST else 0.0)

    def related(self, place: int, end: int | None = None) -> tuple[Ints, Floats]:
        """The places of the papers related to one, ascending, and their likeness, from LEAST to 1. `end`: see
        `Postings.alike`."""
        others, terms, likeness = self._signatures.alike(place, LEAST, end)
        near = (terms >= TOGETHER) | ((likeness >= APART) & (terms >= FEWEST))
        return others[near], likeness[near]
