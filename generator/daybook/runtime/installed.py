"""Another version of the program, installed in an environment of its own and run there: pip brings it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from daybook.errors import BuildError
from daybook.runtime import files

_UNREACHED = re.compile(r"NewConnectionError|Failed to establish|ConnectionError|name resolution|timed? ?out", re.I)
_BIN = "Scripts" if os.name == "nt" else "bin"
_OWN = ("PYTHONPATH", "PYTHONHOME", "DAYBOOK_ARCHIVE")
"""What this program was told of where it is, and of where it works."""


class Done(NamedTuple):
    """What a command printed; `failed`: it ended otherwise than with 0."""

    failed: bool
    said: list[str]
    warned: list[str]


class Installed:
    """A version of the program: by default, this one."""

    def __init__(self, python: Path = Path(sys.executable), command: tuple[str, ...] = ("-m", "daybook.cli")) -> None:
        self._command = (str(python), *command)
        told = json.loads("".join(self.run("--version", "--json").said))
        self.version, self.commit, self.format = str(told["daybook"]), told["commit"], int(told["format"])

    def run(self, *words: str) -> Done:
        """Run a command of it."""
        return _run(*self._command, *words)


def install(folder: Path, wanted: str) -> Installed:
    """Install a version in a new environment in `folder`. wanted: as pip takes it. Raises BuildError."""
    files.clear(folder)
    python, program = folder / _BIN / "python", folder / _BIN / "daybook"
    if _run(sys.executable, "-m", "venv", str(folder)).failed:
        hint = "install Python's venv module, e.g. apt install python3-venv"
        raise BuildError("no environment can be made", subject=sys.executable, hint=hint)
    quiet = ("--quiet", "--disable-pip-version-check", "--no-input", "--retries=1", "--timeout=20")
    done = _run(str(python), "-m", "pip", "install", *quiet, wanted)
    if done.failed:
        if any(map(_UNREACHED.search, done.warned)):
            hint = "connect to the network, or name a wheel"
            raise BuildError("cannot be fetched: PyPI does not answer", subject=wanted, hint=hint)
        errors = [line.removeprefix("ERROR: ") for line in done.warned if line.startswith("ERROR: ")]
        raise BuildError(
            errors[0] if errors else "pip failed", subject=wanted, hint="name a version, a wheel or a folder"
        )
    if not program.exists() and not program.with_suffix(".exe").exists():
        raise BuildError("is no Daybook", subject=wanted, hint="name a version, a wheel or a folder of Daybook")
    return Installed(program, ())


def _run(*command: str) -> Done:
    environment = {name: value for name, value in os.environ.items() if name not in _OWN}
    # Not in the current folder, whose modules would hide those that are installed.
    done = subprocess.run(  # noqa: S603 - what it runs is what the user has named
        command, cwd=Path(command[0]).parent, env=environment, capture_output=True, text=True, check=False
    )
    return Done(done.returncode != 0, done.stdout.splitlines(), done.stderr.splitlines())
