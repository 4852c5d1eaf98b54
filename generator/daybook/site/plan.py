"""Which archive is built, and where its site goes: from the caller, or from the environment."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from logging.handlers import BufferingHandler
from pathlib import Path
from typing import TYPE_CHECKING

from daybook import config
from daybook.config import Settings
from daybook.errors import BuildError, SettingsError

if TYPE_CHECKING:
    from daybook.site.publish import Stage
    from daybook.site.work import Work

ARCHIVE = "DAYBOOK_ARCHIVE"  # the archive's folder, when MkDocs runs by itself
OFFLINE = "DAYBOOK_OFFLINE"  # if not empty, the site is to be read from a folder


Watch = Callable[[Iterable[int], int], Iterable[int]]
"""Shows progress: takes counts of pages or files and their total, and passes the counts on."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is built, and how."""

    archive: Path  # holds archive.yml and pages/
    settings: Settings
    site: Path | None = None  # None: as given to MkDocs, else `site` in the archive
    offline: bool = False  # to be read from a folder, without a server
    making: tuple[Work, Stage] | None = None  # None: what the hook finds when MkDocs runs by itself

    @property
    def pages(self) -> Path:
        """The folder of generated Markdown."""
        return self.archive / "pages"


_current: Plan | None = None  # `mkdocs serve` reloads its configuration; the plan outlives that


@contextmanager
def following(plan: Plan) -> Iterator[None]:
    """Make every build within the block follow this plan."""
    global _current
    before, _current = _current, plan
    try:
        yield
    finally:
        _current = before


def current(root: Path) -> Plan:
    """The plan to follow: the caller's, else the one from the environment. Raises SettingsError."""
    return _current or from_environment(root)


def from_environment(root: Path) -> Plan:
    """The plan when MkDocs runs by itself: for the archive that DAYBOOK_ARCHIVE names, else for `root`/content.

    Raises SettingsError if its archive.yml is missing or invalid.
    """
    named = os.environ.get(ARCHIVE)
    archive = Path(named).resolve() if named else root / "content"
    site = archive / "site" if named else None
    return Plan(archive, read_settings(archive), site, bool(os.environ.get(OFFLINE)))


def read_settings(archive: Path) -> Settings:
    """The settings of the archive in this folder. Raises SettingsError."""
    try:
        text = (archive / config.NAME).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        hint = f"set {ARCHIVE} to an archive's folder"
        raise SettingsError("cannot be read", subject=str(archive / config.NAME), hint=hint) from error
    return config.parse(text)


def check_pages(plan: Plan) -> None:
    """Raise BuildError if the archive's pages have not been generated."""
    if not (plan.pages / "index.md").is_file():
        raise BuildError("no pages here", subject=str(plan.pages), hint="generate the pages first with: daybook render")


def epoch(pages: Path) -> int:
    """The date of a site, in seconds since 1970, UTC: the start of its newest day; 0 if it has none."""
    years = sorted(pages.glob("days/[0-9][0-9][0-9][0-9]"), reverse=True)
    for year in years:
        days = sorted(year.glob("????-??-??.md"))
        if days:
            return int(datetime.fromisoformat(days[-1].stem).replace(tzinfo=UTC).timestamp())
    return 0


@contextmanager
def heard() -> Iterator[list[logging.LogRecord]]:
    """The warnings and errors of MkDocs and its plug-ins, as they are logged."""
    handler = BufferingHandler(sys.maxsize)
    handler.setLevel(logging.WARNING)
    logging.getLogger("mkdocs").addHandler(handler)
    try:
        yield handler.buffer
    finally:
        logging.getLogger("mkdocs").removeHandler(handler)
