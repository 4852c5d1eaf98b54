"""What `daybook build` does in a library: the volumes that have changed, here or on a cluster, then its own site."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from daybook.archive import Context
from daybook.config import PLACE, USUAL
from daybook.errors import GeneratorError
from daybook.log.store import MADE
from daybook.runtime import files, terminal
from daybook.runtime.files import ROOT, code_digest, digest
from daybook.runtime.state import of as state_of
from daybook.volumes import LibraryFolder, Volume, joins, resolving, running
from daybook.volumes.building import Outcome, Task

BUILT = "volumes"
"""The table of volumes that were built: name -> how its log and site stood then."""


def build(context: Context, cluster: str, options: tuple[str, ...]) -> list[Outcome]:
    """Build what has changed; what became of it. `options`: of `daybook build`, for each volume."""
    library = LibraryFolder(context.folder)
    with library.lock():
        kept = state_of(context.folder)
        table = kept.table(BUILT, digest(code_digest(ROOT), *options), str)
        tasks, known = list[Task](), table.all()
        for volume in library.volumes:
            stood = known.get(volume.name)
            if not stood or stood != _standing(library, volume):
                tasks.append(_task(library, volume, options))
        if not library.volumes:
            hint = "deal a snapshot or the day's documents to it: daybook ingest PATH"
            raise GeneratorError("has no volumes yet", subject=str(context.folder), hint=hint)
        outcomes = running.run(tasks, cluster, context) if tasks else []
        for outcome in outcomes:
            volume = next(one for one in library.volumes if one.name == outcome.volume)
            if outcome.code == 0 and (standing := _standing(library, volume)):
                table.put([(volume.name, standing)])
        kept.commit()
        usual = replace(USUAL, offline=bool(options))
        own = joins.build(library, context, options=usual, more=resolving.drafts(library))
        if left := len(library.volumes) - len(tasks):
            context.say(f"{left:,} of {len(library.volumes):,} volumes unchanged")
        context.say(f"the library's own site: {terminal.count(own.pages, 'page')}, {own.built:,} built")
    return outcomes


def _task(library: LibraryFolder, volume: Volume, options: tuple[str, ...]) -> Task:
    log, site = (
        where.replace(PLACE, volume.name)
        if "://" in where
        else str((library.folder / where.replace(PLACE, volume.name)).resolve())
        for where in (library.settings.log, library.settings.site)
    )
    return Task(volume=volume.name, log=log, site=site, options=options)


def _standing(library: LibraryFolder, volume: Volume) -> str:
    """The hash of how a volume's log and site stand; empty: they are at addresses, whose manifests tell."""
    if "://" in library.settings.log + library.settings.site:
        return ""
    log, site = library.log(volume), library.site(volume)
    held = [(path.name, _state(path)) for path in sorted(log.iterdir()) if path.name not in MADE]
    return digest(repr(held), repr(sorted(files.folders(site).items())))


def _state(path: Path) -> object:
    return sorted(files.scan(path).items()) if path.is_dir() else files.size_and_time(path)
