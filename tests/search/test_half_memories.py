"""Real papers are found by what people remember of them: with a word too many, in another form, or spelled wrong."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from generator import plain
from tests.search.conftest import opened
from tests.search.terms import Record

pytestmark = pytest.mark.trial
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
