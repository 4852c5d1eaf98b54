"""Themes proposed for a category from its own papers, as the text of a themes.yml that a person then edits.

Papers are put in groups by the terms they share (groups.py); a group's rules are the terms that are frequent in it and
rare outside. No word of any field stands here. The same papers give the same text.
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
"""Papers that are too few to see themes in."""
MOST_READ = 6000
"""Papers that are read for proposals, evenly spread over all: more show no other themes."""
MOST_THEMES = 20
PHRASES = 24  # of a theme at most
NAMED = 5  # phrases in a definition; the first two make the name
EXAMPLES = 3
WIDTH = 110  # characters of a line
ODDS = ((0.7, 6), (0.45, 4), (0.25, 2))
"""(share of a term's papers that are in the group, weight of the phrase), best first."""
LEAST_ODDS = ODDS[-1][0]
SURE, SURE_ALONE = 3.5, 6.0
"""How much more often a phrase, or a word alone, must stand in the group than chance would have it (log-likelihood)."""
LONE = 0.8
"""What the share of a word alone counts beside that of a phrase: it has more meanings."""
CATEGORY_SHARE = 0.4
"""The share of a category's papers that makes it a rule."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """A theme, and the papers that speak for it."""

    theme: Theme
    papers: int  # that have it first
    examples: tuple[tuple[str, str], ...]  # (arXiv id or key, plain title), the plainest first


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposals:
    """The themes proposed from some papers."""

    papers: int
    covered: int  # those that have a theme by the proposed rules
    themes: tuple[Proposal, ...]  # the largest first


@dataclass(frozen=True, slots=True)
class _Paper:
    name: str  # its arXiv id, else its key
    title: str
    abstract: str
    categories: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Phrase:
    term: int
    inside: int  # papers of the group that hold it
    odds: float  # the share of its papers that are in the group; less for a word alone
    worth: float  # how much it tells of the group


def suggest(papers: Sequence[Paper], wanted: int | None = None) -> Proposals:
    """At most `wanted` themes for these papers; without `wanted` as many as their number lets one see."""
    ordered = sorted(papers, key=lambda paper: (paper.first_seen, paper.key))
    step = -(-len(ordered) // MOST_READ) or 1
    read = [_read(paper) for paper in ordered[::step]]
    wanted = wanted or usual(len(papers))
    found = terms.collect([(paper.title, paper.abstract) for paper in read])
    themes: list[Theme] = []
    for group in clustering.find(found, wanted):
        theme = _theme(group.texts, found, read, {theme.slug for theme in themes})
        if theme:
            themes.append(theme)
    return _proposals(papers, read, themes)


def usual(papers: int) -> int:
    """How many themes one may see in so many papers.

    >>> usual(40), usual(350), usual(28838)
    (4, 12, 20)
    """
    return max(2, min(MOST_THEMES, round(0.65 * sqrt(papers))))


def _read(paper: Paper) -> _Paper:
    return _Paper(
        paper.arxiv_id or paper.key, markup.plain(paper.title), markup.plain(paper.abstract or ""), paper.categories
    )


def _theme(group: Sequence[int], found: Terms, read: Sequence[_Paper], taken: set[str]) -> Theme | None:
    """The theme of a group of texts; None where no phrase tells it from the others."""
    phrases = _phrases(group, found)
    if not phrases:
        return None
    named = _names(phrases, found)
    slug = markup.slug(" ".join(named[:2]), 40)
    return Theme(
        slug=slug if slug not in taken else f"{slug}-{len(taken) + 1}",
        name=_capital(", ".join(named[:2])),
        definition=f"Proposed; say it in your own words: {', '.join(named)}.",
        phrases={found.shown[one.term]: _weight(one.odds) for one in phrases},
        categories=_categories(group, read),
    )


def _phrases(group: Sequence[int], found: Terms) -> list[_Phrase]:
    """The terms that tell the group from the others, the most telling first."""
    counts = Counter(term for text in group for term in found.texts[text].terms)
    told = [one for term, inside in counts.items() if (one := _phrase(term, inside, len(group), found))]
    told.sort(key=lambda one: (-one.worth, one.term))
    kept: list[_Phrase] = []
    for one in told:
        if len(kept) < PHRASES and not any(_same(one, other, found) for other in kept):
            kept.append(one)
    return kept


def _phrase(term: int, inside: int, size: int, found: Terms) -> _Phrase | None:
    """What a term that `inside` of a group's `size` texts hold tells of the group; None where that is too little."""
    words, everywhere = len(found.words[term]), len(found.holding[term])
    odds = inside / (everywhere + 1) * (LONE if words == 1 else 1)
    lift = (inside / size) * (len(found.texts) - size + 1) / (everywhere - inside + 0.5)
    sure = inside * log(lift) if lift > 1 else 0.0
    if inside < max(2, words, size // 40) or odds < LEAST_ODDS or sure < (SURE_ALONE if words == 1 else SURE):
        return None
    return _Phrase(term, inside, odds, sure)


def _same(one: _Phrase, other: _Phrase, found: Terms) -> bool:
    """Whether two terms are parts of each other and mostly stand together."""
    short, long = sorted((one, other), key=lambda phrase: len(found.words[phrase.term]))
    words, within = found.words[short.term], found.words[long.term]
    holds = any(within[at : at + len(words)] == words for at in range(len(within) - len(words) + 1))
    return holds and long.inside >= 0.6 * short.inside


def _names(phrases: Sequence[_Phrase], found: Terms) -> list[str]:
    """Phrases to call a theme by: the most telling, those of several words rather than lone ones."""
    chosen = sorted(phrases, key=lambda one: -one.worth * (2 if len(found.words[one.term]) > 1 else 1))
    first = chosen[0]
    # The second one is the first of other words: a theme has its name from both.
    others = (one for one in chosen[1:8] if set(found.words[one.term]).isdisjoint(found.words[first.term]))
    second = next(others, None)
    ordered = [first, *([second] if second else []), *(one for one in chosen[1:] if one is not second)]
    return [found.shown[one.term] for one in ordered[:NAMED]]


def _weight(odds: float) -> float:
    return float(next((weight for least, weight in ODDS if odds >= least), ODDS[-1][1]))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _categories(group: Sequence[int], read: Sequence[_Paper]) -> dict[str, float]:
    """The categories whose papers are mostly in the group; the one that all papers have is none."""
    inside = Counter(code for text in group for code in read[text].categories)
    everywhere = Counter(code for paper in read for code in paper.categories)
    share = len(group) / len(read)
    return {
        code: 2.0
        for code, count in sorted(inside.items())
        if count >= max(3, len(group) // 20) and count / everywhere[code] >= max(CATEGORY_SHARE, 3 * share)
    }


def _proposals(papers: Sequence[Paper], read: Sequence[_Paper], themes: Sequence[Theme]) -> Proposals:
    """The themes with what their rules find: counted over all papers, with examples from those that were read."""
    assigner = Assigner(themes)
    scored: dict[str, list[tuple[float, str, str]]] = {theme.slug: [] for theme in themes}
    for paper in read:
        told = assigner.explain(paper.title, paper.abstract, paper.categories)
        if told.themes:
            scored[told.themes[0]].append((-told.scores[0].points, paper.name, paper.title))
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
    """The text of a themes.yml with these themes; `name`: what the papers are of, for its head."""
    lines = [
        f"# Proposed by `daybook themes suggest` from {proposals.papers:,} papers of {_comment(name)}:"
        f" {proposals.covered:,} of them have a theme by these rules.",
        "# Put in your own names, definitions and phrases, drop what is no subject, join what is one,",
        f"# save it as {NAME}, and see with `daybook themes check` what it does. The guide explains the rules.",
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
        told = ", ".join(f"{code}: {weight:g}" for code, weight in theme.categories.items())
        lines.append(f"    categories: {{{told}}}")
    return lines


def _wrapped(head: str, phrases: Sequence[str]) -> list[str]:
    """`head` and the phrases, with a closing bracket, in lines of at most WIDTH characters where they can be."""
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
    """A text on one line that no YAML reader stumbles over."""
    shown = "".join(sign if sign.isprintable() else " " for sign in markup.clean(text))
    return " ".join(shown.split())[:WIDTH]
