"""Where in the log what a document says belongs, and in which order it stands there. Pure."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import fields
from itertools import pairwise
from operator import attrgetter
from typing import TypeVar

from daybook.errors import StoreError
from daybook.model import Listing, Record, Statement
from daybook.model.jsonl import RECORDS, Unsound
from daybook.sources import registry
from daybook.text.language import YEARS

Line = TypeVar("Line", Record, Statement)
_IDENTITY = ("document", "place")
_said = attrgetter(*(field.name for field in fields(Record) if field.name not in _IDENTITY))
_said_of_harvest = attrgetter(*(field.name for field in fields(Record) if field.name not in (*_IDENTITY, "date")))
"""A harvest is dated by its document; the same metadata found again on a later day says nothing new."""


def raw_name(listing: Listing, document: str) -> str:
    """Where the raw document of this listing is kept, below the archive: readable, safe, and unique by its hash."""
    words = (listing.source, listing.origin, listing.category, listing.part)
    label = "-".join(re.sub(r"[^A-Za-z0-9.+-]+", "_", word).strip("._") for word in words if word)[:80]
    return f"listings/{listing.date:%Y/%m}/{listing.date}-{label}-{document}.gz"


def by_file(records: Iterable[Record]) -> dict[str, list[Record]]:
    """The records by the name of the log's file that they belong to."""
    files: dict[str, list[Record]] = defaultdict(list)
    for record in records:
        files[record.file].append(record)
    return files


def home_of(path: str) -> str:
    """The name of the log's file of a path below the archive, of which `harvest` may have several parts.

    >>> home_of("records/harvest/2603-2.jsonl")
    'harvest/2603'
    """
    return re.sub(r"(harvest/\d{4})-\d+$", r"\1", path.removeprefix("records/").removesuffix(".jsonl"))


def dated(lines: Sequence[Line], name: str, unsound: Unsound = None) -> list[Line]:
    """The lines of a file of the log, but those with a date that no document has. Raises StoreError, naming the file,
    where there is one that `unsound` does not take."""
    sound = [line for line in lines if line.date.year in YEARS]
    if wrong := next((line for line in lines if line.date.year not in YEARS), None):
        hint = "restore the file from git, or remove that line"
        fault = StoreError(f"contains a line with the impossible date {wrong.date}", subject=name, hint=hint)
        if unsound is None:
            raise fault
        unsound(fault)
    return sound


def settled(records: Iterable[Record]) -> list[Record]:
    """The records of a file as they stand there: in order, and one of those that say the same.

    Where two archives were merged whose readers differed, a document may say two things in one place: then what is
    longer stands.
    """
    chosen: dict[tuple[object, ...], Record] = {}
    for record in records:
        same = _saying(record)
        rival = chosen.get(same)
        if rival is None or record.order < rival.order:
            chosen[same] = record
    places: dict[tuple[object, ...], Record] = {}
    for record in chosen.values():
        place = (*record.order, record.type, record.arxiv_id or record.title)
        rival = places.get(place)
        places[place] = record if rival is None else max(record, rival, key=_length)
    return sorted(places.values(), key=attrgetter("order"))


def news(records: Iterable[Record], held: Iterable[Record]) -> list[Record]:
    """Those of the records that say what none of those held says."""
    known = set(map(_saying, held))
    return [record for record in records if _saying(record) not in known]


def _saying(record: Record) -> tuple[object, ...]:
    dated = record.type != "harvest" or record.source == registry.OAI.name  # whose datestamp says when it changed
    return _said(record) if dated else _said_of_harvest(record)


def _length(record: Record) -> tuple[int, bytes]:
    line = RECORDS.encode(record)
    return len(line), line


def are_in_order(records: Sequence[Record]) -> bool:
    """Whether the records of a file are in order, and none comes twice; lines that git merged need not be."""
    keys = [record.order for record in records]
    pairs = enumerate(pairwise(keys))
    return all(one < two or (one == two and records[k] != records[k + 1]) for k, (one, two) in pairs)


def chunks(lines: list[bytes], most: int) -> list[list[bytes]]:
    """The lines in parts of at most `most` bytes; none where there are no lines."""
    parts: list[list[bytes]] = []
    size = most
    for line in lines:
        if not parts or size + len(line) > most:
            parts.append([])
            size = 0
        parts[-1].append(line)
        size += len(line)
    return parts
