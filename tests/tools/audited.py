"""Runs `daybook` and notes what it, or a process of its, does outside itself.

`audited.py FILE [--apart] [--clock FILE] [--for SECONDS] ARGUMENT...`: a line for each deed goes to FILE: `write PATH`
for one that is opened for writing, made, moved, linked or removed, `read PATH` for one that is read or listed, `reach
ADDRESS` for one that is connected to, listened at or sent to, `start PROGRAM`. All paths are absolute. With --apart
other processes do what they do for a large archive; with --clock `fetch` goes by the clock in a file; with --for Ctrl-C
ends it after so long. C code that opens files is not seen here: tests/test_policy.py has strace look at that.
"""

import argparse
import os
import re
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
AT_ONE = {"os.remove": 1, "os.rmdir": 1, "os.mkdir": 2, "os.chmod": 2, "os.utime": 3, "os.chown": 3}
"""Events on one path, and where their arguments name the folder it is relative to."""
DEVICE = re.compile("/dev/(?!shm/pytest-of-)|/proc/")
"""The beginning of a path that is no file's: all of /dev but the tests' own folders, which may be in memory there."""
AT_TWO = ("os.rename", "os.link")
REACHING = ("socket.connect", "socket.bind", "socket.sendto", "socket.sendmsg")
STARTING = ("subprocess.Popen", "os.exec", "os.posix_spawn", "os.system", "os.startfile")


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("file")
    parser.add_argument("--apart", action="store_true")
    parser.add_argument("--clock", type=Path)
    parser.add_argument("--for", type=float, dest="seconds")
    told, words = parser.parse_known_args()
    noted = os.open(told.file, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    from daybook import cli
    from daybook.runtime import parallel

    if told.apart:
        parallel.MANY = -1
    if told.clock:
        by_clock(told.clock)
    if told.seconds:
        threading.Timer(told.seconds, lambda: os.kill(os.getpid(), signal.SIGINT)).start()

    def note(event: str, given: tuple[Any, ...]) -> None:
        for deed in deeds(event, given):
            os.write(noted, f"{deed}\n".encode(errors="surrogateescape"))

    sys.addaudithook(note)
    return cli.main(words)


def by_clock(file: Path) -> None:
    """Let `fetch` go by the clock in a file."""
    from daybook.commands import fetch
    from daybook.fetch import session
    from daybook.fetch.hosts import all_hosts

    from tests.arxiv.clock import FileClock

    told: Callable[[], session.Environment] = lambda: session.Environment(clock=FileClock(file), hosts=all_hosts({}))  # noqa: E731
    fetch.Environment = told  # type: ignore[misc, assignment]


def deeds(event: str, given: tuple[Any, ...]) -> Iterator[str]:
    yield from (f"write {path}" for path in written(event, given))
    if event == "open" and not given[2] & WRITING and not isinstance(given[0], int):
        yield f"read {absolute(given[0], -1)}"
    elif event in ("os.listdir", "os.scandir"):
        yield f"read {absolute('.' if given[0] is None else given[0], -1)}"
    elif event in REACHING and isinstance(given[1], tuple):
        yield f"reach {given[1][0]}"
    elif event in STARTING:
        yield f"start {os.fsdecode(given[0])}"


def written(event: str, given: tuple[Any, ...]) -> Iterator[str]:
    if event == "open" and given[2] & WRITING and not isinstance(given[0], int):
        yield absolute(given[0], -1)
    elif event in AT_ONE:
        yield absolute(given[0], given[AT_ONE[event]])
    elif event in AT_TWO:
        yield from (absolute(given[0], given[2]), absolute(given[1], given[3]))
    elif event == "os.symlink":
        yield absolute(given[1], given[2])
    elif event == "os.truncate":
        yield absolute(given[0], -1)


def absolute(path: Any, folder: int) -> str:
    if isinstance(path, int):
        return str(Path(f"/proc/self/fd/{path}").readlink())
    base = Path(f"/proc/self/fd/{folder}").readlink() if folder >= 0 else Path.cwd()
    return os.path.normpath(os.path.join(base, os.fsdecode(path)))  # noqa: PTH118


if __name__ == "__main__":
    sys.exit(main())
