"""A family names each of its cases that fails, however it fails, and goes on to the next."""

import pytest

from tests.cases import for_each


@for_each("number", iter(range(5)))  # a generator is gone through once, and kept
def family(number: int, skips: int) -> None:
    if number == skips:
        pytest.skip("absent")
    with pytest.raises(ZeroDivisionError):
        1 / (number // 2)


@pytest.mark.parametrize(("skips", "failed"), [(9, [2, 3, 4]), (4, [2, 3])])
def test_failures_are_named_and_no_skip_hides_them(skips: int, failed: list[int]) -> None:
    with pytest.raises(BaseExceptionGroup, match=f"family: {len(failed)} of 5 cases fail") as caught:
        family(skips=skips)
    notes = [note for error in caught.value.exceptions for note in error.__notes__]
    assert notes == [f"case: number = {number}" for number in failed]


def test_a_skip_is_one_and_a_family_without_cases_is_refused() -> None:
    with pytest.raises(pytest.skip.Exception):
        family(skips=1)
    with pytest.raises(AssertionError, match="without cases"):
        for_each("number", [])(family)
