"""What language models chose and wrote, as pages show it: looked up in the papers once more, whatever the log says."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from generator.describe import cards
from generator.describe.cards.quotes import quote
from generator.describe.language_model import answers
from generator.describe.language_model.records import DayAnswer, PaperAnswer, Pick, hashed
from generator.describe.memo import Memo
from generator.model import OWN, Archive, Card, Digest, Mention, Paper, Quote, Thread
from generator.runtime import parallel
from generator.runtime.cache import digest, part_digest
from generator.store.jsonl import to_json
from generator.text.markup import plain

TABLE = "judged"
"""The table of what is shown: hash of an answer and of the papers' words -> that."""
JUDGED_CODE = ("describe/language_model", "describe/cards", "describe/roles", "describe/verdicts.py", "text")
"""The code that it depends on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What is left of an answer; nothing, where nothing stands."""

    card: Card | None = None
    threads: tuple[Thread, ...] = ()
    editorial: bool = False  # whether it stands


class Verdicts:
    """What an archive shows of its answers; what an earlier run found of the same words is not sought again."""

    def __init__(self, archive: Path, root: Path) -> None:
        self._memo = Memo(archive, TABLE, part_digest(root, *JUDGED_CODE), Shown)
        self._used: dict[str, Shown] = {}

    def cards(self, archive: Archive, found: Iterable[PaperAnswer]) -> dict[str, Card]:
        """key -> card, of the papers whose sentences a model chose."""
        known, cases, fresh = chosen(found), dict[str, str](), []
        for paper in archive.papers.values() if known else ():
            line = known.get(hashed(paper.title, paper.abstract))
            if line:
                cases[paper.key] = name = _name(line, [paper])
                self._used[name] = self._memo.known.get(name) or Shown()
                fresh += [] if name in self._memo.known else [(name, paper, line)]
        for part in parallel.shared(_cards, fresh):
            self._used.update(part)
        return {key: card for key, name in cases.items() if (card := self._used[name].card)}

    def days(self, archive: Archive, found: Iterable[DayAnswer]) -> tuple[Threads, Digests]:
        """(day -> threads that a model found, day -> digest that one wrote), each as answered last."""
        threads, digests = dict[dt.date, tuple[Thread, ...]](), dict[dt.date, Digest]()
        for line in sorted(found, key=lambda line: line.written):
            if line.threads or line.sentences:
                shown = self._day(line, archive)
                threads |= {line.day: shown.threads} if shown.threads else {}
                digests |= {line.day: _digest(line)} if shown.editorial else {}
        return threads, digests

    def keep(self) -> None:
        """Keep what was found for the next run. Only for the holder of the archive's lock."""
        self._memo.used = self._used
        self._memo.keep()

    def _day(self, line: DayAnswer, archive: Archive) -> Shown:
        keys = {key for thread in line.threads for key in thread.papers}
        keys |= {part.key for said in line.sentences for part in said if isinstance(part, Mention)}
        papers = {key: archive.papers[key] for key in sorted(keys) if key in archive.papers}
        name = _name(line, papers.values())
        self._used[name] = self._memo.known.get(name) or _of_day(line, papers)
        return self._used[name]


Threads = dict[dt.date, tuple[Thread, ...]]
Digests = dict[dt.date, Digest]


def chosen(found: Iterable[PaperAnswer]) -> Mapping[str, PaperAnswer]:
    """The hash of a text -> the choice that was made last."""
    lines = sorted(found, key=lambda line: line.written)
    return {line.text: line for line in lines if line.result or line.what}


def quoted(pick: Pick | None, paper: Paper) -> Quote | None:
    """The sentence that was picked, of the version whose abstract has it; None where none has."""
    abstracts = (paper.abstract, *(edition.abstract for edition in paper.editions))
    texts = (cards.read(abstract)[0] for abstract in dict.fromkeys(abstracts)) if pick else ()
    text = next((text for text in texts if pick and hashed(text) == pick.plain), "")
    return quote(text, pick.start, pick.end) if pick and 0 <= pick.start < pick.end <= len(text) else None


def card(paper: Paper, line: PaperAnswer) -> Card | None:
    """The sentences that a model chose, under its headline or the paper's title; None where they are not there."""
    result, what = quoted(line.result, paper), quoted(line.what, paper)
    if not (result or what):
        return None
    written = "" if any(answers.headline_faults(line.headline, paper)) else line.headline
    title = written or " ".join(plain(paper.title).split())
    return Card(source=OWN, headline=title, result=result, what=what, best=line.best, by=line.model, machine=True)


def _cards(cases: Sequence[tuple[str, Paper, PaperAnswer]]) -> dict[str, Shown]:
    return {name: Shown(card=card(paper, line)) for name, paper, line in cases}


def _of_day(line: DayAnswer, papers: Mapping[str, Paper]) -> Shown:
    stands = bool(line.sentences) and not any(answers.editorial_faults(line.sentences, papers))
    return Shown(threads=tuple(_threads(line, papers)), editorial=stands)


def _digest(line: DayAnswer) -> Digest:
    """Its sentences as one paragraph."""
    said = (part for sentence in line.sentences for part in (" ", *sentence))
    return Digest(paragraphs=(tuple(said)[1:],), by=line.model)


def _threads(line: DayAnswer, papers: Mapping[str, Paper]) -> Iterator[Thread]:
    """Those with a heading out of a title, two papers, and two of the lines."""
    for thread in line.threads:
        own = {key: papers[key] for key in thread.papers if key in papers}
        found = [(key, said) for key, pick in thread.lines if key in own and (said := quoted(pick, own[key]))]
        heading = answers.phrase(thread.heading, [*own.values()])
        if heading and len(own) > 1 and len(found) > 1:
            yield Thread(heading=heading, papers=tuple(own), lines=tuple(found), by=line.model)


def _name(answer: object, papers: Iterable[Paper]) -> str:
    """The hash of an answer and of the words of the papers that it speaks of."""
    return digest(
        to_json(answer), *(text for paper in papers for text in (paper.key, paper.title, *answers.words(paper)))
    )
