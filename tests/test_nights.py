"""What a night asks of arXiv; and the measurement of nights itself: what it writes is held like what was fetched."""

from collections import Counter
from pathlib import Path
from urllib.parse import unquote

import pytest
from daybook import cli

from tests.cases import Capsys, Patch
from tests.fetch.trial import CATEGORIES, archive
from tests.tools import nights, requests
from tests.tools.requests import HOLIDAY, KINDS

pytestmark = pytest.mark.trial

EARLY, AROUND, LAST = 8, 2, 24  # of different months, by which papers are numbered
ONCE = {"rss": 1, "list": 1, "oai": 1}
AGAIN = {"catchup": 1}
"""A second look at a day of that week, in a usual night once there is one."""


def test_filled_nights_are_complete(tmp_path: Path, monkeypatch: Patch, capsys: Capsys) -> None:
    """So a fetch after them asks for its own night, and again for a page of a day in each category; and their
    statements, records and attempts are in order."""
    monkeypatch.setattr(nights, "EARLY", EARLY)
    monkeypatch.setattr(nights, "AROUND", AROUND)
    folder = archive(tmp_path / "archive", CATEGORIES)
    nights.git(folder, "init", "-q", "-b", "main")
    early, late = nights.fill(folder, CATEGORIES, LAST, busy=4)
    assert len(early) == len(late) == AROUND
    said = capsys.readouterr().err.splitlines()
    assert all(int(line.split()[-2]) < 9 for line in said if line.endswith("requests"))
    assert cli.main(["status", "days", "--archive", str(folder)]) == 0
    assert f": {2 * LAST} complete, " in capsys.readouterr().out


def test_a_usual_night_asks_each_service_once_and_for_a_quiet_page_twice(tmp_path: Path) -> None:
    """In all of its runs; and on a holiday for one page."""
    codes = requests.CATEGORIES[:2]
    found, red = requests.nights(codes, tmp_path / "archive")
    quiet = 0
    for date, asked in found.items():
        by_category = {code: Counter(a.service for a in asked if _is_of(a.target, code)) for code in codes}
        assert sum(sum(numbers.values()) for numbers in by_category.values()) == len(asked)
        for numbers in by_category.values():
            if date == HOLIDAY:
                assert numbers in ({"list": 1}, {"list": 1, **AGAIN})
            elif date not in KINDS:
                assert {**numbers, **AGAIN} in ({**ONCE, **AGAIN}, {**ONCE, **AGAIN, "list": 2})
                assert numbers["catchup"] <= 1
                quiet += numbers["list"] - 1
    assert quiet
    assert HOLIDAY not in red


def _is_of(path: str, category: str) -> bool:
    return category in path or category.replace("cs.", "cs:cs:") in unquote(path)  # so OAI-PMH names its sets
