"""The index's files, with the engine: names, ids and dates; numbers as characters and back."""

import json
import random
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from daybook.model import Author, Badge, Card, Paper, Quote, Sighting
from daybook.search import entries, index

from tests import makers
from tests.cases import for_each, table
from tests.search import built
from tests.search.conftest import Opened
from tests.search.terms import Record


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


def read(text: str) -> list[int]:
    """The numbers of a text, unit by unit."""
    numbers = []
    units = iter(text)
    for unit in units:
        high = 0
        if ord(unit) >= 0xE000:
            high, unit = ord(unit) - 0xE000, next(units)
        numbers.append(high * 50_000 + ord(unit) - (36 if ord(unit) > 92 else 35))
    return numbers


EDGES = [0, 1, 56, 57, 58, 91, 92, 127, 49_999, 50_000, 50_056, 50_057, 99_999, 100_000, 28_837, 3_000_000, 300_000_000]


def test_numbers_come_back() -> None:
    """Every size of number, one behind the other; of those that are one character, that."""
    assert read(entries.numerals(EDGES)) == EDGES
    small = [number for number in EDGES if number < entries.LARGE]
    assert [entries.numeral(number) for number in small] == list(entries.numerals(small))


def test_no_number_is_written_with_a_sign_that_json_escapes() -> None:
    """Nor with half of a pair of units: the text is the file's as it is."""
    written = entries.numerals(range(60_000))
    assert not set(written) & set('"\\')
    assert min(written) > " "
    assert not any(0xD800 <= ord(sign) < 0xE000 for sign in written)


def test_pieces_are_the_texts_of_their_numbers() -> None:
    """Whatever the sizes: numbers of two characters move all that follow."""
    chance = random.Random(7)
    numbers = [chance.choice(EDGES) for _ in range(1_000)]
    bounds = [0, *sorted(chance.sample(range(1, 1_000), 50)), 1_000]
    expected = [entries.numerals(numbers[start:end]) for start, end in pairwise(bounds)]
    assert entries.pieces(np.array(numbers, dtype=np.int32), np.array(bounds)) == expected


TIDAL = Record(
    title="Tidal k-means", authors=("Ana Šimić", "Bo Li"), abstract="tide of tides", date="2026-02-03", key="a",
    ids=("2602.00001", "10.1/x"), category=("cs.DC", "cs.AI"), theme=("tides",),
)  # fmt: skip
FORMER = [
    TIDAL,
    Record(
        title="Tide", authors=("Bo Li",), notes="n", date="2026-02-03", key="c", type=("new", "cross"), code=("yes",),
        badge=("Tool",),
    ),
    Record(title="Wave", authors=("ATLAS",), date="2026-02-04", key="d", withdrawn=("yes",)),
]  # fmt: skip
NOW = [
    TIDAL, Record(title="Calm", authors=("B. Li", "Cy Young"), date="2026-02-03", key="b"),
    Record(title="Tided", authors=("Bo Li",), date="2026-02-03", key="c"),
    Record(title="Wave", date="2026-03-01", key="e"),
]  # fmt: skip


def test_every_file_is_as_the_engine_reads_it() -> None:
    """Of a base and a delta, in tiny files; all of a part bear one version, which is another once one has changed."""
    sizes, dates = {"list_": 12, "cut": 20, "places": 6, "chunk": 2, "block": 2, "names": 2}, ("2026-02-03", "2026")
    made = built.scripts(NOW, FORMER, dates=dates, pages={"li@bo": "Bo Li\tbo-li"}, **sizes)  # type: ignore[arg-type]
    found, versions = dict[str, Any](), dict[str, set[str]]()
    for name, script in made.items():
        assert script.startswith(f'daybook_file("{name}","'.encode())
        version, data = index.version_and_data(script)
        assert index.script(name, data, version) == script
        found[name] = index.unpacked(json.loads(data)) if "/papers/" in name else json.loads(data)
        versions.setdefault(name.partition("/")[0], set()).add(version)
    assert {part: {found["index"][part].pop("version")} for part in ("base", "delta")} | {
        "index": versions["index"]} == versions  # fmt: skip
    assert all(len(version) == 12 for (version,) in versions.values())
    assert found == json.loads(json.dumps(table(__file__, "every_file")))
    other = built.scripts(NOW[:3], FORMER, dates=dates, **sizes)  # type: ignore[arg-type]
    assert {name for name in ("base/dates", "delta/dates", "index") if other[name] == made[name]} == set()


def test_the_beginning_of_a_word_is_not_written_twice() -> None:
    """Of 60 signs at most; a sign of two units is never shared."""
    records = [Record(title="", authors=(f"A{sign} {'x' * 70}", f"𠮷{sign}"), key=sign) for sign in "bc"]
    words = json.loads(index.version_and_data(built.scripts([], records, cut=5_000)["base/words/0"])[1])[0]
    long = "x" * 60
    assert words.split("\n") == [
        "#ab", "$c", f"#{long}", "`@ab", "`@ac", "#𠮷b", "#𠮷b@", "#𠮷c", "#𠮷c@",
    ]  # fmt: skip


# A paper as the search sees it


SEEN = tuple(Sighting(date=makers.day("2026-03-03"), source="a", type=kind) for kind in ("replace", "harvest", "new"))
PAPER = Paper(
    key="k", arxiv_id="2603.00001", version=1, title=r"Tides in $\lambda$", titles=(), sightings=SEEN, withdrawn=True,
    authors=tuple(map(Author, (r"Ana \v{S}imi\'c", "Bo Li", "Bo Li", "Cy Young"))), comments="9 pages",
    journal_ref="Sea 4", doi="10.1145/b 10.1145/A",
    other_dois=("10.48550/arXiv.2603.00001", "10.1145/b"), themes=("tides",),
    categories=("cs.DC", "cs.AI", "cs.DC"),
)  # fmt: skip
OWN = Card(
    source="daybook", headline="Tides in λ", result=Quote(text="It ebbs.", start=0, end=8),
    badges=(Badge(name="Code available", words="w"), Badge(name="Tool", words="w")),
)  # fmt: skip
WRITTEN = Card(source="daybook", headline="Seas rise", gist="Much.")
OTHERS = [Card(source="pith", headline="Loud", gist="Low"), Card(source="x", headline="Shy")]


@for_each(
    ("card", "abstract", "told", "gist", "rest"),
    [
        (OWN, "It ebbs.", (), "It ebbs.", "it ebb || it ebb || 9 page | sea 4"),
        (OWN, None, (), "", "||  || 9 page | sea 4"), (None, "It ebbs.", (), "", "|| it ebb || 9 page | sea 4"),
        (WRITTEN, "", OTHERS, "Much.",
         "sea rise | much ||  || 9 page | sea 4 | loud | low | shy"),
        (Card(source="daybook", headline="Seas rise"), None, (), "Seas rise", "sea rise ||  || 9 page | sea 4"),
    ],
)  # fmt: skip
def test_a_paper_becomes_an_entry(card: Card | None, abstract: str | None, told: Any, gist: str, rest: str) -> None:
    """Its words field by field, names apart; the badges and the gist are the card's, as far as that is shown."""
    found = entries.entry(PAPER, card, abstract, "stamp", "2026-03-03", told)
    assert found.words.split() == f"tide in lambda || ana simic | bo li | cy young || {rest}".split()
    assert (found.stamp, found.names) == ("stamp", ("Ana Šimić", "Bo Li", "Cy Young"))
    assert (found.ids, found.types) == (("2603.00001", "10.1145/a", "10.1145/b"), ("new", "replace"))
    assert found.badges == (("Code available", "Tool") if card is OWN and abstract else ())
    names, codes = ("Ana Šimić", "Bo Li", "Bo Li"), ("cs.DC", "cs.AI")
    assert found.shown == ("k", "Tides in λ", names, 4, "2026-03-03", gist, codes, ("tides",), 1)
    assert found.keys == ["simic@ana", "li@bo", "young@cy", "=2603.00001", "=10.1145/a", "=10.1145/b"]
    values = {facet: entries.values([found], facet, ["tides"])[0] for facet in entries.FACETS}
    assert values == {
        "category": ("cs.AI", "cs.DC"), "theme": ("tides",), "type": ("new", "replace"), "year": ("2026",),
        "code": ("yes",) if found.badges else (), "withdrawn": ("yes",), "badge": ("Tool",) if found.badges else (),
    }  # fmt: skip
    assert entries.values([found], "theme", []) == [()]


@for_each(
    ("name", "key"),
    [
        ("Peter Richtárik", "richtarik@peter"), ("Jean-Pierre Serre", "serre@jean pierre"), ("ATLAS", "atla@"),
        ("-", ""), ("", ""), ("Ana Smith-Jones", "jone@ana smith"), ("de la Cruz, Ana", "ana@de la cruz"),
    ],
)  # fmt: skip
def test_keys_of_authors(name: str, key: str) -> None:
    """By the last word, without the joint forms of compounds."""
    assert entries.author_key(name) == key


@for_each(
    ("number", "filler", "impacts"),
    [
        (0, (9, 11, 24, 179, 14), (22, 19, 14, 8, 4)), (0, (0, 0, 0, 0, 0), (24, 22, 17, 11, 6)),
        (0, (29, 35, 74, 539, 44), (18, 14, 9, 5, 3)), (1, (8, 10, 23, 178, 13), (25, 23, 19, 12, 8)),
    ],
)  # fmt: skip
def test_a_word_weighs_less_in_later_fields_and_in_long_ones(
    number: int, filler: tuple[int, ...], impacts: tuple[int, ...]
) -> None:
    """Titles eight times as much as abstracts, authors five times: of fields of the usual length, of one word, of
    three times as many; and of words that stand there twice."""
    for field, (more, impact) in enumerate(zip(filler, impacts, strict=True)):
        fields = [""] * len(entries.FIELDS)
        fields[field] = " ".join(["tide"] * (1 + number) + ["x"] * more)
        (terms, _) = entries.of_words(entries.Words([entries.END.join(fields)]))
        assert read(terms["tide"].postings) == [0, impact], (field, read(terms["tide"].postings))


PLACED = ["tide - ".replace("-", "|") + "ebb -tideebb || low || || tide ||", "|| || || ||", "ebb || ebb | ebb || || ||"]


@for_each(("at_once", "papers"), [(250_000, 4_000), (1, 1), (2, 2), (3, 1)])
def test_where_words_stand(at_once: int, papers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """In which papers, and where there: ten further behind a gap. However many are placed and sorted at a time."""
    monkeypatch.setattr(entries, "AT_ONCE", at_once)
    monkeypatch.setattr(entries, "PAPERS", papers)
    terms, ends = entries.of_words(entries.Words(PLACED))
    found = {
        word: (term.papers, read(term.postings)[: term.papers], read(term.positions)) for word, term in terms.items()
    }  # fmt: skip
    assert found == {
        "ebb": (2, [0, 1], [24, 3, 23, 22]), "low": (1, [0], [46]), "tide": (1, [0], [3, 86]),
        "tideebb": (1, [0], [24]),
    }  # fmt: skip
    assert ends.tolist() == [[22, 11], [10, 10], [11, 22]]
    assert entries.of_words(entries.Words())[0] == {}
