"""A paper as the search sees it: its words, the keys it is found by, its facets; what a result shows of it; and the
words of all papers with where they stand, sorted by numpy, as texts.

Words are without accents, case, plurals and hyphens; Greek letters are spelled by their names. What this module folds,
overrides/assets/search/words.js must fold alike in a query: it has the table of letters, and a test compares the rest.
(Run in QuickJS for the index as well, that script would take 13 times as long as this module.)

postings: the numbers of a word's papers, each as the difference to the one before, less one; then its impact in each.
positions: where it stands in each of them, likewise, twice the difference and, but for a paper's last, one more.

A number is a character: below 57 one byte in UTF-8, below 50,000 two or three; a quotation mark or backslash never
occurs. Characters compress as well as bytes would, without base64, and need no decoding beyond `charCodeAt`.
"""

from __future__ import annotations

import json
import re
import unicodedata
from array import array
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain, count, pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from daybook.describe.cards import CODE
from daybook.model import ANNOUNCED, Card, EntryType, Paper, ids
from daybook.runtime import files
from daybook.text import markup

SCRIPT = "overrides/assets/search/words.js"  # which folds the words of queries, in the program's repository
LONGEST = 60  # Longest word in UTF-16 units; what follows is cut off. Longer ones are addresses or accidents.
MOST_PARTS = 4  # the most parts of a compound that is also searched as one word: `k-means`, `state-of-the-art`
LONGEST_JOINT = 40  # the longest of these, in characters
JOINT = "-"  # what a joint word begins with: it stands where the last part of its compound does
KEPT = 1 << 17  # words whose stems are kept in memory: most recur
FIELDS = ("title", "authors", "gist", "abstract", "notes")
"""The fields whose words are searched, in the order of their weight. Notes: comments, journal reference, and what other
sources say."""
GAP = "|"  # Between two names: phrases do not cross it. No word is spelled like this.
END = f" {GAP}{GAP} "  # between two fields
NO_WORDS = END * (len(FIELDS) - 1)
AUTHOR = "@"
ID = "="
NAMES_SHOWN = 3  # authors of a result that are named, as in all rows
FACETS = ("category", "theme", "type", "year", "code", "withdrawn", "badge")
"""What a query can be narrowed by, besides authors."""
YES = ("yes",)

_APOSTROPHE = re.compile(r"['’‘ʼ](?<=[^\W_].)(?=[^\W_])")
_THOUSANDS = re.compile(r",(?<=[0-9],)(?=[0-9]{3}(?![0-9]))")
_POWER = re.compile(r"(?<=[^\W_])\^\{?(?=[^\W_])|(?<![^\W_])([^\W_])_\{?(?=[0-9a-z](?![^\W_]))")
"""What is typed where a text has a raised or lowered sign: S^2, x_1."""
_WORD = r"[0-9]+(?:\.[0-9]+)+|[^\W_]+(?:(?:\+\+|#)(?![^\W_]))?"
_CHAIN = re.compile(rf"(?:{_WORD})(?:[-‐‑–](?:{_WORD}))*")
_HYPHEN = re.compile(r"[-‐‑–]")
_PLURAL = re.compile(r"[a-z0-9]{4,}")


class ResultText(NamedTuple):
    """What a result shows of a paper. All plain Unicode."""

    key: str
    title: str
    authors: tuple[str, ...]  # the first
    author_count: int
    date: str  # first announced or seen
    gist: str  # the card's line, or the headline that somebody wrote
    categories: tuple[str, ...]
    themes: tuple[str, ...]
    withdrawn: int  # 1 if it is


class IndexEntry(NamedTuple):
    """What the index holds of a paper. A tuple that is kept from run to run."""

    stamp: str  # the hash of what it was made of
    words: str  # the stems of all fields, joined by blanks; a GAP between names and, doubled, behind each field
    names: tuple[str, ...]  # its authors as shown, each once
    ids: tuple[str, ...]  # arXiv id and DOIs, without version
    types: tuple[EntryType, ...]
    badges: tuple[str, ...]
    shown: ResultText

    @property
    def keys(self) -> list[str]:
        """The keys of its authors and identifiers, each once."""
        return list(dict.fromkeys([*filter(None, map(author_key, self.names)), *(ID + name for name in self.ids)]))


def entry(
    paper: Paper, card: Card | None, abstract: str | None, stamp: str, date: str, told: Iterable[Card] = ()
) -> IndexEntry:
    """A paper's entry. `card`: the archive's own; `abstract`, and other sources' cards `told`: as far as they may be
    shown; `date`: of the day it was first seen."""
    card = card and card.beside(abstract)
    title, authors = markup.plain(paper.title), [markup.plain(author.name) for author in paper.authors]
    names = tuple(dict.fromkeys(authors))
    headline = card.headline if card and card.headline != " ".join(title.split()) else ""  # that somebody wrote
    said = [text for each in told for text in (each.headline, each.gist or "")]
    fields = (
        (paper.title,),
        names,
        (headline, card.line) if card else (),
        (abstract or "",),
        (paper.comments or "", paper.journal_ref or "", *said),
    )
    texts = (f" {GAP} ".join(" ".join(words(markup.plain(text))) for text in field if text) for field in fields)
    stated = (paper.doi, *paper.other_dois)
    dois = (doi for text in stated for doi in sorted(ids.dois(text)) if not ids.id_of(doi))
    return IndexEntry(
        stamp=stamp,
        words=END.join(texts),
        names=names,
        ids=(*filter(None, [paper.arxiv_id]), *dict.fromkeys(dois)),
        types=tuple(kind for kind in ANNOUNCED if any(sighting.type == kind for sighting in paper.sightings)),
        badges=tuple(badge.name for badge in card.badges) if card else (),
        shown=ResultText(
            key=paper.key,
            title=title,
            authors=tuple(authors[:NAMES_SHOWN]),
            author_count=len(authors),
            date=date,
            gist=(card.line or headline) if card else "",
            categories=tuple(dict.fromkeys(paper.categories)),
            themes=paper.themes,
            withdrawn=int(paper.withdrawn),
        ),
    )


def values(entries: Iterable[IndexEntry], facet: str, themes: Collection[str]) -> list[tuple[str, ...]]:
    """The values that each entry has of a facet. `themes`: the slugs of those that count."""
    of: dict[str, Callable[[IndexEntry], Iterable[str]]] = {
        "category": lambda each: each.shown.categories,
        "theme": lambda each: filter(themes.__contains__, each.shown.themes),
        "type": lambda each: each.types,
        "year": lambda each: (each.shown.date[:4],),
        "code": lambda each: YES if CODE in each.badges else (),
        "withdrawn": lambda each: YES if each.shown.withdrawn else (),
        "badge": lambda each: (badge for badge in each.badges if badge != CODE),
    }
    return [tuple(sorted(set(of[facet](each)))) for each in entries]


@lru_cache(KEPT)
def author_key(name: str) -> str:
    """The key of an author by the whole name: `richtarik@peter`; empty where the name holds no word. It stands right
    behind the last word, which a query for the name reads, too."""
    parts = [word for word in words(name) if not word.startswith(JOINT)]
    return f"{parts[-1]}{AUTHOR}{' '.join(parts[:-1])}" if parts else ""


def words(text: str) -> Iterator[str]:
    """The stems of a plain text's words, in order. Behind a compound comes its joint form, marked with `JOINT`.

    >>> list(words("Richtárik's k-means for λ-calculi, in C++"))
    ['richtarik', 'k', 'mean', '-kmean', 'for', 'lambda', 'calculi', 'in', 'c++']
    """
    return chain.from_iterable(map(_stems, _CHAIN.findall(fold(text))))


@lru_cache(KEPT)
def _stems(compound: str) -> tuple[str, ...]:
    """The stems of the parts of a compound, or of a single word."""
    parts = _HYPHEN.split(compound)
    joint = "".join(parts) if 1 < len(parts) <= MOST_PARTS else ""
    return (*map(stem, parts), *([JOINT + stem(joint)] if 0 < len(joint) <= LONGEST_JOINT else ()))


def fold(text: str) -> str:
    """A plain text in lower case, without accents and ligatures, apostrophes and commas within numbers; `S^2` is s2."""
    if text.isascii():
        text = text.lower()
    else:
        text = " ".join([word.lower() if word.isascii() else _bare(word) for word in text.split(" ")])
    text = _THOUSANDS.sub("", _APOSTROPHE.sub("", text))
    return _POWER.sub(r"\1", text) if "^" in text or "_" in text else text


@lru_cache(1 << 14)
def _bare(word: str) -> str:
    """What stands between two blanks in lower case, without accents and ligatures, Greek letters by their names."""
    named, spelled = _letters()
    word = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", word.translate(named)).lower())
    bare = "".join(sign for sign in word if not unicodedata.category(sign).startswith("M"))
    return bare.translate(named).translate(spelled)


@cache
def _letters() -> list[dict[int, str]]:
    """Letters that are searched as a word of their own, and others, by what they are searched as."""
    script, tables = (files.read(files.ROOT / SCRIPT) or b"").decode(), []
    for name, around in (("WORDS", " "), ("LETTERS", "")):
        table = json.loads(script.partition(f"const {name} = ")[2].partition(";\n")[0])
        tables.append({ord(letter): around + word + around for word, letters in table.items() for letter in letters})
    return tables


def stem(word: str) -> str:
    """A folded word without the ending of a plural, whether it is one or not: the same rule on both sides finds it.

    >>> [stem(word) for word in ("studies", "study", "boxes", "box", "GPUs".lower(), "loss", "news")]
    ['study', 'study', 'box', 'box', 'gpu', 'loss', 'news']
    """
    if len(word) > LONGEST or not word.isascii():
        units = word.encode("utf-16-le", "surrogatepass")[: 2 * LONGEST]
        word = units.decode("utf-16-le", "ignore")
    if not _PLURAL.fullmatch(word) or word == "news":
        return word
    if word.endswith("s") and not word.endswith("ss"):
        word = word[:-1]
    if len(word) > 4 and word.endswith("ie"):
        return word[:-2] + "y"
    return word[:-1] if word.endswith(("xe", "che", "she", "sse", "zze")) else word


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
