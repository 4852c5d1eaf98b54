"""`daybook render`: the archive's pages as Markdown, without a site."""

from __future__ import annotations

import argparse

from generator.commands import arguments
from generator.commands.build import render
from generator.context import Context


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the command line."""
    arguments.common(parser, run, "daybook render")


def run(context: Context, options: argparse.Namespace) -> None:
    """Run the command."""
    render(context)
