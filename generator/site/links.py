"""Links in HTML, which MkDocs does not check: each must lead to a file of the site."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Container, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from urllib.parse import unquote, urlsplit

from lxml import etree

from generator.pages import addresses
from generator.runtime import parallel
from generator.runtime.cache import scan
from generator.site import markdown

_SOURCE = re.compile(r"[\s(<\"']([^\s()<>\"'#:]+\.md)\b")
_PLAIN = re.compile(r"(?:\.\./)*+(?:[\w-][\w.-]*+/)*+[\w-][\w.-]*\.html", re.ASCII)
_PARSER = etree.HTMLParser(encoding="utf-8", huge_tree=True)
_SLICE = 500  # pages that one process reads at a time


def mentioned(texts: Mapping[str, str]) -> set[str]:
    """The source paths that Markdown texts (by their own source paths) link as `.md` files."""
    return {
        posixpath.normpath(posixpath.join(posixpath.dirname(path), unquote(target)))
        for path, text in texts.items()
        for target in _SOURCE.findall(text)
    }


def targets(html: str) -> list[str]:
    """The addresses of links, images, styles and scripts in a page's HTML, decoded, each once."""
    root = etree.HTML(html.encode("utf-8", "replace"), _PARSER) if html.strip() else None
    if root is None:
        return []
    values = (element.get("href") or element.get("src") for element in root.iter("a", "img", "link", "script"))
    return list(dict.fromkeys(target for target in values if target))


def broken(html: str, page: str, files: Container[str], *, sources: bool = False) -> list[str]:
    """The addresses in a page's HTML that lead to no file of the site.

    `page`: the page's path in the site; `files`: the paths of the site's files. Addresses on other hosts and within the
    page are not checked. Those that end in `.md` are checked only with `sources`; MkDocs reports them itself.
    """
    folder = posixpath.dirname(page)
    places = {target: _leads(target, folder) for target in targets(html) if not target.startswith(("https://", "#"))}
    asked = {target: place for target, place in places.items() if place and (sources or not place.endswith(".md"))}
    return [target for target, place in asked.items() if place not in files]


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
    return markdown.html(name, (pages / name).read_text(encoding="utf-8", errors="replace"))


@lru_cache(maxsize=1 << 14)
def _leads(target: str, folder: str) -> str | None:
    """The file to which an address on a page in `folder` leads; None if that need not be checked."""
    if _PLAIN.fullmatch(target):  # nearly all links between generated pages
        return _place(folder, target)
    try:
        parts = urlsplit(target)
    except ValueError:  # brackets that are not an IPv6 address
        return target
    if parts.scheme or parts.netloc or not parts.path:
        return None
    return posixpath.normpath(posixpath.join(folder, unquote(parts.path)))


def _place(folder: str, target: str) -> str:
    """Resolve a relative address with `..` only at its beginning, ten times faster than normpath."""
    while folder and target.startswith("../"):
        folder, target = folder.rpartition("/")[0], target[3:]
    return f"{folder}/{target}" if folder else target
