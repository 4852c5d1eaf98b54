"""What digests rest on: what each day brought, by theme and thread, and how that compares with the days before it.

A day's basis is made of the words announced on that day, and is compared with those of earlier days: so a new day needs
its own basis only, and changes no older digest.
"""

from __future__ import annotations

import datetime as dt
import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice, pairwise
from statistics import median
from typing import NamedTuple

from daybook.describe.digests import threads
from daybook.model import Basis, Day, EntryType, Outline, Paper, Shared
from daybook.text import changes, markup

FRESH: tuple[EntryType, ...] = ("new", "cross")  # what a digest counts: replacements were counted when they were new
DAYS, LEAST_DAYS = 20, 5  # with so many earlier days a day is compared, at most and at least
SPANS, LEAST_SPANS = 8, 2  # with so many earlier weeks or months one is compared
MAIN = 0.8  # of a day's papers, at least, the listings must have been read on the days that it is compared with
AGED, LONG = 20, 60  # announcement days after which a theme's first paper is news, and the first since the last one
RENEWED = 0.3  # the share of an abstract's words that are new in a revision, at least
UNTHEMED = ""  # what papers without a theme stand under


class Standing(NamedTuple):
    """How a day, a week or a month compares with those before it."""

    usual: Mapping[str, float] | None = None  # slug -> median number of its papers; None: too few are known
    total: float = 0  # median number of all papers
    first: Mapping[str, int] = {}  # slug -> announcement days before, of themes that have none in so many


def words_of(day: Day, known: Mapping[str, Outline]) -> object:
    """All that a day's basis is made of: what was announced, and the hashes of its words and of those before."""
    return day, [[each.words_hash for each in item.came(known[item.key])] for item in day.announced]


def basis(day: Day, known: Mapping[str, Outline], papers: Mapping[str, Paper]) -> Basis:
    """The basis of a day. Of one that is reconstructed, only papers that were replaced later are folded."""
    listings = Counter({each.category: 0 for each in day.statements if each.category})
    themes, words = defaultdict[str, list[str]](list), []
    for item in day.of_type(*FRESH):
        listings.update(item.categories)
        slugs = known[item.key].themes
        if len(known[item.key].editions) > 1 or not day.reconstructed:
            paper = papers[item.key]
            said = item.words(paper)
            if paper.is_withdrawn(said.version):
                continue
            slugs = said.themes or ()
            words.append(threads.read(item.key, markup.plain(said.title), markup.plain(said.abstract or "")))
        for slug in slugs or (UNTHEMED,):
            themes[slug].append(item.key)
    found = Basis(dict(listings), {slug: tuple(keys) for slug, keys in themes.items()})
    if day.reconstructed:
        return found._replace(listings={})
    replaced = [(papers[item.key], item.version) for item in day.of_type("replace", "replace-cross")]
    return found._replace(
        threads=threads.find(words),
        withdrawn=tuple(paper.key for paper, version in replaced if paper.is_withdrawn(version)),
        revised=tuple(chain.from_iterable(_revisions(*each) for each in replaced)),
    )


def _revisions(paper: Paper, version: int | None) -> Iterator[tuple[str, int, int]]:
    """A replacement that is a revision: the paper, how many words of the abstract are new, and how many it has."""
    for before, after in pairwise(() if paper.is_withdrawn(version) else paper.editions):
        if after.version == version and before.abstract and after.abstract:
            words = markup.words(after.abstract)
            pieces = changes.of(markup.words(before.abstract), words)
            new = sum(len(piece.words) for piece in pieces if piece.kind == "added")
            if new >= RENEWED * len(words):
                yield paper.key, new, len(words)


def merged(days: Sequence[Basis]) -> Basis:
    """What some days brought together: each paper once, and threads with the same words as one."""
    themes = defaultdict[str, dict[str, None]](dict)
    for slug, keys in chain.from_iterable(day.themes.items() for day in days):
        themes[slug].update(dict.fromkeys(keys))
    joined: dict[frozenset[str], Shared] = {}
    for thread in chain.from_iterable(day.threads for day in days):
        name = frozenset(thread.heading.lower().split())
        heading, papers, weight = joined.get(name, (thread.heading, (), 0))
        joined[name] = Shared(heading, tuple(dict.fromkeys((*papers, *thread.papers))), weight + thread.weight)
    return Basis(
        listings={},
        themes={slug: tuple(keys) for slug, keys in themes.items()},
        threads=tuple(sorted(joined.values(), key=lambda thread: -thread.weight)),
        withdrawn=tuple(dict.fromkeys(key for day in days for key in day.withdrawn)),
        revised=tuple(each for day in days for each in day.revised),
    )


class Standings(Mapping[dt.date, Standing]):
    """How each day compares with the days before it; made when it is asked for."""

    def __init__(self, bases: Mapping[dt.date, Basis]) -> None:
        """`bases`: of all days, oldest first."""
        self._bases, self._before = bases, list[Basis]()
        self._places: dict[dt.date, int] = {}
        self.first: dict[dt.date, Mapping[str, int]] = {}
        """Of each day, `Standing.first`."""
        last = dict[str, int]()
        for date, day in bases.items():
            gone = {slug: len(self._before) - last.get(slug, 0) for slug in day.themes}
            self.first[date] = {s: days for s, days in gone.items() if days >= (LONG if s in last else AGED)}
            self._places[date] = len(self._before)
            if day.themes:
                self._before.append(day)
                last.update(dict.fromkeys(day.themes, len(self._before)))

    def __getitem__(self, date: dt.date) -> Standing:
        # With those of the same listings, as far as most papers go; where none was read, nothing is known.
        sizes, place = self._bases[date].listings, self._places[date]
        near = reversed(self._before[max(0, place - 3 * DAYS) : place])
        main = MAIN * sum(sizes.values()) or math.inf
        alike = (each for each in near if sum(sizes[code] for code in sizes.keys() & each.listings) >= main)
        return standing(list(islice(alike, DAYS)), LEAST_DAYS, self.first[date])

    def __iter__(self) -> Iterator[dt.date]:
        return iter(self._bases)

    def __len__(self) -> int:
        return len(self._bases)


def standing(before: Sequence[Basis], least: int, first: Mapping[str, int]) -> Standing:
    """How what comes next compares with these days, weeks or months, of which `least` are enough to say."""
    if len(before) < least:
        return Standing(first=first)
    slugs = dict.fromkeys(chain.from_iterable(each.themes for each in before))
    usual = {slug: median(len(each.themes.get(slug, ())) for each in before) for slug in slugs}
    return Standing(usual, median(each.total for each in before), first)
