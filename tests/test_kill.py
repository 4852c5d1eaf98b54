"""Commands on disks that are full or read-only, killed, twice at once, and at odd paths: nothing outside the archive is
touched, each fault is one line, and the next run ends as if nothing had been.

DAYBOOK_FAULTS=N: so many kills and full disks of each command in place of those that every run of the tests has.
"""

import datetime as dt
import os
import re
from pathlib import Path
from typing import Any

import pytest
from daybook import cli

from tests.arxiv.calendar import DAY, eastern
from tests.arxiv.clock import FileClock
from tests.arxiv.server import serving
from tests.arxiv.site import Site
from tests.arxiv.world import make
from tests.conftest import FEW_THEMES, SAMPLE
from tests.fetch import trial
from tests.fold.test_split import make as make_archive
from tests.tools.fault_runner import DOCUMENTS
from tests.waiting import killed_everywhere, suffered

MORE = int(os.environ.get("DAYBOOK_FAULTS", "0"))
pytestmark = pytest.mark.trial


@pytest.fixture(autouse=True)
def _fixed_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1775023200")


def test_ingest_killed_anywhere(tmp_path: Path) -> None:
    """Into a new folder, after every single operation: raw documents, records, statements, settings."""
    killed_everywhere("ingest", str(tmp_path))
    archive = tmp_path / "now" / "archive"
    made = {path.relative_to(archive).parts[0] for path in archive.rglob("*.*")}
    assert made >= {"archive.yml", "coverage", "listings", "records", "README.md"}
    assert list((archive / "records" / "harvest").iterdir())


def test_ingest_of_real_documents_killed_anywhere(tmp_path: Path, shared: Any) -> None:
    """The same on the five real documents, after every 25th operation and each in the archive's own folder."""
    documents = map(str, sorted(shared("listings").glob("00*")))
    killed_everywhere("--every", "25", "--moments", "5", "ingest", str(tmp_path), *documents)


def test_render_killed_anywhere(tmp_path: Path) -> None:
    """Pages of a small archive, some stale: after every 13th operation, for each page is written in the same way."""
    first = sorted(SAMPLE.glob("*2026-03-04*"))[:1]
    archive = tmp_path / "before"
    assert cli.main(["ingest", "--archive", str(archive), "--quiet", *map(str, first)]) == 0
    (archive / "themes.yml").write_text(FEW_THEMES)
    stale = archive / "pages" / "papers" / "gone.md"
    stale.parent.mkdir(parents=True)
    stale.write_text("stale")
    killed_everywhere("--every", "13", "--moments", "5", "build --pages-only", str(tmp_path))
    assert not any("gone" in str(p) for p in (tmp_path / "now").rglob("*"))


def suffers(command: str, folder: Path, *arguments: str, points: int = 10, kills: int = 30, **environment: str) -> int:
    """Assert that nothing is wrong with a command under faults; the number of its operations that write."""
    options = ["--points", str(MORE or points), "--kills", str(MORE or kills), *arguments]
    number: int = suffered(*options, command, str(folder), **environment)["operations"]
    return number


def test_ingest_under_faults(tmp_path: Path) -> None:
    """Into a new archive. Few kills: one after each operation is made above."""
    assert suffers("ingest", tmp_path, kills=6) > 40


def test_build_under_faults(tmp_path: Path) -> None:
    """Pages and site; most of its operations are MkDocs' own. Each run takes a second, so there are fewer."""
    archive = tmp_path / "before"
    assert cli.main(["ingest", "--quiet", "--archive", str(archive), *map(str, DOCUMENTS)]) == 0
    (archive / "themes.yml").write_text(FEW_THEMES)
    assert suffers("build", tmp_path, points=5, kills=6) > 500


def test_split_under_faults(tmp_path: Path) -> None:
    """Two archives, of which one is new. Few kills: tests/fold/test_split.py makes one after each operation."""
    make_archive(tmp_path / "before")
    assert suffers("split", tmp_path, kills=6) > 60


def test_fetch_under_faults(tmp_path: Path) -> None:
    """From a server on this machine, by its clock."""
    day = dt.date(2026, 3, 5)
    trial.archive(tmp_path / "before", ["cs.DC"])
    clock = FileClock(tmp_path / "clock", eastern(day, dt.time(4)))
    with serving(Site(make(5, day, day + DAY, ("cs.DC",)), oai_size=12), clock) as arxiv:
        assert suffers("fetch", tmp_path, "--clock", str(tmp_path / "clock"), DAYBOOK_HOSTS=arxiv.url) > 40


@pytest.mark.parametrize(
    "command", ["check", "export jsonl", "status days", "status sizes", "themes why", "themes check"]
)
def test_what_only_reads(command: str, tmp_path: Path) -> None:
    """It writes nothing at all, so it may be run on a disk that is read-only."""
    folder = tmp_path / "before"
    assert cli.main(["ingest", "--quiet", "--archive", str(folder), str(DOCUMENTS[0])]) == 0
    (folder / "themes.yml").write_text(FEW_THEMES)
    paper = re.search(r'"arxiv_id":"([^"]+)"', next(folder.glob("records/**/*.jsonl")).read_text(encoding="utf-8"))
    assert paper
    assert suffers(command, tmp_path, kills=30 if command == "check" else 3, PAPER=paper[1]) == 0
