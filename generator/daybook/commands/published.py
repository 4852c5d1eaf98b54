"""What `daybook publish` does in a library: its night, and the sites that have changed to their hosts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

from daybook.archive import Context
from daybook.commands import built, check
from daybook.commands.publish import Night
from daybook.config import OWN_SITE, PLACE
from daybook.errors import GeneratorError
from daybook.forge.branch import Branch
from daybook.log import disk
from daybook.log.formats import ATTRIBUTES, IGNORES
from daybook.log.homes import ELSEWHERE
from daybook.runtime import files, terminal
from daybook.runtime.files import digest
from daybook.runtime.state import of as state_of
from daybook.volumes import LibraryFolder, Volume, hosting
from daybook.volumes.folder import HOMES, INBOX
from daybook.volumes.places import is_address
from daybook.volumes.rule import VOLUMES

HOSTED = "hosted"
"""The table of sites that were put to their hosts: name -> the host, and how the site stood then."""


class LibraryNight(Night):
    """One run in a library, which is one repository; a volume that is one of its own is pushed there. What is new, the
    build of each volume tells."""

    def is_sample(self) -> bool:
        return LibraryFolder(self.context.folder).settings.sample

    def migrate(self) -> None:
        """Each volume is brought to a new format by the first command that writes to it."""

    def commit(self, message: str) -> None:
        super().commit(message)
        for volume, home in _volumes(LibraryFolder(self.context.folder)):
            if not (home / ".git").exists():
                continue
            clone = disk.Clone(home)
            own = Branch(home, clone.branch(), home, self.night / f"unpushed-{volume.name}", self.token)
            if clone.remote():
                own.begin()
            own.commit(message, (ELSEWHERE, *super().names(home)))
            if clone.remote() and (why := own.push((0,))):
                self.context.fail(f"{volume.name}: What was fetched could not be pushed. {why}")

    def names(self, archive: Path) -> Iterator[str]:
        yield from (HOMES, VOLUMES, INBOX, IGNORES, ATTRIBUTES)
        for _, home in _volumes(LibraryFolder(archive)):
            if not (home / ".git").exists():
                below = home.relative_to(archive).as_posix()
                yield from (f"{below}/{name}" for name in (ELSEWHERE, *super().names(home)))

    def site(self) -> None:
        """Build what has changed, check that, and put the sites that differ to their hosts."""
        self.part(lambda context: built.build(context, "", ()))
        library = LibraryFolder(self.context.folder)
        if library.volumes:
            stood = built.standings(state_of(library.folder)).all()  # as the build found or left them
            self.part(partial(check.check_library, stood=stood))
            self.part(partial(_put, library=library, stood=stood))


def _volumes(library: LibraryFolder) -> Iterator[tuple[Volume, Path]]:
    """The volumes whose logs are folders, with these."""
    if not is_address(library.settings.log):
        yield from ((volume, home) for volume in library.volumes if (home := library.log(volume)).exists())


def _put(context: Context, library: LibraryFolder, stood: Mapping[str, str]) -> None:
    """Put what differs to its host; say what. stood: how the volumes stand that could be built."""
    if not library.settings.host:
        context.say("library.yml names no `host`: the sites stay where they were built")
        return
    done = list[hosting.Put]()
    own = files.folders(library.site(Volume(OWN_SITE, ())))
    stood = {**stood, OWN_SITE: repr(sorted(own.items()))}
    with library.lock():
        kept = state_of(context.folder)
        hosted = kept.table(HOSTED, "", str)
        known = hosted.all()
        for name in [*(volume.name for volume in library.volumes), OWN_SITE]:
            site, host = library.site(Volume(name, ())), library.settings.host.replace(PLACE, name)
            if not (is_address(host) or host.endswith(".git")):
                host = str(library.folder / host)
            standing = digest(host, stood.get(name, ""))
            if name not in stood or not (site / "index.html").exists() or known.get(name) == standing:
                continue
            try:
                work = files.work_folder(context.folder) / "hosts" / name
                put = hosting.put(site, host, work)
            except GeneratorError as error:
                context.fail(error)
                continue
            hosted.put([(name, standing)])
            kept.commit()
            done.append(put)
            context.say(f"{name}: {_said(put)} to {terminal.redacted(host)}")
    total = hosting.Put(*map(sum, zip(hosting.Put(0, 0, 0), *done, strict=True)))
    context.say(f"{len(done):,} of {len(library.volumes) + 1:,} sites put to their hosts: {_said(total)}")


def _said(put: hosting.Put) -> str:
    gone = f", {put.removed:,} removed" if put.removed else ""
    return f"{terminal.count(put.files, 'file')} ({put.size / 1e6:,.1f} MB){gone}"
