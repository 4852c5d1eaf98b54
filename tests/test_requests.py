"""What a night asks of arXiv: at most one request a category more than feed, listing page and harvest."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from urllib.parse import unquote

import pytest

from tests.tools.requests import CATEGORIES, HOLIDAY, KINDS, nights

pytestmark = pytest.mark.trial

ONCE = {"rss": 1, "list": 1, "oai": 1}


def test_a_usual_night_asks_each_service_once_and_for_a_quiet_page_twice(tmp_path: Path) -> None:
    """In all of its runs; and on a holiday for one page."""
    found, red = nights(CATEGORIES[:2], tmp_path / "archive")
    quiet = 0
    for date, asked in found.items():
        by_category = {code: Counter(a.service for a in asked if _is_of(a.target, code)) for code in CATEGORIES[:2]}
        assert sum(sum(numbers.values()) for numbers in by_category.values()) == len(asked)
        for numbers in by_category.values():
            if date == HOLIDAY:
                assert numbers == {"list": 1}
            elif date not in KINDS:
                assert numbers in (ONCE, {**ONCE, "list": 2})
                quiet += numbers["list"] - 1
    assert quiet
    assert HOLIDAY not in red


def _is_of(path: str, category: str) -> bool:
    return category in path or category.replace("cs.", "cs:cs:") in unquote(path)  # so OAI-PMH names its sets
