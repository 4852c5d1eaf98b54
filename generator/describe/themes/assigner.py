"""Which themes the rules give a paper, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Literal, NamedTuple

from generator.describe.themes.rules import derived
from generator.model import Theme
from generator.text.phrases import CONTEXT, Node
from generator.text.stems import forms, singular
from generator.text.tokens import split

TITLE = 2.5
"""How much a phrase counts in a title; in an abstract it counts 1."""
OFTEN = 3
"""How often a phrase with a weight of its own may count in one text: the fourth mention says nothing new. Of a plain
phrase every mention says half as much as the one before, and in a title only one counts."""
NAMED, DEFINED, PART, LEAST_WORD = 1.5, 1.0, 0.2, 0.1
"""How much a word of a plain theme's name, definition or phrases counts alone, relative to a phrase of its rarity; less
where it is a word of several themes. Weights below LEAST_WORD only cost time. Of 200 papers in archives of ten
categories 9 had another first theme with half of each: 7 a worse one, 2 a better one."""
ALONE = 0.5
"""The share of that which counts towards ENOUGH: a word tells which theme is meant better than whether any is."""
HOME = 0.3
"""What a plain theme gains, as a share of its points, where it is for the paper's primary category: a phrase may mean
another subject in another field. Of 40 papers that got another first theme by this, 25 got a better one, 9 a worse
one; a gain of .6 made as many worse as better."""
ENOUGH = 36.0
"""The points that a paper must have for its first theme and, together, for all that share a category with it: so a
theme needs the fewer, the more the paper speaks of its field; what it says of others is no help. With the starter sets,
.97 of a category's papers then have a theme, and .04 of papers of other fields one of cs.DC.
Themes whose phrases have weights need any points at all."""
SECOND_LEAST = 5.0
"""The least score of a second theme ..."""
SECOND_SHARE = 0.6
"""... and its least share of the first one's score."""

Place = Literal["title", "abstract", "categories"]


class Evidence(NamedTuple):
    """One reason for or against a theme."""

    words: str  # a phrase as in the file, or a category's code
    place: Place  # where it occurs
    times: int  # how often it occurs there
    weight: float  # of one mention
    points: float  # what it adds to the theme's score
    plain: bool = False  # whether it is a plain phrase or a word of one


class Score(NamedTuple):
    """A theme's score for a paper."""

    slug: str
    points: float
    needed: float  # points below which it is not given; 0: it needs more than none
    evidence: tuple[Evidence, ...]  # most points first
    excluded: tuple[str, ...]  # phrases in the paper that rule the theme out regardless of its points


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """Why a paper has its themes."""

    themes: tuple[str, ...]  # slugs, best first
    scores: tuple[Score, ...]  # of the themes for which a rule applies: best first, those ruled out last


@dataclass(frozen=True, slots=True, eq=False)
class _Rule:
    """What a phrase or a category contributes to one theme."""

    theme: int  # its position in the file
    words: str
    weights: Mapping[Place, float]
    plain: bool = False
    context: tuple[Node, ...] = ()  # phrases that must occur in the paper as well
    excludes: bool = False

    def points(self, place: Place, times: int) -> float:
        """What so many mentions add to the theme's score."""
        if not self.plain:
            return (TITLE if place == "title" else 1) * min(times, OFTEN) * self.weights[place]
        return (TITLE * min(times, 1) if place == "title" else 2 - 2 ** (1 - times)) * self.weights[place]


class Assigner:
    """Gives papers their themes by the rules of `themes`; make one and use it for all papers."""

    def __init__(self, themes: Iterable[Theme]) -> None:
        self._themes = tuple(themes)
        self._only = tuple(frozenset(theme.only) for theme in self._themes)
        self._root = Node()
        self._rules: dict[Node, list[_Rule]] = {}
        self._categories: dict[str, list[_Rule]] = {}
        words = _words(self._themes)
        for number, theme in enumerate(self._themes):
            for phrase in {**theme.phrases, **theme.title}:
                abstract = theme.phrases.get(phrase, 0.0)
                title = theme.title.get(phrase, abstract)
                self._add(number, phrase, {"title": title, "abstract": abstract}, plain=theme.plain)
            for phrase in theme.exclude:
                self._add(number, phrase, {"title": 0.0, "abstract": 0.0}, excludes=True)
            for word, weight in words[number].items():
                self._add(number, word, {"title": weight, "abstract": weight}, plain=True)
            for code, weight in theme.categories.items():
                self._categories.setdefault(code, []).append(_Rule(number, code, {"categories": weight}))

    def _add(self, theme: int, words: str, weights: Mapping[Place, float], **how: bool) -> None:
        phrase, *context = words.split(CONTEXT)
        nodes = tuple(self._root.reach(part) for part in context)
        rules = self._rules.setdefault(self._root.reach(phrase), [])
        rules.append(_Rule(theme, words, weights, context=nodes, **how))

    def judged(self, categories: Sequence[str]) -> frozenset[int]:
        """The places of the themes that may be given to papers in these categories: without any, all."""
        return frozenset(
            number
            for number, only in enumerate(self._only)
            if not only or not categories or not only.isdisjoint(categories)
        )

    def themes(self, title: str, abstract: str | None, categories: Sequence[str]) -> tuple[str, ...]:
        """The slugs of a paper's themes, best first: one or two, or none if too little speaks for any.

        A phrase counts TITLE times in the title. Equal scores keep the order of the file.
        """
        return self.explain(title, abstract, categories).themes

    def explain(self, title: str, abstract: str | None, categories: Sequence[str]) -> Explanation:
        """The same themes with all evidence for and against those that may be given to papers in these categories."""
        evidence: dict[int, list[Evidence]] = {}
        excluded: dict[int, list[str]] = {}
        for rule, place, times in self._applied(title, abstract or "", categories):
            found = evidence.setdefault(rule.theme, [])
            if rule.excludes:
                excluded.setdefault(rule.theme, []).append(rule.words)
            else:
                points = rule.points(place, times)
                found.append(Evidence(rule.words, place, times, rule.weights[place], points, rule.plain))
        told = {theme: self._told(theme, found) for theme, found in evidence.items()}
        for theme, points in told.items():
            if points and self._only[theme].intersection(categories[:1]):
                evidence[theme].append(Evidence(categories[0], "categories", 1, HOME, HOME * points))
        points_of = {theme: sum(one.points for one in found) for theme, found in evidence.items()}
        ranked = sorted(points_of, key=lambda theme: (theme in excluded, -points_of[theme], theme))
        given: list[int] = []
        scores: list[Score] = []
        for theme in ranked:
            points, needed = points_of[theme], 0.0
            if given:
                needed = max(SECOND_LEAST, SECOND_SHARE * points_of[given[0]])
            elif self._themes[theme].plain:
                only = self._only[theme]
                field = sum(told[other] for other in told if not only or not (its := self._only[other]) or only & its)
                needed = max(0.0, points + ENOUGH - told[theme] - field)
            if 0 < points >= needed and theme not in excluded and len(given) < 2:
                given.append(theme)
            reasons = tuple(sorted(evidence[theme], key=lambda one: (-one.points, one.words, one.place)))
            against = tuple(dict.fromkeys(excluded.get(theme, ())))
            scores.append(Score(self._themes[theme].slug, points, needed, reasons, against))
        return Explanation(themes=tuple(self._themes[theme].slug for theme in given), scores=tuple(scores))

    def _told(self, theme: int, found: Iterable[Evidence]) -> float:
        """The points of plain phrases in full, those of words alone by ALONE."""
        phrases = self._themes[theme].phrases
        return sum(one.points * (1 if one.words in phrases else ALONE) for one in found if one.plain)

    def _applied(self, title: str, abstract: str, categories: Sequence[str]) -> Iterator[tuple[_Rule, Place, int]]:
        """(rule, place, times) of each rule that applies."""
        in_title, in_abstract = self._root.met(split(title)), self._root.met(split(abstract))
        judged = self.judged(categories)
        places: tuple[tuple[Place, Counter[Node]], ...] = (("title", in_title), ("abstract", in_abstract))
        for place, counts in places:
            for node, times in counts.items():
                for rule in self._rules.get(node, ()):
                    applies = rule.theme in judged and (rule.weights[place] or rule.excludes)
                    if applies and all(part in in_title or part in in_abstract for part in rule.context):
                        yield rule, place, times
        for code in categories:
            yield from ((rule, "categories", 1) for rule in self._categories.get(code, ()) if rule.theme in judged)


def _words(themes: Sequence[Theme]) -> list[dict[str, float]]:
    """The words of each plain theme that are no phrases of it, with their weights."""
    words: list[dict[str, tuple[str, float]]] = []
    for theme in themes:
        phrases = {singular(phrase.lower()) for phrase in theme.phrases}
        kinds = ((theme.phrases, PART), ((theme.definition,), DEFINED), ((theme.name,), NAMED)) if theme.plain else ()
        parts = {singular(word): (word, worth) for texts, worth in kinds for text in texts for word in split(text)}
        words.append({part: how for part, how in parts.items() if len(part) > 2 and part not in phrases})
    shared = Counter(chain.from_iterable(words))
    return [
        {
            word: weight
            for part, (word, worth) in some.items()
            if (weight := worth * min(map(derived, forms(word))) / shared[part]) >= LEAST_WORD
        }
        for some in words
    ]
