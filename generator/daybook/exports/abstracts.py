"""The abstracts of all papers, for readers' browsers: rows unfold them, on every list.

    abstracts/2603.04711.js    {"2603.04711":"<p>We ask <mark>when …</mark>",…}

As HTML, the card's sentences marked; empty where there is none, or none may be shown. `exports/scripts.py`
says how papers are cut and packed.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import chain, pairwise

from daybook.exports import SiteFile
from daybook.exports.scripts import Scripts
from daybook.text import markup
from daybook.view.context import View

SCRIPTS = Scripts("abstracts/", "abstracts", most=200)
"""A file has some 100 KB: a reader of a day or of a search asks for few of them."""


def files(view: View) -> Iterator[SiteFile]:
    """The index, and the files of each month of arXiv ids and of the papers without one."""
    return SCRIPTS.files(view, lambda key: view.depends((key,)), partial(marked, view))


def marked(view: View, key: str) -> str:
    """The abstract of a paper as HTML, its card's sentences marked, formulas as plain Unicode: drawn, they would
    take more than all other words in some fields."""
    paper, card = view.archive.papers[key], view.own_card(key)
    abstract, quotes = markup.plain(view.abstract(paper) or ""), card.quotes.values() if card else ()
    bounds = sorted({0, len(abstract), *chain(*((quote.start, quote.end) for quote in quotes))})
    shown = "".join(
        f"<mark>{part}</mark>" if any(quote.start == start for quote in quotes) else part
        for start, end in pairwise(bounds)
        if (part := markup.escape_html(abstract[start:end]))
    )
    return "".join(f"<p>{part}" for part in shown.split("\n") if part.strip())
