"""Other processes: waiting for what they do and for their end; programs of tests/tools that kill commands."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.conftest import HANGS, ROOT


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


def outcome(runner: str, *arguments: str, **environment: str) -> dict[str, Any]:
    """What a runner of tests/tools found."""
    done = subprocess.run(
        [sys.executable, "-m", f"tests.tools.{runner}", *arguments],
        capture_output=True, text=True, cwd=ROOT, timeout=HANGS, env={**os.environ, **environment},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def killed_everywhere(*arguments: str) -> dict[str, Any]:
    """The outcome of killing a command after each operation, or each Nth, and at seeded moments."""
    found = outcome("kill_runner", *arguments)
    assert found["failures"] == []
    assert found["operations"] > 60
    return found
