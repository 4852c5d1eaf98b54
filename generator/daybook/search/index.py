"""The index: the words of papers as small files, each of which is read whole. Pure.

A browser cannot read parts of a file: GitHub Pages compresses by type, and from a folder only scripts can be read at
all. So the words are sorted, cut into files of a few kilobytes, and every file is a script that hands over its data. A
query reads the files of its words, and no other. The format, file by file, is documented beside each function;
overrides/assets/search/shards.js reads it.

An index has two parts of one form. The base is that of the papers as they were when the month began. The delta is what
this month changed: of each paper that is now another than there, the whole. It says which papers of the base it hides,
and of how many of them each word was. So a new day costs what its month brought; the base's files stay as they are, and
stay in browsers' caches. No weight is kept in either part: how rare a word is follows from the papers that both have.
Only the authors' numbers, and how their names are spelled, are the base's.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from base64 import b64decode, b64encode
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from operator import sub
from typing import Any, Literal, NamedTuple

from daybook.model.jsonl import to_json
from daybook.search.entries import (
    AUTHOR,
    FACETS,
    GAP,
    ID,
    JOINT,
    IndexEntry,
    Term,
    Words,
    author_key,
    numeral,
    numerals,
    of_words,
    units,
    values,
)

TAKER = b"daybook_file"  # the function of the page that every file calls
FOLDER = "search/"  # where the files are, below the site and below the work folder
CHUNK = 15
"""Papers in a file of results, by date: ten results are in at most ten files, of some 3 KB each on their way. In larger
ones, or in the order of titles or themes, they would still be in eight. A .zip has the papers' pages in them."""
CUT = {"base": 6_000, "delta": 3_500}
"""Characters of words and postings after which a file ends, at the next word: a query reads as many files of the delta
as of the base."""
PLACES = 20_000  # characters after which a file of positions does
LIST = 20_000  # characters after which a list of words does
BLOCK = 4_096  # papers whose authors share a file
NAMES = 2_000  # authors' names in a file
PREFIX = 60  # the longest beginning that a word shares with the one before it, in UTF-16 units


@dataclass(frozen=True, slots=True)
class Part:
    """What a part of an index is made of, and the names that are known without it."""

    entries: Sequence[IndexEntry]  # of its papers, oldest first, which numbers them
    themes: Collection[str]  # the slugs of those that are a facet
    dates: Collection[str] = ()  # the pages of days, weeks, months and years
    pages: Mapping[str, str] = field(default_factory=dict)
    """An author's key -> the pages of names that are spelled so, each a line `name, slug` with a tab between."""
    authors: Mapping[str, int] = field(default_factory=dict)
    """An author's key -> the number that it has already; others get the numbers behind `known`."""
    known: int = 0
    hidden: Sequence[IndexEntry] = ()  # entries of another part that this one takes the place of
    gone: Collection[str] = ()  # pages of the other part that are no more
    away: Collection[str] | None = None  # keys of papers whose page is in another volume; None: it is of no volume
    values: Collection[str] = ()  # of the facets of both parts: `year:2026`
    words: Words | None = None  # those of the entries, where these are without


@dataclass(frozen=True, slots=True)
class Made:
    """A part: name -> script of its files, what index.js says of it, and the numbers of authors that it gave."""

    files: dict[str, bytes]
    about: dict[str, object]
    authors: dict[str, int]


def made(folder: Literal["base", "delta"], part: Part) -> Made:
    """The files of a part, name (`base/words/3`) -> script. words/N: see `dictionary`; forward/N, backward/N: the
    words alone, as they are and from behind, for what is like a word; papers/N: what results show, packed (RFC 1951)
    and in base64; bounds/N: for each paper of a block the position that ends its title, and how far behind it is the
    one that ends its authors; dates: how many papers were first seen on which days; facets/NAME: see `_columns`;
    authors/N, names/N: see `_authors`; in a volume, terms: those of papers with their page in it, for its library."""
    entries = part.entries
    of = part.words or Words(each.words for each in entries)
    terms, ends = of_words(of)
    papers: defaultdict[str, list[int]] = defaultdict(list)
    for number, each in enumerate(entries):
        for key in each.keys:
            papers[key].append(number)
    for key in dict.fromkeys(key for entry in part.hidden for key in entry.keys):
        papers.setdefault(key, [])
    for key, held in papers.items():  # authors' pages stand where positions of words do
        deltas = [number - before - 1 for number, before in zip(held, (-1, *held), strict=False)]
        terms[key] = Term(len(held), numerals(deltas), part.pages.get(key, ""))
    terms.update({ID + date: Term(1) for date in part.dates})  # each page is there once, in no paper
    terms.update({ID + date: Term(hidden=1) for date in part.gone})
    for entry in part.hidden:
        own = (word.removeprefix(JOINT) for word in entry.words.split() if not word.startswith(GAP))
        for term in {*own, *entry.keys}:
            terms.setdefault(term, Term()).hidden += 1
    ordered = sorted(terms, key=units)
    spelled = [word for word in ordered if AUTHOR not in word and word[0] != ID]
    data, words = dictionary(ordered, terms.__getitem__, CUT[folder])
    lists = {"forward": spelled, "backward": sorted((word[::-1] for word in spelled), key=units)}
    firsts = {}
    for name, listed in lists.items():
        shards, firsts[name] = _cut(listed, lambda word: len(word) + 1, LIST)
        data |= {f"{name}/{number}": _front_coded(shard) for number, shard in enumerate(shards)}
    data |= {f"facets/{name}": _columns(values(entries, name, part.themes)) for name in FACETS}
    by_day = Counter(entry.shown.date for entry in entries)
    data["dates"] = {"days": list(by_day), "papers": numerals(list(by_day.values()))}
    names, authors = _authors(part)
    data |= names
    away = [number for number, entry in enumerate(entries) if entry.shown.key in (part.away or ())]
    if part.away is not None:
        data["terms"] = "\n".join(sorted(_own_terms(part, of, set(away))))
    for block, start in enumerate(range(0, len(entries), BLOCK)):
        data[f"bounds/{block}"] = numerals(ends[start : start + BLOCK].ravel().tolist())
    del terms
    lines = {name: to_json(data.pop(name)) for name in list(data)}  # each takes as much memory as the words of all
    for chunk, start in enumerate(range(0, len(entries), CHUNK)):
        packed = zlib.compress(to_json([entry.shown for entry in entries[start : start + CHUNK]]), 9, wbits=-15)
        lines[f"papers/{chunk}"] = to_json(b64encode(packed).decode())
    version = version_of(lines.values())
    about = {"version": version, "papers": len(entries), "words": words, **firsts, "authors": len(authors)}
    if away:
        about["away"] = numerals([*map(sub, away, (0, *away))])
    named = ((f"{folder}/{name}", lines.pop(name)) for name in list(lines))
    return Made({name: script(name, line, version) for name, line in named}, about, authors)


def entrance(about: Mapping[str, object]) -> bytes:
    """The script index.js, which says what an index is made of."""
    sizes = {"chunk": CHUNK, "places": PLACES, "block": BLOCK, "names": NAMES}
    line = to_json({**about, **sizes})
    return script("index", line, version_of([line]))


def version_of(lines: Iterable[bytes]) -> str:
    """The version that scripts which hand over these lines bear."""
    hashed = hashlib.blake2b(digest_size=6)
    for line in lines:
        hashed.update(line)
    return hashed.hexdigest()


def script(name: str, data: bytes, version: str = "") -> bytes:
    """A file that hands over its data, JSON, when a page runs it."""
    return b'%s("%s","%s",%s);\n' % (TAKER, name.encode(), version.encode(), data)


def unpacked(text: str) -> Any:
    """The value that a file holds packed. Raises ValueError and zlib.error."""
    return json.loads(zlib.decompress(b64decode(text), wbits=-15))


def version_and_data(file: bytes) -> tuple[str, bytes]:
    """What a `script` was made of."""
    _, version, data = file.removeprefix(TAKER + b"(").split(b",", 2)
    return version.decode().strip('"'), data.removesuffix(b");\n")


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
        lines.append(numeral(shared) + word[shared:])
        before = word
    return "\n".join(lines)


def _cut(words: Sequence[str], size: Callable[[str], int], most: int) -> tuple[list[Sequence[str]], str]:
    """Sorted words, cut into lists once they have `most` of what `size` says; and, front-coded, where each begins: the
    shortest beginning of its first word that is behind the word before."""
    shards: list[Sequence[str]] = []
    firsts: list[str] = []
    start = held = 0
    for place, word in enumerate(words):
        held += size(word)
        if held >= most or place == len(words) - 1:
            behind, first = units(words[start - 1]) if start else b"", words[start]
            beginnings = (first[:length] for length in range(1 if start else len(first), len(first) + 1))
            firsts.append(next(beginning for beginning in beginnings if units(beginning) > behind))
            shards.append(words[start : place + 1])
            start, held = place + 1, 0
    return shards, _front_coded(firsts)


def dictionary(words: Sequence[str], terms: Callable[[str], Term], most: int) -> tuple[dict[str, object], str]:
    """The files of words, and those of their positions; and where each of the first begins. words/N: [words, papers,
    lengths of postings, of positions, hidden papers (nothing where there are none), the file of positions in which
    those of the first word stand, and where, postings]. Lengths are of UTF-16 units. A word's positions stand in
    positions/K, behind those of the word before, where K grows by one once a file has PLACES units. In place of an
    author's positions stand the author's pages."""
    shards, firsts = _cut(words, lambda word: len(word) + 4 + len(terms(word).postings), most)
    data: dict[str, object] = {}
    places, end = [list[str]()], 0
    for number, shard in enumerate(shards):
        held = [terms(word) for word in shard]
        data[f"words/{number}"] = [
            _front_coded(shard),
            numerals([term.papers for term in held]),
            numerals([len(term.postings) for term in held]),
            numerals([len(term.positions) for term in held]),
            numerals([term.hidden for term in held]) if any(term.hidden for term in held) else "",
            len(places) - 1,
            end,
            "".join(term.postings for term in held),
        ]
        for term in held:
            places[-1].append(term.positions)
            end += len(term.positions)
            if end >= PLACES:
                places.append([])
                end = 0
    texts = filter(None, map("".join, places))  # the last may be empty
    return data | {f"positions/{number}": text for number, text in enumerate(texts)}, firsts


def _columns(of: Sequence[tuple[str, ...]]) -> dict[str, object]:
    """values: of a facet; sets: the lists of places there that papers have; column: the number of its set for each
    paper, commonest first."""
    values = sorted({value for own in of for value in own})
    place = {value: number for number, value in enumerate(values)}
    sets = [one for one, _ in sorted(Counter(of).items(), key=lambda item: (-item[1], item[0]))]
    number = {one: place for place, one in enumerate(sets)}
    numbered = [[place[value] for value in one] for one in sets]
    return {"values": values, "sets": numbered, "column": numerals([number[one] for one in of])}


def _authors(part: Part) -> tuple[dict[str, object], dict[str, int]]:
    """authors/N: for each paper of a block, how many authors it has, and their numbers. names/N: the names by number,
    without those that are known. And the numbers that are new. Who wrote most papers comes first. A name is shown as
    most of the author's papers spell it."""
    spelled: defaultdict[str, Counter[str]] = defaultdict(Counter)
    keys: list[list[str]] = []
    for each in part.entries:
        own = {key: name for name in each.names if (key := author_key(name))}
        keys.append(list(own))
        for key, name in own.items():
            spelled[key][name] += 1
    fresh = spelled.keys() - part.authors.keys()
    ranked = sorted(fresh, key=lambda key: (-spelled[key].total(), units(key)))
    given = {key: part.known + place for place, key in enumerate(ranked)}
    number = {**part.authors, **given}
    names = [min(spelled[key].items(), key=lambda item: (-item[1], item[0]))[0] for key in ranked]
    data: dict[str, object] = {}
    for block, start in enumerate(range(0, len(keys), BLOCK)):
        numbers = [n for own in keys[start : start + BLOCK] for n in (len(own), *(number[key] for key in own))]
        data[f"authors/{block}"] = numerals(numbers)
    data |= {f"names/{part}": names[start : start + NAMES] for part, start in enumerate(range(0, len(names), NAMES))}
    return data, given


def _own_terms(part: Part, held: Words, away: Collection[int]) -> set[str]:
    """The words and keys of papers but those away, dates with pages, and values of facets; without the keys of authors,
    whose names are words."""
    own = [number for number in range(len(part.entries)) if number not in away]
    ids = {number for paper in own for number in held.ids[held.starts[paper] : held.starts[paper + 1]]}
    words = {word.removeprefix(JOINT) for word, number in held.numbers.items() if number in ids and word[0] != GAP}
    keys = {key for paper in own for key in part.entries[paper].keys if AUTHOR not in key}
    return {*words, *keys, *(ID + date for date in part.dates), *part.values}


class Sealed(NamedTuple):
    """What is known of a base as a whole. A tuple that is kept from run to run."""

    inputs: dict[str, str]  # what it was made of -> its hash
    state: str  # of the folder of its files
    about: dict[str, object]  # what index.js says of it
    papers: int
    authors: int
    days: list[tuple[str, int]]  # on which papers were first seen, oldest first, with the number of the first of them
    pages: list[str]  # of days, weeks, months and years
    counts: Mapping[str, Mapping[str, int]]  # facet -> value -> how many papers have it


class Based(NamedTuple):
    """What is known of a paper of the base."""

    number: int
    entry: IndexEntry


@dataclass(frozen=True, slots=True)
class Change:
    """What is another now than in the base, and what the base has in its place."""

    part: Part  # the delta, but with all pages of days, weeks, months and years that there are now
    hidden: Sequence[Based]
    same_day: Mapping[str, Sequence[str]]  # the keys of the base's papers by the days on which both have some


def sealed(inputs: dict[str, str], state: str, made: Made, part: Part) -> Sealed:
    """What is kept of a base that was made."""
    dated = groupby(enumerate(part.entries), lambda each: each[1].shown.date)
    return Sealed(
        inputs=inputs,
        state=state,
        about=made.about,
        papers=len(part.entries),
        authors=len(made.authors),
        days=[(date, next(some)[0]) for date, some in dated],
        pages=sorted(part.dates),
        counts=counted(part.entries, part.themes),
    )


def updated(
    base: Sealed, change: Change, as_of: str | None, facets: Callable[[Mapping[str, list[str]]], list[object]]
) -> dict[str, bytes]:
    """The files of the delta, and index.js. `facets`: gives these with the values that papers have."""
    hidden, entries, themes = [each.entry for each in change.hidden], change.part.entries, change.part.themes
    more, fewer = counted(entries, themes), counted(hidden, themes)
    held = {name: sorted(Counter(base.counts[name]) + more[name] - fewer[name]) for name in FACETS}
    part = replace(
        change.part,
        dates=set(change.part.dates).difference(base.pages),
        known=base.authors,
        hidden=hidden,
        gone=set(base.pages).difference(change.part.dates),
        values=[f"{name}:{value}" for name, own in held.items() for value in own],
    )
    own = made("delta", part)
    about = {
        "papers": base.papers + len(entries) - len(hidden),
        "asOf": as_of,
        "facets": facets(held),
        "base": base.about,
        "delta": own.about | _places(base, change),
    }
    return own.files | {"index": entrance(about)}


def _places(base: Sealed, change: Change) -> dict[str, str]:
    """Where the papers of a delta stand among those of the base, for index.js. places: for each, twice by how much the
    number of papers of the base that are before it is higher than for the one before, and one more if it takes the
    place of the next; gone: the other papers of the base that are hidden, each as the difference to the one before."""
    left = {each.number for each in change.hidden}
    steps = []
    last = 0
    for entry in change.part.entries:
        date, key = entry.shown.date, entry.shown.key
        at = bisect_left(base.days, (date, 0))
        number = base.papers
        if at < len(base.days):
            number = base.days[at][1] + bisect_left(change.same_day.get(date, ()), key)
        steps.append(2 * (number - last) + (number in left))
        left.discard(number)
        last = number
    gone = sorted(left)
    return {"places": numerals(steps), "gone": numerals([*map(sub, gone, (0, *gone))])}


def counted(entries: Sequence[IndexEntry], themes: Collection[str]) -> dict[str, Counter[str]]:
    """How many of these papers have each value of each facet."""
    return {name: Counter(value for own in values(entries, name, themes) for value in own) for name in FACETS}
