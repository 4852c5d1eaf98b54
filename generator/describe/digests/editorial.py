"""A digest, put together: themes beside what is usual, threads, firsts, what was withdrawn or revised."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from generator.describe.digests.bases import ALL, Standing
from generator.describe.related import terms
from generator.model import Basis, Digest, Line, Mention, Points, Quote, Subject, Theme, Thread
from generator.text import rarity

MOST, LEAST = 10, 6
"""Lines of a digest at most; with fewer, it tells of themes that are as large as usual, too."""
THEMES, THREADS, QUOTED, CHANGED = 3, 3, 3, 2
"""Lines on themes, threads, lines of a thread, and lines on what changed, at most."""
FEW = 8
"""So few papers are looked over faster than a digest of what is usual of them."""
LARGE = 3
"""Papers that make a theme large, and more than it usually has by half as much again, by two papers, and ..."""
APART = 1.5
"""... by so many times the square root of the usual number: what chance brings stays within."""


@dataclass(frozen=True, slots=True)
class Item:
    """A paper as a digest names it, in the words that were announced."""

    title: str  # plain
    quote: Quote | None  # the sentence that it shows
    result: bool = False  # whether that says what was found


def digest(
    basis: Basis,
    standing: Standing,
    items: Mapping[str, Item],
    themes: Mapping[str, Theme],
    chosen: Sequence[Thread] = (),
) -> Digest | None:
    """The digest of what `basis` has; None where there is nothing to say beyond a list of the papers.

    `items`: its papers by key. `themes`: by slug. `chosen`: threads that a language model found, in place of others.
    """
    return _Editor(basis, standing, items, themes).digest(chosen)


class _Editor:
    """Puts a digest together; no paper has two lines."""

    def __init__(
        self, basis: Basis, standing: Standing, items: Mapping[str, Item], themes: Mapping[str, Theme]
    ) -> None:
        self._basis, self._items, self._themes = basis, items, themes
        self._sizes = {slug: len(keys) for slug, keys in basis.themes.items() if slug in themes}
        self._usual = None if standing.usual is None else {slug: standing.usual.get(slug, 0.0) for slug in themes}
        self._scale = sum(self._sizes.values()) / max(1.0, (standing.usual or {}).get(ALL, 0.0))
        self._first = {slug: days for slug, days in standing.first.items() if slug in self._sizes}
        self._told: set[str] = set()

    def digest(self, chosen: Sequence[Thread]) -> Digest | None:
        threads = self._threads(chosen)
        large, small = self._unusual()
        first = sorted(self._first, key=lambda slug: (-self._first[slug], slug))[:1]
        since = {slug: f", the first in {self._first[slug]:,} announcement days" for slug in first}
        parts = [
            Points(heading="More than usual", lines=tuple(self._about(slug, self._compared(slug)) for slug in large)),
            *threads,
            Points(heading="First here", lines=tuple(self._about(slug, since[slug]) for slug in first)),
            Points(heading="Withdrawn or revised", lines=tuple(self._changes())),
        ]
        fewer = Points(heading="Fewer than usual", lines=tuple(self._fewer(small)))
        left = LEAST - sum(len(part.lines) for part in (*parts, fewer))
        if left > 0 and sum(self._sizes.values()) >= FEW:
            rest = sorted(self._sizes.keys() - {*large, *first}, key=self._weight)[:left]
            heading = "Other themes" if large else "Largest themes"
            parts.append(Points(heading=heading, lines=tuple(self._about(slug, self._compared(slug)) for slug in rest)))
        parts = _fitting([part for part in (*parts, fewer) if part.lines])
        return Digest(paragraphs=tuple(parts)) if parts else None

    def _threads(self, chosen: Sequence[Thread]) -> list[Points]:
        """The threads that have two papers with a sentence, results first."""
        made = [
            Points(heading=thread.heading, lines=tuple(self._line(*line) for line in thread.lines), by=thread.by)
            for thread in chosen
        ]
        for thread in () if chosen else self._basis.threads:
            quoted = [(key, quote) for key in thread.papers if (quote := self._quote(key))]
            quoted.sort(key=lambda line: not self._items[line[0]].result)
            lines = tuple(self._line(*line) for line in quoted[:QUOTED])
            made.append(Points(heading=thread.heading, lines=lines))
        kept = [points for points in made if len(points.lines) > 1][:THREADS]
        self._told.update(
            part.key for points in kept for line in points.lines for part in line if isinstance(part, Mention)
        )
        return kept

    def _unusual(self) -> tuple[list[str], list[str]]:
        """The themes that are larger than usual, and those that are smaller, the most unusual first."""
        usual, size = self._usual or {}, self._sizes
        gap = {slug: (size.get(slug, 0) - mid) / math.sqrt(mid + 1) for slug, mid in usual.items()}
        order = sorted(usual, key=lambda slug: (-gap[slug], slug))
        more, less = max(1.0, self._scale), min(1.0, self._scale)  # of a day of many papers more is expected
        large = [slug for slug in order if _is_more(size.get(slug, 0), more * usual[slug]) and slug not in self._first]
        small = [slug for slug in reversed(order) if _is_more(less * usual[slug], size.get(slug, 0))]
        return large[:THEMES], small[:THEMES]

    def _weight(self, slug: str) -> tuple[float, float, str]:
        """Sorts themes by their papers today, then by those they usually have."""
        return -self._sizes[slug], -(self._usual or {}).get(slug, 0), slug

    def _compared(self, slug: str) -> str:
        return f", usually {_rounded(self._usual[slug])}" if self._usual else ""

    def _about(self, slug: str, note: str) -> Line:
        """How many papers a theme has, and the one whose sentence tells most of its subject."""
        subject = Subject(name=self._themes[slug].name, theme=slug)
        quoted = [key for key in self._basis.themes[slug] if key not in self._told and self._quote(key)]
        best = max(quoted, key=lambda key: (*_telling(self._items[key]), key), default=None)
        if best is None:
            return f"{self._sizes[slug]:,} on ", subject, f"{note}."
        self._told.add(best)
        return f"{self._sizes[slug]:,} on ", subject, f"{note}. ", *self._line(best, self._quote(best))

    def _fewer(self, slugs: Sequence[str]) -> Iterator[Line]:
        parts: list[str | Subject] = []
        for slug in slugs:
            subject = Subject(name=self._themes[slug].name, theme=slug)
            parts += ["; ", f"{self._sizes.get(slug, 0) or 'none'} on ", subject, self._compared(slug)]
        if parts:
            yield tuple(parts[1:])

    def _changes(self) -> Iterator[Line]:
        gone = [Mention(key=key, name=self._items[key].title) for key in self._basis.withdrawn if key in self._items]
        if gone:
            named = [part for mention in gone[:QUOTED] for part in ("; ", mention)][1:]
            more = [f"; and {len(gone) - QUOTED:,} more"] if len(gone) > QUOTED else []
            yield (f"{len(gone):,} withdrawn: ", *named, *more)
        for key, new, words in self._basis.revised[: CHANGED - bool(gone)]:
            if key in self._items:
                yield f"{new:,} of {words:,} words of the abstract new: ", *self._line(key, self._quote(key))

    def _quote(self, key: str) -> Quote | None:
        return self._items[key].quote if key in self._items else None

    def _line(self, key: str, quote: Quote | None) -> Line:
        """A paper and its sentence."""
        title = self._items[key].title
        said = (" " if title.endswith(("?", "!", ".")) else ". ", quote) if quote else ()
        return (Mention(key=key, name=title), *said)


def _is_more(size: float, usual: float) -> bool:
    return size >= max(LARGE, 1.5 * usual, usual + 2, usual + APART * math.sqrt(usual))


def _rounded(usual: float) -> str:
    return f"{math.floor(usual + 0.5):,}" if usual else "none"


def _fitting(parts: Sequence[Points]) -> list[Points]:
    """The lists with MOST lines together: the last of the longest loses its last one first."""
    kept = list(parts)
    while sum(len(part.lines) for part in kept) > MOST:
        place = max(range(len(kept)), key=lambda place: (len(kept[place].lines), place))
        kept[place] = replace(kept[place], lines=kept[place].lines[:-1])
    return kept


def _telling(item: Item) -> tuple[bool, bool, float]:
    """Sorts papers by their sentences: a result before all else, without formulas that plain text cannot write, in few
    words that are rare and in the title, too."""
    said = item.quote.text if item.quote else ""
    shared = terms.frequencies(item.title).keys() & terms.frequencies(said).keys()
    rare = sum(sorted(rarity.table().get(term, rarity.UNKNOWN) for term in shared))
    return item.result, not {*"^_"} & {*said}, rare / math.sqrt(len(said) + 1)


def text(line: Line) -> str:
    """A line as the reader sees it."""
    return "".join(
        part if isinstance(part, str) else part.text if isinstance(part, Quote) else part.name for part in line
    )
