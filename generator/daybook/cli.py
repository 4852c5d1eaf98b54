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
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

from daybook.errors import Damaged, NoArchive, actionable
from daybook.runtime import terminal

COMMANDS = {
    "init": "Create an empty archive.",
    "fetch": "Fetch what is new and fill gaps, or an earlier period.",
    "ingest": "Read saved pages, feeds, API responses and pasted text into the archive.",
    "build": "Make the pages, and the site from them.",
    "publish": "Fetch, commit, push, build and check: the whole night.",
    "serve": "Build the site and serve it on this machine.",
    "search": "Find papers by words, ids, authors and dates.",
    "export": "Print papers for other programs, notes of a month, a citation.",
    "status": "Show missing days, sizes, and what keeps the archive from being published.",
    "check": "Look for faults in the archive or, with --site, in a site.",
    "themes": "Explain a paper's themes, preview rules, suggest themes.",
    "summarize": "Have a language model choose the sentences of cards.",
    "upgrade": "Try another version of Daybook on a copy of the archive, and pin it.",
    "split": "Move older years to an archive of their own.",
}
"""Command -> what it does. A command's module is imported when it is run: `daybook --help` does not load MkDocs."""
RENAMED = {
    "backfill": "fetch --from DATE --to DATE",
    "citation": "export cff",
    "coverage": "status days",
    "coverage acknowledge": "status days, which prints the line to add to archive.yml",
    "digest": "export notes MONTH",
    "doctor": "status publishing",
    "harvest": "fetch, which asks for what has changed, too",
    "papers": "export jsonl",
    "render": "build --pages-only",
    "store": "status sizes",
    "verify": "check --site PLACE --sums FILE",
}
"""What a command was called -> what it is called now. CHANGELOG.md has the same table."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line. Returns the exit code: 0 done, 1 something was refused, 2 wrong usage."""
    parser = _parser()
    words = list(sys.argv[1:] if arguments is None else arguments)
    options = parser.parse_args([*words[1:], "--help"] if words[:1] == ["help"] else words)
    if not hasattr(options, "run"):
        parser.print_help()
        return 0
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
        return 2 if isinstance(error, NoArchive) else 1


def _run(options: argparse.Namespace) -> bool:
    """Run the command; whether anything was refused."""
    flag = f" --archive {shlex.quote(str(options.archive))}" if options.archive else ""
    archive = import_module("daybook.archive")  # as late as the command's own module
    folder = options.archive or options.place(options) or archive.find()
    as_json = getattr(options, "json", False)
    context = archive.Context(folder, quiet=options.quiet or as_json, verbose=options.verbose, flag=flag)
    terminal.log(shown=options.verbose)
    try:
        try:
            told = options.run(context, options)
        except Damaged:  # what was damaged could be made again and is removed: the second run makes it
            told = options.run(context, options)
    finally:
        terminal.log(shown=False)  # of this run alone: a program may call `main` more than once
    if as_json:
        terminal.facts({**told, "faults": list(map(str, context.faults))})
    return bool(context.failed)


class _Parser(argparse.ArgumentParser):
    """Declares its arguments only when it is used, and suggests the right spelling of a mistyped one."""

    module = ""
    words: Sequence[str] = ()

    def declare(self) -> None:
        """Declare what the command's module says, once."""
        if self.module:
            import_module(self.module).declare(self)
            self.module = ""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        """As argparse; but the module of a command is imported here, once the command is called."""
        self.declare()
        self.words = args
        options, rest = super().parse_known_args(args, namespace)
        # argparse ends a list of words at the first option; here it goes on behind it.
        if lists := [action.dest for action in self._get_positional_actions() if action.nargs == "*"]:
            getattr(options, lists[-1]).extend(word for word in rest if not word.startswith("-"))
            rest = [word for word in rest if word.startswith("-")]
        for word in rest:
            name = word.partition("=")[0]
            self.error(f"unrecognized argument {name!r}{_suggestion(name, self._option_string_actions)}")
        return options, rest

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is None or value in action.choices:
            return
        if not isinstance(action, argparse._SubParsersAction):
            raise argparse.ArgumentError(action, f"{value!r} is not one of {', '.join(action.choices)}")
        if value in RENAMED and "init" in action.choices:
            at = list(self.words).index(value)
            old = max((name for name in RENAMED if name in (value, " ".join(self.words[at : at + 2]))), key=len)
            self.exit(2, f"daybook {old} is now: daybook {RENAMED[old]}\n")
        raise argparse.ArgumentError(None, f"unknown command {value!r}{_suggestion(value, action.choices)}")

    def error(self, message: str) -> NoReturn:
        super().error(terminal.printable(message))


def _suggestion(word: str, known: Any) -> str:
    near = difflib.get_close_matches(word, list(known), n=1)
    return f"; did you mean {near[0]!r}?" if near else ""


class _Completion(argparse.Action):
    """Prints a shell's script that completes commands, options and their values. For this alone all modules of commands
    are imported; the script has all it needs in it, and starts no program."""

    def __call__(self, parser: argparse.ArgumentParser, _: object, shell: Any, *__: object) -> None:
        import shtab

        codes = import_module("daybook.model.arxiv").named_like("")
        self._prepare(parser, codes, shtab.FILE, shtab.DIR)
        terminal.data([shtab.complete(parser, shell).encode(), b"\n"])
        parser.exit()

    def _prepare(self, parser: Any, codes: Any, file: Any, folder: Any) -> None:
        parser.declare()
        for action in parser._actions:
            if isinstance(action, argparse._SubParsersAction):
                for command in action.choices.values():
                    self._prepare(command, codes, file, folder)
            elif action.metavar in ("CODE", "CODES", "CATEGORY"):
                action.choices = codes
            elif action.type is Path or action.metavar == "PLACE":
                action.complete = folder if action.metavar == "DIR" else file


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        program = import_module("daybook.runtime.program")  # like `config`, needs what takes a while to load
        told = {
            "daybook": program.VERSION, "python": ".".join(map(str, sys.version_info[:3])),
            "format": import_module("daybook.config").FORMAT, "commit": program.COMMIT or None,
        }  # fmt: skip
        if "--json" in parser.words:  # type: ignore[attr-defined]
            terminal.facts(told)
        else:
            terminal.say("daybook {daybook} (Python {python}, archive format {format})".format_map(told))
        parser.exit()


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="daybook",
        description="Keep a research field's daily listings as a static archive that anyone can own.",
        epilog="Start with: daybook init DIR, then daybook fetch and daybook serve in it."
        " `daybook COMMAND --help` explains a command.",
    )
    parser.add_argument(
        "--archive", type=Path, metavar="DIR",
        help="the archive's folder (default: $DAYBOOK_ARCHIVE, else the one that the current folder is in)",
    )  # fmt: skip
    parser.add_argument(
        "--version", action=_Version, nargs=0,
        help="print the versions of Daybook, of Python and of the archive's format, and exit; with --json, as JSON",
    )  # fmt: skip
    parser.add_argument(
        "--completion", action=_Completion, choices=("bash", "zsh", "fish"), metavar="SHELL",
        help="print a script that completes commands and options in bash, zsh or fish, and exit",
    )  # fmt: skip
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
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
