"""An archive on disk as a program reads it, and as a command runs on it and reports to the terminal.

Every command imports this, and nothing here imports what describes papers, which takes longer than a build that has
nothing to do.
"""

from __future__ import annotations

import datetime as dt
import os
import shlex
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from daybook import config
from daybook.config import Settings
from daybook.errors import GeneratorError, NoArchive, SettingsError, StoreError, trace
from daybook.log.store import Store, owns
from daybook.model.jsonl import Unsound
from daybook.runtime import files, terminal

NAMED = "DAYBOOK_ARCHIVE"
"""The variable of the environment that names an archive's folder."""
_FIXED = "SOURCE_DATE_EPOCH"
T = TypeVar("T")


@dataclass(slots=True)
class ArchiveFolder:
    """An archive on disk: its folder, log and settings. It prints nothing; `faults` collects what was refused."""

    folder: Path
    flag: str = field(default="", kw_only=True)  # " --archive DIR" where the user gave it: for suggested commands
    store: Store = field(init=False)
    faults: list[GeneratorError | str] = field(init=False, default_factory=list)
    unread: set[str] = field(init=False, default_factory=set)  # files of the log with lines that were passed over
    unsound: Unsound = field(init=False, default=None)  # what is told of these; None: nothing is passed over

    def __post_init__(self) -> None:
        if os.path.lexists(self.folder) and not self.folder.is_dir():
            raise StoreError("not a folder", subject=str(self.folder), hint="name another one")
        self.store = Store(self.folder, now, self.say)

    def command(self, arguments: str) -> str:
        """A command to suggest: one that acts on this archive."""
        return f"daybook {arguments}{self.flag}"

    def say(self, line: str) -> None:
        """A line for the user, for whom nothing is printed here."""

    def fail(self, error: GeneratorError | str) -> None:
        """Record what was refused; the caller goes on without it."""
        self.faults.append(error)

    def steps(self, counts: Iterable[int], what: str, total: int) -> Iterable[int]:
        """Counts of finished items, unchanged. `what` they are and their `total` are for progress bars."""
        return counts

    def settings(self) -> Settings:
        """The archive's settings. Raises SettingsError, naming the folder where the user gave one."""
        text = self.store.people(config.NAME)
        if text is None:
            hint = f"make one: daybook init {shlex.quote(str(self.folder))}"
            raise SettingsError("not an archive (no archive.yml)", subject=str(self.folder), hint=hint)
        try:
            return config.parse(text)
        except SettingsError as error:
            raise (error.at(str(self.folder / config.NAME)) if self.flag else error) from error.__cause__


@dataclass(slots=True)
class Context(ArchiveFolder):
    """One run of a command on one archive."""

    quiet: bool = False
    verbose: bool = False

    def __post_init__(self) -> None:
        now()  # refuses a bad SOURCE_DATE_EPOCH before anything starts: MkDocs and git read it, too
        ArchiveFolder.__post_init__(self)  # slots=True makes a new class, which super() does not know
        self.unsound = self._pass_over
        self.store.pass_over(self.unsound)

    @property
    def failed(self) -> bool:
        """Whether anything was refused: the command ends with exit code 1."""
        return bool(self.faults)

    def say(self, line: str) -> None:
        """Print a line for the user, unless --quiet."""
        if not self.quiet:
            terminal.say(line)

    def fail(self, error: GeneratorError | str) -> None:
        """Print what was refused, in one line, once; the command goes on, and ends with exit code 1."""
        if str(error) in map(str, self.faults):
            return
        self.faults.append(error)
        if isinstance(error, GeneratorError):
            self.trace(error)
        terminal.warn(f"daybook: {error}")

    def _pass_over(self, fault: StoreError) -> None:
        """Name what of the log cannot be read; the rest is read."""
        self.unread.add(fault.subject)
        self.fail(fault)

    def trace(self, error: GeneratorError) -> None:
        """Print where in the program an error arose, with --verbose."""
        if self.verbose and (text := trace(error)):
            terminal.trace(text)

    def add_to(self, file: Path, text: str) -> None:
        """Append a text to a user's file, after an empty line if the file has content."""
        files.add(file, text.encode())

    def refuse_own(self, file: Path, option: str = "--summary") -> None:
        """Raise StoreError if a file to write to, which an option names, is a folder or one of the archive's own."""
        target, own = (Path(os.path.realpath(path)) for path in (file, self.folder))
        problem, named = "", tuple[str, ...]()
        with suppress(GeneratorError):  # which the command reports where it reads them
            named = self.settings().files
        if target.is_dir():
            problem = "is a folder"
        elif owns(own, target, named):
            problem = "is the archive's own"
        if problem:
            raise StoreError(problem, subject=str(file), hint=f"name another file with {option}")

    def bar(self, items: Iterable[T], what: str, total: int | None = None) -> Iterator[T]:
        """The items, with a progress bar on a terminal."""
        return terminal.bar(items, what, total, hidden=self.quiet)

    def steps(self, counts: Iterable[int], what: str, total: int) -> Iterator[int]:
        """Counts of finished items, with a progress bar of their sum on a terminal."""
        return terminal.steps(counts, what, total, hidden=self.quiet)


def find() -> Path:
    """The folder of the archive, or library, that is meant where none is named to a command: the one that
    DAYBOOK_ARCHIVE names, else, from the current folder upwards, the first that holds archive.yml or library.yml, or
    content/archive.yml. Raises NoArchive, and looks nowhere else: what is not found this way is somebody else's."""
    if named := os.environ.get(NAMED):
        return Path(named).absolute()
    here = Path.cwd()
    for folder in (place / below for place in (here, *here.parents) for below in ("", "content")):
        if any((folder / name).is_file() for name in (config.NAME, config.LIBRARY)):
            return folder
    hint = "daybook init DIR makes one, or name one with --archive"
    raise NoArchive(f"not in an archive: no {config.NAME} in {here} or above it", hint=hint)


def now() -> dt.datetime:
    """The current time in UTC, to the second; SOURCE_DATE_EPOCH overrides it. Raises SettingsError."""
    fixed = os.environ.get(_FIXED)
    try:
        moment = dt.datetime.fromtimestamp(int(fixed), dt.UTC) if fixed else dt.datetime.now(dt.UTC)
    except (ValueError, OverflowError, OSError):
        hint = "set it to seconds since 1970, or unset it"
        raise SettingsError(f"{str(fixed)[:40]!r} is not a timestamp", subject=_FIXED, hint=hint) from None
    return moment.replace(microsecond=0)
