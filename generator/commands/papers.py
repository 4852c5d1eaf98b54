"""`daybook papers`: all papers of the archive on standard output."""

from __future__ import annotations

import gc

from generator import exports
from generator.context import Context
from generator.runtime import terminal


def papers(context: Context, form: str) -> None:
    """Print every paper in a format, the name of an export, sorted by key."""
    # Nothing is freed before the end, and a million live objects make each collection slow.
    gc.disable()
    terminal.data(exports.lines(form, context.fold(published=False)))
