"""`daybook ingest PATH...`: read documents into the archive, one line each. A bad document does not stop the rest."""

from __future__ import annotations

import argparse
import datetime as dt
import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from daybook import config
from daybook.archive.folder import Context
from daybook.commands import arguments
from daybook.config import Settings
from daybook.coverage.completeness import paper_of, section
from daybook.errors import GeneratorError, Refused, Unwritable, actionable
from daybook.log import documents
from daybook.log.attempts import FetchLog
from daybook.log.documents import DocumentFile
from daybook.log.store import HASH_DIGITS, Change, Document, document_hash
from daybook.model import ANNOUNCED, Entry, Listing, taxonomy
from daybook.sources import arxiv_snapshot, other_archive, received
from daybook.sources.received import bounded
from daybook.sources.registry import LISTING, detect
from daybook.view import labels

MOST_SAID = 5
"""Bad lines of a snapshot that are reported one by one; the rest are counted."""
FLUSH_EVERY = 50
"""Documents between two writes of statements."""


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the command line."""
    arguments.common(
        parser,
        lambda context, options: ingest(context, options.paths),
        "daybook ingest saved/new.html feed.xml listings/",
    )
    parser.add_argument(
        "paths",
        nargs="+",
        type=Path,
        metavar="PATH",
        help="a document or a folder of documents; documents may be compressed with gzip",
    )


def ingest(context: Context, paths: Sequence[Path]) -> None:
    """Read the documents at `paths` into the archive; a folder that is no archive yet becomes one."""
    sources = list(_find(context, paths))
    with context.store.lock():
        settings = _settings(context)
        context.store.states("")  # an unsound statement is said once, not for each document
        totals = _Totals()
        for number, source in enumerate(context.bar(sources, "reading"), 1):
            try:
                _one(context, source, settings or config.Settings(title="", categories=()), totals)
            except Unwritable:
                raise
            except Exception as error:
                totals.refused += 1
                context.fail(actionable(error, _name(source)))
            if number % FLUSH_EVERY == 0:
                context.store.flush()
        context.store.flush()
        if settings is None and totals.read:
            _make_archive(context, totals)
    if len(sources) > 1:
        context.say(totals.line())
    if totals.unpublished:
        context.say(labels.unpublished(totals.unpublished, "entries"))
    if totals.unnamed:
        hint = f"to look them up in arXiv's API, run: {context.command('fetch')}"
        context.say(f"{totals.unnamed:,} entries name papers by title only; {hint}")


class _Totals:
    """What the run has done so far, for its last line and for a new archive's settings."""

    def __init__(self) -> None:
        self.read = self.refused = self.added = self.removed = 0
        self.asked: Counter[str] = Counter()
        self.seen: Counter[str] = Counter()
        self.unnamed = 0  # new entries without an arXiv id and a DOI
        self.unpublished: Counter[str] = Counter()  # new entries by source, where archive.yml does not publish it

    def take(self, listings: Sequence[Listing], outcome: Change) -> None:
        self.read += 1
        self.added += outcome.added
        self.removed += outcome.removed
        for listing in listings:
            self.asked.update((listing.category or "").split("+"))
            self.seen.update(entry.primary_category or "" for entry in listing.entries)

    def count_new(self, listings: Iterable[Listing], settings: Settings) -> None:
        """Count the entries, all new, that have no name but a title, and those of sources that archive.yml does not
        publish."""
        for listing in listings:
            self.unnamed += sum(not entry.arxiv_id and not entry.doi for entry in listing.entries)
            if listing.entries and not settings.rule(listing.source, listing.origin).publish:
                self.unpublished[listing.origin or listing.source] += len(listing.entries)

    def line(self) -> str:
        read = f"{self.read:,} documents read"
        if self.refused:
            read = f"{self.read:,} of {self.read + self.refused:,} documents read, {self.refused:,} refused"
        return f"{read}; {_outcome(Change(self.added, self.removed))}"

    def categories(self) -> tuple[str, ...]:
        """The categories that the documents are listings of; where none says, the most frequent among their papers."""
        asked = [code for code, _ in self.asked.most_common() if taxonomy.is_category(code)]
        seen = [code for code, _ in self.seen.most_common() if taxonomy.is_category(code)]
        return taxonomy.canonical_all(sorted(asked) or seen[:1])


def _find(context: Context, paths: Sequence[Path]) -> Iterator[DocumentFile]:
    for path in paths:
        try:
            yield from documents.find(path)
        except GeneratorError as error:
            context.fail(error)


def _name(source: DocumentFile) -> str:
    """The document's path as the user gave it."""
    return str(source.path)


def _settings(context: Context) -> Settings | None:
    return None if context.store.people(config.NAME) is None else context.settings()


def _one(context: Context, source: DocumentFile, settings: Settings, totals: _Totals) -> None:
    reader = detect(source.head())
    if reader is arxiv_snapshot:
        _stream(context, source, totals)
        return
    if reader is other_archive:
        _in_parts(context, source, settings, totals)
        return
    data = source.data()
    listings = tuple(_by_a_person(context, each) for each in bounded(reader.read(data)))
    kept = all(settings.rule(listing.source, listing.origin).keep for listing in listings)
    document = Document(
        name=_name(source), hash=document_hash(data), listings=listings, raw=data if kept else None
    )  # fmt: skip
    outcome = context.store.add(document)
    totals.take(listings, outcome)
    totals.count_new(listings if outcome.added else (), settings)
    context.say(f"{_name(source)}: {received.describe(listings, reader.NAME)}; {_outcome(outcome)}")
    for sentence in (*received.mismatches(listings), *received.damage(listings)):
        context.fail(f"{_name(source)}: {sentence}")


def _by_a_person(context: Context, listing: Listing) -> Listing:
    """A listing page, which settles its day where the archive fetches such pages, too: then it says whose it is."""
    if listing.source != LISTING.name or not FetchLog(context.folder).paths():
        return listing
    names = sorted({f"{section(e.type)} {paper_of(e)}" for e in listing.entries if e.type in ANNOUNCED})
    return replace(listing, ingested=True, names=tuple(names))


def _in_parts(context: Context, source: DocumentFile, settings: Settings, totals: _Totals) -> None:
    """Read another archive's papers, month by month of their ids, each a document; the file itself is not kept."""
    added = removed = number = 0
    faults: list[str] = []
    for part in other_archive.parts(context.bar(source.lines(), _name(source))):
        data = b"".join(part)
        try:
            listings = bounded(other_archive.read(data))
        except Refused as refused:
            faults.append(str(refused))
            continue
        outcome = context.store.add(Document(name=_name(source), hash=document_hash(data), listings=listings))
        added, removed, number = added + outcome.added, removed + outcome.removed, number + len(part)
        totals.seen.update(entry.primary_category or "" for listing in listings for entry in listing.entries)
        totals.asked.update(listing.category or "" for listing in listings)
        totals.count_new(listings if outcome.added else (), settings)
        faults += [note for listing in listings for note in (*listing.problems, *listing.notes)]
    if not number:
        raise Refused(faults[0] if faults else "contains no papers", hint="export it again")
    totals.take((), Change(added, removed))
    context.say(f"{_name(source)}: {other_archive.NAME}: {number:,} papers; {_outcome(Change(added, removed))}")
    for fault in faults[:MOST_SAID]:
        context.fail(f"{_name(source)}: {fault}")
    if len(faults) > MOST_SAID:
        context.fail(f"{_name(source)}: {len(faults) - MOST_SAID:,} more lines that cannot be read")


def _stream(context: Context, source: DocumentFile, totals: _Totals) -> None:
    """Read a snapshot line by line, whatever its size. Its raw file is not kept."""
    digest = source.hash()[:HASH_DIGITS]
    listing = Listing(source="arxiv-snapshot", format=arxiv_snapshot.NAME, date=dt.date.min)
    bad = 0
    primary: Counter[str] = Counter()

    def entries() -> Iterator[Entry]:
        nonlocal bad
        for entry in context.bar(arxiv_snapshot.read_entries(source.lines()), _name(source)):
            if isinstance(entry, Refused):
                bad += 1
                if bad <= MOST_SAID:
                    context.fail(entry.at(_name(source)))
            else:
                primary[entry.primary_category or ""] += 1
                yield entry

    outcome = context.store.add_stream(listing, digest, entries())
    if bad > MOST_SAID:
        context.fail(f"{_name(source)}: {bad - MOST_SAID:,} more bad lines")
    if not primary:
        raise Refused("no papers found", hint="a snapshot has one paper per line")
    totals.take((), outcome)
    totals.seen.update(primary)
    context.say(f"{_name(source)}: {arxiv_snapshot.NAME}: {primary.total():,} papers; {_outcome(outcome)}")


def _outcome(outcome: Change) -> str:
    if not outcome.added and not outcome.removed:
        return "nothing new"
    gone = f", {outcome.removed:,} replaced" if outcome.removed else ""
    return f"{outcome.added:,} record{'s' if outcome.added != 1 else ''} stored{gone}"


def _make_archive(context: Context, totals: _Totals) -> None:
    """Make the folder an archive of the categories in the documents read."""
    categories = totals.categories()
    if not categories:
        hint = f"run: daybook init --archive {shlex.quote(str(context.folder))} --title ... --categories ..."
        context.fail(
            GeneratorError(
                "not an archive yet, and no document names its category", subject=str(context.folder), hint=hint
            )
        )
        return
    settings = Settings(title=context.folder.resolve().name, categories=categories)
    context.make(settings)
    context.say(f"{context.folder} is now an archive of {', '.join(categories)}: its settings are in archive.yml")
