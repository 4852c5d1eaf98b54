"""Other processes: waiting for what they do and for their end; the program that makes commands suffer faults."""

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


def suffered(*arguments: str, **environment: str) -> dict[str, Any]:
    """What tests/tools/fault_runner found of a command under faults, of which nothing is wrong."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.tools.fault_runner", *arguments],
        capture_output=True, text=True, cwd=ROOT, timeout=HANGS, env={**os.environ, **environment},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    assert not found["outside"], found["outside"]
    assert not found["wrong"], "\n".join(found["wrong"])
    return found


def killed_everywhere(*arguments: str) -> dict[str, Any]:
    """The outcome of killing a command at each operation, or each Nth, and at seeded moments."""
    found = suffered("--every", "1", *arguments)
    assert found["operations"] > 60
    return found


def printed_by_seed(program: str) -> set[bytes]:
    """What processes with two orders of sets print: one text, where chance has no part in it."""
    return {
        subprocess.run(
            [sys.executable, "-c", program], cwd=ROOT, check=True, capture_output=True,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
