"""content/summaries on disk: what a language model chose and wrote, a line for each answer, refused ones too.

summaries/YYYY/MM.jsonl          on papers, by the month of their arXiv id; without one, of the first sighting
summaries/digests/YYYY.jsonl     on days
"""

from __future__ import annotations

from pathlib import Path

from daybook.log.append_log import AppendLog
from daybook.model import Paper, arxiv_id
from daybook.model.answers import DayAnswer, PaperAnswer
from daybook.model.jsonl import Lines

FOLDER = "summaries"
_AGAIN = "run: daybook summarize"


class AnswerLog:
    """What language models answered about one archive's papers and days. Hold `Store.lock` before writing."""

    def __init__(self, archive: Path) -> None:
        self._papers = AppendLog(archive, f"{FOLDER}/[0-9]*/*.jsonl", Lines(PaperAnswer, _AGAIN))
        self._days = AppendLog(archive, f"{FOLDER}/digests/*.jsonl", Lines(DayAnswer, _AGAIN))

    def papers(self) -> list[PaperAnswer]:
        """All on papers. Raises StoreError at the first unsound line."""
        return self._papers.items()

    def days(self) -> list[DayAnswer]:
        """All on days. Raises StoreError at the first unsound line."""
        return self._days.items()

    def add_paper(self, answer: PaperAnswer, paper: Paper) -> None:
        """Add an answer on a paper."""
        home = f"{paper.first_seen:%Y/%m}"
        if paper.arxiv_id:
            home = f"{arxiv_id.year(paper.arxiv_id)}/{arxiv_id.month(paper.arxiv_id)[2:]}"
        self._papers.append(f"{FOLDER}/{home}", answer)

    def add_day(self, answer: DayAnswer) -> None:
        """Add an answer on a day."""
        self._days.append(f"{FOLDER}/digests/{answer.day:%Y}", answer)
