"""Measure a library: dealt once, built without a cluster and on several, whose sites must be the same, and one night.

    python -m tests.tools.benchmarks.library WORK [--papers 300000] [--ways here,local:1,local:2,tcp] [--single --night]

The papers are invented, of 12 categories, of the last ten years. Beside them two archives of 28,838 (cs.DC) are built:
of the papers of the benchmark of one archive, and of papers as the library's are. `tcp` is a scheduler and two workers
as processes of their own, each with 1 GB of memory. The sites of each way are hashed and then removed. A night deals
five papers to five volumes, and publishes. Needs `make cluster`, and some 25 GB in WORK; what was dealt there by an
earlier run is not dealt again. Prints a line for each step.
"""

import argparse
import datetime as dt
import hashlib
import re
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from tests.tools.benchmarks import corpus, measure
from tests.tools.benchmarks.measure import Run
from tests.volumes import clusters

CATEGORIES = ("cs.DC", "cs.LG", "cs.AI", "cs.NI", "econ.TH", "math.CO", "astro-ph.GA", "hep-th", "quant-ph", "q-bio.NC",
              "stat.ME", "eess.SP")  # fmt: skip
FIRST = dt.date(2017, 1, 2)
SINGLE, SEED = 28838, 77
_DAYBOOK = (sys.executable, "-m", "daybook.cli")
_CLOCK = {"NO_COLOR": "1", "SOURCE_DATE_EPOCH": "1782993600"}  # 2 July 2026
_ROW = re.compile(r"^(\S+) +(built|failed)\S* +([\d,]*) +([\d,]*) +([\d.,]+) +([\d.,]+) +([\d,]+)$", re.MULTILINE)


def main() -> None:
    """Measure, and print."""
    told = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    told.add_argument("work", type=Path)
    told.add_argument("--papers", type=int, default=300_000)
    told.add_argument("--ways", default="here,local:1,local:2,tcp")
    told.add_argument("--single", action="store_true", help="build one archive of 28,838 papers, too")
    told.add_argument("--night", action="store_true", help="publish, then again after five papers more")
    options = told.parse_args()
    work: Path = options.work.resolve()
    work.mkdir(parents=True, exist_ok=True)
    dealt = work / "dealt"
    if not (dealt / "volumes.tsv").exists():
        _snapshot(work / "library.jsonl", corpus.of_categories(options.papers, SEED, CATEGORIES, FIRST))
        dealt.mkdir(exist_ok=True)
        codes = ", ".join(CATEGORIES)
        settings = f"title: Tides\ncategories: [{codes}]\nsample: true\nhost: hosts/{{volume}}\n"
        (dealt / "library.yml").write_text(settings)
        _tell("library: deal", _run(work, "ingest", "--quiet", "--archive", dealt, work / "library.jsonl"))
    if options.single:
        _one(work, "those of the benchmark", corpus.papers(SINGLE, SEED))
        _one(work, "as in the library", corpus.of_categories(SINGLE, SEED, CATEGORIES[:1], FIRST))
    for way in filter(None, options.ways.split(",")):
        folder = work / f"library-{way.replace(':', '-')}"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(dealt, folder, symlinks=True)
        _built(work, folder, way, options.papers)
        if options.night:
            _night(work, folder)
        shutil.rmtree(folder)


def _one(work: Path, what: str, papers: Iterator[corpus.Paper]) -> None:
    """Build one archive of all."""
    single = work / "single"
    shutil.rmtree(single, ignore_errors=True)
    _snapshot(work / "single.jsonl", papers)
    single.mkdir()
    (single / "archive.yml").write_text("title: One\ncategories: [cs.DC]\nsample: true\n")
    _tell(f"one archive, papers {what}: ingest", _run(work, "ingest", "--archive", single, work / "single.jsonl"))
    run = _run(work, "build", "--archive", single, name="build-single")
    pages = (work / "build-single.log").read_text().split("(")[-1].split(" ")[0]
    _tell("one archive: build", run, f"{1000 * run.cpu / SINGLE:.2f} ms CPU a paper, {pages} pages")


def _built(work: Path, folder: Path, way: str, papers: int) -> None:
    """Build the library in one way."""
    with ExitStack() as stack:
        cluster, workers, most, next_look = way, [], 0, 0.0

        def look() -> None:
            nonlocal most, next_look
            if workers and time.monotonic() > next_look:
                most = max(most, *map(measure.memory_of, workers))
                next_look = time.monotonic() + 0.5

        if way == "tcp":
            own, port = work / "cluster", clusters.free_port()
            own.mkdir(exist_ok=True)
            stack.enter_context(clusters.scheduler(own, port))
            running = [stack.enter_context(clusters.worker(own, port, "--memory-limit", "1GB")) for _ in range(2)]
            workers, cluster = [each.pid for each in running], f"tcp://127.0.0.1:{port}"
        more = () if way == "here" else ("--cluster", cluster)
        run = _run(work, "build", "--archive", folder, *more, tick=look, name=f"build-{way.replace(':', '-')}")
    log = (work / f"build-{way.replace(':', '-')}.log").read_text()
    rows = [(row[6], row[7]) for row in _ROW.finditer(log)]
    cpu = sum(float(cpu.replace(",", "")) for cpu, _ in rows)
    memory = max((int(size.replace(",", "")) for _, size in rows), default=0)
    sites = _hash(folder / "sites")
    _tell(
        f"library: build, {way}", run,
        f"volumes {cpu:,.1f} CPU s, {1000 * cpu / papers:.2f} ms CPU a paper, largest process of a volume {memory} MB,"
        f" largest worker with all it started {most / 1e6:,.0f} MB; {sites}",
    )  # fmt: skip


def _night(work: Path, folder: Path) -> None:
    """Publish the library to folders, deal five papers more, and publish again."""
    _tell("library: publish, all", _run(work, "publish", "--archive", folder, name="publish"))
    new = corpus.of_categories(5, SEED + 1, CATEGORIES, dt.date(2026, 6, 29))
    fresh = (
        replace(each, id=f"2606.9{number:04}", categories=CATEGORIES[number : number + 1], versions=each.versions[:1])
        for number, each in enumerate(new)
    )
    _snapshot(work / "night.jsonl", fresh)
    _tell("library: deal a night", _run(work, "ingest", "--archive", folder, work / "night.jsonl"))
    _tell("library: publish, a night", _run(work, "publish", "--archive", folder, name="publish-night"))
    print((work / "publish-night.log").read_text())


def _snapshot(path: Path, papers: Iterator[corpus.Paper]) -> None:
    with path.open("w", encoding="utf-8") as file:
        file.writelines(map(corpus.line, papers))


def _run(work: Path, *words: str | Path, tick=lambda: None, name: str = "") -> Run:  # type: ignore[no-untyped-def]
    return measure.run([*_DAYBOOK, *words], work / f"{name or words[0]}.log", work, _CLOCK, tick)


def _hash(folder: Path) -> str:
    """The hash of all files below a folder, their number and bytes."""
    whole, size, number = hashlib.sha256(), 0, 0
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        data = path.read_bytes()
        whole.update(path.relative_to(folder).as_posix().encode() + b"\0" + hashlib.sha256(data).digest())
        size, number = size + len(data), number + 1
    return f"{number:,} files, {size / 1e6:,.0f} MB, SHA-256 {whole.hexdigest()[:16]}"


def _tell(step: str, run: Run, more: str = "") -> None:
    print(f"{step}: {run.wall:,.1f} s, {run.cpu:,.1f} CPU s, largest process {run.largest / 1e6:,.0f} MB,"
          f" all {run.together / 1e6:,.0f} MB; {more}", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
