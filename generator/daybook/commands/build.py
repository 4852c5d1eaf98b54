"""`daybook build`: the archive as pages, the pages as a site; or the word that nothing has changed."""

from __future__ import annotations

import argparse
import logging
import os
from dataclasses import fields
from importlib import import_module
from pathlib import Path

from daybook import commands
from daybook.archive import Context, following
from daybook.config import LIBRARY, USUAL, BuildOptions
from daybook.model.jsonl import to_json
from daybook.runtime import files, terminal
from daybook.runtime.files import ROOT, Tree, code_digest, digest, folders
from daybook.runtime.state import of as state_of

_VOLUMES = "daybook.commands.built"
_MAKING = "daybook.commands.making"
"""Loads all that makes pages, in .3 s: a build that changes nothing goes without it."""
_LOG = logging.getLogger("daybook.build")
BUILT = "built"
"""The table with the folders of pages and site and their times after the last build, keyed by the hash of all its
inputs."""


def declare(parser: argparse.ArgumentParser) -> None:
    commands.common(parser, run, "daybook build --offline --site ~/daybook-offline", library=True)
    parser.add_argument("--site", type=Path, metavar="DIR", help="build the site in DIR, which must be new, "
                        "empty or built by Daybook (default: the archive's site/)")  # fmt: skip
    parser.add_argument(
        "--offline", action="store_true", help="build a site that can be read and searched without a web server"
    )
    parser.add_argument("--zip", type=Path, nargs="?", const=Path(), metavar="FILE",
                        help="also write the site as FILE, a single .zip to read without a web server; FILE must be "
                        "new or a .zip written by Daybook")  # fmt: skip
    parser.add_argument("--cluster", default="", metavar="ADDRESS", help="in a library: build its volumes on a cluster "
                        "of Dask's, local:4 for one of four workers on this machine")  # fmt: skip
    parser.add_argument("--pages-only", action="store_true", help="only write the pages as Markdown, to pages/")


def run(context: Context, options: argparse.Namespace) -> None:
    """Build the site, or write its pages alone."""
    chosen = BuildOptions(**{each.name: getattr(options, each.name) for each in fields(BuildOptions)})
    if (context.folder / LIBRARY).is_file():
        if options.site or options.zip or options.pages_only:
            options.usage("a library builds whole volumes: --site, --zip and --pages-only are for one archive")
        offline = ("--offline",) if options.offline else ()
        import_module(_VOLUMES).build(context, options.cluster, offline)
        return
    if options.cluster:
        options.usage("--cluster is for a library, which has volumes to share out")
    if not options.pages_only:
        if options.zip == Path():
            options.usage("--zip needs the name of a file, such as --zip daily.zip")
        build(context, options.site, chosen, options.zip)
        start, elsewhere = (options.site or context.folder / "site") / "index.html", options.site or options.offline
        served = "" if elsewhere else f", or run {context.command('serve')}"
        context.say(f"open {start} in a browser{served}")
        return
    if options.site or options.zip or chosen != USUAL:
        options.usage("--pages-only builds no site; leave out the options of the site")
    import_module(_MAKING).render(context)


def build(
    context: Context, folder: Path | None = None, options: BuildOptions = USUAL, bundle: Path | None = None
) -> None:
    """Render the pages and build the site from them; do nothing if nothing has changed since the last build.

    bundle: where the site is also written as a .zip.
    """
    target = folder or context.folder / "site"
    pages = context.folder / "pages"
    settings = context.settings()  # refuses a folder that is not an archive before anything is written to it
    files.use_language(settings.language, context.folder, ROOT)
    place = None
    if bundle:
        place = import_module(_MAKING).claimed_zip(bundle, context.folder, target, ROOT)
    where = f"the site is in {target}"
    with context.store.lock():
        settings = following.settled(context, context.say, recall=True)
        real, kept = os.path.realpath(target), state_of(context.folder)
        looks = files.digest_files(context.folder, (context.folder / path for path in settings.files))
        key = digest(code_digest(ROOT), context.store.fingerprint(), looks, real, to_json(options))
        built_of = kept.table(BUILT, key, dict[str, int])
        stood = built_of.all()
        built = None
        if not (Tree(pages, stood.get("pages", {})).stands() and Tree(Path(real), stood.get("site", {})).stands()):
            _LOG.debug("records, settings, code or files of the site have changed since the last build")
            making = import_module(_MAKING)
            if not (stood and making.is_copied(context, settings, target)):
                built_of.hold({})
                kept.commit()  # so that a build that is killed is none
                built = making.site_of(context, settings, target, options)
            if not context.failed:  # errors are reported again by the next build
                site = dict(built.folders) if built else folders(Path(real))
                built_of.hold({"pages": folders(pages), "site": site})
        size = import_module(_MAKING).zipped(context, target, place) if place else 0
    done = built and f"{where} ({terminal.count(built.pages, 'page')}, {built.built:,} built)"
    context.say(done or f"nothing has changed; {where}")
    if place:
        context.say(f"the site as one file is in {place} ({size / 1e6:,.1f} MB)")
