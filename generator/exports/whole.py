"""A file of the site with all papers of the archive, packed: what `daybook export NAME --published` prints."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterator

from generator.archive import outlines
from generator.exports import SiteFile, references
from generator.model import Archive
from generator.store.jsonl import to_json


def file(path: str, archive: Archive, lines: Callable[[Archive], Iterator[bytes]]) -> SiteFile:
    """The file at this path, of what an export prints of all papers; made again when a paper has changed."""
    known = archive.outlines or {key: outlines.of(paper, references.nothing) for key, paper in archive.papers.items()}
    hashes = [(key, outline.listed_hash, outline.page_hash) for key, outline in known.items()]
    return SiteFile(path, lambda: gzip.compress(b"".join(lines(archive)), mtime=0), outlines.hash_of(to_json(hashes)))
