"""Where a paper stands among the results if three words of its title are asked for."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from tests.benchmarks.search.records import Collection, key, surfaces
from tests.search import terms
from tests.search.terms import Record

PAPERS = 500
SHORTEST = 4  # letters of a word
LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Item(NamedTuple):
    """A paper that is looked for."""

    address: str
    title: str
    query: str
    mistyped: str


def drawn(records: Sequence[Record], seed: int = 12) -> list[Item]:
    """Papers in a random order, and for each the three rarest words of its title of at least four letters.

    Words that no other paper has are left out: with one of them any ranking puts the paper first. A paper whose title
    has fewer than three others is passed over. The words stand as in the title, in its order.
    """
    dice = random.Random(seed)
    papers = Counter(word for record in records for word in set(record.words.split("\n")))
    found = []
    for record in dice.sample(records, len(records)):
        spelled = {stem: word for word in surfaces(record.title) if (stem := _stem(word))}
        usual = [stem for stem in spelled if papers[stem] > 1 and len(stem) >= SHORTEST and stem.isalpha()]
        chosen = set(sorted(usual, key=lambda stem: (papers[stem], stem))[:3])
        if len(chosen) == 3:
            words = [word for stem, word in spelled.items() if stem in chosen]
            found.append(Item(record.address, record.title, " ".join(words), mistyped(words, dice)))
        if len(found) == PAPERS:
            break
    return found


def _stem(word: str) -> str:
    """The stem of one word; empty if there are several, joined by hyphens."""
    chains = terms.chains(word)
    return terms.stem(chains[0][0]) if len(chains) == 1 == len(chains[0]) else ""


def mistyped(words: Sequence[str], dice: random.Random) -> str:
    """The words with one wrong letter in one of them: another, one too few, one too many, or two swapped."""
    wrong = dice.randrange(len(words))
    word = words[wrong]
    made = word
    while made == word:
        at = dice.randrange(len(word))
        letter = dice.choice(LETTERS)
        made = dice.choice((
            word[:at] + letter + word[at + 1 :], word[:at] + word[at + 1 :], word[:at] + letter + word[at:],
            word[:at] + word[at : at + 2][::-1] + word[at + 2 :],
        ))  # fmt: skip
    return " ".join((*words[:wrong], made, *words[wrong + 1 :]))


def run(collection: Collection, shown: int) -> bool:
    """Print the shares, and `shown` of the papers that were not first; whether they are high enough."""
    engine = collection.engine()
    items = drawn(collection.records)
    same = Counter(record.title for record in collection.records)
    ranks: dict[str, list[int | None]] = {}
    lost = []
    for kind in ("three words of the title", "one letter wrong"):
        ranks[kind] = []
        for item in items:
            query = item.query if kind != "one letter wrong" else item.mistyped
            found = engine.find(query).papers
            rank = next((at for at, hit in enumerate(found, 1) if key(hit.address) == item.address), None)
            ranks[kind].append(rank)
            if rank != 1:
                first = found[0].title if found else "nothing"
                lost.append(f"- {kind}: {query}: {rank or 'not in ten'}: {item.title}; first: {first}")
    print(f"{len(items)} papers; {sum(same[item.title] > 1 for item in items)} of them share their title with another")
    print("| Query | first | in the first ten |\n|---|---:|---:|")
    for kind, places in ranks.items():
        print(f"| {kind} | {places.count(1) / len(places):.3f} | {1 - places.count(None) / len(places):.3f} |")
    print("\n".join(lost[:shown]), flush=True)
    right, wrong = ranks.values()
    most = len(items) or 1
    return right.count(1) / most >= 0.9 and right.count(None) / most <= 0.01 and wrong.count(None) / most <= 0.1
