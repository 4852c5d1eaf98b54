"""What every command has at hand: the archive's folder, its store, its settings, and how it speaks."""

from __future__ import annotations

import datetime as dt
import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import TypeVar

from tqdm import tqdm

from generator import archive, config, files, linking, split, summaries, themes
from generator.attempts import AttemptLog
from generator.cards import written
from generator.commands.described import Cards, beside, chosen
from generator.commands.remembered import RememberedOutlines, RememberedThemes
from generator.config import Settings
from generator.errors import GeneratorError, SettingsError
from generator.model import Archive, Record
from generator.store import Store
from generator.summary_log import SummaryLog

ROOT = Path(__file__).resolve().parents[2]
"""The repository: mkdocs.yml, overrides/ and node_modules/ stand here."""

T = TypeVar("T")
tqdm.monitor_interval = 0  # no thread of its own: a process with threads must not fork


@dataclass(slots=True)
class Context:
    """One run of a command on one archive."""

    folder: Path
    quiet: bool = False
    failed: bool = False
    store: Store = field(init=False)

    def __post_init__(self) -> None:
        self.store = Store(self.folder, now)

    def say(self, line: str) -> None:
        """A line for the person, unless --quiet."""
        if not self.quiet:
            tqdm.write(line, file=sys.stdout)

    def fail(self, error: GeneratorError | str) -> None:
        """One line of what was refused; the command goes on, and ends with exit code 1."""
        self.failed = True
        sys.stdout.flush()
        tqdm.write(f"daybook: {error}", file=sys.stderr)

    def add_to(self, file: Path, text: str) -> None:
        """Put a text at the end of a file, after an empty line where something stands there already."""
        held = file.read_bytes() + b"\n" if file.exists() else b""
        files.write(file, held + text.encode(), file.parent)

    def bar(self, items: Iterable[T], what: str, total: int | None = None) -> Iterator[T]:
        """The items, with a progress bar where a person looks at a terminal."""
        hidden = self.quiet or not sys.stderr.isatty()
        yield from tqdm(items, desc=what, total=total, disable=hidden, leave=False, unit=" ", file=sys.stderr)

    def steps(self, counts: Iterable[int], what: str, total: int) -> Iterator[int]:
        """Counts of finished things, with a progress bar of their sum where a person looks at a terminal."""
        hidden = self.quiet or not sys.stderr.isatty()
        with tqdm(desc=what, total=total, disable=hidden, leave=False, unit=" ", file=sys.stderr) as bar:
            for count in counts:
                bar.update(count)
                yield count

    def settings(self) -> Settings:
        """The archive's settings. Raises SettingsError where there are none."""
        text = self.store.people(config.NAME)
        if text is None:
            mend = f"make one: daybook init --archive {self.folder} --title ... --categories ..."
            raise SettingsError("is no archive (no archive.yml)", thing=str(self.folder), mend=mend)
        return config.parse(text)

    def make(self, settings: Settings) -> None:
        """Make the folder an archive with these settings, and with the themes that come for its categories."""
        rules = themes.default(settings.categories)
        if rules and self.store.people(themes.NAME) is None:
            self.store.write_people(themes.NAME, rules)
        self.store.make(config.render(settings))

    def fold(self, *, published: bool, described: bool = True) -> Archive:
        """The whole archive; `published`: only what may be shown on pages, with past days reconstructed. Without
        `described` what is not published comes without the archive's own cards, and sooner.

        The published archive is for the holder of the archive's lock: it keeps for the next time what themes it found.
        """
        settings = self.settings()
        records, statements = chain(self.store.records(), self.copied()), self.store.statements()
        same = linking.parse_same(self.store.people("same.yml") or "")
        text = self.store.people(themes.NAME) or ""
        rules = themes.parse(text)
        known = RememberedThemes(rules, text, self.folder / ".daybook", ROOT) if rules else None
        assign = known.themes if known else None
        if not published:
            folded = archive.fold(records, statements, same=same, themes=rules, assign=assign)
            return self._described(folded) if described else folded
        shown, stated = archive.published(records, statements, settings)
        attempts = AttemptLog(self.folder).attempts()
        told = RememberedOutlines(settings, text, self.folder / ".daybook", ROOT)
        folded = archive.fold(
            shown, stated, settings, same=same, themes=rules, assign=assign, attempts=attempts, known=told.known
        )
        told.keep(folded.outlines)
        if known:
            known.still(outline.words for outline in folded.outlines.values())
            known.keep()
        return replace(self._described(folded, keep=True), moved=self.moved(settings))

    def _described(self, folded: Archive, *, keep: bool = False) -> Archive:
        """The archive with its own cards; `keep`: with all that pages show, and what was made is remembered."""
        own, log = self.folder / ".daybook", SummaryLog(self.folder)
        made = Cards(own, ROOT)
        found = made.make(folded, self.steps)
        described = chosen(folded, found, log.summaries(), self.store.people(written.NAME) or "")
        if not keep:
            return described
        made.keep()
        near = beside(folded, own, ROOT)
        editorials = summaries.chosen_editorials(log.editorials())
        return replace(
            described,
            related={key: found.related for key, found in near.items()},
            same_authors={key: found.same_authors for key, found in near.items()},
            digests={date: replace(summaries.digest(told), by=told.model) for date, told in editorials.items()},
        )

    def copied(self) -> Iterator[Record]:
        """What an archive that was split keeps of the metadata of older papers."""
        for path in sorted((self.folder / split.COPIED).glob("*.jsonl")):
            yield from self.store.read_records(path)

    def moved(self, settings: Settings) -> dict[str, str]:
        """Where the archive of older years has pages: source path -> address. Raises SettingsError."""
        from generator.pages import moved  # loads what only pages need

        return moved.parse(self.store.people(moved.NAME) or "", settings.older)


def now() -> dt.datetime:
    """The time, to the second, UTC; SOURCE_DATE_EPOCH fixes it, as other tools do."""
    fixed = os.environ.get("SOURCE_DATE_EPOCH")
    moment = dt.datetime.fromtimestamp(int(fixed), dt.UTC) if fixed else dt.datetime.now(dt.UTC)
    return moment.replace(microsecond=0)
