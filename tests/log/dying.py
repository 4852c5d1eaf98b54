"""A program that is killed between two of its writes."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest
from daybook.runtime import files


@contextmanager
def dying(after: int, *names: str) -> Iterator[None]:
    """End the block in place of the next call of one of these functions of `files`, once there were so many."""
    left = iter(range(after))

    def until(work: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*given: Any, **more: Any) -> Any:
            if next(left, None) is None:
                raise KeyboardInterrupt
            return work(*given, **more)

        return counted

    with pytest.MonkeyPatch.context() as patch, suppress(KeyboardInterrupt):
        for name in names:
            patch.setattr(files, name, until(getattr(files, name)))
        yield
