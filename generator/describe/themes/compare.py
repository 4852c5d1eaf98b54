"""What changed rules move: which papers get other themes, and by which phrases."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from generator.describe.themes.assigner import Assigner, Explanation
from generator.model import Paper, Theme
from generator.text import markup

NONE = ""
"""Stands for no theme where slugs are counted."""
PHRASES = 4  # that are named as the reason of a move


@dataclass(frozen=True, slots=True)
class Move:
    """A paper that gets other themes."""

    paper: Paper
    before: tuple[str, ...]  # slugs, best first
    after: tuple[str, ...]

    @property
    def first(self) -> tuple[str, str]:
        """Its first theme before and after; NONE where it has none."""
        return (*self.before, NONE)[0], (*self.after, NONE)[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """The themes of the same papers by two sets of rules."""

    papers: int
    moves: tuple[Move, ...]  # of every paper whose themes are not the same, in the order of the papers
    before: Counter[str]  # slug -> papers that have it first; NONE -> papers without a theme
    after: Counter[str]

    def first_moves(self) -> list[tuple[tuple[str, str], list[Move]]]:
        """(from, to) -> the papers whose first theme changes so: the commonest change first."""
        found: dict[tuple[str, str], list[Move]] = {}
        for move in self.moves:
            if move.first[0] != move.first[1]:
                found.setdefault(move.first, []).append(move)
        return sorted(found.items(), key=lambda item: (-len(item[1]), item[0]))


def compare(papers: Iterable[Paper], before: Assigner, after: Assigner) -> Comparison:
    """The themes of `papers` by two sets of rules."""
    moves = []
    counts: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    total = 0
    for paper in papers:
        total += 1
        told = words(paper)
        move = Move(paper, before.themes(*told), after.themes(*told))
        for counted, slug in zip(counts, move.first, strict=True):
            counted[slug] += 1
        if move.before != move.after:
            moves.append(move)
    return Comparison(papers=total, moves=tuple(moves), before=counts[0], after=counts[1])


def words(paper: Paper) -> tuple[str, str | None, Sequence[str]]:
    """What themes are found in: a paper's plain title, its abstract as received, its categories."""
    return markup.plain(paper.title), paper.abstract, paper.categories


def reasons(move: Move, before: Assigner, after: Assigner) -> list[str]:
    """What the two sets of rules say differently of the themes that the paper leaves and gets, in plain words."""
    told = before.explain(*words(move.paper)), after.explain(*words(move.paper))
    slugs = [slug for slug in dict.fromkeys((move.first[1], move.first[0])) if slug != NONE]
    return [f"{slug}: {difference}" for slug in slugs if (difference := _difference(slug, *told))]


def _difference(slug: str, before: Explanation, after: Explanation) -> str:
    old, new = _points(slug, before), _points(slug, after)
    changed = [
        f"{told} {_signed(new.get(told, 0.0) - old.get(told, 0.0))}"
        for told in sorted({*old, *new}, key=lambda told: (-abs(new.get(told, 0.0) - old.get(told, 0.0)), told))
        if new.get(told) != old.get(told)
    ]
    now, then = _excluded(slug, after), _excluded(slug, before)
    if not changed and now == then:
        return ""
    ruled = [f"ruled out by {_quoted(phrase)}" for phrase in sorted(now - then)]
    freed = [f"no more ruled out by {_quoted(phrase)}" for phrase in sorted(then - now)]
    sums = f"{sum(old.values()):g} -> {sum(new.values()):g} points"
    return "; ".join([sums, *ruled, *freed, *([", ".join(changed[:PHRASES])] if changed else [])])


def _points(slug: str, explanation: Explanation) -> dict[str, float]:
    """What speaks for a theme -> its points."""
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
    """The themes of both sets of rules in the later one's order, then those that are gone."""
    return list(dict.fromkeys(theme.slug for theme in (*after, *before)))
