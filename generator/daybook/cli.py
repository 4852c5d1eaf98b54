"""The `daybook` command line: finds the command's module, runs it, prints one line per error, sets the exit code.

A command is a module of generator/daybook/commands with `declare(parser)`, and a line in COMMANDS.
"""

from __future__ import annotations

import argparse
import difflib
import os
import shlex
import sys
import traceback
from collections.abc import Iterable, Sequence
from importlib import import_module, metadata
from pathlib import Path
from typing import Any, NoReturn

from daybook.errors import Damaged, actionable
from daybook.runtime import terminal

DESCRIPTION = "Keep a research field's daily listings as a static archive that anyone can own."
COMMANDS = {
    "init": "Create an empty archive, replacing the sample archive if there is one.",
    "ingest": "Read documents into the archive: saved pages, feeds, API responses, pasted text, snapshots.",
    "fetch": "Fetch today's announcements, and fill gaps in the last 90 days.",
    "backfill": "Fetch papers announced before the archive began;"
    " days for which no listing was read are reconstructed.",
    "harvest": "Fetch what has changed since the last harvest: new versions, journal references, withdrawals.",
    "search": "Find papers by words, ids, authors and dates, as the site's own search does.",
    "papers": "Print all papers.",
    "export": "Print papers, all or some, as BibTeX, RIS, CSL-JSON and in other formats.",
    "render": "Write the archive's pages as Markdown to its folder pages/.",
    "build": "Render the pages and build the site.",
    "serve": "Build the site and serve it on this machine.",
    "check": "Check that the archive is sound and that its days are complete.",
    "doctor": "Say what would keep the archive from being published; the exit code is 1 if anything would.",
    "digest": "Print a month's digest as Markdown, for the notes of a release.",
    "citation": "Print a CITATION.cff: how to cite the archive, for programs.",
    "verify": "Compare a site, published or in a folder, with SHA-256 sums; the exit code is 1 if it differs.",
    "coverage": "List how complete each day is in each category; the exit code is 1 if any day is incomplete.",
    "store": "Print what the archive holds on disk, how it grows, and which limits of hosts it comes near.",
    "summarize": "Have a language model choose the sentences that cards show, newest papers first;"
    " a paper is sent again only if its text, the prompt or the model changes.",
    "themes": "Explain a paper's themes, preview rule changes, or suggest themes.",
    "split": "Move older years to an archive of their own; every page's address stays valid.",
}
"""Command -> what it does. A command's module is imported when it is run: `daybook --help` does not load MkDocs."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line. Returns the exit code: 0 done, 1 something was refused, 2 wrong usage."""
    options = _parser().parse_args(arguments)
    try:
        failed = _run(options)
        _flush()  # here, where a reader that has gone away is no error worth printing
        return 1 if failed else 0
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        terminal.warn("daybook: stopped; run the same command again to finish")
        return 130
    except Exception as error:
        if options.verbose:
            terminal.trace("".join(traceback.format_exception(error)))
        terminal.warn(f"daybook: {actionable(error)}")
        return 1


def _run(options: argparse.Namespace) -> bool:
    """Run the command; whether anything was refused."""
    flag = f" --archive {shlex.quote(str(options.archive))}" if options.archive else ""
    context = import_module("daybook.archive.folder").Context(  # as late as the command's own module
        options.archive or _default_archive(), quiet=options.quiet, verbose=options.verbose, flag=flag
    )
    terminal.log(shown=options.verbose)
    try:
        try:
            options.run(context, options)
        except Damaged:
            options.run(context, options)
    finally:
        terminal.log(shown=False)  # of this run alone: a program may call `main` more than once
    return bool(context.failed)


def _default_archive() -> Path:
    """content/ in the current folder or one above it, else in the repository Daybook is installed from."""
    here = Path.cwd()
    for folder in (here, *here.parents):
        if (folder / "content" / "archive.yml").exists():
            return folder / "content"
    return Path(__file__).resolve().parents[2] / "content"


class _Parser(argparse.ArgumentParser):
    """Declares its arguments only when it is used, and suggests the right spelling of a mistyped one."""

    module = ""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        if self.module:
            import_module(self.module).declare(self)
            self.module = ""
        options, rest = super().parse_known_args(args, namespace)
        rest = self._unlisted(options, rest)
        for word in rest:
            name = word.partition("=")[0]
            self.error(f"unrecognized argument {name!r}{_suggestion(name, self._option_string_actions)}")
        return options, rest

    def _unlisted(self, options: argparse.Namespace, rest: list[str]) -> list[str]:
        """What belongs to no argument; argparse ends a list of words at the first option, here it goes on behind it."""
        lists = [action.dest for action in self._get_positional_actions() if action.nargs == "*"]
        if lists:
            getattr(options, lists[-1]).extend(word for word in rest if not word.startswith("-"))
        return [word for word in rest if not lists or word.startswith("-")]

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is None or value in action.choices:
            return
        if isinstance(action, argparse._SubParsersAction):
            raise argparse.ArgumentError(None, f"unknown command {value!r}{_suggestion(value, action.choices)}")
        raise argparse.ArgumentError(action, f"{value!r} is not one of {', '.join(action.choices)}")

    def error(self, message: str) -> NoReturn:
        super().error(terminal.printable(message))


def _suggestion(word: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(word, list(known), n=1)
    return f"; did you mean {near[0]!r}?" if near else ""


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        terminal.say(f"daybook {metadata.version('daybook')}")
        parser.exit()


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="daybook",
        description=DESCRIPTION,
        epilog="Start with: daybook init, then daybook fetch and daybook build."
        " `daybook COMMAND --help` explains a command.",
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and exit")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name, text in COMMANDS.items():
        commands.add_parser(name, help=text, description=text).module = f"daybook.commands.{name}"
    return parser


def run() -> None:
    """The program: `main`, then exit without freeing a large archive object by object."""
    for name in ("stdout", "stderr"):  # either may be closed; the first file opened would then take its place
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123 - open to the end
    code = main()
    _flush()
    os._exit(code)


def _flush() -> None:
    sys.stdout.flush()
    sys.stderr.flush()


if __name__ == "__main__":
    run()
