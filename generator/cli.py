"""The `daybook` command: arguments in, one function a command, one line per error, an exit code."""

from __future__ import annotations

import argparse
import datetime as dt
import os
import sys
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from generator import exports
from generator.errors import GeneratorError, actionable
from generator.runtime import terminal

if TYPE_CHECKING:
    from generator.context import Context

Command = Callable[[argparse.Namespace], bool]
"""Runs a command; whether something was refused."""

DESCRIPTION = "Keeps a research field's daily listings as a static archive that anyone can own."


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; the exit code: 0 done, 1 something was refused, 2 wrong usage."""
    options = _parser().parse_args(arguments)
    run: Command = options.run
    try:
        refused = run(options)
        _flush()  # here, where a reader that went away is nothing to tell of
        return 1 if refused else 0
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


# Each command imports what it needs when it runs: `daybook papers` need not wait for MkDocs to load.


def _init(options: argparse.Namespace) -> bool:
    from generator import config
    from generator.commands.init import init

    context = _context(options)
    settings = config.Settings(
        title=options.title,
        categories=tuple(code for text in options.categories for code in text.replace(",", " ").split()),
        url=options.url,
        description=options.description,
        contact=options.contact,
    )
    try:
        settings = config.parse(config.render(settings))
    except GeneratorError as error:
        options.usage(f"{error.problem}; {error.hint}")
    init(context, settings)
    return context.failed


def _ingest(options: argparse.Namespace) -> bool:
    from generator.commands.ingest import ingest

    context = _context(options)
    ingest(context, options.paths)
    return context.failed


def _fetch(options: argparse.Namespace) -> bool:
    from generator.commands.fetch import fetch

    context = _context(options)
    fetch(context, summary=options.summary)
    return context.failed


def _backfill(options: argparse.Namespace) -> bool:
    from generator.commands.harvest import backfill

    context = _context(options)
    backfill(context, options.first, options.last, summary=options.summary)
    return context.failed


def _harvest(options: argparse.Namespace) -> bool:
    from generator.commands.harvest import harvest

    context = _context(options)
    harvest(context)
    return context.failed


def _papers(options: argparse.Namespace) -> bool:
    from generator.commands.papers import papers

    context = _context(options)
    papers(context, options.format)
    return context.failed


def _render(options: argparse.Namespace) -> bool:
    from generator.commands.build import render

    context = _context(options)
    render(context)
    return context.failed


def _build(options: argparse.Namespace) -> bool:
    from generator.commands.build import build

    context = _context(options)
    build(context, options.site, offline=options.offline)
    return context.failed


def _serve(options: argparse.Namespace) -> bool:
    from generator.commands.build import serve

    context = _context(options)
    serve(context, options.address)
    return context.failed


def _check(options: argparse.Namespace) -> bool:
    from generator.commands.check import check

    context = _context(options)
    check(context)
    return context.failed


def _coverage(options: argparse.Namespace) -> bool:
    from generator.commands.coverage import coverage

    context = _context(options)
    coverage(context, options.first, options.last, options.category)
    return context.failed


def _summarize(options: argparse.Namespace) -> bool:
    from generator.commands.summarize import Cases, summarize

    context = _context(options)
    wanted = Cases(
        model=options.model,
        requests=options.budget,
        tokens=options.tokens,
        since=options.since,
        papers=tuple(options.papers),
        digests=options.digests,
        seconds=options.timeout,
    )
    summarize(context, wanted)
    return context.failed


def _themes_why(options: argparse.Namespace) -> bool:
    from generator.commands.themes import why

    context = _context(options)
    why(context, options.paper)
    return context.failed


def _themes_check(options: argparse.Namespace) -> bool:
    from generator.commands.themes import check

    context = _context(options)
    check(context, options.file)
    return context.failed


def _themes_suggest(options: argparse.Namespace) -> bool:
    from generator.commands.themes import suggest

    context = _context(options)
    suggest(context, options.category, options.themes)
    return context.failed


def _split(options: argparse.Namespace) -> bool:
    from generator.commands.split import divide

    context = _context(options)
    divide(context, options.to, options.before, options.url)
    return context.failed


def _context(options: argparse.Namespace) -> Context:
    from generator.context import Context

    return Context(options.archive or _default_archive(), quiet=options.quiet, verbose=options.verbose)


def _default_archive() -> Path:
    """content/ of the repository one stands in, else of the one Daybook is installed from."""
    here = Path.cwd()
    for folder in (here, *here.parents):
        if (folder / "content" / "archive.yml").exists():
            return folder / "content"
    return Path(__file__).resolve().parents[1] / "content"


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        super().error(terminal.printable(message))


def _parser() -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = _Parser(
        prog="daybook",
        description=DESCRIPTION,
        epilog="Start with: daybook fetch, then daybook build. Each command explains itself with --help.",
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {_version()}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    init = _command(commands, "init", _init, "Make an empty archive. A sample archive is replaced by it.",
                    'daybook init --title "Networks daily" --categories cs.NI,cs.DC')  # fmt: skip
    init.add_argument("--title", required=True, help="what the archive is called")
    init.add_argument("--categories", required=True, action="append", metavar="CODES",
                      help="arXiv category codes, separated by commas")  # fmt: skip
    init.add_argument("--url", default="", help="where the site will live")
    init.add_argument("--description", default="", help="a sentence about it")
    init.add_argument("--contact", default="", help="an address that the services you read may write to")

    ingest = _command(commands, "ingest", _ingest, "Read documents into the archive: saved pages, feeds, answers, "
                      "pasted text, snapshots, .gz of any, folders of them.",
                      "daybook ingest saved/new.html feed.xml listings/")  # fmt: skip
    ingest.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="a document or a folder of documents")

    _add_fetching(commands)

    papers = _command(commands, "papers", _papers, "Print all papers.", "daybook papers --format csv > papers.csv")
    papers.add_argument(
        "--format", choices=exports.formats(), default=exports.formats()[0], help="default: %(default)s"
    )

    _command(commands, "render", _render, "Write the archive's pages as Markdown to DIR/pages.", "daybook render")

    _add_site(commands)

    _command(commands, "check", _check, "Check that the archive is sound, and print what it holds against what its "
             "documents state.", "daybook check")  # fmt: skip

    _add_coverage(commands)

    _add_summarize(commands)

    _add_themes(commands)

    split = _command(commands, "split", _split, "Move the years before one to an archive of their own; every address "
                     "that moves leads there.",
                     "daybook split --before 2026 --to ../older --url https://example.org/older/")  # fmt: skip
    split.add_argument("--before", required=True, type=int, metavar="YEAR", help="the first year that stays")
    split.add_argument(
        "--to", required=True, type=Path, metavar="DIR", help="the older archive's folder, empty at first"
    )
    split.add_argument("--url", required=True, help="where the older archive's site will live")
    return parser


def _add_site(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    build = _command(commands, "build", _build, "Render the pages and build the site.",
                     "daybook build --offline --site ~/daybook-offline")  # fmt: skip
    build.add_argument("--site", type=Path, metavar="DIR", help="folder to build the site in: new, empty or built by "
                       "Daybook (default: the archive's site/)")  # fmt: skip
    build.add_argument("--offline", action="store_true", help="a folder to read and search without a web server")

    serve = _command(commands, "serve", _serve, "Build the site and show it on this machine.", "daybook serve")
    serve.add_argument("--address", default="127.0.0.1:8000", metavar="HOST:PORT", help="default: 127.0.0.1:8000")


def _add_fetching(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    fetch = _command(commands, "fetch", _fetch, "Fetch today's announcements of the archive's categories, and what its "
                     "last 90 days lack.", "daybook fetch")  # fmt: skip

    backfill = _command(commands, "backfill", _backfill, "Fetch the papers that were announced before the archive "
                        "began; days that were never seen are reconstructed.",
                        "daybook backfill --from 2025-01-01 --to 2025-12-31")  # fmt: skip
    backfill.add_argument("--from", required=True, type=_date, dest="first", metavar="DATE", help="the first day")
    backfill.add_argument("--to", required=True, type=_date, dest="last", metavar="DATE", help="the last day")

    for command in (fetch, backfill):
        command.add_argument("--summary", type=Path, metavar="FILE", help="a file to add to what came, in Markdown")

    _command(commands, "harvest", _harvest, "Fetch all that changed since the last harvest: later versions, journal "
             "references, withdrawals.", "daybook harvest")  # fmt: skip


def _add_coverage(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    coverage = _command(commands, "coverage", _coverage, "Print for each day and category what is held against what "
                        "arXiv states. Exit code 1 where something is partial, stale or missing.",
                        "daybook coverage --from 2026-03-01 --category cs.DC")  # fmt: skip
    coverage.add_argument("--from", type=_date, dest="first", metavar="DATE", help="the first day (default: of all)")
    coverage.add_argument("--to", type=_date, dest="last", metavar="DATE", help="the last day (default: of all)")
    coverage.add_argument("--category", metavar="CODE", help="only this category (default: all of the archive)")


def _add_summarize(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    summarize = _command(commands, "summarize", _summarize, "Have a language model write cards, once for each text of "
                         "a paper, newest first. Needs daybook[llm].",
                         "daybook summarize --model gpt-4.1-mini --budget 40 --digests")  # fmt: skip
    summarize.add_argument("--model", metavar="NAME", help="as `llm models` names it (default: that of llm)")
    summarize.add_argument(
        "--budget", type=_positive, default=100, metavar="N", help="at most so many requests (default: 100)"
    )
    summarize.add_argument("--tokens", type=_positive, metavar="N", help="begin no request once so many are spent")
    summarize.add_argument("--since", type=_date, metavar="DATE", help="only what was announced from this day on")
    summarize.add_argument("--papers", nargs="+", default=(), metavar="ID", help="only these papers")
    summarize.add_argument("--digests", action="store_true", help="editorials of days as well, after the cards")
    summarize.add_argument(
        "--timeout", type=_positive, default=120, metavar="SECONDS", help="for one answer (default: 120)"
    )


def _add_themes(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    text = "Say why a paper has its themes, what changed rules move, and which themes a category may have."
    parser = commands.add_parser("themes", help=text, description=text, epilog="example: daybook themes why 2603.00356")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    why = _command(commands, "why", _themes_why, "Print a paper's themes and all that speaks for and against each.",
                   "daybook themes why 2603.00356")  # fmt: skip
    why.add_argument("paper", metavar="ID", help="an arXiv id in any form, or a paper's key")

    check = _command(commands, "check", _themes_check, "Print which papers changed rules move, and by which phrases.",
                     "daybook themes check new-themes.yml")  # fmt: skip
    check.add_argument("file", nargs="?", type=Path, metavar="FILE", help="rules to compare with the archive's "
                       "themes.yml (default: themes.yml itself, against the rules last built)")  # fmt: skip

    suggest = _command(commands, "suggest", _themes_suggest, "Print themes proposed from the archive's papers, as a "
                       "themes.yml to edit.", "daybook themes suggest --category cs.IT > themes.yml")  # fmt: skip
    suggest.add_argument("--category", metavar="CODE", help="only from papers of this category (default: all papers)")
    suggest.add_argument("--themes", type=_positive, metavar="N", help="at most so many (default: as papers allow)")


def _command(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], name: str, run: Command, text: str, example: str
) -> argparse.ArgumentParser:
    command = commands.add_parser(name, help=text, description=text, epilog=f"example: {example}")
    command.add_argument("--archive", type=Path, metavar="DIR", help="the archive's folder (default: content/)")
    command.add_argument("--quiet", action="store_true", help="print errors only")
    command.add_argument("--verbose", action="store_true", help="show a traceback for each error")
    command.set_defaults(run=run, usage=command.error)
    return command


def _positive(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text)):
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 on")
    return int(text)


def _date(text: str) -> dt.date:
    try:
        return dt.date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no date like 2026-03-03") from None


def _version() -> str:
    from importlib.metadata import version

    return version("daybook")


def run() -> None:
    """The program: `main`, and an end without taking a large archive apart object by object in memory."""
    for name in ("stdout", "stderr"):  # a program can be run without; its first file would then take their place
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123 - to the end
    code = main()
    _flush()
    os._exit(code)


def _flush() -> None:
    sys.stdout.flush()
    sys.stderr.flush()


if __name__ == "__main__":
    run()
