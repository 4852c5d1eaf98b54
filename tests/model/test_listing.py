"""What a document says, and the records of it: what tells them apart, in which file each is, and what is at fault."""

import datetime as dt
from typing import Any

import pytest
from daybook.errors import StoreError
from daybook.model import Count, Entry, Listing, Record

from tests.cases import for_each
from tests.makers import card, day, entry, listing, record, statement

ID, ARXIVS, DOI = "2603.00356", "10.48550/arXiv.2603.00356", "10.1000/j.1"


@for_each(
    ("one", "other", "same"),
    [
        ({}, {"place": 2}, True),
        ({}, {"place": 2, "headline": "Other"}, False),  # two cards of one paper
        ({"arxiv_id": ID}, {"arxiv_id": ID, "title": "Other", "place": 2, "version": 2}, True),
        ({"arxiv_id": ID}, {"arxiv_id": ID, "type": "cross"}, False),
        ({"arxiv_id": ID, "type": "harvest", "version": 1}, {"arxiv_id": ID, "type": "harvest", "version": 2}, False),
        ({"arxiv_id": ID}, {"arxiv_id": "2603.00357"}, False),
    ],
)
def test_what_no_other_entry_of_a_document_has(one: dict[str, Any], other: dict[str, Any], same: bool) -> None:
    """A document that has it twice is at fault."""
    entries = entry(**one), entry(**other)
    assert (entries[0].identity == entries[1].identity) is same
    name = one.get("arxiv_id") or f'"{entries[0].title}"'
    assert listing(*entries).faults() == (f"{name} appears twice",) * same
    assert listing(*entries, *entries).faults()[0] == f"{name} appears twice"
    assert entries[0].paper == one.get("arxiv_id", entries[0].title)


def test_faults() -> None:
    """What the reader reports first; an id of a month to come, where it is announced; entries left out."""
    later = entry("A", arxiv_id="2605.00001"), entry("B", arxiv_id="2605.00002", type="harvest"), entry("C")
    notes = ("more pages follow", "entry 3 has no title; left out")
    assert listing(*later, notes=notes, problems=("number 4 is missing",)).faults() == (
        "number 4 is missing", "2605.00001 is from a future month", "entry 3 has no title; left out",
    )  # fmt: skip
    counts = [Count(section=str(shown), read=2, shown=shown, total=9) for shown in (None, 1, 2, 3)]
    assert [count.section for count in listing(counts=counts).mismatches()] == ["1", "3"]


def test_what_is_said_of_nothing() -> None:
    """Whoever leaves a field out claims nothing: no whole listing, no quiet day, no withdrawal; a list is not cut."""
    bare, one = Listing(source="s", format="f", date=day("2026-03-03")), entry()
    assert one.authors_complete
    assert not statement().ingested
    assert not any((bare.whole, bare.quiet, bare.ingested, one.withdrawn, one.figure, bare.faults(), bare.mismatches()))


def test_records_say_who_said_it() -> None:
    """All that an entry says, and its document; of the entries given, where some are."""
    entries = entry("A", arxiv_id=ID, version=2, comments="8 pages"), entry("B", place=2)
    told = listing(*entries, origin="journal.example")
    who = {"source": "arxiv-listing", "category": "cs.DC", "origin": "journal.example", "document": "d7"}
    first, second = told.records("d7")
    assert first == Record(
        place=1, type="new", date=day("2026-03-03"), title="A", arxiv_id=ID, version=2, comments="8 pages", **who
    )
    assert told.records("d7", entries[1:]) == [second]
    assert told.records("d7", ()) == []


@for_each(
    ("fields", "file"),
    [
        ({}, "2026/03/2026-03-03"),
        ({"type": "card", "arxiv_id": "2512.00001"}, "2026/03/2026-03-03"),
        ({"type": "harvest", "arxiv_id": "2512.00001"}, "harvest/2512"),
        ({"type": "harvest", "arxiv_id": "hep-th/9901001"}, "harvest/9901"),
        ({"type": "harvest"}, "harvest/2603"),
    ],
)
def test_the_file_of_a_record(fields: dict[str, Any], file: str) -> None:
    """By the day it was said; of metadata by the month of the id, else of the day."""
    assert record(**fields).file == file


def test_no_file_is_named_by_what_is_no_id() -> None:
    with pytest.raises(StoreError, match=r"entry 3: '\.\./x' is not an arXiv id; please report this as a bug"):
        record(arxiv_id="../x", type="harvest", place=3).file  # noqa: B018


def test_the_order_of_records() -> None:
    """Those of a file by who said it and by place; all by their date first. Both hold for what nobody states."""
    one, ten = record(place=2), record(place=10)
    bare = record(category=None, origin=None, place=3)
    feed = record(source="feed", origin="journal.example", category="a")
    assert one.order == ("arxiv-listing", "cs.DC", "", "d0", 2)
    assert one.said == ("2026-03-03", "arxiv-listing", "cs.DC", "d0", "000000002")
    assert (feed.order[1:3], bare.order[1:3], bare.said[2]) == (("a", "journal.example"), ("", ""), "")
    assert one.order < ten.order < feed.order
    assert one.said < ten.said < record(date=day("2026-03-03") + dt.timedelta(days=1)).said


@for_each(
    ("fields", "ident", "names"),
    [
        ({}, None, set()),
        ({"arxiv_id": ID, "doi": DOI}, ID, {DOI}),
        ({"arxiv_id": "2603.00001", "doi": ARXIVS}, "2603.00001", set()),
        ({"doi": ARXIVS}, ID, set()),
        ({"doi": f"{DOI} {ARXIVS}"}, ID, {DOI}),
        ({"url": f"https://doi.org/{ARXIVS}"}, ID, set()),
        ({"url": f"https://doi.org/{DOI}", "doi": "10.1000/j.2"}, None, {DOI, "10.1000/j.2"}),
        ({"url": "https://a.example/1", "doi": DOI}, None, {DOI, ("a.example", "/1")}),
        ({"url": "https://a.example/1"}, None, {("a.example", "/1")}),
        ({"url": "https://a.example"}, None, set()),
    ],
)
def test_other_names_of_a_paper(fields: dict[str, Any], ident: str | None, names: set[object]) -> None:
    """Its DOIs, in its address, too; arXiv's own is its id. An address that is no DOI's is a name."""
    found = card(**fields)
    assert (found.ident, found.names) == (ident, names)
    assert isinstance(found, Entry)
