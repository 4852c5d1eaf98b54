"""The signatures and titles of all papers, for readers' browsers: what For you knows of papers not on the page.

    reading/2603.0of4.js    daybook.terms("2603.0of4",{"2603.00356":["9AKP2…","Title"],…})

`generator/exports/scripts.py` says how papers are cut. overrides/assets/foryou.js reads them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from generator.archive import outlines
from generator.config import Settings
from generator.describe import signatures
from generator.exports import SiteFile, parts
from generator.exports.scripts import Scripts
from generator.model import Archive
from generator.text import markup

SCRIPTS = Scripts("reading/", "terms")
"""A file has about 50 KB: a starred paper of a page without signatures costs a reader one."""


def files(archive: Archive, settings: Settings) -> Iterator[SiteFile]:
    """The index, and the files of each month of arXiv ids and of the papers without one."""
    shows = parts.shows(settings)
    known = archive.outlines or {key: outlines.of(paper, shows) for key, paper in archive.papers.items()}
    hashes = {key: outline.listed_hash for key, outline in known.items()}
    return SCRIPTS.files(hashes, partial(_terms, archive, shows))


def _terms(archive: Archive, shows: outlines.Shows, key: str) -> list[str]:
    paper = archive.papers[key]
    return [signatures.of(paper.title, outlines.abstract(paper, shows)), markup.plain(paper.title)]
