"""What `daybook ingest` does in a library: documents dealt to its volumes, each of which reads its own part."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from daybook import commands
from daybook.archive import Context
from daybook.errors import GeneratorError, Refused, Unwritable, actionable
from daybook.log import documents
from daybook.log.documents import DocumentFile
from daybook.log.store import Change, Document
from daybook.model import Entry, Listing
from daybook.model.jsonl import HASH_DIGITS, document_hash
from daybook.runtime import files, terminal
from daybook.sources import arxiv_snapshot, received
from daybook.sources.received import bounded
from daybook.sources.registry import Reader, detect
from daybook.volumes import LibraryFolder, Volume, dealing
from daybook.volumes.rule import Cell

MOST_SAID = 5
"""Bad lines of a snapshot that are reported one by one; the rest are counted."""
Fetch = Callable[[Context], dict[str, Any]]
"""Fetches into one archive, as `daybook fetch` does there."""


def ingest(context: Context, sources: Sequence[DocumentFile]) -> dict[str, Any]:
    """Deal documents. Returns what was read, by document and volume, and how many records that gave."""
    library, told = LibraryFolder(context.folder), list[dict[str, Any]]()
    done = refused = 0
    with library.lock():
        for source in context.bar(sources, "reading"):
            name, reader = str(source.path), detect(source.head())
            try:
                if reader is arxiv_snapshot:
                    parts = _of_snapshot(context, library, source)
                else:
                    parts = _of_document(context, library, source, reader)
                done += 1
            except Unwritable:
                raise
            except Exception as error:
                refused += 1
                context.fail(actionable(error, name))
                continue
            told += parts
            where = f"in {terminal.count(len(parts), 'volume')}"
            context.say(f"{name}: {parts[0]['contents']} {where}; {_total(parts)}")
    if len(sources) > 1:
        context.say(f"{terminal.count(done, 'document')} read; {_total(told)}")
    total = _total(told)
    return {"read": done, "refused": refused, "stored": total.added, "replaced": total.removed, "documents": told}


def fetched(context: Context, fetch: Fetch) -> dict[str, Any]:
    """Fetch what is new into the library's inbox, an archive of all its categories, and deal what came to the volumes,
    from then on kept in dealt/. Returns what `fetch` does."""
    library = LibraryFolder(context.folder)
    inbox = Context(library.inbox(), quiet=context.quiet, verbose=context.verbose, flag=context.flag)
    told, waiting = fetch(inbox), inbox.folder / "listings"
    sources = documents.find(waiting) if any(files.below(waiting)) else []
    quiet = Context(context.folder, quiet=True, verbose=context.verbose)
    parts = ingest(quiet, sources)["documents"]
    read_by = dict.fromkeys(Path(part["path"]) for part in parts)
    context.faults += [*inbox.faults, *quiet.faults]
    for path in read_by:
        target, data = inbox.folder / "dealt" / path.relative_to(waiting), files.read(path) or b""
        files.write(target, data, files.scratch_folder(inbox.folder))
        files.remove(path)
    volumes = len({part["volume"] for part in parts})
    context.say(f"{terminal.count(len(read_by), 'document')} dealt to {terminal.count(volumes, 'volume')}")
    return told


def _total(parts: Sequence[dict[str, Any]]) -> Change:
    return Change(sum(part["stored"] for part in parts), sum(part["replaced"] for part in parts))


def _of_snapshot(context: Context, library: LibraryFolder, source: DocumentFile) -> list[dict[str, Any]]:
    """Deal a snapshot; what each volume read of it. Raises Refused."""
    listing = Listing(source="arxiv-snapshot", format=arxiv_snapshot.NAME, date=dt.date.min)
    name, faults = str(source.path), list[GeneratorError | str]()
    lines = context.bar(source.lines(), name)
    dealt = dealing.deal(library, lines, library.empty("dealt"), lambda fault: faults.append(fault.at(name)))
    commands.fail_each(context, faults, name, "bad lines", MOST_SAID)
    if not dealt.papers:
        raise Refused("no papers of this library's categories", hint="a snapshot has one paper per line")
    for sentence in arxiv_snapshot.unread(source.head()):
        context.fail(f"{name}: {sentence}")
    document = source.hash()[:HASH_DIGITS]

    def store(volume: Volume, home: Context, idents: set[str]) -> Change:
        def entries() -> Iterator[Entry]:
            for entry in arxiv_snapshot.read_numbered(dealt.lines(volume)):
                if isinstance(entry, Entry):
                    idents.add(entry.paper)
                    yield entry

        return home.store.add_stream(listing, document, entries())

    contents = f"{arxiv_snapshot.NAME}: {terminal.count(dealt.papers.total(), 'paper')}"
    parts = _stored(context, library, name, contents, dealt.newest, dealt.papers, store)
    library.empty("dealt")
    return parts


def _of_document(
    context: Context, library: LibraryFolder, source: DocumentFile, reader: Reader
) -> list[dict[str, Any]]:  # fmt: skip
    """Deal any other document; what each volume read of it. Raises GeneratorError."""
    name, data = str(source.path), source.data()
    listings = bounded(reader.read(data))
    (shares, papers), contents = dealing.shares(library, listings), received.Contents(listings)
    if not shares:
        raise Refused("nothing of this library's categories", hint="name the volume that shall read it with --archive")

    def store(volume: Volume, home: Context, idents: set[str]) -> Change:
        held = tuple(part for cell, some in shares.items() if volume.holds(cell) for part in some)
        # Where a document was divided, no volume keeps it: none of them could read it again as it did.
        keep = held == listings and all(home.settings().rule(one.source, one.origin).keep for one in held)
        idents.update(entry.arxiv_id for part in held for entry in part.entries if entry.arxiv_id)
        raw = data if keep else None
        return home.store.add(Document(name=name, hash=document_hash(data), listings=held, raw=raw))

    newest = max(one.date for one in listings)
    parts = _stored(context, library, name, contents.describe(reader.NAME), newest, papers, store)
    for sentence in (*contents.mismatches(), *contents.damage()):
        context.fail(f"{name}: {sentence}")
    return parts


def _stored(
    context: Context, library: LibraryFolder, name: str, contents: str, newest: dt.date, papers: Mapping[Cell, int],
    store: Callable[[Volume, Context, set[str]], Change],
) -> list[dict[str, Any]]:  # fmt: skip
    """Have volumes for these cells, and each store its part; what each read. `store` adds the ids of its papers."""
    library.divide(papers)
    parts = []
    for volume in context.bar([one for one in library.volumes if any(map(one.holds, papers))], "volumes"):
        home, idents = library.made(volume, newest, context), set[str]()
        with home.store.lock():
            change = store(volume, home, idents)
            library.note_elsewhere(volume, home.folder, idents)
            home.store.coverage.flush()
        told = {"contents": contents, "stored": change.added, "replaced": change.removed}
        parts.append({"path": name, "volume": volume.name, **told})
    return parts
