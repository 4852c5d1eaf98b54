"""What tells two sites of one archive apart, as two versions of the program have built them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from daybook.runtime import files

_INNER = ("assets/", "search/", "sw.js")
"""Of the site itself: files whose names hold hashes, or that only its own pages ask for."""
_LEADS_ON = re.compile(rb'http-equiv="?refresh"? content="\d+; ?url=([^"#?]*)')
_HEAD = 2_000
"""Bytes of a page that say whether it leads on to another."""


class Differences(NamedTuple):
    """Paths below the sites, sorted."""

    gone: list[str]  # which the new one does not answer at
    added: list[str]
    kept: int


def of_addresses(old: Path, new: Path) -> Differences:
    """Compare all addresses of two sites: of pages, feeds, sitemaps and data. One is gone where the new site has no
    file there, or one that leads on to none."""
    before, after = ({path for path in _names(site) if not path.startswith(_INNER)} for site in (old, new))
    gone = [path for path in before if path not in after or not _arrives(new, path)]
    return Differences(sorted(gone), sorted(after - before), len(before) - len(gone))


def of_texts(old: Path, new: Path) -> tuple[list[str], list[str], int]:
    """Compare the pages of two builds, as Markdown: (those that say something else, those that are new, all)."""
    before, after = ({path for path in _names(pages) if path.endswith(".md")} for pages in (old, new))
    changed = [path for path in before & after if (old / path).read_bytes() != (new / path).read_bytes()]
    return sorted(changed), sorted(after - before), len(after)


def _names(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in files.below(folder) if path.is_file()}


def _arrives(site: Path, path: str) -> bool:
    """Whether a page is one to be read, or leads on to a file of the site or to another host."""
    if not path.endswith(".html"):
        return True
    with (site / path).open("rb") as stream:
        found = _LEADS_ON.search(stream.read(_HEAD))
    target = found[1].decode(errors="replace") if found else ""
    return "://" in target or (site / path).parent.joinpath(target).exists()
