"""The engine against a plain scan: what is found, how many, what comes first; and what a query may be besides words."""

import random

from daybook.search.entries import FACETS

from tests.cases import for_each, table
from tests.search import built, scan, terms
from tests.search.conftest import LABELS, Opened, opened
from tests.search.papers import HOSTILE, NAMES, ONLY_ONE, SUBJECTS
from tests.search.terms import Record

CHOSEN: tuple[dict[str, list[str]], ...] = (
    {},
    {"category": ["cs.DC"]},
    {"category": ["cs.LG", "hep-th"], "year": ["2026"]},
    {"author": ["Peter Richtarik", "Bo Li"], "code": ["yes"]},
    {"badge": ["Survey"], "theme": ["byzantine", "storage"], "type": ["new"]},
    {"withdrawn": ["yes"]},
    {"category": ["<none>"], "nothing": ["x"]},
)
WRITTEN = (
    "", "byzantine", "byzan", "BYZANTINE Agreement", '"byzantine agreement"', "byzantine -agreement",
    'of -"byzantine agreement"', "-byzantine", '-"k means" -gpu', "k-means", "kmeans", "k means", '"k means"',
    "k-mea", "kmea*", "kmeans++", "C++", "C#", "c", "GPU", "GPUs", "gp*", "cache", "caches", "cach",
    "cache-oblivious", "cacheoblivious", "λ", "lambda", "λ-calculus", "lambda calcul", "ε-approximation", "TCP/IP",
    "TCP/IP stack*", "O(n)", "3.5", "3.5-approximation", "1000", "1,000", "100", "study", "studies", "studie*", "box",
    "naive bayes", "Poincare", "POINCARÉ", "Erdos-Renyi", "Erdős–Rényi", "state-of-the-art", "stateoftheart",
    "state of the art", "llms", "news", "new*", "process", "class ", "class", "covid-19", "covid19", "covid", "x2",
    "x²", "μTVM", "dont", "don't care", "peer-to-peer", "peer to peer -storage", "a-b-c-d-e", "abcde", "数据", "сеть",
    "сет", "fine-tuning", "finetun", "strasse", "Richtarik", "richtárik for", "jean-pierre serre ", "o'neil", "oneil",
    "slusarczyk", "kaiser lukasz", '"lukasz kaiser"', '"kaiser peter"', "podc 2026 ", "12 pages", "a* -b*",
    "of of of", '"of of"', '"', '""', "-", "*", '"k-means clustering"', '"kmeans clustering"',
    'gpu"byzantine agreement"of', '"byzantine', 'k-"byzantine"', "--gpu", "the-", "gpu OR byzantine", "gpu OR",
    "OR gpu", "of gpu OR cache OR llm -agent", '"k means" OR kmeans++ of', "gpu OR -cache", "author:richtarik",
    'author:"Richtárik, Peter" gpu', "author:zhang OR author:li", "-author:box of", "author:pet", "author:agreement",
    "title:cache", 'title:"byzantine agreement"', "title:gpu* -title:kernels", "title:lambda OR author:serre",
    "year:2026 gpu", "category:CS.dc cache OR gpu", "title: gpu", "byzantine xyzzy", "quokka gpu byzantine cache",
    "learnings federate", "zygomorphic gpu author:li",
)  # fmt: skip


def composed(seed: int) -> str:
    """A query of any kind, from the words of the papers."""
    dice = random.Random(seed)
    parts = []
    for _ in range(dice.randrange(1, 4)):
        subject = dice.choice((*SUBJECTS, *NAMES))
        words = subject.split()
        text = dice.choice(words) if dice.random() < 0.7 else subject
        kind = dice.randrange(6)
        if kind == 0:
            text = f'"{subject}"'
        elif kind == 1:
            text = f"-{dice.choice(words)}" if dice.random() < 0.7 else f'-"{subject}"'
        elif kind == 2:
            text = text[: dice.randrange(2, 5)] + "*"
        elif kind == 3:
            text = text[: dice.randrange(3, 8)]
        parts.append(text)
    return " ".join(parts) + dice.choice(("", "", " "))


def names(query: str, records: list[Record]) -> bool:
    """Whether the whole query names an author or a page: then no typing error is forgiven."""
    whole = terms.author_key(query)
    return any(whole == terms.author_key(name) for record in records for name in record.authors)


def check(search: Opened, records: list[Record], query: str, filters: dict[str, list[str]]) -> None:
    found = search.find(query, filters, count=len(records))
    numbers = scan.matching(records, query)
    if not numbers and not found.places and any(not part.excluded for part in scan.split(query)):
        numbers = scan.relaxed(records, query)
        assert bool(found.instead) == bool(numbers), query
    else:
        assert not found.instead, query
    kept, counts = scan.answer(records, numbers, filters, FACETS)
    assert found.total == len(kept) == len(found.papers), query
    assert {hit.key for hit in found.papers} == {records[n].key for n in kept}, query
    facets = search.facets(query, filters)
    assert {name: {v.value: v.papers for v in values} for name, values in facets.items()} == counts, query


def test_all_kinds_of_queries_find_what_a_scan_finds(search: Opened, records: list[Record]) -> None:
    """Those that are written here without filters, half of them with some, too; of composed ones every third."""
    for number, query in enumerate(WRITTEN):
        check(search, records, query, {})
        if number % 2:
            check(search, records, query, CHOSEN[1 + number // 2 % 6])
    for seed in range(80):
        check(search, records, composed(seed), CHOSEN[seed % len(CHOSEN)] if seed % 3 == 0 else {})


def test_counts_do_not_depend_on_what_was_searched_before(search: Opened, records: list[Record]) -> None:
    for query in ("gpu", "byzan", '"byzantine agreement"', "cache* -gpu", "byzntine"):
        fresh = opened(records).find(query)
        assert fresh == search.find(query) == search.find(query)


@for_each(("cut", "places", "chunk"), [(7, 1, 1), (1, 40, 3), (100_000, 100_000, 200)])
def test_files_of_any_size_give_the_same(
    search: Opened, records: list[Record], cut: int, places: int, chunk: int
) -> None:
    other = opened(records, cut=cut, list_=cut, places=places, chunk=chunk)
    for query in WRITTEN[::8]:
        assert other.find(query) == search.find(query), query


def test_pages_of_results_follow_each_other(search: Opened) -> None:
    for sort in ("relevance", "date"):
        whole = [hit.key for hit in search.find("of", sort=sort, count=1000).papers]
        parts = [hit.key for start in range(0, 200, 7) for hit in search.find("of", None, sort, start, 7).papers]
        assert whole == parts
        assert len(whole) == len(set(whole)) > 50
    assert search.find("of", count=0).papers == search.find("of", start=5000).papers == ()


def test_newest_come_first(search: Opened, records: list[Record]) -> None:
    newest = [record.key for record in reversed(records)]
    assert [hit.key for hit in search.find("", count=1000).papers] == newest
    dates = [hit.date for hit in search.find("of", sort="date", count=1000).papers]
    assert dates == sorted(dates, reverse=True)


def test_dates_bound_the_results(search: Opened, records: list[Record]) -> None:
    for since, until in (("2025-01-02", "2026-02-27"), ("2026-03", ""), ("", "2024"), ("2025", "2025"), ("2027", "")):
        found = search.find("of", count=1000, since=since, until=until)
        expected = [
            records[n].key
            for n in scan.matching(records, "of ")
            if records[n].date >= since and (not until or records[n].date[: len(until)] <= until)
        ]
        assert sorted(hit.key for hit in found.papers) == sorted(expected)


def test_titles_come_before_authors_before_gists_before_abstracts_before_notes() -> None:
    fill = "and some words more of this and that"
    records = [
        Record(title=fill, notes=f"Quokka {fill}", key="notes"),
        Record(title=fill, abstract=f"Quokka {fill}", key="abstract"),
        Record(title=fill, gist=f"Quokka {fill}", key="gist"),
        Record(title=fill, authors=("Ann Quokka",), key="authors"),
        Record(title=f"Quokka {fill}", key="title"),
        Record(title=f"Quokkas {fill} quokkalike", key="newer"),
        Record(title=f"Quokkalike {fill}", key="beginning"),
    ]
    found = [hit.key for hit in opened(records[:5]).find("quokka ").papers]
    assert found == ["title", "authors", "gist", "abstract", "notes"]
    assert opened(records).find("quokka").papers[0].key in ("newer", "title")
    places = [hit.key for hit in opened(records).find("quokka").papers]
    assert places.index("title") < places.index("beginning")


@for_each(("query", "word", "meant"), table(__file__, "one_typing_error_is_forgiven_and_said"))
def test_one_typing_error_is_forgiven_and_said(search: Opened, query: str, word: str, meant: str) -> None:
    found = search.find(query)
    if not meant:
        assert (found.total, found.corrections) == (0, ())
        return
    assert [hit.title for hit in found.papers] == [ONLY_ONE]
    assert [(each.word, each.meant) for each in found.corrections] == [(word, (meant,))]


@for_each("query", ['"zygomorhpic"', "zyg0", "quokas*", "99999", "ode", "xylo", "gpus*x"])
def test_errors_are_not_forgiven_in_phrases_numbers_or_short_words(search: Opened, query: str) -> None:
    found = search.find(query + " ")
    assert (found.total, found.corrections) == (0, ())


def test_a_word_next_to_another_joined_by_a_hyphen_is_no_gap(search: Opened) -> None:
    assert search.find('"fault tolerant consensus"').total == search.find("fault-tolerant consensus ").total > 0
    assert search.find("faulttolerant").total > 0


def test_authors_are_counted_and_do_not_filter_themselves(search: Opened, records: list[Record]) -> None:
    numbers = scan.matching(records, "gpu ")
    kept, _ = scan.answer(records, numbers, {"category": ["cs.DC"]}, ())
    counts = {name: sum(name in records[n].authors for n in kept) for name in NAMES}
    found = search.authors("gpu ", {"category": ["cs.DC"], "author": ["Bo Li"]}, 100)
    assert dict(found) == {name: count for name, count in counts.items() if count}
    assert [count for _, count in found] == sorted((count for _, count in found), reverse=True)
    assert search.authors("gpu ", {"category": ["cs.DC"]}, 3) == found[:3]


@for_each("title", [title for title in HOSTILE if title])
def test_hostile_titles_are_found_by_their_own_words(search: Opened, title: str) -> None:
    assert title in [hit.title for hit in search.find(title + " ", count=1000).papers]
    assert "".join(text for text, _ in search.call("daybookSearch.marks", title, title)) == title


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
        *((query, "themes/byzantine.html") for query in ("agreement", "theme:byzantine")),
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


def test_part_of_a_themes_name_is_a_place_where_few_have_it() -> None:
    """Whole words of it, in any letters and endings; a name that is nothing else is one, whatever others have."""
    themes = ("Token rings", "Ring & star", "A ring of bells", "Rings")
    for number, expected in ((3, [0, 1, 2]), (4, [3])):
        held = built.scripts([terms.Record(title="T", theme=themes[:number])])
        found = Opened(held).find("ring").places
        assert [place.title for place in found] == sorted(themes[at] for at in expected)


ANY_TEXT = (
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


@for_each("query", ANY_TEXT)
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
