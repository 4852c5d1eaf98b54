"""Where a paper stands among the results if three words of its title are asked for."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from generator.search.engine import Engine
from tests.search import terms
from tests.search.terms import Record
from tests.tools.benchmarks.search.records import Collection, surfaces

PAPERS = 500
SHORTEST = 4  # letters of a word
LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Item(NamedTuple):
    """A paper that is looked for."""

    key: str
    title: str
    query: str
    mistyped: str


def drawn(records: Sequence[Record], *, own: bool, seed: int = 12) -> list[Item]:
    """Papers in a random order, and for each the three rarest words of its title of at least four letters.

    own: with words that no other paper has, such as a system's name; without them ranking is harder. A paper is passed
    over if there are no three such words, or if another title has the same three: nothing could tell the two apart.
    The words stand as in the title, in its order.
    """
    dice = random.Random(seed)
    papers = Counter(word for record in records for word in set(record.words.split("\n")))
    titled: defaultdict[str, set[int]] = defaultdict(set)
    for number, record in enumerate(records):
        for stem in map(_stem, surfaces(record.title)):
            titled[stem].add(number)
    found = []
    for record in dice.sample(records, len(records)):
        spelled = {stem: word for word in surfaces(record.title) if (stem := _stem(word))}
        usual = [stem for stem in spelled if (own or papers[stem] > 1) and len(stem) >= SHORTEST and stem.isalpha()]
        chosen = sorted(usual, key=lambda stem: (papers[stem], stem))[:3]
        if len(chosen) == 3 and len(set.intersection(*(titled[stem] for stem in chosen))) == 1:
            words = [word for stem, word in spelled.items() if stem in chosen]
            found.append(Item(record.key, record.title, " ".join(words), mistyped(words, dice)))
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
    """Print the shares, and up to `shown` papers of each row that were not first; whether they are high enough."""
    engine = collection.engine()
    sound, lost = True, []
    print("| Query | papers | first | in the first ten |\n|---|---:|---:|---:|")
    for kind, own in (("the three rarest words", True), ("the three rarest that others have, too", False)):
        items = drawn(collection.records, own=own)
        for mistaken in (False, True):
            name = f"{kind}, one letter wrong" if mistaken else kind
            ranks = [_rank(engine, item, item.mistyped if mistaken else item.query) for item in items]
            first, ten = (sum(rank <= most for rank in ranks) / (len(ranks) or 1) for most in (1, 10))
            print(f"| {name} | {len(items)} | {first:.3f} | {ten:.3f} |", flush=True)
            sound &= ten >= 0.9 if mistaken else first >= 0.9 and ten >= 0.99
            lost += list(_behind(items, ranks, mistaken))[:shown]
    print("\n".join(["", *lost]), flush=True)
    return sound


def _behind(items: Sequence[Item], ranks: Sequence[int], mistaken: bool) -> Iterator[str]:
    for item, rank in zip(items, ranks, strict=True):
        if rank > 1:
            query = item.mistyped if mistaken else item.query
            yield f"- {query}: {rank if rank <= 10 else 'not in ten'}: {item.title}"


def _rank(engine: Engine, item: Item, query: str) -> int:
    """Where the paper stands among the first ten; 11: it does not."""
    places = [hit.key for hit in engine.find(query).papers]
    return places.index(item.key) + 1 if item.key in places else 11
