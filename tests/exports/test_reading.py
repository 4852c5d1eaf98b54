"""Signatures and titles by month for readers' browsers: complete, in small files, of which a new day changes few."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from zlib import crc32

from generator.config import Settings, SourceRule
from generator.describe import signatures
from generator.exports import SiteFile, reading
from generator.model import Archive, Paper
from generator.text import markup
from tests.cases import for_each
from tests.pages import sample


def handed(files: Iterable[SiteFile]) -> Iterator[tuple[str, object]]:
    """What each script hands over: (its name, the data)."""
    for file in files:
        call = file.data().decode().removeprefix("daybook.terms(").removesuffix(");\n")
        name, value = json.loads(f"[{call}]")
        assert file.path == f"reading/{name}.js"
        yield name, value


def of_many(papers: int) -> Archive:
    """So many papers of one month."""
    paper = next(paper for paper in sample.ARCHIVE.papers.values() if paper.arxiv_id and paper.abstract)
    keys = [f"2603.{number:05d}" for number in range(papers)]
    held = {key: replace(paper, key=key, arxiv_id=key) for key in keys}
    return replace(sample.ARCHIVE, papers=held, outlines={}, days=())


def test_every_paper_is_there_with_terms_and_title() -> None:
    """In the file that the index and the key's hash name, as the script of the pages looks for it."""
    given = dict(handed(reading.files(sample.view())))
    index = given.pop("index")
    held: dict[str, list[str]] = {}
    for name, papers in given.items():
        folder, _, part = name.partition(".")
        number, _, parts = part.partition("of")
        assert index[folder] == int(parts)
        assert all(crc32(key.encode()) % int(parts) == int(number) for key in papers)
        held |= papers
    assert held.keys() == sample.ARCHIVE.papers.keys()
    paper = next(paper for paper in sample.ARCHIVE.papers.values() if paper.abstract)
    assert held[paper.key] == [signatures.of(paper.title, paper.abstract), markup.plain(paper.title)]


@for_each(("papers", "parts"), [(1, 1), (256, 1), (257, 2), (512, 2), (513, 4), (1100, 8)])
def test_a_month_is_cut_into_files(papers: int, parts: int) -> None:
    """Of some 50 KB at most, a power of two of them."""
    files = list(reading.files(sample.view(of_many(papers))))
    assert len(files) == parts + 1
    assert max(len(file.data()) for file in files) < 80_000


def test_a_new_paper_changes_one_file() -> None:
    """All others say that they are as they were."""
    before, after = (list(reading.files(sample.view(of_many(papers)))) for papers in (1000, 1001))
    changed = [file.path for file, other in zip(before, after, strict=True) if file.depends != other.depends]
    assert len(changed) == 1
    assert changed == [one.path for one, other in zip(before, after, strict=True) if one.data() != other.data()]


def test_words_that_may_not_be_shown_are_not_in_it() -> None:
    """Of an abstract whose source is not published, no term."""
    paper: Paper = next(iter(of_many(1).papers.values()))
    hidden = replace(paper, provenance=(("abstract", "letters"),))
    archive = replace(sample.ARCHIVE, papers={hidden.key: hidden}, outlines={})
    settings: Settings = replace(
        sample.SETTINGS, sources={**sample.SETTINGS.sources, "letters": SourceRule(publish=False)}
    )
    given = dict(handed(reading.files(sample.view(archive, settings))))
    (held,) = (papers for name, papers in given.items() if name != "index")
    assert held[hidden.key][0] == signatures.of(paper.title, None)  # type: ignore[index]
