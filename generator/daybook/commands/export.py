"""`daybook export`: papers of the archive in a format of other programs, on standard output or into a file; or all of
its pages, as Markdown."""

from __future__ import annotations

import argparse
import datetime as dt
import difflib
import gc
import gzip
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import unquote

from daybook import exports, pages, site
from daybook.archive import load
from daybook.archive.folder import Context
from daybook.commands import arguments
from daybook.commands.making import render
from daybook.errors import GeneratorError, SettingsError, StoreError
from daybook.model import Archive, Paper
from daybook.model import ids as arxiv_id
from daybook.runtime import files, terminal
from daybook.runtime.files import ROOT

PRIVATE = (
    "Printed formats have sources that the site does not publish, too: they are for the archive's owner."
    " Files of the whole archive have only what may be published."
)
PAGES = "markdown"
"""The format whose name, before a folder, stands for the archive's pages: they are Markdown."""
WHOLE = "made of the whole archive, with --output"


@dataclass(frozen=True, slots=True)
class Choice:
    """Which papers are printed: all of these together; an empty one stands for all papers."""

    names: Sequence[str] = ()  # arXiv ids in any form, DOIs, keys, addresses of pages
    themes: Sequence[str] = ()  # slugs or names
    categories: Sequence[str] = ()  # codes
    first: dt.date | None = None  # the first and the last day on which they were first seen
    last: dt.date | None = None


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the command line."""
    arguments.common(parser, run, "daybook export bibtex --category cs.DC --from 2026-03-01 --output march.bib")
    formats = {export.name: export for export in exports.EXPORTS if export.prints or export.packs}
    told = (f"{name} ({each.told}{'; ' + WHOLE if each.packs else ''})" for name, each in formats.items())
    parser.description = f"{parser.description} {PRIVATE}"
    parser.add_argument("format", metavar="FORMAT", choices=list(formats), help=", ".join(told))
    parser.add_argument(
        "papers", nargs="*", metavar="ID", help="an arXiv id, a DOI, a key or an address; default: all papers. With"
        f" {PAGES}, instead, a folder such as ./vault, which must be new, empty or written so before: all pages are"
        " written there, for GitHub, Obsidian or any editor"
    )  # fmt: skip
    for name, what in (("theme", "slug or name"), ("category", "code")):
        parser.add_argument(
            f"--{name}", action="append", default=[], metavar=name.upper(),
            help=f"only papers with this {name} ({what}); repeat it for alternatives",
        )  # fmt: skip
    arguments.days(parser, required=False)
    parser.add_argument("--published", action="store_true", help="only what the site shows, to be given to others")
    parser.add_argument(
        "--output", type=Path, metavar="FILE", help="write to FILE, in one step; packed where its name ends in .gz"
    )


def run(context: Context, options: argparse.Namespace) -> None:
    """Run the command."""
    arguments.check_days(options)
    if options.format in exports.packed():
        _pack(context, options)
        return
    if folder := _folder(options):
        _write_pages(context, options, folder)
        return
    choice = Choice(options.papers, options.theme, options.category, options.first, options.last)
    if options.output:
        context.refuse_own(options.output, "--output")
    printed, papers = export(context, options.format, choice, published=options.published)
    if options.output:
        _write(options.output, b"".join(printed))
        context.say(f"{papers:,} {'paper' if papers == 1 else 'papers'} written to {options.output}")
    else:
        terminal.data(printed)


def _folder(options: argparse.Namespace) -> Path | None:
    """The folder that is named where papers are: it exists, or has a slash, and is neither an id nor an address."""
    if options.format != PAGES or len(options.papers) != 1:
        return None
    (name,) = options.papers
    if arxiv_id.parse(name) or arxiv_id.dois(name) or "://" in name or name.endswith(".html"):
        return None
    return Path(name).expanduser() if "/" in name or os.sep in name or Path(name).is_dir() else None


def _write_pages(context: Context, options: argparse.Namespace, folder: Path) -> None:
    """Write all pages, as they are published, into a folder of the user's."""
    if options.theme or options.category or options.first or options.last or options.output:
        options.usage(f"{folder}: all pages are written; name no themes, categories, days or file")
    render(context)
    pages, written, removed = site.write_pages(context.folder, folder, ROOT)
    context.say(f"{pages:,} pages in {folder}: {written:,} written, {removed:,} removed")


def _pack(context: Context, options: argparse.Namespace) -> None:
    """Write a format that is a file of the whole archive, of what may be published."""
    form, output = options.format, options.output
    if options.papers or options.theme or options.category or options.first or options.last:
        options.usage(f"{form} is made of the whole archive; name no papers, themes, categories or days")
    if not output:
        options.usage(f"{form} cannot be printed; add --output FILE")
    context.refuse_own(output, "--output")
    gc.disable()
    settings = context.settings()
    archive = load.fold(context, published=True, described=exports.described(form), keep=False)
    texts = pages.Texts(digests=context.store.digests())
    made = exports.data(form, pages.View(archive, settings, texts))
    _write(output, made)
    context.say(f"{len(archive.papers):,} papers written to {output} ({len(made) / 1e6:,.1f} MB)")


def export(context: Context, form: str, choice: Choice, *, published: bool = False) -> tuple[Iterator[bytes], int]:
    """What is printed of these papers in a format, and how many they are. Names that no paper has are reported.

    Of all that is stored, also of sources that the site does not publish, unless only what is `published` is wanted.
    """
    # All objects live to the end; with a million of them each collection is slow.
    gc.disable()
    dated = bool(choice.first or choice.last)
    described = exports.described(form)
    archive = load.fold(context, published=published, described=described, judged=dated, keep=False)
    papers = _chosen(context, archive, choice)
    return exports.lines(form, replace(archive, papers=papers)), len(papers)


def _chosen(context: Context, archive: Archive, choice: Choice) -> Mapping[str, Paper]:
    """The papers that are meant, by key: as they were named, else sorted."""
    keys: Iterable[str] = _named(context, archive, choice.names) if choice.names else archive.papers
    themes = {_slug(archive, name) for name in choice.themes}
    categories = {_code(archive, code) for code in choice.categories}
    first, last = choice.first or dt.date.min, choice.last or dt.date.max
    papers = ((key, archive.papers[key]) for key in keys)
    return {
        key: paper
        for key, paper in papers
        if (not themes or not themes.isdisjoint(paper.themes))
        and (not categories or not categories.isdisjoint(paper.categories))
        and first <= paper.first_seen <= last
    }


def _named(context: Context, archive: Archive, names: Sequence[str]) -> Iterator[str]:
    """The keys of the papers with these names, in order, each once; the others are reported."""
    by_doi = {doi: key for key, paper in archive.papers.items() for doi in arxiv_id.dois(paper.doi)}
    found = dict.fromkeys(filter(None, (_key(context, archive, by_doi, name) for name in names)))
    yield from found


def _key(context: Context, archive: Archive, by_doi: Mapping[str, str], name: str) -> str | None:
    parsed = arxiv_id.parse(name)
    ids = [parsed.id] if parsed else [ident for doi in arxiv_id.dois(name) if (ident := arxiv_id.id_of(doi))]
    # The key in the address of a page, and in what documents cite.
    word = unquote(name.strip().partition("#")[0].partition("?")[0].rpartition("/")[2])
    key = arxiv_id.key(ids[0]) if ids else word.removesuffix(".html").removeprefix("daybook:")
    key = archive.redirects.get(key, key)
    if key not in archive.papers:
        key = next((by_doi[doi] for doi in arxiv_id.dois(name) if doi in by_doi), key)
    if key in archive.papers:
        return key
    hint = "use an arXiv id such as 2603.00356, a DOI, or a key that `daybook papers` prints"
    context.fail(GeneratorError("no such paper in this archive", subject=name, hint=hint))
    return None


def _slug(archive: Archive, name: str) -> str:
    """The slug of the theme that is meant. Raises SettingsError."""
    known = {text.casefold(): theme.slug for theme in archive.themes for text in (theme.name, theme.slug)}
    return _known("--theme", name, known)


def _code(archive: Archive, code: str) -> str:
    """The code as papers have it. Raises SettingsError at one that no paper has."""
    known = {held.casefold(): held for paper in archive.papers.values() for held in paper.categories}
    return _known("--category", code, known)


def _known(option: str, name: str, known: Mapping[str, str]) -> str:
    if name.casefold() in known:
        return known[name.casefold()]
    near = difflib.get_close_matches(name.casefold(), known, 1)
    hint = f"did you mean {known[near[0]]}?" if near else ""
    raise SettingsError("no paper of this archive has it", subject=f"{option} {name}", hint=hint)


def _write(file: Path, data: bytes) -> None:
    """Put the data into a person's file, in one step. Raises StoreError where that is none."""
    path = Path(os.path.realpath(file))
    if path.exists() and not path.is_file():
        raise StoreError("is no file", subject=str(file), hint="name another one, or leave out --output")
    packed = gzip.compress(data, mtime=0) if file.suffix == ".gz" else data
    files.write(path, packed, path.parent)
