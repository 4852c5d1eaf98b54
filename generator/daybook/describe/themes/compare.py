"""The effect of changed rules: which papers get other themes, and by which phrases."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from daybook.describe.themes.assigner import Assigner
from daybook.model import Paper
from daybook.text import markup

NONE = "(no theme)"
"""Stands among the slugs for none."""
PHRASES = 4  # named at most as the reason of a move


class Move(NamedTuple):
    """A paper's themes by two sets of rules."""

    paper: Paper
    before: tuple[str, ...]  # slugs, best first
    after: tuple[str, ...]

    @property
    def first(self) -> tuple[str, str]:
        """Its first theme before and after; NONE without one."""
        return (*self.before, NONE)[0], (*self.after, NONE)[0]


def compare(papers: Iterable[Paper], before: Assigner, after: Assigner) -> list[Move]:
    """The themes of `papers` by two sets of rules."""
    return [Move(paper, before.themes(*words(paper)), after.themes(*words(paper))) for paper in papers]


def words(paper: Paper) -> tuple[str, str | None, Sequence[str]]:
    """What rules are applied to: a paper's plain title, its abstract as received, its categories."""
    return markup.plain(paper.title), paper.abstract, paper.categories


def reasons(move: Move, before: Assigner, after: Assigner) -> list[str]:
    """How the two sets of rules differ on the themes that the paper loses and gains, in plain words."""
    told = []
    for slug in dict.fromkeys((move.first[1], move.first[0])):
        (old, then), (new, now) = (_judgement(slug, move.paper, by) for by in (before, after))
        gains = {reason: new.get(reason, 0.0) - old.get(reason, 0.0) for reason in sorted({*old, *new})}
        changed = sorted((reason for reason in gains if gains[reason]), key=lambda reason: -abs(gains[reason]))
        if changed or now != then:
            parts = [f"{slug}: {sum(old.values()):.3g} -> {sum(new.values()):.3g} points"]
            parts += [f'ruled out by "{phrase}"' for phrase in sorted(now - then)]
            parts += [f'no longer ruled out by "{phrase}"' for phrase in sorted(then - now)]
            parts += [", ".join(f"{reason} {gains[reason]:+.3g}" for reason in changed[:PHRASES])] if changed else []
            told.append("; ".join(parts))
    return told


def _judgement(slug: str, paper: Paper, by: Assigner) -> tuple[dict[str, float], set[str]]:
    """(evidence for a theme -> its points, phrases that rule it out)."""
    for score in by.explain(*words(paper)).scores:
        if score.slug == slug:
            points = {f'"{one.words}" ({one.place})': one.points for one in score.evidence if one.place != "categories"}
            points |= {one.words: one.points for one in score.evidence if one.place == "categories"}
            return points, set(score.excluded)
    return {}, set()
