"""`daybook papers`: all papers of the archive on standard output."""

from __future__ import annotations

import gc

from generator.context import Context
from generator.exports import papers as export
from generator.runtime import terminal


def papers(context: Context, form: str) -> None:
    """Write every paper as a line of `form` ("jsonl" or "csv"), sorted by key."""
    # Nothing is freed before the end, and a million live objects make each collection slow.
    gc.disable()
    found = context.fold(published=False)
    lines = export.csv_lines(found) if form == "csv" else export.jsonl(found)
    terminal.data(lines)
