"""A digest, put together: themes beside what is usual, threads, firsts, what was withdrawn or revised."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from generator.describe.digests.bases import UNTHEMED, Standing
from generator.describe.related import terms
from generator.model import Basis, Digest, Line, Mention, Points, Quote, Subject, Theme, Thread
from generator.text import rarity

MOST, LEAST = 10, 6
"""Lines of a digest, at most; with fewer than LEAST, or none on a theme, it tells of themes that are as usual, too."""
THEMES, THREADS, QUOTED, CHANGED = 3, 3, 3, 2
"""Lines on themes, threads, lines of a thread, and lines on what changed, at most."""
FEW = 8
"""A list of fewer papers is looked over faster than a digest of what is usual of them."""
LARGE = 3
"""A theme is larger than usual with so many papers, half as many again as usual, two more than usual, and ..."""
APART = 1.5
"""... so many times the square root of the usual number more: what chance brings stays within."""


@dataclass(frozen=True, slots=True)
class Item:
    """A paper as a digest names it, in the words that were announced."""

    title: str  # plain
    quote: Quote | None  # the sentence that it shows
    result: bool = False  # whether that says what was found


@dataclass(frozen=True)
class Editor:
    """Puts a digest together; no paper has two lines."""

    basis: Basis
    standing: Standing
    items: Mapping[str, Item]  # the papers by key
    themes: Mapping[str, Theme]  # by slug
    _told: set[str] = field(default_factory=set, init=False)

    def digest(self, chosen: Sequence[Thread] = ()) -> Digest | None:
        """The digest; None where there is nothing to say beyond a list of the papers. `chosen`: threads of a language
        model, which go first."""
        threads = self._threads(chosen)
        large, small = self._unusual()
        gaps = {slug: days for slug, days in self.standing.first.items() if slug in self._sizes and slug not in large}
        first = sorted(gaps, key=lambda slug: (-gaps[slug], slug))[:1]
        since = {slug: f", the first in {gaps[slug]:,} announcement days" for slug in first}
        parts = [
            Points(heading="More than usual", lines=tuple(self._about(slug, self._usually(slug)) for slug in large)),
            *threads,
            Points(heading="First here", lines=tuple(self._about(slug, since[slug]) for slug in first)),
            Points(heading="Withdrawn or revised", lines=tuple(self._changes())),
        ]
        fewer = Points(heading="Fewer than usual", lines=tuple(self._fewer(small)))
        left = max(0 if large else 2, LEAST - sum(len(part.lines) for part in (*parts, fewer)))
        if left > 0 and self._total >= FEW:
            parts.append(self._rest(left, {*large, *first}))
        parts = _fitting([part for part in (*parts, fewer) if part.lines])
        return Digest(paragraphs=tuple(parts)) if parts else None

    @cached_property
    def _sizes(self) -> dict[str, int]:
        return {slug: len(keys) for slug, keys in self.basis.themes.items() if slug in self.themes}

    @property
    def _total(self) -> int:
        return sum(map(len, self.basis.themes.values()))

    def _threads(self, chosen: Sequence[Thread]) -> list[Points]:
        """The threads that have two papers with a sentence, results first."""
        quoted = [(each.heading, [line for line in each.lines if line[0] in self.items], each.by) for each in chosen]
        for found in self.basis.threads:
            lines = [(key, quote) for key in found.papers if (quote := self._quote(key))]
            quoted.append((found.heading, sorted(lines, key=lambda line: not self.items[line[0]].result), ""))
        kept = [each for each in quoted if len(each[1]) > 1][:THREADS]
        self._told.update(key for _, lines, _ in kept for key, _ in lines)
        return [
            Points(heading=heading, lines=tuple(self._line(*line) for line in lines[:QUOTED]), by=by or None)
            for heading, lines, by in kept
        ]

    def _unusual(self) -> tuple[list[str], list[str]]:
        """The themes that are larger than usual, and those that are smaller, the most unusual first. More is expected
        of many papers, less of few."""
        if self.standing.usual is None:
            return [], []
        pairs = {slug: (self._sizes.get(slug, 0), self.standing.usual.get(slug, 0.0)) for slug in self.themes}
        scale = self._total / max(1.0, self.standing.total)
        gap = {slug: (size - scale * usual) / math.sqrt(scale * usual + 1) for slug, (size, usual) in pairs.items()}
        order = sorted(pairs, key=lambda slug: (-gap[slug], slug))
        large = [slug for slug in order if _is_more(pairs[slug][0], max(1.0, scale) * pairs[slug][1])]
        small = [slug for slug in order[::-1] if _is_more(min(1.0, scale) * pairs[slug][1], pairs[slug][0])]
        return large[:THEMES], small[:THEMES]

    def _rest(self, most: int, told: set[str]) -> Points:
        """The largest of the other themes; without themes, the papers with most to tell."""
        if not self._sizes:
            keys = sorted(self._quoted(UNTHEMED), key=self._rank, reverse=True)[:most]
            return Points(heading="Results", lines=tuple(self._line(key, self._quote(key)) for key in keys))
        rank = {slug: max(map(self._rank, self._quoted(slug)), default=()) for slug in self._sizes.keys() - told}
        slugs = sorted(rank, key=lambda slug: (self._sizes[slug], rank[slug], slug), reverse=True)[:most]
        lines = tuple(self._about(slug, self._usually(slug, least=1)) for slug in slugs)
        return Points(heading="Other themes" if told else "Largest themes", lines=lines)

    def _usually(self, slug: str, least: float = 0) -> str:
        """A theme's usual number of papers, if it is known and at least so large."""
        usual = (self.standing.usual or {}).get(slug, 0.0)
        known = self.standing.usual is not None and usual >= least
        return f", usually {math.floor(usual + 0.5) or 'none'}" if known else ""

    def _about(self, slug: str, note: str) -> Line:
        """How many papers a theme has, and the one that has most to tell."""
        best = max(self._quoted(slug), key=self._rank, default=None)
        self._told.update([best] if best else [])
        said = (". ", *self._line(best, self._quote(best))) if best else ()
        return (f"{self._sizes[slug]:,} on ", self._subject(slug), note, *said)

    def _fewer(self, slugs: Sequence[str]) -> Iterator[Line]:
        """One line of all of them."""
        sizes = [(slug, f"; {self._sizes.get(slug) or 'none'} on ") for slug in slugs]
        line = [part for slug, size in sizes for part in (size, self._subject(slug), self._usually(slug))]
        if line:
            yield (sizes[0][1].removeprefix("; "), *line[1:])

    def _changes(self) -> Iterator[Line]:
        gone = [Mention(key=key, name=self.items[key].title) for key in self.basis.withdrawn if key in self.items]
        if gone:
            named = [part for mention in gone[:QUOTED] for part in ("; ", mention)][1:]
            more = [f"; and {len(gone) - QUOTED:,} more"] if len(gone) > QUOTED else []
            yield (f"{len(gone):,} withdrawn: ", *named, *more)
        revised = sorted((each for each in self.basis.revised if each[0] in self.items), key=lambda each: -each[1])
        for key, new, words in revised[: CHANGED - bool(gone)]:
            yield f"{new:,} of {words:,} words of the abstract new: ", *self._line(key, self._quote(key))

    def _quoted(self, slug: str) -> list[str]:
        """The papers of a theme that have a sentence and no line."""
        return [key for key in self.basis.themes.get(slug, ()) if key not in self._told and self._quote(key)]

    def _quote(self, key: str) -> Quote | None:
        return self.items[key].quote if key in self.items else None

    def _rank(self, key: str) -> tuple[bool, bool, float, str]:
        """Sorts papers by their sentences: a result before all else, without formulas that plain text cannot write, in
        few words that are rare and in the title, too."""
        item = self.items[key]
        said = item.quote.text if item.quote else ""
        shared = terms.frequencies(item.title).keys() & terms.frequencies(said).keys()
        rare = sum(sorted(rarity.table().get(term, rarity.UNKNOWN) for term in shared))
        return item.result, not {*"^_"} & {*said}, rare / math.sqrt(len(said) + 1), key

    def _line(self, key: str, quote: Quote | None) -> Line:
        """A paper and its sentence."""
        title = self.items[key].title
        said = (" " if title.endswith(("?", "!", ".")) else ". ", quote) if quote else ()
        return (Mention(key=key, name=title), *said)

    def _subject(self, slug: str) -> Subject:
        return Subject(name=self.themes[slug].name, theme=slug)


def _is_more(size: float, usual: float) -> bool:
    return size >= max(LARGE, 1.5 * usual, usual + 2, usual + APART * math.sqrt(usual))


def _fitting(parts: Sequence[Points]) -> list[Points]:
    """The lists with MOST lines together: the longest loses its last ones first."""
    kept = list(parts)
    while sum(len(part.lines) for part in kept) > MOST:
        place = max(range(len(kept)), key=lambda place: (len(kept[place].lines), place))
        kept[place] = replace(kept[place], lines=kept[place].lines[:-1])
    return kept


def shown(line: Line) -> str:
    """A line as the reader sees it."""
    return "".join(
        part if isinstance(part, str) else part.text if isinstance(part, Quote) else part.name for part in line
    )
