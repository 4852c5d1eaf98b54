"""`daybook publish`: the night's run, on any machine: fetch, commit, push, build, check, and say what is missing.

Whatever fails does not stop the rest: what was fetched is committed; where the branch refuses it, a branch of its own
and a bundle keep it for the next run; the site is built from it anyway. The exit code is 1 if anything is missing.

It ends early where nothing is new: nothing was fetched, and the site that is published is of these files and this
program. Whoever publishes the site says so by writing the output `published` into the file that `mark` names.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

from daybook import commands, config
from daybook.archive import Context
from daybook.commands import build, check, fetch, owner, status
from daybook.errors import Damaged, GeneratorError, SettingsError, actionable
from daybook.forge import branch, github
from daybook.forge.branch import Branch
from daybook.log import disk
from daybook.log.disk import Clone
from daybook.runtime import files, program, terminal
from daybook.runtime.files import ROOT, code_digest

PARTS = ("fetch", "keep", "site")
NIGHT = "night"
"""The folder, below the archive's work folder, for what one run leaves to the next."""
LONGEST = 150 * 60
"""Seconds after which a fetch is stopped, in time to commit what it fetched; the next run continues from there."""
_LIBRARY = "daybook.commands.published"
SAMPLE = "This archive is a sample: nothing is fetched. Make your own with daybook init."
STOPPED = "Fetched before the run was stopped"
SUMMARY, OUTPUT, SERVER = "GITHUB_STEP_SUMMARY", "GITHUB_OUTPUT", "GITHUB_SERVER_URL"
_FAULTY = "faulty"


def declare(parser: argparse.ArgumentParser) -> None:
    text = (
        "With --dry-run nothing is committed, pushed or published: it runs in a copy, below the work folder. In a "
        "library: for all its volumes, whose sites are put to `host`."
    )
    commands.common(parser, run, "daybook publish --dry-run", text, library=True)
    parser.add_argument(
        "part", nargs="?", choices=PARTS, metavar="PART", help="only this part: fetch (with commit and push), keep"
        " (commit and push what lies here, and fetch nothing) or site (build and check); default: all of it",
    )  # fmt: skip
    commands.days(parser, " of an earlier period to fetch first")
    parser.add_argument("--summary", type=Path, metavar="FILE", help="append a Markdown report of the run to FILE")
    parser.add_argument("--message", metavar="TEXT", default=STOPPED, help="with keep: the message of the commit")
    parser.add_argument("--anew", action="store_true", help="build the site even where nothing is new")
    parser.add_argument("--dry-run", action="store_true", help="try all of it in a copy of the archive")


def run(context: Context, options: argparse.Namespace) -> None:
    """Run the command. Each thing that is missing is one line, and makes the exit code 1."""
    commands.check_days(options, both=True)
    if options.first and options.part in ("keep", "site"):
        options.usage(f"{options.part} fetches nothing; leave out --from and --to")
    if options.summary:
        context.refuse_own(options.summary)
    kind = import_module(_LIBRARY).LibraryNight if (context.folder / config.LIBRARY).is_file() else Night
    if kind is not Night and (options.dry_run or options.first):
        options.usage("--dry-run, --from and --to are for one archive: name it with --archive")
    kind(context, options).run()


class Night:
    """One run."""

    clone: Clone | None = None  # that the archive is in
    branch: Branch | None = None  # that is pushed to; None: there is none, or no remote
    dirty: frozenset[Path] = frozenset()  # what a person has changed in the archive, and not committed
    came = ""  # of what was fetched, as Markdown
    token = ""  # that may push

    def __init__(self, context: Context, options: argparse.Namespace) -> None:
        self.context, self.options, self.folder = context, options, context.folder  # that is fetched into
        told = options.summary or os.environ.get(SUMMARY)
        self.summary = Path(told) if told else None
        self.outputs: dict[str, str] = {}
        self.on_github = branch.ON_GITHUB in os.environ

    @property
    def night(self) -> Path:
        return files.work_folder(self.context.folder) / NIGHT

    def run(self) -> None:
        """Do what was asked for, and leave the outputs for a workflow's next steps."""
        part = self.options.part
        try:
            self._open()
            if self.options.dry_run:
                self._try()
                return
            if part != "site":
                self._save(fetching=part != "keep")
                self.outputs["ended"] = "yes"
            if part in (None, "fetch"):
                self.outputs["changed"] = "yes" if self.is_new() else ""
                if not self.outputs["changed"]:
                    self.context.say("nothing is new: nothing is built")
            if part == "site" or (part is None and self.outputs["changed"]):
                self.site()
        except GeneratorError as error:
            self._warn(str(error), "error")
            raise
        finally:
            if file := os.environ.get(OUTPUT):
                told = "".join(f"{name}={value}\n" for name, value in self.outputs.items())
                files.add(Path(file), told.encode())

    def _open(self) -> None:
        """Find the clone and its branch. Raises SettingsError, also where a requirements.txt, here or at the top, names
        another Daybook."""
        self.token, folder = os.environ.pop(branch.TOKEN, ""), self.context.folder  # so that nothing but git gets it
        self.is_sample()  # refuses a folder that is no archive
        self.clone = disk.find_clone(folder)
        for place in {folder, self.clone.root if self.clone else folder}:
            found = owner.PINNED.search((files.read(place / owner.PIN) or b"").decode("utf-8", "replace"))
            if found and found[1] != program.VERSION:
                problem = f"names daybook {found[1]}, but this is {program.VERSION}"
                hint = "run daybook upgrade, which makes it and the workflow the same"
                raise SettingsError(problem, subject=owner.PIN, hint=hint)
        if not self.clone:
            return
        self.dirty = frozenset(self.clone.root.resolve() / name for name in self.clone.not_committed(folder))
        if self.clone.remote():
            name = self.clone.branch() or os.environ.get("GITHUB_REF_NAME", "")
            if not name:
                hint = "run git switch main, or whichever is its branch"
                raise SettingsError("no branch is checked out", subject=str(self.clone.root), hint=hint)
            self.branch = Branch(self.clone.root, name, folder, self.night / "unpushed", self.token)

    # Fetching

    def _save(self, *, fetching: bool) -> None:
        """Fetch, commit and push. What stops it stops the fetch: what was fetched until then is kept, and pushed."""
        stopped = None
        try:
            with _handled(_stop, *_SIGNALS):
                if self.branch:
                    self.branch.begin()
                for fault in self.branch.take_up() if self.branch else ():
                    self._fail(fault)
                self.migrate()
                if fetching:
                    self._fetch()
        except KeyboardInterrupt as error:
            stopped = error
        with _handled(signal.SIG_IGN, *_SIGNALS):  # git needs some seconds
            if stopped and self.branch:
                self.branch.stopped = True
                self._note(f"{STOPPED}: the next run goes on from there.")
            self.commit(self.came or self.options.message)
            self._push((0,) if stopped else branch.WAITS)
        if stopped:
            raise stopped

    def migrate(self) -> None:
        """Bring an archive of a former format to this program's, in a commit of its own, which can be reverted."""
        if config.written_format(self.context.store.people(config.NAME) or "") < config.FORMAT:
            with self.context.store.lock():
                self.commit(f"Bring the archive to format {config.FORMAT}")

    def is_sample(self) -> bool:
        """Whether nothing is fetched. Raises NoArchive."""
        return self.context.settings().sample

    def _fetch(self) -> None:
        """Fetch what is new, after the backfill that was asked for; `came` is what came, as Markdown."""
        if self.is_sample():
            self._note(SAMPLE)
            return
        with tempfile.TemporaryDirectory() as folder:
            report, (first, last) = Path(folder) / "report.md", (self.options.first, self.options.last)
            works = [partial(fetch.fetch, summary=report)]
            if first:
                works.insert(0, partial(fetch.backfill, first=first, last=last, summary=report))
            try:
                faults = [fault for work in works for fault in self.part(partial(_limited, work))]
            finally:
                self.came = (files.read(report) or b"").decode()
        self._note("\n".join((self.came, *([_quoted(faults)] if faults else ()))))
        if faults:
            self._fail("Some documents could not be fetched: see the run's summary. The next run tries again.")

    def commit(self, message: str) -> None:
        """Commit what the machine writes, and of people's files those that the run itself changed."""
        if not self.clone:
            return
        here = self.branch or Branch(self.clone.root, "", self.context.folder, self.night / "unpushed")
        here.commit(message, tuple(self.names(self.context.folder)))

    def names(self, archive: Path) -> Iterator[str]:
        """What the machine writes below an archive, but people's files that one of them has just changed."""
        folder = archive.resolve()
        yield from (*disk.KINDS, disk.FORMER)
        yield from (name for name in (config.NAME, ".gitattributes", ".gitignore") if folder / name not in self.dirty)

    def _push(self, waits: tuple[int, ...]) -> None:
        """Push what the remote has not; where it refuses, keep it, and say why."""
        if not self.branch:
            self.context.say("not in a clone with a remote: nothing is pushed")
            return
        if not self.branch.has_news():
            self.context.say("Nothing has changed.")
        why = self.branch.push(waits)
        if not why:
            return
        pushed, bundle = self.branch.keep()
        apart = "in this run's artifact fetched" if self.on_github else f"in {bundle}"
        where = f"on the branch {self.branch.kept}" if pushed else apart
        name, repository = self.branch.name, os.environ.get(github.REPOSITORY, "")
        kept = f"What was fetched could not be pushed to `{name}`. {why} It is {where}"
        lines = [f"{kept}; the next run goes on from it, and nothing is fetched twice."]
        if pushed and repository:
            address = f"{os.environ.get(SERVER, 'https://github.com')}/{repository}/compare/{name}...{self.branch.kept}"
            lines.append(f"Merge it yourself with [a pull request]({address}).")
        self._note("\n".join([*lines, "", _quoted(self.branch.said.splitlines())]))
        self._fail(f"What was fetched could not be pushed. {why} It is {where}.")
        self.outputs["kept"] = str(bundle)

    # The site

    def is_new(self) -> bool:
        """Whether the site that is published is of other files, or another program. Faults it had are still there."""
        published, _, state = (files.read(self.night / "published") or b"").decode().strip().rpartition(" ")
        if self.options.anew or not published or published != self._key():
            return True
        if state == _FAULTY:
            self._fail(f"The archive still has faults; {self.context.command('check')} names them.")
        return False

    def _key(self) -> str:
        return f"{self.branch.tree() if self.branch else ''} {code_digest(ROOT)}"

    def site(self) -> None:
        """Build and check it, and say what keeps it from being published."""
        if faults := self.part(build.build):
            self._note(f"The site could not be built whole:\n\n{_quoted(faults)}")
            self._fail("The site could not be built whole: see the run's summary.")
        whole = not faults
        if faults := self.part(check.check):
            self._note(f"The archive has faults:\n\n{_quoted(faults)}")
            self._fail("The archive has faults: see the run's summary.")
        can, address, line = github.pages() if self.on_github else (True, "", "")
        found = status.findings_of(self.context, address)
        for each in filter(None, (line, *(text for text, stops in found if stops))):
            self._warn(each)
        if (self.folder / "site" / "index.html").exists():
            self.outputs |= {"site": str(self.folder / "site"), "pages": "yes" if can else ""}
        if whole and self.branch:
            state = _FAULTY if faults else "sound"
            self.outputs |= {"published": f"{self._key()} {state}", "mark": str(self.night / "published")}

    # A trial of it all

    def _try(self) -> None:
        """The whole night in a copy, which is left to look at."""
        copy = self.night / "dry-run"
        files.clear(copy)
        hidden = shutil.ignore_patterns(".*", "pages", "site", "node_modules")
        shutil.copytree(self.context.folder, copy, ignore=hidden, symlinks=True)
        self.context.say(f"dry run: nothing is committed, pushed or published; everything is in {copy}")
        self.folder = copy
        before = set(files.scan(copy))
        self._fetch()
        number = len([path for path in files.scan(copy) if path not in before and not path.startswith(".")])
        headline = self.came.partition("\n")[0] or "nothing"
        self.context.say(f"dry run: would commit: {headline} ({terminal.count(number, 'new file')})")
        if self.branch:
            refused = self.branch.tries()
            where = f"{self.branch.name} of {terminal.redacted(self.clone.remote() if self.clone else '')}"
            self.context.say(f"dry run: would push to {where}{f', and be refused: {refused}' if refused else ''}")
        if self.options.part in (None, "site"):
            self.site()
            self.context.say(f"dry run: would publish {self.outputs.get('site') or 'nothing'}")

    # Reports

    def part(self, work: Callable[[Context], object]) -> list[str]:
        """Do a part of the night, whose faults do not touch the other parts; its faults, a line each."""
        context = replace(self.context, folder=self.folder)
        try:
            try:
                work(context)
            except Damaged:  # what can be made again is removed: now it is made
                work(context)
        except Exception as error:
            context.fail(actionable(error))
        self.context.faults += context.faults
        return [f"daybook: {fault}" for fault in context.faults]

    def _note(self, text: str) -> None:
        """Add to the run's summary; without one, say it."""
        if self.summary:
            self.context.add_to(self.summary, f"{text.strip()}\n")
        else:
            for line in text.strip().splitlines():
                self.context.say(line)

    def _fail(self, line: str) -> None:
        """Say what is missing."""
        line = line if self.summary else line.replace("see the run's summary", "see above")
        self.context.fail(line)
        if self.on_github:
            terminal.annotate("error", line)

    def _warn(self, line: str, kind: str = "warning") -> None:
        """Say what is worth knowing, in the summary, too."""
        if self.on_github:
            terminal.annotate(kind, line)
        self._note(line)


def _quoted(lines: list[str]) -> str:
    """Lines as a block of code: none can be Markdown, and as all are indented, none ends the block."""
    shown = (f"    {terminal.redacted(terminal.printable(line))}" for line in lines)
    return "\n".join(("```", *shown, "```"))


class _TooLong(KeyboardInterrupt):
    """A fetch took longer than it may."""


def _stop(number: int, frame: FrameType | None) -> NoReturn:
    raise _TooLong if number not in _SIGNALS else KeyboardInterrupt


_SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
"""What stops a run: GitHub sends the first, 7.5 s later the second, and kills after 2.5 s more; a terminal that is
closed sends the third."""


@contextmanager
def _handled(handler: Any, *numbers: int) -> Iterator[None]:
    """Let these signals be handled so in the block, where that can be: in a program's first thread."""
    known = numbers if threading.current_thread() is threading.main_thread() else ()
    former = [(number, signal.signal(number, handler)) for number in known]
    try:
        yield
    finally:
        for number, own in former:
            signal.signal(number, own)


def _limited(work: Callable[[Context], object], context: Context) -> None:
    """Do it, but not for longer than LONGEST: what came by then stays."""
    if not hasattr(signal, "SIGALRM") or threading.current_thread() is not threading.main_thread():
        work(context)
        return
    with _handled(_stop, signal.SIGALRM):
        signal.alarm(LONGEST)
        try:
            work(context)
        except _TooLong:
            hint = "the next run continues from there"
            context.fail(GeneratorError(f"stopped after {LONGEST // 60} minutes", subject="fetch", hint=hint))
        finally:
            signal.alarm(0)
