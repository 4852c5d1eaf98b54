"""Themes proposed for a category from its own papers, as the text of a themes.yml for people to edit.

Papers are clustered by the terms they share (clustering.py); a theme's rules are the terms frequent in its cluster and
rare outside. No word of any field is built in. The same papers give the same text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt

from generator.describe.themes import clustering, terms
from generator.describe.themes.assigner import Assigner
from generator.describe.themes.rules import NAME, parse
from generator.describe.themes.terms import Terms
from generator.model import Paper, Theme
from generator.text import markup

FEWEST = 12
"""With fewer papers, no themes are proposed."""
MOST_READ = 6000
"""Most papers read for proposals, evenly spread over all: more papers yield the same themes."""
MOST_THEMES = 20
PHRASES = 24  # at most, of a theme
NAMED = 5  # phrases in a definition; the first two are the name
EXAMPLES = 3
WIDTH = 110  # characters of a line
ODDS = ((0.7, 6), (0.45, 4), (0.25, 2))
"""(share of a term's papers that are in the cluster, weight of the phrase), best first."""
LEAST_ODDS = ODDS[-1][0]
SURE, SURE_ALONE = 3.5, 6.0
"""How far beyond chance a phrase, or a single word, must be frequent in the cluster (log-likelihood)."""
LONE = 0.8
"""Factor for the share of a single word relative to that of a phrase: it has more meanings."""
CATEGORY_SHARE = 0.4
"""Smallest share of a category's papers in the cluster that makes the category a rule."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """A proposed theme with examples of its papers."""

    theme: Theme
    papers: int  # whose first theme it is
    examples: tuple[tuple[str, str], ...]  # (arXiv id or key, plain title), the plainest first


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposals:
    """The themes proposed from some papers."""

    papers: int
    covered: int  # those to which the proposed rules give a theme
    themes: tuple[Proposal, ...]  # the largest first


@dataclass(frozen=True, slots=True)
class _PlainPaper:
    name: str  # its arXiv id, else its key
    title: str
    abstract: str
    categories: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _ThemePhrase:
    term: int
    inside: int  # papers of the cluster that contain it
    odds: float  # share of its papers that are in the cluster; lowered for a single word
    worth: float  # how well it characterises the cluster


def suggest(papers: Sequence[Paper], wanted: int | None = None) -> Proposals:
    """At most `wanted` themes for these papers; without `wanted` as many as their number lets one see."""
    ordered = sorted(papers, key=lambda paper: (paper.first_seen, paper.key))
    step = -(-len(ordered) // MOST_READ) or 1
    read = [_read(paper) for paper in ordered[::step]]
    wanted = wanted or usual(len(papers))
    known = terms.collect([(paper.title, paper.abstract) for paper in read])
    themes: list[Theme] = []
    for cluster in clustering.find(known, wanted):
        theme = _theme(cluster.texts, known, read, {theme.slug for theme in themes})
        if theme:
            themes.append(theme)
    return _proposals(papers, read, themes)


def usual(papers: int) -> int:
    """The usual number of themes for so many papers.

    >>> usual(40), usual(350), usual(28838)
    (4, 12, 20)
    """
    return max(2, min(MOST_THEMES, round(0.65 * sqrt(papers))))


def _read(paper: Paper) -> _PlainPaper:
    return _PlainPaper(
        paper.arxiv_id or paper.key, markup.plain(paper.title), markup.plain(paper.abstract or ""), paper.categories
    )


def _theme(group: Sequence[int], known: Terms, read: Sequence[_PlainPaper], taken: set[str]) -> Theme | None:
    """The theme of a cluster of texts; None if no phrase sets it apart."""
    phrases = _phrases(group, known)
    if not phrases:
        return None
    names = _names(phrases, known)
    slug = markup.slug(" ".join(names[:2]), 40)
    return Theme(
        slug=slug if slug not in taken else f"{slug}-{len(taken) + 1}",
        name=_capital(", ".join(names[:2])),
        definition=f"Proposed; say it in your own words: {', '.join(names)}.",
        phrases={known.shown[one.term]: _weight(one.odds) for one in phrases},
        categories=_categories(group, read),
    )


def _phrases(group: Sequence[int], known: Terms) -> list[_ThemePhrase]:
    """The terms that set the cluster apart, the most telling first."""
    counts = Counter(term for text in group for term in known.texts[text].terms)
    candidates = [one for term, inside in counts.items() if (one := _phrase(term, inside, len(group), known))]
    candidates.sort(key=lambda one: (-one.worth, one.term))
    kept: list[_ThemePhrase] = []
    for one in candidates:
        if len(kept) < PHRASES and not any(_same(one, other, known) for other in kept):
            kept.append(one)
    return kept


def _phrase(term: int, inside: int, size: int, known: Terms) -> _ThemePhrase | None:
    """A term that `inside` of a cluster's `size` texts contain, rated; None if it says too little."""
    words, everywhere = len(known.words[term]), len(known.holding[term])
    odds = inside / (everywhere + 1) * (LONE if words == 1 else 1)
    lift = (inside / size) * (len(known.texts) - size + 1) / (everywhere - inside + 0.5)
    sure = inside * log(lift) if lift > 1 else 0.0
    if inside < max(2, words, size // 40) or odds < LEAST_ODDS or sure < (SURE_ALONE if words == 1 else SURE):
        return None
    return _ThemePhrase(term, inside, odds, sure)


def _same(one: _ThemePhrase, other: _ThemePhrase, known: Terms) -> bool:
    """Whether one term is part of the other and both mostly occur together."""
    short, long = sorted((one, other), key=lambda phrase: len(known.words[phrase.term]))
    words, within = known.words[short.term], known.words[long.term]
    holds = any(within[at : at + len(words)] == words for at in range(len(within) - len(words) + 1))
    return holds and long.inside >= 0.6 * short.inside


def _names(phrases: Sequence[_ThemePhrase], known: Terms) -> list[str]:
    """Phrases to name a theme by: the most telling, preferring several words to one."""
    chosen = sorted(phrases, key=lambda one: -one.worth * (2 if len(known.words[one.term]) > 1 else 1))
    first = chosen[0]
    # The second phrase shares no word with the first: both make the name.
    others = (one for one in chosen[1:8] if set(known.words[one.term]).isdisjoint(known.words[first.term]))
    second = next(others, None)
    ordered = [first, *([second] if second else []), *(one for one in chosen[1:] if one is not second)]
    return [known.shown[one.term] for one in ordered[:NAMED]]


def _weight(odds: float) -> float:
    return float(next((weight for least, weight in ODDS if odds >= least), ODDS[-1][1]))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _categories(group: Sequence[int], read: Sequence[_PlainPaper]) -> dict[str, float]:
    """The categories whose papers are mostly in the cluster, except one that nearly all papers have."""
    inside = Counter(code for text in group for code in read[text].categories)
    everywhere = Counter(code for paper in read for code in paper.categories)
    share = len(group) / len(read)
    return {
        code: 2.0
        for code, count in sorted(inside.items())
        if count >= max(3, len(group) // 20) and count / everywhere[code] >= max(CATEGORY_SHARE, 3 * share)
    }


def _proposals(papers: Sequence[Paper], read: Sequence[_PlainPaper], themes: Sequence[Theme]) -> Proposals:
    """The themes with the papers they get: counted over all papers, with examples from those that were read."""
    assigner = Assigner(themes)
    scored: dict[str, list[tuple[float, str, str]]] = {theme.slug: [] for theme in themes}
    for paper in read:
        explanation = assigner.explain(paper.title, paper.abstract, paper.categories)
        if explanation.themes:
            scored[explanation.themes[0]].append((-explanation.scores[0].points, paper.name, paper.title))
    counts: Counter[str] = Counter()
    for one in papers:
        counts.update(assigner.themes(markup.plain(one.title), one.abstract, one.categories)[:1])
    proposals = [
        Proposal(
            theme=theme,
            papers=counts[theme.slug],
            examples=tuple((key, title) for _, key, title in sorted(scored[theme.slug])[:EXAMPLES]),
        )
        for theme in themes
        if counts[theme.slug] > 1
    ]
    proposals.sort(key=lambda one: -one.papers)
    return Proposals(papers=len(papers), covered=counts.total(), themes=tuple(proposals))


# As text


def render(proposals: Proposals, name: str) -> str:
    """The text of a themes.yml with these themes; `name`: where the papers come from, for its heading."""
    lines = [
        f"# Proposed by `daybook themes suggest` from {proposals.papers:,} papers of {_comment(name)}:"
        f" {proposals.covered:,} of them have a theme by these rules.",
        "# Put in your own names, definitions and phrases, drop themes that are not subjects,"
        " merge those that are the same,",
        f"# save this as {NAME}, and run `daybook themes check` to see what it does. The guide explains the rules.",
        "themes:" if proposals.themes else "themes: []",
    ]
    for proposal in proposals.themes:
        lines += ["", *_rendered(proposal)]
    text = "\n".join(lines) + "\n"
    parse(text)
    return text


def _rendered(proposal: Proposal) -> list[str]:
    theme = proposal.theme
    lines = [f"  # {proposal.papers:,} papers, such as"]
    lines += [f"  #   {key}  {_comment(title)}" for key, title in proposal.examples]
    lines += [
        f"  - slug: {_scalar(theme.slug)}",
        f"    name: {_scalar(theme.name)}",
        f"    definition: {_scalar(theme.definition)}",
        "    phrases:",
    ]
    for weight in sorted(set(theme.phrases.values()), reverse=True):
        head = f"      {weight:g}: ["
        phrases = [_scalar(phrase) for phrase, other in theme.phrases.items() if other == weight]
        lines += _wrapped(head, phrases)
    if theme.categories:
        weights = ", ".join(f"{code}: {weight:g}" for code, weight in theme.categories.items())
        lines.append(f"    categories: {{{weights}}}")
    return lines


def _wrapped(head: str, phrases: Sequence[str]) -> list[str]:
    """`head`, the phrases and a closing bracket, in lines of at most WIDTH characters if possible."""
    lines = [head + phrases[0]]
    for phrase in phrases[1:]:
        if len(lines[-1]) + len(phrase) + 3 > WIDTH:
            lines[-1] += ","
            lines.append(" " * len(head) + phrase)
        else:
            lines[-1] += f", {phrase}"
    lines[-1] += "]"
    return lines


_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[ -][A-Za-z0-9]+)*")
_SPECIAL = frozenset(("y", "n", "yes", "no", "on", "off", "true", "false", "null"))


def _scalar(text: str) -> str:
    return text if _PLAIN.fullmatch(text) and text.lower() not in _SPECIAL else markup.yaml_string(text)


def _comment(text: str) -> str:
    """A text on one line, safe in a YAML comment."""
    shown = "".join(sign if sign.isprintable() else " " for sign in markup.clean(text))
    return " ".join(shown.split())[:WIDTH]
