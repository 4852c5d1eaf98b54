"""The commands, a module each that has `declare(parser)`; here is what they share."""

from __future__ import annotations

import argparse
import datetime as dt
import difflib
import shlex
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import unquote

from daybook.archive import Context
from daybook.config import LIBRARY
from daybook.errors import GeneratorError, SettingsError
from daybook.model import Archive, Paper, ids

Run = Callable[[Context, argparse.Namespace], Any]
"""Runs a command with the options that its parser read. Returns what it found, where it has --json: see `as_json`."""


def common(
    parser: argparse.ArgumentParser, run: Run, example: str, more: str = "",
    place: Callable[[argparse.Namespace], Path | None] | None = None, library: bool = False,
) -> None:  # fmt: skip
    """Add what every command has: an example, --archive, --quiet and --verbose. `more`: ends the description; `place`:
    the folder to act on where no archive is named, by the options; None: one must be found. library: whether it can
    act on a library; else it is refused there, and told where to run it."""

    def either(context: Context, options: argparse.Namespace) -> Any:
        if not library and (context.folder / LIBRARY).is_file():
            refuse(context, parser.prog.partition(" ")[2])
        return run(context, options)

    parser.description = f"{parser.description} {more}".rstrip()
    parser.epilog = f"example: {example}"
    parser.add_argument(
        "--archive", type=Path, metavar="DIR", default=argparse.SUPPRESS,  # it may stand before the command, too
        help="the archive's folder (default: $DAYBOOK_ARCHIVE, else the one that the current folder is in)",
    )  # fmt: skip
    parser.add_argument("--quiet", action="store_true", help="print errors only")
    parser.add_argument(
        "--verbose", action="store_true",
        help="log requests, files, caches and processes, and show a traceback for each error",
    )  # fmt: skip
    parser.set_defaults(run=either, usage=parser.error, place=place or (lambda options: None))


def refuse(context: Context, command: str) -> NoReturn:
    """Say that a command is for one archive, and how to run it in a volume of this library. Raises SettingsError."""
    volumes = import_module("daybook.volumes")
    home = shlex.quote(str(volumes.LibraryFolder(context.folder).log(volumes.Volume("NAME", ()))))
    hint = f"run it there, volume by volume: daybook --archive {home} {command}"
    raise SettingsError(f"{command} is for one archive, such as a volume of this library", subject=LIBRARY, hint=hint)


def as_json(parser: argparse._ActionsContainer) -> None:
    """Add --json, for a command whose `run` returns what it found: a dict of plain parts, with the same keys each
    time."""
    parser.add_argument("--json", action="store_true", help="print the result as JSON, for programs; errors are "
                        "printed as well, on standard error")  # fmt: skip


def days(parser: argparse.ArgumentParser, default: str = " (default: the archive's {})") -> None:
    """Add --from and --to."""
    for name, which in (("from", "first"), ("to", "last")):
        text = f"{which} day{default.format(which)}"
        parser.add_argument(f"--{name}", type=date, dest=which, metavar="DATE", help=text)


def check_days(options: argparse.Namespace, *, both: bool = False) -> None:
    """Stop with exit code 2 where --from is later than --to, or there is one without the other and `both` are asked."""
    if both and bool(options.first) != bool(options.last):
        options.usage("--from and --to go together")
    if options.first and options.last and options.first > options.last:
        options.usage(f"--from {options.first} is later than --to {options.last}")


def filters(parser: argparse.ArgumentParser, **kinds: str) -> None:
    """Add options that choose papers: name -> what their values are."""
    for name, what in kinds.items():
        text = f"only papers with this {name} ({what}); repeat it for alternatives"
        parser.add_argument(f"--{name}", action="append", default=[], metavar=name.upper(), help=text)


def chosen(option: str, value: str, known: Mapping[str, str], problem: str, otherwise: str = "") -> str:
    """What is known under a value in any letters, by its casefolded name. Raises SettingsError with the nearest, or
    what to do `otherwise`."""
    if value.casefold() in known:
        return known[value.casefold()]
    near = difflib.get_close_matches(value.casefold(), known, 1)
    hint = f"did you mean {known[near[0]]}?" if near else otherwise
    raise SettingsError(problem, subject=f"{option} {value}", hint=hint)


def fail_each(context: Context, faults: Sequence[GeneratorError | str], where: str, what: str, most: int) -> None:
    """Report the first so many faults, each in a line, and say how many more there are of what, and where."""
    for fault in faults[:most]:
        context.fail(fault)
    if len(faults) > most:
        context.fail(f"{where}: {len(faults) - most:,} more {what}")


def acknowledgement(category: str, date: dt.date) -> str:
    """The line of archive.yml, below `acknowledge:`, that leaves a day as it is."""
    return f"- {{category: {category}, date: {date}}}"


class Names:
    """Finds papers by what people call them: an arXiv id in any form, a DOI, a key, the address of a page."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive

    @cached_property
    def _by_doi(self) -> dict[str, str]:
        return {doi: key for key, paper in self._archive.papers.items() for doi in ids.dois(paper.doi)}

    def paper(self, name: str) -> Paper | None:
        """The paper with this name; None: there is none."""
        papers, parsed, dois = self._archive.papers, ids.parse(name), ids.dois(name)
        known = [parsed.id] if parsed else [ident for doi in dois if (ident := ids.id_of(doi))]
        # The key in the address of a page, and in what documents cite.
        word = unquote(name.strip().partition("#")[0].partition("?")[0].rpartition("/")[2])
        key = ids.key(known[0]) if known else word.removesuffix(".html").removeprefix("daybook:")
        key = self._archive.redirects.get(key, key)
        if key not in papers:
            key = next((self._by_doi[doi] for doi in dois if doi in self._by_doi), key)
        return papers.get(key)


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
