"""Build the same invented papers with Daybook and with other programs, and print what each took.

    make bench                                  28,838 papers, all programs, in build/bench
    make bench N=2000 WORK=/dev/shm/bench       fewer, in memory
    make bench BENCH="--only daybook,hugo"      some of the programs

A program that is not on this machine is named and left out; one that fails is named, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.tools.benchmarks import measure, programs, report
from tests.tools.benchmarks.measure import Run
from tests.tools.benchmarks.programs import ROOT, Absent, Command, Daybook
from tests.tools.benchmarks.report import Row

NAMES = ("daybook", *programs.OTHERS)
MORNING = "1782907200"
"""The clock of every program: 1 July 2026, noon UTC, when the feed of that day is out."""


class Failed(Exception):
    """Without this step nothing can be compared."""


class Bench:
    """One run of the benchmark; keeps everything in one folder, which it empties at the start."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.work: Path = options.work.resolve()
        self.limit: float = options.limit
        self.options = options
        self.notes: list[str] = []
        self.failed = False

    def clear(self) -> None:
        """Empty the folder, but for what was installed."""
        for path in self.work.iterdir() if self.work.exists() else ():
            if path.is_dir() and path.name != "zensical-venv":
                shutil.rmtree(path)
        self.work.mkdir(parents=True, exist_ok=True)

    def documents(self) -> tuple[Path, Path]:
        """The snapshot and the next day's feed."""
        snapshot, feed = self.work / "papers" / "snapshot.jsonl", self.work / "papers" / "next.xml"
        snapshot.parent.mkdir()
        script: tuple[str | Path, ...] = ("-m", "tests.tools.benchmarks.corpus")
        if self.options.shared:
            script = (shared() / "tools" / "make_snapshot.py",)
        arguments = (str(self.options.papers), snapshot, "--seed", str(self.options.seed), "--next-day", feed)
        self.must("corpus", [sys.executable, *script, *arguments])
        return snapshot, feed

    def run(self, name: str, command: Command, folder: Path = ROOT) -> Run:
        """Run a command; its words go to the folder of logs."""
        extra = {"SOURCE_DATE_EPOCH": MORNING, "NO_COLOR": "1"}
        run = measure.run(command, self.work / "logs" / f"{name}.txt", folder, extra, self.limit)
        self.failed |= bool(run.failure)
        return run

    def must(self, name: str, command: Command) -> Run:
        """Run a command whose failure ends the benchmark. Raises Failed."""
        run = self.run(name, command)
        if run.failure:
            raise Failed(f"{name}: {run.failure}")
        return run

    def daybook(self, snapshot: Path, feed: Path) -> Iterator[Row]:
        """Daybook's rows; leaves the Markdown of both days for the others."""
        daybook = Daybook(self.work)
        version = daybook.prepare()
        asked = "daybook" in self.options.only
        rows = [Row(program="Daybook", step="snapshot read", run=self.must("ingest", daybook.call("ingest", snapshot)))]
        rows.append(Row(program="Daybook", step="Markdown alone", run=self.must("render", daybook.call("render"))))
        programs.follow(daybook.pages, self.work / "markdown" / "first")
        if asked:
            self.notes.append(f"Daybook ({version}): {daybook.note}")
            yield from rows
            daybook.forget()
            yield self._build(daybook, "cold")
        read = Row(program="Daybook", step="next day's feed read", run=self.must("next", daybook.call("ingest", feed)))
        if asked:
            yield read
            yield self._build(daybook, "one day added")
            yield self._build(daybook, "nothing changed")
        else:
            self.must("render-next", daybook.call("render"))
        programs.follow(daybook.pages, self.work / "markdown" / "next")

    def _build(self, daybook: Daybook, step: str) -> Row:
        run = self.run(f"daybook-{step.replace(' ', '-')}", daybook.call("build"))
        weight = None if run.failure else measure.weigh(daybook.site, daybook.pages, self.options.seed)
        return Row(program="Daybook", step=step, run=run, weight=weight)

    def other(self, key: str) -> Iterator[Row]:
        """The rows of another program, on the Markdown that Daybook wrote; none where it is absent."""
        program = programs.OTHERS[key](self.work)
        try:
            version = program.prepare()
        except Absent as absent:
            self.notes.append(f"{program.name} was not measured: {absent}")
            return
        self.notes.append(f"{program.name} ({version}): {program.note}")
        for step, day in (("cold", "first"), ("one day added", "next")):
            markdown = self.work / "markdown" / day
            program.take(markdown)
            run = self.run(f"{key}-{day}", program.command(), program.folder)
            weight = None if run.failure else measure.weigh(program.site, markdown, self.options.seed)
            yield Row(program=program.name, step=step, run=run, weight=weight)
            if run.failure:
                return


def shared() -> Path:
    """The folder beside the project that DAYBOOK_SHARED names."""
    return Path(os.environ.get("DAYBOOK_SHARED", ROOT.parent / "shared"))


def options(arguments: list[str] | None = None) -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.tools.benchmarks", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("--papers", type=int, default=28838, help="how many; default: as many as arXiv has in cs.DC")
    parser.add_argument("--work", type=Path, default=ROOT / "build" / "bench", help="a folder, which is emptied")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default=",".join(NAMES), metavar="NAMES", help=f"of {', '.join(NAMES)}")
    parser.add_argument("--limit", type=float, default=3600, metavar="SECONDS", help="no step may take longer")
    parser.add_argument("--shared", action="store_true", help="papers made of the real texts beside the project")
    found = parser.parse_args(arguments)
    found.only = found.only.split(",")
    if unknown := set(found.only) - set(NAMES):
        parser.error(f"no program is called {', '.join(sorted(unknown))}")
    if found.shared and not (shared() / "tools" / "make_snapshot.py").exists():
        parser.error("the shared folder is not here: DAYBOOK_SHARED names it")
    marks = [found.work / name for name in ("papers", "logs")]
    if found.work.exists() and any(found.work.iterdir()) and not all(mark.is_dir() for mark in marks):
        parser.error(f"{found.work} holds something else than a former run")
    return found


def main(arguments: list[str] | None = None) -> int:
    """Run the benchmark; the exit code."""
    bench = Bench(options(arguments))
    bench.clear()
    origin = "made of real texts" if bench.options.shared else "invented"
    print(f"{bench.options.papers:,} {origin} papers, seed {bench.options.seed}.", flush=True)
    print("\n".join(f"- {fact}" for fact in report.machine(bench.work)))
    print(f"\n{report.head()}", flush=True)
    try:
        for row in bench.daybook(*bench.documents()):
            print(report.line(row), flush=True)
        for key in programs.OTHERS:
            if key in bench.options.only:
                for row in bench.other(key):
                    print(report.line(row), flush=True)
    except Failed as failed:
        print(f"\nThe benchmark ends here: {failed}")
        return 1
    print("\n" + "\n".join(f"- {note}" for note in bench.notes))
    return 1 if bench.failed else 0


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that what runs is ended too
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
