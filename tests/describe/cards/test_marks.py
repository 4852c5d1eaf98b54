"""The numbers that are marked in a sentence."""

from daybook.describe import cards

from tests.cases import for_each, table
from tests.tools.growth import in_proportion


def marked(sentence: str) -> list[str]:
    return [sentence[start:end] for start, end in cards.marks_of(sentence)]


@for_each(("sentence", "numbers"), table(__file__, "measures_are_marked"))
def test_measures_are_marked(sentence: str, numbers: list[str]) -> None:
    """With unit, comparison and bound."""
    assert marked(sentence) == [*numbers]


@for_each("sentence", table(__file__, "names_places_and_formulas_are_not"))
def test_names_places_and_formulas_are_not(sentence: str) -> None:
    """Rather too few than a number that says nothing."""
    assert marked(sentence) == []


@for_each("piece", ["1", "1,", "1.", "9 to ", "up to ", "1 m/s", "(1", "~", "1 ± ", "1 higher "])
def test_hostile_text_takes_linear_time(piece: str) -> None:
    """Only so much of a sentence is read."""
    in_proportion(lambda length: cards.marks_of(piece * length), 8_000)
