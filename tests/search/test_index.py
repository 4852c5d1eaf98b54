"""The index and the engine together: what is found in the index's own files is what a scan finds."""

from __future__ import annotations

from collections import Counter
from itertools import groupby

import pytest

from tests.search import encoder
from tests.search.conftest import LABELS, PAGES, Opened
from tests.search.papers import invented
from tests.search.terms import Record
from tests.search.test_engine import CHOSEN, WRITTEN, check, composed

words = pytest.importorskip("generator.search.words")
entries = pytest.importorskip("generator.search.entries")
index = pytest.importorskip("generator.search.index")
GAP = entries.GAP


def entry(record: Record) -> object:
    fields = ((record.title,), record.authors, (record.gist,), (record.abstract,), (record.notes,))
    texts = (f" {GAP} ".join(" ".join(words.words(text)) for text in field if text) for field in fields)
    return entries.Entry(
        stamp="", words=f" {GAP}{GAP} ".join(texts), names=record.authors, ids=record.ids, categories=record.category,
        themes=record.theme, types=record.type, badges=record.badge, withdrawn=bool(record.withdrawn),
    )  # fmt: skip


def facet(name: str, records: list[Record]) -> object:
    values = sorted({value for record in records for value in getattr(record, name)})
    labelled = [(value, LABELS.get(value, value)) for value in values]
    own = [tuple(sorted(values.index(value) for value in getattr(record, name))) for record in records]
    return index.Facet(name, name.title(), labelled, own)


@pytest.fixture(scope="module")
def records() -> list[Record]:
    return invented(300, 5)


@pytest.fixture(scope="module")
def search(records: list[Record]) -> Opened:
    facets = [facet(name, records) for name in encoder.FACETS]
    by_day = {date: len(list(part)) for date, part in groupby(record.date for record in records)}
    about = {"asOf": records[-1].date, "chunk": 4}
    files = index.files([entry(record) for record in records], facets, PAGES, by_day, about)
    results = encoder.scripts(
        {name: data for name, data in encoder.encode(records).items() if name.startswith("papers/")}
    )
    assert sum(Counter(by_day).values()) == len(records)
    return Opened({**files, **results})


def test_queries_find_what_a_scan_finds(search: Opened, records: list[Record]) -> None:
    for number, query in enumerate([*WRITTEN, *map(composed, range(1000, 1150))]):
        check(search, records, query, CHOSEN[number % len(CHOSEN)])


def test_ids_dates_and_authors_are_found(search: Opened, records: list[Record]) -> None:
    for record in records[::37]:
        for ident in record.ids:
            assert search.find(ident).papers[0].address == f"{record.address}.html"
    for query, kind in (("2026-03-03", "day"), ("Serre, Jean-Pierre", "author"), ("cs.dc", "category")):
        assert kind in [place.kind for place in search.find(query).places]
    assert search.find("of", since="2026").total == len(
        [1 for each in search.find("of", count=999).papers if each.date > "2026"]
    )
    assert dict(search.authors("", None, 50)) == Counter(name for record in records for name in record.authors)
