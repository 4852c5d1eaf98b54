"""`daybook citation`: a CITATION.cff of the archive on standard output."""

from __future__ import annotations

import argparse
import datetime as dt

from daybook.archive import load
from daybook.archive.folder import Context
from daybook.commands import arguments
from daybook.exports import citations
from daybook.runtime import terminal


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the command line."""
    arguments.common(
        parser,
        lambda context, options: citation(context, options.author, options.month),
        'daybook citation --author "Distributed Systems Group" > CITATION.cff',
    )
    parser.add_argument("--author", action="append", default=[], metavar="NAME",
                        help="who keeps it; repeat it for several (default: the repository's owner)")  # fmt: skip
    parser.add_argument("--month", type=arguments.month, metavar="MONTH",
                        help="of the release of a month: with its version and date")  # fmt: skip


def citation(context: Context, authors: list[str], month: dt.date | None = None) -> None:
    """Print the file; for the release of a month with the month as its version, and the newest date held as its date.

    Without a month it has neither, so that it stays true as it is committed.
    """
    names = [name for name in (" ".join(author.split()) for author in authors) if name]
    version, released = "", None
    if month:
        version, released = f"{month:%Y-%m}", load.fold(context, published=True, described=False, keep=False).as_of
    terminal.data([citations.cff(context.settings(), names, version, released).encode()])
