"""`daybook render`, `daybook build`, `daybook serve`: the archive as pages, the pages as a site."""

from __future__ import annotations

from pathlib import Path

from generator import files, pages, site
from generator.commands.context import ROOT, Context
from generator.config import Settings
from generator.site import katex


def render(context: Context) -> Settings:
    """Write the archive's pages as Markdown; only what has changed is written. The archive's settings."""
    with context.store.lock():
        settings = context.settings()
        archive = context.fold(published=True)
        texts = pages.Texts(
            introduction=context.store.people("introduction.md") or "", about=context.store.people("about.md") or ""
        )
        rendered = pages.render(archive, settings, texts, katex.renderer(ROOT))
        wanted = ((page.path, page.text) for page in context.bar(rendered, "pages"))
        total, written, removed = files.sync_tree(context.folder / "pages", wanted, context.folder / ".daybook" / "tmp")
    gone = f", {removed:,} removed" if removed else ""
    context.say(
        f"{len(archive.papers):,} papers, {len(archive.days):,} days: {total:,} pages, {written:,} written{gone}"
    )
    return settings


def build(context: Context, folder: Path | None, *, offline: bool) -> None:
    """Render the pages and build the site from them."""
    settings = render(context)
    target = folder or context.folder / "site"
    site.build(
        root=ROOT, archive=context.folder, site=target, settings=settings, offline=offline, strict=True,
        quiet=context.quiet,
    )  # fmt: skip
    start = target / "index.html"
    context.say(f"the site is in {target}: open {start} in a browser" if offline else f"the site is in {target}")


def serve(context: Context, address: str) -> None:
    """Render, build and show the site on this machine until it is stopped."""
    settings = render(context)
    site.serve(root=ROOT, archive=context.folder, settings=settings, address=address)
