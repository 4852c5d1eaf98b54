"""What tests of readers share: the real document of a module's `REAL`, its number and the reader that must take it."""

from collections.abc import Callable
from pathlib import Path

import pytest
from daybook.model import Listing

from tests.sources.text_truth import head


@pytest.fixture
def real(request: pytest.FixtureRequest, shared: Callable[[str], Path]) -> Listing:
    """The one listing of it."""
    number, reader = request.module.REAL
    (path,) = shared("listings").glob(f"{number}_*.txt")
    data = path.read_bytes()
    assert reader.recognises(head(data))
    (listing,) = reader.read(data)
    return listing
