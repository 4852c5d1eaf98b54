"""Threads: papers of a day that share a question, found by what few other papers of the day say."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations
from typing import NamedTuple

from daybook.describe.related import terms
from daybook.describe.related.similarity import Postings, pack
from daybook.model import Shared
from daybook.text import rarity, tokens, wordlists

MOST, LONGEST = 4, 6  # papers of a thread (and threads of a day), and words of a heading, at most
TITLE = 400  # characters of a title that are looked at: its phrases are many
ALIKE = 0.18  # how alike each two papers of a thread are at least: the cosine of their signatures
RARE = 7.0  # how rare the words of a heading are together, at least
WHOLE = 2.0  # what it is worth that a heading ends where its noun does, not within "flat band metal"
LEAST = 4.0  # the weight of a thread, at least: on 18 days of nine fields, lighter ones may share but an instrument

_SIGNS = ":;.,?!()[]“”\"'"
_BREAK = re.compile(r"[:;.,?!)\]] |[(\[]")  # where a phrase of a title ends


class Words(NamedTuple):
    """A paper's words as announced."""

    key: str
    title: str  # plain
    line: str  # its terms, as terms.line gives them
    said: str  # its terms in order, a blank around each


Pairs = Mapping[tuple[Words, Words], float]  # two papers, either first -> how alike they are, of those that are enough


def read(key: str, title: str, abstract: str) -> Words:
    """What threads know of a paper. `title` and `abstract` are plain."""
    said = filter(None, map(terms.term_of, tokens.of_signature(f"{title} . {abstract}"[: terms.LONGEST])))
    return Words(key, title, terms.line(title, abstract), f" {' '.join(said)} ")


def find(papers: Sequence[Words]) -> tuple[Shared, ...]:
    """The threads of a day's papers, the best first; no paper is in two.

    Each two papers of a thread are alike, and all of them have the words of its heading, which stand together in the
    title of one and in another. Its weight: how rare these words are, times how alike the two are that are least so.
    """
    pairs, left, found = _alike(papers), dict.fromkeys(papers), list[Shared]()
    for pair in sorted(pairs, key=lambda pair: (-pairs[pair], pair)):
        thread = _grown(pair, pairs, left) if pair[0] < pair[1] and {*pair} <= left.keys() else None
        if thread and thread.weight >= LEAST:
            left = dict.fromkeys(paper for paper in left if paper.key not in thread.papers)
            found.append(thread)
    return tuple(sorted(found, key=lambda thread: -thread.weight)[:MOST])


def _alike(papers: Sequence[Words]) -> Pairs:
    held = Counter(term for paper in papers for term in paper.line.split(" ")[:-1])
    # What few papers of arXiv and of the day have weighs most; in one paper or two is the same.
    weights = {term: round(_rarity(term) * math.log(len(papers) / max(2, count) + 1)) for term, count in held.items()}
    shelf = Postings([pack([terms.signature(each.line, weights.__getitem__) for each in papers])])
    near = dict[tuple[Words, Words], float]()
    for place, paper in enumerate(papers):
        others, _, likeness = shelf.alike(place, ALIKE)
        near |= {(paper, papers[at]): share for at, share in zip(others.tolist(), likeness.tolist(), strict=True)}
    return near


def _rarity(term: str) -> float:
    """How rare a term is; one that the table does not have, a system's name or a typing error, counts as half."""
    return rarity.table().get(term, rarity.UNKNOWN / 2)


def _grown(pair: tuple[Words, Words], pairs: Pairs, others: Iterable[Words]) -> Shared | None:
    """The thread that begins with two papers."""
    members, heading = [*pair], _heading(pair)
    for paper in others if heading else ():
        if len(members) < MOST and all((paper, member) in pairs for member in members):
            wider = _heading([*members, paper])
            members, heading = ([*members, paper], wider) if wider else (members, heading)
    if heading is None:
        return None
    _, phrase, rare = heading
    weight = rare * min(pairs[two] for two in combinations(members, 2)) * math.sqrt(len(members))
    return Shared(phrase[:1].upper() + phrase[1:], tuple(paper.key for paper in members), round(weight, 3))


def _heading(papers: Sequence[Words]) -> tuple[float, str, float] | None:
    """How good the phrase of one of their titles is that says best and shortest what these papers share; the phrase;
    how rare its words are. All have its words; two have them together, but for a noun at its end."""
    shared = frozenset.intersection(*(frozenset(paper.line.split(" ")[:-1]) for paper in papers))
    found = []
    for phrase, stems, whole in chain.from_iterable(_phrases(paper.title) for paper in papers):
        rare = sum(map(_rarity, sorted(set(stems))))
        core = stems[:-1] if whole and len({*stems[:-1]}) > 1 else stems
        together = f" {' '.join(core)} "
        if rare >= RARE and shared.issuperset(stems) and sum(together in paper.said for paper in papers) > 1:
            found.append((rare + WHOLE * whole - 0.1 * phrase.count(" "), phrase, rare))
    return max(found, default=None)


def _phrases(title: str) -> Iterator[tuple[str, tuple[str, ...], bool]]:
    """The phrases of a title, the terms of each (two at least, one at either end), and whether no noun can follow."""
    for words in map(str.split, _BREAK.split(title[:TITLE])):
        stems = [[term for part in tokens.of_signature(word) if (term := terms.term_of(part))] for word in words]
        for start, end in combinations(range(len(words) + 1), 2):
            inner = tuple(chain.from_iterable(stems[start:end])) if 1 < end - start <= LONGEST else ()
            if len({*inner}) > 1 and stems[start] and stems[end - 1]:
                ends = end == len(words) or words[end].lower() in wordlists.THEME_ENGLISH
                yield " ".join(words[start:end]).strip(_SIGNS), inner, ends
