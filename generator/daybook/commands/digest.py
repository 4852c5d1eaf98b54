"""`daybook digest MONTH`: what a month brought, as Markdown on standard output."""

from __future__ import annotations

import argparse
import datetime as dt

from daybook import pages
from daybook.archive import load
from daybook.archive.folder import Context
from daybook.commands import arguments
from daybook.pages import periods
from daybook.runtime import terminal


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the command line."""
    arguments.common(
        parser, lambda context, options: digest(context, options.month), "daybook digest 2026-03 > notes.md"
    )
    parser.add_argument("month", type=arguments.month, metavar="MONTH", help="a month, as 2026-03")


def digest(context: Context, first: dt.date) -> None:
    """Print the digest of the month that begins on `first`; nothing where nothing was announced in it."""
    archive = load.fold(context, published=True, keep=False)
    texts = pages.Texts(digests=context.store.digests())
    text = periods.release_notes(archive, context.settings(), texts, first)
    if text:
        terminal.data([text.encode()])
    elif not context.quiet:
        terminal.warn(f"daybook: nothing of {first:%Y-%m} is held")
