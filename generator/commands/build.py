"""`daybook render`, `daybook build`, `daybook serve`: the archive as pages, the pages as a site."""

from __future__ import annotations

import gc
import re
import sys
from functools import partial
from itertools import chain
from pathlib import Path

from generator import exports, pages, site
from generator.archive import load
from generator.config import Settings
from generator.context import ROOT, Context
from generator.errors import StoreError
from generator.exports import SiteFile
from generator.pages import Draft, writer
from generator.pages.writer import Rendered
from generator.runtime import files, parallel
from generator.runtime.cache import Cache, code_digest, digest
from generator.site import katex

_DATED = re.compile(r"\d{4}-(?:\d{2}(?:-\d{2})?|W\d{2})")


def render(context: Context) -> tuple[Settings, Rendered]:
    """Write the archive's pages as Markdown; only what has changed is made and written."""
    with context.store.lock():
        return _render(context)


def _render(context: Context) -> tuple[Settings, Rendered]:
    settings = context.settings()
    gc.disable()  # hundreds of thousands of objects that all live to the end: collecting them is wasted time
    archive = context.fold(published=True)
    math = katex.renderer(ROOT)
    lists = pages.drafts_of_lists(archive, settings, _texts(context), math)
    extra = exports.files(archive, settings)
    papers = pages.drafts_of_papers(lambda: load.beside(context, archive), settings, math)
    key = digest(code_digest(ROOT), pages.environment(archive, settings))
    gc.freeze()
    rendered = writer.bring_up_to_date(
        context.folder / "pages", chain[Draft | SiteFile](lists, extra), Cache(context.folder), key,
        files.scratch_folder(context.folder),
        lambda counts, total: context.steps(counts, "pages", total), papers,
    )  # fmt: skip
    for fault in rendered.faults:
        context.fail(fault)
    gone = f", {rendered.removed:,} removed" if rendered.removed else ""
    context.say(
        f"{len(archive.papers):,} papers, {len(archive.days):,} days: {rendered.pages:,} pages,"
        f" {rendered.made:,} made, {rendered.written:,} written{gone}"
    )
    return settings, rendered


def _texts(context: Context) -> pages.Texts:
    """What people wrote for pages. A digest that belongs to no day, week or month is told of and left out."""
    found = context.store.digests()
    for name in [name for name in found if not _DATED.fullmatch(name)]:
        del found[name]
        hint = "name it 2026-03-03.md, 2026-W10.md or 2026-03.md"
        context.fail(StoreError("is the digest of no day, week or month", subject=f"digests/{name}.md", hint=hint))
    return pages.Texts(
        introduction=context.store.people("introduction.md") or "",
        about=context.store.people("about.md") or "",
        digests=found,
    )


def build(context: Context, folder: Path | None, *, offline: bool) -> None:
    """Render the pages and build the site from them; nothing where nothing has changed since it was built."""
    target = folder or context.folder / "site"
    start = target / "index.html"
    context.settings()  # before anything is written to what is no archive
    where = f"the site is in {target}" + (f": open {start} in a browser" if offline else "")
    with context.store.lock():
        built = _build(context, target, offline)
    context.say(f"{where} ({built.pages:,} pages, {built.built:,} built)" if built else f"nothing has changed; {where}")


def _build(context: Context, target: Path, offline: bool) -> site.Built | None:
    """What was done; None where nothing had to be."""
    target = site.claimed(target, context.folder, ROOT)
    cache, folder = Cache(context.folder), context.folder / "pages"
    key = digest(code_digest(ROOT), context.store.fingerprint(), str(target), str(offline))
    known = cache.read(BUILT, key)
    if known and known[""] == [site.state(folder), site.state(target)]:
        return None
    large = cache.size(writer.TABLE) > LARGE
    with site.preparing(target, context.folder, ROOT, large) as prepared:
        settings, rendered = _render(context)
        with parallel.ahead(partial(site.state, folder), large) as standing:
            built = site.build(
                root=ROOT, archive=context.folder, site=target, settings=settings, offline=offline,
                texts=rendered.texts, prepared=prepared,
                watch=lambda counts, total: context.steps(counts, "site", total),
            )  # fmt: skip
            stood = standing()
    if not context.failed:  # what was refused is said again the next time
        cache.write(BUILT, key, {"": [stood, built.state]})  # where this is, nothing is left beside the site
    return built


LARGE = 200_000
"""So many bytes of a table of pages, some thousand pages, make it worth to have a second process see to files."""
BUILT = "built"
"""The table that keeps, under the hash of all that goes into a site, how pages and site stood when it was done."""


def serve(context: Context, address: str) -> None:
    """Build the site and show it on this machine until it is stopped."""
    with site.listening(address, context.settings().url) as server:
        build(context, None, offline=False)
        context.say(f"serving on {server.url} (Ctrl-C to stop); to see changes, run daybook build and reload the page")
        sys.stdout.flush()
        server.show(context.folder / "site")
