"""Killing any command at any moment and running it again gives the same archive."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from generator import cli
from tests.conftest import HANGS, ROOT, SAMPLE

FEW = [SAMPLE / name for name in ("2026-03-04-listing.txt", "2026-03-06-oai.xml", "2026-03-05-cards.txt")]
"""A listing, a harvest and another site's cards: of them come all kinds of files that the store keeps."""
FEW_THEMES = "themes: [{slug: tides, name: Tides, definition: Of tides., phrases: {3: [tide]}}]\n"
ENVIRONMENT = {**os.environ, "SOURCE_DATE_EPOCH": "1772500000"}


def killed_everywhere(*arguments: str) -> dict[str, Any]:
    """The outcome of killing a command after each operation, or each Nth, and at seeded moments."""
    runner = [sys.executable, "-m", "tests.tools.kill_runner", *arguments]
    done = subprocess.run(runner, capture_output=True, text=True, env=ENVIRONMENT, cwd=ROOT, timeout=HANGS)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.trial
def test_ingest_killed_anywhere(tmp_path: Path) -> None:
    """Into a new folder, after every single operation: raw documents, records, statements, settings."""
    found = killed_everywhere("ingest", str(tmp_path), *map(str, FEW))
    assert found["failures"] == []
    assert found["operations"] > 60
    made = {path.relative_to(tmp_path / "now").parts[0] for path in (tmp_path / "now").rglob("*.*")}
    assert made >= {"archive.yml", "coverage", "listings", "records", "themes.yml"}
    assert list((tmp_path / "now" / "records" / "harvest").iterdir())


@pytest.mark.trial
def test_ingest_of_real_documents_killed_anywhere(tmp_path: Path, shared: Any) -> None:
    """The same on the five real documents, after every 25th operation and each in the archive's own folder."""
    documents = map(str, sorted(shared("listings").glob("00*")))
    found = killed_everywhere("--every", "25", "--moments", "5", "ingest", str(tmp_path), *documents)
    assert found["failures"] == []
    assert found["operations"] > 60


@pytest.mark.trial
def test_render_killed_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages of a small archive, some stale: after every 13th operation, for each page is written in the same way."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", ENVIRONMENT["SOURCE_DATE_EPOCH"])
    first = sorted(SAMPLE.glob("*2026-03-04*"))[:1]
    archive = tmp_path / "before"
    assert cli.main(["ingest", "--archive", str(archive), "--quiet", *map(str, first)]) == 0
    (archive / "themes.yml").write_text(FEW_THEMES)
    stale = archive / "pages" / "papers" / "gone.md"
    stale.parent.mkdir(parents=True)
    stale.write_text("stale")
    found = killed_everywhere("--every", "13", "--moments", "5", "render", str(tmp_path))
    assert found["failures"] == []
    assert found["operations"] > 60
    assert not any("gone" in str(p) for p in (tmp_path / "now").rglob("*"))
