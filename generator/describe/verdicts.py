"""What language models wrote, checked again before it is shown: a stricter check drops what an earlier one accepted."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from generator.describe import language_model
from generator.describe.language_model import Editorial, Summary, editorials
from generator.describe.memo import Memo
from generator.model import Archive, Card, Day, Digest, Mention, Paper
from generator.runtime import parallel
from generator.runtime.cache import digest, part_digest

TABLE = "judged"
"""The table of verdicts: hash of what was written and of the paper's words -> whether it stands."""
JUDGED_CODE = ("describe/language_model", "describe/cards", "describe/related", "text")
"""The code that a verdict depends on."""

Case = tuple[str, Summary, Paper]


class Verdicts:
    """The verdicts on an archive's summaries; one that an earlier run found of the same words is not sought again."""

    def __init__(self, archive: Path, root: Path) -> None:
        self._memo = Memo(archive, TABLE, part_digest(root, *JUDGED_CODE), bool)
        self._verdicts: dict[str, bool] = {}

    def cards(self, archive: Archive, asked: Iterable[Summary]) -> dict[str, Card]:
        """key -> card, of the papers whose accepted summary may still stand."""
        by_text = language_model.chosen(asked)
        pairs = ((p, by_text.get(language_model.text_hash(p.title, p.abstract))) for p in archive.papers.values())
        cases = [(_name(summary, paper), summary, paper) for paper, summary in (pairs if by_text else ()) if summary]
        known = self._memo.known
        fresh = [case for case in cases if case[0] not in known]
        self._verdicts.update((name, known[name]) for name, _, _ in cases if name in known)
        self._verdicts.update(verdict for part in parallel.shared(_judged, fresh) for verdict in part)
        return {paper.key: language_model.card(summary) for name, summary, paper in cases if self._verdicts[name]}

    def digests(self, archive: Archive, written: Iterable[Editorial]) -> dict[dt.date, Digest]:
        """Day -> digest, of the days whose accepted editorial may still stand."""
        days = {day.date: day for day in archive.days}
        chosen = language_model.chosen_editorials(written)
        return {
            date: replace(language_model.digest(editorial), by=editorial.model)
            for date, editorial in chosen.items()
            if date in days and self._stands(editorial, papers_of(days[date], archive), archive)
        }

    def keep(self) -> None:
        """Keep the verdicts for the next run. Only for the holder of the archive's lock."""
        self._memo.used = self._verdicts
        self._memo.keep()

    def _stands(self, editorial: Editorial, papers: Sequence[Paper], archive: Archive) -> bool:
        words = [text for p in papers for text in (p.key, p.title, p.abstract or "", p.comments or "", *p.themes)]
        said = [part if isinstance(part, str) else part.key for text in editorial.paragraphs for part in text]
        name = digest(*said, "", *words, *(theme.name for theme in archive.themes))
        stands = self._memo.known.get(name)
        if stands is None:
            stands = not editorials.faults(_marked(editorial, papers), _with_themes(papers, archive))
        self._verdicts[name] = stands
        return stands


def papers_of(day: Day, archive: Archive) -> tuple[Paper, ...]:
    """The papers of a day's editorial; none where they are too few."""
    keys = dict.fromkeys(announced.key for announced in day.of_type("new", "cross"))
    papers = tuple(archive.papers[key] for key in keys if key in archive.papers)
    return papers[: editorials.MOST_PAPERS] if len(papers) >= editorials.LEAST_PAPERS else ()


def _name(summary: Summary, paper: Paper) -> str:
    return digest(summary.headline, summary.gist, paper.title, paper.abstract or "", paper.comments or "")


def _judged(cases: Sequence[Case]) -> list[tuple[str, bool]]:
    """(name, whether the summary stands) of some cases."""
    return [
        (name, not language_model.faults((s.headline, s.gist), paper.title, paper.abstract, paper.comments))
        for name, s, paper in cases
    ]


def _marked(editorial: Editorial, papers: Sequence[Paper]) -> list[str]:
    """The paragraphs as the model wrote them, with a paper's number for its name; 0 for one that the day has not."""
    numbers: Mapping[str, int] = {paper.key: number for number, paper in enumerate(papers, 1)}

    def written(part: str | Mention) -> str:
        return part if isinstance(part, str) else f"[{numbers.get(part.key, 0)}]"

    return ["".join(map(written, paragraph)) for paragraph in editorial.paragraphs]


def _with_themes(papers: Sequence[Paper], archive: Archive) -> list[editorials.DayPaper]:
    names = {theme.slug: theme.name for theme in archive.themes}
    return [editorials.DayPaper(paper=paper, themes=tuple(names[slug] for slug in paper.themes)) for paper in papers]
