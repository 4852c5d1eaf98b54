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

from generator.pages import addresses
from generator.search import index
from generator.store.jsonl import to_json

PAPERS = index.CHUNK // 2
"""Papers in a file: what compresses them sees the last 32 kB, and ten results read ten files of some 100 kB."""

_RESULTS = f"{index.FOLDER}papers/"
_INDEX = f"{index.FOLDER}index.js"
_STUB = (
    "<!doctype html><meta charset=utf-8><script src={root}{results}></script>"
    "<noscript>This page needs JavaScript.</noscript>\n"
)
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
        self._version, about = _script(site / _INDEX) if _INDEX in wanted else ("", {})
        self._chunk = about.get("chunk", 1)
        number = -(-about.get("papers", 0) // self._chunk)
        keys = [row[0] for each in range(number) for row in self._rows(each)]
        self._files = {_page(key): at // PAPERS for at, key in enumerate(keys)}
        self._index = {**about, "chunk": PAPERS}
        packed = {f"{_RESULTS}{number}.js" for number in self._files.values()}
        self.paths = sorted({path for path in wanted if not path.startswith(_RESULTS)} | packed)

    def data(self, path: str) -> bytes:
        """What a file holds. Raises OSError."""
        if path in self._files:
            return self._stub(path).encode()
        if path.startswith(_RESULTS):
            return self._packed(int(path.removeprefix(_RESULTS).removesuffix(".js")))
        if path == _INDEX:
            return index.script("index", to_json(self._index), self._version)
        return (self._site / path).read_bytes()

    def _stub(self, path: str) -> str:
        return _STUB.format(root="../" * path.count("/"), results=f"{_RESULTS}{self._files[path]}.js")

    def _packed(self, number: int) -> bytes:
        """A file of results, each with its page behind it."""
        part, first = divmod(number * PAPERS, self._chunk)
        rows = self._rows(part)[first : first + PAPERS]
        pages = [[*row, (self._site / _page(row[0])).read_text(encoding="utf-8")] for row in rows]
        return index.script(f"papers/{number}", to_json(pages)).replace(index.TAKER, _WRITER, 1)

    def _rows(self, number: int) -> Any:
        path = self._site / f"{_RESULTS}{number}.js"
        return _script(path)[1] if path.exists() else []


def _page(key: str) -> str:
    """The file of a paper's page."""
    return addresses.served(addresses.paper(key))


def _script(path: Path) -> tuple[str, Any]:
    """Version and data of a file of the index."""
    version, data = index.version_and_data(path.read_bytes())
    return version, json.loads(data)
