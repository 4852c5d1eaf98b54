"""Real papers: each is found by a few words of its title, or by what people remember of it, as a scan finds it."""

import gzip
import json
import random
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from daybook import plain

from tests.search import scan, terms
from tests.search.conftest import Opened, opened
from tests.search.terms import Record
from tests.search.test_engine import check

pytestmark = pytest.mark.trial


MOST = 500  # papers that are looked for


def wanted(records: list[Record]) -> list[tuple[Record, list[str]]]:
    """Papers, each with three words of its title that at most one paper in twenty has."""
    common = Counter(
        word for record in records for word in {w for field in record.fields() for place in field for w in place}
    )
    dice = random.Random(3)
    found = []
    for record in records:
        words = dict.fromkeys(re.findall(r"[^\W\d_]{4,}", record.title))
        rare = [word for word in words if 0 < common[terms.stem(terms.fold(word))] <= len(records) / 20]
        if len(rare) >= 3:
            found.append((record, dice.sample(rare, 3)))
    return dice.sample(found, min(MOST, len(found)))


def mistyped(word: str, dice: random.Random) -> str:
    """A word with one wrong letter: left out, doubled, swapped with the next or another one."""
    at = dice.randrange(len(word) - 1)
    other = dice.choice("abcdefghijklmnopqrstuvwxyz".replace(word[at].lower(), ""))
    forms = [
        word[:at] + word[at + 1 :],
        word[:at] + other + word[at:],
        word[:at] + other + word[at + 1 :],
        word[:at] + word[at + 1] + word[at] + word[at + 2 :],
    ]
    return dice.choice([form for form in forms if form != word])


def ranks(search: Opened, queries: list[tuple[Record, str]]) -> list[int]:
    """For each query where its paper stands, from 1; 99 where it is not among the first ten."""
    found = []
    for record, query in queries:
        addresses = [hit.key for hit in search.find(query).papers]
        found.append(addresses.index(record.key) + 1 if record.key in addresses else 99)
    return found


def test_three_words_of_a_title_put_its_paper_first(real: list[Record], real_search: Opened) -> None:
    found = ranks(real_search, [(record, " ".join(words)) for record, words in wanted(real)])
    assert len(found) > 300
    assert sum(rank == 1 for rank in found) >= 0.9 * len(found)
    assert sum(rank <= 10 for rank in found) >= 0.99 * len(found)


def test_with_a_wrong_letter_its_paper_is_among_the_first_ten(real: list[Record], real_search: Opened) -> None:
    dice = random.Random(4)
    queries = []
    for record, words in wanted(real):
        at = dice.randrange(3)
        queries.append((record, " ".join([*words[:at], mistyped(words[at], dice), *words[at + 1 :]])))
    found = ranks(real_search, queries)
    assert sum(rank <= 10 for rank in found) >= 0.9 * len(found)


def test_real_papers_are_found_as_a_scan_finds_them(real: list[Record], real_search: Opened) -> None:
    dice = random.Random(5)
    for record in dice.sample(real, 25):
        words = [word for chain in terms.chains(f"{record.title} {record.abstract}") for word in chain]
        at = dice.randrange(max(1, len(words) - 3))
        some = " ".join(dice.sample(words, min(2, len(words))))
        queries = [some, f'"{" ".join(words[at : at + 3])}"', f"{dice.choice(words)[:3]}*", f"{words[0]} -{words[-1]} "]
        for query in queries:
            check(real_search, real, query, {"category": list(record.category)} if at % 3 == 0 else {})


def test_authors_are_found_without_their_accents(real: list[Record], real_search: Opened) -> None:
    accented = sorted({name for record in real for name in record.authors if not name.isascii()})
    for name in random.Random(6).sample(accented, min(40, len(accented))):
        query = terms.fold(name)
        numbers = scan.matching(real, name)
        found = real_search.find(query, count=len(real))
        assert {real[n].key for n in numbers} <= {hit.key for hit in found.papers}, name
        assert any(place.kind == "author" for place in found.places), name


FILE = Path(__file__).parent / "data" / "half_memories.tsv"
"""arXiv id, what is wrong (a form, a wrong, extra or misspelt word, two of these), query: written from titles and
abstracts, before the engine could answer such queries."""


@pytest.fixture(scope="module")
def papers(shared: Callable[[str], Path]) -> list[Record]:
    """The papers of all fields, oldest first."""
    with gzip.open(shared("corpora/fields/dev.jsonl.gz"), "rt", encoding="utf-8") as lines:
        rows = sorted(map(json.loads, lines), key=lambda row: (row["date"], row["id"]))
    return [
        Record(
            title=plain(row["title"]), authors=tuple(dict.fromkeys(map(plain, row["authors"]))),
            abstract=plain(row["abstract"]), date=row["date"], key=row["id"], ids=(row["id"],),
            category=tuple(row["categories"]),
        )
        for row in rows
    ]  # fmt: skip


@pytest.mark.parametrize("every", [1, 25])
def test_half_memories_find_their_papers(papers: list[Record], every: int) -> None:
    """Among all papers, and among as many as two days bring."""
    asked = [line.split("\t") for line in FILE.read_text(encoding="utf-8").splitlines()]
    wanted = {ident for ident, _, _ in asked}
    among = [paper for at, paper in enumerate(papers) if at % every == 0 or paper.key in wanted]
    search = opened(among, cut=6_000, list_=20_000, places=20_000, chunk=15, block=4_096, names=2_000)
    lost = []
    for ident, kind, query in asked:
        first = [hit.key for hit in search.find(query, count=3).papers]
        if ident not in first:
            lost.append((kind, query))
    assert len(asked) == 60
    assert len(lost) <= 6, lost
