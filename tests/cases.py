"""Families of cases: one test that goes through all of them, and names each that fails."""

from __future__ import annotations

import functools
import inspect
import reprlib
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest

Test = Callable[..., None]


def each(
    names: str | Sequence[str],
    values: Iterable[Any],
    ids: Callable[[Any], object] | Iterable[object] | None = None,
) -> Callable[[Test], Test]:
    """As `pytest.mark.parametrize`, which also says what the arguments are, but for one test instead of many.

    A test of pytest's costs each worker a millisecond before it runs, a case of a subtest only what it asserts: the
    families of hundreds were half of the time of collecting. For cases that share nothing but fixtures of a wider
    scope: those of a function are made once for all cases.
    """
    listed = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)

    def decorate(test: Test) -> Test:
        def looped(subtests: pytest.Subtests, **fixtures: Any) -> None:
            more = {"subtests": subtests} if "subtests" in inspect.signature(test).parameters else {}
            labels = None if ids is None or callable(ids) else iter(ids)
            for value in values:
                case = dict(zip(listed, value if len(listed) > 1 else (value,), strict=True))
                label = next(labels) if labels else [ids(part) for part in case.values()] if callable(ids) else None
                told = {"case": label} if label else {name: reprlib.repr(part) for name, part in case.items()}
                with subtests.test(**told):
                    test(**fixtures, **case, **more)

        functools.update_wrapper(looped, test)
        asked = inspect.signature(test).parameters
        kept = [asked[name] for name in asked if name not in listed]
        if "subtests" not in asked:
            kept.append(inspect.Parameter("subtests", inspect.Parameter.KEYWORD_ONLY))
        looped.__signature__ = inspect.Signature(kept)  # type: ignore[attr-defined]
        return looped

    return decorate
