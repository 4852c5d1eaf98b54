"""Measure this commit, an earlier one and Hugo in one run, and write .github/speed.md and a table of the handbook.

    make bench                                          28,838 papers, in build/bench
    make bench BENCH="--commit 1fa0b64"                 beside an earlier commit
    make bench N=2000 WORK=/dev/shm/bench               fewer, in memory
    make bench BENCH="--only day --commit 1fa0b64"      some of the steps

The exit code is 1 if a program failed. A program that is not on this machine is named and left out.
"""

import argparse
import functools
import operator
import re
import shutil
import signal
import sys
from pathlib import Path

import msgspec
from tqdm import tqdm

from tests import tools
from tests.tools.benchmarks import measure, programs, report, results
from tests.tools.benchmarks.measure import Failed, Run, Size
from tests.tools.benchmarks.programs import ROOT, Command, Daybook, Hugo
from tests.tools.benchmarks.results import Program, Result, Step
from tests.tools.benchmarks.search import FirstQuery

PAPERS = 28838
PARTS: dict[str, tuple[str, ...]] = {
    "cold": ("cold",),
    "kept": ("kept",),
    "markdown": ("markdown",),
    "day": ("turn", "day-fresh", "night", "day"),
    "same": ("same", "same-fresh"),
    "search": (),
    "hugo": (),
}
"""What may be left out but for a cold build, and its steps."""
MODULE = "tests.tools.benchmarks"
_SAID = re.compile(r"\b(\d[\d,]*) (pages|written|built)\b")


class Bench:
    """One run of the benchmark; keeps everything in one folder, whose folders it empties at the start."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.only: set[str] = {"cold", *options.only}
        self.work: Path = options.work
        for path in self.work.iterdir() if self.work.exists() else ():
            if path.is_dir() and path.name != "commits":
                shutil.rmtree(path)
        (self.work / "logs").mkdir(parents=True)
        texts = f"those of {options.snapshot.name}" if options.snapshot else "invented"
        self.result = Result(papers=options.papers, texts=texts, machine=results.machine(self.work))
        self.notes: list[str] = []
        self.failed = False
        self.extra = {"NO_COLOR": "1"}
        shown = "{desc}step {n} of {total}, {elapsed} in all"
        self.bar = tqdm(total=1, bar_format=shown, miniters=0, mininterval=1, leave=False, disable=None)

    def measure(self) -> None:
        """All programs, one after the other. Raises Failed if nothing can be measured."""
        numbers = (str(self.options.papers), str(self.options.seed))
        given = [self.options.snapshot] if self.options.snapshot else []
        self.run("papers", ROOT, [sys.executable, "-m", f"{MODULE}.corpus", self.work, *numbers, *given])
        self.extra["SOURCE_DATE_EPOCH"] = self.said("papers").strip()  # the clock of every program
        commit, hugo = self.options.commit, self._hugo()
        versions = [programs.current(self.work), *([programs.earlier(commit, self.work)] if commit else [])]
        each = sum(len(PARTS[part]) for part in self.only)
        self.bar.total = each * len(versions) + len(self.only & {"cold", "day", "same"}) * bool(hugo)
        tqdm.write(f"{self.options.papers:,} papers. {self.result.machine}\n\n{report.table(report.COLUMNS, (), 2)}")
        for daybook, beside in zip(versions, (hugo, None), strict=False):  # Hugo is given this commit's Markdown
            try:
                self.version(daybook, beside)
            except Failed as failed:
                self.notes.append(f"{daybook.name} {failed}")
                self.failed = True
        found = [*self.result.programs, *([hugo[1]] if hugo else [])]
        self.result.programs = [program for program in found if "cold" in program.steps]
        if not self.result.programs:
            raise Failed("; ".join(self.notes))

    def _hugo(self) -> tuple[Hugo, Program] | None:
        """Hugo, where it is asked for and on this machine."""
        hugo = Hugo(self.work)
        try:
            return (hugo, Program(name=hugo.name, version=hugo.prepare())) if "hugo" in self.only else None
        except Failed as absent:
            self.notes.append(f"Hugo was not measured: {absent}")
            return None

    def version(self, daybook: Daybook, hugo: tuple[Hugo, Program] | None) -> None:
        """All steps of a version; and of Hugo, where it is given, with the same Markdown."""
        program = Program(name=daybook.name, version=daybook.prepare())
        self.result.programs.append(program)
        build = daybook.call("build")

        def step(name: str, *commands: Command) -> None:
            self.step(program, name, daybook.root, *commands)
            if hugo and name in ("cold", "day", "same"):
                hugo[0].take(daybook.pages)
                self.step(hugo[1], name, hugo[0].root, hugo[0].command())

        self.run("ingest", daybook.root, daybook.call("ingest", self.work / "snapshot.jsonl"))
        step("cold", build)
        if "markdown" in self.only:
            step("markdown", daybook.mkdocs(self.work / "alone"))
            shutil.rmtree(self.work / "alone", ignore_errors=True)
        if "kept" in self.only:
            daybook.forget(tuple(self.options.keep.split(",")))
            step("kept", build)
        cache, artifact = self.work / "cache.tar", self.work / "artifact.tar"
        if "day" in self.only:
            add = daybook.call("ingest", self.work / "day.xml"), build
            step("turn", daybook.call("ingest", self.work / "turn.xml"), build)
            with daybook.checkout(cache) as restore:
                before = self.run("restore", daybook.root, restore)
                step("day-fresh", *add)
                after = self.run("artifact", daybook.root, ["tar", "-cf", artifact, "-C", daybook.site, "."])
            self.note(program, "night", before + program.steps["day-fresh"].run + after)
            program.sizes |= {path.stem: Size(path.stat().st_size, 1) for path in (cache, artifact)}
            artifact.unlink()
            step("day", *add)
        if "same" in self.only:
            step("same", build)
            with daybook.checkout(cache) as restore:
                self.run("restore", daybook.root, restore)
                step("same-fresh", build)
        program.sizes |= {**measure.weigh(daybook.site), "state": measure.whole(daybook.state)}
        if hugo:
            hugo[1].sizes = measure.weigh(hugo[0].site)
        if "search" in self.only:
            self._search(program, daybook.site)
        shutil.rmtree(daybook.folder)

    def _search(self, program: Program, site: Path) -> None:
        """A first query on the site, where its engine is one that this commit can run."""
        try:
            self.run("search", ROOT, [sys.executable, "-m", f"{MODULE}.search", site, self.work / "known.json"])
        except Failed as failed:
            self.notes.append(f"{program.name}: first searches were not measured: {failed}")
        else:
            program.search = found = msgspec.json.decode(self.said("search"), type=FirstQuery)
            ranks = f"{found.first:.1%} come first and {found.ten:.1%} among the first ten"
            self.notes.append(f"{program.name}: of papers looked for by three words of their titles, {ranks}")

    def step(self, program: Program, name: str, folder: Path, *commands: Command) -> None:
        """Measure a step. Raises Failed."""
        self.bar.set_description(f"{program.name}: {results.STEPS[name]}")
        log = f"{program.name}-{name}".replace(" ", "-")
        try:
            run = functools.reduce(operator.add, (self.run(log, folder, command) for command in commands))
        except Failed as failed:
            raise Failed(f"({results.STEPS[name]}) failed: {failed}") from None
        said = _SAID.findall(self.said(log))
        self.note(program, name, run, {what: int(number.replace(",", "")) for number, what in said})

    def note(self, program: Program, name: str, run: Run, said: dict[str, int] | None = None) -> None:
        """Keep what a step took, and print it."""
        program.steps[name] = Step(run=run, said=said or {})
        tqdm.write(tools.row(*report.cells(program, name)))
        self.bar.update()

    def run(self, name: str, folder: Path, command: Command) -> Run:
        """Run a command; its words go to the folder of logs. Raises Failed."""
        return measure.run(command, self._log(name), folder, self.extra, lambda: self.bar.update(0))

    def said(self, name: str) -> str:
        """The words of the last run of this name."""
        return self._log(name).read_text(encoding="utf-8", errors="replace")

    def _log(self, name: str) -> Path:
        return self.work / "logs" / f"{name}.txt"


def options(arguments: list[str] | None = None) -> argparse.Namespace:
    """What the command line says."""
    parser = tools.parser("benchmarks", __doc__)
    parser.add_argument("--papers", type=int, default=PAPERS, help="how many; default: as many as arXiv has in cs.DC")
    parser.add_argument("--work", type=Path, default=ROOT / "build" / "bench", help="a folder, which is emptied")
    parser.add_argument("--commit", metavar="NAME", help="an earlier commit to measure, too")
    parser.add_argument("--only", metavar="PARTS", default=",".join(PARTS), help=f"of {', '.join(PARTS)}")
    parser.add_argument("--keep", metavar="NAMES", default="cards,related,packed",
                        help="how the names of tables begin that hold cards and related papers")  # fmt: skip
    parser.add_argument(
        "--snapshot", type=Path, metavar="FILE", help="papers in arXiv's format instead of invented ones"
    )
    parser.add_argument("--seed", type=int, default=77)
    parser.add_argument("--record", action="store_true", help="write the page even if not all was measured")
    found = parser.parse_args(arguments)
    found.work, found.only = found.work.resolve(), set(found.only.split(","))
    if unknown := found.only - set(PARTS):
        parser.error(f"no part is called {', '.join(sorted(unknown))}")
    if found.work.exists() and any(found.work.iterdir()) and not (found.work / "logs").is_dir():
        parser.error(f"{found.work} holds something else than a former run")
    return found


def tell(bench: Bench) -> None:
    """Print what is met, and write the result and the page: into the repository, too, where nothing was left out."""
    result = bench.result
    print("", *(f"- {line}" for line in (*results.floors(result), *bench.notes)), sep="\n")
    report.keep(result, bench.work / "measured", bench.work / report.PAGE.name)
    whole = result.papers == PAPERS and len(result.programs) == 3 and bench.only == set(PARTS) and not bench.failed
    if whole:
        shutil.rmtree(report.KEPT, ignore_errors=True)  # results of other code
    if whole or bench.options.record:
        report.keep(result, report.KEPT, report.PAGE)
        report.publish()
    print(f"\nThe page is {report.PAGE if whole or bench.options.record else bench.work / report.PAGE.name}.")


def main(arguments: list[str] | None = None) -> int:
    """Run the benchmark; the exit code."""
    bench = Bench(options(arguments))
    try:
        bench.measure()
    except Failed as failed:
        print(f"\nThe benchmark ends here: {failed}")
        return 1
    finally:
        bench.bar.close()
    tell(bench)
    return 1 if bench.failed else 0


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that what runs is ended too
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
