"""Threads: papers of a day that share a question, found by what few other papers of the day say."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, combinations
from typing import NamedTuple

from generator.describe.related import terms
from generator.model import Shared
from generator.text import rarity, stopwords, tokens

MOST = 4
"""Papers of a thread, and threads of a day."""
ALIKE = 0.18
"""How alike each two papers of a thread are at least: the cosine of their signatures."""
RARE = 7.0
"""How rare the words of a heading are together, at least, and ..."""
LONGEST = 6
"""... how many words it has at most."""
LEAST = 4.0
"""The weight of a thread, at least. On 18 days of real abstracts of nine fields, threads from here on share a question;
below it, several share no more than an instrument or a disease."""

WHOLE = 2.0
"""What it is worth that a heading ends where its noun does: before "of" or a comma, not within "flat band metal"."""
CROWD = 60
"""Papers that share a term, and words of a title, beyond which they are not looked at: pairs are many."""

_SIGNS = ":;.,?!()[]“”\"'"
_BREAK = re.compile(r"[:;.,?!)\]] |[(\[]")
"""Where a phrase of a title ends."""

Pairs = Mapping[tuple[int, int], float]


class Words(NamedTuple):
    """A paper's words as announced, plain."""

    key: str
    title: str
    abstract: str


def find(papers: Sequence[Words]) -> tuple[Shared, ...]:
    """The threads of a day's papers, the best first; no paper is in two.

    Each two papers of a thread are alike, and all of them have the words of its heading, which stand together in the
    title of one and in another. Its weight: how rare these words are, times how alike the two are that are least so.
    """
    lines = [terms.line(paper.title, paper.abstract) for paper in papers]
    held = [frozenset(line.split(" ")[:-1]) for line in lines]
    pairs = _alike(lines, Counter(chain.from_iterable(held)))
    found: list[Shared] = []
    used: set[int] = set()
    for pair in sorted(pairs, key=lambda pair: (-pairs[pair], pair)):
        thread = _grown(pair, pairs, papers, held, used) if used.isdisjoint(pair) else None
        if thread and thread[1].weight >= LEAST:
            used.update(thread[0])
            found.append(thread[1])
    return tuple(sorted(found, key=lambda thread: -thread.weight)[:MOST])


def _alike(lines: Sequence[str], held: Mapping[str, int]) -> dict[tuple[int, int], float]:
    """Places of two papers -> how alike they are, of those that are so enough. `held`: term -> papers that have it."""

    def weigh(term: str) -> int:
        """What few papers of arXiv and of the day have weighs most; in one paper or two is the same."""
        return round(_rarity(term) * math.log(len(lines) / max(2, held[term]) + 1))

    sums: defaultdict[tuple[int, int], float] = defaultdict(float)
    by_term: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    sizes = []
    for place, line in enumerate(lines):
        *words, digits = terms.signature(line, weigh).split(" ")
        sizes.append(math.hypot(*map(int, digits)))
        for term, digit in zip(words, digits, strict=bool(words)):
            by_term[term].append((place, int(digit)))
    for there in by_term.values():
        for (one, mine), (two, theirs) in combinations(there if len(there) <= CROWD else (), 2):
            sums[one, two] += mine * theirs
    near = {pair: total / sizes[pair[0]] / sizes[pair[1]] for pair, total in sums.items()}
    return {pair: likeness for pair, likeness in near.items() if likeness >= ALIKE}


def _rarity(term: str) -> float:
    """How rare a term is; one that the table does not have, a system's name or a typing error, counts as half."""
    return rarity.table().get(term, rarity.UNKNOWN / 2)


def _grown(
    pair: tuple[int, int], pairs: Pairs, papers: Sequence[Words], held: Sequence[frozenset[str]], used: Collection[int]
) -> tuple[list[int], Shared] | None:
    """The thread that begins with two papers, and the places of its papers."""
    members, heading = [*pair], _heading(pair, papers, held)
    for place in range(len(papers)) if heading else ():
        near = all(tuple(sorted((place, member))) in pairs for member in members)
        wider = _heading((*members, place), papers, held) if near and place not in used else None
        if wider and len(members) < MOST:
            members, heading = [*members, place], wider
    if heading is None:
        return None
    least = min(pairs[two] for two in combinations(sorted(members), 2))
    weight = round(heading[1] * least * math.sqrt(len(members)), 3)
    return members, Shared(heading[0], tuple(papers[place].key for place in members), weight)


def _heading(
    members: Sequence[int], papers: Sequence[Words], held: Sequence[frozenset[str]]
) -> tuple[str, float] | None:
    """The phrase of one of their titles that says best what these papers share, and how rare its words are. All have
    its words; two have them together, but for a noun at its end."""
    shared = frozenset.intersection(*(held[place] for place in members))
    titles = [papers[place].title.lower() for place in members]
    found: dict[tuple[float, str], float] = {}
    for place in members:
        for phrase, stems, whole in _phrases(papers[place].title):
            rare = sum(map(_rarity, sorted(set(stems))))
            core = stems[:-1] if whole and len({*stems[:-1]}) > 1 else stems
            if rare >= RARE and shared.issuperset(stems) and _together(core, [papers[place] for place in members]):
                # What two titles say alike is not cut; else the shortest phrase says it.
                longer = 0.1 if sum(phrase.lower() in title for title in titles) > 1 else -0.1
                found[rare + WHOLE * whole + longer * phrase.count(" "), phrase] = rare
    best = max(found, default=None)
    return (best[1][:1].upper() + best[1][1:], found[best]) if best else None


def _phrases(title: str) -> Iterator[tuple[str, tuple[str, ...], bool]]:
    """The phrases of a title, the terms of each (two at least, one at either end), and whether no noun can follow."""
    words = title.split()[:CROWD]
    stems = [[term for part in tokens.of_signature(word) if (term := terms.term_of(part))] for word in words]
    for start, end in combinations(range(len(words) + 1), 2):
        inner = tuple(chain.from_iterable(stems[start:end])) if 1 < end - start <= LONGEST else ()
        if len({*inner}) > 1 and stems[start] and stems[end - 1]:
            phrase = " ".join(words[start:end]).strip(_SIGNS)
            if not _BREAK.search(phrase):
                after = words[end : end + 1]
                ends = not after or words[end - 1][-1] in _SIGNS or after[0].lower() in stopwords.THEME_ENGLISH
                yield phrase, inner, ends


def _together(stems: Sequence[str], papers: Sequence[Words]) -> bool:
    """Whether these terms stand together, in this order, in two papers at least."""
    said = f" {' '.join(stems)} "
    return sum(said in _stemmed(f"{paper.title} . {paper.abstract}") for paper in papers) > 1


@lru_cache(maxsize=1 << 10)
def _stemmed(text: str) -> str:
    words = tokens.of_signature(text[: terms.LONGEST])
    return f" {' '.join(filter(None, map(terms.term_of, words)))} "
