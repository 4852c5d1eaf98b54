"""What a query may be besides words: an id, a date, a name; and that any text is a query."""

import random

from tests.cases import for_each, table
from tests.search.conftest import LABELS, Opened
from tests.search.papers import ONLY_ONE
from tests.search.terms import Record

NEW = "{0} {0}v2 arXiv:{0} arXiv:{0}v11 https://arxiv.org/abs/{0} http://arxiv.org/pdf/{0}v1.pdf arxiv.org/html/{0}v3 "
NEW += "ARXIV:{0} https://www.arxiv.org/abs/{0}?context=cs 10.48550/arXiv.{0} https://doi.org/10.48550/arXiv.{0} "
NEW += "doi:10.48550/ARXIV.{0} ({0})"
OLD = "{0} {0}v1 arXiv:{0} https://arxiv.org/abs/{0} https://arxiv.org/pdf/{0}v2.pdf HEP-TH/{1} 10.48550/arXiv.{0}"
DOI = "{0} doi:{0} https://doi.org/{0} http://dx.doi.org/{0} dx.doi.org/{0} DOI:{0}"


def forms(record: Record) -> list[str]:
    ident = record.ids[0]
    found = (OLD if "/" in ident else NEW).format(ident, ident.rpartition("/")[2]).split()
    if len(record.ids) > 1:
        found += [*DOI.format(record.ids[1]).split(), f"https://doi.org/{record.ids[1].replace('(', '%28')}"]
    return [*found, f"  {ident} ", f"arXiv: {ident}"]


def test_an_id_or_doi_in_any_form_is_the_first_result(search: Opened, records: list[Record]) -> None:
    for record in (records[0], records[9], records[30], records[101], records[159]):
        for query in forms(record):
            for sort in ("relevance", "date"):
                found = search.find(query, sort=sort)
                assert found.papers, query
                assert found.papers[0].key == record.key, query
                assert found.total == len({hit.key for hit in search.find(query, count=500).papers}), query
                assert not found.corrections
            assert sum(each.papers for each in search.facets(query)["year"]) == found.total


def test_filters_apply_to_the_paper_of_an_id(search: Opened, records: list[Record]) -> None:
    assert search.find(records[30].ids[0], {"year": ["1999"]}).total == 0


@for_each(
    "query",
    ["2699.99999", "arXiv:2699.99999v2", "https://arxiv.org/abs/2699.99999", "10.9999/nothing", "hep-th/9999999"],
)
def test_an_id_that_is_not_held_finds_nothing(search: Opened, query: str) -> None:
    found = search.find(query)
    assert (found.total, found.papers, found.corrections, found.places) == (0, (), (), ())


DAY, MONTH, WEEK = (f"days/2026/2026-{date}.html" for date in ("03-03", "03", "W10"))
YEAR = "days/2026.html"
PETER = "search.html?author=Peter%20Richt%C3%A1rik"


@for_each(
    ("query", "address"),
    [
        *((query, DAY) for query in ("2026-03-03", "3 March 2026", "March 3, 2026", "3 mar 2026", "3rd of March 2026")),
        ("Tuesday, 3 March 2026", DAY),
        *((query, MONTH) for query in ("2026-03", "March 2026", " mar 2026 ")),
        *((query, WEEK) for query in ("2026-W10", "2026-w10", "2026W10", "week 10 of 2026")),
        ("2026", YEAR),
        *((query, "categories/cs.DC.html") for query in ("cs.DC", "CS.dc", LABELS["cs.DC"].upper())),
        *((query, "themes/byzantine.html") for query in ("Byzantine Agreement", "byzantine agreements")),
        *((query, PETER) for query in ("Peter Richtarik", "Richtárik, Peter", "peter  RICHTARIK")),
        *((query, "search.html?author=Jean-Pierre%20Serre") for query in ("jean pierre serre", "Serre, Jean-Pierre")),
        *((query, "search.html?author=Patrick%20O'Neil") for query in ("Patrick O’Neil", "o'neil, patrick")),
        ("Thomas Box", "search.html?author=Thomas%20Box"),
        ("atlas collaboration", "search.html?author=ATLAS%20Collaboration"),
    ],
)  # fmt: skip
def test_dates_categories_themes_and_authors_are_places(search: Opened, query: str, address: str) -> None:
    assert address in [place.address for place in search.find(query).places]


@for_each(
    "query",
    ["2026-13-45", "2019", "03/03/2026", "31 Nonsense 2026", "Peter", "cs.XX", '"cs.DC"', "-2026", "Richtarik", ""],
)
def test_what_is_no_name_is_no_place(search: Opened, query: str) -> None:
    assert search.find(query).places == ()


HOSTILE = (
    "<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "' OR 1=1; DROP TABLE papers --",
    "NEAR(a b, 5) AND title:x NOT y OR z", "a" * 10_000, "a " * 5_000, '"' * 9_999, "-" * 10_000, "*" * 10_000,
    "(" * 300, "\\", "%", "%E0%A4%A", "10.1145/%E0%A4%A", "\0\0", "a\0b", "😀", "👨‍👩‍👧‍👦 🏳️‍🌈", "‮evil‬", "\ud800",
    "\udc00\ud800 x", "a\udfffb*", "﷽" * 300, "Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘!",
    "__proto__", "constructor", "toString*", "=2603.00356", "@peter richtarik", "=*", "@*", "-\"", "\"-\"", "--",
    "-*", "*-", "- - -", '" " "', "…", "?!.,;:", "\u2028\u2029", "\ufeff", "doi:", "arxiv:", "https://", "10.1/",
    "a/b/c/d/e" * 50, "a-b-c-d-" * 100, "é" * 400, "١٢٣", "①②", "ǅ", "ß" * 100, "İ", "\U000e0001",
    "k" + "-" * 200 + "means", "x" * 59 + "😀" * 5, "++", "#", "c+++", "c++#", "....", "1.2.3.4.5", "1,2,3", "0" * 300,
    ",,,,", "Richtárik,,", ",", ", Peter",
)  # fmt: skip


@for_each("query", HOSTILE)
def test_any_text_is_a_query(search: Opened, query: str) -> None:
    for filters in ({}, {"category": [query], "author": [query], query: [query]}):
        found = search.find(query, filters, "date" if filters else "relevance")
        assert found.total >= len(found.papers)
    search.authors(query)
    for text in (ONLY_ONE, query):
        pieces = search.call("daybookSearch.marks", text[:2000], query)
        assert "".join(piece for piece, _ in pieces) == text[:2000]


def test_random_signs_are_queries(search: Opened) -> None:
    dice = random.Random(7)
    signs = [*"\"-* ‐λ😀\u0301',./1#@=\ud83d", "k", "means", "gpu", "2603", "++"]
    for _ in range(400):
        search.find("".join(dice.choice(signs) for _ in range(dice.randrange(12))))


def test_what_is_cut_off_is_said(search: Opened) -> None:
    assert search.find("of").notes == ()
    assert search.find("of " * 24).notes == ()
    assert "24 words" in search.find("of " * 25).notes[0]
    assert "300 characters" in search.find("a" * 301).notes[0]
    assert "no words" in search.find("?!").notes[0]
    assert search.find("?!").total == search.find("").total


@for_each(("text", "query", "marked"), table(__file__, "whole_words_are_marked"))
def test_whole_words_are_marked(search: Opened, text: str, query: str, marked: list[str]) -> None:
    pieces = search.call("daybookSearch.marks", text, query)
    assert "".join(piece for piece, _ in pieces) == text
    assert [piece for piece, is_marked in pieces if is_marked] == [*marked]


def test_corrected_words_are_marked(search: Opened) -> None:
    search.find("zygomorhpic")
    pieces = search.call("daybookSearch.marks", ONLY_ONE, "zygomorhpic")
    assert [piece for piece, marked in pieces if marked] == ["Zygomorphic"]
