"""Commands on disks that are full or read-only, killed, twice at once, and at odd paths: nothing outside the archive is
touched, each fault is one line, and the next run ends as if nothing had been.

DAYBOOK_FAULTS=N: so many kills and full disks of each command in place of those that every run of the tests has.
"""

from __future__ import annotations

import datetime as dt
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from generator import cli
from tests.archive.test_split import make as make_archive
from tests.arxiv.calendar import DAY, eastern
from tests.arxiv.clock import FileClock
from tests.arxiv.server import serving
from tests.arxiv.site import Site
from tests.arxiv.world import make
from tests.conftest import HANGS, ROOT
from tests.fetch import trial
from tests.test_kill import FEW_THEMES
from tests.tools.fault_runner import DOCUMENTS

EPOCH = "1775023200"
MORE = int(os.environ.get("DAYBOOK_FAULTS", "0"))


@pytest.fixture(autouse=True)
def _fixed_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", EPOCH)


def suffers(command: str, folder: Path, *arguments: str, points: int = 10, kills: int = 30, **environment: str) -> int:
    """Assert that nothing is wrong with a command under faults; the number of its operations that write."""
    options = ["--points", str(MORE or points), "--kills", str(MORE or kills), *arguments]
    done = subprocess.run(
        [sys.executable, "-m", "tests.tools.fault_runner", *options, command, str(folder)],
        capture_output=True, text=True, cwd=ROOT, timeout=HANGS, env={**os.environ, **environment},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    assert not found["outside"], found["outside"]
    assert not found["wrong"], "\n".join(found["wrong"])
    number: int = found["operations"]
    return number


def archive(folder: Path) -> Path:
    assert cli.main(["ingest", "--quiet", "--archive", str(folder), *map(str, DOCUMENTS)]) == 0
    (folder / "themes.yml").write_text(FEW_THEMES)
    return folder


@pytest.mark.trial
def test_ingest(tmp_path: Path) -> None:
    """Into a new archive. Few kills: tests/test_kill.py makes one after each operation."""
    assert suffers("ingest", tmp_path, kills=6) > 40


@pytest.mark.trial
def test_build(tmp_path: Path) -> None:
    """Pages and site; most of its operations are MkDocs' own. Each run takes a second, so there are fewer."""
    archive(tmp_path / "before")
    assert suffers("build", tmp_path, points=5, kills=6) > 500


@pytest.mark.trial
def test_split(tmp_path: Path) -> None:
    """Two archives, of which one is new. Few kills: tests/archive/test_split.py makes one after each operation."""
    make_archive(tmp_path / "before")
    assert suffers("split", tmp_path, kills=6) > 60


@pytest.mark.trial
def test_fetch(tmp_path: Path) -> None:
    """From a server on this machine, by its clock."""
    day = dt.date(2026, 3, 5)
    trial.archive(tmp_path / "before", ["cs.DC"])
    clock = FileClock(tmp_path / "clock", eastern(day, dt.time(4)))
    with serving(Site(make(5, day, day + DAY, ("cs.DC",)), oai_size=12), clock) as arxiv:
        assert suffers("fetch", tmp_path, "--clock", str(tmp_path / "clock"), DAYBOOK_HOSTS=arxiv.url) > 40


@pytest.mark.trial
@pytest.mark.parametrize("command", ["check", "papers", "coverage", "store", "themes why", "themes check"])
def test_what_only_reads(command: str, tmp_path: Path) -> None:
    """It writes nothing at all, so it may be run on a disk that is read-only."""
    folder = tmp_path / "before"
    assert cli.main(["ingest", "--quiet", "--archive", str(folder), str(DOCUMENTS[0])]) == 0
    (folder / "themes.yml").write_text(FEW_THEMES)
    paper = re.search(r'"arxiv_id":"([^"]+)"', next(folder.glob("records/**/*.jsonl")).read_text(encoding="utf-8"))
    assert paper
    assert suffers(command, tmp_path, kills=30 if command == "check" else 3, PAPER=paper[1]) == 0
