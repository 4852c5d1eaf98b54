"""What `daybook ingest` does in a library: documents dealt to its volumes, each of which reads its own part."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from daybook import config
from daybook.archive import Context
from daybook.commands.ingest import SNAPSHOT, Run, Sound
from daybook.errors import Refused
from daybook.log import documents
from daybook.log.documents import DocumentFile
from daybook.log.store import Change, Document
from daybook.model import Entry
from daybook.runtime import files, terminal
from daybook.sources import arxiv_snapshot
from daybook.volumes import LibraryFolder, Volume, dealing
from daybook.volumes.rule import Cell


def ingest(context: Context, sources: Sequence[DocumentFile]) -> dict[str, Any]:
    """Deal documents. Returns what was read, with the names of volumes, and how many records that gave."""
    library = LibraryFolder(context.folder)
    with library.lock():
        run = _Run(context, library)
        told = run.read_all(sources)
    run.say_read()
    return told


def fetched(context: Context, fetch: Callable[[Context], dict[str, Any]]) -> dict[str, Any]:
    """Fetch, as into one archive, into the library's inbox, an archive of all its categories, and deal what came to the
    volumes, from then on kept in dealt/. Returns what `fetch` does."""
    library = LibraryFolder(context.folder)
    inbox = Context(library.inbox(), quiet=context.quiet, verbose=context.verbose, flag=context.flag)
    told, waiting = fetch(inbox), inbox.folder / "listings"
    sources = documents.find(waiting) if any(files.below(waiting)) else []
    quiet = Context(context.folder, quiet=True, verbose=context.verbose)
    dealt = ingest(quiet, sources)["documents"]
    context.faults += [*inbox.faults, *quiet.faults]
    for path in (Path(each["path"]) for each in dealt):
        target, data = inbox.folder / "dealt" / path.relative_to(waiting), files.read(path) or b""
        files.write(target, data, files.scratch_folder(inbox.folder))
        files.remove(path)
    volumes = len({volume for each in dealt for volume in each["volumes"]})
    context.say(f"{terminal.count(len(dealt), 'document')} dealt to {terminal.count(volumes, 'volume')}")
    return told


class _Run(Run):
    """One run, in which volumes store what is theirs."""

    def __init__(self, context: Context, library: LibraryFolder) -> None:
        super().__init__(context, config.parse(library.settings.text_of(Volume("", library.settings.categories))))
        self.library = library
        self.volumes = dict[str, None]()  # that have read of the present document

    def read(self, source: DocumentFile) -> None:
        self.volumes = {}
        super().read(source)

    def tell(self, name: str, contents: str, outcome: Change) -> None:
        if not self.volumes:
            hint = "name the volume that shall read it with --archive"
            raise Refused("nothing of this library's categories", hint=hint)
        super().tell(name, f"{contents} in {terminal.count(len(self.volumes), 'volume')}", outcome)
        self.told[-1]["volumes"] = [*self.volumes]

    def stream(self, lines: Iterable[bytes], document: str, sound: Sound) -> tuple[Change, int]:
        dealt = dealing.Dealt(self.library, lines, sound)
        if not dealt.papers:
            raise Refused("no papers of this library's categories", hint="a snapshot has one paper per line")

        def store(volume: Volume, home: Context, idents: set[str]) -> Change:
            def entries() -> Iterator[Entry]:
                for entry in arxiv_snapshot.read_numbered(dealt.lines(volume)):
                    if isinstance(entry, Entry):
                        idents.add(entry.paper)
                        yield entry

            return home.store.add_stream(SNAPSHOT, document, entries())

        outcome = self._stored(dealt.newest, dealt.papers, store)
        files.clear(dealt.folder)
        return outcome, dealt.papers.total()

    def store(self, document: Document) -> Change:
        shares, papers = dealing.shares(self.library, document.listings)

        def store(volume: Volume, home: Context, idents: set[str]) -> Change:
            held = tuple(part for cell, some in shares.items() if volume.holds(cell) for part in some)
            # Where a document was divided, no volume keeps it: none of them could read it again as it did.
            raw = document.raw if held == document.listings else None
            idents.update(entry.arxiv_id for part in held for entry in part.entries if entry.arxiv_id)
            return Run(home, home.settings()).store(replace(document, listings=held, raw=raw))

        return self._stored(max(each.date for each in document.listings), papers, store)

    def _stored(
        self, newest: dt.date, papers: Mapping[Cell, int], store: Callable[[Volume, Context, set[str]], Change]
    ) -> Change:
        """Have volumes for these cells, and each store its part. `store` adds the ids of its papers."""
        self.library.divide(papers)
        changes = list[Change]()
        for volume in self.context.bar([one for one in self.library.volumes if any(map(one.holds, papers))], "volumes"):
            home, idents = self.library.made(volume, newest, self.context), set[str]()
            with home.store.lock():
                changes.append(store(volume, home, idents))
                self.library.note_elsewhere(volume, home.folder, idents)
                home.store.coverage.flush()
            self.volumes[volume.name] = None
        return Change(sum(each.added for each in changes), sum(each.removed for each in changes))
