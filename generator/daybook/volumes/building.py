"""EDGE: one volume's build, as a task that any machine may do, and do again.

It runs in a process of its own: workers are daemons, which may not start the processes that a build starts, and MkDocs
keeps what it knows in its modules. That process ends with the one that waits for it. What a kill leaves is finished by
the next build of the archive, as with `daybook build`, which is what is run.
"""

from __future__ import annotations

import re
import signal
import time
from dataclasses import dataclass, field
from pathlib import Path

from daybook.errors import LONGEST, GeneratorError, actionable
from daybook.model.jsonl import to_json
from daybook.runtime import processes
from daybook.runtime.files import ROOT, code_digest, digest
from daybook.runtime.processes import Ended
from daybook.volumes import places

PROGRAM = """from daybook.runtime import parallel, processes
processes.end_with_starter({}); parallel.most = {}
from daybook import cli; cli.run()"""
_FAULT = "daybook: "  # begins each error that a command prints
_PAGES = re.compile(r"\(([\d,]+) pages?, [\d,]+ built\)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """A volume to build. Two that are equal give the same site."""

    volume: str  # its name
    log: str  # the archive's folder, or an address that fsspec opens
    site: str  # the site's folder, or such an address
    options: tuple[str, ...] = ()  # of `daybook build`
    code: str = field(default_factory=lambda: code_digest(ROOT))  # the hash of that which shall build it

    @property
    def key(self) -> tuple[str, str, str]:
        """Its name on a cluster: a function of all that is said here. What begins alike, Dask takes for a group."""
        return ("daybook", self.volume, digest(to_json(self)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What became of a task."""

    volume: str
    code: int  # exit code of the build; below 0: it was ended by the signal of that number
    said: tuple[str, ...] = ()  # lines of what was fetched, made and sent
    faults: tuple[str, ...] = ()  # errors, a line each; none where the code is 0
    seconds: float = 0.0  # on the clock, with what was fetched and sent
    cpu: float = 0.0  # seconds of processors that the build took; 0: not known, or nothing was built
    memory: int = 0  # bytes of its largest process at its largest; 0: not known, or nothing was built

    @property
    def state(self) -> str:
        """`built`, `unchanged` or `failed`."""
        return "failed" if self.code else "built" if self.pages else "unchanged"

    @property
    def pages(self) -> str:
        """The number of pages of the site, as it was said; empty where nothing was built."""
        return next((found[1] for line in self.said if (found := _PAGES.search(line))), "")


def build(task: Task, room: int = 0, cores: int = 0) -> Outcome:
    """Build a volume's site; an error is part of the outcome.

    room: bytes of memory that each process of the build may have; 0: any number. cores: on which it works; 0: all.
    """
    begun, done = time.monotonic(), Ended(1)
    said, faults = list[str](), list[str]()

    def make(log: Path, site: Path) -> Ended:
        words = ("build", "--archive", str(log), "--site", str(site), *task.options)
        ended = processes.run_tied(PROGRAM.format(room, cores), *words)
        for line in ended.lines:
            (faults if line.startswith(_FAULT) else said).append(line.removeprefix(_FAULT))
        return ended

    try:
        if task.code != code_digest(ROOT):
            hint = "install on all machines what is installed on the one that runs the command"
            raise GeneratorError("another Daybook, Python or library is at work here", subject=task.volume, hint=hint)
        done = places.at_hand(task.log, task.site, task.key[-1], make, said.append)
        if done.code and not faults:  # it ended in the middle
            how = signal.Signals(-done.code).name if done.code < 0 else "".join(said[-1:]) or f"code {done.code}"
            hint = "give its worker more memory, if that was short; then run the same command again"
            raise GeneratorError(f"the build ended early ({how[:LONGEST]})", subject=task.volume, hint=hint)
    except Exception as error:
        faults.append(str(actionable(error, task.volume)))
    return Outcome(
        volume=task.volume, code=done.code, said=tuple(said), faults=tuple(faults),
        seconds=time.monotonic() - begun, cpu=done.cpu, memory=done.memory,
    )  # fmt: skip
