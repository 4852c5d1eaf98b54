"""`daybook check`: whether the archive is sound, and its days are complete."""

from __future__ import annotations

import argparse
import datetime as dt
import gzip
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

from daybook import config, site
from daybook.archive import load
from daybook.archive.folder import Context
from daybook.commands import arguments
from daybook.coverage import completeness, judge, proofs
from daybook.coverage.completeness import is_announcement
from daybook.describe import cards, themes, watches
from daybook.errors import BuildError, GeneratorError, StoreError
from daybook.fetch import asking
from daybook.fold import authors, linking
from daybook.log import documents
from daybook.log.attempts import AnswerLog, FetchLog
from daybook.log.layout import file_of, home_of, record_order, settled
from daybook.log.statements import file_of_date
from daybook.log.store import document_hash
from daybook.model import Coverage, Record, Statement, schedule
from daybook.model.jsonl import RECORDS
from daybook.runtime import files
from daybook.runtime.files import ROOT
from daybook.site import layouts, manifest
from daybook.sources import received
from daybook.sources.registry import is_from_arxiv
from daybook.text import markup
from daybook.view import verify

_MOST_NAMED = 3
_MOST_FILES = 20  # of a kind that are named; the rest are counted


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the command line."""
    arguments.common(parser, lambda context, options: check(context, options.site), "daybook check --site")
    parser.add_argument("--site", type=Path, nargs="?", const=Path(), metavar="DIR", help="also compare the "
                        "contents of the site, or of the one in DIR, with what the last build left")  # fmt: skip


def check(context: Context, folder: Path | None = None) -> None:
    """Check everything; each fault is one line, and makes the exit code 1. `folder`: of a site that is compared, too;
    an empty path: the archive's own."""
    if site.is_open(context.folder):  # of a build that was killed
        with context.store.lock():
            site.finish(context.folder, ROOT)
    if folder is not None:
        _site(context, context.folder / "site" if folder == Path() else folder)
    _people(context)
    records = list(_records(context))
    statements = _statements(context)
    _damaged_documents(context, statements)
    _raw_documents(context)
    _older_years(context)
    _days(context, records, statements)
    _same_names(context, records)
    _themes_of_watches(context)
    _cards(context, records)
    _formulas(context, records)
    cards, days = (0, 0) if context.failed else _supported(context)
    linked = _links(context)
    papers = (
        0 if context.failed else len(linking.link(records, linking.parse_same(context.store.people("same.yml") or "")))
    )
    if not context.failed:
        context.say(
            f"sound: {len(records):,} records of {papers:,} papers, {len(statements):,} statements, {linked:,} pages;"
            f" the sentences of {cards:,} cards stand in their papers' abstracts, all sentences and counts in the"
            f" digests of {days:,} days are those of the papers"
        )


def _people(context: Context) -> None:
    context.settings()
    for name in config.without_effect(context.store.people(config.NAME) or ""):
        context.say(f"{config.NAME}: `{name}` has no effect any more and can be removed")
    for name, parse in (
        (themes.NAME, themes.parse),
        ("same.yml", linking.parse_same),
        (cards.NAME, cards.parse),
        (authors.NAME, authors.parse),
        (watches.NAME, watches.parse),
    ):
        try:
            parse(context.store.people(name) or "")
        except GeneratorError as error:
            context.fail(error)
    log = AnswerLog(context.folder)
    reads: list[Callable[[], object]] = [log.papers, log.days, FetchLog(context.folder).attempts]
    reads += [context.store.digests, *(partial(context.store.people, name) for name in ("introduction.md", "about.md"))]
    reads += [partial(context.store.notes, context.fail)]
    reads += [partial(files.translation, context.settings().language, context.folder, ROOT)]
    for read in reads:
        try:
            read()
        except GeneratorError as error:
            context.fail(error)


def _records(context: Context) -> Iterator[Record]:
    store = context.store
    for path in context.bar(store.record_files(), "records"):
        name = path.relative_to(store.root).as_posix()
        try:
            data = files.read(path) or b""
            records = RECORDS.decode(data, name)
        except StoreError as error:
            context.fail(error)
            continue
        merged = sorted(records, key=record_order) != records
        if merged:
            context.say(f"{name}: not yet sorted after a git merge; the next ingest, fetch or build sorts it")
        for problem in _file_problems(records, data, home_of(name), merged):
            context.fail(f"{name}, {problem}; restore the file from git, or ingest its documents again")
        yield from settled(records) if merged else records


def _file_problems(records: list[Record], data: bytes, home: str, merged: bool) -> Iterator[str]:
    lines = data.splitlines()
    seen: set[bytes] = set()
    for number, (record, line) in enumerate(zip(records, lines, strict=False), 1):
        if RECORDS.encode(record) != line:
            yield f"line {number}: not in the form that Daybook writes"
        try:
            if file_of(record) != home:
                yield f"line {number}: belongs in {file_of(record)}"
        except StoreError as error:
            yield f"line {number}: {error.problem}"
        if line in seen and not merged:
            yield f"line {number}: duplicate line"
        seen.add(line)


def _statements(context: Context) -> list[Statement]:
    try:
        statements = context.store.statements()
    except StoreError as error:
        context.fail(error)
        return []
    for name, number in sorted(Counter(name for name, _ in context.store.coverage.misplaced()).items()):
        context.say(f"{name}: lines of other months: {number:,}; the next ingest, fetch or build moves them to theirs")
    for line in statements:
        for name in line.files:
            if not (context.folder / "records" / f"{name}.jsonl").exists():
                context.fail(
                    f"{file_of_date(line.date)}: {line.source} of {line.date} has records in {name}, which is missing"
                )
    return statements


def _damaged_documents(context: Context, statements: Iterable[Statement]) -> None:
    """Report damaged documents that no intact copy has replaced; arXiv's are faults."""
    lines = list(statements)
    sound = {_asked(line) for line in lines if not line.faults}
    for line in lines:
        if line.faults and _asked(line) not in sound:
            text = f"{_head(line)}: {received.some_of(line.faults)}"
            if is_from_arxiv(line.source):
                context.fail(f"{text}; save or fetch the document again and ingest it")
            else:
                context.say(text)


def _asked(line: Statement) -> tuple[object, ...]:
    return line.source, line.origin, line.date, line.category, line.part


def _raw_documents(context: Context) -> None:
    for pack in sorted((context.folder / "listings").rglob(f"*{documents.SUFFIX}")):
        name = pack.relative_to(context.folder).as_posix()
        try:
            for packed, data in documents.unpacked(pack):
                if not packed.endswith(f"-{document_hash(data)}"):
                    context.fail(
                        f"{name}: {packed}: content changed; raw documents are never edited, restore it from git"
                    )
        except GeneratorError as error:
            context.fail(error.at(name))
    for path in sorted((context.folder / "listings").rglob("*.gz")):
        name = path.relative_to(context.folder).as_posix()
        try:
            digest = document_hash(gzip.decompress(files.read(path) or b""))
        except StoreError as error:
            context.fail(error.at(name))
            continue
        except (OSError, EOFError, zlib.error):
            context.fail(f"{name}: damaged .gz file; restore it from git")
            continue
        if not path.stem.endswith(f"-{digest}"):
            context.fail(f"{name}: content changed; raw documents are never edited, restore it from git")


def _days(context: Context, records: Sequence[Record], statements: Sequence[Statement]) -> None:
    """Say of each day of which a document is held how complete it is, as `coverage` does.

    Of a day that is not proved, compare the entries held, by type, with what each document states.
    """
    try:
        judged = _judged(context, records, statements)
    except GeneratorError:
        return  # reported by `_people`
    sizes, said = completeness.sizes(records), set[Coverage]()
    newest = max((day.date for day in judged.values()), default=dt.date.min)
    for line in statements:
        if is_announcement(line):
            day = judged.get((line.category, line.date))
            if day and day not in said:
                said.add(day)
                _say(context, day, newest)
            if day and (day.state in ("complete", "quiet", "contradicted") or day.acknowledged is not None):
                continue
            text, complete = _compare(line, sizes[line.date, line.category])
            context.say(text)
            if not complete:
                context.fail(f"{text}; save or fetch the document again and ingest it")


def _judged(
    context: Context, records: Sequence[Record], statements: Sequence[Statement]
) -> dict[tuple[str | None, dt.date], Coverage]:
    """The days of the archive by category and date."""
    settings, attempts = context.settings(), FetchLog(context.folder).attempts()
    holidays = schedule.HOLIDAYS.union(settings.holidays)
    days = judge.states(
        settings.categories, statements, records, attempts,
        holidays=holidays, before=settings.before, acknowledged=settings.acknowledged,
    )  # fmt: skip
    return {(day.category, day.date): day for day in days}


def _say(context: Context, day: Coverage, newest: dt.date) -> None:
    """Say how complete a day is. It is a fault as long as `fetch` takes it for one: later, asking does not mend it."""
    text = f"{day.date} {day.category}: {proofs.sentence(day)}"
    doubtful = day.state in ("contradicted", "stale") and day.acknowledged is None
    if doubtful and asking.may_mend(day, newest):
        context.fail(text)
    else:
        context.say(text)


def _compare(line: Statement, numbers: Counter[str]) -> tuple[str, bool]:
    head = _head(line)
    if line.quiet:
        return f"{head}: nothing announced, as stated", True
    tallies, complete = completeness.of_document(line, numbers)
    parts = [f"{t.stored:,} of {t.stated:,} {received.noun(t.section, t.stated or 0)}" for t in tallies]
    return f"{head}: {', '.join(parts) or f'{numbers.total():,} entries held, no total stated'}", complete


def _head(line: Statement) -> str:
    return f"{line.date} {line.category or line.source} ({line.source}{f', {line.part}' if line.part else ''})"


def _older_years(context: Context) -> None:
    """Check what an archive that was split keeps from its older years."""
    for read in (lambda: load.copied(context), lambda: load.moved(context, context.settings())):
        try:
            list(read())
        except GeneratorError as error:
            context.fail(error)


def _cards(context: Context, records: list[Record]) -> None:
    """Report cards in cards.yml for papers that are not in the archive."""
    try:
        written = cards.parse(context.store.people(cards.NAME) or "")
        groups = linking.link(records, linking.parse_same(context.store.people("same.yml") or "")) if written else []
    except GeneratorError:
        return  # reported by `_people`
    names = {name for group in groups for name in (group.key, *group.ids, *group.former)}
    for name in written:
        if name not in names:
            hint = "use the paper's arXiv id, or the last part of its page's address without .html"
            context.fail(StoreError(f"no paper {name!r} in this archive", subject=cards.NAME, hint=hint))


def _themes_of_watches(context: Context) -> None:
    """Report themes in watch.yml that the archive does not have."""
    try:
        found = watches.parse(context.store.people(watches.NAME) or "")
        known = {theme.slug for theme in themes.parse(context.rules())} if found else set[str]()
    except GeneratorError:
        return  # reported by `_people`
    for fault in watches.unknown_themes(found, known):
        context.fail(fault)


def _formulas(context: Context, records: Iterable[Record]) -> None:
    """Name the papers with formulas so large that pages show their source. No fault: the text is as received."""
    texts = [
        (record.arxiv_id or linking.title_address(record.title), text)
        for record in records
        for text in (record.title, record.abstract, record.comments, record.journal_ref)
        if text and markup.may_have_excessive_formulas(text)
    ]
    try:
        math = layouts.math_renderer(ROOT) if texts else None
    except BuildError:
        return  # `daybook build` says so
    names = sorted({name for name, text in texts if math and markup.has_excessive_formulas(text, math)})
    if names:
        more = f" and {len(names) - _MOST_NAMED:,} more" if len(names) > _MOST_NAMED else ""
        context.say(f"formulas too large to typeset, shown as their source: {', '.join(names[:_MOST_NAMED])}{more}")


def _supported(context: Context) -> tuple[int, int]:
    """Check the archive's own cards and digests against the papers' texts. Returns how many cards, and how many days.

    Cards that people wrote are named.
    """
    archive = load.fold(context, published=True, keep=False)
    for key, fault in verify.of_cards(archive):
        context.fail(f"{key}: {fault}; delete the archive's folder .daybook and build again, or write {cards.NAME}")
    for name, fault in verify.of_digests(archive, context.settings()):
        context.fail(f"{name}: {fault}; delete the archive's folder .daybook and build again")
    by_people = {key: str(card.by) for key, card in archive.own_cards.items() if card.by_person}
    for key, name in by_people.items():
        context.say(f"{key}: its card is by {name}, and is not checked")
    return len(archive.own_cards) - len(by_people), len(archive.days)


def _same_names(context: Context, records: list[Record]) -> None:
    settings = context.settings()
    if settings.older or settings.newer:  # the paper may be in the other half of an archive that was split
        return
    try:
        rules = linking.parse_same(context.store.people("same.yml") or "")
    except GeneratorError:
        return  # reported by `_people`
    known = {r.arxiv_id or linking.title_address(r.title) for r in records} if rules.same or rules.never else set()
    for name in sorted({n for group in (*rules.same, *rules.never) for n in group} - known):
        context.fail(f"same.yml: no paper {name!r} in this archive; correct the name or remove it")


def _site(context: Context, folder: Path) -> None:
    """Compare a site's files with what the last build left."""
    wanted = manifest.built_sums(folder, context.folder)
    found = manifest.compared(folder, wanted, site.BESIDE, lambda counts, total: context.steps(counts, "site", total))
    again = context.command("build")
    if not wanted:
        context.fail(f"{folder}: nothing is known of how it was built; run: {again}")
        return
    for kind, mend in (("changed", "delete it, then run"), ("missing", "run"), ("added", "run")):
        for path in getattr(found, kind)[:_MOST_FILES]:
            context.fail(f"{folder / path}: {kind} since the site was built; {mend}: {again}")
        if more := getattr(found, kind)[_MOST_FILES:]:
            context.fail(f"{folder}: {len(more):,} more files {kind}")
    if not found:
        context.say(f"{folder}: {found.checked:,} files are as the last build left them")


def _links(context: Context) -> int:
    """Check that links between rendered pages lead to pages. Returns the number of pages."""
    number, broken = site.broken_in(context.folder / "pages", context.folder / "site")
    for name, target in broken:
        context.fail(f"pages/{name}: broken link {target!r}; run: {context.command('render')}")
    if not number:
        context.say(f"links not checked: no pages yet; run: {context.command('render')}")
    return number
