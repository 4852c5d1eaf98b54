"""Themes: which papers get which theme, and why, by plain phrases weighted by rarity; what changed rules do. Pure.

rules       the text of a themes.yml -> themes, and back; the themes that an archive of some categories starts with
suggest     papers -> proposed themes, as the text of a themes.yml
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Literal, NamedTuple

from daybook.describe.themes.rules import NAME as NAME
from daybook.describe.themes.rules import derived
from daybook.describe.themes.rules import parse as parse
from daybook.model import Paper, Theme
from daybook.text import markup
from daybook.text.vocabulary import CONTEXT, Node, forms, singular, split

TITLE = 2.5  # how much a phrase counts in a title; in an abstract it counts 1
OFTEN = 3
"""How often a phrase with a weight of its own may count in one text: the fourth mention says nothing new. Of a plain
phrase every mention says half as much as the one before, and in a title only one counts."""
NAMED, DEFINED, PART, LEAST_WORD = 1.5, 1.0, 0.2, 0.1
"""How much a word of a plain theme's name, definition or phrases counts alone, relative to a phrase of its rarity; less
where it is a word of several themes. Weights below LEAST_WORD only cost time. Of 200 papers in archives of ten
categories 9 had another first theme with half of each: 7 a worse one, 2 a better one."""
ALONE = 0.5  # the share of that which counts towards ENOUGH: a word tells better which theme is meant than if any is
HOME = 0.3
"""What a plain theme gains, as a share of its points, where it is for the paper's primary category: a phrase may mean
another subject in another field. Of 40 papers that got another first theme by this, 25 got a better one, 9 a worse
one; a gain of .6 made as many worse as better."""
ENOUGH = 36.0
"""The points that a paper must have for its first theme and, together, for all that share a category with it: so a
theme needs the fewer, the more the paper speaks of its field; what it says of others is no help. With the starter sets,
.97 of a category's papers then have a theme, and .04 of papers of other fields one of cs.DC.
Themes whose phrases have weights need any points at all."""
SECOND_LEAST, SECOND_SHARE = 5.0, 0.6  # the least score of a second theme, and its least share of the first one's score
NONE = "(no theme)"  # stands among the slugs for none
MOST_REASONS = 4  # phrases named at most as the reason of a move

Place = Literal["title", "abstract", "categories"]


class Reason(NamedTuple):
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
    evidence: tuple[Reason, ...]  # most points first
    excluded: tuple[str, ...]  # phrases in the paper that rule the theme out regardless of its points


class Explanation(NamedTuple):
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
    share: float = 1  # of the points of a plain one: what counts towards ENOUGH
    context: tuple[Node, ...] = ()  # phrases that must occur in the paper as well
    excludes: bool = False


@dataclass(slots=True)
class _Found:
    """What speaks for and against a theme."""

    mentions: list[tuple[_Rule, Place, int, float]] = field(default_factory=list)  # rule, place, times, points
    excluded: list[str] = field(default_factory=list)  # phrases that rule it out
    told: float = 0.0  # points of plain phrases in full, of words alone by ALONE
    home: float = 0.0  # what it gains for the paper's primary category
    points: float = 0.0  # all


class Assigner:
    """Gives papers their themes by the rules of `themes`; make one and use it for all papers."""

    def __init__(self, themes: Iterable[Theme]) -> None:
        self._themes = tuple(themes)
        self._only = tuple(frozenset(theme.only) for theme in self._themes)
        self._named = frozenset[str]().union(*self._only)
        self._judged: dict[frozenset[str] | None, frozenset[int]] = {}
        self._root = Node()
        self._rules: dict[Node | str, list[_Rule]] = {}  # by the node of a phrase or the code of a category
        words = _words(self._themes)
        for number, theme in enumerate(self._themes):
            for phrase in {**theme.phrases, **theme.title}:
                abstract = theme.phrases.get(phrase, 0.0)
                self._add(number, phrase, theme.title.get(phrase, abstract), abstract, plain=theme.plain)
            for phrase in theme.exclude:
                self._add(number, phrase, 0.0, 0.0, excludes=True)
            for word, weight in words[number].items():
                self._add(number, word, weight, weight, plain=True)
            for code, weight in theme.categories.items():
                self._rules.setdefault(code, []).append(_Rule(number, code, {"categories": weight}))

    def _add(self, theme: int, words: str, title: float, abstract: float, **how: bool) -> None:
        phrase, *context = words.split(CONTEXT)
        nodes = tuple(self._root.reach(part) for part in context)
        share = 1 if words in self._themes[theme].phrases else ALONE
        rule = _Rule(theme, words, {"title": title, "abstract": abstract}, share=share, context=nodes, **how)
        self._rules.setdefault(self._root.reach(phrase), []).append(rule)

    def judged(self, categories: Sequence[str]) -> frozenset[int]:
        """The places of the themes that may be given to papers in these categories: without any, all."""
        codes = self._named.intersection(categories) if categories else None
        if codes not in self._judged:
            may = (number for number, only in enumerate(self._only) if not only or codes is None or only & codes)
            self._judged[codes] = frozenset(may)
        return self._judged[codes]

    def themes(self, title: str, abstract: str | None, categories: Sequence[str]) -> tuple[str, ...]:
        """The slugs of a paper's themes, best first: one or two, or none if too little speaks for any. A phrase counts
        TITLE times in the title. Equal scores keep the order of the file."""
        judged = self._judge(self._found(title, abstract or "", categories))
        return tuple(self._themes[theme].slug for theme, _, given in judged if given)

    def explain(self, title: str, abstract: str | None, categories: Sequence[str]) -> Explanation:
        """The same themes with all evidence for and against those that may be given to papers in these categories."""
        found, given, scores = self._found(title, abstract or "", categories), [], []
        for theme, needed, is_given in self._judge(found):
            its, slug = found[theme], self._themes[theme].slug
            evidence = [
                Reason(rule.words, place, times, rule.weights[place], points, rule.plain)
                for rule, place, times, points in its.mentions
            ]
            evidence += [Reason(categories[0], "categories", 1, HOME, its.home)] if its.home else []
            reasons = tuple(sorted(evidence, key=lambda one: (-one.points, one.words, one.place)))
            scores.append(Score(slug, its.points, needed, reasons, tuple(dict.fromkeys(its.excluded))))
            given += [slug] if is_given else []
        return Explanation(tuple(given), tuple(scores))

    def _judge(self, found: Mapping[int, _Found]) -> Iterator[tuple[int, float, bool]]:
        """(theme, points that it needs, whether it is given) of each theme, best first."""
        fields: dict[frozenset[str], float] = {}
        best, given = 0.0, 0
        for theme in sorted(found, key=lambda theme: (bool(found[theme].excluded), -found[theme].points, theme)):
            its, only, needed = found[theme], self._only[theme], 0.0
            if given:
                needed = max(SECOND_LEAST, SECOND_SHARE * best)
            elif self._themes[theme].plain:
                if only not in fields:
                    others = ((self._only[other], one.told) for other, one in found.items())
                    fields[only] = sum(told for theirs, told in others if not only or not theirs or only & theirs)
                needed = max(0.0, its.points + ENOUGH - its.told - fields[only])
            gains = 0 < its.points >= needed and not its.excluded and given < 2
            best, given = best if given else its.points, given + gains
            yield theme, needed, gains

    def _found(self, title: str, abstract: str, categories: Sequence[str]) -> dict[int, _Found]:
        """What speaks for and against each theme for which a rule applies."""
        found: dict[int, _Found] = {}
        in_title, in_abstract = self._root.met(split(title)), self._root.met(split(abstract))
        judged = self.judged(categories)
        places: tuple[tuple[Place, Iterable[tuple[Node | str, int]]], ...] = (
            ("title", in_title.items()),
            ("abstract", in_abstract.items()),
            ("categories", [(code, 1) for code in categories]),
        )
        for place, what, times in ((place, *counted) for place, counts in places for counted in counts):
            for rule in self._rules.get(what, ()):
                weight = rule.weights[place]
                if rule.theme not in judged or not (weight or rule.excludes):
                    continue
                if rule.context and not all(part in in_title or part in in_abstract for part in rule.context):
                    continue
                its = found.setdefault(rule.theme, _Found())
                if rule.excludes:
                    its.excluded.append(rule.words)
                    continue
                if rule.plain:
                    counted = TITLE * min(times, 1) if place == "title" else 2 - 2 ** (1 - times)
                else:
                    counted = (TITLE if place == "title" else 1) * min(times, OFTEN)
                its.mentions.append((rule, place, times, counted * weight))
        for theme, its in found.items():
            its.told = sum([points * rule.share for rule, _, _, points in its.mentions if rule.plain])
            if its.told and not self._only[theme].isdisjoint(categories[:1]):
                its.home = HOME * its.told
            its.points = sum([*(points for _, _, _, points in its.mentions), its.home])
        return found


def _words(themes: Sequence[Theme]) -> list[dict[str, float]]:
    """The words of each plain theme that are no phrases of it, with their weights."""
    words: list[dict[str, tuple[str, float]]] = []
    for theme in themes:
        phrases = {singular(phrase.lower()) for phrase in theme.phrases}
        kinds = ((theme.phrases, PART), ((theme.definition,), DEFINED), ((theme.name,), NAMED)) if theme.plain else ()
        parts = {singular(word): (word, worth) for texts, worth in kinds for text in texts for word in split(text)}
        words.append({part: how for part, how in parts.items() if len(part) > 2 and part not in phrases})
    shared = Counter(chain.from_iterable(words))
    weighed = (
        {word: worth * min(map(derived, forms(word))) / shared[part] for part, (word, worth) in some.items()}
        for some in words
    )
    return [{word: weight for word, weight in some.items() if weight >= LEAST_WORD} for some in weighed]


# What changed rules do


class Move(NamedTuple):
    """A paper's themes by two sets of rules."""

    paper: Paper
    before: tuple[str, ...]  # slugs, best first
    after: tuple[str, ...]

    @property
    def first(self) -> tuple[str, str]:
        """Its first theme before and after; NONE without one."""
        return (*self.before, NONE)[0], (*self.after, NONE)[0]


def words_of(paper: Paper) -> tuple[str, str | None, Sequence[str]]:
    """What rules are applied to: a paper's plain title, its abstract as received, its categories."""
    return markup.plain(paper.title), paper.abstract, paper.categories


def compare(papers: Iterable[Paper], before: Assigner, after: Assigner) -> list[Move]:
    """The themes of `papers` by two sets of rules."""
    return [Move(paper, before.themes(*words_of(paper)), after.themes(*words_of(paper))) for paper in papers]


def reasons(move: Move, before: Assigner, after: Assigner) -> list[str]:
    """How the two sets of rules differ on the themes that the paper loses and gains, in plain words."""

    def judgement(slug: str, by: Assigner) -> tuple[dict[str, float], set[str]]:
        """(evidence for a theme -> its points, phrases that rule it out)."""
        for score in by.explain(*words_of(move.paper)).scores:
            if score.slug == slug:
                told = ((one, one.place == "categories") for one in score.evidence)
                points = {one.words if code else f'"{one.words}" ({one.place})': one.points for one, code in told}
                return points, set(score.excluded)
        return {}, set()

    told = []
    for slug in dict.fromkeys((move.first[1], move.first[0])):
        (old, then), (new, now) = judgement(slug, before), judgement(slug, after)
        gains = {reason: new.get(reason, 0.0) - old.get(reason, 0.0) for reason in sorted({*old, *new})}
        changed = sorted((reason for reason in gains if gains[reason]), key=lambda reason: -abs(gains[reason]))
        if changed or now != then:
            parts = [f"{slug}: {sum(old.values()):.3g} -> {sum(new.values()):.3g} points"]
            parts += [f'ruled out by "{phrase}"' for phrase in sorted(now - then)]
            parts += [f'no longer ruled out by "{phrase}"' for phrase in sorted(then - now)]
            parts.append(", ".join(f"{reason} {gains[reason]:+.3g}" for reason in changed[:MOST_REASONS]))
            told.append("; ".join(filter(None, parts)))
    return told
