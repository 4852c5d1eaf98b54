"""`daybook render`: the archive's pages as Markdown, without a site."""

from __future__ import annotations

import argparse

from daybook.commands import arguments
from daybook.commands.making import render


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the command line."""
    arguments.common(parser, lambda context, _: render(context), "daybook render")
