"""content/summaries on disk: what a language model chose and wrote, a line for each answer, refused ones too."""

from __future__ import annotations

from pathlib import Path

from generator.describe.language_model.records import OF_DAYS, OF_PAPERS, DayAnswer, PaperAnswer
from generator.store.append_log import AppendLog

FOLDER = "summaries"


class AnswerLog:
    """What language models answered about one archive's papers and days. Hold `Store.lock` before writing."""

    def __init__(self, archive: Path) -> None:
        self._papers = AppendLog(archive, f"{FOLDER}/[0-9]*/*.jsonl", OF_PAPERS)
        self._days = AppendLog(archive, f"{FOLDER}/digests/*.jsonl", OF_DAYS)

    def papers(self) -> list[PaperAnswer]:
        """All on papers. Raises StoreError at the first unsound line."""
        return self._papers.items()

    def days(self) -> list[DayAnswer]:
        """All on days. Raises StoreError at the first unsound line."""
        return self._days.items()

    def add_paper(self, answer: PaperAnswer, home: str) -> None:
        """Add an answer on a paper; `home` is `records.home` of the paper."""
        self._papers.append(f"{FOLDER}/{home}", answer)

    def add_day(self, answer: DayAnswer) -> None:
        """Add an answer on a day."""
        self._days.append(f"{FOLDER}/digests/{answer.day:%Y}", answer)
