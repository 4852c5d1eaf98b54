"""Tests of one file are for one worker."""

from __future__ import annotations

import pytest


def test_a_file_is_a_group(request: pytest.FixtureRequest) -> None:
    """So that what its tests share is made once; long tests are for themselves, and come first."""
    if not getattr(request.config.option, "loadgroup", False):
        pytest.skip("these are no workers with groups: make test")
    assert request.node.nodeid.rpartition("@")[2] == "tests/test_groups.py"
    long = [bool(item.get_closest_marker("slow")) for item in request.session.items]
    assert long == sorted(long, reverse=True)
