"""Which themes the rules give a paper, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Literal, NamedTuple

from generator.describe.themes.rules import derived
from generator.model import Theme
from generator.text import cues
from generator.text.phrases import CONTEXT, Node
from generator.text.stems import singular
from generator.text.tokens import split

TITLE = 2.5
"""How much a phrase counts in a title; in an abstract it counts 1."""
SERVED = 0.5
"""How much it counts after "for" in a title: what the work is for, not what it is."""
CLAIMED = 2
"""How much it counts where an abstract says what the work does ..."""
SPAN = 20
"""... that is, within so many words from "we present" or "this paper" on."""
OFTEN = 3
"""How often a phrase with a weight of its own may count in one text: the fourth mention says nothing new. Of a plain
phrase every mention says half as much as the one before, and in a title only one counts."""
HINT, LEAST_HINT = 0.2, 0.1
"""How much a word counts that is part of a plain theme's phrases, name or definition, alone, relative to a phrase; less
where it is a part of several themes. Weights below LEAST_HINT only cost time."""
LEAST, TOGETHER = 6.0, 20.0
"""A paper has a theme of plain phrases if the theme has LEAST points, and all that may be given to the paper TOGETHER.
Measured with the starter sets: .93 of a category's papers have a theme, .13 of papers of other fields; with the first
bound alone, at 7, and without hints, .93 and .20. Themes whose phrases have weights need any points at all."""
SECOND_LEAST = 5.0
"""The least score of a second theme ..."""
SECOND_SHARE = 0.6
"""... and its least share of the first one's score."""

Place = Literal["title", "abstract", "categories"]


class Evidence(NamedTuple):
    """One reason for or against a theme."""

    words: str  # a phrase as in the file, or a category's code
    place: Place  # where it occurs
    times: float  # how often it counts there, before later mentions count less
    weight: float  # of one mention
    points: float  # what it adds to the theme's score
    plain: bool = False  # whether it is a plain phrase or a word of one


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
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
    together: float = 0.0  # points of plain phrases for any theme


@dataclass(frozen=True, slots=True, eq=False)
class _Rule:
    """What a phrase or a category contributes to one theme."""

    theme: int  # its position in the file
    words: str
    weights: Mapping[Place, float]
    plain: bool = False
    context: tuple[Node, ...] = ()  # phrases that must occur in the paper as well
    excludes: bool = False

    def points(self, place: Place, times: float) -> float:
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
        hints = _hints(self._themes)
        for number, theme in enumerate(self._themes):
            for phrase in {**theme.phrases, **theme.title}:
                abstract = theme.phrases.get(phrase, 0.0)
                title = theme.title.get(phrase, abstract)
                self._add(number, phrase, {"title": title, "abstract": abstract}, plain=theme.plain)
            for phrase in theme.exclude:
                self._add(number, phrase, {"title": 0.0, "abstract": 0.0}, excludes=True)
            for word, weight in hints[number].items():
                self._add(number, word, {"title": weight, "abstract": weight}, plain=True)
            for code, weight in theme.categories.items():
                self._categories.setdefault(code, []).append(_Rule(number, code, {"categories": weight}))

    def _add(self, theme: int, words: str, weights: Mapping[Place, float], **how: bool) -> None:
        phrase, *context = words.split(CONTEXT)
        nodes = tuple(self._root.reach(part) for part in context)
        rules = self._rules.setdefault(self._root.reach(phrase), [])
        rules.append(_Rule(theme, words, weights, context=nodes, **how))

    def judged(self, categories: Sequence[str]) -> frozenset[int]:
        """The places of the themes that may be given to papers in these categories."""
        return frozenset(
            number for number, only in enumerate(self._only) if not only or not only.isdisjoint(categories)
        )

    def themes(self, title: str, abstract: str | None, categories: Sequence[str]) -> tuple[str, ...]:
        """The slugs of a paper's themes, best first: one or two, or none if too little speaks for any.

        A phrase counts TITLE times in the title (SERVED after "for"), CLAIMED times where authors say what they do.
        Equal scores keep the order of the file.
        """
        return tuple(self._themes[theme].slug for theme in self._best(self._applied(title, abstract, categories)))

    def explain(self, title: str, abstract: str | None, categories: Sequence[str]) -> Explanation:
        """The same themes with all evidence for and against those that may be given to papers in these categories."""
        evidence: dict[int, list[Evidence]] = {}
        excluded: dict[int, list[str]] = {}
        applied = list(self._applied(title, abstract, categories))
        for rule, place, times, points in applied:
            found = evidence.setdefault(rule.theme, [])
            if rule.excludes:
                excluded.setdefault(rule.theme, []).append(rule.words)
            else:
                found.append(Evidence(rule.words, place, times, rule.weights[place], points, rule.plain))
        points_of = {theme: sum(one.points for one in evidence[theme]) for theme in sorted(evidence)}
        given = self._best(applied)
        scores = [
            Score(
                slug=self._themes[theme].slug,
                points=points_of[theme],
                needed=self._needed(theme, points_of[given[0]] if given and theme != given[0] else None),
                evidence=tuple(sorted(evidence[theme], key=lambda one: (-one.points, one.words, one.place))),
                excluded=tuple(dict.fromkeys(excluded.get(theme, ()))),
            )
            for theme in sorted(points_of, key=lambda theme: (theme in excluded, -points_of[theme], theme))
        ]
        return Explanation(
            themes=tuple(self._themes[theme].slug for theme in given),
            scores=tuple(scores),
            together=sum(points for rule, _, _, points in applied if rule.plain),
        )

    def _applied(
        self, title: str, abstract: str | None, categories: Sequence[str]
    ) -> Iterator[tuple[_Rule, Place, float, float]]:
        """(rule, place, times, points) of each rule that applies; rules that exclude have no points."""
        heading, text = split(title), split(abstract or "")
        in_title = self._root.met(heading, _title_worth(heading))
        in_abstract = self._root.met(text, _abstract_worth(text))
        judged = self.judged(categories)
        places: tuple[tuple[Place, dict[Node, float]], ...] = (("title", in_title), ("abstract", in_abstract))
        for place, counts in places:
            for node, times in counts.items():
                for rule in self._rules.get(node, ()):
                    if rule.theme not in judged or not (rule.weights[place] or rule.excludes):
                        continue
                    if rule.context and not all(part in in_title or part in in_abstract for part in rule.context):
                        continue
                    yield rule, place, times, rule.points(place, times)
        for code in categories:
            for rule in self._categories.get(code, ()):
                if rule.theme in judged:
                    yield rule, "categories", 1, rule.weights["categories"]

    def _best(self, applied: Iterable[tuple[_Rule, Place, float, float]]) -> tuple[int, ...]:
        scores: dict[int, float] = {}
        excluded: set[int] = set()
        together = 0.0
        for rule, _, _, points in applied:
            scores[rule.theme] = scores.get(rule.theme, 0.0) + points
            together += points if rule.plain else 0.0
            if rule.excludes:
                excluded.add(rule.theme)
        ranked = sorted(
            (-points, theme)
            for theme, points in scores.items()
            if points > 0 and theme not in excluded and points >= self._needed(theme)
            if together >= TOGETHER or not self._themes[theme].plain
        )
        second = [theme for points, theme in ranked[1:2] if -points >= self._needed(theme, -ranked[0][0])]
        return (*(theme for _, theme in ranked[:1]), *second)

    def _needed(self, theme: int, first: float | None = None) -> float:
        """The points that a theme needs as the first one, or beside a first one with `first` points."""
        least = LEAST if self._themes[theme].plain else 0.0
        return least if first is None else max(least, SECOND_LEAST, SECOND_SHARE * first)


def _hints(themes: Sequence[Theme]) -> list[dict[str, float]]:
    """The words of each plain theme that are no phrases of it, with their weights."""
    words: list[dict[str, str]] = []
    for theme in themes:
        texts = (theme.name, theme.definition, *theme.phrases) if theme.plain else ()
        phrases = {singular(phrase.lower()) for phrase in theme.phrases}
        parts = {singular(word): word for text in texts for word in split(text) if len(word) > 2}
        words.append({part: word for part, word in parts.items() if part not in phrases})
    shared = Counter(chain.from_iterable(words))
    weights = [{word: HINT * derived(word) / shared[part] for part, word in some.items()} for some in words]
    return [{word: weight for word, weight in some.items() if weight >= LEAST_HINT} for some in weights]


def _title_worth(words: list[str]) -> list[float]:
    """How much a phrase counts that begins at each word of a title."""
    if "for" not in words:
        return [1] * len(words)
    before = words.index("for")
    return [1] * before + [SERVED] * (len(words) - before)


def _abstract_worth(words: list[str]) -> list[float]:
    worth: list[float] = [1] * (len(words) + SPAN)
    for place, word in enumerate(words):
        if (
            (word == "we" and not cues.CLAIM_VERBS.isdisjoint(words[place + 1 : place + 3]))
            or (  # "we then show"
                word == "this" and not cues.CLAIM_PAPERS.isdisjoint(words[place + 1 : place + 2])
            )
        ):
            worth[place : place + SPAN] = [CLAIMED] * SPAN
    return worth
