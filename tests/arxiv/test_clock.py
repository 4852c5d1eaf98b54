"""Simulated time goes forward only, and can be shared with another process."""

from __future__ import annotations

import datetime as dt
import subprocess
import sys
from pathlib import Path

import pytest

from tests.arxiv.clock import FileClock, SimulatedClock

START = dt.datetime(2026, 3, 2, 20, tzinfo=dt.UTC)
HOUR = dt.timedelta(hours=1)


@pytest.mark.parametrize("kind", ["simulated", "file"])
def test_time_passes_when_someone_sleeps(tmp_path: Path, kind: str) -> None:
    clock = SimulatedClock(START) if kind == "simulated" else FileClock(tmp_path / "clock", START)
    clock.sleep(3600)
    assert clock.now() == START + HOUR
    clock.set(START)
    assert clock.now() == START + HOUR
    clock.set(START + 3 * HOUR)
    assert clock.now() == START + 3 * HOUR


def test_another_process_moves_the_same_clock(tmp_path: Path) -> None:
    clock = FileClock(tmp_path / "clock", START)
    program = (
        "import sys, pathlib; from tests.arxiv.clock import FileClock; FileClock(pathlib.Path(sys.argv[1])).sleep(3600)"
    )
    root = Path(__file__).parent.parent.parent
    subprocess.run([sys.executable, "-c", program, str(tmp_path / "clock")], check=True, cwd=root)
    assert clock.now() == START + HOUR
