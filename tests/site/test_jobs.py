"""Who has no mouse does what readers come for: each job with keys alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.tools import jobs

pytestmark = pytest.mark.browser
MOST = 100
"""Keys of any job but those that look at each paper of a day."""
LONG = ("skim", "five")


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.trial] * (name in LONG)) for name in jobs.JOBS])
def test_a_job_is_done_by_keys(name: str, whole: Path, served, browser: Browser):
    reader = jobs.done(jobs.JOBS[name], browser, whole, served(whole))
    assert name in LONG or len(reader.keys) <= MOST


def test_keys_are_told_as_one_writes_them():
    assert jobs.told(["/", "d", "i", "Tab", "Tab", "Enter", "j"]) == "/ “di” Tab x 2 Enter j"
