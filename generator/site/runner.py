"""Building and serving a site through MkDocs, with its warnings as errors that a person can act on."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from mkdocs.commands import build as mkdocs_build
from mkdocs.commands import serve as mkdocs_serve
from mkdocs.config import load_config
from mkdocs.exceptions import Abort, MkDocsException

from generator.config import Settings
from generator.errors import BuildError
from generator.site.plan import EPOCH, Plan, check_pages, following

SHOWN = 5  # warnings that an error repeats


class _Warnings(logging.Handler):
    """Keeps what MkDocs warns of."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(" ".join(record.getMessage().split()))


def build(
    root: Path, archive: Path, site: Path, settings: Settings, *, offline: bool, strict: bool, quiet: bool
) -> None:
    """Build the site of `archive` (its pages/) into `site`, with the mkdocs.yml and overrides/ in `root`.

    offline: the site can also be searched from a folder; strict: a warning is an error; quiet: print nothing but, where
    not strict, warnings. `site` is emptied first. Raises BuildError that repeats the first warnings.
    """
    plan = Plan(archive.resolve(), settings, site.resolve(), offline)
    check_pages(plan)
    with _restored(EPOCH), following(plan), _logging(quiet=quiet, strict=strict) as warnings:
        try:
            _run(root / "mkdocs.yml", plan, strict)
        except (Abort, MkDocsException) as error:
            raise _error(plan, warnings.lines, error) from error


def _run(config_file: Path, plan: Plan, strict: bool) -> None:
    """What `mkdocs build` does."""
    config = load_config(str(config_file), docs_dir=str(plan.pages), site_dir=str(plan.site), strict=strict)
    config.plugins.on_startup(command="build", dirty=False)
    try:
        mkdocs_build.build(config)
    finally:
        config.plugins.on_shutdown()


def _error(plan: Plan, warnings: list[str], error: BaseException) -> BuildError:
    told = " | ".join(warnings[:SHOWN]) or str(error)
    more = f" | and {len(warnings) - SHOWN} more" if len(warnings) > SHOWN else ""
    return BuildError(f"the site could not be built: {told}{more}", thing=str(plan.pages))


def serve(root: Path, archive: Path, settings: Settings, *, address: str = "127.0.0.1:8000") -> None:
    """Serve the site of `archive` at `address` (host:port) until interrupted, building it again when its pages change.

    Raises BuildError where the site cannot be built.
    """
    plan = Plan(archive.resolve(), settings)
    check_pages(plan)
    with _restored(EPOCH), following(plan), _logging(quiet=False, strict=False):
        try:
            config_file = str(root / "mkdocs.yml")
            mkdocs_serve.serve(config_file, docs_dir=str(plan.pages), dev_addr=address, strict=False)
        except (Abort, MkDocsException) as error:
            raise BuildError(f"the site could not be served: {error}", thing=str(plan.pages)) from error


@contextmanager
def _restored(variable: str) -> Iterator[None]:
    """Have a variable of the environment, afterwards, as it was before."""
    before = os.environ.get(variable)
    try:
        yield
    finally:
        os.environ.pop(variable, None)
        if before is not None:
            os.environ[variable] = before


@contextmanager
def _logging(*, quiet: bool, strict: bool) -> Iterator[_Warnings]:
    """MkDocs' warnings, kept, and its messages, printed as wanted. The level admits warnings: strict counts them."""
    logger = logging.getLogger("mkdocs")
    warnings = _Warnings()
    printed = logging.StreamHandler(sys.stderr)
    printed.setFormatter(logging.Formatter("%(levelname)s: %(message)s"))
    printed.setLevel(logging.INFO if not quiet else logging.CRITICAL if strict else logging.WARNING)
    level = logger.level
    logger.setLevel(logging.WARNING if quiet else logging.INFO)
    logger.addHandler(warnings)
    logger.addHandler(printed)
    try:
        yield warnings
    finally:
        logger.removeHandler(warnings)
        logger.removeHandler(printed)
        logger.setLevel(level)
