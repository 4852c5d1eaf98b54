"""`daybook export`: papers in a format of other programs, on standard output or into a file; all pages as Markdown; the
notes of a month's release; or how the archive is cited."""

from __future__ import annotations

import argparse
import datetime as dt
import gc
import gzip
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from daybook import commands, exports, pages, site
from daybook.archive import Context, load
from daybook.commands.making import render
from daybook.errors import GeneratorError, StoreError
from daybook.exports import citations
from daybook.model import Archive, Paper, ids
from daybook.pages import periods
from daybook.runtime import files, terminal
from daybook.runtime.files import ROOT

PRIVATE = (
    "What is printed also has papers of sources that the site does not publish: it is for the archive's owner."
    " Files of the whole archive have only what may be published."
)
PAGES = "markdown"
"""The format whose name, before a folder, stands for the archive's pages: they are Markdown."""
NOTES, CITATION = "notes", "cff"
"""What is printed of the archive as a whole."""


@dataclass(frozen=True, slots=True)
class PaperFilter:
    """Which papers are printed: all of these together; an empty one stands for all papers."""

    names: Sequence[str] = ()  # arXiv ids in any form, DOIs, keys, addresses of pages
    themes: Sequence[str] = ()  # slugs or names
    categories: Sequence[str] = ()  # codes
    first: dt.date | None = None  # the first and the last day on which they were first seen
    last: dt.date | None = None


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the command line."""
    example = "daybook export bibtex --category cs.DC --from 2026-03-01 --output march.bib"
    commands.common(parser, run, example, PRIVATE)
    formats = {
        export.name: export.purpose + "; of the whole archive, with --output" * bool(export.data)
        for export in exports.EXPORTS if export.lines or export.data
    } | {NOTES: "a month's digest as Markdown, for the notes of a release", CITATION: "a CITATION.cff"}  # fmt: skip
    told = ", ".join(f"{name} ({what})" for name, what in formats.items())
    parser.add_argument("format", metavar="FORMAT", choices=list(formats), help=told)
    parser.add_argument(
        "papers", nargs="*", metavar="ID", help="an arXiv id, a DOI, a key or an address; default: all papers."
        f" With {NOTES} and {CITATION}: a month such as 2026-03. With {PAGES}, a folder such as ./vault: all pages are"
        " written there, for GitHub, Obsidian or any editor; it must be new, empty or of an earlier export"
    )  # fmt: skip
    commands.filters(parser, theme="slug or name", category="code")
    commands.days(parser)
    parser.add_argument(
        "--published", action="store_true", help="only what the site shows, which may be given to others"
    )
    parser.add_argument("--author", action="append", default=[], metavar="NAME", help=f"with {CITATION}: who keeps the "
                        "archive; repeat it for several (default: the repository's owner)")  # fmt: skip
    parser.add_argument("--output", type=Path, metavar="FILE", help="write to FILE; compressed if its name ends in .gz")


def run(context: Context, options: argparse.Namespace) -> None:
    """Print or write what was asked for."""
    commands.check_days(options)
    form, output = options.format, options.output
    chosen = options.theme or options.category or options.first or options.last
    if folder := _folder(options):
        if chosen or output:
            options.usage(f"{folder}: all pages are written; name no themes, categories, days or file")
        render(context)
        number, written, removed = site.write_pages(context.folder, folder, ROOT)
        context.say(f"{terminal.count(number, 'page')} in {folder}: {written:,} written, {removed:,} removed")
        return
    if form in exports.PACKED:
        if options.papers or chosen:
            options.usage(f"{form} is written of the whole archive; name no papers, themes, categories or days")
        if not output:
            options.usage(f"{form} cannot be printed; add --output FILE")
    elif form in (NOTES, CITATION) and chosen:
        options.usage(f"{form} is written of the whole archive; name no themes, categories or days")
    if output:
        context.refuse_own(output, "--output")
    if form in exports.PACKED:
        made, papers = _packed(context, form)
        said = f"{terminal.count(papers, 'paper')} written to {output} ({len(made) / 1e6:,.1f} MB)"
    elif form in (NOTES, CITATION):
        made, said = _told(context, options).encode(), f"{form} written to {output}"
    else:
        choice = PaperFilter(options.papers, options.theme, options.category, options.first, options.last)
        printed, papers = export(context, form, choice, published=options.published)
        if not output:
            terminal.data(printed)
            return
        made = b"".join(printed)
        said = f"{terminal.count(papers, 'paper')} written to {output}"
    if output:
        _write(output, made)
        context.say(said)
    elif made:
        terminal.data([made])


def _folder(options: argparse.Namespace) -> Path | None:
    """The folder that is named where papers are: it exists, or has a slash, and is neither an id nor an address."""
    if options.format != PAGES or len(options.papers) != 1:
        return None
    (name,) = options.papers
    if ids.parse(name) or ids.dois(name) or "://" in name or name.endswith(".html"):
        return None
    return Path(name).expanduser() if "/" in name or os.sep in name or Path(name).is_dir() else None


def _packed(context: Context, form: str) -> tuple[bytes, int]:
    """A format that is a file of the whole archive, of what may be published; and how many papers that has."""
    gc.disable()
    settings = context.settings()
    archive = load.fold(context, published=True, described=exports.named(form).described, keep=False)
    texts = pages.Texts(digests=context.store.digests())
    return exports.data(form, pages.View(archive, settings, texts)), len(archive.papers)


def _told(context: Context, options: argparse.Namespace) -> str:
    """What is told of the archive as a whole. A CITATION.cff has the month as its version and the newest date held as
    its own, or neither, so that it stays true as it is committed; of a month without announcements there is nothing."""
    try:
        month, *more = map(commands.month, options.papers) if options.papers else (None,)
    except argparse.ArgumentTypeError as error:
        options.usage(str(error))
    if more or (month is None and options.format == NOTES):
        options.usage(f"name a month: daybook export {options.format} 2026-03")
    if month is None or options.format == CITATION:
        names = [name for name in (" ".join(author.split()) for author in options.author) if name]
        newest = load.fold(context, published=True, described=False, keep=False).as_of if month else None
        return citations.cff(context.settings(), names, f"{month:%Y-%m}" if month else "", newest)
    archive = load.fold(context, published=True, keep=False)
    text = periods.release_notes(archive, context.settings(), pages.Texts(digests=context.store.digests()), month)
    if not text and not context.quiet:
        terminal.warn(f"daybook: nothing of {month:%Y-%m} is held")
    return text


def export(context: Context, form: str, choice: PaperFilter, *, published: bool = False) -> tuple[Iterator[bytes], int]:
    """What is printed of these papers in a format, and how many they are. Names that no paper has are reported.

    Of all that is stored, also of sources that the site does not publish, unless only what is `published` is wanted.
    """
    # All objects live to the end; with a million of them each collection is slow.
    gc.disable()
    dated, described = bool(choice.first or choice.last), exports.named(form).described
    archive = load.fold(context, published=published, described=described, judged=dated, keep=False)
    named = _named(context, archive, choice.names) if choice.names else archive.papers.values()
    known = {text.casefold(): theme.slug for theme in archive.themes for text in (theme.name, theme.slug)}
    nobody = "no paper of this archive has it"
    themes = {commands.chosen("--theme", name, known, nobody) for name in choice.themes}
    if choice.categories:
        known = {held.casefold(): held for paper in archive.papers.values() for held in paper.categories}
    categories = {commands.chosen("--category", code, known, nobody) for code in choice.categories}
    first, last = choice.first or dt.date.min, choice.last or dt.date.max
    papers = {
        paper.key: paper
        for paper in named
        if (not themes or not themes.isdisjoint(paper.themes))
        and (not categories or not categories.isdisjoint(paper.categories))
        and first <= paper.first_seen <= last
    }
    return exports.lines(form, replace(archive, papers=papers)), len(papers)


def _named(context: Context, archive: Archive, asked: Sequence[str]) -> Iterator[Paper]:
    """The papers with these names, in order; of names that none has, each is reported."""
    names = commands.Names(archive)
    for name in asked:
        if paper := names.paper(name):
            yield paper
        else:
            hint = "use an arXiv id such as 2603.00356, a DOI, or a key that `daybook export jsonl` prints"
            context.fail(GeneratorError("no such paper in this archive", subject=name, hint=hint))


def _write(file: Path, data: bytes) -> None:
    """Put the data into a person's file, in one step. Raises StoreError where that is none."""
    path = Path(os.path.realpath(file))
    if path.exists() and not path.is_file():
        raise StoreError("is no file", subject=str(file), hint="name another one, or leave out --output")
    packed = gzip.compress(data, mtime=0) if file.suffix == ".gz" else data
    files.write(path, packed, path.parent)
