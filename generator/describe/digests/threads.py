"""Threads: papers of a day that share a question, found by what few other papers of the day say."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations
from typing import NamedTuple

from generator.describe.related import terms
from generator.model import Shared
from generator.text import rarity, stopwords, tokens

MOST, LONGEST = 4, 6
"""Papers of a thread, threads of a day, and words of a heading, at most."""
ALIKE = 0.18
"""How alike each two papers of a thread are at least: the cosine of their signatures."""
RARE = 7.0
"""How rare the words of a heading are together, at least."""
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
"""Places of two papers -> how alike they are, of those that are so enough."""


class Words(NamedTuple):
    """A paper's words as announced, plain."""

    key: str
    title: str
    abstract: str


class _Read(NamedTuple):
    key: str
    title: str
    line: str  # its terms, as terms.line gives them
    said: str  # its terms in order, a blank around each


def find(papers: Iterable[Words]) -> tuple[Shared, ...]:
    """The threads of a day's papers, the best first; no paper is in two.

    Each two papers of a thread are alike, and all of them have the words of its heading, which stand together in the
    title of one and in another. Its weight: how rare these words are, times how alike the two are that are least so.
    """
    read = [_Read(key, title, terms.line(title, said), _stemmed(f"{title} . {said}")) for key, title, said in papers]
    pairs = _alike([each.line for each in read])
    found: list[Shared] = []
    used: set[int] = set()
    for pair in sorted(pairs, key=lambda pair: (-pairs[pair], pair)):
        thread = _grown(pair, pairs, read, used) if used.isdisjoint(pair) else None
        if thread and thread[1].weight >= LEAST:
            used.update(thread[0])
            found.append(thread[1])
    return tuple(sorted(found, key=lambda thread: -thread.weight)[:MOST])


def _stemmed(text: str) -> str:
    return f" {' '.join(filter(None, map(terms.term_of, tokens.of_signature(text[: terms.LONGEST]))))} "


def _alike(lines: Sequence[str]) -> Pairs:
    held = Counter(term for line in lines for term in line.split(" ")[:-1])

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
    pair: tuple[int, int], pairs: Pairs, read: Sequence[_Read], used: Collection[int]
) -> tuple[list[int], Shared] | None:
    """The thread that begins with two papers, and the places of its papers."""
    members, heading = [*pair], _heading([read[place] for place in pair])
    for place in range(len(read)) if heading else ():
        near = len(members) < MOST and all(tuple(sorted((place, member))) in pairs for member in members)
        wider = _heading([read[each] for each in (*members, place)]) if near and place not in used else None
        if wider:
            members, heading = [*members, place], wider
    if heading is None:
        return None
    least = min(pairs[two] for two in combinations(sorted(members), 2))
    weight = round(heading[1] * least * math.sqrt(len(members)), 3)
    return members, Shared(heading[0], tuple(read[place].key for place in members), weight)


def _heading(papers: Sequence[_Read]) -> tuple[str, float] | None:
    """The phrase of one of their titles that says best what these papers share, and how rare its words are. All have
    its words; two have them together, but for a noun at its end."""
    shared = frozenset.intersection(*(frozenset(paper.line.split(" ")[:-1]) for paper in papers))
    found: dict[tuple[float, str], float] = {}
    for phrase, stems, whole in chain.from_iterable(_phrases(paper.title) for paper in papers):
        rare = sum(map(_rarity, sorted(set(stems))))
        core = stems[:-1] if whole and len({*stems[:-1]}) > 1 else stems
        together = f" {' '.join(core)} "
        if rare >= RARE and shared.issuperset(stems) and sum(together in paper.said for paper in papers) > 1:
            # What two titles say alike is not cut; else the shortest phrase says it.
            longer = 0.1 if sum(phrase.lower() in paper.title.lower() for paper in papers) > 1 else -0.1
            found[rare + WHOLE * whole + longer * phrase.count(" "), phrase] = rare
    best = max(found, default=None)
    return (best[1][:1].upper() + best[1][1:], found[best]) if best else None


def _phrases(title: str) -> Iterator[tuple[str, tuple[str, ...], bool]]:
    """The phrases of a title, the terms of each (two at least, one at either end), and whether no noun can follow."""
    words = title.split()[:CROWD]
    stems = [[term for part in tokens.of_signature(word) if (term := terms.term_of(part))] for word in words]
    for start, end in combinations(range(len(words) + 1), 2):
        inner = tuple(chain.from_iterable(stems[start:end])) if 1 < end - start <= LONGEST else ()
        phrase = " ".join(words[start:end]).strip(_SIGNS) if len({*inner}) > 1 else ""
        if phrase and stems[start] and stems[end - 1] and not _BREAK.search(phrase):
            after = words[end : end + 1]
            ends = not after or words[end - 1][-1] in _SIGNS or after[0].lower() in stopwords.THEME_ENGLISH
            yield phrase, inner, ends
