"""A run of MkDocs: on what people wrote, on the theme, and by its hook on the generated pages."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from mkdocs.commands import build as mkdocs_build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort, MkDocsException

from generator.site.plan import EPOCH, Plan, following


@dataclass(frozen=True, slots=True)
class RunResult:
    """The outcome of a run of MkDocs: its warnings, and why it failed, if it did."""

    warnings: tuple[str, ...]
    failure: str = ""


def run(root: Path, plan: Plan, *, strict: bool) -> RunResult:
    """Do what `mkdocs build` does, following `plan`."""
    with restored(EPOCH), following(plan), _heard() as warnings:
        try:
            config_file = str(root / "mkdocs.yml")
            config = load_config(
                config_file,
                docs_dir=str(plan.part.folder if plan.part else plan.pages),
                site_dir=str(plan.site),
                strict=strict,
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
