"""Themes proposed for papers, as the text of a themes.yml for people to edit.

Papers are clustered by the terms they share, words and short phrases that may name a subject: seeds are terms whose
texts are alike, each text joins the nearest cluster. A theme's phrases are the terms frequent in its cluster and rare
outside. No word of any field is built in. The same papers give the same text.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import log, sqrt

import numpy as np
import numpy.typing as npt

from daybook.describe.themes import Assigner, rules, words_of
from daybook.describe.themes.rules import NAME, comment, derived, weights
from daybook.model import Paper, Theme
from daybook.text import markup, vocabulary
from daybook.text.vocabulary import THEME_ENGLISH, THEME_SCHOLARLY, THEME_VAGUE, singular

Term = tuple[str, ...]
"""Words in lower case and singular."""
Matrix = npt.NDArray[np.float32]

MOST_WORDS = 4  # in a term
MOST_TERMS = 3000
COMMON, COMMON_PHRASE = 0.2, 0.4  # share of texts above which a word, or a phrase, says nothing
PART = 0.75  # share of a term's texts that contain the same longer term: then the term is only a part of it
TITLE = 2  # weight of a mention in a title
TELLING = 3.0
"""Least weight by rarity of a phrase: two words each in one of twelve papers of arXiv. It leaves out "large scale"."""
FEWEST = 12  # with fewer papers, no themes are proposed
MOST_READ = 6000  # papers read for proposals, evenly spread over all: more papers yield the same themes
MOST_THEMES, PHRASES, EXAMPLES = 20, 24, 3  # phrases and examples of a theme, at most
NAMED = 5  # phrases in a definition; the first two are the name
LEAST_ODDS = 0.25
"""Least share of a phrase's papers that are in the cluster; for a single word lowered by LONE: it has more meanings."""
LONE, LONE_SEED = 0.8, 0.5  # LONE_SEED: worth of a single word as a seed relative to a phrase
SURE, SURE_ALONE = 3.5, 6.0
"""How far beyond chance a phrase, or a single word, must be frequent in the cluster (log-likelihood)."""
ROUNDS = 6  # of clustering

_BREAK = re.compile(r"[^\w\s'’-]+(?=\s|$)|[(){}\[\]\"“”—/|;]|\s[-–(]+")
_JOINTS = frozenset(("of", "in", "to"))  # allowed within a term: chain of thought
_PLAIN = frozenset(map(singular, THEME_ENGLISH)) | THEME_ENGLISH
_DULL = frozenset(map(singular, THEME_SCHOLARLY)) | THEME_SCHOLARLY | _PLAIN
_VAGUE = frozenset(map(singular, THEME_VAGUE)) | THEME_VAGUE


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a collection of texts, and how often each text has them."""

    words: list[Term]  # by number
    shown: list[str]  # commonest spelling
    counts: Matrix  # texts × terms; a mention in a title counts TITLE times


def collect(texts: Sequence[tuple[str, str]]) -> Terms:
    """The terms that occur in enough of some (title, abstract) pairs of plain text, but not in too many."""
    least = 2 if len(texts) < 60 else 3 + len(texts) // 2000
    numbers = {term: number for number, term in enumerate(_frequent(texts, least))}
    forms: list[Counter[str]] = [Counter() for _ in numbers]
    counts = np.zeros((len(texts), len(numbers)), dtype=np.float32)
    for place, pair in enumerate(texts):
        for text, weight in zip(pair, (TITLE, 1), strict=True):
            for term, written in _terms(text):
                if (number := numbers.get(term)) is not None:
                    counts[place, number] += weight
                    forms[number][written] += weight
    shown = [min(form, key=lambda text: (-form[text], text)) for form in forms]
    return Terms(list(numbers), shown, counts)


def _terms(text: str) -> Iterator[tuple[Term, str]]:
    """The terms in a text, as they are counted and as they are written."""
    for piece in _BREAK.split(text):
        written = vocabulary.CONTRACTED.findall(piece)
        words = [singular(word.lower()) for word in written]
        for start in range(len(words)):
            for end in range(start + 1, min(start + MOST_WORDS, len(words)) + 1):
                if _speaks(term := tuple(words[start:end])):
                    yield term, " ".join(written[start:end])


def _frequent(texts: Sequence[tuple[str, str]], least: int) -> list[Term]:
    """The terms in at least `least` texts, but not in too many, that are not merely parts of longer ones; sorted."""
    counts: Counter[Term] = Counter()
    for pair in texts:
        counts.update({term for text in pair for term, _ in _terms(text)})
    most = {len(term): (COMMON if len(term) == 1 else COMMON_PHRASE) * len(texts) for term in counts}
    kept = {term: count for term, count in counts.items() if least <= count <= most[len(term)]}
    longest: dict[Term, int] = defaultdict(int)
    for term, count in kept.items():
        for part in {term[start:end] for start in range(len(term)) for end in range(start + 1, len(term) + 1)} - {term}:
            longest[part] = max(longest[part], count)
    whole = [term for term, count in kept.items() if longest[term] < PART * count]
    return sorted(sorted(whole, key=lambda term: (-kept[term] * len(term), term))[:MOST_TERMS])


@cache
def _speaks(term: Term) -> bool:
    """Whether a term may name a subject."""
    if not _DULL.isdisjoint({term[0], term[-1]}) or not _PLAIN.isdisjoint(set(term[1:-1]) - _JOINTS):
        return False
    if all(word.isdigit() or len(word) < 2 for word in term):
        return False
    return derived(" ".join(term)) >= TELLING if len(term) > 1 else len(term[0]) > 2 and term[0] not in _VAGUE


def clusters(terms: Terms, wanted: int) -> list[list[int]]:
    """At most `wanted` clusters as numbers of texts, the largest first. A text near none of them is in none."""
    rarity = np.log(len(terms.counts) / np.maximum(np.count_nonzero(terms.counts, axis=0), 1))
    weights = np.where(terms.counts > 0, 1 + np.log(np.maximum(terms.counts, 1)), 0) * rarity
    vectors = _unit(weights.astype(np.float32))  # terms frequent in a text and rare in others weigh most
    members = [np.flatnonzero(terms.counts[:, seed]) for seed in _seeds(terms, vectors, wanted)]
    for _ in range(ROUNDS if members else 0):
        centres = _unit(np.stack([vectors[texts].sum(axis=0) for texts in members]))
        likeness = np.round(vectors @ centres.T, 5)
        nearest = np.where(likeness.max(axis=1) > 0, likeness.argmax(axis=1), -1)
        members = [np.flatnonzero(nearest == number) for number in range(len(members))]
    found = [[int(text) for text in texts] for texts in members if len(texts) > 1]
    return sorted(found, key=lambda texts: (-len(texts), texts))


def _unit(rows: Matrix) -> Matrix:
    """Rows scaled to length 1; those of zeros stay."""
    length = np.linalg.norm(rows, axis=1, keepdims=True)
    scaled: Matrix = np.divide(rows, length, out=np.zeros_like(rows), where=length > 0)
    return scaled


def _seeds(terms: Terms, vectors: Matrix, wanted: int) -> Iterator[int]:
    """The terms to start from, one by one: each as frequent and as telling as possible given those before it."""
    having = (terms.counts > 0).astype(np.float32)
    number = having.sum(axis=0)
    sums = having.T @ vectors
    np.fill_diagonal(sums, 0)  # how alike its texts are apart from the term itself
    alike = ((sums**2).sum(axis=1) - number) / np.maximum(number * (number - 1), 1)
    alike *= np.array([1.0 if len(term) > 1 else LONE_SEED for term in terms.words])
    alike[number < max(3, len(vectors) // (10 * wanted))] = 0
    covered = np.zeros(len(vectors), dtype=np.float32)
    for _ in range(min(wanted, len(terms.words))):
        gain = np.round(alike * (having.T @ (1 - covered)), 4)
        best = int(gain.argmax())
        if gain[best] <= 0:
            return
        yield best
        alike[best] = 0
        near = vectors @ _unit(sums[best : best + 1])[0]
        usual = near[having[:, best] > 0].mean()
        covered = np.maximum(covered, having[:, best])
        covered = np.maximum(covered, np.minimum(1, near / usual)) if usual > 0 else covered


def suggest(papers: Sequence[Paper], wanted: int | None = None) -> list[Theme]:
    """At most `wanted` themes for these papers; without `wanted` as many as their number lets one see."""
    ordered = sorted(papers, key=lambda paper: (paper.first_seen, paper.key))
    read = ordered[:: -(-len(ordered) // MOST_READ) or 1]
    known = collect([(markup.plain(paper.title), markup.plain(paper.abstract or "")) for paper in read])
    themes: list[Theme] = []
    for cluster in clusters(known, wanted or usual(len(papers))):
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
        explanation = assigner.explain(*words_of(paper))
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
# add them to {NAME}, and run `daybook themes check` to see what they do. The handbook explains how they work.
themes:{"" if kept else " []"}
{rules.render(kept, above)}"""
    rules.parse(text)
    return text
