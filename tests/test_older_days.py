"""What a new day changes of older pages: nothing but the links to it."""

from __future__ import annotations

import datetime as dt
from itertools import islice
from pathlib import Path

import pytest

from tests.growing import Growing, changed, dates

pytestmark = pytest.mark.usefixtures("fixed_time")


def grown(folder: Path, papers: int, first: str, number: int, left_out: frozenset[dt.date] = frozenset()) -> Growing:
    """An archive to which so many days were added, each of which left all older pages as they were."""
    archive, before = Growing(folder, papers), dict[str, str]()
    for date in islice((date for date in dates(dt.date.fromisoformat(first)) if date not in left_out), number):
        archive.add(date)
        after = archive.state()
        assert changed(before, after, date) == []
        before = after
    return archive


def test_a_day_leaves_all_older_pages_as_they_are(tmp_path: Path) -> None:
    """Days, weeks, months, and the entries of the feed of digests, as Markdown and as HTML; with replacements by other
    words, authors and categories, late cross-lists, withdrawals, a day that is missing and the turn of a month."""
    archive = grown(tmp_path / "archive", 0, "2026-06-22", 12, frozenset({dt.date(2026, 6, 26)}))
    assert len(archive.held) == 60
    page = archive.state()["site/days/2026/2026-06-23.html"]
    assert "2026-06-22.html" in page
    assert "2026-06-25.html" not in page


@pytest.mark.trial
@pytest.mark.parametrize("papers", [500, 4000])
def test_in_an_archive_that_began_with_a_snapshot(tmp_path: Path, papers: int) -> None:
    """Days of the past are reconstructed; papers of any of them are replaced."""
    grown(tmp_path / "archive", papers, "2026-07-28", 7)
