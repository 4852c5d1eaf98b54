"""`daybook papers`: all papers of the archive on standard output."""

from __future__ import annotations

import argparse
import gc

from generator import exports
from generator.commands import arguments
from generator.context import Context
from generator.runtime import terminal


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the command line."""
    arguments.common(parser, run, "daybook papers --format csv > papers.csv")
    parser.add_argument(
        "--format", choices=exports.formats(), default=exports.formats()[0], help="output format (default: %(default)s)"
    )


def run(context: Context, options: argparse.Namespace) -> None:
    """Run the command."""
    papers(context, options.format)


def papers(context: Context, form: str) -> None:
    """Print every paper in a format, the name of an export, sorted by key."""
    # All objects live to the end; with a million of them each collection is slow.
    gc.disable()
    terminal.data(exports.lines(form, context.fold(published=False)))
