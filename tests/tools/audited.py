"""Runs `daybook` and notes each path that it, or a process of its, opens for writing, makes, moves, links or removes.

`audited.py FILE [--apart] ARGUMENT...`: the paths go to FILE, one a line, absolute. With --apart other processes do
what they do for a large archive.
"""

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
AT_ONE = {"os.remove": 1, "os.rmdir": 1, "os.mkdir": 2, "os.chmod": 2, "os.utime": 3, "os.chown": 3}
"""Events on one path, and where their arguments name the folder it is relative to."""
DEVICE = re.compile("/dev/(?!shm/pytest-of-)|/proc/")
"""The beginning of a path that is no file's: all of /dev but the tests' own folders, which may be in memory there."""
AT_TWO = ("os.rename", "os.link")


def main() -> int:
    noted = os.open(sys.argv[1], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    sys.argv.pop(1)

    from daybook import cli
    from daybook.runtime import parallel

    if "--apart" in sys.argv:
        sys.argv.remove("--apart")
        parallel.MANY = -1

    def note(event: str, given: tuple[Any, ...]) -> None:
        for path in written(event, given):
            os.write(noted, f"{path}\n".encode())

    sys.addaudithook(note)
    return cli.main(sys.argv[1:])


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
