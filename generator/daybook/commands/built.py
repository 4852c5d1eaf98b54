"""What `daybook build` does in a library: the volumes that have changed, here or on a cluster, then its own site."""

from __future__ import annotations

from dataclasses import replace

from daybook.archive import Context
from daybook.config import PLACE, USUAL
from daybook.errors import GeneratorError
from daybook.log.store import MADE
from daybook.runtime import files, terminal
from daybook.runtime.files import ROOT, code_digest, digest
from daybook.runtime.state import State, Table
from daybook.runtime.state import of as state_of
from daybook.volumes import LibraryFolder, Volume, joins, resolving, running
from daybook.volumes.building import Outcome, Task
from daybook.volumes.places import SENT, is_address


def standings(kept: State, options: tuple[str, ...] = ()) -> Table[str]:
    """The table of volumes that were built with these options by this code: name -> how its log and site stood then."""
    return kept.table("volumes", digest(code_digest(ROOT), *options), str)


def build(context: Context, cluster: str, options: tuple[str, ...]) -> list[Outcome]:
    """Build what has changed; what became of it. `options`: of `daybook build`, for each volume."""
    library = LibraryFolder(context.folder)
    if not library.volumes:
        hint = "deal a snapshot or the day's documents to it: daybook ingest PATH"
        raise GeneratorError("has no volumes yet", subject=str(context.folder), hint=hint)
    with library.lock():
        kept = state_of(context.folder)
        table = standings(kept, options)
        known = table.all()
        away = is_address(library.settings.log) or is_address(library.settings.site)  # whose manifests tell
        changed = [one for one in library.volumes if away or known.get(one.name) != _standing(library, one)]
        table.remove(volume.name for volume in changed)
        kept.commit()
        tasks = []
        for volume in changed:
            places = (where.replace(PLACE, volume.name) for where in (library.settings.log, library.settings.site))
            log, site = (place if is_address(place) else str((library.folder / place).resolve()) for place in places)
            tasks.append(Task(volume=volume.name, log=log, site=site, options=options))
        outcomes = running.run(tasks, cluster, context) if tasks else []
        for outcome in outcomes:
            for line in (each for each in outcome.said if SENT in each):
                context.say(f"{outcome.volume}: {line}")
        whole = {outcome.volume for outcome in outcomes if outcome.code == 0}
        table.put((volume.name, _standing(library, volume)) for volume in changed if volume.name in whole)
        kept.commit()
        usual = replace(USUAL, offline=bool(options))
        own = joins.build(library, context, options=usual, more=resolving.drafts(library))
        if left := len(library.volumes) - len(tasks):
            context.say(f"{left:,} of {len(library.volumes):,} volumes unchanged")
        context.say(f"the library's own site: {terminal.count(own.pages, 'page')}, {own.built:,} built")
    return outcomes


def _standing(library: LibraryFolder, volume: Volume) -> str:
    """The hash of how a volume's log and site stand, as far as they are folders."""
    held: list[object] = []
    if not is_address(library.settings.log):
        paths = (path for path in sorted(library.log(volume).glob("[!.]*")) if path.name not in MADE)
        held += [(path.name, sorted(files.scan(path).items()) or files.size_and_time(path)) for path in paths]
    if not is_address(library.settings.site):
        held += sorted(files.folders(library.site(volume)).items())
    return digest(repr(held))
