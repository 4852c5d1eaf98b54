"""EDGE: the other programs that this one starts. No other module starts any."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from daybook.errors import StoreError

PROGRAMS = {
    "git": "looks at the archive's clone, commits to it and pushes it",
    "gh": "asks GitHub for the repository's settings, on GitHub's own runners",
    "python": "brings another version to daybook upgrade, by pip",
    "daybook": "is that version, which builds a copy of the archive",
}
"""All that may be started, and what for. python: also this program's own, whatever its name."""
Done = subprocess.CompletedProcess[str]


def allows(program: str) -> bool:
    """Whether a program, a name or a path, is one of PROGRAMS."""
    return program == sys.executable or Path(program).name.lower().removesuffix(".exe") in PROGRAMS


def run(
    *command: str, longest: float | None = None, environment: Mapping[str, str] | None = None,
    folder: Path | None = None, apart: bool = False,
) -> Done:  # fmt: skip
    """Run a program, and wait for it; what it printed, whose bytes that are no UTF-8 are as in names of files.

    longest: seconds, after which it is stopped. environment: in place of this program's; folder: to work in; apart: it
    hears of no Ctrl-C. Raises OSError where it cannot be started, TimeoutError, which is one, where it takes longer,
    and StoreError where it is none of PROGRAMS.
    """
    if not allows(command[0]):
        raise StoreError("is no program that daybook starts", subject=command[0], hint="report it")
    try:
        return subprocess.run(  # noqa: S603 - it is one of ours
            command, env={**(os.environ if environment is None else environment), "LC_ALL": "C"}, cwd=folder,
            stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", errors="surrogateescape", check=False,
            timeout=longest, start_new_session=apart,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise TimeoutError(f"{command[0]} took over {longest:g} s") from None
