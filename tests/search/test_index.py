"""The index and the engine together: names, ids and dates in the index's own files."""

from __future__ import annotations

from collections import Counter

from tests.search import built
from tests.search.conftest import Opened
from tests.search.terms import Record


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


def test_a_name_leads_to_its_pages() -> None:
    """Of names that are spelled alike to each; without a page to the search for the name."""
    records = [Record(title="Tides", authors=("Ana Šimić", "Bo Li"), key="1")]
    pages = {"simic@ana": "Ana Šimić\tana-simic-955e5df0\nAna Simic\tana-simic"}
    search = Opened(built.scripts(records, pages=pages))
    found = search.find("simic, ana").places
    assert [(place.title, place.address) for place in found] == [
        ("Ana Šimić", "authors/ana-simic-955e5df0.html"),
        ("Ana Simic", "authors/ana-simic.html"),
    ]
    assert [place.address for place in search.find("Bo Li").places] == ["search.html?author=Bo%20Li"]


def test_words_and_authors_of_hidden_papers_alone_are_none() -> None:
    """They are meant by no typing error, and have no place; the base knows them nevertheless."""
    former = [Record(title="Quokka graphs", authors=("Ana Simic",), key="1"), Record(title="Tides", key="2")]
    records = [Record(title="Lemur graphs", authors=("Bo Li",), key="1"), Record(title="Quokkaish tides", key="2")]
    both, whole = (Opened(built.scripts(records, before, pages={"simic@ana": ""})) for before in (former, ()))
    for query in ("quokkka ", "Ana Simic", "Bo Li", "quokka ", "title:quokka", "graphs"):
        assert both.find(query) == whole.find(query), query
    assert [each.meant for each in both.find("quokkka ").corrections] == [("quokkaish",)]
    assert not both.find("Ana Simic").places
