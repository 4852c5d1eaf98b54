"""`daybook search`: papers by their words, ids, authors and dates, as the site's own search finds them."""

from __future__ import annotations

import argparse
import datetime as dt
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from daybook import commands, exports
from daybook.archive import Context, load
from daybook.errors import Unwritable
from daybook.runtime import terminal
from daybook.runtime.files import ROOT
from daybook.search import update
from daybook.search.engine import FOLDER, PARTS, Answer, Engine
from daybook.text import language

PRINTED = 20
"""Papers that are printed unless --limit says otherwise."""
PART = 1_000
"""Papers that the engine is asked for at a time."""
NAMED = 3
"""Authors that are named in a result."""
TEXT = "text"


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the command line."""
    example = "daybook search 'byzantine agreement -blockchain' --from 2024-01-01"
    commands.common(parser, run, example, "The site's own search finds the same.")
    parser.add_argument(
        "query", nargs="*", metavar="QUERY", help='words that a paper must have; "a phrase"; -word to exclude one; '
        "sched* for all words that begin with sched; paxos OR raft for either; author:garcia, and likewise title:, "
        "category:, theme: and year:; an arXiv id or how it begins, a DOI or a date",
    )  # fmt: skip
    commands.filters(parser, theme="name", category="code", author="whole name")
    commands.days(parser)
    parser.add_argument(
        "--sort", choices=["relevance", "date"], default="relevance", help="order of the papers (default: %(default)s)"
    )
    parser.add_argument(
        "--limit", type=commands.positive, metavar="N",
        help=f"print at most N papers (default: {PRINTED}; all in other formats than {TEXT})",
    )  # fmt: skip
    form = parser.add_mutually_exclusive_group()
    commands.as_json(form)
    form.add_argument(
        "--format", choices=[TEXT, *exports.PRINTED], default=TEXT,
        help="output format (default: %(default)s); all but %(default)s are those of daybook export",
    )  # fmt: skip


def run(context: Context, options: argparse.Namespace) -> dict[str, Any] | None:
    """Print what the search finds, as rows or in a format; what is printed as rows is returned for programs, too."""
    commands.check_days(options)
    engine = Engine(script(), _index(context))
    if context.unread:
        files = ", ".join(sorted(context.unread))
        context.fail(f"searched without lines of {files} that cannot be read: papers may be missing (exit code 1)")
    since, until = (date.isoformat() if date else "" for date in (options.first, options.last))
    ask = partial(
        engine.find, " ".join(options.query), _filters(engine, options), options.sort, since=since, until=until
    )
    if options.format == TEXT:
        answer = ask(0, options.limit or PRINTED)
        for line in _lines(answer):
            context.say(line)
        return _facts(answer)
    keys: list[str] = []
    most = options.limit or sys.maxsize
    answer = ask(0, min(most, PART))
    for line in filter(None, (answer.instead, *answer.notes)):
        terminal.warn(f"daybook: {line}")
    while answer.papers:
        keys += (paper.key for paper in answer.papers)
        answer = ask(len(keys), min(most - len(keys), PART))
    archive = load.fold(context, published=True, keep=False)
    terminal.data(exports.lines(options.format, replace(archive, papers={key: archive.papers[key] for key in keys})))
    return None


def _index(context: Context) -> Callable[[str], bytes]:
    """What reads the files of the index by name, once it is up to date; on a disk that is read-only or full it is so in
    memory."""
    settings = context.settings()
    folder = update.ready(context)
    if not folder:
        try:
            with context.store.lock(), update.refreshing(context, load.fold(context, published=True), settings) as made:
                folder = made()
        except Unwritable:
            return update.in_memory(context, load.fold(context, published=True, keep=False), settings)
    return lambda name: (folder / f"{name}.js").read_bytes()


def script() -> str:
    """The engine's script, of its parts."""
    folder = ROOT / "overrides" / FOLDER
    return language.scripted("\n".join((folder / name).read_text(encoding="utf-8") for name in PARTS))


def _filters(engine: Engine, options: argparse.Namespace) -> dict[str, list[str]]:
    """The filters as the index spells their values. Raises SettingsError at a theme or category that no paper has."""
    found = {name: values for name in ("theme", "category", "author") if (values := getattr(options, name))}
    for name in found.keys() & {"theme", "category"}:
        facets = engine.facets().get(name) or ()
        known = {text.casefold(): each.value for each in facets for text in (each.label, each.value)}
        otherwise = f"daybook export jsonl lists each paper's {name}"
        problem = "no paper has this value"
        found[name] = [commands.chosen(f"--{name}", value, known, problem, otherwise) for value in found[name]]
    return found


def _facts(answer: Answer) -> dict[str, Any]:
    """The same for programs."""
    papers, places = (
        [{name: getattr(each, name) for name in each.__struct_fields__} for each in found]
        for found in (answer.papers, answer.places)
    )
    return {
        "total": answer.total, "papers": papers, "places": places, "instead": answer.instead, "notes": answer.notes
    }  # fmt: skip


def _lines(answer: Answer) -> Iterator[str]:
    """What a person reads: how many papers, and a few lines about each."""
    yield from answer.notes
    for place in answer.places:
        yield f"{place.kind}: {place.title} ({place.address})"
    papers = terminal.count(answer.total, "paper") if answer.total else "nothing found"
    if answer.instead and answer.total:
        papers = f"{answer.instead}: {papers}"
    yield f"{papers}, showing {len(answer.papers):,}:" if answer.total > len(answer.papers) else papers
    for paper in answer.papers:
        more = paper.author_count - NAMED
        authors = ", ".join(paper.authors[:NAMED]) + (f" and {more:,} more" if more > 0 else "")
        date = language.date(dt.date.fromisoformat(paper.date))
        facts = (authors, date, " ".join(paper.categories), "withdrawn" if paper.withdrawn else "")
        yield from ("", f"{paper.key}  {paper.title}", f"  {' · '.join(filter(None, facts))}")
        if paper.gist:
            yield f"  {paper.gist}"
