"""What a page may be called, so that every file system takes its name. Pure."""

from __future__ import annotations

import re
import unicodedata

MOST = 100
"""Characters of a name: file systems take 255 bytes, some archivers' and clouds' whole paths little more."""

_DEVICE = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)  # Windows': with any ending, too
_PLAIN = re.compile(r"[^\W_](?:[\w.+~-]*[\w+~-])?")
_INDEX = ("index", "readme")  # what web servers and MkDocs take for a folder's own page


def is_name(name: str) -> bool:
    """Whether a page, and a folder of pages, can have this name: short, of plain signs, and nobody's own.

    >>> [name for name in ("cs.DC", "aux", "con.AB", "index", "a.", "a/b", "a" * 101) if is_name(name)]
    ['cs.DC']
    """
    return (
        len(name.encode()) <= MOST
        and _PLAIN.fullmatch(name) is not None
        and not _DEVICE.fullmatch(name)
        and name.lower() not in _INDEX
    )


def folded(path: str) -> str:
    """A path as those file systems compare it that take small and capital letters for the same."""
    return path.lower() if path.isascii() else unicodedata.normalize("NFC", path.casefold())
