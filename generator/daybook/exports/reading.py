"""The signatures and titles of all papers, for readers' browsers: what For you knows of papers not on the page.

    reading/2603.04711.js    {"2603.04711":["9AKP2…","Title"],…}

`exports/scripts.py` says how papers are cut and packed. overrides/assets/foryou.js reads them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from daybook.describe import signatures
from daybook.exports import SiteFile
from daybook.exports.scripts import Scripts
from daybook.text import markup
from daybook.view.context import View

SCRIPTS = Scripts("reading/", "terms")
"""A file has about 50 KB: a starred paper of a page without signatures costs a reader one."""


def files(view: View) -> Iterator[SiteFile]:
    """The index, and the files of each month of arXiv ids and of the papers without one."""
    return SCRIPTS.files(view, lambda key: view.outlines[key].listed_hash, partial(_terms, view))


def _terms(view: View, key: str) -> list[str]:
    paper = view.archive.papers[key]
    return [signatures.of(paper.title, view.abstract(paper)), markup.plain(paper.title)]
