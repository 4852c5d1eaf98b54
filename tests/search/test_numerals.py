"""Numbers as characters and back, read as overrides/assets/search/ reads them."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np

from generator.search import numerals


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
    """Every size of number, one behind the other."""
    assert read(numerals.text(EDGES)) == EDGES


def test_no_number_is_written_with_a_sign_that_json_escapes() -> None:
    """Nor with half of a pair of units: the text is the file's as it is."""
    written = numerals.text(range(60_000))
    assert not set(written) & set('"\\')
    assert min(written) > " "
    assert not any(0xD800 <= ord(sign) < 0xE000 for sign in written)


def test_pieces_are_the_texts_of_their_numbers() -> None:
    """Whatever the sizes: numbers of two characters move all that follow."""
    chance = random.Random(7)
    numbers = [chance.choice(EDGES) for _ in range(1_000)]
    bounds = [0, *sorted(chance.sample(range(1, 1_000), 50)), 1_000]
    expected = [numerals.text(numbers[start:end]) for start, end in pairwise(bounds)]
    assert numerals.pieces(np.array(numbers, dtype=np.int32), np.array(bounds)) == expected


def test_a_character_is_the_text_of_one_number() -> None:
    """As far as one character goes."""
    assert [numerals.character(number) for number in (0, 56, 57, 49_999)] == list(numerals.text([0, 56, 57, 49_999]))
