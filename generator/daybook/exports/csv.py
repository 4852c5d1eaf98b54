"""Every paper as a row of CSV, for spreadsheets."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from daybook.exports.jsonl import fields
from daybook.model import Archive, Paper

FIELDS = (
    "key", "arxiv_id", "version", "title", "authors", "primary_category", "categories", "submitted", "updated",
    "withdrawn", "first_seen", "themes", "doi", "journal_ref", "comments", "abstract",
)  # fmt: skip
_SIGNS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""What makes a formula of a cell for some program; the wide ones in Japanese and Chinese versions of it."""


def lines(archive: Archive) -> Iterator[bytes]:
    """A header and a row per paper (RFC 4180). Lists are joined by "; "; a leading sign never makes a formula."""
    for row in (FIELDS, *(_row(paper) for paper in archive.papers.values())):
        line = io.StringIO()
        csv.writer(line).writerow(row)
        yield line.getvalue().encode()


def _row(paper: Paper) -> list[str]:
    first_seen = next((s.date for s in paper.sightings if not s.reconstructed), paper.first_seen)
    values = {**fields(paper), "first_seen": first_seen.isoformat()}
    return [_cell(values[name]) for name in FIELDS]


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = "; ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
    return f"'{text}" if text.startswith(_SIGNS) else text
