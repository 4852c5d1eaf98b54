"""Small builders of records for tests: only what a test is about need be named."""

import datetime as dt
import json
import zlib
from base64 import b64decode
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from daybook import cli
from daybook.log.store import Document, Store
from daybook.model import Count, Entry, Listing, Record, Statement
from daybook.model.jsonl import document_hash
from daybook.runtime import files

ABSTRACT = (
    "Replicated counters drift apart when clocks disagree. We measure the drift on nine sites over a year and show "
    "that a bounded correction keeps every replica within two steps of the truth at no cost in messages."
)
OTHER_ABSTRACT = (
    "Sorting networks on wafer-scale chips waste wires. A folding of the bitonic network into columns halves the "
    "wiring, and a simulator of ours confirms the bound for up to a million keys in three technologies."
)


def day(text: str) -> dt.date:
    return dt.date.fromisoformat(text)


def time(text: str) -> dt.datetime:
    return dt.datetime.fromisoformat(text).replace(tzinfo=dt.UTC)


def entry(title: str = "Bounded Drift in Replicated Counters", **fields: Any) -> Entry:
    told: dict[str, Any] = {"place": 1, "type": "new", "date": day("2026-03-03"), "title": title, **fields}
    return Entry(**told)


def record(title: str = "Bounded Drift in Replicated Counters", **fields: Any) -> Record:
    told: dict[str, Any] = {
        "place": 1, "type": "new", "date": day("2026-03-03"), "title": title, "source": "arxiv-listing",
        "category": "cs.DC", "document": "d0", **fields,
    }  # fmt: skip
    return Record(**told)


def card(title: str = "Bounded Drift in Replicated Counters", **fields: Any) -> Record:
    told: dict[str, Any] = {
        "type": "card", "source": "pith", "headline": "Counters stay within two steps", "abstract": ABSTRACT, **fields
    }  # fmt: skip
    return record(title, **told)


def listing(*entries: Entry, **fields: Any) -> Listing:
    numbered = tuple(entries)
    told: dict[str, Any] = {
        "source": "arxiv-listing", "format": "test", "date": day("2026-03-03"), "category": "cs.DC", "part": "new",
        "whole": True, "entries": numbered,
        "counts": (Count(section="new", read=len(numbered), shown=len(numbered), total=len(numbered)),),
        **fields,
    }  # fmt: skip
    return Listing(**told)


def statement(**fields: Any) -> Statement:
    told: dict[str, Any] = {
        "source": "arxiv-listing", "date": day("2026-03-03"), "category": "cs.DC", "part": "new", "whole": True,
        "quiet": False, "counts": (), "document": "d0", "first_read": time("2026-03-08T06:00:00"), **fields,
    }  # fmt: skip
    return Statement(**told)


def add(folder: Path, *listings: Listing, settings: str = "") -> None:
    """Keep listings in an archive, each as a document of its own; `settings`: those of a new one."""
    store = Store(folder, lambda: time("2026-03-08T06:00:00"))
    with store.lock():
        if settings:
            store.make(settings)
        for each in listings:
            store.add(Document(name="d", hash=document_hash(repr(each).encode()), listings=(each,)))
        store.coverage.flush()


def read_script(data: bytes, call: str) -> tuple[str, Any]:
    """The name of a script of generator/daybook/exports/scripts.py, and what it hands over."""
    start, name, comma, packed, end = data.split(b'"')
    assert (start, comma, end) == (f"daybook.{call}(".encode(), b",", b");\n")
    return name.decode(), json.loads(zlib.decompress(b64decode(packed), wbits=-15))


def daybook(*words: str | Path, code: int = 0) -> None:
    """Run a command of the program, which must end with this exit code."""
    assert cli.main([str(word) for word in words]) == code


def put(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write texts and bytes by their paths below a folder."""
    for name, held in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(held.encode() if isinstance(held, str) else held)
    return folder


def reads(monkeypatch: pytest.MonkeyPatch, folder: Path) -> list[str]:
    """The files below a folder that the program reads from now on."""
    names, real = list[str](), files.read

    def noting(path: Path) -> bytes | None:
        if path.is_relative_to(folder):
            names.append(path.relative_to(folder).as_posix())
        return real(path)

    monkeypatch.setattr(files, "read", noting)
    return names
