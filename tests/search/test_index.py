"""The index and the engine together: what is found in the index's own files is what a scan finds."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

import pytest

from tests.search import built
from tests.search.conftest import Opened, opened
from tests.search.papers import invented
from tests.search.terms import Record
from tests.search.test_engine import CHOSEN, WRITTEN, check, composed


@pytest.fixture(scope="module")
def records() -> list[Record]:
    return invented(300, 5)


@pytest.fixture(scope="module")
def search(records: list[Record]) -> Opened:
    """Over files of the size that sites have."""
    return opened(records, shard=6_000, cut=8_192)


def test_queries_find_what_a_scan_finds(search: Opened, records: list[Record]) -> None:
    for number, query in enumerate([*WRITTEN, *map(composed, range(1000, 1150))]):
        check(search, records, query, CHOSEN[number % len(CHOSEN)])


def test_ids_dates_and_authors_are_found(search: Opened, records: list[Record]) -> None:
    for record in records[::37]:
        for ident in record.ids:
            assert search.find(ident).papers[0].key == record.key
    for query, kind in (("2026-03-03", "day"), ("Serre, Jean-Pierre", "author"), ("cs.dc", "category")):
        assert kind in [place.kind for place in search.find(query).places]
    assert search.find("of", since="2026").total == len(
        [1 for each in search.find("of", count=999).papers if each.date > "2026"]
    )
    assert dict(search.authors("", None, 50)) == Counter(name for record in records for name in record.authors)


def test_a_word_weighs_most_in_the_title_and_least_in_the_notes() -> None:
    """Title, authors, the card's line, abstract, notes: who has it in one goes before who has it in the next."""
    fields: list[dict[str, Any]] = [
        {"title": "Tides of a Box in Shallow and Deep Channels"},
        {"authors": ("Ada Lovelace", "Thomas Box", "Bo Li")},
        {"gist": "A box holds"},
        {"abstract": "A box holds."},
        {"notes": "a box"},
    ]
    for above, below in itertools.pairwise(fields):
        records = [
            Record(**{"title": f"Paper {number}", "key": f"{number}", "date": "2026-03-03", **each})
            for number, each in enumerate((below, above))
        ]
        found = Opened(built.scripts(records)).find("box").papers
        assert [hit.key for hit in found] == ["1", "0"], (above, below)


def test_a_name_leads_to_its_pages() -> None:
    """Of names that are spelled alike to each; without a page to the search for the name."""
    records = [Record(title="Tides", authors=("Ana Šimić", "Bo Li"), key="1")]
    pages = {"@ana simic": "Ana Šimić\tana-simic-955e5df0\t7\nAna Simic\tana-simic\t2"}
    search = Opened(built.scripts(records, pages=pages))
    found = search.find("simic, ana").places
    assert [(place.title, place.address) for place in found] == [
        ("Ana Šimić", "authors/ana-simic-955e5df0.html"),
        ("Ana Simic", "authors/ana-simic.html"),
    ]
    assert [place.address for place in search.find("Bo Li").places] == ["search.html?author=Bo%20Li"]
