"""Runs of MkDocs on some or all pages: in this process, or in one per core."""

from __future__ import annotations

import gc
import logging
import multiprocessing
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from mkdocs.commands import build as mkdocs_build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort, MkDocsException

from generator.runtime import parallel
from generator.site import publish
from generator.site.plan import EPOCH, Plan, following
from generator.site.publish import Stage

ALONE = 2_000
"""Page count below which one process builds all: another would take as long to start."""
MOST = 20_000
"""The most pages for one run of MkDocs, which keeps all of them in memory."""
LOOK = 0.2  # seconds between updates of the progress

Watch = Callable[[Iterable[int], int], Iterable[int]]
"""Shows progress: takes the counts of built pages and their total, and passes the counts on."""


@dataclass(frozen=True, slots=True)
class RunResult:
    """The outcome of a run of MkDocs: its warnings, and why it failed, if it did."""

    warnings: tuple[str, ...]
    failure: str = ""


def build_parts(
    root: Path,
    plan: Plan,
    stage: Stage,
    pages: Sequence[str],
    others: Iterable[str],
    *,
    strict: bool,
    watch: Watch | None,
) -> list[RunResult]:
    """Build `pages` (source paths) into the parts of a stage, one part per run; the result of each run.

    `others`: the site's other files, which stay as they are.
    """
    everything = frozenset((*pages, *others))
    cores = parallel.cores() if len(pages) >= ALONE else 1
    runs = max(cores, -(-len(pages) // MOST)) if cores > 1 else 1

    def build(number: int, built: Callable[[], None] | None = None) -> RunResult:
        own = pages[number::runs]
        folder = publish.link_pages(stage, number, plan.pages, own)
        mine = replace(plan, part=folder, standing=everything.difference(own), site=stage.part(number), built=built)
        return run(root, mine, strict=strict)

    return [build(0)] if runs == 1 else _run_side_by_side(build, runs, cores, len(pages), watch)


def _run_side_by_side(
    build: Callable[[int, Callable[[], None]], RunResult], runs: int, cores: int, total: int, watch: Watch | None
) -> list[RunResult]:
    forks = multiprocessing.get_context("fork")
    counter = forks.Value("i", 0)

    def count() -> None:
        with counter.get_lock():
            counter.value += 1

    global _job
    _job = lambda number: build(number, count)  # noqa: E731
    try:
        gc.freeze()
        # One process per run, so that its memory is released.
        with forks.Pool(cores, parallel.end_with_parent, maxtasksperchild=1) as pool:
            outcome = pool.map_async(_call, range(runs), chunksize=1)

            def counts() -> Iterator[int]:
                seen = 0
                while not outcome.ready():
                    outcome.wait(LOOK)
                    now = counter.value
                    yield now - seen
                    seen = now

            for _ in watch(counts(), total) if watch else counts():
                pass
            return outcome.get()
    finally:
        _job = None


_job: Callable[[int], RunResult] | None = None


def _call(number: int) -> RunResult:
    assert _job  # noqa: S101 - set before the fork
    return _job(number)


def run(root: Path, plan: Plan, *, strict: bool) -> RunResult:
    """Do what `mkdocs build` does, following `plan`."""
    with restored(EPOCH), following(plan), _heard() as warnings:
        try:
            config_file = str(root / "mkdocs.yml")
            config = load_config(
                config_file, docs_dir=str(plan.part or plan.pages), site_dir=str(plan.site), strict=strict
            )
            config.plugins.on_startup(command="build", dirty=False)
            try:
                mkdocs_build.build(config)
            finally:
                config.plugins.on_shutdown()
        except (Abort, MkDocsException) as error:
            return RunResult(tuple(warnings), str(error) or "MkDocs stopped without giving a reason")
    return RunResult(tuple(warnings))


class _Warnings(logging.Handler):
    """Collects the warnings of MkDocs."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(" ".join(record.getMessage().split()))


@contextmanager
def _heard() -> Iterator[list[str]]:
    """The warnings of MkDocs, as they are logged. The level is that of strict mode."""
    logger = logging.getLogger("mkdocs")
    warnings = _Warnings()
    level = logger.level
    logger.setLevel(logging.WARNING)
    logger.addHandler(warnings)
    try:
        yield warnings.lines
    finally:
        logger.removeHandler(warnings)
        logger.setLevel(level)


@contextmanager
def restored(variable: str) -> Iterator[None]:
    """Restore an environment variable afterwards."""
    before = os.environ.get(variable)
    try:
        yield
    finally:
        os.environ.pop(variable, None)
        if before is not None:
            os.environ[variable] = before
