"""Work shared between cores: all of it done, once, and small work done at home."""

from __future__ import annotations

import os
from collections.abc import Sequence

import pytest

from generator import parallel


def squares(numbers: Sequence[int]) -> list[tuple[int, int, int]]:
    return [(number, number * number, os.getpid()) for number in numbers]


@pytest.mark.parametrize("size", [0, 1, 399, 400, 401, 1003])
def test_every_item_is_worked_on_once(size: int):
    found = sorted(item for part in parallel.shared(squares, range(size)) for item in part)
    assert [(number, square) for number, square, _ in found] == [(number, number**2) for number in range(size)]


def test_little_work_starts_no_process():
    assert {where for part in parallel.shared(squares, range(400)) for *_, where in part} == {os.getpid()}


def test_an_error_of_the_work_is_heard():
    def fail(numbers: Sequence[int]) -> list[int]:
        raise ValueError(f"no {numbers[0]}")

    with pytest.raises(ValueError, match="no "):
        list(parallel.shared(fail, range(1000)))
