"""Links in HTML, which MkDocs does not check: each must lead to a file of the site."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Container, Sequence
from functools import lru_cache
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urlsplit

from markdown import markdown  # type: ignore[import-untyped]

from daybook.pages import places
from daybook.runtime import parallel
from daybook.runtime.cache import scan
from daybook.text.markup import Renderer
from daybook.view import addresses

_TARGET = re.compile(
    r"""<(?:a\ href=|(?:a|img|link|script)(?=\s)(?:[^>"']|"[^"]*"|'[^']*')*?(?<=[\s"'])(?:href|src)\s?=\s?)"""
    r"""("[^"]*"|'[^']*'|[^\s">]+)"""
)
_QUOTED = re.compile(r"""(["'])(.*)\1""", re.DOTALL)
_PLAIN = re.compile(r"((?:\.\./)*+)((?:[\w-][\w.-]*+/)*+[\w-][\w.-]*)(?:[?#].*)?", re.ASCII | re.DOTALL)
"""Nearly all links between generated pages."""
_BY_PEOPLE = places(hand_written=True)
_SLICE = 500  # pages that one process reads at a time


def targets(html: str) -> list[str]:
    """The addresses of links, images, styles and scripts in a page's HTML, decoded, each once."""
    found = dict.fromkeys(_TARGET.findall(html))
    bare = (quoted[2] if target[0] in "\"'" and (quoted := _QUOTED.fullmatch(target)) else target for target in found)
    return list(dict.fromkeys(unescape(target) for target in bare if target))


def broken(html: str, page: str, files: Container[str], *, sources: bool = False) -> list[str]:
    """The addresses in a page's HTML that lead to no file of the site.

    `page`: the page's path in the site; `files`: the paths of the site's files. Addresses on other hosts and within the
    page are not checked. Those that end in `.md` are checked only with `sources`; MkDocs reports them itself.
    """
    folder, above = posixpath.dirname(page), _above(posixpath.dirname(page))
    lost = []
    for target in targets(html):
        if target.startswith(("https://", "#")):
            continue
        plain = _PLAIN.fullmatch(target)
        if plain and len(plain[1]) // 3 < len(above):
            place: str | None = above[len(plain[1]) // 3] + plain[2]
        else:
            place = _leads(target, folder)
        if place and place not in files and (sources or not place.endswith(".md")):
            lost.append(target)
    return lost


def broken_in(pages: Path, site: Path) -> tuple[int, list[tuple[str, str]]]:
    """The number of pages in a folder of Markdown, and (page, address) of each broken link in them.

    Pages are rendered as for the site. Other files of `site`, if it has been built, are valid targets, too.
    """
    names = sorted(name for name in scan(pages) if name.endswith(".md"))
    files = {*scan(pages), *map(addresses.served, names), *(name for name in scan(site) if not name.endswith(".html"))}

    def read(some: Sequence[str]) -> list[tuple[str, str]]:
        return [(name, target) for name in some for target in broken(_html(pages, name), name, files, sources=True)]

    return len(names), [each for part in parallel.shared(read, names, _SLICE) for each in part]


def _html(pages: Path, name: str) -> str:
    text = (pages / name).read_text(encoding="utf-8", errors="replace")
    head, _, body = text.partition("\n---\n") if text.startswith("---\n") else ("", "", text)
    if name.startswith(_BY_PEOPLE) or head.startswith("---\nkind: written"):
        return str(markdown(body, extensions=["extra"]))
    return Renderer(None).html(body)


@lru_cache
def _above(folder: str) -> tuple[str, ...]:
    """A folder and those that hold it, each with its stroke, the last one of the site."""
    return (f"{folder}/", *_above(posixpath.dirname(folder))) if folder else ("",)


def _leads(target: str, folder: str) -> str | None:
    """The file to which an address on a page in `folder` leads; None if that need not be checked."""
    try:
        parts = urlsplit(target)
    except ValueError:  # brackets that are not an IPv6 address
        return target
    if parts.scheme or parts.netloc or not parts.path:
        return None
    return posixpath.normpath(posixpath.join(folder, unquote(parts.path)))
