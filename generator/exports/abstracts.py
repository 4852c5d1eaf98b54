"""The abstracts of all papers, for readers' browsers: rows unfold them, on every list.

    abstracts/2603.04711.js    {"2603.04711":"<p>We ask <mark>when …</mark>",…}

As HTML, the card's sentences marked; empty where there is none, or none may be shown. `generator/exports/scripts.py`
says how papers are cut and packed.
"""

from __future__ import annotations

from collections.abc import Iterator

from generator.exports import SiteFile
from generator.exports.scripts import Scripts
from generator.pages.context import View

SCRIPTS = Scripts("abstracts/", "abstracts", most=200)
"""A file has some 100 KB: a reader of a day or of a search asks for few of them."""


def files(view: View) -> Iterator[SiteFile]:
    """The index, and the files of each month of arXiv ids and of the papers without one."""
    return SCRIPTS.files(view, lambda key: view.depends((key,)), view.marked_abstract)
