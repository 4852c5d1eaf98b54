"""`daybook doctor`: whether anything would keep the archive from being published.

`daybook check` judges the log itself. Nothing is asked of the network: of what only GitHub knows, it says where to
look.
"""

from __future__ import annotations

import argparse
import datetime as dt
import os
import re
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from daybook import config
from daybook.archive.folder import Context, now
from daybook.commands import arguments
from daybook.config import Settings
from daybook.errors import GeneratorError
from daybook.log import disk
from daybook.log.disk import Clone
from daybook.runtime import files

WORKFLOW = ".github/workflows/publish.yml"
PROGRAMS = ("git", "make", "node")
PYTHONS = ((3, 11), (3, 13))
"""The first and the last version that Daybook runs on."""
LARGEST_FILE = 95_000_000
"""Bytes; GitHub refuses a push with a file of 100 MB."""
LARGEST_SITE = 1_000_000_000
"""Bytes that GitHub Pages takes."""
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


@dataclass(frozen=True, slots=True)
class Finding:
    """A line for the user."""

    text: str
    stops: bool = True  # whether it stops publishing; else it is good to know


def declare(parser: argparse.ArgumentParser) -> None:
    """Declare the command line."""
    arguments.common(parser, lambda context, options: doctor(context, options.pages), "daybook doctor")
    parser.add_argument(
        "--pages", default="", metavar="URL", help="the site's address as GitHub Pages states it, to compare `url` with"
    )


def doctor(context: Context, pages: str = "") -> None:
    """Say in a line each what stops publishing, what is good to know, and what only GitHub knows; exit code 1 if
    anything stops it. pages: the address that GitHub Pages states; empty: not known."""
    context.say(_programs())
    settings = _settings(context)
    try:
        found = disk.find_clone(context.folder)
    except GeneratorError as error:
        found = None
        context.fail(error)
    else:
        if not found:
            context.fail(f"{context.folder}: in no git repository; run git init, and add one on GitHub as its remote")
    place = disk.on_github(found.remote()) if found else None
    findings = [*_addresses(settings, pages or _address(place))] if settings else []
    if found:
        findings += _clone(found, context.folder)
        findings += _workflow(found, context.folder, on_github=place is not None)
        findings += _large_files(found, context.folder)
    findings += _space(context.folder)
    for finding in findings:
        (context.fail if finding.stops else context.say)(finding.text)
    for line in _elsewhere(place, pages):
        context.say(line)
    if not context.failed:
        context.say(f"nothing here stops publishing; {context.command('check')} says whether the log is sound")


def _programs() -> str:
    """The programs' versions, in one line."""
    python = ".".join(map(str, sys.version_info[:3]))
    told = [f"{name} {disk.version(name) or 'is not installed'}" for name in PROGRAMS]
    fits = PYTHONS[0] <= sys.version_info[:2] <= PYTHONS[1]
    return ", ".join((f"Python {python}" if fits else f"Python {python}, which Daybook is not tested with", *told))


def _settings(context: Context) -> Settings | None:
    try:
        return context.settings()
    except GeneratorError as error:
        context.fail(error)
        return None


def _address(place: tuple[str, str] | None) -> str:
    """The address that GitHub Pages gives a repository's site, unless it has a domain of its own; empty: unknown."""
    if not place:
        return ""
    owner, name = place
    host = f"{owner.lower()}.github.io"
    return f"https://{host}/" if name.lower() == host else f"https://{host}/{name}/"


def _addresses(settings: Settings, address: str) -> Iterator[Finding]:
    """What archive.yml says of the site. address: the one that it should have; empty: unknown."""
    mend = f"write `url: {address}`" if address else "write the site's own"
    for name, value in (("url", settings.url), ("repository", settings.repository)):
        if config.is_example(value):
            yield Finding(
                f"{config.NAME}: `{name}` is still an example, {value}; {mend if name == 'url' else 'mend it'}"
            )
    if settings.sample:
        yield Finding("sample archive: nothing is fetched; make your own with daybook init", stops=False)
        return
    if not settings.contact or config.is_example(settings.contact):
        yield Finding(f"{config.NAME}: no `contact`; the services that you fetch from could not reach you", stops=False)
    if not settings.url:
        yield Finding(f"{config.NAME}: no `url`, so feeds and citations lack the site's address; {mend}", stops=False)
    elif not config.is_example(settings.url):
        yield from _compared(settings.url, address, mend)


def _compared(url: str, address: str, mend: str) -> Iterator[Finding]:
    """The address in archive.yml beside the one that GitHub Pages gives the site."""
    if url.startswith("http:"):
        yield Finding(f"{config.NAME}: `url` begins with http://; write https:// if its host has it", stops=False)
    own, given = (re.sub("^https?:", "", text).casefold().rstrip("/") for text in (url, address))
    if not address or own == given:
        return
    if _OF_PAGES.match(own) or not _OF_PAGES.match(given):
        yield Finding(f"{config.NAME}: `url` is {url}, but GitHub Pages serves the site at {address}; {mend}")
    else:
        text = f"{config.NAME}: `url` is a domain of your own; enter it under Settings > Pages > Custom domain, too"
        yield Finding(text, stops=False)


def _clone(found: Clone, folder: Path) -> Iterator[Finding]:
    """What keeps the archive's files from being pushed."""
    if not found.remote():
        yield Finding("no remote; run git remote add origin https://github.com/YOU/daily.git, with your own address")
    if found.ignores(folder / config.NAME):
        yield Finding(f"{folder}: git ignores this folder; change .gitignore, or move the archive")
    for branch in found.kept_apart(UNPUSHED):
        yield Finding(
            f"fetched, but not pushed: run git pull --no-rebase origin {branch.removeprefix('origin/')}, then git push"
        )
    if "GITHUB_ACTIONS" in os.environ:
        return  # the workflow commits and pushes by itself
    if not found.author():
        yield Finding("git does not know you; run git config user.name NAME and git config user.email ADDRESS")
    changed = found.not_committed(folder)
    if changed:
        yield Finding(f"not committed: {_some(changed)}; run git add {folder.name} and git commit")
    if number := found.not_pushed():
        yield Finding(f"{number} commit{'s' if number > 1 else ''} not pushed; run git push")


def _some(names: list[str]) -> str:
    more = f" and {len(names) - _MOST_NAMED:,} more" if len(names) > _MOST_NAMED else ""
    return f"{', '.join(names[:_MOST_NAMED])}{more}"


def _workflow(found: Clone, folder: Path, *, on_github: bool) -> Iterator[Finding]:
    """What keeps the workflow from running, or from publishing this archive."""
    text = found.text(WORKFLOW)
    if text is None:
        yield Finding(f"no {WORKFLOW}: nothing fetches and publishes by itself; copy it from Daybook", stops=on_github)
        return
    if not _CRON.search(text):
        yield Finding(f"{WORKFLOW}: no schedule; it runs only after a push", stops=False)
    if os.path.realpath(folder) != os.path.realpath(found.root / "content"):
        yield Finding(f"{WORKFLOW}: publishes the archive in content/, not this one; change the workflow, or move it")
    branch = found.branch()
    if branch and branch not in re.split(r"[,\s\"']+", " ".join(_BRANCHES.findall(text))):
        yield Finding(f"{WORKFLOW}: does not run after a push to {branch}, the branch checked out here", stops=False)
    last = found.last_commit()
    if last and now() - last > IDLE:
        text = (
            "no commit for 60 days, so GitHub may have stopped the schedule; choose Actions > publish > Enable workflow"
        )
        yield Finding(text, stops=False)


def _large_files(found: Clone, folder: Path) -> Iterator[Finding]:
    """Files that GitHub would refuse."""
    for path in found.files(folder):
        size = path.stat().st_size if path.is_file() else 0
        if size > LARGEST_FILE:
            name = path.relative_to(found.root)
            yield Finding(f"{name}: {size / 1e6:,.0f} MB; GitHub takes no file over 100 MB, so leave it out of git")


def _space(folder: Path) -> Iterator[Finding]:
    """Whether the site fits GitHub Pages, and the next one this disk."""
    size = sum(path.lstat().st_size for path in files.below(folder / "site"))
    if not size:
        yield Finding("no site yet to measure; run daybook build", stops=False)
    if size > LARGEST_SITE:
        yield Finding(f"the site has {size / 1e9:,.1f} GB, GitHub Pages takes 1 GB; see Growth in the guide")
    free = shutil.disk_usage(folder).free
    if free < max(LEAST_FREE, size):
        yield Finding(f"{free / 1e6:,.0f} MB left on the disk, too few for a build; make room")


def _elsewhere(place: tuple[str, str] | None, pages: str) -> Iterator[str]:
    """Where to look up what only GitHub knows."""
    if not place:
        return
    settings = f"https://github.com/{'/'.join(place)}/settings"
    if not pages:
        yield f"on GitHub alone: is Pages on? {settings}/pages, Source: GitHub Actions"
    yield f"on GitHub alone: may the workflow push? {settings}/actions, Workflow permissions: Read and write"
    yield f"on GitHub alone: is the branch protected? {settings}/rules and {settings}/branches"
    yield f"on GitHub alone: is the schedule on? https://github.com/{'/'.join(place)}/actions/workflows/publish.yml"
