"""What every command has at hand: the archive's folder, its store, its settings, and how it speaks."""

from __future__ import annotations

import datetime as dt
import os
import shlex
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from generator import config
from generator.config import Settings
from generator.errors import GeneratorError, SettingsError, StoreError, trace
from generator.runtime import files, terminal
from generator.store.log import Store

if TYPE_CHECKING:
    from generator.model import Archive

ROOT = Path(__file__).resolve().parents[1]
"""The repository: mkdocs.yml, overrides/ and node_modules/ stand here."""

_FIXED = "SOURCE_DATE_EPOCH"
T = TypeVar("T")


@dataclass(slots=True)
class Context:
    """One run of a command on one archive."""

    folder: Path
    quiet: bool = False
    verbose: bool = False
    flag: str = ""  # " --archive DIR" where the user gave it: for commands that messages suggest
    failed: bool = False
    store: Store = field(init=False)

    def __post_init__(self) -> None:
        now()  # which also MkDocs and git are told of
        if os.path.lexists(self.folder) and not self.folder.is_dir():
            raise StoreError("is not a folder", subject=str(self.folder), hint="name another one")
        self.store = Store(self.folder, now)

    def command(self, arguments: str) -> str:
        """A command to suggest: one that acts on this archive."""
        return f"daybook {arguments}{self.flag}"

    def say(self, line: str) -> None:
        """A line for the person, unless --quiet."""
        if not self.quiet:
            terminal.say(line)

    def fail(self, error: GeneratorError | str) -> None:
        """One line of what was refused; the command goes on, and ends with exit code 1."""
        self.failed = True
        if isinstance(error, GeneratorError):
            self.trace(error)
        terminal.warn(f"daybook: {error}")

    def trace(self, error: GeneratorError) -> None:
        """Where in the program an error arose, with --verbose."""
        if self.verbose and (text := trace(error)):
            terminal.trace(text)

    def add_to(self, file: Path, text: str) -> None:
        """Put a text at the end of a person's file, after an empty line where something stands there already."""
        files.add(file, text.encode())

    def refuse_own(self, file: Path) -> None:
        """Raise StoreError where a file to write to is a folder or part of the archive."""
        place, own = (Path(os.path.realpath(path)) for path in (file, self.folder))
        problem = "is a folder" if place.is_dir() else "is part of the archive" if own in place.parents else ""
        if problem:
            raise StoreError(problem, subject=str(file), hint="name another file with --summary")

    def bar(self, items: Iterable[T], what: str, total: int | None = None) -> Iterator[T]:
        """The items, with a progress bar where a person looks at a terminal."""
        return terminal.bar(items, what, total, hidden=self.quiet)

    def steps(self, counts: Iterable[int], what: str, total: int) -> Iterator[int]:
        """Counts of finished things, with a progress bar of their sum where a person looks at a terminal."""
        return terminal.steps(counts, what, total, hidden=self.quiet)

    def settings(self) -> Settings:
        """The archive's settings. Raises SettingsError, naming the folder where the user gave one."""
        text = self.store.people(config.NAME)
        if text is None:
            hint = f"make one: daybook init --archive {shlex.quote(str(self.folder))} --title ... --categories ..."
            raise SettingsError("not an archive (no archive.yml)", subject=str(self.folder), hint=hint)
        try:
            return config.parse(text)
        except SettingsError as error:
            raise (error.at(str(self.folder / config.NAME)) if self.flag else error) from error.__cause__

    def make(self, settings: Settings) -> None:
        """Make the folder an archive with these settings, and with the themes that come for its categories."""
        from generator.describe import themes

        rules = themes.default(settings.categories)
        if rules and self.store.people(themes.NAME) is None:
            self.store.write_people(themes.NAME, rules)
        self.store.make(config.render(settings))

    def fold(self, *, published: bool, described: bool = True, keep: bool = True) -> Archive:
        """The whole archive; see `folding.fold`."""
        from generator.archive import load  # loads what reading a document has no use for

        return load.fold(self, published=published, described=described, keep=keep)


def now() -> dt.datetime:
    """The time, to the second, UTC; SOURCE_DATE_EPOCH fixes it, as other tools do."""
    fixed = os.environ.get(_FIXED)
    try:
        moment = dt.datetime.fromtimestamp(int(fixed), dt.UTC) if fixed else dt.datetime.now(dt.UTC)
    except (ValueError, OverflowError, OSError):
        hint = "set it to seconds since 1970, or unset it"
        raise SettingsError(f"{str(fixed)[:40]!r} is not a timestamp", subject=_FIXED, hint=hint) from None
    return moment.replace(microsecond=0)
