"""What the commands' parsers share: options of every command, and types of values."""

from __future__ import annotations

import argparse
import datetime as dt
from collections.abc import Callable
from pathlib import Path
from typing import Any

from daybook.archive.folder import Context

Run = Callable[[Context, argparse.Namespace], Any]
"""Runs a command with the options that its parser read."""


def common(parser: argparse.ArgumentParser, run: Run, example: str) -> None:
    """Add what every command has: an example, --archive, --quiet and --verbose."""
    parser.epilog = f"example: {example}"
    parser.add_argument("--archive", type=Path, metavar="DIR", help="the archive's folder (default: content/)")
    parser.add_argument("--quiet", action="store_true", help="print errors only")
    parser.add_argument(
        "--verbose",
        action="store_true",
        help="log requests, files, caches and processes, and show a traceback for each error",
    )
    parser.set_defaults(run=run, usage=parser.error)


def days(parser: argparse.ArgumentParser, *, required: bool) -> None:
    """Add --from and --to."""
    for name, which in (("from", "first"), ("to", "last")):
        default = "" if required else f" (default: the archive's {which})"
        parser.add_argument(
            f"--{name}", required=required, type=date, dest=which, metavar="DATE", help=f"{which} day{default}"
        )


def check_days(options: argparse.Namespace) -> None:
    """Stop with exit code 2 where --from is later than --to."""
    if options.first and options.last and options.first > options.last:
        options.usage(f"--from {options.first} is later than --to {options.last}")


def summary(parser: argparse.ArgumentParser) -> None:
    """Add --summary."""
    parser.add_argument("--summary", type=Path, metavar="FILE", help="append a Markdown report to FILE")


def positive(text: str) -> int:
    """A number from 1 on."""
    if not (text.isascii() and text.isdigit() and int(text)):
        raise argparse.ArgumentTypeError(f"{text!r} is not a positive integer")
    return int(text)


def date(text: str) -> dt.date:
    """A date as ISO 8601 writes it."""
    try:
        return dt.date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a date in the form 2026-03-03") from None


def month(text: str) -> dt.date:
    """The first day of a month, which is written as 2026-03."""
    try:
        return dt.date.fromisoformat(f"{text}-01")
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a month in the form 2026-03") from None
