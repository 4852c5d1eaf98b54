"""content/summaries on disk: JSON Lines that grow by a line. Files are written in one step, so none is half written."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from generator.describe.language_model.records import EDITORIALS, SUMMARIES, Editorial, Summary
from generator.errors import StoreError
from generator.runtime import files
from generator.store.jsonl import LINE_MEND, Item, Lines

FOLDER = "summaries"


class AnswerLog:
    """What a language model said of one archive's papers and days. `Store.lock` before any writing."""

    def __init__(self, archive: Path) -> None:
        self._folder = archive / FOLDER
        self._scratch = files.scratch_folder(archive)

    def summaries(self) -> list[Summary]:
        """All of papers, refused ones too. Raises StoreError at the first unsound line."""
        return self._read(SUMMARIES, self._folder.glob("[0-9]*/*.jsonl"))

    def editorials(self) -> list[Editorial]:
        """All of days, refused ones too. Raises StoreError at the first unsound line."""
        return self._read(EDITORIALS, self._folder.glob("digests/*.jsonl"))

    def add_summary(self, summary: Summary, home: str) -> None:
        """Keep it as a new line of its month's file; `home` is `summaries.home` of its paper."""
        files.append(self._folder / f"{home}.jsonl", SUMMARIES.encode(summary), self._scratch)

    def add_editorial(self, editorial: Editorial) -> None:
        """Keep it as a new line of its year's file."""
        path = self._folder / "digests" / f"{editorial.day:%Y}.jsonl"
        files.append(path, EDITORIALS.encode(editorial), self._scratch)

    def _read(self, kind: Lines[Item], paths: Iterable[Path]) -> list[Item]:
        found: list[Item] = []
        for path in sorted(paths):
            try:
                found += kind.decode(files.read(path) or b"", path.relative_to(self._folder.parent).as_posix())
            except StoreError as error:
                hint = error.hint.replace(
                    LINE_MEND, "restore the line from git, or remove it and run: daybook summarize"
                )
                raise StoreError(error.problem, subject=error.subject, location=error.location, hint=hint) from None
        return found
