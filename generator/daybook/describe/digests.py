"""Digests: what a day, a week or a month brought, in ten lines of counts and of sentences from abstracts.

A day's basis (its papers by theme, threads of papers that share a question, what was withdrawn or revised) is made of
the words announced on that day, and is compared with those of earlier days: so a new day needs its own basis only, and
changes no older digest. An Editor puts the digest together.
"""

from __future__ import annotations

import datetime as dt
import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, combinations, islice, pairwise, starmap
from statistics import median
from typing import NamedTuple

from daybook.describe import related
from daybook.describe.related import Postings, pack
from daybook.model import (
    REPLACED,
    Basis,
    Day,
    Digest,
    EntryType,
    Line,
    Mention,
    Outline,
    Paper,
    Points,
    Quote,
    Shared,
    Theme,
    ThemeMention,
    Thread,
)
from daybook.text import changes, markup, vocabulary
from daybook.text.language import _, number

FRESH: tuple[EntryType, ...] = ("new", "cross")  # what a digest counts: replacements were counted when they were new
UNTHEMED = ""  # what papers without a theme stand under
RENEWED = 0.3  # the share of an abstract's words that are new in a revision, at least
DAYS, LEAST_DAYS = 20, 5  # with so many earlier days a day is compared, at most and at least
SPANS, LEAST_SPANS = 8, 2  # with so many earlier weeks or months one is compared
MAIN = 0.8  # of a day's papers, at least, the listings must have been read on the days that it is compared with
AGED, LONG = 20, 60  # announcement days after which a theme's first paper is news, and the first since the last one


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
            words.append(read_words(item.key, markup.plain(said.title), markup.plain(said.abstract or "")))
        for slug in slugs or (UNTHEMED,):
            themes[slug].append(item.key)
    found = Basis(dict(listings), {slug: tuple(keys) for slug, keys in themes.items()})
    if day.reconstructed:
        return found._replace(listings={})
    withdrawn, revised = list[str](), list[tuple[str, int, int]]()
    for item in day.of_type(*REPLACED):
        paper = papers[item.key]
        gone = paper.is_withdrawn(item.version)
        withdrawn += [paper.key] if gone else []
        for before, after in pairwise(() if gone else paper.editions):
            if after.version == item.version and before.abstract and after.abstract:
                now = markup.words(after.abstract)
                pieces = changes.of(markup.words(before.abstract), now)
                new = sum(len(piece.words) for piece in pieces if piece.kind == "added")
                revised += [(paper.key, new, len(now))] if new >= RENEWED * len(now) else []
    return found._replace(threads=threads_of(words), withdrawn=tuple(withdrawn), revised=tuple(revised))


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


class Standings:
    """How each day compares with the days before it; made when it is asked for."""

    def __init__(self, bases: Mapping[dt.date, Basis]) -> None:
        """`bases`: of all days, oldest first."""
        self._bases, self._before = bases, list[Basis]()
        self._places: dict[dt.date, int] = {}
        self.first: dict[dt.date, Mapping[str, int]] = {}  # of each day, `Standing.first`
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


def standing(before: Sequence[Basis], least: int, first: Mapping[str, int]) -> Standing:
    """How what comes next compares with these days, weeks or months, of which `least` are enough to say."""
    if len(before) < least:
        return Standing(first=first)
    slugs = dict.fromkeys(chain.from_iterable(each.themes for each in before))
    usual = {slug: median(len(each.themes.get(slug, ())) for each in before) for slug in slugs}
    return Standing(usual, median(each.total for each in before), first)


# Threads: papers of a day that share a question, found by what few other papers of the day say.

MOST_TOGETHER, LONGEST_HEADING = 4, 6  # papers of a thread (and threads of a day), and words of a heading, at most
LONGEST_TITLE = 400  # characters of a title that are looked at: its phrases are many
ALIKE = 0.18  # how alike each two papers of a thread are at least: the cosine of their signatures
RARE = 7.0  # how rare the words of a heading are together, at least
WHOLE = 2.0  # what it is worth that a heading ends where its noun does, not within "flat band metal"
LEAST_WEIGHT = 4.0  # of a thread: on 18 days of nine fields, lighter ones may share but an instrument
_SIGNS = ":;.,?!()[]“”\"'"
_BREAK = re.compile(r"[:;.,?!)\]] |[(\[]")  # where a phrase of a title ends


class DayWords(NamedTuple):
    """A paper's words as announced."""

    key: str
    title: str  # plain
    line: str  # its terms, as `related.line` gives them
    said: str  # its terms in order, a blank around each


def read_words(key: str, title: str, abstract: str) -> DayWords:
    """What threads know of a paper. `title` and `abstract` are plain."""
    said = filter(None, map(related.term_of, vocabulary.of_signature(f"{title} . {abstract}"[: related.LONGEST])))
    return DayWords(key, title, related.line(title, abstract), f" {' '.join(said)} ")


def threads_of(papers: Sequence[DayWords]) -> tuple[Shared, ...]:
    """The threads of a day's papers, the best first; no paper is in two. Each two papers of a thread are alike, and all
    of them have the words of its heading, which stand together in the title of one and in another. Its weight: how rare
    these words are, times how alike the two are that are least so."""
    held = Counter(term for paper in papers for term in paper.line.split(" ")[:-1])
    # What few papers of arXiv and of the day have weighs most; in one paper or two is the same.
    weights = {term: round(_rarity(term) * math.log(len(papers) / max(2, count) + 1)) for term, count in held.items()}
    shelf = Postings([pack([related.signature(each.line, weights.__getitem__) for each in papers])])
    pairs: dict[tuple[DayWords, DayWords], float] = {}  # two that are alike enough, either first -> how much
    for place, paper in enumerate(papers):
        others, _, likeness = shelf.alike(place, ALIKE)
        pairs |= {(paper, papers[at]): share for at, share in zip(others.tolist(), likeness.tolist(), strict=True)}
    left, found = dict.fromkeys(papers), list[Shared]()
    for pair in sorted(pairs, key=lambda pair: (-pairs[pair], pair)):
        thread = _grown(pair, pairs, left) if pair[0] < pair[1] and {*pair} <= left.keys() else None
        if thread and thread.weight >= LEAST_WEIGHT:
            left = dict.fromkeys(paper for paper in left if paper.key not in thread.papers)
            found.append(thread)
    return tuple(sorted(found, key=lambda thread: -thread.weight)[:MOST_TOGETHER])


def _rarity(term: str) -> float:
    """How rare a term is; one that the table does not have, a system's name or a typing error, counts as half."""
    return vocabulary.table().get(term, vocabulary.UNKNOWN / 2)


def _grown(
    pair: tuple[DayWords, DayWords], pairs: Mapping[tuple[DayWords, DayWords], float], others: Iterable[DayWords]
) -> Shared | None:
    """The thread that begins with two papers."""
    members, heading = [*pair], _heading(pair)
    for paper in others if heading else ():
        if len(members) < MOST_TOGETHER and all((paper, member) in pairs for member in members):
            wider = _heading([*members, paper])
            members, heading = ([*members, paper], wider) if wider else (members, heading)
    if heading is None:
        return None
    _, phrase, rare = heading
    weight = rare * min(pairs[two] for two in combinations(members, 2)) * math.sqrt(len(members))
    return Shared(phrase[:1].upper() + phrase[1:], tuple(paper.key for paper in members), round(weight, 3))


def _heading(papers: Sequence[DayWords]) -> tuple[float, str, float] | None:
    """How good the phrase of one of their titles is that says best and shortest what these papers share; the phrase;
    how rare its words are. All have its words; two have them together, but for a noun at its end."""
    shared = frozenset.intersection(*(frozenset(paper.line.split(" ")[:-1]) for paper in papers))
    found = []
    for phrase, stems, whole in chain.from_iterable(_phrases(paper.title) for paper in papers):
        rare = sum(map(_rarity, sorted(set(stems))))
        core = stems[:-1] if whole and len({*stems[:-1]}) > 1 else stems
        together = f" {' '.join(core)} "
        if rare >= RARE and shared.issuperset(stems) and sum(together in paper.said for paper in papers) > 1:
            found.append((rare + WHOLE * whole - 0.1 * phrase.count(" "), phrase, rare))
    return max(found, default=None)


def _phrases(title: str) -> Iterator[tuple[str, tuple[str, ...], bool]]:
    """The phrases of a title, the terms of each (two at least, one at either end), and whether no noun can follow."""
    for words in map(str.split, _BREAK.split(title[:LONGEST_TITLE])):
        parts = map(vocabulary.of_signature, words)
        stems = [[term for part in each if (term := related.term_of(part))] for each in parts]
        for start, end in combinations(range(len(words) + 1), 2):
            inner = tuple(chain.from_iterable(stems[start:end])) if 1 < end - start <= LONGEST_HEADING else ()
            if len({*inner}) > 1 and stems[start] and stems[end - 1]:
                ends = end == len(words) or words[end].lower() in vocabulary.THEME_ENGLISH
                yield " ".join(words[start:end]).strip(_SIGNS), inner, ends


# A digest, put together: themes beside what is usual, threads, firsts, what was withdrawn or revised.

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
        return (*_line(message, "theme", ThemeMention(name=self.themes[slug].name, theme=slug), **values), *said)

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
            shared = related.terms_of(item.title) & related.terms_of(said)
            rare = sum(sorted(vocabulary.table().get(term, vocabulary.UNKNOWN) for term in shared))
            self._ranks[key] = item.result, "^" not in said and "_" not in said, rare / math.sqrt(len(said) + 1), key
        return self._ranks[key]

    def _line(self, key: str, quote: Quote | None = None) -> Line:
        """A paper and its sentence."""
        title, said = self.items[key].title, quote or self.items[key].quote
        end = " " if title.endswith(("?", "!", ".")) else ". "
        return (Mention(key=key, name=title), *((end, said) if said else ()))


def _line(message: str, place: str, *parts: str | Mention | ThemeMention | Quote, **values: str) -> Line:
    """The words of a message, with these parts in one of its places."""
    before, after = (words.format_map(values) for words in message.split(f"{{{place}}}"))
    return (before, *parts, *filter(None, (after,)))


def _points(heading: str, lines: Iterable[Line], by: str = "") -> Points:
    return Points(heading=heading, lines=tuple(lines), by=by or None)
