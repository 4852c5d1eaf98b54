"""Names for pages that every file system accepts. Pure."""

from __future__ import annotations

import re
import unicodedata

MOST = 100
"""Longest name, in characters: file systems accept 255 bytes, some archivers and clouds little more for a whole
path."""

_DEVICE = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)  # of Windows, with any extension
_PLAIN = re.compile(r"[^\W_](?:[\w.+~-]*[\w+~-])?")
_INDEX = ("index", "readme")  # what web servers and MkDocs treat as a folder's own page


def is_name(name: str) -> bool:
    """Whether a page or a folder of pages can have this name: short, plain characters, not reserved.

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
    """A path as case-insensitive file systems compare it."""
    return path.lower() if path.isascii() else unicodedata.normalize("NFC", path.casefold())
