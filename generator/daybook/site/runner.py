"""A site brought up to date with its pages by a run of MkDocs, whose hook makes and publishes it; see `events`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from daybook.config import Settings
from daybook.errors import BuildError, GeneratorError
from daybook.runtime import terminal
from daybook.site import publish
from daybook.site.destination import claimed
from daybook.site.plan import Plan, Watch, check_pages, following, heard
from daybook.site.publish import Stage
from daybook.site.work import Work

SHOWN = 5  # warnings that an error repeats


@dataclass(frozen=True, slots=True)
class Built:
    """The outcome of a build: how many pages the site has, how many of them were built, and the site's folders with
    their times, which tell whether it stands as it was left."""

    pages: int
    built: int
    folders: Mapping[str, int]


def build(
    root: Path,
    archive: Path,
    site: Path,
    settings: Settings,
    *,
    offline: bool = False,
    strict: bool = True,
    texts: Mapping[str, str] | None = None,
    changed: Mapping[str, str] | None = None,
    removed: Collection[str] = (),
    watch: Watch | None = None,
    index: Callable[[], Path] | None = None,
) -> Built:
    """Bring the site of `archive` (its pages/) in `site` up to date, with the mkdocs.yml and overrides/ in `root`.

    offline: the site is to be read from a folder; strict: warnings are errors, else they are printed; texts, changed,
    removed, index, watch: see `Work`. For the holder of the archive's lock.
    Raises BuildError with the first warnings, or if no site may be built in `site` (see `claimed`), or if it cannot be
    written; the site then stays as it was, or the next build finishes it.
    """
    archive = archive.resolve()
    plan = Plan(archive, settings, claimed(site, archive, root), offline)
    check_pages(plan)
    try:
        work = Work(root, plan, texts=texts, changed=changed, removed=removed, index=index, watch=watch)
        pages, built = _pages(work.texts), 0
        if not work.is_done():
            with publish.staging(work.site, archive) as stage:
                _run(root, replace(plan, making=(work, stage)), stage, strict)
            built = _pages(work.changed)
        return Built(pages, built, work.manifest.folders)
    except OSError as error:
        hint = "check disk space and permissions, then run the command again"
        problem = f"cannot write the site: {error.strerror or error}"
        raise BuildError(problem, subject=str(error.filename or plan.site), hint=hint) from error


def _pages(paths: Iterable[str]) -> int:
    """How many of these files are pages."""
    return sum(path.endswith(".md") for path in paths)


def _run(root: Path, plan: Plan, stage: Stage, strict: bool) -> None:
    """Do what `mkdocs build` does. Raise BuildError if that failed; print other warnings."""
    # A build that changes nothing is faster without these.
    from mkdocs.commands import build as mkdocs_build
    from mkdocs.config import load_config
    from mkdocs.exceptions import Abort, MkDocsException

    failure, told = "", str(root / "mkdocs.yml")
    with following(plan), heard() as warnings:
        try:
            config = load_config(told, docs_dir=str(stage.empty), site_dir=str(stage.next), strict=strict)
            config.plugins.on_startup(command="build", dirty=False)
            try:
                mkdocs_build.build(config)
            finally:
                config.plugins.on_shutdown()
        except (Abort, MkDocsException) as error:
            if isinstance(error.__cause__, GeneratorError):
                raise error.__cause__ from None
            failure = str(error) or "MkDocs stopped without giving a reason"
    lines = list(dict.fromkeys(" ".join(each.getMessage().split()) for each in warnings))
    if failure:
        shown = " | ".join(lines[:SHOWN]) or failure
        more = f" | and {len(lines) - SHOWN} more" if len(lines) > SHOWN else ""
        raise BuildError(f"the site could not be built: {shown}{more}", subject=str(plan.pages))
    for line in lines:
        terminal.warn(f"WARNING: {line}")
