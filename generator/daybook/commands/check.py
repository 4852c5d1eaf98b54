"""`daybook check`: whether the archive is sound and its days are complete; or whether a site is as it was built.

What the archive says of its papers must stand in their texts: a card's sentences stand where it says they do, letter by
letter, in the version that it names; so do those of every day's digest.
"""

from __future__ import annotations

import argparse
import datetime as dt
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from itertools import chain
from operator import attrgetter
from pathlib import Path
from typing import Any

from daybook import commands, config, site, volumes
from daybook.archive import Context, load
from daybook.commands.comparing import check_attested, check_site, still
from daybook.config import Settings
from daybook.coverage import completeness, day_states, proofs
from daybook.coverage.completeness import is_announcement
from daybook.describe import cards, themes, watches
from daybook.errors import BuildError, GeneratorError, StoreError
from daybook.fetch.asking import may_mend
from daybook.fold import linking, people
from daybook.log import documents
from daybook.log.layout import home_of, settled
from daybook.log.statements import AnswerLog, FetchLog, file_of_date
from daybook.model import Archive, Card, Coverage, Edition, Mention, Paper, Points, Quote, Record, Statement
from daybook.model.jsonl import RECORDS, document_hash
from daybook.runtime import files, parallel, state, terminal
from daybook.runtime.files import ROOT, code_digest
from daybook.site import layouts, own
from daybook.sources import received
from daybook.sources.registry import is_from_arxiv
from daybook.text import markup, sentences
from daybook.text.markup import plain
from daybook.view.archive_view import View
from daybook.view.editorials import digest
from daybook.volumes import checking

SLICE = 500  # papers that one process checks at a time
SOUND = "sound volumes"
"""The table of a library's volumes that were found sound: name -> how its log and site stood then."""

QuotedCard = tuple[Paper, Card, Paper | Edition]
"""A paper, a card of it, and whose title and comments that was made from."""


def of_cards(archive: Archive) -> list[tuple[str, str]]:
    """(key, fault in words) of the archive's own cards. What a person wrote is that person's own."""
    told: list[QuotedCard] = [
        (paper := archive.papers[key], card, paper) for key, card in archive.own_cards.items() if not card.by_person
    ]
    for (key, version), card in archive.earlier_cards.items():
        held = archive.papers[key].held
        told += [(archive.papers[key], card, edition) for edition in held if edition.version == version]

    def check(some: Sequence[QuotedCard]) -> list[tuple[str, str]]:
        return [(each[0].key, fault) for each in some for fault in _of_card(*each)]

    return sorted(fault for part in parallel.shared(check, told, SLICE) for fault in part)


def of_digests(archive: Archive, settings: Settings) -> Iterator[tuple[str, str]]:
    """(day, fault in words) of the days' digests that rules or language models made."""
    view = View(archive, settings)
    fresh = View(replace(archive, bases={}), settings).bases
    for day in archive.days:
        if view.bases[day.date] != fresh[day.date]:
            yield str(day.date), "the counts of its digest are not those of the papers"
        announced, paper = {item.key: item for item in reversed(day.announced)}, ""
        made = digest(view, day)
        parts = made.paragraphs if made else ()
        lines = chain.from_iterable(part.lines if isinstance(part, Points) else (part,) for part in parts)
        for part in chain.from_iterable(lines):
            if isinstance(part, Mention):  # the paper that the sentences after it are of
                paper = part.key
            elif isinstance(part, Quote):
                words = announced[paper].words(archive.papers[paper]) if paper in announced else None
                if not words or not stands(part, plain(words.abstract or "")):
                    told = "its digest quotes what the paper's abstract does not say"
                    yield str(day.date), f"{told}: {part.text!r}"


def _of_card(paper: Paper, card: Card, said: Paper | Edition) -> Iterator[str]:
    quoted = next((each.abstract for each in paper.held if each.version == card.version), paper.abstract)
    abstract, of = plain(quoted or ""), f" of version {card.version}" if card.version else ""
    for name, quote in card.quotes.items():
        if not stands(quote, abstract):
            place = f"characters {quote.start:,} to {quote.end:,} of the abstract{of}"
            yield f"the sentence that its card has as {name} is not what stands at {place}: {quote.text!r}"
    texts = (plain(said.title), abstract, plain(said.comments or ""))
    written = "" if card.headline == texts[0] else card.headline  # by a model
    yield from (f"its headline: {fault}" for fault in sentences.faults(written, *texts))
    for badge in card.badges:
        if not any(badge.words in text for text in texts):
            yield f"its badge {badge.name!r} rests on words that are not in its text: {badge.words!r}"


def stands(quote: Quote, abstract: str) -> bool:
    """Whether a sentence stands in a plain abstract where it says, but for the capital of its first letter and a final
    ellipsis."""
    said = abstract[quote.start : quote.end]
    heads = {said[:1], said[:1].upper()}
    return bool(said) and quote.text.removesuffix("…") in {f"{head}{said[1:].removesuffix('…')}" for head in heads}


_MOST_NAMED = 3
_AGAIN = "save or fetch the document again and ingest it"


def declare(parser: argparse.ArgumentParser) -> None:
    example = "daybook check --site https://example.org/daily/ --sums site.sha256"
    commands.common(
        parser, run, example, "The exit code is 1 if there are any. In a library: in and between all volumes.",
        place=lambda options: Path.cwd() if options.site and options.sums else None,  # anybody's site, without archive
        library=True,
    )  # fmt: skip
    commands.as_json(parser)
    parser.add_argument(
        "--site", nargs="?", const="", metavar="PLACE", help="check a site instead: compare the files in a folder or at"
        " an address (default: the archive's own site) with those of the last build",
    )  # fmt: skip
    parser.add_argument("--repository", metavar="URL", help="with --sums: who must have built that file, by the "
                        "attestation beside it (default: the archive's own)")  # fmt: skip
    parser.add_argument("--sums", type=Path, metavar="FILE", help="with --site: compare with a release's site.sha256, "
                        "or another file that sha256sum wrote")  # fmt: skip


def run(context: Context, options: argparse.Namespace) -> dict[str, Any]:
    """Run the command; each fault is one line, and makes the exit code 1. Returns what was looked at."""
    if options.repository and not options.sums:
        options.usage("--repository is of a file of sums; add --sums FILE")
    of_library = volumes.is_library(context.folder)
    if options.site is not None:
        if of_library and not options.sums:
            commands.refuse(context, "check --site")
        if options.sums:
            check_attested(context, options.sums, options.repository)
        with nullcontext() if options.sums else still(context):
            return check_site(context, options.site or str(context.folder / "site"), options.sums)
    if options.sums:
        options.usage("--sums are of a site; add --site PLACE")
    return check_library(context) if of_library else check(context)


def check_library(context: Context, stood: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Check volumes, and how they hold together; returns how many faults each has that was read.

    stood: how volumes stand, by name. One that was sound when it stood so is passed over; without it, all are read.
    """
    library, found, stood = volumes.LibraryFolder(context.folder), dict[str, int](), stood or {}
    with library.lock():
        kept = state.of(context.folder)
        sound = kept.table(SOUND, code_digest(ROOT), str)
        passed = {name for name, standing in sound.all().items() if standing == stood.get(name)}
        for volume in context.bar([one for one in library.volumes if one.name not in passed], "volumes"):
            home = library.opened(volume, context)
            check(home)
            for fault in checking.faults(library, volume):
                home.fail(fault)
            found[volume.name] = len(home.faults)
        sound.put((name, stood[name]) for name, faults in found.items() if not faults and name in stood)
        kept.commit()
    if not context.failed:
        unchanged = f", {len(passed):,} unchanged since" if passed else ""
        context.say(
            f"sound: {terminal.count(len(library.volumes), 'volume')}{unchanged}; each paper has its page in one"
        )
    return {"volumes": found}


# The archive


def check(context: Context) -> dict[str, Any]:
    """Check everything in the archive; each fault is one line, and makes the exit code 1. Returns how many of what were
    read; of cards and days, none where anything before them is unsound."""
    with still(context):
        _people(context)
        records = list(_records(context))
        statements = _statements(context)
        _raw_documents(context)
        _days(context, records, statements)
        _names(context, records)
        _formulas(context, records)
        shown, days = (0, 0) if context.failed else _supported(context)
        linked = _links(context)
        if not context.failed:
            same, count = linking.parse_same(context.store.people("same.yml") or ""), terminal.count
            papers = linking.link(records, same)
            context.say(
                f"sound: {count(len(records), 'record')} of {count(len(papers), 'paper')},"
                f" {count(len(statements), 'statement')}, {count(linked, 'page')}; the sentences of"
                f" {count(shown, 'card')} stand in their papers' abstracts, all sentences and counts in the digests of"
                f" {count(days, 'day')} are those of the papers"
            )
    return {
        "records": len(records), "statements": len(statements), "pages": linked, "cards": shown, "days": days
    }  # fmt: skip


def _people(context: Context) -> None:
    """Read all that people and models wrote, and what an archive that was split keeps from its older years."""
    settings, store, answers = context.settings(), context.store, AnswerLog(context.folder, context.unsound)
    for name in config.without_effect(store.people(config.NAME) or ""):
        context.say(f"{config.NAME}: `{name}` has no effect any more and can be removed")
    parsers: dict[str, Callable[[str], object]] = {
        themes.NAME: themes.parse, "same.yml": linking.parse_same, cards.NAME: cards.parse,
        people.NAME: people.parse, watches.NAME: watches.parse,
    }  # fmt: skip
    reads: list[Callable[[], object]] = [
        store.refuse_links,
        *(lambda name=name, parse=parse: parse(store.people(name) or "") for name, parse in parsers.items()),
        answers.papers, answers.days, FetchLog(context.folder, context.unsound).attempts, store.digests,
        *(partial(store.people, name) for name in ("introduction.md", "about.md")),
        partial(store.notes, context.fail), partial(files.translation, settings.language, context.folder, ROOT),
        lambda: list(load.copied(context)), lambda: list(load.moved(context, settings)),
        lambda: config.doi(store.people(config.CITATION) or ""),
        lambda: [*map(context.fail, own.of(context.folder, settings).faults)],
    ]  # fmt: skip
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
        merged = sorted(records, key=attrgetter("order")) != records
        if merged:
            context.say(f"{name}: not yet sorted after a git merge; the next ingest, fetch or build sorts it")
        home, seen = home_of(name), set[bytes]()
        for number, (record, line) in enumerate(zip(records, data.splitlines(), strict=False), 1):
            problems = ["not in the form that Daybook writes"] if RECORDS.encode(record) != line else []
            try:
                problems += [f"belongs in {record.file}"] if record.file != home else []
            except StoreError as error:
                problems.append(error.problem)
            problems += ["duplicate line"] if line in seen and not merged else []
            seen.add(line)
            for problem in problems:
                mend = "restore the file from git, or ingest its documents again"
                context.fail(f"{name}, line {number}: {problem}; {mend}")
        yield from settled(records) if merged else records


def _statements(context: Context) -> list[Statement]:
    """The statements, and the faults of the documents that made them: of arXiv's, where no intact copy came since."""
    try:
        statements = context.store.coverage.lines()
    except StoreError as error:
        context.fail(error)
        return []
    for name, number in sorted(Counter(name for name, _ in context.store.coverage.misplaced()).items()):
        context.say(f"{name}: lines of other months: {number:,}; the next ingest, fetch or build moves them to theirs")
    for line in statements:
        for name in line.files:
            if not (context.folder / "records" / f"{name}.jsonl").exists():
                told = f"{line.source} of {line.date} has records in {name}, which is missing"
                context.fail(f"{file_of_date(line.date)}: {told}")

    def asked(line: Statement) -> tuple[object, ...]:
        return line.source, line.origin, line.date, line.category, line.part

    sound = {asked(line) for line in statements if not line.faults}
    for line in statements:
        if line.faults and asked(line) not in sound:
            text = f"{_head(line)}: {received.some_of(line.faults)}"
            if is_from_arxiv(line.source):
                context.fail(f"{text}; {_AGAIN}")
            else:
                context.say(text)
    return statements


def _raw_documents(context: Context) -> None:
    """Compare each raw document with the hash in its name."""
    held = context.folder / "listings"
    for path in chain(sorted(held.rglob(f"*{documents.SUFFIX}")), sorted(held.rglob("*.gz"))):
        name = path.relative_to(context.folder).as_posix()
        try:
            for packed, data in documents.unpacked(path) if documents.is_pack(path) else ():
                if not packed.endswith(f"-{document_hash(data)}"):
                    context.fail(f"{name}: {packed}: content changed; {documents.NEVER_EDITED}")
            if not documents.is_pack(path):
                documents.raw(path)
        except GeneratorError as error:
            context.fail(error.at(name))


def _days(context: Context, records: Sequence[Record], statements: Sequence[Statement]) -> None:
    """Say of each day of which a document is held how complete it is, as `status` does.

    Where no listing settles it, compare the entries held, by type, with what each document states.
    """
    try:
        settings, attempts = context.settings(), FetchLog(context.folder, context.unsound).attempts()
    except GeneratorError:
        return  # reported by `_people`
    days = day_states.of_log(
        settings.drawn, statements, records, attempts, before=settings.before,
        holidays=settings.all_holidays, acknowledged=settings.acknowledged, ended=settings.ended,
    )  # fmt: skip
    judged = {(day.category, day.date): day for day in days}
    sizes, said = completeness.sizes(records), set[Coverage]()
    newest = max((day.date for day in days), default=dt.date.min)
    for line in filter(is_announcement, statements):
        day = judged.get((line.category or "", line.date))
        if day and day not in said:
            said.add(day)
            text = f"{day.date} {day.category}: {proofs.sentence(day)}"
            doubtful = day.state in ("contradicted", "stale") and day.acknowledged is None
            # It is a fault as long as `fetch` takes it for one: later, asking does not mend it.
            (context.fail if doubtful and may_mend(day, newest) else context.say)(text)
        if day and (day.state in ("complete", "quiet", "contradicted") or day.acknowledged is not None):
            continue
        text, complete = _tallied(line, sizes[line.date, line.category])
        context.say(text)
        if not complete:
            context.fail(f"{text}; {_AGAIN}")


def _tallied(line: Statement, numbers: Counter[str]) -> tuple[str, bool]:
    """What is held of what a document states, in words, and whether that is all."""
    if line.quiet:
        return f"{_head(line)}: nothing announced, as stated", True
    tallies, complete = completeness.of_document(line, numbers)
    parts = [f"{t.stored:,} of {t.stated:,} {received.noun(t.section, t.stated or 0)}" for t in tallies]
    held = f"{terminal.count(numbers.total(), 'entry', 'entries')} held, no total stated"
    return f"{_head(line)}: {', '.join(parts) or held}", complete


def _head(line: Statement) -> str:
    return f"{line.date} {line.category or line.source} ({line.source}{f', {line.part}' if line.part else ''})"


def _names(context: Context, records: list[Record]) -> None:
    """Report papers in same.yml and cards.yml, and themes in watch.yml, that the archive does not have."""
    settings, store = context.settings(), context.store
    try:
        rules = linking.parse_same(store.people("same.yml") or "")
        written = cards.parse(store.people(cards.NAME) or "")
        watched = watches.parse(store.people(watches.NAME) or "")
        slugs = {theme.slug for theme in themes.parse(load.rules_of(context))} if watched else set[str]()
    except GeneratorError:
        return  # reported by `_people`
    named = {name for group in (*rules.same, *rules.never) for name in group}
    # Where the archive was split, the paper may be in its other half.
    known = {r.arxiv_id or linking.title_address(r.title) for r in records} if named else set()
    for name in () if settings.older or settings.newer else sorted(named - known):
        context.fail(f"same.yml: no paper {name!r} in this archive; correct the name or remove it")
    for fault in watches.unknown_themes(watched, slugs):
        context.fail(fault)
    groups = linking.link(records, rules) if written else []
    known = set(chain.from_iterable((group.key, *group.ids, *group.former) for group in groups))
    for name in written:
        if name not in known:
            hint = "use the paper's arXiv id, or the last part of its page's address without .html"
            context.fail(StoreError(f"no paper {name!r} in this archive", subject=cards.NAME, hint=hint))


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
    again = "delete the archive's folder .daybook and build again"
    for key, fault in of_cards(archive):
        context.fail(f"{key}: {fault}; {again}, or write {cards.NAME}")
    for name, fault in of_digests(archive, context.settings()):
        context.fail(f"{name}: {fault}; {again}")
    by_people = {key: str(card.by) for key, card in archive.own_cards.items() if card.by_person}
    for key, name in by_people.items():
        context.say(f"{key}: its card is by {name}, and is not checked")
    return len(archive.own_cards) - len(by_people), len(archive.days)


def _links(context: Context) -> int:
    """Check that links between rendered pages lead to pages. Returns the number of pages."""
    beside = context.settings().beside
    number, broken = site.broken_in(context.folder / "pages", context.folder / "site", beside)
    again = context.command("build --pages-only")
    for name, target in broken:
        context.fail(f"pages/{name}: broken link {target!r}; run: {again}")
    if not number:
        context.say(f"links not checked: no pages yet; run: {again}")
    return number
