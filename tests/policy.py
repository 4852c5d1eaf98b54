"""What a command of `daybook` did outside itself, in a process of its own: see tests/tools/audited.py."""

import os
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

from tests.conftest import HANGS, ROOT


def audited(folder: Path, *arguments: str, code: int | None = 0, **environment: str) -> dict[str, list[str]]:
    """write, read, reach, start -> what. folder: for what is noted, and for temporary files, in its tmp/. code: that it
    ends with; None: any."""
    if sys.platform != "linux":
        pytest.skip("paths are read from /proc")
    noted = folder / "noted"
    noted.unlink(missing_ok=True)
    (folder / "tmp").mkdir(exist_ok=True)
    told = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "TMPDIR": str(folder / "tmp"), **environment}
    command = [sys.executable, "-m", "tests.tools.audited", str(noted), *arguments]
    done = subprocess.run(command, cwd=ROOT, env=told, capture_output=True, text=True, timeout=HANGS)
    assert code in (None, done.returncode), done.stderr
    found = defaultdict[str, list[str]](list)
    for line in dict.fromkeys(noted.read_text(encoding="utf-8", errors="surrogateescape").splitlines()):
        kind, _, what = line.partition(" ")
        found[kind].append(what)
    return found
