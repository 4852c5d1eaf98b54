"""How rare words are."""

import math

from generator.text.rarity import UNKNOWN, rarity, table
from tests.cases import for_each


def test_rarity_grows_from_common_words_to_names_and_relatives_share_it() -> None:
    assert rarity("the") == 0 < rarity("network") < rarity("scheduler") < rarity("pulsar") < UNKNOWN
    assert rarity("schedulers") == rarity("scheduling")


@for_each("word", ["quorblex", "", "\udc80", "x" * 10_000])
def test_a_word_that_no_paper_uses_is_as_rare_as_can_be(word: str) -> None:
    assert rarity(word) == UNKNOWN


def test_the_table_is_whole() -> None:
    assert len(table()) > 9000
    assert all(0 <= value < UNKNOWN and math.isfinite(value) and word for word, value in table().items())
