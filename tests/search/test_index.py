"""The index's files, with the engine: names, ids and dates; numbers as characters and back."""

import random
from itertools import pairwise

import numpy as np
from daybook.search import entries

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
