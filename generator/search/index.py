"""The index: the words of all papers as small files, each of which is read whole.

A browser cannot read parts of a file: GitHub Pages compresses by type, and from a folder only scripts can be read at
all. So the words are sorted, cut into files of a few kilobytes, and every file is a script that hands over its data. A
query reads the files of its words, and no other. Numbers are characters, which compress well as they are and need no
decoding beyond `charCodeAt`. numpy sorts the words of all papers: a new day makes the whole index again in seconds.

The format, file by file, is documented beside each function; overrides/assets/search/shards.js reads it.
"""

from __future__ import annotations

import hashlib
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count

import numpy as np
import numpy.typing as npt

from generator.search import numerals
from generator.search.entries import AUTHOR, FIELDS, GAP, ID, Entry, author_key
from generator.search.words import JOINT
from generator.store.jsonl import to_json

Ints = npt.NDArray[np.int32]
Flags = npt.NDArray[np.bool_]

TAKER = b"daybook_file"
"""The function of the page that every file calls."""
FOLDER = "search/"
"""Where the files are, below the site and below the work folder."""
CHUNK = 16
"""Papers in a file of results, by date: ten results are in at most ten files, of about 3 KB each on their way. In files
twice as large, or of one theme, they would be in nine. A .zip has the papers' pages in them, some 100 kB of each."""
CUT = 8_192
"""Characters after which a file of postings or positions ends, at the next word."""
SHARD = 6_000
"""Characters of words after which a file of words ends."""
BLOCK = 4_096
"""Papers whose authors share a file."""
NAMES = 2_000
"""Authors' names in a file."""
LEAP = 10
"""The distance of positions over a gap."""
HIGHEST = 30
"""The greatest impact."""
SATURATION = 3
"""The weight at which a word has half of the greatest impact."""
UNIT = 1_000
"""Weights are added as whole numbers: sums of fractions differ from machine to machine."""
WEIGHTS = (8.0, 5.0, 2.5, 1.0, 0.5)
"""The weight of a word in each field."""
TYPICAL = (10, 12, 25, 180, 15)
"""The usual length of each field, in words: in longer ones a word weighs less."""
LENGTH = 0.4
"""How much a field's length matters, from 0 to 1."""
PREFIX = 60
"""The longest beginning that a word shares with the one before it, in UTF-16 units."""


@dataclass(frozen=True, slots=True)
class Facet:
    """A facet: its values with their labels, and the values' numbers for each paper."""

    name: str
    title: str
    values: Sequence[tuple[str, str]]
    of: Sequence[tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class _Term:
    papers: int
    postings: str
    positions: str = ""


def files(
    entries: Sequence[Entry],
    facets: Sequence[Facet],
    dates: Sequence[str],
    by_day: Mapping[str, int],
    about: Mapping[str, object],
    pages: Mapping[str, str] | None = None,
) -> dict[str, bytes]:
    """The index's files: name (`words/3`) -> script.

    entries: of all papers, oldest first, which numbers them; dates: of all pages of days, weeks, months and years;
    by_day: how many papers were first seen on each day, oldest first; about: what index.js says besides; pages: an
    author's key -> the pages of names that are spelled so, each a line `name, slug, papers` with tabs between.
    """
    words, ends = _words(entries)
    terms = {**words, **_keys(entries, pages or {}), **{ID + date: _Term(0, "") for date in dates}}
    shards = list(_shards(sorted(terms, key=_units)))
    data: dict[str, object] = {f"facets/{facet.name}": _columns(facet) for facet in facets}
    data |= _dictionary(shards, terms)
    backwards = sorted((word[::-1] for word in terms if word[0] not in (AUTHOR, ID)), key=_units)
    reversed_shards = list(_shards(backwards))
    data |= {f"reversed/{number}": _front_coded(shard) for number, shard in enumerate(reversed_shards)}
    data["dates"] = {"days": list(by_day), "papers": numerals.text(list(by_day.values()))}
    data |= _authors(entries)
    for block, start in enumerate(range(0, len(entries), BLOCK)):
        data[f"bounds/{block}"] = numerals.text(ends[start : start + BLOCK].ravel().tolist())
    index = {
        "papers": len(entries),
        **about,
        "cut": CUT,
        "words": [shard[0] for shard in shards],
        "reversed": [shard[0] for shard in reversed_shards],
        "facets": [{"name": facet.name, "title": facet.title, "values": facet.values} for facet in facets],
        "authors": {"block": BLOCK, "names": NAMES},
    }
    lines = {name: to_json(value) for name, value in {**data, "index": index}.items()}
    hashed = hashlib.blake2b(digest_size=6)
    for line in lines.values():
        hashed.update(line)
    return {name: script(name, line, hashed.hexdigest()) for name, line in lines.items()}


def script(name: str, data: bytes, version: str = "") -> bytes:
    """A file that hands over its data, JSON, when a page runs it."""
    return b'%s("%s","%s",%s);\n' % (TAKER, name.encode(), version.encode(), data)


def version_and_data(file: bytes) -> tuple[str, bytes]:
    """What a `script` was made of."""
    _, version, data = file.removeprefix(TAKER + b"(").split(b",", 2)
    return version.decode().strip('"'), data.removesuffix(b");\n")


def _units(word: str) -> bytes:
    """What sorts words as JavaScript does: by UTF-16 units."""
    return word.encode("utf-16-be", "surrogatepass")


def _words(entries: Sequence[Entry]) -> tuple[dict[str, _Term], Ints]:
    """Word -> papers, impacts and positions; and for each paper the position that ends its title, and how far behind it
    is the one that ends its authors."""
    numbers: defaultdict[str, int] = defaultdict(count().__next__)
    gap, end = numbers[GAP], numbers[GAP + GAP]
    ids = array("i")
    starts = array("i", [0])
    for each in entries:
        ids.extend(map(numbers.__getitem__, each.words.split()))
        starts.append(len(ids))
    spelled = [word.removeprefix(JOINT) for word in numbers]
    ranked = sorted(set(spelled[2:]), key=_units)
    rank = {word: number for number, word in enumerate(ranked)}
    rank_of = np.array([-1, -1, *map(rank.__getitem__, spelled[2:])], dtype=np.int32)
    joint = np.fromiter((word.startswith(JOINT) for word in numbers), dtype=np.bool_)
    at = np.array(ids)
    placed = _placed(at, np.array(starts), gap, end, joint)
    ends = placed[2][at == end].reshape(-1, len(FIELDS) - 1)[:, :2]
    return _encoded(ranked, *_sorted(*placed, rank_of)), np.diff(ends, prepend=0)


def _placed(at: Ints, starts: Ints, gap: int, end: int, joint: Flags) -> tuple[Ints, Ints, Ints, Ints]:
    """Each word's number, paper, position in its paper, and weight. `at`: the words' numbers; `starts`: where each
    paper's begin; `gap`, `end`: the numbers of what stands between names and behind fields; joint: by number."""
    sizes = np.diff(starts)
    paper = np.repeat(np.arange(len(sizes), dtype=np.int32), sizes)
    ends = at == end
    joints = joint[at]
    gaps = ends | (at == gap)
    field = np.minimum(_within(ends, starts), len(FIELDS) - 1)
    position = _within(np.where(gaps, LEAP, np.where(joints, 0, 1)), starts)
    return at, paper, position, _weights(paper, field, ~(gaps | joints), len(sizes))


def _within(steps: npt.NDArray[np.generic], starts: Ints) -> Ints:
    """Running sums within each paper."""
    sums = np.cumsum(steps, dtype=np.int32)
    before = np.concatenate((np.zeros(1, dtype=np.int32), sums))[starts[:-1]]
    return sums - np.repeat(before, np.diff(starts))


def _weights(paper: Ints, field: Ints, counted: Flags, papers: int) -> Ints:
    """The weight of each word where it stands: that of its field, less in a long one."""
    lengths = np.bincount((paper * len(FIELDS) + field)[counted], minlength=papers * len(FIELDS))
    share = lengths.reshape(-1, len(FIELDS)) / np.array(TYPICAL)
    norms = np.rint(UNIT * np.array(WEIGHTS) / (1 - LENGTH + LENGTH * share)).astype(np.int32)
    weights: Ints = norms[paper, field]
    return weights


def _sorted(at: Ints, paper: Ints, position: Ints, weight: Ints, rank_of: Ints) -> tuple[Ints, Ints, Ints, Ints]:
    """The same by rank of the words, without gaps: sorted as numbers that hold a rank and, below it, a place."""
    term = rank_of[at]
    order = np.flatnonzero(term >= 0)
    ranked = (term[order].astype(np.int64) << 32) | order
    ranked.sort()
    order = ranked & 0xFFFFFFFF
    return (ranked >> 32).astype(np.int32), paper[order], position[order], weight[order]


def _encoded(words: Sequence[str], term: Ints, paper: Ints, position: Ints, weight: Ints) -> dict[str, _Term]:
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
    papers, marks = numerals.pieces(deltas, bounds), numerals.pieces(impacts, bounds)
    places = numerals.pieces(leaps, np.append(fresh[begins], len(term)))
    counts = np.diff(bounds).tolist()
    return {
        words[number]: _Term(counts[at], papers[at] + marks[at], places[at])
        for at, number in enumerate(term_of[begins].tolist())
    }


def _keys(entries: Sequence[Entry], pages: Mapping[str, str]) -> dict[str, _Term]:
    """Key of an author or identifier -> papers, and, where positions of words stand, the author's pages."""
    papers: defaultdict[str, list[int]] = defaultdict(list)
    for number, each in enumerate(entries):
        for key in dict.fromkeys([*filter(None, map(author_key, each.names)), *(ID + name for name in each.ids)]):
            papers[key].append(number)
    return {key: _Term(len(held), numerals.text(_deltas(held)), pages.get(key, "")) for key, held in papers.items()}


def _deltas(numbers: Sequence[int]) -> list[int]:
    """Rising numbers as the first, then each difference less one."""
    return [number - before - 1 for number, before in zip(numbers, (-1, *numbers), strict=False)]


def _shards(words: Sequence[str]) -> Iterator[list[str]]:
    """Sorted words, cut into lists of about SHARD characters."""
    shard: list[str] = []
    size = 0
    for word in words:
        shard.append(word)
        size += len(word) + 1
        if size >= SHARD:
            yield shard
            shard, size = [], 0
    if shard:
        yield shard


def _front_coded(words: Sequence[str]) -> str:
    """Words, one a line, each as the length of the beginning it shares with the one before, and the rest."""
    lines = []
    before = ""
    for word in words:
        shared = 0
        for one, other in zip(before[:PREFIX], word[:PREFIX], strict=False):
            if one != other or ord(one) > 0xFFFF:  # two units: not worth counting
                break
            shared += 1
        lines.append(numerals.character(shared) + word[shared:])
        before = word
    return "\n".join(lines)


def _dictionary(shards: Sequence[Sequence[str]], terms: Mapping[str, _Term]) -> dict[str, object]:
    """Files of words, and those of their postings and positions.

    words/N: [words, numbers]: for each word its number of papers and the lengths of its postings and positions in
    UTF-16 units. A word's postings stand in postings/N.K, behind those of the word before, where K grows by one once a
    file has CUT units; positions likewise. In place of an author's positions stand the author's pages.
    """
    data: dict[str, object] = {}
    for number, shard in enumerate(shards):
        counts: list[int] = []
        cuts = {"postings": _Cuts(), "positions": _Cuts()}
        for word in shard:
            term = terms[word]
            counts += (term.papers, cuts["postings"].add(term.postings), cuts["positions"].add(term.positions))
        data[f"words/{number}"] = [_front_coded(shard), numerals.text(counts)]
        data |= {f"{kind}/{number}.{k}": text for kind, cut in cuts.items() for k, text in enumerate(cut.texts())}
    return data


class _Cuts:
    """Texts one behind the other, cut into files at the end of a text."""

    def __init__(self) -> None:
        self._files: list[list[str]] = [[]]
        self._size = 0

    def add(self, text: str) -> int:
        """Add a text; its length in UTF-16 units. All its characters are single units."""
        self._files[-1].append(text)
        self._size += len(text)
        if self._size >= CUT:
            self._files.append([])
            self._size = 0
        return len(text)

    def texts(self) -> Iterator[str]:
        """The files; none is empty."""
        return filter(None, map("".join, self._files))


def _columns(facet: Facet) -> dict[str, object]:
    """sets: the lists of values that papers have; column: the number of its set for each paper, commonest first."""
    sets = [one for one, _ in sorted(Counter(facet.of).items(), key=lambda item: (-item[1], item[0]))]
    number = {one: place for place, one in enumerate(sets)}
    return {"sets": sets, "column": numerals.text([number[one] for one in facet.of])}


def _authors(entries: Sequence[Entry]) -> dict[str, object]:
    """authors/N: for each paper of a block, how many authors it has, and their numbers. names/N: the names by number.

    Who wrote most papers comes first. A name is shown as most of the author's papers spell it.
    """
    spelled: defaultdict[str, Counter[str]] = defaultdict(Counter)
    keys: list[list[str]] = []
    for each in entries:
        own = {key: name for name in each.names if (key := author_key(name))}
        keys.append(list(own))
        for key, name in own.items():
            spelled[key][name] += 1
    ranked = sorted(spelled, key=lambda key: (-spelled[key].total(), _units(key)))
    number = {key: place for place, key in enumerate(ranked)}
    names = [min(spelled[key].items(), key=lambda item: (-item[1], item[0]))[0] for key in ranked]
    data: dict[str, object] = {}
    for block, start in enumerate(range(0, len(keys), BLOCK)):
        numbers = [n for own in keys[start : start + BLOCK] for n in (len(own), *(number[key] for key in own))]
        data[f"authors/{block}"] = numerals.text(numbers)
    data |= {f"names/{part}": names[start : start + NAMES] for part, start in enumerate(range(0, len(names), NAMES))}
    return data
