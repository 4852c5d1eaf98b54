"""What the index of an archive costs: time, memory and files, from nothing and after the next day.

    python -m tests.tools.benchmarks.search ARCHIVE [FEED]

FEED: the next day's. That answers are right and well ranked is tested in tests/search.
"""

from __future__ import annotations

import gc
import gzip
import json
import os
import shutil
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from tests.tools.benchmarks import measure
from tests.tools.benchmarks.measure import GZIP_LEVEL, Run
from tests.tools.benchmarks.programs import ROOT

KEPT = ("search.json", "searchfiles.json", "searched.json")
"""What .daybook/cache/ keeps of the index."""
LIMIT = 3600.0
COLUMNS = (
    "Step", "archive read s", "index added s", "its CPU s", "largest process MB", "all processes MB", "files written",
)  # fmt: skip


class Bench:
    """One run, on a copy of an archive without its pages and its site."""

    def __init__(self, archive: Path, work: Path) -> None:
        self.copy = work / "archive"
        self.logs = work / "logs"
        shutil.copytree(
            archive, self.copy, ignore=lambda folder, _: ("pages", "site") if Path(folder) == archive else ()
        )

    def forget(self) -> None:
        """Delete the index and all that is kept of it."""
        shutil.rmtree(self.copy / ".daybook" / "search", ignore_errors=True)
        for name in KEPT:
            (self.copy / ".daybook" / "cache" / name).unlink(missing_ok=True)

    def run(self, step: str, *words: str) -> tuple[Run, str]:
        """Run a Python module on the copy: what it took and what it said. Raises RuntimeError if it failed."""
        log = self.logs / f"{step.replace(' ', '-')}.txt"
        run = measure.run([sys.executable, "-m", *words], log, ROOT, {"NO_COLOR": "1"}, LIMIT)
        if run.failure:
            raise RuntimeError(f"{step}: {run.failure}")
        return run, log.read_text(encoding="utf-8")

    def index(self, step: str) -> str:
        """Bring the index up to date in a process of its own; the row of the table."""
        run, told = self.run(step, "tests.tools.benchmarks.search", "--index", str(self.copy))
        took = json.loads(told.strip().splitlines()[-1])
        together = max(run.largest, run.together or 0)
        cells = [f"{took[name]:.1f}" for name in ("archive", "index", "cpu")]
        memory = [f"{size / 1e6:,.0f}" for size in (run.largest, together)]
        return f"| {step} | {' | '.join([*cells, *memory, str(took['written'])])} |"


def run(archive: Path, feed: Path | None) -> None:
    """Print what the index costs. `feed`: the next day's."""
    with tempfile.TemporaryDirectory(prefix="daybook-search-") as work:
        bench = Bench(archive, Path(work))
        print(f"| {' | '.join(COLUMNS)} |\n|---|{'---:|' * (len(COLUMNS) - 1)}", flush=True)
        bench.run("other caches", "tests.tools.benchmarks.search", "--index", str(bench.copy))
        bench.forget()
        print(bench.index("from nothing"), flush=True)
        if feed:
            bench.run("ingest", "generator.cli", "ingest", "--archive", str(bench.copy), str(feed))
            print(bench.index("next day"), flush=True)
        print(bench.index("nothing changed"), flush=True)
        print("\n" + "\n".join(_weights(bench.copy / ".daybook" / "search")), flush=True)


def _weights(folder: Path) -> Iterator[str]:
    """Files and bytes by folder of the index."""
    sizes: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for path in sorted(folder.rglob("*.js")):
        data = path.read_bytes()
        name = path.relative_to(folder).parts[0]
        sizes[name].append((len(data), len(gzip.compress(data, GZIP_LEVEL, mtime=0))))
    sizes["all"] = [each for found in sizes.values() for each in found]
    yield "| Folder | files | MB | gzip MB | largest file, gzip B |\n|---|---:|---:|---:|---:|"
    for name, found in sizes.items():
        whole, small = (sum(size[at] for size in found) / 1e6 for at in (0, 1))
        yield f"| {name} | {len(found):,} | {whole:,.2f} | {small:,.2f} | {max(size[1] for size in found):,} |"


def index(archive: Path) -> None:
    """What a build does for the search alone, timed: a line of JSON."""
    from generator.context import Context
    from generator.search import refresh

    gc.disable()  # as a build does
    context = Context(archive, quiet=True)
    settings = context.settings()
    with context.store.lock():
        start, began = time.perf_counter(), time.time()
        folded = context.fold(published=True)
        ready, cpu = time.perf_counter(), _cpu()
        with refresh.refreshing(context, folded, settings) as finish:
            folder = finish()
    end = time.perf_counter()
    written = sum(path.stat().st_mtime > began for path in folder.rglob("*.js"))
    took = {"archive": ready - start, "index": end - ready, "cpu": _cpu() - cpu, "written": written}
    print(json.dumps(took))


def _cpu() -> float:
    """Seconds of this process and of those it has waited for."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


if __name__ == "__main__":
    if sys.argv[1] == "--index":
        index(Path(sys.argv[2]))
    else:
        run(Path(sys.argv[1]), Path(sys.argv[2]) if sys.argv[2:] else None)
