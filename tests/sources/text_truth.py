"""Help for the tests of text readers: tables of what real documents hold, written down beside the tests."""

import gzip
import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, cast

from daybook.model import Entry, Listing
from daybook.sources import registry

DATA = Path(__file__).parent / "data"
head = registry.head_of


def only_by(reader: ModuleType) -> Callable[[bytes | str], Listing]:
    """What finds the only listing of a document."""

    def only(data: bytes | str) -> Listing:
        (listing,) = reader.read(data.encode() if isinstance(data, str) else data)
        return cast("Listing", listing)

    return only


def changed(text: str, *pairs: tuple[str, str]) -> str:
    """A document with some words replaced, each of which must occur in it. In them "…" stands for all that is between
    two others, or up to the end."""
    for old, new in pairs:
        pattern = ".*?".join(map(re.escape, old.removesuffix("…").split("…"))) + (".*" if old.endswith("…") else "")
        text, times = re.subn(pattern, lambda _, new=new: new, text, flags=re.DOTALL)
        assert times, old
    return text


def stated(value: Any) -> Any:
    """A listing or an entry as the tables have it: what it states, by the names of its fields."""
    if is_dataclass(value):
        told = ((each, getattr(value, each.name)) for each in fields(value))
        return {each.name: stated(said) for each, said in told if said != each.default}
    return tuple(map(stated, value)) if isinstance(value, tuple) else value


def excerpt(listing: Listing, asked: Mapping[Any, Any], before: Listing | None = None) -> Mapping[Any, Any]:
    """Of what a listing says what is asked for, None for what it does not state. Besides its fields: the number of its
    entries, their places, and what each says by its number from 0; the total of all; mismatches; whether the entries
    are the same as in another."""
    entries = dict(enumerate(map(stated, listing.entries)))
    own = {
        **stated(listing), **entries, "entries": len(entries), "places": tuple(each.place for each in listing.entries),
        "total": next((each.total for each in listing.counts if each.section == "all"), None),
        "mismatches": len(listing.mismatches()), "faults": listing.faults(),
        "same": before is not None and listing.entries == before.entries,
    }  # fmt: skip
    return {
        name: {field: own[name].get(field) for field in asked[name]} if name in entries else own.get(name)
        for name in asked
    }


def unpacked(data: bytes) -> bytes:
    return gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data


def row(entry: Entry) -> dict[str, str]:
    """An entry of a real text as the tables have it."""
    return {
        "place": str(entry.place), "type": entry.type, "id": entry.arxiv_id or "", "version": str(entry.version),
        "date": str(entry.date), "published": f"{entry.submitted or entry.date:%Y-%m-%dT%H:%M:%SZ}",
        "updated": f"{entry.updated or entry.date:%Y-%m-%dT%H:%M:%SZ}", "formats": " ".join(entry.formats),
        "categories": " ".join(entry.categories), "paragraphs": str((entry.abstract or "").count("\n\n") + 1),
        "authors": str(len(entry.authors)), "first": (entry.authors or ("",))[0], "last": (entry.authors or ("",))[-1],
        "names": "; ".join(entry.authors), "title": entry.title, "comments": brief(entry.comments),
        "journal_ref": brief(entry.journal_ref), "doi": entry.doi or "", "badge": entry.badge or "",
        "figure": str(int(entry.figure)), "gist_length": str(len(entry.gist or "")),
        "headline": fingerprint(entry.headline),
    }  # fmt: skip


def rows(path: Path) -> list[dict[str, str]]:
    """The rows of a table (tab-separated, first line names the columns)."""
    first, *others = path.read_text(encoding="utf-8").splitlines()
    columns = first.split("\t")
    return [dict(zip(columns, line.split("\t"), strict=True)) for line in others]


def fingerprint(text: str | None) -> str:
    """What a table has of words that are not ours to keep: the first 12 hex digits of their SHA-256."""
    return hashlib.sha256((text or "").encode()).hexdigest()[:12]


def brief(text: str | None) -> str:
    """Long text as its beginning, its length and its end: as the tables have it."""
    text = text or ""
    return text if len(text) <= 60 else f"{text[:25]}…{len(text)}…{text[-25:]}"
