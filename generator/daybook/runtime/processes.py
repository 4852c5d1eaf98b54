"""EDGE: the other programs that this one starts. No other module starts any."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

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


class Ended(NamedTuple):
    """A program of our own that has ended, with what it took."""

    code: int  # its exit code; below 0: it was ended by the signal of that number
    lines: tuple[str, ...] = ()  # the last hundred that it printed, errors among them
    cpu: float = 0.0  # seconds of processors, with those of its own processes; 0 where the system does not tell
    memory: int = 0
    """Bytes of its largest process at its largest, but no less than this one; 0 where the system does not tell."""


def run_tied(program: str, *words: str) -> Ended:
    """Run a program of Python's in a process that ends when this one does, whatever ends it, and wait for it.

    program: code that begins with `end_with_starter`, in which `words` are the arguments.
    """
    with subprocess.Popen(  # noqa: S603 - this program's own
        [sys.executable, "-P", "-c", program, *words], env={**os.environ, "LC_ALL": "C"},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8",
        errors="surrogateescape", start_new_session=True,
    ) as child:  # fmt: skip
        lines = tuple(deque((line.rstrip() for line in child.stdout or ()), 100))
        if not hasattr(os, "wait4"):  # which Windows lacks
            return Ended(child.wait(), lines)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    memory = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    return Ended(child.returncode, lines, usage.ru_utime + usage.ru_stime, memory)


def end_with_starter(room: int = 0) -> None:
    """Have this process, begun by `run_tied`, end when the one that began it has ended: nobody is left then to hold the
    other end of its standard input, on any system. Its own processes end with it, see `parallel.end_with_parent`.

    room: bytes of memory of its own that it and each of these may have, on Linux; 0: any number.
    """

    def end() -> None:
        with suppress(OSError):
            os.read(0, 1)
        os._exit(1)

    threading.Thread(target=end, daemon=True).start()
    if room and sys.platform == "linux":
        import resource  # which Windows lacks

        with suppress(ValueError, OSError):  # it may have less already
            resource.setrlimit(resource.RLIMIT_DATA, (room, room))
