"""Themes proposed for papers, as the text of a themes.yml for people to edit.

Papers are clustered by the terms they share (terms.py); a theme's phrases are the terms frequent in its cluster
and rare outside. No word of any field is built in. The same papers give the same text.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt

import numpy as np

from daybook.describe.themes import compare, terms
from daybook.describe.themes.assigner import Assigner
from daybook.describe.themes.rules import NAME, comment, parse, weights
from daybook.describe.themes.rules import render as rendered
from daybook.describe.themes.terms import Term, Terms
from daybook.model import Paper, Theme
from daybook.text import markup

FEWEST = 12
"""With fewer papers, no themes are proposed."""
MOST_READ = 6000
"""Most papers read for proposals, evenly spread over all: more papers yield the same themes."""
MOST_THEMES = 20
PHRASES = 24  # at most, of a theme
NAMED = 5  # phrases in a definition; the first two are the name
EXAMPLES = 3
LEAST_ODDS = 0.25
"""Least share of a phrase's papers that are in the cluster; for a single word lowered by LONE: it has more meanings."""
LONE = 0.8
SURE, SURE_ALONE = 3.5, 6.0
"""How far beyond chance a phrase, or a single word, must be frequent in the cluster (log-likelihood)."""


def suggest(papers: Sequence[Paper], wanted: int | None = None) -> list[Theme]:
    """At most `wanted` themes for these papers; without `wanted` as many as their number lets one see."""
    ordered = sorted(papers, key=lambda paper: (paper.first_seen, paper.key))
    read = ordered[:: -(-len(ordered) // MOST_READ) or 1]
    known = terms.collect([(markup.plain(paper.title), markup.plain(paper.abstract or "")) for paper in read])
    themes: list[Theme] = []
    for cluster in terms.clusters(known, wanted or usual(len(papers))):
        if phrases := _phrases(cluster, known):
            themes.append(_theme(phrases, {theme.slug for theme in themes}))
    return themes


def usual(papers: int) -> int:
    """The usual number of themes for so many papers.

    >>> usual(40), usual(350), usual(28838)
    (4, 12, 20)
    """
    return max(2, min(MOST_THEMES, round(0.65 * sqrt(papers))))


def _phrases(cluster: Sequence[int], known: Terms) -> list[tuple[Term, str]]:
    """The terms that set a cluster apart, as they are counted and as they are written, the most telling first."""
    inside = np.count_nonzero(known.counts[list(cluster)], axis=0)
    everywhere = np.count_nonzero(known.counts, axis=0)
    rated = []
    for number in map(int, np.flatnonzero(inside > 1)):
        words, times, total = known.words[number], int(inside[number]), int(everywhere[number])
        odds = times / (total + 1) * (LONE if len(words) == 1 else 1)
        lift = (times / len(cluster)) * (len(known.counts) - len(cluster) + 1) / (total - times + 0.5)
        sure = times * log(lift) if lift > 1 else 0.0
        often = times >= max(len(words), len(cluster) // 40) and odds >= LEAST_ODDS
        if often and sure >= (SURE_ALONE if len(words) == 1 else SURE):
            rated.append((-round(sure, 6), words, known.shown[number]))
    kept: list[tuple[Term, str]] = []
    for _, words, shown in sorted(rated):
        if len(kept) < PHRASES and not any(set(words) <= set(other) or set(other) <= set(words) for other, _ in kept):
            kept.append((words, shown))
    return kept


def _theme(phrases: Sequence[tuple[Term, str]], taken: set[str]) -> Theme:
    """A theme named by its most telling phrases, those of several words first; the second shares no word with the
    first: both make the name."""
    (first, name), *others = sorted(phrases[:8], key=lambda phrase: len(phrase[0]) == 1)
    others.sort(key=lambda phrase: not set(first).isdisjoint(phrase[0]))
    names = [name, *(shown for _, shown in others[: NAMED - 1])]
    slug, title = markup.slug(" ".join(names[:2]), 40), ", ".join(names[:2])
    return Theme(
        slug=slug if slug not in taken else f"{slug}-{len(taken) + 1}",
        name=title[:1].upper() + title[1:],
        definition=f"Proposed; say it in your own words: {', '.join(names)}.",
        phrases=weights([shown for _, shown in phrases]),
        plain=True,
    )


def render(themes: Sequence[Theme], papers: Sequence[Paper], name: str) -> str:
    """The text of a themes.yml with those of the themes that some of the papers get, the largest first, each under its
    plainest papers; `name`: where the papers come from, for its heading."""
    assigner = Assigner(themes)
    given: dict[str, list[tuple[float, str]]] = {theme.slug: [] for theme in themes}
    for paper in papers:
        explanation = assigner.explain(*compare.words(paper))
        if explanation.themes:
            told = f"{paper.arxiv_id or paper.key}  {comment(markup.plain(paper.title))}"
            given[explanation.themes[0]].append((-round(explanation.scores[0].points, 6), told))
    kept = sorted((theme for theme in themes if len(given[theme.slug]) > 1), key=lambda theme: -len(given[theme.slug]))
    above = {
        slug: [f"{len(found):,} papers, such as", *(f"  {told}" for _, told in sorted(found)[:EXAMPLES])]
        for slug, found in given.items()
    }
    covered = sum(len(given[theme.slug]) for theme in kept)
    text = f"""\
# `daybook themes suggest`: {covered:,} of {len(papers):,} papers of {comment(name)} have a theme by these phrases.
# Put in your own names, definitions and phrases, drop themes that are not subjects, merge those that are the same,
# add them to {NAME}, and run `daybook themes check` to see what they do. The guide explains how they work.
themes:{"" if kept else " []"}
{rendered(kept, above)}"""
    parse(text)
    return text
