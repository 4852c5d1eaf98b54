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
from tests.conftest import FIXED_TIME, HANGS, ROOT, SAMPLE

FEW_THEMES = "themes: [{slug: tides, name: Tides, definition: Of tides., phrases: {3: [tide]}}]\n"


def killed_everywhere(*arguments: str) -> dict[str, Any]:
    """The outcome of killing a command at each operation, or each Nth, and at seeded moments."""
    runner = [sys.executable, "-m", "tests.tools.fault_runner", "--every", "1", *arguments]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": FIXED_TIME}
    done = subprocess.run(runner, capture_output=True, text=True, env=environment, cwd=ROOT, timeout=HANGS)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    assert not found["wrong"], "\n".join(found["wrong"])
    assert not found["outside"], found["outside"]
    return found


@pytest.mark.trial
def test_ingest_killed_anywhere(tmp_path: Path) -> None:
    """Into a new folder, after every single operation: raw documents, records, statements, settings."""
    found = killed_everywhere("ingest", str(tmp_path))
    assert found["operations"] > 60
    archive = tmp_path / "now" / "archive"
    made = {path.relative_to(archive).parts[0] for path in archive.rglob("*.*")}
    assert made >= {"archive.yml", "coverage", "listings", "records", "themes.yml"}
    assert list((archive / "records" / "harvest").iterdir())


@pytest.mark.trial
def test_ingest_of_real_documents_killed_anywhere(tmp_path: Path, shared: Any) -> None:
    """The same on the five real documents, after every 25th operation and each in the archive's own folder."""
    documents = map(str, sorted(shared("listings").glob("00*")))
    found = killed_everywhere("--every", "25", "--moments", "5", "ingest", str(tmp_path), *documents)
    assert found["operations"] > 60


@pytest.mark.trial
def test_render_killed_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages of a small archive, some stale: after every 13th operation, for each page is written in the same way."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", FIXED_TIME)
    first = sorted(SAMPLE.glob("*2026-03-04*"))[:1]
    archive = tmp_path / "before"
    assert cli.main(["ingest", "--archive", str(archive), "--quiet", *map(str, first)]) == 0
    (archive / "themes.yml").write_text(FEW_THEMES)
    stale = archive / "pages" / "papers" / "gone.md"
    stale.parent.mkdir(parents=True)
    stale.write_text("stale")
    found = killed_everywhere("--every", "13", "--moments", "5", "render", str(tmp_path))
    assert found["operations"] > 60
    assert not any("gone" in str(p) for p in (tmp_path / "now").rglob("*"))
