"""Waiting for what another process does, and for its end."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

from tests.conftest import HANGS


def wait_for(done: Callable[[], bool]) -> None:
    end = time.monotonic() + HANGS
    while not done():
        assert time.monotonic() < end
        time.sleep(0.01)


def alive(process: int) -> bool:
    """Whether a process runs; one that has ended and waits to be collected does not."""
    try:
        os.kill(process, 0)
        stat = Path(f"/proc/{process}/stat")
        return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False
