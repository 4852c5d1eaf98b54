"""`daybook split`: move older years to an archive of their own. generator/daybook/fold/division.py explains the design.

The older archive is complete on disk before anything is removed from the newer one. Each run divides what both have, so
running the same command again finishes an interrupted split.
"""

from __future__ import annotations

import argparse
import shlex
from contextlib import ExitStack
from dataclasses import replace
from operator import attrgetter
from pathlib import Path

from daybook import commands, config, pages, volumes
from daybook.archive import Context, load
from daybook.commands import owner
from daybook.config import Settings
from daybook.describe import themes
from daybook.errors import StoreError
from daybook.fold import division, folding, linking
from daybook.fold.division import Share
from daybook.log import documents
from daybook.log.layout import by_file
from daybook.log.statements import ANSWERED
from daybook.log.store import APART
from daybook.model import Archive, Record
from daybook.model.jsonl import RECORDS
from daybook.pages import moved
from daybook.runtime import files, terminal
from daybook.volumes import redividing

_OF_A_DAY = ("listings/*/*/*.gz", f"listings/*/*{documents.SUFFIX}", "digests/*.md")
_PEOPLE = ("*.yml", "*.md", "overrides/**/*")


def declare(parser: argparse.ArgumentParser) -> None:
    text = "Every page's address stays valid. In a library, without options: divide it anew, as library.yml now says."
    example = "daybook split --before 2026 --to ../older --url https://example.org/older/"
    commands.common(parser, run, example, text, library=True)
    parser.add_argument("--before", type=int, metavar="YEAR", help="the first year that stays")
    parser.add_argument("--to", type=Path, metavar="DIR", help="new folder for the older archive")
    parser.add_argument("--url", help="the address the older archive's site will have")


def run(context: Context, options: argparse.Namespace) -> None:
    """Split an archive, or divide a library anew."""
    given = [options.before, options.to, options.url]
    if volumes.is_library(context.folder):
        if any(each is not None for each in given):
            options.usage("a library is divided as library.yml says: --before, --to and --url are for one archive")
        redivide(context)
    elif None in given:
        options.usage("--before, --to and --url are needed")
    else:
        divide(context, options.to, options.before, options.url)


def redivide(context: Context) -> None:
    """Divide a library anew, in place. Sites of former volumes stay as they are."""
    library = volumes.LibraryFolder(context.folder)
    with library.lock():
        former, left = redividing.redivide(library)
    made, before = (terminal.count(len(some), "volume") for some in (library.volumes, former))
    if former == library.volumes:
        context.say(f"nothing to divide: {made} as library.yml says")
        return
    context.say(f"{made} in place of {before}; to make their sites, run: {context.command('build')}")
    for name in left:
        context.say(f"{name} differs from the file of another former volume, which was taken; it is in git's history")
    context.say("sites of former volumes stay as they are, so that links to them go on leading somewhere")


def divide(context: Context, to: Path, year: int, url: str) -> None:
    """Move everything before January 1 of `year` to an archive at `to`, whose site will be at `url`."""
    older = Context(to, quiet=context.quiet, verbose=context.verbose, flag=f" --archive {shlex.quote(str(to))}")
    for home in (context, older):
        home.store.pass_over(None)  # all files are written anew, of what was read
    url = division.checked(url, year)
    _begun(context, older, context.settings(), year, url)  # a refusal leaves no trace
    with ExitStack() as locks:
        locks.enter_context(context.store.lock())
        settings = context.settings()  # another split may just have finished
        text = context.store.people(config.NAME) or ""
        after = division.settings_of_newer(text, settings, year, url)
        begun = _begun(context, older, settings, year, url)
        if to.exists():
            locks.enter_context(older.store.lock())
        # Once begun, moved.txt and older/ here are of this split; those of an earlier one are in the older archive.
        keeper, former = (older, older.settings()) if begun else (context, settings)
        settings = replace(settings, older=former.older, since=former.since)
        whole = Share(
            division.union(context.store.records(), older.store.records()), list(load.copied(keeper)),
            division.union_of_statements(context.store.coverage.lines(), older.store.coverage.lines()),
        )  # fmt: skip
        led = keeper.store.people(moved.NAME) or ""
        halves = _divided(context, whole, settings, year)
        if not to.exists():
            locks.enter_context(older.store.lock())  # makes the folder: only once nothing can be refused any more
        before = division.settings_of_older(text, settings, year, url)
        theirs, mine = config.parse(before), config.parse(after)
        addresses = _addresses(context, whole, settings, moved.parse(led, settings.older), halves, theirs, mine)
        _write_older(context, older, halves[0], led, before, year)
        # Settings come first: they say that the older archive is complete.
        context.store.write_people(config.NAME, after)
        context.store.write_people(moved.NAME, addresses)
        _write_copies(context, halves[1].copied)
        for home, half in zip((context, older), reversed(halves), strict=True):  # the newer has all that is its by then
            _write_records(home, half.records)
            home.store.coverage.hold(half.statements)
            for path in _before(context.folder, year) if home is context else ():
                files.remove(path)
    context.say(f"{older.folder} now has the years before {year}: {terminal.count(len(halves[0].records), 'record')}")
    context.say(f"{context.folder} has the years from {year} on: {terminal.count(len(halves[1].records), 'record')}")
    number = len(addresses.splitlines())
    verb = "redirects" if number == 1 else "redirect"
    told = f"{terminal.count(number, 'address', 'addresses')} {verb} to {url}"
    context.say(f"{told}; publish the older archive there first")


# Refusals


def _begun(context: Context, older: Context, settings: Settings, year: int, url: str) -> bool:
    """Whether this split was begun and its older archive is complete. Raises StoreError if it is impossible."""
    here, there = context.folder.resolve(), older.folder.resolve()
    if here == there or here in there.parents or there in here.parents:
        raise StoreError(
            "one archive cannot be inside the other", subject=str(older.folder), hint="name another folder"
        )
    if there.exists() and not there.is_dir():
        raise StoreError("not a folder", subject=str(older.folder), hint="name another one with --to")
    if not settings.url:
        hint = "set `url` in archive.yml, so that the older archive can link to it"
        raise StoreError("archive has no `url`", subject=str(context.folder), hint=hint)
    begun = (settings.since, settings.older) == (year, url)
    if settings.since and year <= settings.since and not begun:
        hint = f"its older years are at {settings.older}" if settings.older else "choose a later year"
        raise StoreError(f"archive already begins in {settings.since}", subject=str(context.folder), hint=hint)
    if older.store.people(config.NAME) is None:
        names = {path.name for path in older.folder.glob("*")} - {files.WORK, ".gitignore", ".gitattributes"}
        if names or begun:
            problem = "not the older archive of this split" if begun else "neither empty nor an archive"
            raise StoreError(problem, subject=str(older.folder), hint="name another folder with --to")
        return False
    theirs = older.settings()
    if (theirs.newer, theirs.before, theirs.url) != (settings.url, year, url):
        hint = "name a new folder with --to, or repeat the first command exactly"
        raise StoreError("already contains another archive", subject=str(older.folder), hint=hint)
    return begun


# What is divided


def _divided(context: Context, whole: Share, settings: Settings, year: int) -> tuple[Share, Share]:
    same = linking.parse_same(context.store.people("same.yml") or "")
    groups = linking.link([*whole.records, *whole.copied], same)
    spoken = division.spoken_of(folding.of_groups(groups, whole.statements, settings), year)
    halves = division.divide(groups, whole.copied, year, spoken, lambda r: settings.rule(r.source, r.origin).publish)
    for half, word in zip(halves, (f"before {year}", f"from {year} on"), strict=True):
        if not half.records:
            problem, hint = f"no records {word}", "choose another year with --before"
            raise StoreError(problem, subject=str(context.folder), hint=hint)
    names = [set(by_file(half.records)) for half in halves]
    halves[0].statements, halves[1].statements = division.divide_statements(whole.statements, year, *names)
    return halves


def _addresses(
    context: Context, whole: Share, settings: Settings, inherited: dict[str, str], halves: tuple[Share, Share],
    older: Settings, newer: Settings,
) -> str:  # fmt: skip
    """The text of the newer archive's moved.txt. `inherited`: where former addresses lead so far."""
    same, rules = linking.parse_same(context.store.people("same.yml") or ""), themes.parse(load.rules_of(context))
    assign = themes.Assigner(rules).themes if rules else None

    def folded(half: Share, settings: Settings, leads: dict[str, str]) -> tuple[Archive, set[str]]:
        """As load.fold does it, of an archive that is not on disk yet; and the paths of its pages."""
        shown, stated = folding.published([*half.records, *half.copied], half.statements, settings)
        archive = replace(folding.fold(shown, stated, settings, same=same, assign=assign), themes=rules, moved=leads)
        return archive, {draft.path for draft in pages.drafts(archive, settings, pages.Texts())}

    former, paths = folded(whole, settings, inherited)
    _, theirs = folded(halves[0], older, inherited)
    leads = moved.held_by_older(paths, theirs, older.url, pages.places(hand_written=False))
    _, mine = folded(halves[1], newer, leads)
    return moved.render({**leads, **moved.lost(paths, mine, theirs, former.redirects, older.url)}, older.url)


# Writing


def _write_older(context: Context, older: Context, half: Share, led: str, settings: str, year: int) -> None:
    """Write everything the older archive needs; remove nothing from it yet."""
    store = older.store
    if store.people(config.NAME) is None:
        store.make(settings)
    people = {path for pattern in _PEOPLE for path in context.folder.glob(pattern) if path.is_file()}
    # Answers of language models are looked up by the papers' texts, so each archive may have all of them.
    for path in [*sorted(people), *_before(context.folder, year), *(context.folder / ANSWERED).rglob("*.jsonl")]:
        target = older.folder / path.relative_to(context.folder)
        if path not in people or (path.name not in APART and not target.exists()):
            files.write(target, path.read_bytes(), files.scratch_folder(older.folder))
    owner.write(older, config.parse(settings))
    existing = by_file(store.records())
    for name, records in sorted(by_file(half.records).items()):
        store.set_records(name, division.union(records, existing.get(name, ())))
    store.coverage.hold([*store.coverage.lines(), *half.statements])
    if led:
        store.write_people(moved.NAME, led)
    _write_copies(older, half.copied)


def _write_records(context: Context, records: list[Record]) -> None:
    wanted = by_file(records)
    for name in sorted({*wanted, *by_file(context.store.records())}):
        context.store.set_records(name, wanted.get(name, ()))


def _write_copies(context: Context, copied: list[Record]) -> None:
    wanted = {f"{Path(name).name}.jsonl": records for name, records in by_file(copied).items()}
    folder = context.folder / division.COPIED
    for name, records in sorted(wanted.items()):
        lines = [RECORDS.encode(record) + b"\n" for record in sorted(records, key=attrgetter("order"))]
        files.write(folder / name, b"".join(lines), files.scratch_folder(context.folder))
    for path in sorted(folder.glob("*.jsonl")):
        if path.name not in wanted:
            files.remove(path)


def _before(folder: Path, year: int) -> list[Path]:
    """Documents and digests of days before the year; file names begin with the date."""
    dated = (path for pattern in _OF_A_DAY for path in folder.glob(pattern))
    return sorted(path for path in dated if path.name[:4].isdigit() and int(path.name[:4]) < year)
