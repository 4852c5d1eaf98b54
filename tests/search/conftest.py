"""The search engine as it runs on pages and on the command line, over an index of invented papers."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from daybook import open_archive, plain
from daybook.cli import main
from daybook.commands.search import script
from daybook.search.engine import Engine

from tests.search import built
from tests.search.papers import DATES, invented
from tests.search.terms import Record

LABELS = {"cs.DC": "Distributed, Parallel, and Cluster Computing", "byzantine": "Byzantine Agreement"}
PAGES = ("2026-03-03", "2026-W10", "2026-03", "2026", "2025-01-02", "2025", "2003-11-20")


class Opened:
    """An engine over files in memory. `loaded`: the names of the files it has asked for, in order."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self.files = dict(files)
        self.loaded: list[str] = []
        self.engine = Engine(script(), self._load)
        self.find = self.engine.find
        self.facets = self.engine.facets
        self.authors = self.engine.authors

    def _load(self, name: str) -> bytes:
        self.loaded.append(name)
        return self.files[name]

    def call(self, expression: str, *arguments: object) -> Any:
        """The value of a function of the engine's scripts, which is no promise."""
        function = self.engine._context.eval(f"(text) => JSON.stringify(({expression})(...JSON.parse(text)))")
        return json.loads(function(json.dumps(arguments)))


def earlier(records: list[Record]) -> list[Record]:
    """Three quarters of the papers, some with other words, authors and values; and some that are no more."""
    known = records[: 3 * len(records) // 4]
    former = [
        replace(
            record, title=f"Formerly {records[-at].title}", authors=(*record.authors[1:], "Former Author"),
            category=records[-at].category, badge=("Formerly",), gist="",
        ) if at % 7 == 3 else record
        for at, record in enumerate(known)
    ]  # fmt: skip
    gone = [replace(record, key=f"{record.key}.gone", ids=(f"gone/{at}",)) for at, record in enumerate(known[::29])]
    return sorted([*former, *gone], key=lambda record: (record.date, record.key))


def opened(records: list[Record], **sizes: int) -> Opened:
    """Over an index by the program, in files of these sizes: its base has most papers, some as they were formerly."""
    return Opened(built.scripts(records, earlier(records), dates=PAGES, labels=LABELS, **sizes))  # type: ignore[arg-type]


@pytest.fixture(scope="package")
def records() -> list[Record]:
    assert DATES[-1] == "2026-03-03"
    return invented(160)


@pytest.fixture(scope="package")
def search(records: list[Record]) -> Opened:
    return opened(records)


@pytest.fixture(scope="package")
def real(shared: Callable[[str], Path], tmp_path_factory: pytest.TempPathFactory) -> list[Record]:
    """The papers of the real listings, oldest first."""
    folder = tmp_path_factory.mktemp("archive")
    main(["ingest", "--quiet", "--archive", str(folder), str(shared("listings"))])
    papers = sorted(open_archive(folder).papers, key=lambda paper: (paper.first_seen, paper.key))
    return [
        Record(
            title=plain(paper.title),
            authors=tuple(dict.fromkeys(plain(author.name) for author in paper.authors)),
            abstract=plain(paper.abstract or ""),
            notes=plain(paper.comments or ""),
            date=paper.first_seen.isoformat(),
            key=paper.key,
            ids=(paper.arxiv_id,) if paper.arxiv_id else (),
            category=tuple(dict.fromkeys(paper.categories)),
            theme=paper.themes,
        )
        for paper in papers
    ]


@pytest.fixture(scope="package")
def real_search(real: list[Record]) -> Opened:
    return opened(real, cut=16_384, list_=1500, places=16_384, block=4096, names=2000)
