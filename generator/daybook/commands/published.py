"""What `daybook publish` does in a library: its night, and the sites that have changed to their hosts."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from daybook import config
from daybook.archive import Context
from daybook.commands import built, check, dealt, fetch
from daybook.commands.publish import Night
from daybook.config import OWN_SITE, PLACE
from daybook.errors import GeneratorError
from daybook.forge.branch import Branch
from daybook.log import disk
from daybook.log.formats import ATTRIBUTES, IGNORES, tell_git
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
    """One run in a library, which is one repository; a volume that is one of its own is pushed there."""

    def is_sample(self) -> bool:
        return LibraryFolder(self.context.folder).settings.sample

    def fetch(self, context: Context, summary: Path) -> object:
        return dealt.fetched(context, partial(fetch.fetch, summary=summary))

    def migrate(self) -> None:
        """Each volume is brought to a new format by the first command that writes to it."""

    def commit(self, message: str) -> None:
        ignored = [f"/{name}/" for name in (files.WORK, "pages", "site", "sites", "dividing")]
        tell_git(self.context.folder / IGNORES, ignored)
        tell_git(self.context.folder / ATTRIBUTES, [f"/{HOMES}/*.tsv merge=union"])
        super().commit(message)
        for volume, home in self._volumes():
            if not (home / ".git").exists():
                continue
            clone = disk.Clone(home)
            own = Branch(home, clone.branch(), home, self.night / f"unpushed-{volume.name}", self.token)
            if clone.remote():
                own.begin()
            own.commit(message, (*disk.KINDS, ELSEWHERE, config.NAME))
            if clone.remote() and (why := own.push((0,))):
                self.context.fail(f"{volume.name}: What was fetched could not be pushed. {why}")

    def names(self) -> Iterator[str]:
        yield from (HOMES, VOLUMES, INBOX, IGNORES, ATTRIBUTES)
        for _, home in self._volumes():
            if not (home / ".git").exists():
                below = home.relative_to(self.context.folder)
                own = (config.NAME, ".gitattributes", ".gitignore")
                named = (name for name in own if (home / name).resolve() not in self.dirty)
                yield from (f"{below.as_posix()}/{name}" for name in (*disk.KINDS, ELSEWHERE, *named))

    def _volumes(self) -> Iterator[tuple[Volume, Path]]:
        library = LibraryFolder(self.context.folder)
        if "://" not in library.settings.log:
            yield from ((volume, home) for volume in library.volumes if (home := library.log(volume)).exists())

    def is_new(self) -> bool:
        """What is new, the build of each volume tells."""
        return True

    def site(self) -> None:
        """Build what has changed, check all, and put the sites that differ to their hosts."""
        failed = set[str]()

        def build(context: Context) -> None:
            for outcome in built.build(context, "", ()):
                failed.update([outcome.volume] if outcome.code else [])
                for line in outcome.said:
                    if " sent to " in line:
                        self.context.say(f"{outcome.volume}: {line}")

        self.part(build)
        if not LibraryFolder(self.context.folder).volumes:
            return
        self.part(check.check_library)
        self.part(partial(_put, failed=failed))


def _put(context: Context, failed: set[str]) -> None:
    """Put what differs to its host; say what."""
    library, done = LibraryFolder(context.folder), list[hosting.Put]()
    if not library.settings.host:
        context.say("library.yml names no `host`: the sites stay where they were built")
        return
    with library.lock():
        kept = state_of(context.folder)
        hosted = kept.table(HOSTED, "", str)
        for name in [*(volume.name for volume in library.volumes), OWN_SITE]:
            site, host = library.site(Volume(name, ())), library.settings.host.replace(PLACE, name)
            if not (is_address(host) or host.endswith(".git")):
                host = str(library.folder / host)
            standing = digest(host, repr(sorted(files.folders(site).items())))
            if name in failed or not (site / "index.html").exists() or hosted.get(name) == standing:
                continue
            try:
                put = hosting.put(site, host, files.work_folder(context.folder) / "hosts" / name)
            except GeneratorError as error:
                context.fail(error)
                continue
            hosted.put([(name, standing)])
            kept.commit()
            done.append(put)
            context.say(f"{name}: {_said(put)} to {terminal.redacted(host)}")
    total = hosting.Put(*map(sum, zip(*done, strict=True))) if done else hosting.Put(0, 0, 0)
    context.say(f"{len(done):,} of {len(library.volumes) + 1:,} sites put to their hosts: {_said(total)}")


def _said(put: hosting.Put) -> str:
    gone = f", {put.removed:,} removed" if put.removed else ""
    return f"{terminal.count(put.files, 'file')} ({put.size / 1e6:,.1f} MB){gone}"
