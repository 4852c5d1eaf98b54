"""`daybook ingest PATH...`: read documents into the archive, one line each. A bad document does not stop the rest."""

from __future__ import annotations

import argparse
import datetime as dt
import shlex
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

from daybook import commands, config, volumes
from daybook.archive import Context
from daybook.commands import owner
from daybook.config import Settings
from daybook.coverage import category_log
from daybook.coverage.completeness import DAILY, section
from daybook.errors import GeneratorError, Refused, StoreError, Unwritable, actionable
from daybook.log import documents
from daybook.log.documents import DocumentFile
from daybook.log.statements import FetchLog
from daybook.log.store import Change, Document
from daybook.model import ANNOUNCED, Entry, Listing, arxiv
from daybook.model.jsonl import HASH_DIGITS, document_hash
from daybook.runtime import terminal
from daybook.sources import arxiv_snapshot, other_archive, received
from daybook.sources.received import bounded
from daybook.sources.registry import LISTING, detect
from daybook.view import labels

MOST_SAID = 5
"""Bad lines of a file of papers that are reported one by one; the rest are counted."""
FLUSH_EVERY = 50
"""Documents between two writes of statements."""
SNAPSHOT = Listing(source="arxiv-snapshot", format=arxiv_snapshot.NAME, date=dt.date.min)
Sound = Callable[[Iterable[Entry | Refused]], Iterator[Entry]]
"""Tells of entries that cannot be read, and gives the others."""
_LIBRARY = "daybook.commands.dealt"


def declare(parser: argparse.ArgumentParser) -> None:
    commands.common(
        parser, lambda context, options: ingest(context, options.paths),
        "daybook ingest saved/new.html feed.xml listings/", "In a library, all its volumes read what is theirs.",
        library=True,
    )  # fmt: skip
    commands.as_json(parser)
    text = "a document or a folder of documents; documents may be compressed with gzip"
    parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help=text)


def ingest(context: Context, paths: Sequence[Path]) -> dict[str, Any]:
    """Read the documents at `paths` into the archive; a folder that is no archive yet becomes one. Returns what was
    read, and how many records that gave."""
    sources = list[DocumentFile]()
    for path in paths:
        try:
            sources += documents.find(path)
        except GeneratorError as error:
            context.fail(error)
    if volumes.is_library(context.folder):
        dealt: dict[str, Any] = import_module(_LIBRARY).ingest(context, sources)
        return dealt
    with context.store.lock():
        settings = None if context.store.people(config.NAME) is None else context.settings()
        context.store.coverage.holds("")  # an unsound statement is said once, not for each document
        run = Run(context, settings or config.Settings(title="", categories=()))
        told = run.read_all(sources)
        context.store.coverage.flush()
        if settings is None and run.done:
            run.make_archive()
    run.say_read()
    run.say_foreign()
    if run.unpublished:
        context.say(labels.unpublished(run.unpublished, "entry", "entries"))
    if run.unnamed:
        hint = f"to look them up in arXiv's API, run: {context.command('fetch')}"
        context.say(f"{terminal.count(run.unnamed, 'entry', 'entries')} known by title only; {hint}")
    return told


class Run:
    """One run, and what it has done so far, for its last line and for a new archive's settings."""

    def __init__(self, context: Context, settings: Settings) -> None:
        self.context, self.settings = context, settings
        self.done = self.refused = self.added = self.removed = 0
        self.told: list[dict[str, Any]] = []  # of each document that was read
        self.asked: Counter[str] = Counter()  # categories that the documents are listings of
        self.announced = set[str]()  # categories of whose announcements the documents speak
        self.seen: Counter[str] = Counter()  # primary categories of their papers
        self.unnamed = 0  # new entries without an arXiv id and a DOI
        self.unpublished: Counter[str] = Counter()  # new entries by source, where archive.yml does not publish it

    def read_all(self, sources: Sequence[DocumentFile]) -> dict[str, Any]:
        """Read documents. Returns what was read, and how many records that gave."""
        for number, source in enumerate(self.context.bar(sources, "reading"), 1):
            try:
                self.read(source)
            except Unwritable:
                raise
            except StoreError as error:
                self.refused += 1
                self.context.fail(f"{source.path}: not stored: {error}")
            except Exception as error:
                self.refused += 1
                self.context.fail(actionable(error, str(source.path)))
            if number % FLUSH_EVERY == 0:
                self.context.store.coverage.flush()
        return {
            "read": self.done, "refused": self.refused, "stored": self.added, "replaced": self.removed,
            "documents": self.told,
        }  # fmt: skip

    def say_read(self) -> None:
        """Say what was read, of several documents."""
        if self.done + self.refused > 1:
            count = f"{terminal.count(self.done, 'document')} read"
            if self.refused:
                count = f"{self.done:,} of {self.done + self.refused:,} documents read, {self.refused:,} refused"
            self.context.say(f"{count}; {Change(self.added, self.removed)}")

    def read(self, source: DocumentFile) -> None:
        """Read a document. Raises GeneratorError."""
        reader, name, context = detect(source.head()), str(source.path), self.context
        if reader is arxiv_snapshot:
            self._stream(source, name)
        elif reader is other_archive:
            self._in_parts(source, name)
        else:
            data = source.data()
            listings = tuple(map(self._by_a_person, bounded(reader.read(data))))
            document = Document(name=name, hash=document_hash(data), listings=listings, raw=data)
            outcome, contents = self.store(document), received.Contents(listings)
            self.tell(name, contents.describe(reader.NAME), outcome)
            self._count(outcome, listings)
            self._say_lacking(name, contents.entries)
            for sentence in (*contents.mismatches(), *contents.damage()):
                context.fail(f"{name}: {sentence}")

    def store(self, document: Document) -> Change:
        """Store a document, its bytes only where the settings say so."""
        kept = all(self.settings.rule(listing.source, listing.origin).keep for listing in document.listings)
        return self.context.store.add(document if kept else replace(document, raw=None))

    def _by_a_person(self, listing: Listing) -> Listing:
        """A listing page, which settles its day where the archive fetches such pages, too: then it says whose it is."""
        if listing.source != LISTING.name or not FetchLog(self.context.folder).paths():
            return listing
        names = sorted({f"{section(e.type)} {e.paper}" for e in listing.entries if e.type in ANNOUNCED})
        return replace(listing, ingested=True, names=tuple(names))

    def _in_parts(self, source: DocumentFile, name: str) -> None:
        """Read another archive's papers, month by month of their ids, each a document; the file itself is not kept."""
        number, before, faults = 0, (self.added, self.removed), list[str]()
        for part in other_archive.parts(self.context.bar(source.lines(), name)):
            data = b"".join(part)
            try:
                listings = bounded(other_archive.read(data))
            except Refused as refused:
                faults.append(str(refused))
                continue
            self._count(self.store(Document(name=name, hash=document_hash(data), listings=listings)), listings)
            self.done -= 1  # it is a part
            number += len(part)
            faults += [note for listing in listings for note in (*listing.problems, *listing.notes)]
            faults += [said for listing in listings for said in listing.unread if said not in faults]
        if not number:
            raise Refused(faults[0] if faults else "contains no papers", hint="export it again")
        outcome = Change(self.added - before[0], self.removed - before[1])
        self.tell(name, f"{other_archive.NAME}: {terminal.count(number, 'paper')}", outcome)
        self.done += 1
        lines = [f"{name}: {fault}" for fault in faults]
        commands.fail_each(self.context, lines, name, "lines that cannot be read", MOST_SAID)

    def _stream(self, source: DocumentFile, name: str) -> None:
        """Read a snapshot line by line, whatever its size. Its raw file is not kept."""
        bad = 0

        def sound(found: Iterable[Entry | Refused]) -> Iterator[Entry]:
            nonlocal bad
            for entry in found:
                if isinstance(entry, Refused):
                    bad += 1
                    if bad <= MOST_SAID:
                        self.context.fail(entry.at(name))
                else:
                    self.seen[entry.primary_category or ""] += 1
                    yield entry

        lines = self.context.bar(source.lines(), name)
        outcome, number = self.stream(lines, source.hash()[:HASH_DIGITS], sound)
        if bad > MOST_SAID:
            self.context.fail(f"{name}: {terminal.count(bad - MOST_SAID, 'more bad line')}")
        if not number:
            raise Refused("no papers found", hint="a snapshot has one paper per line")
        self.tell(name, f"{arxiv_snapshot.NAME}: {terminal.count(number, 'paper')}", outcome)
        self._count(outcome)
        for sentence in arxiv_snapshot.unread(source.head()):
            self.context.fail(f"{name}: {sentence}")

    def stream(self, lines: Iterable[bytes], document: str, sound: Sound) -> tuple[Change, int]:
        """Store the papers of a snapshot, whose hash is `document`, and count them."""
        before = self.seen.total()
        outcome = self.context.store.add_stream(SNAPSHOT, document, sound(arxiv_snapshot.read_entries(lines)))
        return outcome, self.seen.total() - before

    def tell(self, name: str, contents: str, outcome: Change) -> None:
        """Say what a document had, and what came of it."""
        self.context.say(f"{name}: {contents}; {outcome}")
        self.told.append({"path": name, "contents": contents, "stored": outcome.added, "replaced": outcome.removed})

    def _say_lacking(self, name: str, entries: Sequence[Entry]) -> None:
        """Say where most entries of an announcement lack authors, as those of a page that was copied as text do."""
        lacking = sum(entry.type in ANNOUNCED and not entry.authors for entry in entries)
        if 2 * lacking > len(entries):
            mend = f"save the page as HTML, add the day's feed, or run {self.context.command('fetch')}"
            self.context.say(f"{name}: {lacking:,} of {len(entries):,} without authors: {mend}")

    def say_foreign(self) -> None:
        """Say which listings are of categories that the archive does not follow."""
        own = self.settings.drawn
        for category in sorted(filter(None, self.announced)) if own else ():
            if not any(category_log.covers(category, code) for code in own):
                what = f"{category} is not one of this archive's categories ({', '.join(own)})"
                told = "its papers are stored, but no day of it is judged"
                self.context.say(f"{what}: {told}; add it to {config.NAME} to follow it")

    def _count(self, outcome: Change, listings: Iterable[Listing] = ()) -> None:
        self.done += 1
        self.added += outcome.added
        self.removed += outcome.removed
        for listing in listings:
            self.asked.update((listing.category or "").split("+"))
            if listing.source in DAILY:
                self.announced.add(listing.category or "")
            self.seen.update(entry.primary_category or "" for entry in listing.entries)
            if outcome.added:
                self.unnamed += sum(not entry.arxiv_id and not entry.doi for entry in listing.entries)
                if listing.entries and not self.settings.rule(listing.source, listing.origin).publish:
                    self.unpublished[listing.origin or listing.source] += len(listing.entries)

    def make_archive(self) -> None:
        """Make the folder an archive of the categories that the documents are listings of; where none says, of the most
        frequent among their papers."""
        asked, seen = (
            [code for code, _ in found.most_common() if arxiv.is_category(code)] for found in (self.asked, self.seen)
        )
        categories, folder = arxiv.canonical_all(sorted(asked) or seen[:1]), self.context.folder
        if not categories:
            problem = "not an archive yet, and no document names its category"
            hint = f"make one: daybook init {shlex.quote(str(folder))}"
            self.context.fail(GeneratorError(problem, subject=str(folder), hint=hint))
            return
        owner.make(self.context, Settings(title=folder.resolve().name, categories=categories))
        self.context.say(f"{folder} is now an archive of {', '.join(categories)}: its settings are in archive.yml")
