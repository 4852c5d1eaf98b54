"""content/summaries on disk: what a language model wrote, a line for each answer, refused ones too."""

from __future__ import annotations

from pathlib import Path

from generator.describe.language_model.records import EDITORIALS, SUMMARIES, Editorial, Summary
from generator.store.append_log import AppendLog

FOLDER = "summaries"


class AnswerLog:
    """What language models wrote about one archive's papers and days. Hold `Store.lock` before writing."""

    def __init__(self, archive: Path) -> None:
        self._summaries = AppendLog(archive, f"{FOLDER}/[0-9]*/*.jsonl", SUMMARIES)
        self._editorials = AppendLog(archive, f"{FOLDER}/digests/*.jsonl", EDITORIALS)

    def summaries(self) -> list[Summary]:
        """All of papers. Raises StoreError at the first unsound line."""
        return self._summaries.items()

    def editorials(self) -> list[Editorial]:
        """All of days. Raises StoreError at the first unsound line."""
        return self._editorials.items()

    def add_summary(self, summary: Summary, home: str) -> None:
        """Add a paper's summary; `home` is `language_model.home` of the paper."""
        self._summaries.append(f"{FOLDER}/{home}", summary)

    def add_editorial(self, editorial: Editorial) -> None:
        """Add a day's editorial."""
        self._editorials.append(f"{FOLDER}/digests/{editorial.day:%Y}", editorial)
