"""The check of growth itself: it lets work in proportion pass, and notices what grows faster."""

from __future__ import annotations

import pytest

from tests.tools.growth import BY_THE_SQUARE, in_proportion


def by_the_square(length: int) -> None:
    for _ in range(length):
        sum(range(length))


def test_work_in_proportion_passes() -> None:
    in_proportion(lambda length: sum(range(length)), 3_000_000)


def test_work_by_the_square_is_noticed() -> None:
    with pytest.raises(AssertionError):
        in_proportion(by_the_square, 2_000)


def test_work_by_the_square_may_be_allowed() -> None:
    in_proportion(by_the_square, 2_000, BY_THE_SQUARE)
