"""Help for the tests of text readers: tables of what real documents hold, written down beside the tests."""

from __future__ import annotations

import hashlib
from pathlib import Path

from generator.sources.plain_text import Head

DATA = Path(__file__).parent / "data"


def head(data: bytes) -> Head:
    """The head of a document, as the dispatcher makes it."""
    return Head(data[:65536], data[:65536].decode("utf-8", "replace"))


def rows(name: str) -> list[dict[str, str]]:
    """The rows of a table (tab-separated, first line names the columns)."""
    first, *others = (DATA / name).read_text(encoding="utf-8").splitlines()
    columns = first.split("\t")
    return [dict(zip(columns, line.split("\t"), strict=True)) for line in others]


def fingerprint(text: str | None) -> str:
    """What a table has of words that are not ours to keep: the first 12 hex digits of their SHA-256."""
    return hashlib.sha256((text or "").encode()).hexdigest()[:12]


def brief(text: str | None) -> str:
    """Long text as its beginning, its length and its end: as the tables have it."""
    text = text or ""
    return text if len(text) <= 60 else f"{text[:25]}…{len(text)}…{text[-25:]}"
