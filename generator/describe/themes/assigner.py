"""Which themes the rules give a paper, and why. About 75 microseconds for an abstract of 1,400 characters."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from generator.model import Theme
from generator.text import cues
from generator.text.phrases import CONTEXT, Node
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
"""How often a phrase may count in one text: the fourth mention says nothing new."""
SECOND_LEAST = 5.0
"""The least score of a second theme ..."""
SECOND_SHARE = 0.6
"""... and its least share of the first one's score."""

Place = Literal["title", "abstract", "categories"]
_Counts = Mapping[Node, float]


class Evidence(NamedTuple):
    """One reason for or against a theme."""

    words: str  # a phrase as in the file, or a category's code
    place: Place  # where it occurs
    times: float  # how often it counts there
    weight: float  # of one mention, as in the file
    points: float  # what it adds to the theme's score


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """A theme's score for a paper."""

    slug: str
    points: float
    evidence: tuple[Evidence, ...]  # most points first
    excluded: tuple[str, ...]  # phrases in the paper that rule the theme out regardless of its points


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """Why a paper has its themes."""

    themes: tuple[str, ...]  # slugs, best first
    scores: tuple[Score, ...]  # of the themes for which a rule applies: best first, those ruled out last
    needed: float | None  # points that a second theme needs; None without a first one


@dataclass(frozen=True, slots=True, eq=False)
class _Rule:
    """What a phrase or a category contributes to one theme."""

    theme: int  # its position in the file
    words: str
    title: float = 0.0  # weight in titles
    abstract: float = 0.0  # weight in abstracts; of a category
    context: tuple[Node, ...] = ()  # phrases that must occur in the paper as well
    excludes: bool = False


class _PhraseRules:
    """The rules of a phrase in titles or in abstracts; split in two for speed: most are just a theme and a weight."""

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
    """Gives papers their themes by the rules of `themes`; make one and use it for all papers."""

    def __init__(self, themes: Iterable[Theme]) -> None:
        self._slugs: list[str] = []
        self._root = Node()
        self._title: dict[Node, _PhraseRules] = {}
        self._abstract: dict[Node, _PhraseRules] = {}
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
        self._title.setdefault(node, _PhraseRules())
        self._abstract.setdefault(node, _PhraseRules())
        return node

    def themes(self, title: str, abstract: str | None, categories: Sequence[str]) -> tuple[str, ...]:
        """The slugs of a paper's themes, best first: one or two, or none if no rule applies.

        A phrase counts TITLE times in the title (SERVED after "for"), CLAIMED times where authors say what they do, and
        at most OFTEN times per text. Equal scores keep the order of the file.
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
        for rule, _, _, points in self._applied(in_title, in_abstract, categories, always=False):
            if rule.excludes:
                excluded.add(rule.theme)
            else:
                scores[rule.theme] += points
        return self._best(dict(enumerate(scores)), excluded)

    def explain(self, title: str, abstract: str | None, categories: Sequence[str]) -> Explanation:
        """The same themes with all evidence for and against them."""
        evidence: dict[int, list[Evidence]] = {}
        excluded: dict[int, list[str]] = {}
        in_title, in_abstract = self._met(title, abstract)
        for rule, place, count, points in self._applied(in_title, in_abstract, categories, always=True):
            if rule.excludes:
                excluded.setdefault(rule.theme, []).append(rule.words)
            else:
                weight = rule.title if place == "title" else rule.abstract
                evidence.setdefault(rule.theme, []).append(Evidence(rule.words, place, count, weight, points))
        points_of = {
            theme: sum(item.points for item in evidence.get(theme, ())) for theme in sorted({*evidence, *excluded})
        }
        themes = self._best({theme: points for theme, points in points_of.items() if theme in evidence}, excluded)
        order = sorted(points_of, key=lambda theme: (theme in excluded, -points_of[theme], theme))
        scores = tuple(
            Score(
                slug=self._slugs[theme],
                points=points_of[theme],
                evidence=tuple(
                    sorted(evidence.get(theme, ()), key=lambda item: (-item.points, item.words, item.place))
                ),
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

    def _applied(
        self, in_title: _Counts, in_abstract: _Counts, categories: Sequence[str], *, always: bool
    ) -> Iterator[tuple[_Rule, Place, float, float]]:
        """(rule, place, times, points) of each rule that applies; rules that exclude have no points.

        Rules without a condition, which `themes` adds up itself, are included only if `always`.
        """
        for node, count in in_title.items():
            entry = self._title[node]
            for rule in entry.rules if always else entry.others:
                if _stands(rule, in_title, in_abstract):
                    yield rule, "title", count, TITLE * min(count, OFTEN) * rule.title
        for node, count in in_abstract.items():
            entry = self._abstract[node]
            for rule in entry.rules if always else entry.others:
                if _stands(rule, in_title, in_abstract):
                    yield rule, "abstract", count, min(count, OFTEN) * rule.abstract
        for code in categories:
            for rule in self._categories.get(code, ()):
                yield rule, "categories", 1, rule.abstract


def _title_worth(words: list[str]) -> list[float]:
    """How much a phrase counts that begins at each word of a title."""
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
    except ValueError:  # no further occurrence
        return


def _stands(rule: _Rule, one: Container[Node], other: Container[Node]) -> bool:
    """Whether each part of a rule's context occurs in one of the paper's two texts."""
    for part in rule.context:  # noqa: SIM110 - all() takes twice the time, and nothing is asked more often
        if part not in one and part not in other:
            return False
    return True


def _needed(best: float) -> float:
    """The points that a second theme needs if the first one has `best`."""
    return max(SECOND_LEAST, SECOND_SHARE * best)
