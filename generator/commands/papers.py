"""`daybook papers`: all papers of the archive on standard output."""

from __future__ import annotations

import argparse

from generator import exports
from generator.commands import arguments
from generator.commands.export import PRIVATE, Choice, export
from generator.context import Context
from generator.runtime import terminal


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
