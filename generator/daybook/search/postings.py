"""The words of papers and where they stand, sorted by numpy, as texts: for each word its papers and positions.

postings: the numbers of a word's papers, each as the difference to the one before, less one; then its impact in each.
positions: where it stands in each of them, likewise, twice the difference and, but for a paper's last, one more.

A number is a character: below 57 one byte in UTF-8, below 50,000 two or three; a quotation mark or backslash never
occurs. Characters compress as well as bytes would, without base64, and need no decoding beyond `charCodeAt`.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import count, pairwise

import numpy as np
import numpy.typing as npt

from daybook.search.entries import FIELDS, GAP, JOINT

FIRST = 35  # "#", behind the quotation mark
BACKSLASH = 92
LARGE = 50_000  # from here on a number takes two characters, the first of them in the private area
PRIVATE = 0xE000

Ints = npt.NDArray[np.int32]


def numeral(number: int) -> str:
    """A number below LARGE as a character."""
    return chr(number + (FIRST if number < BACKSLASH - FIRST else FIRST + 1))


def numerals(numbers: Sequence[int]) -> str:
    """Numbers from 0 to about 300 million as a text.

    >>> numerals([0, 1, 57, 50_000])
    '#$]\ue001#'
    """
    return "".join(
        numeral(number) if number < LARGE else chr(PRIVATE + number // LARGE) + numeral(number % LARGE)
        for number in numbers
    )


def pieces(numbers: Ints, bounds: Ints) -> list[str]:
    """The texts of numbers[bounds[0]:bounds[1]], numbers[bounds[1]:bounds[2]] and so on."""
    large = np.flatnonzero(numbers >= LARGE)
    low = numbers % LARGE if len(large) else numbers
    codes = (low + FIRST + (low >= BACKSLASH - FIRST)).astype("<u2")
    whole = np.insert(codes, large, PRIVATE + numbers[large] // LARGE) if len(large) else codes
    ends = (bounds + np.searchsorted(large, bounds)).tolist()
    written = whole.tobytes().decode("utf-16-le")
    return [written[start:end] for start, end in pairwise(ends)]


Weights = npt.NDArray[np.int16]
Flags = npt.NDArray[np.bool_]

AT_ONCE, PAPERS = 250_000, 4_000
"""Places of words that are sorted, and papers that are placed at a time: more take memory, not time."""
LEAP = 10  # the distance of positions over a gap
HIGHEST = 30  # the greatest impact
SATURATION = 3  # the weight at which a word has half of the greatest impact
UNIT = 1_000  # weights are added as whole numbers: sums of fractions differ from machine to machine
WEIGHTS = (8.0, 5.0, 2.5, 1.0, 0.5)  # the weight of a word in each field
TYPICAL = (10, 12, 25, 180, 15)  # the usual length of each field, in words: in longer ones a word weighs less
LENGTH = 0.4  # how much a field's length matters, from 0 to 1


@dataclass(slots=True)
class Term:
    """What is said of a word or key: how many papers have it, and how many that are hidden."""

    papers: int = 0
    postings: str = ""
    positions: str = ""
    hidden: int = 0


def units(word: str) -> bytes:
    """What sorts words as JavaScript does: by UTF-16 units."""
    return word.encode("utf-16-be", "surrogatepass")


class Words:
    """The words of papers, one paper after the other, each as a number: a tenth of what they take as texts."""

    def __init__(self, texts: Iterable[str] = ()) -> None:
        """`texts`: as entries have them."""
        self.numbers: defaultdict[str, int] = defaultdict(count().__next__)
        self.gap, self.end = self.numbers[GAP], self.numbers[GAP + GAP]
        self.ids = array("i")
        self.starts = array("i", [0])
        self.extend(texts)

    def extend(self, texts: Iterable[str]) -> None:
        """Add papers."""
        for text in texts:
            self.ids.extend(map(self.numbers.__getitem__, text.split()))
            self.starts.append(len(self.ids))


def of_words(held: Words) -> tuple[dict[str, Term], Ints]:
    """Word -> papers, impacts and positions; and for each paper the position that ends its title, and how far behind it
    is the one that ends its authors."""
    numbers, at, starts = held.numbers, np.asarray(held.ids), np.asarray(held.starts)
    spelled = [word.removeprefix(JOINT) for word in numbers]
    ranked = sorted(set(spelled[2:]), key=units)
    rank = {word: number for number, word in enumerate(ranked)}
    joint = np.fromiter((word.startswith(JOINT) for word in numbers), dtype=np.bool_)
    position, weight = np.empty(len(at), np.int32), np.empty(len(at), np.int16)
    for first in range(0, len(starts) - 1, PAPERS):
        own = starts[first : first + PAPERS + 1]
        some = slice(own[0], own[-1])
        position[some], weight[some] = _placed(at[some], own - own[0], held.gap, held.end, joint)
    ends = position[at == held.end].reshape(-1, len(FIELDS) - 1)[:, :2]
    term = np.array([-1, -1, *map(rank.__getitem__, spelled[2:])], dtype=np.int32)[at]

    # Ranks that part the words into lists with some AT_ONCE places each.
    parts = (term[first : first + AT_ONCE] for first in range(0, len(term), AT_ONCE))
    counts = (np.bincount(part[part >= 0], minlength=len(ranked)) for part in parts)
    sums = np.cumsum(sum(counts, np.zeros(len(ranked), np.int64)))
    cuts = np.searchsorted(sums, np.arange(AT_ONCE, sums[-1] if ranked else 0, AT_ONCE))
    found: dict[str, Term] = {}
    for low, high in pairwise(sorted({0, *(cuts + 1).tolist(), len(ranked)})):
        # Sorted as numbers that hold a rank and, below it, a place.
        order = np.flatnonzero((term >= low) & (term < high))
        sorting = (term[order].astype(np.int64) << 32) | order
        sorting.sort()
        order = sorting & 0xFFFFFFFF
        paper = (starts.searchsorted(order, "right") - 1).astype(np.int32)
        own_term = (sorting >> 32).astype(np.int32)
        found |= _encoded(ranked, own_term, paper, position[order], weight[order].astype(np.int32))
    return found, np.diff(ends, prepend=0)


def _placed(at: Ints, starts: Ints, gap: int, end: int, joint: Flags) -> tuple[Ints, Weights]:
    """Each word's position in its paper, and weight: that of its field, less in a long one. `at`: the words' numbers;
    `starts`: where each paper's begin; `gap`, `end`: the numbers of what stands between names and behind fields; joint:
    by number."""
    sizes = np.diff(starts)

    def within(steps: npt.NDArray[np.generic]) -> Ints:
        """Running sums within each paper."""
        sums = np.cumsum(steps, dtype=np.int32)
        before = np.concatenate((np.zeros(1, dtype=np.int32), sums))[starts[:-1]]
        return sums - np.repeat(before, sizes)

    paper = np.repeat(np.arange(len(sizes), dtype=np.int32), sizes)
    ends, joints = at == end, joint[at]
    gaps = ends | (at == gap)
    field = np.minimum(within(ends), len(FIELDS) - 1)
    counted = (paper * len(FIELDS) + field)[~(gaps | joints)]
    lengths = np.bincount(counted, minlength=len(sizes) * len(FIELDS))
    share = lengths.reshape(-1, len(FIELDS)) / np.array(TYPICAL)
    weights: Weights = np.rint(UNIT * np.array(WEIGHTS) / (1 - LENGTH + LENGTH * share)).astype(np.int16)
    return within(np.where(gaps, LEAP, np.where(joints, 0, 1))), weights[paper, field]


def _encoded(words: Sequence[str], term: Ints, paper: Ints, position: Ints, weight: Ints) -> dict[str, Term]:
    """Word -> postings and positions. The arrays are sorted by term, then by paper, then by position."""
    if not len(term):
        return {}
    fresh = np.flatnonzero(np.concatenate(([True], (np.diff(term) != 0) | (np.diff(paper) != 0))))
    sums = np.add.reduceat(weight, fresh)
    impacts = np.clip(np.rint(HIGHEST * sums / (UNIT * SATURATION + sums)), 1, HIGHEST).astype(np.int32)
    term_of, paper_of = term[fresh], paper[fresh]
    first = np.concatenate(([True], np.diff(term_of) != 0))
    deltas = np.where(first, paper_of, np.diff(paper_of, prepend=0) - 1)
    leaps = np.diff(position, prepend=0)
    leaps[fresh] = position[fresh]
    leaps = 2 * leaps + 1
    leaps[np.append(fresh[1:], len(term)) - 1] -= 1  # the last of each paper

    begins = np.flatnonzero(first)
    bounds = np.append(begins, len(fresh))
    papers, marks = pieces(deltas, bounds), pieces(impacts, bounds)
    places = pieces(leaps, np.append(fresh[begins], len(term)))
    counts = np.diff(bounds).tolist()
    return {
        words[number]: Term(counts[at], papers[at] + marks[at], places[at])
        for at, number in enumerate(term_of[begins].tolist())
    }
