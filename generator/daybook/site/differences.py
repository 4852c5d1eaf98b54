"""What tells two sites of one archive apart, as two versions of the program have built them."""

from __future__ import annotations

import re
from pathlib import Path

from daybook.runtime import files

_INNER = ("assets/", "search/", "sw.js")
"""Of the site itself: files whose names hold hashes, or that only its own pages ask for."""
_LEADS_ON = re.compile(rb'http-equiv="?refresh"? content="\d+; ?url=([^"#?]*)')
_HEAD = 2_000
"""Bytes of a page that say whether it leads on to another."""


def of_addresses(old: Path, new: Path) -> tuple[list[str], int, int]:
    """Compare the addresses of two sites, of pages, feeds and data: those that are lost, as nothing stands there or a
    page that leads on to nothing; and how many stay, and are new. The Markdown of a page may go, as that of one that
    leads on now."""
    before, after = ({path for path in files.scan(site) if not path.startswith(_INNER)} for site in (old, new))
    there = after | {f"{path.removesuffix('.html')}.md" for path in after if path.endswith(".html")}
    lost = sorted(path for path in before if path not in there or not _arrives(new, path))
    return lost, len(before) - len(lost), len(after - before)


def of_texts(old: Path, new: Path) -> tuple[list[str], list[str], int]:
    """Compare the pages of two builds, as Markdown: those that say something else, those that are new; and how many
    there are."""
    before, after = ({path for path in files.scan(pages) if path.endswith(".md")} for pages in (old, new))
    changed = [path for path in before & after if (old / path).read_bytes() != (new / path).read_bytes()]
    return sorted(changed), sorted(after - before), len(after)


def _arrives(site: Path, path: str) -> bool:
    """Whether a page is one to be read, or leads on to a file of the site or to another host."""
    if not path.endswith(".html"):
        return True
    with (site / path).open("rb") as stream:
        found = _LEADS_ON.search(stream.read(_HEAD))
    target = found[1].decode(errors="replace") if found else ""
    return "://" in target or (site / path).parent.joinpath(target).exists()
