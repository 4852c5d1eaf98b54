"""Every version of every paper as a row of a Parquet table."""

from __future__ import annotations

from collections.abc import Iterator

from daybook.exports import parquet
from daybook.model import Archive
from daybook.text import markup
from daybook.view.context import View

COLUMNS: parquet.Columns = (
    ("key", "text"), ("version", "number"), ("submitted", "time"), ("title", "text"), ("withdrawn", "flag"),
)  # fmt: skip


def data(view: View) -> bytes:
    """The table of versions, sorted by the papers' keys. Raises BuildError where pyarrow is not installed."""
    return parquet.table(COLUMNS, _rows(view.archive))


def _rows(archive: Archive) -> Iterator[dict[str, object]]:
    for key in sorted(archive.papers):
        for each in archive.papers[key].versions:
            title = markup.plain(each.title) if each.title else None
            yield {
                "key": key,
                "version": each.version,
                "submitted": each.submitted,
                "title": title,
                "withdrawn": each.withdrawn,
            }
