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

SAMPLE = Path(__file__).parent / "sample" / "documents"
ENVIRONMENT = {**os.environ, "SOURCE_DATE_EPOCH": "1772500000"}


def killed_everywhere(command: str, folder: Path, *arguments: str) -> dict[str, Any]:
    """The outcome of killing a command after each operation and at 20 seeded moments."""
    runner = [sys.executable, "-m", "tests.kill_runner", command, str(folder), *arguments]
    root = Path(__file__).parent.parent
    done = subprocess.run(runner, capture_output=True, text=True, env=ENVIRONMENT, cwd=root, timeout=600)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.slow
def test_ingest_killed_anywhere(tmp_path: Path) -> None:
    """Into a new folder: raw documents, records, statements, settings."""
    found = killed_everywhere("ingest", tmp_path, str(SAMPLE))
    assert found["failures"] == []
    assert found["operations"] > 60
    assert found["files"] > 10


@pytest.mark.slow
def test_ingest_of_real_documents_killed_anywhere(tmp_path: Path, shared: Any) -> None:
    """The same on the five real documents."""
    listings = shared("listings")
    found = killed_everywhere("ingest", tmp_path, *(str(p) for p in sorted(listings.glob("00*"))))
    assert found["failures"] == []
    assert found["operations"] > 60


@pytest.mark.slow
def test_render_killed_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages of a small archive, some stale ones to remove."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", ENVIRONMENT["SOURCE_DATE_EPOCH"])
    first = sorted(SAMPLE.glob("*2026-03-04*"))[:1]
    archive = tmp_path / "before"
    assert cli.main(["ingest", "--archive", str(archive), "--quiet", *map(str, first)]) == 0
    stale = archive / "pages" / "papers" / "gone.md"
    stale.parent.mkdir(parents=True)
    stale.write_text("stale")
    found = killed_everywhere("render", tmp_path)
    assert found["failures"] == []
    assert found["operations"] > 60
    assert not any("gone" in str(p) for p in (tmp_path / "now").rglob("*"))
