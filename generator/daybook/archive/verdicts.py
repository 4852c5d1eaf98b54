"""What language models chose and wrote, as pages show it: looked up in the papers once more, whatever the log says."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from daybook.archive.memo import Memo
from daybook.describe.language_model import answers
from daybook.model import OWN, Archive, Card, Digest, Edition, Mention, Paper, Thread
from daybook.model.answers import DayAnswer, PaperAnswer, Said, hashed
from daybook.model.jsonl import to_json
from daybook.runtime import parallel
from daybook.runtime.files import digest, part_digest
from daybook.text.markup import plain

JUDGED_CODE = ("describe/language_model", "describe/cards", "describe/roles", "archive/verdicts.py", "text")
"""The code that the table of what is shown depends on."""
Case = tuple[PaperAnswer | DayAnswer, Sequence[Paper]]
"""An answer, and the papers that it speaks of."""


class Shown(NamedTuple):
    """What is left of an answer; nothing, where nothing stands."""

    card: Card | None = None
    threads: tuple[Thread, ...] = ()
    editorial: Said = ()


class Verdicts:
    """What an archive shows of its answers; what an earlier run found of the same words is not sought again."""

    def __init__(self, archive: Path, root: Path) -> None:
        self._memo = Memo(archive, "judged", part_digest(root, *JUDGED_CODE), Shown)
        self._memo.used = self._used = dict[str, Shown]()

    def cards(self, archive: Archive, found: Iterable[PaperAnswer]) -> dict[tuple[str, int], Card]:
        """(key, version) -> card, of the texts whose sentences a model chose; version 0: a paper as lists show it."""
        lines = sorted(found, key=lambda line: line.written)  # the last choice stands
        known = {line.text: line for line in lines if line.result or line.what}
        cases: dict[tuple[str, int], Case] = {}
        for key, paper in archive.papers.items() if known else ():
            texts = [(0, hashed(paper.title, paper.abstract))]
            texts += [(each.version, hashed(each.title, each.abstract)) for each in paper.editions]
            cases |= {(key, version): (known[text], [paper]) for version, text in texts if text in known}
        shown = zip(cases, self._shown([*cases.values()]), strict=True)
        return {name: each.card for name, each in shown if each.card}

    def days(self, archive: Archive, found: Iterable[DayAnswer]) -> Archive:
        """The archive with the threads that a model found and the digests that one wrote, each as answered last."""
        lines = sorted((line for line in found if line.threads or line.sentences), key=lambda line: line.written)
        shown = self._shown([(line, [*_named(line, archive.papers)]) for line in lines])
        threads, digests = dict[dt.date, tuple[Thread, ...]](), dict[dt.date, Digest]()
        for line, each in zip(lines, shown, strict=True):
            threads |= {line.day: each.threads} if each.threads else {}
            digests |= {line.day: Digest(paragraphs=(each.editorial,), by=line.model)} if each.editorial else {}
        return replace(archive, threads=threads, digests=digests)

    def keep(self) -> None:
        """Keep what was found for the next run. Only for the holder of the archive's lock."""
        self._memo.keep()

    def _shown(self, cases: Sequence[Case]) -> list[Shown]:
        """What is left of each, by the hash of the answer and of all words of its papers."""
        texts = [[text for paper in papers for text in (paper.key, *answers.words(paper))] for _, papers in cases]
        names = [digest(to_json(line), *words) for (line, _), words in zip(cases, texts, strict=True)]
        self._used |= {name: self._memo.known[name] for name in names if name in self._memo.known}
        fresh = {name: case for name, case in zip(names, cases, strict=True) if name not in self._used}
        self._used |= zip(fresh, chain.from_iterable(parallel.shared(_judged, [*fresh.values()])), strict=True)
        return [self._used[name] for name in names]


def card(paper: Paper, line: PaperAnswer) -> Card | None:
    """The sentences that a model chose, under its headline or the title; None where they are not there."""
    versions: tuple[Paper | Edition, ...] = (paper, *paper.editions)
    said = next(each for each in versions if hashed(each.title, each.abstract) == line.text)
    result, what = answers.quoted(line.result, paper), answers.quoted(line.what, paper)
    if not (result or what):
        return None
    written = "" if any(answers.headline_faults(line.headline, said)) else line.headline
    title = written or " ".join(plain(said.title).split())
    return Card(source=OWN, headline=title, result=result, what=what, best=line.best, by=line.model, machine=True)


def _judged(cases: Sequence[Case]) -> list[Shown]:
    return [Shown(card(of[0], line)) if isinstance(line, PaperAnswer) else _of_day(line, of) for line, of in cases]


def _of_day(line: DayAnswer, papers: Sequence[Paper]) -> Shown:
    by_key, threads = {paper.key: paper for paper in papers}, list[Thread]()
    for told in line.threads:
        with suppress(ValueError):
            threads.append(answers.thread(told, by_key, line.model))
    said = (part for sentence in line.sentences for part in (" ", *sentence))
    faults = tuple(answers.editorial_faults(line.sentences, by_key))
    return Shown(threads=tuple(threads), editorial=() if faults else tuple(said)[1:])


def _named(line: DayAnswer, papers: Mapping[str, Paper]) -> Iterator[Paper]:
    """The papers of a line that are still there."""
    keys = {key for thread in line.threads for key in thread.papers}
    keys |= {part.key for said in line.sentences for part in said if isinstance(part, Mention)}
    yield from (papers[key] for key in sorted(keys & papers.keys()))
