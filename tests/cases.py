"""Families of cases: one test that goes through all of them, and names each that fails."""

from __future__ import annotations

import functools
import inspect
import reprlib
from collections.abc import Callable, Iterable, Sequence
from typing import Any

Test = Callable[..., None]


def for_each(names: str | Sequence[str], values: Iterable[Any]) -> Any:
    """As `pytest.mark.parametrize`, but for one test instead of many: a failure ends its case, not the test.

    For cases that share nothing but fixtures: those are made once for all. A test of pytest's costs each worker a
    millisecond before it asserts anything, so 356 families of 6,540 cases were half of what collecting took.
    """
    listed = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    cases = [dict(zip(listed, value if len(listed) > 1 else (value,), strict=True)) for value in values]
    assert cases, "a family without cases would pass"

    def decorate(test: Test) -> Test:
        @functools.wraps(test)
        def looped(**fixtures: Any) -> None:
            failed = list[Exception]()
            for value in values:
                case = dict(zip(listed, value if len(listed) > 1 else (value,), strict=True))
                try:
                    test(**fixtures, **case)
                except Exception as error:
                    error.add_note(
                        "case: " + ", ".join(f"{name} = {reprlib.repr(part)}" for name, part in case.items())
                    )
                    failed.append(error)
            if failed:
                raise ExceptionGroup(f"{test.__name__}: {len(failed)} of {len(cases)} cases fail", failed)

        asked = inspect.signature(test).parameters.values()
        looped.__signature__ = inspect.Signature([each for each in asked if each.name not in listed])  # type: ignore[attr-defined]
        return looped

    return decorate
