"""The invented papers of these tests as an index that generator/search makes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from unittest.mock import patch

from generator.search import index
from generator.search.entries import END, GAP, Entry
from generator.search.index import Facet
from generator.search.words import words
from generator.store.jsonl import to_json
from tests.search.terms import Record

FACETS = ("category", "theme", "type", "year", "code", "withdrawn", "badge")


def scripts(
    records: Sequence[Record], *, shard: int = 50, cut: int = 200, chunk: int = 4, block: int = 7, names: int = 5,
    dates: Iterable[str] = (), labels: Mapping[str, str] | None = None, pages: Mapping[str, str] | None = None,
) -> dict[str, bytes]:  # fmt: skip
    """The files by name. Small ones, so that few papers need many."""
    entries = [entry(record) for record in records]
    facets = [facet(name, records, labels or {}) for name in FACETS]
    by_day = dict(Counter(record.date for record in records))
    newest = max((record.date for record in records), default=None)
    with patch.multiple(index, SHARD=shard, CUT=cut, BLOCK=block, NAMES=names):
        files = index.files(entries, facets, list(dates), by_day, {"asOf": newest, "chunk": chunk}, pages)
    for number, start in enumerate(range(0, len(records), chunk)):
        name = f"papers/{number}"
        files[name] = index.script(name, to_json([shown(record) for record in records[start : start + chunk]]))
    return files


def shown(record: Record) -> list[object]:
    return [
        *(record.key, record.title, list(record.authors[:8]), len(record.authors), record.date),
        *(record.gist, list(record.category), list(record.theme), len(record.withdrawn)),
    ]


def entry(record: Record) -> Entry:
    fields = ((record.title,), record.authors, (record.gist,), (record.abstract,), (record.notes,))
    texts = (f" {GAP} ".join(" ".join(words(text)) for text in field) for field in fields)
    return Entry(
        stamp="", words=END.join(texts), names=record.authors, ids=record.ids, categories=record.category,
        themes=record.theme, types=record.type, badges=record.badge, withdrawn=bool(record.withdrawn),
    )  # fmt: skip


def facet(name: str, records: Sequence[Record], labels: Mapping[str, str]) -> Facet:
    values = sorted({value for record in records for value in getattr(record, name)})
    of = [tuple(sorted(values.index(value) for value in getattr(record, name))) for record in records]
    return Facet(name, name.title(), [(value, labels.get(value, value)) for value in values], of)
