"""Another version of the program, installed in an environment of its own and run there: pip brings it."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path

from daybook.errors import BuildError
from daybook.runtime import processes

_UNREACHED = re.compile(r"NewConnectionError|Failed to establish|ConnectionError|name resolution|timed? ?out", re.I)
_BIN = "Scripts" if os.name == "nt" else "bin"
_OWN = ("PYTHONPATH", "PYTHONHOME", "DAYBOOK_ARCHIVE")
"""What this program was told of where it is, and of where it works."""


class Installed:
    """A version of the program: by default, this one. Raises ValueError, KeyError or OSError where it is no Daybook."""

    def __init__(self, *command: str) -> None:
        self._command = command or (sys.executable, "-m", "daybook.cli")
        told = json.loads(self.run("--version", "--json").stdout)
        self.version, self.commit, self.format = str(told["daybook"]), told["commit"], int(told["format"])

    def run(self, *words: str) -> processes.Done:
        """Run a command of it."""
        return _run(*self._command, *words)


def install(folder: Path, wanted: str) -> Installed:
    """Install a version in a new environment, the folder `folder`. wanted: as pip takes it. Raises BuildError."""
    if _run(sys.executable, "-m", "venv", str(folder)).returncode:
        hint = "install Python's venv module, e.g. apt install python3-venv"
        raise BuildError("no environment can be created", subject=sys.executable, hint=hint)
    quiet = ("--quiet", "--disable-pip-version-check", "--no-input", "--retries=1", "--timeout=20")
    done = _run(str(folder / _BIN / "python"), "-m", "pip", "install", *quiet, wanted)
    if done.returncode and _UNREACHED.search(done.stderr):
        hint = "connect to the network, or name a wheel"
        raise BuildError("cannot be fetched: PyPI does not answer", subject=wanted, hint=hint)
    hint = "name a version, a wheel or a folder of Daybook"
    if done.returncode:
        error = re.search(r"^ERROR: (.*)", done.stderr, re.MULTILINE)
        raise BuildError(error[1] if error else "pip failed", subject=wanted, hint=hint)
    try:
        return Installed(str(folder / _BIN / "daybook"))
    except (OSError, ValueError, KeyError):
        raise BuildError("is no Daybook from 0.2.0 on", subject=wanted, hint=hint) from None


def _run(*command: str) -> processes.Done:
    environment = {name: value for name, value in os.environ.items() if name not in _OWN}
    # Not in the current folder, whose modules would hide those that are installed.
    return processes.run(*command, folder=Path(command[0]).parent, environment=environment)
