"""`daybook search`: papers by their words, ids, authors and dates, as the site's own search finds them."""

from __future__ import annotations

import argparse
import datetime as dt
import difflib
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from daybook import exports
from daybook.archive import load
from daybook.archive.folder import Context
from daybook.commands import arguments
from daybook.errors import SettingsError
from daybook.runtime import terminal
from daybook.runtime.files import ROOT
from daybook.search import update
from daybook.search.engine import FOLDER, PARTS, Answer, Engine, FacetCount, Hit
from daybook.text import dates, language

PRINTED = 20
"""Papers that are printed unless --limit says otherwise."""
PART = 1_000
"""Papers that the engine is asked for at a time."""
NAMED = 3
"""Authors that are named in a result."""
TEXT = "text"


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the command line."""
    arguments.common(parser, run, "daybook search 'byzantine agreement -blockchain' --from 2024-01-01")
    parser.add_argument(
        "query", nargs="*", metavar="QUERY", help='words that a paper must have; "a phrase"; -word to exclude one; '
        "sched* for all words that begin with sched; paxos OR raft for either; author:garcia, and likewise title:, "
        "category:, theme: and year:; an arXiv id or how it begins, a DOI or a date",
    )  # fmt: skip
    for name, what in (("theme", "name"), ("category", "code"), ("author", "whole name")):
        parser.add_argument(
            f"--{name}", action="append", default=[], metavar=name.upper(),
            help=f"only papers with this {name} ({what}); repeat it for alternatives",
        )  # fmt: skip
    arguments.days(parser, required=False)
    parser.add_argument(
        "--sort", choices=["relevance", "date"], default="relevance", help="order of the papers (default: %(default)s)"
    )
    parser.add_argument(
        "--limit", type=arguments.positive, metavar="N",
        help=f"print at most N papers (default: {PRINTED}; all in other formats than {TEXT})",
    )  # fmt: skip
    parser.add_argument(
        "--format", choices=[TEXT, *exports.formats()], default=TEXT,
        help="output format (default: %(default)s); all but %(default)s are those of daybook export",
    )  # fmt: skip


def run(context: Context, options: argparse.Namespace) -> None:
    """Run the command."""
    arguments.check_days(options)
    folder = _index(context)
    engine = Engine(script(), lambda name: (folder / f"{name}.js").read_bytes())
    asked = {name: values for name in ("theme", "category", "author") if (values := getattr(options, name))}
    ask = partial(
        engine.find, " ".join(options.query), _named(engine, asked), options.sort,
        since=_iso(options.first), until=_iso(options.last),
    )  # fmt: skip
    if options.format == TEXT:
        for line in _lines(ask(0, options.limit or PRINTED)):
            context.say(line)
        return
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


def _iso(date: dt.date | None) -> str:
    return date.isoformat() if date else ""


def script() -> str:
    """The engine's script, of its parts."""
    folder = ROOT / "overrides" / FOLDER
    return language.scripted("\n".join((folder / name).read_text(encoding="utf-8") for name in PARTS))


def _index(context: Context) -> Path:
    """The folder of the index, brought up to date with the archive."""
    settings = context.settings()
    if folder := update.ready(context):
        return folder
    with context.store.lock(), update.refreshing(context, load.fold(context, published=True), settings) as index:
        return index()


def _named(engine: Engine, asked: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """The filters as the index spells their values. Raises SettingsError at a theme or category that no paper has."""
    known = engine.facets() if asked else {}
    return {name: [_value(name, value, known.get(name)) for value in values] for name, values in asked.items()}


def _value(name: str, value: str, known: Sequence[FacetCount] | None) -> str:
    if name == "author":
        return value
    spelled = {text.casefold(): each.value for each in known or () for text in (each.label, each.value)}
    if value.casefold() not in spelled:
        near = difflib.get_close_matches(value.casefold(), spelled, 1)
        hint = f"did you mean {spelled[near[0]]}?" if near else f"daybook papers lists each paper's {name}"
        raise SettingsError("no paper has this value", subject=f"--{name} {value}", hint=hint)
    return spelled[value.casefold()]


def _lines(answer: Answer) -> Iterator[str]:
    """What a person reads: how many papers, and a few lines about each."""
    yield from answer.notes
    for place in answer.places:
        yield f"{place.kind}: {place.title} ({place.address})"
    papers = "1 paper" if answer.total == 1 else f"{answer.total:,} papers" if answer.total else "nothing found"
    if answer.instead and answer.total:
        papers = f"{answer.instead}: {papers}"
    yield f"{papers}, the first {len(answer.papers):,} of them:" if answer.total > len(answer.papers) else papers
    for paper in answer.papers:
        yield ""
        yield from _paper(paper)


def _paper(paper: Hit) -> Iterator[str]:
    more = paper.author_count - NAMED
    authors = ", ".join(paper.authors[:NAMED]) + (f" and {more:,} more" if more > 0 else "")
    date = dates.date(dt.date.fromisoformat(paper.date))
    yield f"{paper.key}  {paper.title}"
    yield "  " + " · ".join(
        filter(None, (authors, date, " ".join(paper.categories), "withdrawn" if paper.withdrawn else ""))
    )
    if paper.gist:
        yield f"  {paper.gist}"
