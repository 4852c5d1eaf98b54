"""A volume's build in a process of its own, which ends with whoever waits for it."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from daybook.errors import LONGEST
from daybook.runtime import processes
from daybook.volumes import building
from daybook.volumes.building import build

from tests.conftest import ROOT
from tests.volumes.library import task
from tests.waiting import alive, wait_for

SLEEPS = "from daybook.runtime import processes; processes.end_with_starter(); import os, time; print(os.getpid())\n"


def test_a_build_ends_with_its_worker(tmp_path: Path) -> None:
    """No orphan goes on writing, whatever ends the process that waits for it."""
    told = tmp_path / "told"
    program = f"{SLEEPS}open({str(told)!r}, 'w').write(str(os.getpid())); time.sleep(600)"
    begins = f"from daybook.runtime import processes; processes.run_tied({program!r})"
    worker = subprocess.Popen([sys.executable, "-c", begins], cwd=ROOT)
    wait_for(lambda: told.exists() and bool(told.read_text()))
    child = int(told.read_text())
    assert alive(child)
    worker.kill()
    worker.wait()
    wait_for(lambda: not alive(child))


def test_what_a_process_took() -> None:
    program = f"{SLEEPS}print(*sys.argv[1:], len(bytes(60_000_000)), file=sys.stderr); sys.exit(3)"
    done = processes.run_tied(f"import sys; {program}", "a b")
    assert (done.code, done.lines[-1]) == (3, "a b 60000000")
    assert done.memory > 60_000_000
    assert 0 < done.cpu < 60


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux holds a process to that")
def test_memory_that_a_worker_has_not(tmp_path: Path) -> None:
    """A build that needs more fails in one line that says so, and may be tried elsewhere."""
    outcome = build(task(tmp_path), room=3_000_000)
    assert outcome.code != 0
    (fault,) = outcome.faults
    assert "give its worker more memory" in fault
    assert len(fault) < 2 * LONGEST


def test_a_build_that_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(building, "PROGRAM", "import os, signal; os.kill(os.getpid(), signal.SIGKILL)")
    outcome = build(task(tmp_path))
    assert (outcome.code, outcome.state) == (-signal.SIGKILL, "failed")
    assert "the build ended early (SIGKILL)" in outcome.faults[0]
