"""Every paper as a row of a Parquet table, for DuckDB, Arrow and whatever else reads columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from daybook.errors import BuildError
from daybook.exports import jsonl
from daybook.model import Paper
from daybook.view import addresses
from daybook.view.context import View

LEVEL = 9
"""How hard Zstandard tries."""

Columns = Sequence[tuple[str, str]]
"""(name, type) of a table's columns: `text`, `texts` (a list of them), `number`, `flag`, `day`, `time` (UTC)."""

COLUMNS: Columns = (
    ("key", "text"), ("arxiv_id", "text"), ("version", "number"), ("title", "text"), ("abstract", "text"),
    ("authors", "texts"), ("authors_complete", "flag"), ("primary_category", "text"), ("categories", "texts"),
    ("comments", "text"), ("journal_ref", "text"), ("doi", "text"), ("submitted", "time"), ("updated", "time"),
    ("withdrawn", "flag"), ("first_seen", "day"), ("themes", "texts"), ("license", "text"), ("page", "text"),
)  # fmt: skip


def data(view: View) -> bytes:
    """The table of papers, sorted by key. Raises BuildError where pyarrow is not installed."""
    archive = view.archive
    papers = (jsonl.shown(archive.papers[key], view.shows) for key in sorted(archive.papers))
    return table(COLUMNS, map(_row, papers))


def _row(paper: Paper) -> dict[str, object]:
    return {
        **jsonl.fields(paper),
        "submitted": paper.submitted,
        "updated": paper.updated,
        "first_seen": paper.first_seen,
        "license": paper.license,
        "page": addresses.served(addresses.paper(paper.key)),
    }


def table(columns: Columns, rows: Iterable[dict[str, Any]]) -> bytes:
    """A Parquet file of these columns of the rows. Raises BuildError where pyarrow is not installed."""
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError:
        hint = "run: make data (or pip install pyarrow)"
        raise BuildError("pyarrow is not installed", subject="Parquet", hint=hint) from None
    types = {
        "text": pa.string(), "texts": pa.list_(pa.string()), "number": pa.int32(), "flag": pa.bool_(),
        "day": pa.date32(), "time": pa.timestamp("s", tz="UTC"),
    }  # fmt: skip
    values: dict[str, list[object]] = {name: [] for name, _ in columns}
    for row in rows:
        for name, held in values.items():
            held.append(row[name])
    schema = pa.schema([(name, types[kind]) for name, kind in columns])
    stream = pa.BufferOutputStream()
    parquet.write_table(
        pa.table(values, schema=schema), stream, compression="zstd", compression_level=LEVEL, store_schema=False
    )
    made: bytes = stream.getvalue().to_pybytes()
    return made
