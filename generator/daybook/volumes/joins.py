"""EDGE: the library's own site, which leads to its volumes: a reduction over the small summaries that their sites have.

It stands beside theirs under the name `library`. Its pages are made, laid out and put into place as those of any
archive are, in `pages/` of the library's folder and by its own state.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from daybook import config, pages, site
from daybook.archive import Context
from daybook.config import PLACE, USUAL, BuildOptions, Settings
from daybook.errors import StoreError
from daybook.exports import SiteFile, summary
from daybook.exports.summary import Summary
from daybook.model import ids
from daybook.model.jsonl import from_json
from daybook.pages import Draft
from daybook.runtime import files, state
from daybook.runtime.files import ROOT, code_digest, digest
from daybook.site import writer
from daybook.volumes import finding, lists, places
from daybook.volumes.folder import LibraryFolder
from daybook.volumes.rule import Library, Volume


def build(
    library: LibraryFolder, told: Context, *, options: BuildOptions = USUAL, more: Iterable[Draft | SiteFile] = ()
) -> site.Built:
    """Bring the library's own site up to date with the sites of its volumes, for the holder of the library's lock.

    A volume without a site, or with a summary that cannot be read, is told of, and left out. more: further pages and
    files of the site. Raises BuildError where the site cannot be built.
    """
    settings = settings_of(library.settings)
    files.use_language(settings.language, library.folder, ROOT)
    where = library.settings.site.replace(PLACE, config.OWN_SITE)
    away = places.Address(where) if places.is_address(where) else None
    target = site.claimed(library.folder / ("site" if away else where), library.folder, ROOT)
    kept, key = state.of(library.folder), digest(code_digest(ROOT), pages.environment((), settings))
    with kept.writing():
        sites = places.Sites(library.settings.site, library.folder, kept)
        held = summaries(library, sites, told.fail)
        rendered = writer.bring_up_to_date(
            library.folder / "pages", [*lists.drafts(lists.Joined(settings, held)), *more], kept, key,
            files.scratch_folder(library.folder), lambda counts, total: told.steps(counts, "pages", total),
        )  # fmt: skip
        found = finding.up_to_date(library, held, sites, kept, told.fail)
        kept.commit()
        for fault in rendered.faults:
            told.fail(fault)
        built = site.build(
            root=ROOT, archive=library.folder, site=target, settings=settings, options=options, index=lambda: found,
            texts={path: row.text for path, row in rendered.held.all().items()},
            watch=lambda counts, total: told.steps(counts, "site", total),
        )  # fmt: skip
    if away:
        places.publish(target, away, places.generation(away), "")
    return built


def settings_of(library: Library) -> Settings:
    """The settings of the library's own site, as those of an archive."""
    own = config.parse(library.text_of(Volume(config.OWN_SITE, library.categories)))
    return replace(own, title=library.title, url=library.url or own.url, navigation=lists.TABS, offline_app=False)


def summaries(library: LibraryFolder, sites: places.Sites, fail: places.Fail) -> dict[str, Summary]:
    """What each volume's site tells of it, by their names, sorted: with names such as pages may have, and numbers that
    add up. `fail` takes what one lacks, which is left out."""
    held = {}
    for volume in library.volumes:
        with places.reading(volume.name, summary.NAME, fail):
            data = sites.read(volume.name, summary.NAME, keep=True)
            if data is None:
                hint = f"build it: the library's own site is made of its site's {summary.NAME}"
                raise StoreError("has no site yet; the library's own leaves it out", subject=volume.name, hint=hint)
            read = from_json(data.decode(), Summary)
            names = [*read.themes, *read.names]
            wrong = [row.key for row in names if not ids.is_name(row.key)]
            wrong += [row.key for row in read.categories if row.key not in volume.categories]
            if wrong:
                raise ValueError(f"{wrong[0][:60]!r} is no page of it")
            if any(row.papers < 1 for row in (*read.categories, *names)) or any(row.papers < 1 for row in read.years):
                raise ValueError("a number of papers is below 1")
            held[volume.name] = read
    return held
