"""Running a program and weighing what it took and what it left."""

from __future__ import annotations

import gzip
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

SAMPLED_PAPERS = 200
GZIP_LEVEL = 6
"""What web servers take where nobody chose."""
_LOOK_EVERY = 0.1
"""Seconds between two looks at the memory of a program's processes."""
_POLL = 0.01


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """What one run of a program took."""

    wall: float  # seconds
    cpu: float  # seconds, user and system, with all children that were waited for
    largest: int  # bytes: the highest resident memory of its largest process
    together: int | None  # bytes: the highest sum over its processes; None: it had one, or nobody could look
    failure: str = ""  # why it is no result


@dataclass(frozen=True, slots=True, kw_only=True)
class Weight:
    """What a site weighs."""

    pages: int  # Markdown files that have become an HTML page at the same place
    files: int
    size: int  # bytes, all files
    paper: float  # bytes of a paper's page, mean of the sample
    paper_gzip: float


def run(command: Sequence[str | Path], log: Path, folder: Path, extra: Mapping[str, str], limit: float) -> Run:
    """Run a program to its end in `folder`, its words into `log`; after `limit` seconds it is ended.

    The memory of this process is a floor of what is measured (Linux counts a child from before it becomes another
    program), so this process keeps small.
    """
    log.parent.mkdir(parents=True, exist_ok=True)
    start = time.perf_counter()
    with log.open("wb") as out:
        process = subprocess.Popen(
            [str(word) for word in command], cwd=folder, env={**os.environ, **extra}, stdin=subprocess.DEVNULL,
            stdout=out, stderr=subprocess.STDOUT, start_new_session=True,
        )  # fmt: skip
        watch = _Watch(process.pid)
        try:
            while (ended := os.wait4(process.pid, os.WNOHANG))[0] == 0:
                if time.perf_counter() - start > limit:
                    os.killpg(process.pid, signal.SIGKILL)
                    watch.late = True
                watch.look()
                time.sleep(_POLL)
        except BaseException:  # whoever stops the benchmark stops what it started
            os.killpg(process.pid, signal.SIGKILL)
            raise
    wall = time.perf_counter() - start
    _, status, usage = ended
    code = process.returncode = os.waitstatus_to_exitcode(status)
    failure = f"ended after {limit:.0f} s" if watch.late else f"exit code {code}: {_last_line(log)}"
    return Run(
        wall=wall,
        cpu=usage.ru_utime + usage.ru_stime,
        largest=usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024),
        together=watch.together,
        failure=failure if code else "",
    )


class _Watch:
    """Looks at the processes of a session now and then."""

    def __init__(self, session: int) -> None:
        self._session = session
        self._next = 0.0
        self.late = False
        self.together: int | None = None

    def look(self) -> None:
        """Note the memory of all processes together, where there are several."""
        if time.perf_counter() < self._next:
            return
        sizes = _sizes(self._session)
        if len(sizes) > 1:
            self.together = max(self.together or 0, sum(sizes))
        self._next = time.perf_counter() + _LOOK_EVERY


def _sizes(session: int) -> list[int]:
    """Resident bytes of each process of a session, from Linux's /proc; pages they share count for each."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()  # the name before it may hold anything
        except OSError:
            continue  # it has ended meanwhile
        if int(fields[3]) == session:
            found.append(int(fields[21]) * os.sysconf("SC_PAGE_SIZE"))
    return found


def _last_line(log: Path) -> str:
    lines = log.read_text(encoding="utf-8", errors="replace").split("\n")
    return next((line.strip() for line in reversed(lines) if line.strip()), "it said nothing")


def weigh(site: Path, markdown: Path, seed: int) -> Weight:
    """Weigh a site that was made of the Markdown below `markdown`."""
    sizes = [
        (Path(folder) / name).stat().st_size for folder, _, names in os.walk(site.resolve()) for name in names
    ]  # fmt: skip
    paths = sorted(path.relative_to(markdown) for path in markdown.rglob("*.md"))
    papers = [path for path in paths if len(path.parts) == 3 and path.parts[0] == "papers"]
    chosen = random.Random(f"{seed}:weighed").sample(papers, min(SAMPLED_PAPERS, len(papers)))
    bodies = [page.read_bytes() for path in chosen if (page := site / path.with_suffix(".html")).exists()]
    return Weight(
        pages=sum((site / path.with_suffix(".html")).exists() for path in paths),
        files=len(sizes),
        size=sum(sizes),
        paper=sum(map(len, bodies)) / max(1, len(bodies)),
        paper_gzip=sum(len(gzip.compress(body, GZIP_LEVEL, mtime=0)) for body in bodies) / max(1, len(bodies)),
    )
