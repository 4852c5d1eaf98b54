"""EDGE: the library's own site, which leads to its volumes: a reduction over the small summaries that their sites have.

It stands beside theirs under the name `library`. Its pages are made, laid out and put into place as those of any
archive are, in `pages/` of the library's folder and by its own state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

from daybook import config, pages, site
from daybook.config import PLACE, USUAL, BuildOptions, Settings
from daybook.errors import GeneratorError, StoreError
from daybook.exports import SiteFile, api
from daybook.model import ids
from daybook.model.jsonl import from_json
from daybook.pages import Draft
from daybook.runtime import files, state
from daybook.runtime.files import ROOT, code_digest, digest
from daybook.site import writer
from daybook.volumes import finding, lists, places
from daybook.volumes.folder import LibraryFolder
from daybook.volumes.joined import Joined, Summary
from daybook.volumes.rule import Library, Volume

SUMMARY = f"{api.FOLDER}volume.json"


class Told(Protocol):
    """Whom a build tells of what it left out, such as `archive.Context`."""

    def fail(self, error: GeneratorError | str) -> None:
        """A fault; the build goes on."""

    def steps(self, counts: Iterable[int], what: str, total: int) -> Iterable[int]:
        """Counts of finished items, unchanged."""


def build(
    library: LibraryFolder,
    told: Told,
    *,
    options: BuildOptions = USUAL,
    more: Iterable[Draft | SiteFile] = (),
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
        held = {volume.name: summary for volume, summary in summaries(library, sites, told.fail)}
        rendered = writer.bring_up_to_date(
            library.folder / "pages", [*lists.drafts(Joined(settings, held)), *more], kept, key,
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
    url = library.url or (library.address_of(config.OWN_SITE) if "://" in library.address else "")
    return Settings(
        title=library.title, categories=library.categories, url=url, description=library.description,
        contact=library.contact, language=library.language, notice=library.notice, sample=library.sample,
        volumes=library.address, navigation=lists.TABS, offline_app=False, format=config.FORMAT,
    )  # fmt: skip


def summaries(
    library: LibraryFolder, sites: places.Sites, fail: Callable[[GeneratorError], object]
) -> Iterator[tuple[Volume, Summary]]:
    """What each volume's site tells of it, in the order of their names. `fail` takes what one lacks."""
    for volume in library.volumes:
        try:
            data = sites.small(volume.name, SUMMARY)
            if data is None:
                hint = "build it: its site's api/v1/volume.json is what the library's own site is made of"
                raise StoreError("has no site yet; the library's own leaves it out", subject=volume.name, hint=hint)
            yield volume, _sound(volume, data)
        except GeneratorError as error:
            fail(error)


def _sound(volume: Volume, data: bytes) -> Summary:
    """A summary in which names are such as pages may have, and numbers add up. Raises StoreError."""
    try:
        read = from_json(data.decode(), Summary)
        names = [*(theme.slug for theme in read.themes), *(name.slug for name in read.names)]
        if lost := next((name for name in names if not ids.is_name(name)), None):
            raise ValueError(f"{lost[:60]!r} is no name of a page")
        if lost := next((share.category for share in read.shares if share.category not in volume.categories), None):
            raise ValueError(f"{lost[:60]!r} is no category of it")
        if min((each.papers for some in (read.shares, read.themes, read.names) for each in some), default=1) < 1:
            raise ValueError("a number of papers is below 1")
    except ValueError as error:  # of what is no UTF-8, too
        hint = "build this volume again"
        raise StoreError(f"{SUMMARY} cannot be read: {error}", subject=volume.name, hint=hint) from error
    return read
