"""EDGE: one volume's build, as a task that any machine may do, and do again.

It runs in a process of its own: workers are daemons, which may not start the processes that a build starts, and MkDocs
keeps what it knows in its modules. That process ends with the one that waits for it. What a kill leaves is finished by
the next build of the archive, as with `daybook build`, which is what is run.
"""

from __future__ import annotations

import re
import signal
import time
from dataclasses import dataclass, replace
from pathlib import Path

from daybook.errors import LONGEST, GeneratorError, actionable
from daybook.model.jsonl import to_json
from daybook.runtime import locks, parallel, processes
from daybook.runtime.files import ROOT, code_digest, digest
from daybook.volumes import places

PROGRAM = "from daybook.runtime import processes; processes.end_with_starter(); from daybook import cli; cli.run()"
_FAULT = "daybook: "  # begins each error that a command prints
_LINES = 20  # of what a build said, and of its errors, that are kept: it prints three
_MEMORY = "not enough memory"
_STOPPED = 130  # by SIGINT, which OpenBLAS sends where it finds no memory: nobody's Ctrl-C reaches a build
_PAGES = re.compile(r"\(([\d,]+) pages?, ([\d,]+) built\)")
_PAPERS = re.compile(r"([\d,]+) papers?, ")


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """A volume to build. Two that are equal give the same site."""

    volume: str  # its name
    log: str  # the archive's folder, or an address that fsspec opens
    site: str  # the site's folder, or such an address
    options: tuple[str, ...] = ()  # of `daybook build`
    code: str = ""  # the hash of the code that shall build it; empty: any

    @property
    def key(self) -> tuple[str, str, str]:
        """Its name on a cluster: a function of all that is said here. What begins alike, Dask takes for a group."""
        return ("daybook", self.volume, digest(to_json(self)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What became of a task."""

    volume: str
    code: int  # exit code of the build; below 0: it was ended by the signal of that number
    said: tuple[str, ...] = ()  # the lines that it printed, at most 20
    faults: tuple[str, ...] = ()  # its errors, a line each, at most 20; none where the code is 0
    seconds: float = 0.0  # on the clock, with what was fetched and sent
    cpu: float = 0.0  # seconds of processors that the build took; 0: not known, or nothing was built
    memory: int = 0  # bytes of its largest process at its largest; 0: not known, or nothing was built
    cold: bool = False  # what earlier builds keep could not be fetched: all was made anew
    passing: bool = False  # the fault may be gone when it is tried again, or tried elsewhere

    @property
    def state(self) -> str:
        """`built`, `unchanged` or `failed`."""
        if self.code:
            return "failed"
        return "built" if self._found(_PAGES) else "unchanged"

    @property
    def papers(self) -> str:
        """The number of papers, as it was said; empty where nothing was built."""
        return self._found(_PAPERS)

    @property
    def pages(self) -> str:
        """The number of pages of the site, as it was said; empty where nothing was built."""
        return self._found(_PAGES)

    def _found(self, form: re.Pattern[str]) -> str:
        return next((found[1] for line in self.said if (found := form.search(line))), "")


def build(task: Task, room: int = 0, cores: int = 0) -> Outcome:
    """Build a volume's site; an error is part of the outcome.

    room: bytes of memory that each process of the build may have; 0: any number. cores: on which it works; 0: all.
    """
    begun = time.monotonic()
    try:
        if task.code not in ("", code_digest(ROOT)):
            hint = "install on all machines what is installed on the one that runs the command"
            raise GeneratorError("another Daybook, Python or library is at work here", subject=task.volume, hint=hint)
        with places.at_hand(task.log, task.site, task.key[-1]) as place:
            if place.unchanged:
                outcome = Outcome(
                    volume=task.volume, code=0, said=(f"nothing has changed; the site is in {task.site}",)
                )
            else:
                outcome = _built(task, place.log, place.site, room, cores)
                place.built = not outcome.code
        said = (*outcome.said, *place.said)
        return replace(outcome, said=said, cold=place.cold, seconds=time.monotonic() - begun)
    except Exception as error:
        faults = (str(actionable(error, task.volume)),)
        passing = isinstance(error, places.Unreached) or locks.IN_USE in faults[0]
        return Outcome(volume=task.volume, code=1, faults=faults, seconds=time.monotonic() - begun, passing=passing)


def _built(task: Task, log: Path, site: Path, room: int, cores: int) -> Outcome:
    words = ("build", "--archive", str(log), "--site", str(site), *task.options)
    environment = {parallel.CORES: str(cores)} if cores else {}
    done = processes.run_tied(PROGRAM, *words, environment=environment, room=room)
    faults = [line.removeprefix(_FAULT) for line in done.lines if line.startswith(_FAULT)]
    said = [line for line in done.lines if not line.startswith(_FAULT)]
    passing = (
        done.code < 0 or done.code == _STOPPED or any(locks.IN_USE in fault or _MEMORY in fault for fault in faults)
    )
    if done.code and not faults:  # it ended in the middle
        how = signal.Signals(-done.code).name if done.code < 0 else "".join(said[-1:]) or f"code {done.code}"
        hint = "give its worker more memory, if that was short; then run the same command again"
        faults.append(str(GeneratorError(f"the build ended early ({how[:LONGEST]})", subject=task.volume, hint=hint)))
        passing = True
    return Outcome(
        volume=task.volume, code=done.code, said=tuple(said[:_LINES]), faults=tuple(faults[-_LINES:]),
        seconds=done.seconds, cpu=done.cpu, memory=done.memory, passing=passing,
    )  # fmt: skip
