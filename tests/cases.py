"""Families of cases: one test that goes through all of them, and names each that fails."""

import functools
import inspect
import reprlib
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml

Test = Callable[..., None]
Capsys, Patch = pytest.CaptureFixture[str], pytest.MonkeyPatch
"""Types of pytest's own fixtures `capsys` and `monkeypatch`."""


def for_each(names: str | Sequence[str], values: Iterable[Any]) -> Callable[[Test], Test]:
    """As `pytest.mark.parametrize` with plain values, but one test: a failure ends its case, not the family.

    For cases that may share their fixtures, which are set up once. An item of pytest costs every worker a millisecond
    before it runs: as items, the 6,540 cases of 356 families took half of the collection time.
    """
    listed = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    cases = [dict(zip(listed, value if len(listed) > 1 else (value,), strict=True)) for value in values]
    assert cases, "a family without cases would pass"

    def decorate(test: Test) -> Test:
        @functools.wraps(test)
        def looped(**fixtures: Any) -> None:
            failed = list[BaseException]()
            for case in cases:
                try:
                    test(**fixtures, **case)
                except (Exception, pytest.fail.Exception) as error:  # the latter also where nothing was raised
                    error.add_note(f"case: {', '.join(f'{name} = {reprlib.repr(case[name])}' for name in case)}")
                    failed.append(error)
                except pytest.skip.Exception:  # what is absent for one case is so for all
                    if failed:
                        break
                    raise
            if failed:
                raise BaseExceptionGroup(f"{test.__name__}: {len(failed)} of {len(cases)} cases fail", failed)

        asked = inspect.signature(test).parameters.values()
        fixtures = [each for each in asked if each.name not in listed]
        looped.__signature__ = inspect.Signature(fixtures)  # type: ignore[attr-defined]
        return looped

    return decorate


def table(file: str, name: str) -> Any:
    """The cases of a test that has many: what stands below `name` in the .yml file beside its own; lists as tuples."""
    return _frozen(yaml.safe_load(Path(file).with_suffix(".yml").read_text(encoding="utf-8"))[name])


def _frozen(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _frozen(each) for key, each in value.items()}
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
