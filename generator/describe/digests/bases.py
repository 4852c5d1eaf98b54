"""What digests rest on: what each day brought, by theme and thread, and how that compares with the days before it.

A day's basis is made of the words announced on that day, so no later day changes it; what it is compared with are the
bases of earlier days. So a new day needs the basis of that day, and no older digest changes.
"""

from __future__ import annotations

import datetime as dt
import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, islice, pairwise
from statistics import median
from typing import NamedTuple

from generator.describe.digests import threads
from generator.model import Announced, Basis, Day, EntryType, Outline, Paper, Shared
from generator.text import changes, markup

FRESH: tuple[EntryType, ...] = ("new", "cross")
"""What a digest counts: replacements were counted when they were new."""
DAYS, LEAST_DAYS = 20, 5
"""With how many earlier days a day is compared, at most and at least."""
SPANS, LEAST_SPANS = 8, 2
"""With how many earlier weeks or months one is compared."""
MAIN = 0.8
"""The share of a day's papers whose listings must have been read on the days that it is compared with."""
AGED = 20
"""So many announcement days without a theme make its first paper news."""
LONG = 60
"""So many since the last paper of a theme do, too."""
RENEWED = 0.3
"""A replacement is a revision if at least this share of the abstract's words is new."""

UNTHEMED = ""
"""What papers without a theme stand under."""
NONE = Basis(listings={}, themes={})

Assign = Callable[[str, str | None, Sequence[str]], tuple[str, ...]]
"""Title, abstract, categories -> themes, best first."""


class Standing(NamedTuple):
    """How a day, a week or a month compares with those before it."""

    usual: Mapping[str, float] | None = None  # slug -> median number of its papers; None: too few are known
    total: float = 0  # median number of all papers
    first: Mapping[str, int] = {}  # slug -> announcement days before, of themes that have none in so many


def words_of(day: Day, known: Mapping[str, Outline]) -> list[object]:
    """All that a day's basis is made of: what was announced, and the hashes of its words."""
    said: list[object] = [day.reconstructed, *(each.category for each in day.statements)]
    for item in day.announced:
        held = known[item.key].editions
        place = item.place([version for version, _ in held])
        said.append((item, held[place] if item.type in FRESH else held[max(0, place - 1) : place + 1]))
    return said


def basis(day: Day, known: Mapping[str, Outline], papers: Mapping[str, Paper], assign: Assign) -> Basis:
    """The basis of a day. Of one that is reconstructed, only papers that were replaced later are folded."""
    themes: dict[str, list[str]] = {}
    words = []
    for item in day.of_type(*FRESH):
        outline = known[item.key]
        first = outline.themes[:1]
        if len(outline.editions) > 1 or not day.reconstructed:
            paper = papers[item.key]
            said = item.words(paper)
            if paper.is_withdrawn(said.version):
                continue
            if (said.title, said.abstract) != (paper.title, paper.abstract):
                first = assign(markup.plain(said.title), said.abstract, paper.categories)[:1]
            words.append(threads.Words(item.key, markup.plain(said.title), markup.plain(said.abstract or "")))
        themes.setdefault(next(iter(first), UNTHEMED), []).append(item.key)
    replaced = [(papers[item.key], item) for item in day.of_type("replace", "replace-cross") if not day.reconstructed]
    return Basis(
        listings=_listings(day),
        themes={slug: tuple(keys) for slug, keys in themes.items()},
        threads=() if day.reconstructed else threads.find(words),
        withdrawn=tuple(paper.key for paper, item in replaced if paper.is_withdrawn(item.version)),
        revised=tuple(revision for paper, item in replaced for revision in _revisions(paper, item)),
    )


def _revisions(paper: Paper, item: Announced) -> Iterator[tuple[str, int, int]]:
    """A replacement that is a revision: the paper, how many words of the abstract are new, and how many it has."""
    for before, after in pairwise(paper.editions):
        if (
            after.version == item.version
            and before.abstract
            and after.abstract
            and not paper.is_withdrawn(item.version)
        ):
            words = markup.words(after.abstract)
            pieces = changes.of(markup.words(before.abstract), words)
            new = sum(len(piece.words) for piece in pieces if piece.kind == "added")
            if new >= RENEWED * len(words):
                yield paper.key, new, len(words)


def _listings(day: Day) -> dict[str, int]:
    """category -> papers that its listing has; none of a day of which no listing was read."""
    codes = [code for item in day.of_type(*FRESH) for code in item.categories if not day.reconstructed]
    read = {statement.category for statement in day.statements if statement.category and codes}
    return {code: codes.count(code) for code in sorted(read.union(codes))}


def merged(days: Sequence[Basis]) -> Basis:
    """What some days brought together: each paper once, and threads with the same words as one."""
    first = {key: slug for day in reversed(days) for slug, keys in day.themes.items() for key in keys}
    themes: dict[str, list[str]] = {}
    for key in dict.fromkeys(key for day in days for keys in day.themes.values() for key in keys):
        themes.setdefault(first[key], []).append(key)
    joined: dict[frozenset[str], Shared] = {}
    for day in days:
        for thread in day.threads:
            name = frozenset(thread.heading.lower().split())
            one = joined.get(name, thread._replace(papers=(), weight=0))
            papers = tuple(dict.fromkeys((*one.papers, *thread.papers)))
            joined[name] = one._replace(papers=papers, weight=one.weight + thread.weight)
    return Basis(
        listings={},
        themes={slug: tuple(keys) for slug, keys in themes.items()},
        threads=tuple(sorted(joined.values(), key=lambda thread: -thread.weight)),
        withdrawn=tuple(dict.fromkeys(key for day in days for key in day.withdrawn)),
        revised=tuple(each for day in days for each in day.revised),
    )


def standings(bases: Mapping[dt.date, Basis]) -> dict[dt.date, Standing]:
    """How each day compares with the days before it. `bases`: of all days, oldest first."""
    found, before, last = {}, list[Basis](), dict[str, int]()
    for date, day in bases.items():
        gone = {slug: len(before) - last.get(slug, 0) for slug in day.themes}
        first = {slug: days for slug, days in gone.items() if days >= (LONG if slug in last else AGED)}
        # Those of the same listings, as far as most papers go; where none was read, nothing is known.
        main = MAIN * sum(day.listings.values()) or math.inf
        near = islice(reversed(before), 3 * DAYS)
        alike = (
            each for each in near if sum(map(day.listings.__getitem__, day.listings.keys() & each.listings)) >= main
        )
        found[date] = standing(list(islice(alike, DAYS)), LEAST_DAYS, first)
        if day.themes:
            before.append(day)
            last.update(dict.fromkeys(day.themes, len(before)))
    return found


def standing(before: Sequence[Basis], least: int, first: Mapping[str, int]) -> Standing:
    """How what comes next compares with these days, weeks or months, of which `least` are enough to say."""
    if len(before) < least:
        return Standing(first=first)
    sizes = defaultdict[str, list[int]](list)
    for slug, keys in chain.from_iterable(each.themes.items() for each in before):
        sizes[slug].append(len(keys))
    often = {slug: sizes[slug] for slug in sorted(sizes) if 2 * len(sizes[slug]) >= len(before)}  # of others it is 0
    usual = {slug: float(median([*some, *[0] * (len(before) - len(some))])) for slug, some in often.items()}
    return Standing(usual, float(median(sum(map(len, each.themes.values())) for each in before)), first)
