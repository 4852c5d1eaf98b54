"""Running a program and weighing what it took and what it left."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import msgspec

from tests.tools.gallery.kinds import leads_on

_POLL = 0.01
_LOOK_EVERY = 0.05  # seconds between two looks at the memory of a program's processes; more where a look takes long
_SHARE = 20  # A look may take one part in so many of the time
_LAST_WORDS = 40
_PSS = re.compile(r"^Pss:\s+(\d+) kB", re.MULTILINE)


class Failed(Exception):
    """A program that failed; the message has its last words."""


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """What one run of a program took."""

    wall: float  # seconds
    cpu: float  # seconds, user and system, with all children that were waited for
    largest: int  # bytes: the highest resident memory of its largest process
    together: int  # bytes: the highest sum over its processes, of which each page of memory counts once

    def __add__(self, other: Run) -> Run:
        """One after the other."""
        return Run(
            wall=round(self.wall + other.wall, 3),
            cpu=round(self.cpu + other.cpu, 3),
            largest=max(self.largest, other.largest),
            together=max(self.together, other.together),
        )


class Size(msgspec.Struct, frozen=True):
    """What files weigh."""

    bytes: int = 0
    files: int = 0


def run(
    command: Sequence[str | Path], log: Path, folder: Path, extra: Mapping[str, str], tick: Callable[[], object]
) -> Run:
    """Run a program to its end in `folder`, its words into `log`. Raises Failed. tick: called now and then. The memory
    of this process is a floor of what is measured (Linux counts a child from before it becomes another program), so
    this process keeps small."""
    start, looks, together = time.perf_counter(), 0.0, 0
    with log.open("wb") as out:
        process = subprocess.Popen(
            [str(word) for word in command], cwd=folder, env={**os.environ, **extra}, stdin=subprocess.DEVNULL,
            stdout=out, stderr=subprocess.STDOUT, start_new_session=True,
        )  # fmt: skip
        try:
            while (ended := os.wait4(process.pid, os.WNOHANG))[0] == 0:
                if (now := time.perf_counter()) >= looks:
                    together = max(together, memory_of(process.pid))
                    looks = now + max(_LOOK_EVERY, _SHARE * (time.perf_counter() - now))
                tick()
                time.sleep(_POLL)
        except BaseException:  # whoever stops the benchmark stops what it started
            os.killpg(process.pid, signal.SIGKILL)
            raise
    wall = time.perf_counter() - start
    _, status, usage = ended
    code = process.returncode = os.waitstatus_to_exitcode(status)
    if code:
        said = log.read_text(encoding="utf-8", errors="replace").split()
        raise Failed(f"exit code {code}: {' '.join(said[-_LAST_WORDS:]) or 'it said nothing'}")
    largest = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    cpu = usage.ru_utime + usage.ru_stime
    return Run(wall=round(wall, 3), cpu=round(cpu, 3), largest=largest, together=max(together, largest))


def memory_of(session: int) -> int:
    """Bytes of memory of all processes of a session, from Linux's /proc: what several share counts in part for each."""
    found = 0
    for path in Path("/proc").glob("[0-9]*"):
        try:
            fields = (path / "stat").read_text().rpartition(")")[2].split()  # the name before it may hold anything
            if int(fields[3]) == session and (pss := _PSS.search((path / "smaps_rollup").read_text())):
                found += int(pss[1]) * 1024
        except OSError:
            continue  # it has ended meanwhile
    return found


def weigh(site: Path) -> dict[str, Size]:
    """What a folder weighs by kind of file: `pages`, `redirects` (pages that only lead on), `search`, `others`."""
    found: dict[str, list[int]] = {"pages": [], "redirects": [], "search": [], "others": []}
    for path in filter(Path.is_file, site.rglob("*")):
        kind = "search" if path.relative_to(site).parts[0] == "search" else "others"
        if path.suffix == ".html":
            kind = "redirects" if leads_on(path) else "pages"
        found[kind].append(path.stat().st_size)
    return {kind: Size(sum(sizes), len(sizes)) for kind, sizes in found.items()}


def whole(folder: Path) -> Size:
    """What all files of a folder weigh."""
    sizes = [path.stat().st_size for path in folder.rglob("*") if path.is_file()]
    return Size(sum(sizes), len(sizes))
