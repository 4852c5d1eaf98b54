"""The engine against a plain scan: what is found, how many, and what comes first."""

import random

from generator.search.entries import FACETS
from tests.cases import for_each, table
from tests.search import scan, terms
from tests.search.conftest import Opened, opened
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


@for_each("filters", CHOSEN)
def test_all_kinds_of_queries_find_what_a_scan_finds(
    search: Opened, records: list[Record], filters: dict[str, list[str]]
) -> None:
    for query in WRITTEN if filters in CHOSEN[:4] else WRITTEN[::5]:
        check(search, records, query, filters)


@for_each("part", range(6))
def test_composed_queries_find_what_a_scan_finds(search: Opened, records: list[Record], part: int) -> None:
    for seed in range(part * 60, part * 60 + 60):
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
    for query in WRITTEN[::4]:
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
