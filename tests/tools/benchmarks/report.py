"""What was measured, as Markdown: the machine, a table, and notes."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tests.tools.benchmarks.measure import Run, Weight

COLUMNS = (
    "Program", "Step", "wall s", "CPU s", "largest process MB", "all processes MB", "pages", "files", "site MB",
    "paper page B", "gzip B",
)  # fmt: skip
_MB = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One step of one program. No weight where the step makes no site."""

    program: str
    step: str
    run: Run
    weight: Weight | None = None


def head() -> str:
    """The first two lines of the table."""
    return f"| {' | '.join(COLUMNS)} |\n|---|---|{'---:|' * (len(COLUMNS) - 2)}"


def line(row: Row) -> str:
    """A row of the table; where the run failed it says so in place of numbers."""
    run, weight = row.run, row.weight
    if run.failure:
        return f"| {row.program} | {row.step} | failed: {run.failure.replace('|', '/')} |{' |' * (len(COLUMNS) - 3)}"
    together = max(run.largest, run.together or 0)
    cells = [f"{run.wall:.1f}", f"{run.cpu:.1f}", f"{run.largest / _MB:,.0f}", f"{together / _MB:,.0f}"]
    if weight:
        size = weight.size / _MB
        cells += [f"{weight.pages:,}", f"{weight.files:,}", f"{size:,.1f}"]
        cells += [f"{weight.paper:,.0f}", f"{weight.paper_gzip:,.0f}"]
    return f"| {' | '.join([row.program, row.step, *cells])} |{' |' * (len(COLUMNS) - 2 - len(cells))}"


def machine(work: Path) -> Iterable[str]:
    """What was measured on, a fact a line; facts that this system does not tell are left out."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    yield f"{cores} cores, {_cpu() or platform.machine()}"
    if memory := _fact("/proc/meminfo", "MemTotal"):
        yield f"{int(memory.split()[0]) * 1024 / 1e9:.1f} GB of memory"
    yield f"{platform.system()} {platform.release()}, Python {platform.python_version()}"
    if system := file_system(work):
        yield f"files on {system}"
    if hasattr(os, "getloadavg"):
        yield f"load at the start: {os.getloadavg()[0]:.1f} (wall-clock times mean little where others work)"


def _cpu() -> str:
    return _fact("/proc/cpuinfo", "model name") or platform.processor()


def _fact(path: str, name: str) -> str:
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError:
        return ""
    return next((line.partition(":")[2].strip() for line in text.splitlines() if line.startswith(name)), "")


def file_system(folder: Path) -> str:
    """The type of the file system that a folder is on, as Linux names it; empty where nobody says."""
    try:
        lines = Path("/proc/self/mountinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return ""
    place = folder.resolve()
    best, kind = -1, ""
    for mount in lines:
        fields, _, rest = mount.partition(" - ")
        point = Path(fields.split()[4])
        if place.is_relative_to(point) and len(point.parts) >= best:
            best, kind = len(point.parts), rest.split()[0]
    return kind
