"""`daybook render`, `daybook build`, `daybook serve`: the archive as pages, the pages as a site."""

from __future__ import annotations

import gc
from collections.abc import Iterable
from pathlib import Path

from generator import pages, rendering, site
from generator.cache import Cache, code_digest, digest
from generator.commands.context import ROOT, Context
from generator.config import Settings
from generator.rendering import Rendered
from generator.site import katex


def render(context: Context) -> tuple[Settings, Rendered]:
    """Write the archive's pages as Markdown; only what has changed is made and written."""
    with context.store.lock():
        settings = context.settings()
        gc.disable()  # hundreds of thousands of objects that all live to the end: collecting them is wasted time
        archive = context.fold(published=True)
        texts = pages.Texts(
            introduction=context.store.people("introduction.md") or "", about=context.store.people("about.md") or ""
        )
        drafts = pages.drafts(archive, settings, texts, katex.renderer(ROOT))
        key = digest(code_digest(ROOT), pages.environment(archive, settings))
        own = context.folder / ".daybook"
        gc.freeze()
        rendered = rendering.bring_up_to_date(
            context.folder / "pages", drafts, Cache(own), key, own / "tmp", lambda n, total: _watch(context, n, total)
        )
    gone = f", {rendered.removed:,} removed" if rendered.removed else ""
    context.say(
        f"{len(archive.papers):,} papers, {len(archive.days):,} days: {len(rendered.texts):,} pages,"
        f" {rendered.made:,} made, {rendered.written:,} written{gone}"
    )
    return settings, rendered


def _watch(context: Context, counts: Iterable[int], total: int) -> Iterable[int]:
    return context.steps(counts, "pages", total)


def build(context: Context, folder: Path | None, *, offline: bool) -> None:
    """Render the pages and build the site from them."""
    settings, _ = render(context)
    target = folder or context.folder / "site"
    site.build(
        root=ROOT, archive=context.folder, site=target, settings=settings, offline=offline, strict=True,
        quiet=context.quiet,
    )  # fmt: skip
    start = target / "index.html"
    context.say(f"the site is in {target}: open {start} in a browser" if offline else f"the site is in {target}")


def serve(context: Context, address: str) -> None:
    """Render, build and show the site on this machine until it is stopped."""
    settings, _ = render(context)
    site.serve(root=ROOT, archive=context.folder, settings=settings, address=address)
