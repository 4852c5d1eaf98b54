"""Help for the tests of text readers: tables of what real documents hold, written down beside the tests."""

import hashlib
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import cast

from daybook.model import Entry, Listing
from daybook.sources.plain_text import Head

DATA = Path(__file__).parent / "data"


def head(data: bytes) -> Head:
    """The head of a document, as the dispatcher makes it."""
    return Head(data[:65536], data[:65536].decode("utf-8", "replace"))


def only_by(reader: ModuleType) -> Callable[[bytes | str], Listing]:
    """What finds the only listing of a document."""

    def only(data: bytes | str) -> Listing:
        (listing,) = reader.read(data.encode() if isinstance(data, str) else data)
        return cast("Listing", listing)

    return only


def changed(text: str, *pairs: tuple[str, str]) -> str:
    """A document with some words replaced, each of which must occur in it."""
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    return text


def entry_row(entry: Entry) -> dict[str, str]:
    """An entry of a listing as the tables have it."""
    return {
        "place": str(entry.place),
        "type": entry.type,
        "id": entry.arxiv_id or "",
        "formats": " ".join(entry.formats),
        "categories": " ".join(entry.categories),
        "paragraphs": str((entry.abstract or "").count("\n\n") + 1),
        "authors": str(len(entry.authors)),
        "first": (entry.authors or ("",))[0],
        "last": (entry.authors or ("",))[-1],
        "title": entry.title,
        "comments": brief(entry.comments),
        "journal_ref": brief(entry.journal_ref),
    }


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
