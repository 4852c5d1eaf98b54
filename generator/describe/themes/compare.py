"""The effect of changed rules: which papers get other themes, and by which phrases."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from generator.describe.themes.assigner import Assigner, Explanation
from generator.model import Paper, Theme
from generator.text import markup

NONE = ""
"""Counts papers without a theme among the slugs."""
PHRASES = 4  # named at most as the reason of a move


@dataclass(frozen=True, slots=True)
class Move:
    """A paper that gets other themes."""

    paper: Paper
    before: tuple[str, ...]  # slugs, best first
    after: tuple[str, ...]

    @property
    def first(self) -> tuple[str, str]:
        """Its first theme before and after; NONE without one."""
        return (*self.before, NONE)[0], (*self.after, NONE)[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """The themes that two sets of rules give the same papers."""

    papers: int
    moves: tuple[Move, ...]  # every paper whose themes differ, in the order of the papers
    before: Counter[str]  # slug -> papers that have it first; NONE -> papers without a theme
    after: Counter[str]

    def first_moves(self) -> list[tuple[tuple[str, str], list[Move]]]:
        """(from, to) -> the papers whose first theme changes so: the commonest change first."""
        moves: dict[tuple[str, str], list[Move]] = {}
        for move in self.moves:
            if move.first[0] != move.first[1]:
                moves.setdefault(move.first, []).append(move)
        return sorted(moves.items(), key=lambda item: (-len(item[1]), item[0]))


def compare(papers: Iterable[Paper], before: Assigner, after: Assigner) -> Comparison:
    """The themes of `papers` by two sets of rules."""
    moves = []
    counts: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    total = 0
    for paper in papers:
        total += 1
        texts = words(paper)
        move = Move(paper, before.themes(*texts), after.themes(*texts))
        for counted, slug in zip(counts, move.first, strict=True):
            counted[slug] += 1
        if move.before != move.after:
            moves.append(move)
    return Comparison(papers=total, moves=tuple(moves), before=counts[0], after=counts[1])


def words(paper: Paper) -> tuple[str, str | None, Sequence[str]]:
    """What rules are applied to: a paper's plain title, its abstract as received, its categories."""
    return markup.plain(paper.title), paper.abstract, paper.categories


def reasons(move: Move, before: Assigner, after: Assigner) -> list[str]:
    """How the two sets of rules differ on the themes that the paper loses and gains, in plain words."""
    explanations = before.explain(*words(move.paper)), after.explain(*words(move.paper))
    slugs = [slug for slug in dict.fromkeys((move.first[1], move.first[0])) if slug != NONE]
    return [f"{slug}: {difference}" for slug in slugs if (difference := _difference(slug, *explanations))]


def _difference(slug: str, before: Explanation, after: Explanation) -> str:
    old, new = _points(slug, before), _points(slug, after)
    changed = [
        f"{reason} {_signed(new.get(reason, 0.0) - old.get(reason, 0.0))}"
        for reason in sorted(
            {*old, *new}, key=lambda reason: (-abs(new.get(reason, 0.0) - old.get(reason, 0.0)), reason)
        )
        if new.get(reason) != old.get(reason)
    ]
    now, then = _excluded(slug, after), _excluded(slug, before)
    if not changed and now == then:
        return ""
    ruled = [f"ruled out by {_quoted(phrase)}" for phrase in sorted(now - then)]
    freed = [f"no longer ruled out by {_quoted(phrase)}" for phrase in sorted(then - now)]
    sums = f"{sum(old.values()):g} -> {sum(new.values()):g} points"
    return "; ".join([sums, *ruled, *freed, *([", ".join(changed[:PHRASES])] if changed else [])])


def _points(slug: str, explanation: Explanation) -> dict[str, float]:
    """Evidence for a theme -> its points."""
    return {
        f"{_quoted(one.words)} ({one.place})" if one.place != "categories" else one.words: one.points
        for score in explanation.scores
        if score.slug == slug
        for one in score.evidence
    }


def _excluded(slug: str, explanation: Explanation) -> set[str]:
    return {phrase for score in explanation.scores if score.slug == slug for phrase in score.excluded}


def _quoted(phrase: str) -> str:
    return f'"{phrase}"'


def _signed(points: float) -> str:
    return f"{points:+g}"


def slugs(before: Sequence[Theme], after: Sequence[Theme]) -> list[str]:
    """The themes of both sets of rules: those of the later one in its order, then those removed."""
    return list(dict.fromkeys(theme.slug for theme in (*after, *before)))
