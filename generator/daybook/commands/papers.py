"""`daybook papers`: all papers of the archive on standard output."""

from __future__ import annotations

import argparse

from daybook import exports
from daybook.archive.folder import Context
from daybook.commands import arguments
from daybook.commands.export import PRIVATE, Choice, export
from daybook.runtime import terminal


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the command line."""
    arguments.common(
        parser, lambda context, options: papers(context, options.format), "daybook papers --format csv > papers.csv"
    )
    parser.description = f"{parser.description} {PRIVATE}"
    parser.add_argument(
        "--format", choices=exports.formats(), default=exports.formats()[0], help="output format (default: %(default)s)"
    )


def papers(context: Context, form: str) -> None:
    """Print every paper in a format, the name of an export, sorted by key."""
    printed, _ = export(context, form, Choice())
    terminal.data(printed)
