"""The search index of a site whose pages were built in parts, or only some of them."""

from __future__ import annotations

import json
from collections.abc import Container, Iterable
from pathlib import Path
from typing import Any

INDEX = "search/search_index.json"
SCRIPT = "search/search_index.js"
WORKER = "assets/javascripts/search-worker.js"
FILES = (INDEX, SCRIPT, WORKER)
"""The files that `write` writes: for the whole site, however few pages were built."""

Index = dict[str, Any]


def merge(published: Path | None, parts: Iterable[Path], gone: Container[str]) -> Index | None:
    """The index of the pages in `parts`, and of those in the published site that are not in `gone`.

    `gone`: the addresses of pages that were rebuilt or removed. None if the parts have no index.
    """
    indexes = [index for index in (read(part) for part in parts) if index]
    if not indexes:
        return None
    docs = [doc for index in indexes for doc in index["docs"]]
    former = read(published) if published else None
    if former:
        docs += [doc for doc in former["docs"] if _page(doc) not in gone]
    return {**indexes[0], "docs": docs}


def write(site: Path, index: Index, *, offline: bool) -> None:
    """Write an index, ordered by page; offline: also as scripts, the only files that a browser loads from a folder."""
    path = site / INDEX
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps({**index, "docs": sorted(index["docs"], key=_page)}, separators=(",", ":"), ensure_ascii=False)
    path.write_text(text, encoding="utf-8")
    if offline:
        (site / SCRIPT).write_text("var __index = " + text, encoding="utf-8")
        worker = next((site / "assets" / "javascripts" / "workers").glob("search.*.js")).read_text(encoding="utf-8")
        (site / WORKER).write_text("var __search_worker = " + json.dumps(worker), encoding="utf-8")


def read(site: Path) -> Index | None:
    """The index of a site; None if it has none."""
    try:
        index: Index = json.loads((site / INDEX).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return index


def _page(doc: dict[str, Any]) -> str:
    return str(doc["location"]).partition("#")[0]
