"""Which themes a paper has by the rules, and why. About 75 microseconds for an abstract of 1,400 characters."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from generator.model import Theme
from generator.text import cues
from generator.text.phrases import CONTEXT, Node
from generator.text.tokens import split

TITLE = 2.5
"""How often a phrase in a title counts, against once in an abstract."""
SERVED = 0.5
"""What a mention counts behind "for" in a title: there stands what the work serves, before it what it is."""
CLAIMED = 2
"""What a mention counts where an abstract says what the work does ..."""
SPAN = 20
"""... which are so many words from "we present" or "this paper" on."""
OFTEN = 3
"""How many times a phrase may count in one text: the fourth mention says nothing new."""
SECOND_LEAST = 5.0
"""The score that a second theme needs ..."""
SECOND_SHARE = 0.6
"""... and the share of the first one's score."""

Place = Literal["title", "abstract", "categories"]
_Counts = Mapping[Node, float]


class Evidence(NamedTuple):
    """What speaks for a theme, or against it."""

    words: str  # a phrase as the file has it, or a category's code
    place: Place  # where it stands
    times: float  # how often it counts there
    weight: float  # of one mention, as the file has it
    points: float  # what it adds to the theme's score


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """How a theme fares with a paper."""

    slug: str
    points: float
    evidence: tuple[Evidence, ...]  # most points first
    excluded: tuple[str, ...]  # the phrases in the paper that rule the theme out, whatever its points


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """Why a paper has its themes."""

    themes: tuple[str, ...]  # slugs, best first
    scores: tuple[Score, ...]  # of the themes that any rule speaks of: best first, those ruled out last
    needed: float | None  # the points that a second theme needs; None: there is no first one


@dataclass(frozen=True, slots=True, eq=False)
class _Rule:
    """What a phrase or a category does for one theme."""

    theme: int  # its place in the file
    words: str
    title: float = 0.0  # weight in titles
    abstract: float = 0.0  # weight in abstracts; of a category
    context: tuple[Node, ...] = ()  # phrases that must stand in the paper, too
    excludes: bool = False


class _Held:
    """The rules of a phrase at one place, and for speed the same in two parts: most are but a theme and a weight."""

    __slots__ = ("others", "rules", "sure")

    def __init__(self) -> None:
        self.rules: list[_Rule] = []
        self.sure: list[tuple[int, float]] = []  # (theme, weight) of those that always count
        self.others: list[_Rule] = []  # with context, or excluding

    def add(self, rule: _Rule, weight: float) -> None:
        if not weight and not rule.excludes:
            return
        self.rules.append(rule)
        if rule.context or rule.excludes:
            self.others.append(rule)
        else:
            self.sure.append((rule.theme, weight))


class Assigner:
    """Gives papers their themes by the rules of `themes`; make it once and ask it for every paper."""

    def __init__(self, themes: Iterable[Theme]) -> None:
        self._slugs: list[str] = []
        self._root = Node()
        self._title: dict[Node, _Held] = {}
        self._abstract: dict[Node, _Held] = {}
        self._categories: dict[str, list[_Rule]] = {}
        for number, theme in enumerate(themes):
            self._slugs.append(theme.slug)
            for phrase in {**theme.phrases, **theme.title}:
                abstract = theme.phrases.get(phrase, 0.0)
                self._add(_Rule(number, phrase, theme.title.get(phrase, abstract), abstract))
            for phrase in theme.exclude:
                self._add(_Rule(number, phrase, excludes=True))
            for code, weight in theme.categories.items():
                self._categories.setdefault(code, []).append(_Rule(number, code, abstract=weight))

    def _add(self, rule: _Rule) -> None:
        phrase, *context = rule.words.split(CONTEXT)
        rule = replace(rule, context=tuple(self._reach(part) for part in context))
        node = self._reach(phrase)
        self._title[node].add(rule, rule.title)
        self._abstract[node].add(rule, rule.abstract)

    def _reach(self, phrase: str) -> Node:
        node = self._root.reach(phrase)
        self._title.setdefault(node, _Held())
        self._abstract.setdefault(node, _Held())
        return node

    def themes(self, title: str, abstract: str | None, categories: Sequence[str]) -> tuple[str, ...]:
        """The slugs of a paper's themes, best first: one or two, or none where no rule speaks for any.

        A phrase counts TITLE times in the title (SERVED behind "for"), CLAIMED times where authors claim something,
        in each text at most OFTEN times; equal scores go by the file's order.
        """
        in_title, in_abstract = self._met(title, abstract)
        scores = [0.0] * len(self._slugs)
        for node, count in in_title.items():
            times = TITLE * (count if count < OFTEN else OFTEN)
            for theme, weight in self._title[node].sure:
                scores[theme] += times * weight
        for node, count in in_abstract.items():
            times = count if count < OFTEN else OFTEN
            for theme, weight in self._abstract[node].sure:
                scores[theme] += times * weight
        excluded = set()
        for rule, _, _, points in self._told(in_title, in_abstract, categories, always=False):
            if rule.excludes:
                excluded.add(rule.theme)
            else:
                scores[rule.theme] += points
        return self._best(dict(enumerate(scores)), excluded)

    def explain(self, title: str, abstract: str | None, categories: Sequence[str]) -> Explanation:
        """The same themes with all that speaks for and against them."""
        found: dict[int, list[Evidence]] = {}
        excluded: dict[int, list[str]] = {}
        in_title, in_abstract = self._met(title, abstract)
        for rule, place, count, points in self._told(in_title, in_abstract, categories, always=True):
            if rule.excludes:
                excluded.setdefault(rule.theme, []).append(rule.words)
            else:
                weight = rule.title if place == "title" else rule.abstract
                found.setdefault(rule.theme, []).append(Evidence(rule.words, place, count, weight, points))
        points_of = {theme: sum(one.points for one in found.get(theme, ())) for theme in sorted({*found, *excluded})}
        themes = self._best({theme: points for theme, points in points_of.items() if theme in found}, excluded)
        order = sorted(points_of, key=lambda theme: (theme in excluded, -points_of[theme], theme))
        scores = tuple(
            Score(
                slug=self._slugs[theme],
                points=points_of[theme],
                evidence=tuple(sorted(found.get(theme, ()), key=lambda one: (-one.points, one.words, one.place))),
                excluded=tuple(dict.fromkeys(excluded.get(theme, ()))),
            )
            for theme in order
        )
        return Explanation(themes=themes, scores=scores, needed=_needed(scores[0].points) if themes else None)

    def _met(self, title: str, abstract: str | None) -> tuple[dict[Node, float], dict[Node, float]]:
        heading, text = split(title), split(abstract or "")
        return self._root.met(heading, _title_worth(heading)), self._root.met(text, _abstract_worth(text))

    def _best(self, scores: Mapping[int, float], excluded: Container[int]) -> tuple[str, ...]:
        ranked = sorted((-points, theme) for theme, points in scores.items() if points > 0 and theme not in excluded)
        given = ranked[:1] + [one for one in ranked[1:2] if -one[0] >= _needed(-ranked[0][0])]
        return tuple(self._slugs[theme] for _, theme in given)

    def _told(
        self, in_title: _Counts, in_abstract: _Counts, categories: Sequence[str], *, always: bool
    ) -> Iterator[tuple[_Rule, Place, float, float]]:
        """(rule, place, how often, points) of each rule that is met; rules that exclude have no points.

        Those that count wherever their phrase stands are only told if `always`.
        """
        for node, count in in_title.items():
            held = self._title[node]
            for rule in held.rules if always else held.others:
                if _stands(rule, in_title, in_abstract):
                    yield rule, "title", count, TITLE * min(count, OFTEN) * rule.title
        for node, count in in_abstract.items():
            held = self._abstract[node]
            for rule in held.rules if always else held.others:
                if _stands(rule, in_title, in_abstract):
                    yield rule, "abstract", count, min(count, OFTEN) * rule.abstract
        for code in categories:
            for rule in self._categories.get(code, ()):
                yield rule, "categories", 1, rule.abstract


def _title_worth(words: list[str]) -> list[float]:
    """What a phrase that begins at each word counts."""
    if "for" not in words:
        return [1] * len(words)
    before = words.index("for")
    return [1] * before + [SERVED] * (len(words) - before)


def _abstract_worth(words: list[str]) -> list[float]:
    worth: list[float] = [1] * (len(words) + SPAN)
    claimed = [CLAIMED] * SPAN
    for place in _places("we", words):
        if not cues.CLAIM_VERBS.isdisjoint(words[place + 1 : place + 3]):  # "we present", "we then show"
            worth[place : place + SPAN] = claimed
    for place in _places("this", words):
        if not cues.CLAIM_PAPERS.isdisjoint(words[place + 1 : place + 2]):
            worth[place : place + SPAN] = claimed
    return worth


def _places(word: str, words: list[str]) -> Iterator[int]:
    place = -1
    try:
        while True:
            place = words.index(word, place + 1)
            yield place
    except ValueError:  # no more of them
        return


def _stands(rule: _Rule, one: Container[Node], other: Container[Node]) -> bool:
    """Whether all of a rule's context stands in one of the paper's texts or in the other."""
    for part in rule.context:  # noqa: SIM110 - all() takes twice the time, and nothing is asked more often
        if part not in one and part not in other:
            return False
    return True


def _needed(best: float) -> float:
    """The points that a second theme needs beside a first one with `best` points."""
    return max(SECOND_LEAST, SECOND_SHARE * best)
