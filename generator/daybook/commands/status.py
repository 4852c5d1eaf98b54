"""`daybook status`: which days are complete and who says so, what the archive holds on disk and which limits of hosts
it comes near, and what would keep it from being published.

`daybook check` judges the log itself. Of what only GitHub knows, it says where to look. The network is asked with
--live alone: whether the services that `daybook fetch` asks still answer as their readers expect.
"""

from __future__ import annotations

import argparse
import datetime as dt
import difflib
import os
import re
import shutil
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, get_args

from daybook import commands, config
from daybook.archive import Context, load, now
from daybook.commands import owner
from daybook.commands.owner import WORKFLOW
from daybook.config import Settings
from daybook.coverage import proofs
from daybook.coverage.day_states import faults
from daybook.coverage.proofs import name_of, prove, state_name
from daybook.errors import GeneratorError, SettingsError
from daybook.fetch import live
from daybook.fetch.session import Environment, FetchSession
from daybook.log import disk
from daybook.log.disk import Clone
from daybook.log.store import owns
from daybook.model import Coverage, CoverageState
from daybook.runtime import files, program, terminal

PARTS = ("days", "sizes", "publishing")
MOST_LINES = 10
"""Days for which the line to acknowledge them is printed."""

MONTHS = 12
"""Months from which a year more is reckoned."""
SITE, FILE, REPOSITORY = 1_000_000_000, 100_000_000, 5_000_000_000
"""Bytes: what GitHub Pages takes as a site, GitHub as a file, and GitHub recommends as a repository at most."""
NEAR = 0.8
"""What part of a limit is near it."""

PYTHONS = ((3, 11), (3, 13))
"""The first and the last version that Daybook runs on."""
LARGEST_FILE = 95_000_000
"""Bytes; GitHub refuses a push with a file of 100 MB."""
LEAST_FREE = 500_000_000
"""Bytes for a build: the new site is made beside the old one."""
IDLE = dt.timedelta(days=60)
"""After so long without a commit GitHub stops a public repository's schedules."""
UNPUSHED = "daybook/fetched-*"
"""Where the workflow puts what it may not push."""
_PRIVATE = "not published: "
"""How the line begins that says why, where that is no fault."""
_MOST_NAMED = 3
_OF_PAGES = re.compile(r"//[^/]*\.github\.io(?:/|\Z)")
_CALLED = re.compile(r"/publish\.yml@\S{1,99}+ {1,9}+# v(\S{1,99}+)")
"""The version that the workflow calls, as Dependabot writes it."""
_BRANCHES = re.compile(r"branches: \[([^\[\]\n]*)\]")
_CRON = re.compile(r"^ *- cron:", re.MULTILINE)

Finding = tuple[str, bool]
"""A line for the user, and whether it is a fault; else it is good to know."""


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the command line."""
    example, text = "daybook status days --from 2026-03-01 --category cs.DC", "The exit code is 1 if anything is wrong."
    commands.common(parser, run, example, text)
    parser.add_argument(
        "part", nargs="?", choices=PARTS, metavar="PART", help="only this part, in full: days (how complete each day"
        " is in each category), sizes (what is held on disk, and what a year more adds) or publishing (what keeps the"
        " archive from being published); default: all three, in short",
    )  # fmt: skip
    commands.days(parser)
    parser.add_argument(
        "--category", metavar="CODE", help="only this category (default: all of the archive's categories)"
    )
    parser.add_argument(
        "--pages", default="", metavar="URL", help="the site's address as GitHub Pages has it, to compare with `url`"
    )
    parser.add_argument(
        "--live", action="store_true", help="ask each service that daybook fetch asks, once, whether it still answers"
        " as expected, and nothing else; takes about half a minute, and stores nothing",
    )  # fmt: skip
    commands.as_json(parser)


def run(context: Context, options: argparse.Namespace) -> dict[str, Any]:
    """Run the command; what is told of each part, by its name. The exit code is 1 if a day is not complete, or anything
    stops publishing."""
    commands.check_days(options)
    if options.live and options.part:
        options.usage(f"--live asks services alone; leave out {options.part}")
    if options.live:
        return services(context)
    told = dict[str, Any]()
    for part in (options.part,) if options.part else PARTS:
        told[part], findings = {"days": days, "sizes": sizes, "publishing": publishing}[part](context, options)
        for text, wrong in findings:
            (context.fail if wrong else context.say)(text)
        if part != PARTS[-1] and not options.part:
            context.say("")
    return told


def services(context: Context, world: Environment | None = None) -> dict[str, Any]:
    """Ask each service once, and compare its answer with what is expected: a line each."""
    world, told = replace(world or Environment(), patience=live.ONCE), list[live.Answered]()
    with context.store.lock(), FetchSession(context, context.settings(), world) as session:
        for answered in live.ask(session):
            told.append(answered)
            (context.fail if answered.differs else context.say)(str(answered))
    return {"services": [{**asdict(each), "expected": not each.differs} for each in told]}


def _aligned(rows: Sequence[Sequence[str]], right: Sequence[int]) -> Iterator[Finding]:
    """The rows of a table below its heads; none where there are no others. `right`: columns of numbers."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows if len(rows) > 1 else ():
        pairs = enumerate(zip(row, widths, strict=True))
        cells = (cell.rjust(width) if at in right else cell.ljust(width) for at, (cell, width) in pairs)
        yield "  ".join(cells).rstrip(), False


# Days


def days(context: Context, options: argparse.Namespace) -> tuple[Any, list[Finding]]:
    """How complete each day is, by date, then by category in archive.yml's order, the totals, and how a day is left as
    it is; in short only days that lack something."""
    known, category = context.settings().drawn, options.category
    if category is not None and category not in known:
        near = difflib.get_close_matches(category, known, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"choose from {', '.join(known)}"
        raise SettingsError(f"this archive does not follow {category!r}", subject="--category", hint=hint)
    first, last = options.first or dt.date.min, options.last or dt.date.max
    judged = load.fold(context, published=True, described=False, keep=False).coverage
    found = [day for day in judged if category in (None, day.category) and first <= day.date <= last]
    found.sort(key=lambda day: day.date)
    gaps = faults(found)
    rows = [
        (
            str(day.date), day.category, state_name(day), f"{day.stored:,}" if day.tallies else "",
            f"{day.total:,}" if day.total is not None else "", prove(day),
        )
        for day in (found if options.part else gaps)
    ]  # fmt: skip
    lines = [*_aligned([("date", "category", "state", "held", "stated", "details"), *rows], right=(3, 4))]
    lines.append((_totals(found), False))
    if gaps:
        hint = f"to leave a day as it is, write in {config.NAME} below `acknowledge:`, with a `note` if you like:"
        told = [hint, *(f"  {commands.acknowledgement(day.category, day.date)}" for day in gaps[-MOST_LINES:])]
        number = terminal.count(len(gaps), "day is", "days are")
        what = f"partial, contradicted, stale, missing or not collected, the latest {gaps[-1].date}"
        mend = f"run: {context.command('fetch')}, or ingest a listing page of the day"
        lines += [*((line, False) for line in told), (f"{number} {what}; {mend}", True)]
    for day in gaps:
        if lacked := proofs.unannounced(day):
            why = f"{proofs.named(lacked)}: known to arXiv's OAI-PMH, and in no listing that was read"
            mend = "fetch asks for the day as long as arXiv serves it; then ingest a page of it, or acknowledge it"
            lines.append((f"{day.date} {day.category}: {why}; {mend}", True))
    return list(map(proofs.facts, found)), lines


def _totals(found: Sequence[Coverage]) -> str:
    if not found:
        return "no announcements held or requested in this range"
    states = Counter(day.state for day in found)
    counts = ", ".join(f"{states[name]:,} {name_of(name)}" for name in get_args(CoverageState) if states[name])
    lone = sum(day.lone for day in found)
    counts += f" ({lone:,} by one witness alone)" if lone else ""
    dates, categories = len({day.date for day in found}), len({day.category for day in found})
    of = terminal.count(dates, "day") + (f" in {categories} categories" if categories > 1 else "")
    return f"{of}: {counts}; {terminal.count(sum(day.stored for day in found), 'entry', 'entries')} held"


# Sizes


def sizes(context: Context, options: argparse.Namespace) -> tuple[Any, list[Finding]]:
    """What the archive holds on disk: files and bytes by kind and, but in short, by year and of the last months; what a
    year more adds; and each limit that is near, or that a year more will reach."""
    context.settings()
    found, place = disk.measure(context.folder), disk.repository(context.folder)
    site, git = disk.weight(context.folder / "site"), disk.weight(place) if place else 0
    # The last whole months, of those that days were read in: the newest is not over yet.
    read = found.months(disk.KINDS["coverage"])
    months = read[:-1][-MONTHS:]
    sums = [found.of(month=month) for month in months] or [(0, 0)]
    more = [sum(column) * MONTHS // len(sums) for column in zip(*sums, strict=True)]
    kinds = {kind: found.of(kind) for kind in disk.KINDS.values()}

    def row(name: str, numbers: tuple[int, int]) -> tuple[str, str, str]:
        return name, f"{numbers[0]:,}", _size(numbers[1])

    rows = [("kind", "files", "size"), *(row(*each) for each in kinds.items() if each[1][0]), row("all", found.of())]
    rows += [(name, "", _size(size)) for name, size in (("the site", site), ("git's own", git)) if size]
    years = sorted({month[:4] for month in found.months()})
    for names in filter(None, (years, months)) if options.part else ():
        rows += [("", "", ""), *(row(name, found.of(month=name)) for name in names)]
    near, (largest, path) = list[str](), found.largest
    if largest > NEAR * FILE:
        near.append(f"{path} has {_size(largest)}: GitHub refuses files of more than {_size(FILE)}")
    if site > NEAR * SITE:
        hint = "move older years to an archive of their own with `daybook split`"
        near.append(f"the site has {_size(site)}: GitHub Pages accepts {_size(SITE)}; {hint}")
    if git and git + more[1] > NEAR * REPOSITORY:
        most = f"GitHub recommends at most {_size(REPOSITORY)}; see the handbook, Size"
        near.append(f"the repository has {_size(git)}: {most}")
    facts = {
        "kinds": {kind: dict(zip(("files", "bytes"), numbers, strict=True)) for kind, numbers in kinds.items()},
        "files": found.of()[0], "bytes": found.of()[1], "site_bytes": site, "repository_bytes": git,
        "year_more": dict(zip(("files", "bytes"), more, strict=True)), "near": near,
    }  # fmt: skip
    if months:
        span = f"months from {months[0]} to {months[-1]}" if len(months) > 1 else f"month {months[0]}"
        near = [f"a year more adds some {more[0]:,} files of {_size(more[1])}, as the {span} did", *near]
    return facts, [*_aligned(rows, right=(1, 2)), *((line, False) for line in near)]


def _size(number: int) -> str:
    for unit, name in ((1_000_000_000, "GB"), (1_000_000, "MB")):
        if number >= unit:
            return f"{number / unit:,.1f} {name}"
    return f"{number / 1_000:,.1f} kB"


# Publishing


def publishing(context: Context, options: argparse.Namespace) -> tuple[Any, list[Finding]]:
    """What stops publishing, what is good to know, and where to look up what only GitHub knows."""
    findings = [*findings_of(context, options.pages, brief=not options.part)]
    stops, notes = ([text for text, stops in findings if stops is which] for which in (True, False))
    if not stops and not any(text.startswith(_PRIVATE) for text in notes):
        hint = f"{context.command('check')} says whether the log is sound"
        findings.append((f"nothing here stops publishing; {hint}", False))
    return {"stops": stops, "notes": notes}, findings


def findings_of(context: Context, pages: str, *, brief: bool = False) -> Iterator[Finding]:
    """What stops publishing, and what is good to know. `pages`: the address that GitHub Pages states; empty: not known.
    `brief`: it is no fault that nobody publishes the archive."""
    python = ".".join(map(str, sys.version_info[:3]))
    fits = PYTHONS[0] <= sys.version_info[:2] <= PYTHONS[1]
    known = f"Python {python}" if fits else f"Python {python}, which Daybook is not tested with"
    yield f"{known}, git {disk.version('git') or 'is not installed'}", False
    settings = found = place = None
    private = False
    try:
        settings = context.settings()
    except GeneratorError as error:
        yield str(error), True
    try:
        found = disk.find_clone(context.folder)
        if why := _why_private(found):
            private = brief
            yield f"{_PRIVATE if brief else ''}{why}", not brief
    except GeneratorError as error:
        private = brief and not disk.version("git")
        yield f"{_PRIVATE if private else ''}{error}", not private
    place = disk.on_github(found.remote()) if found else None
    if settings:
        yield from _addresses(settings, pages or disk.address_of_pages(place))
    if found and not private:
        yield from _unpushed(found, context.folder, settings.files if settings else ())
        yield from _workflow(found, context.folder, on_github=place is not None)
        for path in found.files(context.folder):
            size = path.stat().st_size if path.is_file() else 0
            if size > LARGEST_FILE:
                name = path.relative_to(found.root)
                yield f"{name}: {size / 1e6:,.0f} MB; GitHub takes no file over 100 MB, so leave it out of git", True
    yield from _space(context.folder)
    if place:
        where = f"https://github.com/{'/'.join(place)}"
        if not pages:
            yield f"on GitHub alone: is Pages on? {where}/settings/pages, Source: GitHub Actions", False
        yield (
            (f"on GitHub alone: may the workflow push? {where}/settings/actions, Workflow permissions: Read and write"),
            False,
        )
        yield f"on GitHub alone: is the branch protected? {where}/settings/rules and {where}/settings/branches", False
        yield f"on GitHub alone: is the schedule on? {where}/actions/workflows/publish.yml", False


def _why_private(found: Clone | None) -> str:
    """Why nobody can publish the archive, and the mend; empty: it can be."""
    if not found:
        return "in no git repository; run git init, and add one on GitHub as its remote"
    if not found.remote():
        return "no remote; run git remote add origin https://github.com/YOU/daily.git, with your own address"
    return ""


def _addresses(settings: Settings, address: str) -> Iterator[Finding]:
    """What archive.yml says of the site. address: the one that it should have; empty: unknown."""
    url, mend = settings.url, f"write `url: {address}`" if address else "write the site's own"
    for name, value, hint in (("url", url, mend), ("repository", settings.repository, "mend it")):
        if config.is_example(value):
            yield f"{config.NAME}: `{name}` is still an example, {value}; {hint}", True
    if settings.sample:
        yield "sample archive: nothing is fetched; make your own with daybook init DIR", False
        return
    if not settings.contact or config.is_example(settings.contact):
        lack = f"`contact` is still an example, {settings.contact}" if settings.contact else "no `contact`"
        yield f"{config.NAME}: {lack}; the services that you fetch from could not reach you", False
    if not url:
        yield f"{config.NAME}: no `url`, so feeds and citations lack the site's address; {mend}", False
    if not url or config.is_example(url):
        return
    if url.startswith("http:"):
        yield f"{config.NAME}: `url` begins with http://; write https:// if its host has it", False
    own, given = (re.sub("^https?:", "", text).casefold().rstrip("/") for text in (url, address))
    if not address or own == given:
        return
    if _OF_PAGES.match(own) or not _OF_PAGES.match(given):
        yield f"{config.NAME}: `url` is {url}, but GitHub Pages serves the site at {address}; {mend}", True
    else:
        yield (
            (f"{config.NAME}: `url` is a domain of your own; enter it under Settings > Pages > Custom domain, too"),
            False,
        )


def _unpushed(found: Clone, folder: Path, named: Sequence[str]) -> Iterator[Finding]:
    """What keeps the archive's files from being pushed. `named`: those that its settings name."""
    if found.ignores(folder / config.NAME):
        yield f"{folder}: git ignores this folder; change .gitignore, or move the archive", True
    for branch in found.kept_apart(UNPUSHED):
        name = branch.removeprefix("origin/")
        yield f"fetched, but not pushed: run git pull --no-rebase origin {name}, then git push", True
    if "GITHUB_ACTIONS" in os.environ:
        return  # the workflow commits and pushes by itself
    if not found.author():
        yield "git does not know you; run git config user.name NAME and git config user.email ADDRESS", True
    own = Path(os.path.realpath(folder))  # an export that lies in the archive is none of it
    changed = [name for name in found.not_committed(folder) if owns(own, found.root.resolve() / name, named)]
    if changed:
        more = f" and {len(changed) - _MOST_NAMED:,} more" if len(changed) > _MOST_NAMED else ""
        names = f"{', '.join(changed[:_MOST_NAMED])}{more}"
        yield f"not committed: {names}; run git add {os.path.relpath(folder, found.root)} and git commit", True
    if number := found.not_pushed():
        yield f"{terminal.count(number, 'commit')} not pushed; run git push", True


def _workflow(found: Clone, folder: Path, *, on_github: bool) -> Iterator[Finding]:
    """What keeps the workflow from running, or from publishing this archive."""
    text = found.text(WORKFLOW)
    if text is None:
        hint = "daybook init --files writes it"
        yield f"no {WORKFLOW}: nothing fetches and publishes by itself; {hint}", on_github
        return
    pin, called = owner.PINNED.search(found.text(owner.PIN) or ""), _CALLED.search(text)
    if called and not pin:
        yield f"no {owner.PIN} with a line `{program.NAME}=={called[1]}`: laptops may have another version", False
    elif called and pin and pin[1] != called[1]:
        hint = f"run daybook upgrade, or write {program.NAME}=={called[1]}"
        yield f"{owner.PIN}: says daybook {pin[1]}, and {WORKFLOW} {called[1]}; {hint}", True
    if not _CRON.search(text):
        yield f"{WORKFLOW}: no schedule; it runs only after a push", False
    if os.path.realpath(folder) not in map(os.path.realpath, (found.root, found.root / "content")):
        where = "publishes the archive at the repository's top, or in content/, not this one"
        yield f"{WORKFLOW}: {where}; change the workflow, or move it", True
    branch = found.branch()
    if branch and branch not in re.split(r"[,\s\"']+", " ".join(_BRANCHES.findall(text))):
        yield f"{WORKFLOW}: does not run after a push to {branch}, the branch checked out here", False
    last = found.last_commit()
    if last and now() - last > IDLE:
        hint = "choose Actions > publish > Enable workflow"
        yield f"no commit for 60 days, so GitHub may have stopped the schedule; {hint}", False


def _space(folder: Path) -> Iterator[Finding]:
    """Whether the site fits GitHub Pages, and the next one this disk."""
    size = sum(path.lstat().st_size for path in files.below(folder / "site"))
    if not size:
        yield "no site yet to measure; run daybook build", False
    if size > SITE:
        yield f"the site has {size / 1e9:,.1f} GB, GitHub Pages takes 1 GB; see the handbook, Size", True
    free = shutil.disk_usage(folder).free
    if free < max(LEAST_FREE, size):
        yield f"{free / 1e6:,.0f} MB left on the disk, too few for a build; make room", True
