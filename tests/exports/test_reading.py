"""Signatures and titles of all papers for readers' browsers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from generator.config import Settings, SourceRule
from generator.describe import signatures
from generator.exports import SiteFile, reading
from generator.model import Archive, Paper
from generator.pages import addresses
from generator.text import markup
from tests.makers import read_script
from tests.pages import sample


def handed(files: Iterable[SiteFile]) -> Iterator[tuple[str, Any]]:
    """What each script hands over: (its name, the data)."""
    for file in files:
        name, value = read_script(file.data(), "terms")
        assert file.path == f"reading/{name}.js"
        yield name, value


def of_many(papers: int) -> Archive:
    """So many papers of one month."""
    paper = next(paper for paper in sample.ARCHIVE.papers.values() if paper.arxiv_id and paper.abstract)
    keys = [f"2603.{number:05d}" for number in range(papers)]
    held = {key: replace(paper, key=key, arxiv_id=key) for key in keys}
    return replace(sample.ARCHIVE, papers=held, outlines={}, days=())


def test_every_paper_is_there_with_terms_and_title() -> None:
    """In the file that the index and the paper's key name, as the script of the pages looks for it."""
    given = dict(handed(reading.files(sample.view())))
    index = given.pop("index")
    for key, paper in sample.ARCHIVE.papers.items():
        names = index[addresses.folder(key)]
        name = ([name for name in names if name <= key] or names[:1])[-1]
        terms = signatures.of(paper.title, sample.view().abstract(paper))
        assert given[name][key] == [terms, markup.plain(paper.title)]
    assert sum(map(len, given.values())) == len(sample.ARCHIVE.papers)


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
    assert held[hidden.key][0] == signatures.of(paper.title, None)
