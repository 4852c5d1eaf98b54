"""`daybook backfill`: the papers that were announced before the archive began."""

from __future__ import annotations

import argparse

from daybook.archive.folder import Context
from daybook.commands import arguments
from daybook.commands.harvest import backfill


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the command line."""
    arguments.common(parser, run, "daybook backfill --from 2025-01-01 --to 2025-12-31")
    arguments.days(parser, required=True)
    arguments.summary(parser)


def run(context: Context, options: argparse.Namespace) -> None:
    """Run the command."""
    arguments.check_days(options)
    backfill(context, options.first, options.last, summary=options.summary)
