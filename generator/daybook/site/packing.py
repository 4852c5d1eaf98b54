"""The papers' pages of a .zip, several in a file, beside what search results show of them.

Tens of thousands of small files compress badly, each by itself: of the 2 kB that a paper's page takes in a .zip, more
than half is the same in all of them, and what it says first stands in the search's results, too. So a .zip has a stub
at the address of each page. It runs the file of search results that the paper is in; there, behind the result, stands
the whole page, which is written in place of the stub. What a reader sees is the same page as everywhere else.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from daybook.model.jsonl import to_json
from daybook.search import index
from daybook.text import markup
from daybook.text.language import _
from daybook.view import addresses

_RESULTS = (f"{index.FOLDER}base/papers/", f"{index.FOLDER}delta/papers/")
"""A paper that is in both is shown as in the second."""
_STUB = "<!doctype html><meta charset=utf-8><script src={root}{results}></script><noscript>{needs}</noscript>\n"
_WRITER = (
    b"(self.daybook_file||((name,version,papers)=>document.write("
    b"papers.find((paper)=>location.pathname.endsWith(`/${paper[0]}.html`)).at(-1))))"
)
"""Calls the function that takes results, where a page searches; a stub has none, and is replaced by its page."""


class Packed:
    """The files of a site (its folder) as they are in a .zip. `paths`: those of the site that belong into it."""

    def __init__(self, site: Path, paths: Iterable[str]) -> None:
        self._site = site
        wanted = set(paths)
        results = sorted(path for path in wanted if path.startswith(_RESULTS))
        files = {_page(row[0]): path for path in results for row in _rows(site / path)}
        self._files = {page: path for page, path in files.items() if page in wanted}
        self.paths = sorted(wanted)

    def data(self, path: str) -> bytes:
        """What a file holds. Raises OSError."""
        if path in self._files:
            return self._stub(path).encode()
        if path.startswith(_RESULTS):
            return self._packed(path)
        return (self._site / path).read_bytes()

    def _stub(self, path: str) -> str:
        needs = markup.escape_html(_("This page needs JavaScript."))
        return _STUB.format(root="../" * path.count("/"), results=self._files[path], needs=needs)

    def _packed(self, path: str) -> bytes:
        """A file of results, each with its page behind it."""
        held = ((row, _page(row[0])) for row in _rows(self._site / path))
        pages = [
            [*row, (self._site / page).read_text(encoding="utf-8")] if self._files.get(page) == path else row
            for row, page in held
        ]
        name = path.removeprefix(index.FOLDER).removesuffix(".js")
        return index.script(name, to_json(pages)).replace(index.TAKER, _WRITER, 1)


def _page(key: str) -> str:
    """The file of a paper's page."""
    return addresses.served(addresses.paper(key))


def _rows(path: Path) -> Any:
    """What a file of results holds."""
    return index.unpacked(json.loads(index.version_and_data(path.read_bytes())[1]))
