"""A digest, put together: themes beside what is usual, threads, firsts, what was withdrawn or revised."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, starmap
from typing import NamedTuple

from daybook.describe.digests.bases import Standing
from daybook.describe.related import terms
from daybook.model import Basis, Digest, Line, Mention, Points, Quote, Subject, Theme, Thread
from daybook.text import rarity
from daybook.text.language import _, number

MOST, LEAST = 10, 6  # lines at most; with fewer than LEAST, or none on a theme, it tells of themes as usual, too
THEMES, THREADS, QUOTED, CHANGED = 3, 3, 3, 2  # themes, threads, lines of a thread, and on what changed, at most
FEW = 8  # a list of fewer papers is looked over faster than a digest of what is usual of them
LARGE = 3  # papers of a theme that is larger than usual, at least: half as many again as usual, two more, and ...
APART = 1.5  # ... so many times the square root of the usual number more: what chance brings stays within


Rank = tuple[bool, bool, float, str]


class Item(NamedTuple):
    """A paper as a digest names it, in the words that were announced."""

    title: str  # plain
    quote: Quote | None  # the sentence that it shows
    result: bool = False  # whether that says what was found


@dataclass(frozen=True)
class Editor:
    """Puts a digest together; no paper has two lines."""

    basis: Basis
    standing: Standing
    items: Mapping[str, Item]  # by key: all papers of the basis
    themes: Mapping[str, Theme]  # by slug
    _told: set[str] = field(default_factory=set, init=False)
    _ranks: dict[str, Rank] = field(default_factory=dict, init=False)

    def digest(self, chosen: Sequence[Thread] = ()) -> Digest | None:
        """The digest; None where there is nothing to say beyond a list of the papers. `chosen`: threads of a language
        model, which go first."""
        threads, large = self._threads(chosen), self._large()
        gaps = {slug: days for slug, days in self.standing.first.items() if slug in self._sizes and slug not in large}
        first = sorted(gaps, key=lambda slug: (-gaps[slug], slug))[:1]
        parts = [
            _points(_("More than usual"), map(self._about, large)),
            *threads,
            _points(_("First here"), [self._about(slug, gaps[slug]) for slug in first]),
            _points(_("Withdrawn or revised"), self._changes()),
        ]
        left = max(0 if large else 2, LEAST - sum(len(part.lines) for part in parts))
        if left > 0 and self.basis.total >= FEW:
            parts.append(self._rest(left, {*large, *first}))
        while sum(len(part.lines) for part in parts) > MOST:
            longest = max(reversed(parts), key=lambda part: len(part.lines))
            parts[parts.index(longest)] = replace(longest, lines=longest.lines[:-1])
        parts = [part for part in parts if part.lines]
        return Digest(paragraphs=tuple(parts)) if parts else None

    @cached_property
    def _sizes(self) -> dict[str, int]:
        return {slug: len(keys) for slug, keys in self.basis.themes.items() if slug in self.themes}

    def _threads(self, chosen: Sequence[Thread]) -> list[Points]:
        """The threads that have two papers with a sentence, results first."""
        found = [(each.heading, [line for line in each.lines if line[0] in self.items], each.by) for each in chosen]
        for heading, papers, _words in self.basis.threads:
            keys = sorted(self._quoted(papers), key=lambda key: not self.items[key].result)
            found.append((heading, [(key, quote) for key in keys if (quote := self.items[key].quote)], ""))
        kept = [each for each in found if len(each[1]) > 1][:THREADS]
        self._told.update(key for _heading, lines, _by in kept for key, _quote in lines)
        return [_points(heading, starmap(self._line, lines[:QUOTED]), by) for heading, lines, by in kept]

    def _large(self) -> list[str]:
        """The themes that are larger than usual, the most unusual first. More is expected of many papers."""
        if self.standing.usual is None:
            return []
        scale, gap = max(1.0, self.basis.total / max(1.0, self.standing.total)), dict[str, float]()
        for slug, size in self._sizes.items():
            usual = scale * self.standing.usual.get(slug, 0.0)
            if size >= max(LARGE, 1.5 * usual, usual + 2, usual + APART * math.sqrt(usual)):
                gap[slug] = (size - usual) / math.sqrt(usual + 1)
        return sorted(gap, key=lambda slug: (-gap[slug], slug))[:THEMES]

    def _rest(self, most: int, told: set[str]) -> Points:
        """The largest of the other themes; where none has two papers, the papers with most to tell."""
        if max(self._sizes.values(), default=0) < 2:
            every = dict.fromkeys(chain.from_iterable(self.basis.themes.values()))
            keys = sorted(self._quoted(every), key=self._rank, reverse=True)
            return _points(_("Results"), map(self._line, keys[:most]))
        best = {slug: max(map(self._rank, self._quoted(keys)), default=()) for slug, keys in self.basis.themes.items()}
        slugs = sorted(self._sizes.keys() - told, key=lambda slug: (self._sizes[slug], best[slug], slug), reverse=True)
        return _points(_("Other themes") if told else _("Largest themes"), map(self._about, slugs[:most]))

    def _about(self, slug: str, days: int = 0) -> Line:
        """How many papers a theme has, how many are usual, if that says more, and the paper that has most to tell."""
        size, usual = self._sizes[slug], self.standing.usual
        message, values = _("{n} on {theme}"), {"n": number(size), "days": number(days)}
        if days:
            message = _("{n} on {theme}, the first in {days} announcement days")
        elif usual is not None and (size >= LARGE or usual.get(slug, 0) >= 1):
            values["usual"] = number(math.floor(usual.get(slug, 0) + 0.5))
            some = values["usual"] != "0"
            message = _("{n} on {theme}, usually {usual}") if some else _("{n} on {theme}, usually none")
        best = max(self._quoted(self.basis.themes[slug]), key=self._rank, default="")
        self._told.add(best)
        said = (". ", *self._line(best)) if best else ()
        return (*_line(message, "theme", Subject(name=self.themes[slug].name, theme=slug), **values), *said)

    def _changes(self) -> Iterator[Line]:
        gone, revised = self.basis.withdrawn, sorted(self.basis.revised, key=lambda each: -each[1])
        if gone:
            named = [part for key in gone[:QUOTED] for part in ("; ", Mention(key=key, name=self.items[key].title))][1:]
            message = _("{n} withdrawn, such as {papers}") if len(gone) > QUOTED else _("{n} withdrawn: {papers}")
            yield _line(message, "papers", *named, n=number(len(gone)))
        for key, new, words in revised[: CHANGED - bool(gone)]:
            message = _("{n} of {all} words of the abstract new: {paper}")
            yield _line(message, "paper", *self._line(key), n=number(new), all=number(words))

    def _quoted(self, keys: Iterable[str]) -> list[str]:
        """Those of these papers that have a sentence and no line."""
        return [key for key in keys if key not in self._told and self.items[key].quote]

    def _rank(self, key: str) -> Rank:
        """Sorts papers by their sentences: a result before all else, without formulas that plain text cannot write, in
        few words that are rare and in the title, too."""
        if key not in self._ranks:
            item = self.items[key]
            said = item.quote.text if item.quote else ""
            shared = terms.of(item.title) & terms.of(said)
            rare = sum(sorted(rarity.table().get(term, rarity.UNKNOWN) for term in shared))
            self._ranks[key] = item.result, "^" not in said and "_" not in said, rare / math.sqrt(len(said) + 1), key
        return self._ranks[key]

    def _line(self, key: str, quote: Quote | None = None) -> Line:
        """A paper and its sentence."""
        title, said = self.items[key].title, quote or self.items[key].quote
        end = " " if title.endswith(("?", "!", ".")) else ". "
        return (Mention(key=key, name=title), *((end, said) if said else ()))


def _line(message: str, place: str, *parts: str | Mention | Subject | Quote, **values: str) -> Line:
    """The words of a message, with these parts in one of its places."""
    before, after = (words.format_map(values) for words in message.split(f"{{{place}}}"))
    return (before, *parts, *filter(None, (after,)))


def _points(heading: str, lines: Iterable[Line], by: str = "") -> Points:
    return Points(heading=heading, lines=tuple(lines), by=by or None)
