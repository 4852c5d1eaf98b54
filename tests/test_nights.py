"""The measurement of nights itself: what it writes straight into an archive is held like what was fetched."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator import cli
from tests.fetch.trial import CATEGORIES, archive
from tests.tools import nights

pytestmark = pytest.mark.trial

EARLY, AROUND, LAST = 8, 2, 14


def test_filled_nights_are_complete(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """So a fetch after them asks for its own night alone; and their statements, records and attempts are in order."""
    monkeypatch.setattr(nights, "EARLY", EARLY)
    monkeypatch.setattr(nights, "AROUND", AROUND)
    folder = archive(tmp_path / "archive", CATEGORIES)
    nights.git(folder, "init", "-q", "-b", "main")
    early, late = nights.fill(folder, CATEGORIES, LAST, busy=4)
    assert len(early) == len(late) == AROUND
    said = capsys.readouterr().err.splitlines()
    assert all(int(line.split()[-2]) < 9 for line in said if line.endswith("requests"))
    assert cli.main(["coverage", "--archive", str(folder)]) == 0
    assert f": {2 * LAST} complete, " in capsys.readouterr().out
