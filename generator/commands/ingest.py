"""`daybook ingest PATH...`: documents read, one line each; what cannot be read costs nothing else anything."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from generator import config, taxonomy
from generator.config import Settings
from generator.context import Context
from generator.errors import GeneratorError, Refused, Unwritable, actionable
from generator.model import Entry, Listing
from generator.sources import report
from generator.sources.arxiv import snapshot
from generator.sources.bounds import bounded
from generator.sources.detect import detect
from generator.store import documents
from generator.store.documents import Source
from generator.store.log import HASH_DIGITS, Document, Outcome, document_hash

MOST_SAID = 5
"""So many bad lines of a snapshot are named, the rest counted."""
FLUSH_EVERY = 50
"""coverage.jsonl is written after so many documents, so that it costs little however many there are."""


def ingest(context: Context, paths: Sequence[Path]) -> None:
    """Read the documents at `paths` into the archive, which is made where there is none."""
    found = list(_find(context, paths))
    with context.store.lock():
        settings = _settings(context)
        told = _Told()
        for number, source in enumerate(context.bar(found, "reading"), 1):
            try:
                _one(context, source, settings or config.Settings(title="", categories=()), told)
            except Unwritable:
                raise
            except Exception as error:
                context.fail(actionable(error, source.name))
            if number % FLUSH_EVERY == 0:
                context.store.flush()
        context.store.flush()
        if settings is None and told.read:
            _make_archive(context, told)
    if len(found) > 1:
        context.say(told.line())


class _Told:
    """What the run has done so far, for its last line and for a new archive's settings."""

    def __init__(self) -> None:
        self.read = self.added = self.removed = 0
        self.asked: Counter[str] = Counter()
        self.seen: Counter[str] = Counter()

    def take(self, listings: Sequence[Listing], outcome: Outcome) -> None:
        self.read += 1
        self.added += outcome.added
        self.removed += outcome.removed
        for listing in listings:
            self.asked.update((listing.category or "").split("+"))
            self.seen.update(entry.primary_category or "" for entry in listing.entries)

    def line(self) -> str:
        return f"{self.read:,} documents read: {_outcome(Outcome(self.added, self.removed))}"

    def categories(self) -> tuple[str, ...]:
        """The categories that documents were asked for; where none says, the commonest of their papers."""
        asked = [code for code, _ in self.asked.most_common() if taxonomy.is_category(code)]
        seen = [code for code, _ in self.seen.most_common() if taxonomy.is_category(code)]
        return taxonomy.canonical_all(sorted(asked) or seen[:1])


def _find(context: Context, paths: Sequence[Path]) -> Iterator[Source]:
    for path in paths:
        try:
            yield from documents.find(path)
        except GeneratorError as error:
            context.fail(error)


def _settings(context: Context) -> Settings | None:
    return None if context.store.people(config.NAME) is None else context.settings()


def _one(context: Context, source: Source, settings: Settings, told: _Told) -> None:
    reader = detect(source.head())
    if reader is snapshot:
        _stream(context, source, told)
        return
    data = source.data()
    listings = bounded(reader.read(data))
    kept = all(settings.rule(listing.source, listing.origin).keep for listing in listings)
    document = Document(
        name=source.name, hash=document_hash(data), listings=listings, raw=data if kept else None
    )  # fmt: skip
    outcome = context.store.add(document)
    told.take(listings, outcome)
    context.say(f"{source.name}: {report.describe(listings, reader.NAME)}; {_outcome(outcome)}")
    for sentence in (*report.mismatches(listings), *report.damage(listings)):
        context.fail(f"{source.name}: {sentence}")


def _stream(context: Context, source: Source, told: _Told) -> None:
    """A snapshot: read line by line, whatever its size; its raw file is not kept, only its hash."""
    digest = source.hash()[:HASH_DIGITS]
    listing = Listing(source="arxiv-snapshot", format=snapshot.NAME, date=dt.date.min)
    bad = 0
    primary: Counter[str] = Counter()

    def entries() -> Iterator[Entry]:
        nonlocal bad
        for entry in context.bar(snapshot.read_entries(source.lines()), source.name):
            if isinstance(entry, Refused):
                bad += 1
                if bad <= MOST_SAID:
                    context.fail(entry.at(source.name))
            else:
                primary[entry.primary_category or ""] += 1
                yield entry

    outcome = context.store.add_stream(listing, digest, entries())
    if bad > MOST_SAID:
        context.fail(f"{source.name}: {bad - MOST_SAID:,} more lines like these")
    if not primary:
        raise Refused("holds no paper", hint="a snapshot has one paper a line")
    told.take((), outcome)
    told.seen.update(primary)
    context.say(f"{source.name}: {snapshot.NAME}: {primary.total():,} papers; {_outcome(outcome)}")


def _outcome(outcome: Outcome) -> str:
    if not outcome.added and not outcome.removed:
        return "nothing new"
    gone = f", {outcome.removed:,} replaced" if outcome.removed else ""
    return f"{outcome.added:,} record{'s' if outcome.added != 1 else ''} stored{gone}"


def _make_archive(context: Context, told: _Told) -> None:
    """Make the folder an archive of the categories that were read."""
    categories = told.categories()
    if not categories:
        hint = f"make it one: daybook init --archive {context.folder} --title ... --categories ..."
        context.fail(GeneratorError("is no archive yet and no document names its category", hint=hint))
        return
    settings = Settings(title=context.folder.resolve().name, categories=categories)
    context.make(settings)
    context.say(f"{context.folder} is now an archive of {', '.join(categories)}: its settings are in archive.yml")
