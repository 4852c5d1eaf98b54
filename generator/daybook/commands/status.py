"""`daybook status`: which days are complete and who says so, what the archive holds on disk and which limits of hosts
it comes near, and what would keep it from being published.

`daybook check` judges the log itself. Nothing is asked of the network: of what only GitHub knows, it says where to
look.
"""

from __future__ import annotations

import argparse
import datetime as dt
import difflib
import json
import os
import re
import shutil
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, get_args

from daybook import commands, config
from daybook.archive import load
from daybook.archive.folder import Context, now
from daybook.config import Settings
from daybook.coverage.judge import faults
from daybook.coverage.proofs import name_of, prove, state_name
from daybook.errors import GeneratorError, SettingsError
from daybook.log import disk
from daybook.log.disk import Clone
from daybook.model import Coverage, CoverageState
from daybook.runtime import files, terminal

PARTS = ("days", "sizes", "publishing")
MOST_LINES = 10
"""Days for which the line to acknowledge them is printed."""

MONTHS = 12
"""Months from which a year more is reckoned."""
SITE, FILE, REPOSITORY = 1_000_000_000, 100_000_000, 5_000_000_000
"""Bytes: what GitHub Pages takes as a site, GitHub as a file, and GitHub recommends as a repository at most."""
NEAR = 0.8
"""What part of a limit is near it."""

WORKFLOW = ".github/workflows/publish.yml"
PROGRAMS = ("git", "make", "node")
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
_MOST_NAMED = 3
_OF_PAGES = re.compile(r"//[^/]*\.github\.io(?:/|\Z)")
_BRANCHES = re.compile(r"branches: \[([^\[\]\n]*)\]")
_CRON = re.compile(r"^ *- cron:", re.MULTILINE)

Finding = tuple[str, bool]
"""A line for the user, and whether it stops publishing; else it is good to know."""


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
        "--pages", default="", metavar="URL", help="the site's address as GitHub Pages states it, to compare `url` with"
    )
    parser.add_argument("--json", action="store_true", help="print all of it as JSON, for programs")


def run(context: Context, options: argparse.Namespace) -> None:
    """Run the command. The exit code is 1 if a day is not complete, or anything stops publishing."""
    commands.check_days(options)
    parts = (options.part,) if options.part else PARTS
    short, told = options.part is None, dict[str, Any]()
    for part in parts:
        if short and not options.json and part != parts[0]:
            context.say("")
        if part == "days":
            days = _days(context, options.first, options.last, options.category)
            if options.json:
                told |= {"days": [_facts(day) for day in days], "totals": Counter(day.state for day in days)}
                context.faults += [_gaps(context, faults(days))] if faults(days) else []
            else:
                say_days(context, days, short=short)
        elif part == "sizes":
            context.settings()
            held = Held(context.folder)
            if options.json:
                told["sizes"] = held.facts()
            else:
                for line in held.lines(short=short):
                    context.say(line)
        else:
            findings = [*publishing(context, options.pages)]
            if options.json:
                told["publishing"] = {
                    "stops": [text for text, stops in findings if stops],
                    "notes": [text for text, stops in findings if not stops],
                }
                context.faults += told["publishing"]["stops"]
            else:
                for text, stops in findings:
                    (context.fail if stops else context.say)(text)
                if not any(stops for _, stops in findings):
                    context.say(
                        f"nothing here stops publishing; {context.command('check')} says whether the log is sound"
                    )
    if options.json:
        terminal.data([json.dumps(told, indent=2, ensure_ascii=False).encode() + b"\n"])


# Days


def _days(context: Context, first: dt.date | None, last: dt.date | None, category: str | None) -> list[Coverage]:
    """How complete each day from `first` to `last` (None: all) is, by date, then by category in archive.yml's order."""
    known = context.settings().categories
    if category is not None and category not in known:
        near = difflib.get_close_matches(category, known, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"choose from {', '.join(known)}"
        raise SettingsError(f"this archive does not follow {category!r}", subject="--category", hint=hint)
    judged = load.fold(context, published=True, described=False, keep=False).coverage
    days = [day for day in judged if category in (None, day.category)]
    return sorted(
        (day for day in days if (first or day.date) <= day.date <= (last or day.date)), key=lambda day: day.date
    )


def say_days(context: Context, days: Sequence[Coverage], *, short: bool = False) -> None:
    """Print the days, in `short` only those that lack something, the totals, and how a day is left as it is."""
    gaps = faults(days)
    rows = [
        (
            str(day.date), day.category, state_name(day), f"{day.stored:,}" if day.tallies else "",
            f"{day.total:,}" if day.total is not None else "", prove(day),
        )
        for day in (gaps if short else days)
    ]  # fmt: skip
    for line in _aligned([("date", "category", "state", "held", "stated", "details"), *rows], right=(3, 4)):
        context.say(line)
    context.say(_totals(days))
    if not gaps:
        return
    context.say(f"to leave a day as it is, write in {config.NAME} below `acknowledge:`, with a `note` if you like:")
    for day in sorted(gaps, key=lambda day: day.date)[-MOST_LINES:]:
        context.say(f"  {commands.acknowledgement(day.category, day.date)}")
    context.fail(_gaps(context, gaps))


def _gaps(context: Context, gaps: Sequence[Coverage]) -> str:
    hint = f"run: {context.command('fetch')}, or ingest a listing page of the day"
    number = f"{len(gaps):,} day{' is' if len(gaps) == 1 else 's are'}"
    what = "partial, contradicted, stale, missing or not collected"
    return f"{number} {what}, the latest {max(day.date for day in gaps)}; {hint}"


def _facts(day: Coverage) -> dict[str, Any]:
    return {
        "date": str(day.date), "category": day.category, "state": day.state, "acknowledged": day.acknowledged,
        "held": day.stored if day.tallies else None, "stated": day.total, "details": prove(day),
    }  # fmt: skip


def _totals(days: Sequence[Coverage]) -> str:
    if not days:
        return "no announcements held or requested in this range"
    states = Counter(day.state for day in days)
    counts = ", ".join(f"{states[name]:,} {name_of(name)}" for name in get_args(CoverageState) if states[name])
    lone = sum(day.lone for day in days)
    counts += f" ({lone:,} by one witness alone)" if lone else ""
    dates, categories = len({day.date for day in days}), len({day.category for day in days})
    of = f"{dates:,} day{'s' if dates != 1 else ''}" + (f" in {categories} categories" if categories > 1 else "")
    return f"{of}: {counts}; {sum(day.stored for day in days):,} entries held"


def _aligned(rows: Sequence[Sequence[str]], right: Sequence[int]) -> Iterator[str]:
    """The rows of a table below its heads; none where there are no others. `right`: columns of numbers."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows if len(rows) > 1 else ():
        cells = (
            cell.rjust(width) if at in right else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        yield "  ".join(cells).rstrip()


# Sizes


class Held:
    """What an archive holds on disk: files and bytes by kind and by year, those of the last months, a year more."""

    def __init__(self, folder: Path) -> None:
        self._found = found = disk.measure(folder)
        self._site, kept = disk.weight(folder / "site"), disk.repository(folder)
        self._git = disk.weight(kept) if kept else 0
        # The last whole months, of those that days were read in: the newest is not over yet.
        days = sorted({month for kind, month in found.files if kind == disk.KINDS["coverage"] and month})
        self._months = days[:-1][-MONTHS:]
        sums = [found.of(month=month) for month in self._months] or [(0, 0)]
        self._more = [sum(column) * MONTHS // len(sums) for column in zip(*sums, strict=True)]

    def lines(self, *, short: bool = False) -> Iterator[str]:
        """For people; in `short` without years and months."""
        kinds = [(kind, sums) for kind in disk.KINDS.values() if (sums := self._found.of(kind))[0]]
        rows = [("kind", "files", "size"), *(_row(*each) for each in kinds), _row("all", self._found.of())]
        rows += [(name, "", _size(size)) for name, size in (("the site", self._site), ("git's own", self._git)) if size]
        years = sorted({month[:4] for month in self._found.months()})
        for names in () if short else filter(None, (years, self._months)):
            rows += [("", "", ""), *(_row(name, self._found.of(month=name)) for name in names)]
        yield from _aligned(rows, right=(1, 2))
        if self._months:
            ends = self._months[0], self._months[-1]
            span = f"months from {ends[0]} to {ends[1]}" if len(self._months) > 1 else f"month {ends[0]}"
            yield f"a year more adds some {self._more[0]:,} files of {_size(self._more[1])}, as the {span} did"
        yield from self._near()

    def _near(self) -> Iterator[str]:
        """A line for each limit that is near, or that a year more will reach."""
        largest, path = self._found.largest
        if largest > NEAR * FILE:
            yield f"{path} has {_size(largest)}: GitHub refuses files of more than {_size(FILE)}"
        if self._site > NEAR * SITE:
            hint = "move older years to an archive of their own with `daybook split`"
            yield f"the site has {_size(self._site)}: GitHub Pages accepts {_size(SITE)}; {hint}"
        if self._git and self._git + self._more[1] > NEAR * REPOSITORY:
            hint = "see the guide, How large it gets"
            size = _size(self._git)
            yield f"the repository has {size}: GitHub recommends at most {_size(REPOSITORY)}; {hint}"

    def facts(self) -> dict[str, Any]:
        """For programs."""
        found, months = self._found, self._found.months()

        def sums(numbers: Sequence[int]) -> dict[str, int]:
            return dict(zip(("files", "bytes"), numbers, strict=True))

        return {
            "kinds": {kind: sums(found.of(kind)) for kind in disk.KINDS.values()}, "all": sums(found.of()),
            "months": {month: sums(found.of(month=month)) for month in months}, "largest": found.largest[1],
            "site_bytes": self._site, "repository_bytes": self._git, "year_more": sums(self._more),
            "near": [*self._near()],
        }  # fmt: skip


def _row(name: str, sums: tuple[int, int]) -> tuple[str, str, str]:
    return name, f"{sums[0]:,}", _size(sums[1])


def _size(number: int) -> str:
    for unit, name in ((1_000_000_000, "GB"), (1_000_000, "MB")):
        if number >= unit:
            return f"{number / unit:,.1f} {name}"
    return f"{number / 1_000:,.1f} kB"


# Publishing


def publishing(context: Context, pages: str = "") -> Iterator[Finding]:
    """What stops publishing, what is good to know, and where to look up what only GitHub knows.

    pages: the address that GitHub Pages states; empty: not known.
    """
    python = ".".join(map(str, sys.version_info[:3]))
    fits = PYTHONS[0] <= sys.version_info[:2] <= PYTHONS[1]
    told = [f"{name} {disk.version(name) or 'is not installed'}" for name in PROGRAMS]
    yield (
        ", ".join((f"Python {python}" if fits else f"Python {python}, which Daybook is not tested with", *told)),
        False,
    )
    settings = found = place = None
    try:
        settings = context.settings()
    except GeneratorError as error:
        yield str(error), True
    try:
        found = disk.find_clone(context.folder)
        if not found:
            yield f"{context.folder}: in no git repository; run git init, and add one on GitHub as its remote", True
    except GeneratorError as error:
        yield str(error), True
    place = disk.on_github(found.remote()) if found else None
    if settings:
        yield from _addresses(settings, pages or address_of_pages(place))
    if found:
        yield from _unpushed(found, context.folder)
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


def address_of_pages(place: tuple[str, str] | None) -> str:
    """The address that GitHub Pages gives a repository's site, unless it has a domain of its own; empty: unknown."""
    if not place:
        return ""
    owner, name = place
    host = f"{owner.lower()}.github.io"
    return f"https://{host}/" if name.lower() == host else f"https://{host}/{name}/"


def _addresses(settings: Settings, address: str) -> Iterator[Finding]:
    """What archive.yml says of the site. address: the one that it should have; empty: unknown."""
    url, mend = settings.url, f"write `url: {address}`" if address else "write the site's own"
    for name, value, hint in (("url", url, mend), ("repository", settings.repository, "mend it")):
        if config.is_example(value):
            yield f"{config.NAME}: `{name}` is still an example, {value}; {hint}", True
    if settings.sample:
        yield "sample archive: nothing is fetched; make your own with daybook init", False
        return
    if not settings.contact or config.is_example(settings.contact):
        yield f"{config.NAME}: no `contact`; the services that you fetch from could not reach you", False
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


def _unpushed(found: Clone, folder: Path) -> Iterator[Finding]:
    """What keeps the archive's files from being pushed."""
    if not found.remote():
        yield "no remote; run git remote add origin https://github.com/YOU/daily.git, with your own address", True
    if found.ignores(folder / config.NAME):
        yield f"{folder}: git ignores this folder; change .gitignore, or move the archive", True
    for branch in found.kept_apart(UNPUSHED):
        name = branch.removeprefix("origin/")
        yield f"fetched, but not pushed: run git pull --no-rebase origin {name}, then git push", True
    if "GITHUB_ACTIONS" in os.environ:
        return  # the workflow commits and pushes by itself
    if not found.author():
        yield "git does not know you; run git config user.name NAME and git config user.email ADDRESS", True
    if changed := found.not_committed(folder):
        more = f" and {len(changed) - _MOST_NAMED:,} more" if len(changed) > _MOST_NAMED else ""
        names = f"{', '.join(changed[:_MOST_NAMED])}{more}"
        yield f"not committed: {names}; run git add {folder.name} and git commit", True
    if number := found.not_pushed():
        yield f"{number} commit{'s' if number > 1 else ''} not pushed; run git push", True


def _workflow(found: Clone, folder: Path, *, on_github: bool) -> Iterator[Finding]:
    """What keeps the workflow from running, or from publishing this archive."""
    text = found.text(WORKFLOW)
    if text is None:
        yield f"no {WORKFLOW}: nothing fetches and publishes by itself; copy it from Daybook", on_github
        return
    if not _CRON.search(text):
        yield f"{WORKFLOW}: no schedule; it runs only after a push", False
    if os.path.realpath(folder) != os.path.realpath(found.root / "content"):
        yield f"{WORKFLOW}: publishes the archive in content/, not this one; change the workflow, or move it", True
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
        yield f"the site has {size / 1e9:,.1f} GB, GitHub Pages takes 1 GB; see Growth in the guide", True
    free = shutil.disk_usage(folder).free
    if free < max(LEAST_FREE, size):
        yield f"{free / 1e6:,.0f} MB left on the disk, too few for a build; make room", True
