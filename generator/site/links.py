"""Links that stand in HTML, which MkDocs passes unread: each must lead to a file of the site."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Container, Mapping
from functools import lru_cache
from urllib.parse import unquote, urlsplit

_SOURCE = re.compile(r"[\s(<\"']([^\s()<>\"'#:]+\.md)\b")
_PLAIN = re.compile(r"(?:\.\./)*+(?:[\w-][\w.-]*+/)*+[\w-][\w.-]*\.html", re.ASCII)
_TARGET = re.compile(
    r"<(?:a|img|link|script)\s(?:[^<>]*?\s)??(?:href|src)=(?:\"([^\"<>]*)\"|([^\s\"'<>]+))", re.IGNORECASE
)


def mentioned(texts: Mapping[str, str]) -> set[str]:
    """The source paths that Markdown texts (by their own source paths) link as `.md` files."""
    return {
        posixpath.normpath(posixpath.join(posixpath.dirname(path), unquote(target)))
        for path, text in texts.items()
        for target in _SOURCE.findall(text)
    }


def broken(html: str, page: str, held: Container[str]) -> list[str]:
    """The addresses in a page's HTML that lead to no file of the site.

    `page`: where the page lives in the site; `held`: where its files live. Addresses of other hosts, addresses within
    the page, and those that end in `.md` (MkDocs has told of them) are not looked at.
    """
    folder = posixpath.dirname(page)
    found = dict.fromkeys(quoted or bare for quoted, bare in _TARGET.findall(html))
    places = {target: _leads(target, folder) for target in found if not target.startswith(("https://", "#"))}
    return [target for target, place in places.items() if place is not None and place not in held]


@lru_cache(maxsize=1 << 14)
def _leads(target: str, folder: str) -> str | None:
    """The file that an address on a page in a folder leads to; None where that is not asked."""
    if _PLAIN.fullmatch(target):  # nearly all links between generated pages
        return _place(folder, target)
    parts = urlsplit(target)
    if parts.scheme or parts.netloc or not parts.path or parts.path.endswith(".md"):
        return None
    return posixpath.normpath(posixpath.join(folder, unquote(parts.path)))


def _place(folder: str, target: str) -> str:
    """Where a relative address leads that goes up at its beginning only: what normpath says, in a tenth of its time."""
    while folder and target.startswith("../"):
        folder, target = folder.rpartition("/")[0], target[3:]
    return f"{folder}/{target}" if folder else target
