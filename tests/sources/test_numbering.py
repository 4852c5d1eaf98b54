"""Faults in the numbers of a page's entries."""

from daybook.sources import received

from tests.cases import for_each
from tests.tools.growth import in_proportion


@for_each(
    ("numbers", "expected"),
    [
        ([], ()), ([None, None], ()), ([1, 2, 3], ()), ([301, 302], ()), ([1, 2, 4], ("the numbering skips 3",)),
        ([1, 2, 2, 4], ("the numbering skips 3", "the numbering repeats 2")),
        ([1, 3, 2], ("the numbering goes backwards",)), ([1, None, 2], ("some entries have no number",)),
        ([1, 20], ("the numbering skips 2, 3, 4, 5",)),
    ],
)  # fmt: skip
def test_faults(numbers: list[int | None], expected: tuple[str, ...]) -> None:
    """Each number once, without gaps, from any first number; an absurd number does not list a million missing ones."""
    assert received.numbering_faults(numbers) == expected


def test_a_long_gap_is_named_by_its_beginning() -> None:
    numbers = [1, *range(100, 130)]
    assert received.numbering_faults(numbers)[0] == "the numbering skips 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 ..."
    in_proportion(lambda size: received.numbering_faults([*range(size), *range(size)]), 20_000)
