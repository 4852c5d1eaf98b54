"""Papers in files of a moderate size: by month of the arXiv id, each month cut into parts that seldom change.

A file of papers is named `2603.0of4`: of the papers of March 2026, those whose keys' CRC-32 modulo 4 is 0. Whoever
knows a key and the number of parts of its month finds its file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple
from zlib import crc32

from daybook.config import Settings
from daybook.fold import outlines


class Part(NamedTuple):
    """A file of papers."""

    name: str  # `2603.0of4`
    folder: str  # of the papers' pages: `2603`, or `title` for papers without an arXiv id
    keys: list[str]  # of its papers, sorted


def of(months: Mapping[str, Sequence[str]], most: int) -> Iterator[Part]:
    """All parts of the papers (keys) of these months, of some `most` papers each: a power of two of them, so that the
    cut seldom changes as a month grows. A part may be empty, so that the others keep their names."""
    for folder, held in months.items():
        parts = 1 << (-(-len(held) // most) - 1).bit_length()
        keys: list[list[str]] = [[] for _ in range(parts)]
        for key in held:
            keys[crc32(key.encode(errors="surrogatepass")) % parts].append(key)
        yield from (Part(f"{folder}.{number}of{parts}", folder, each) for number, each in enumerate(keys))


def shows(settings: Settings) -> outlines.Shows:
    """Whether the words of a source may be shown, for functions that another process calls."""
    return partial(_shows, settings)


def _shows(settings: Settings, source: str) -> bool:
    return settings.rule(source).publish
