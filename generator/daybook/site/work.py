"""A site brought up to date with its pages, by a run of MkDocs whose hook makes and publishes it; see `hook`.

Only pages whose Markdown changed since the site was built are laid out, and only files that changed are put into it.
This requires the same code, theme, libraries and settings; otherwise every page is laid out. Either way, the result is
the same to the byte.
"""

from __future__ import annotations

import hashlib
import logging
import os
import shutil
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from logging.handlers import BufferingHandler
from pathlib import Path

from daybook import config
from daybook.archive import NAMED, find
from daybook.config import USUAL, BuildOptions, Settings
from daybook.errors import BuildError, GeneratorError, SettingsError
from daybook.model.jsonl import to_json
from daybook.runtime import files, parallel, state, terminal
from daybook.runtime.files import FileRow, code_digest, digest, scan
from daybook.runtime.parallel import Watch
from daybook.search.index import FOLDER
from daybook.site import app, own, publish
from daybook.site.manifest import DOUBTFUL, Manifest, rows_read, source, sums_file
from daybook.site.publish import MARK, MARK_TEXT, Stage, claimed, epoch
from daybook.text import language
from daybook.view import addresses

OFFLINE = "DAYBOOK_OFFLINE"  # if not empty, the site is to be read from a folder
SHEET = "assets/daybook.css"
"""The style sheet of all pages, which is made where anything of the owner's changed but layouts."""
SHOWN = 5  # warnings that an error repeats
_SLICE = 500  # files that a process copies at a time


@dataclass(frozen=True, slots=True)
class Plan:
    """What is built, and how."""

    archive: Path  # holds archive.yml and pages/
    settings: Settings
    site: Path
    options: BuildOptions = USUAL

    @property
    def has_app(self) -> bool:
        """Whether the site is to be an app."""
        return self.settings.offline_app and not self.options.offline

    @property
    def pages(self) -> Path:
        """The folder of generated Markdown."""
        return self.archive / "pages"

    def check(self) -> None:
        """Raise BuildError if the archive's pages have not been generated."""
        if not (self.pages / "index.md").is_file():
            hint = "generate the pages first with: daybook build --pages-only"
            raise BuildError("no pages here", subject=str(self.pages), hint=hint)


def plan_by_itself() -> Plan:
    """The plan when MkDocs runs by itself, for the archive that a command would find. Raises SettingsError if its
    archive.yml is missing or invalid."""
    archive = find()
    try:
        settings = config.parse((archive / config.NAME).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        hint = f"set {NAMED} to an archive's folder"
        raise SettingsError("cannot be read", subject=str(archive / config.NAME), hint=hint) from error
    options = BuildOptions(offline=bool(os.environ.get(OFFLINE)))
    return Plan(archive, settings, archive / "site", options)


@contextmanager
def heard() -> Iterator[list[logging.LogRecord]]:
    """The warnings and errors of MkDocs and its plug-ins, as they are logged."""
    handler = BufferingHandler(sys.maxsize)
    handler.setLevel(logging.WARNING)
    logging.getLogger("mkdocs").addHandler(handler)
    try:
        yield handler.buffer
    finally:
        logging.getLogger("mkdocs").removeHandler(handler)


class Work:
    """The work of one build of a plan's site, in a folder that is `claimed` for it. First, what a killed build has left
    is finished, or removed. texts: path below pages/ -> hash of the file, of all that are wanted; without it, all are
    read. changed: the same of those alone that may have changed since this site was last built; empty: it is wanted no
    more. index: gives the folder of the search's index when that is complete; without it, the
    archive's, if there is one."""

    def __init__(
        self,
        root: Path,
        plan: Plan,
        *,
        texts: Mapping[str, str] | None = None,
        changed: Mapping[str, str] | None = None,
        index: Callable[[], Path] | None = None,
        watch: Watch | None = None,
    ) -> None:
        noted = (plan.pages / addresses.NOTES).is_file()  # which the header of every page names
        self.own = own.of(plan.archive, plan.settings)
        drawn = replace(plan.settings, colours={}, fonts={}), plan.options, noted, language.spoken().text
        known = (code_digest(root), to_json(drawn), self.own.of_pages)
        self.root, self.plan, self.site, self.watch = root, plan, plan.site, watch
        publish.finish(plan.archive, root)
        publish.sweep(plan.site, plan.archive)
        self.manifest = Manifest(self.site, state.of(plan.archive), digest(*known))
        self._index = index or (lambda: files.work_folder(plan.archive) / FOLDER)
        sources = {path: text for path, text in self.manifest.sources().items() if not _is_apart(path)}
        if changed is not None and sources:
            self.texts = {path: text for path, text in {**sources, **changed}.items() if text}
            asked: Collection[str] = self.texts.keys() & {*changed, *map(source, self.manifest.doubtful)}
        else:
            if texts is None:
                texts = {path: digest((plan.pages / path).read_bytes()) for path in scan(plan.pages)}
            self.texts = dict(texts)
            asked = self.texts.keys()
        self.changed = sorted(path for path in asked if self._differs(path, self.texts[path]))
        self._dropped = {*sources.keys() - self.texts.keys(), *self.changed}

    @property
    def pages(self) -> list[str]:
        """The source paths of the pages to lay out."""
        return [path for path in self.changed if path.endswith(".md")]

    def is_done(self) -> bool:
        """Whether the site is as it is wanted."""
        held = {path: row.depends for path, row in self.manifest.rows.items() if path.startswith(FOLDER)}
        sheet = self.manifest.rows.get(SHEET)
        same = held == self._of_index and sheet is not None and sheet.depends == self.own.of_files
        return same and not (self._dropped or self.manifest.doubtful)

    def _differs(self, path: str, text: str) -> bool:
        """Whether what comes of a source path is not in the site, or is of another text."""
        rows = self.manifest.rows
        served = rows.get(addresses.served(path))
        beside = rows.get(path, served)  # its Markdown, where that is published
        return not served or not beside or {served.depends, beside.depends} != {text} or path in self.manifest.doubtful

    @cached_property
    def _of_index(self) -> dict[str, str]:
        """Path in the site -> state, of each file of the search's index."""
        return {f"{FOLDER}{path}": f"{size} {time}" for path, (size, time) in scan(self._index()).items()}

    def finish(self, stage: Stage, url: str | None) -> None:
        """Complete the stage, in which MkDocs' files and the pages are, and publish it. url: the site's address."""
        before, index = self.manifest.rows, self._of_index
        _copy(self.plan.pages, stage.next, [path for path in self.changed if not path.endswith(".md")])
        fresh_index = [path for path, state in index.items() if path not in before or before[path].depends != state]
        _copy(self._index(), stage.next / FOLDER, [path.removeprefix(FOLDER) for path in fresh_index])
        staged = rows_read(stage.next, sorted(scan(stage.next)))
        dropped = {place for path in self._dropped for place in (path, addresses.served(path))}
        rows = {
            path: row for path, row in before.items()
            if row.depends not in ("", DOUBTFUL) and path not in dropped and (path in index) == path.startswith(FOLDER)
        }  # fmt: skip
        made_of = self.texts | index | {SHEET: self.own.of_files}
        rows |= {path: row._replace(depends=made_of.get(source(path), "")) for path, row in staged.items()}
        put = {path for path in staged if path not in before or before[path].hash != staged[path].hash}
        self._close(stage, url, rows, put)
        for path in staged.keys() & before.keys() - put:  # it stays, with its time
            rows[path] = before[path]._replace(depends=rows[path].depends)
        gone = sorted(before.keys() - rows.keys())
        publish.publish(stage, sorted(put, key=self._rank), gone)
        self.manifest.keep(rows, (*put, *gone))

    def _close(self, stage: Stage, url: str | None, rows: dict[str, FileRow], put: set[str]) -> None:
        """Make the files that tell of all others: for search engines and hosts, of the app, and sums."""
        served = [addresses.served(path) for path in self.texts if path.endswith(".md")]
        moment = epoch(self.plan.pages)
        self._write(stage, app.sitemap(url, served, moment), rows, put)
        self._write(stage, {MARK: MARK_TEXT.encode()}, rows, put)
        if not self.plan.options.offline:
            self._write(stage, app.headers(self.root), rows, put)
            self._write(stage, app.files(self.plan.settings, moment, rows), rows, put)
        self._write(stage, sums_file(rows), rows, put)

    def _write(self, stage: Stage, made: Mapping[str, bytes], rows: dict[str, FileRow], put: set[str]) -> None:
        before = self.manifest.rows
        for path, data in made.items():
            hashed = hashlib.sha256(data).hexdigest()
            put.discard(path)
            if path in before and before[path].hash == hashed:
                rows[path] = before[path]._replace(depends="")
                continue
            place = stage.next / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(data)
            rows[path] = FileRow(hashed, len(data), place.stat().st_mtime_ns)
            put.add(path)

    def _rank(self, path: str) -> tuple[int, str]:
        """The order in which files are put into a site, so that what leads to others comes after them."""
        if path not in self.manifest.rows:
            return 0, path  # nothing leads to it yet
        if path == "index.html":
            return 4, path
        return 3 if app.is_made(path) else 2 if path.endswith(".html") else 1, path


def _is_apart(path: str) -> bool:
    """Whether a file of a site is made of something else than the archive's pages and exports."""
    return path.startswith(FOLDER) or path == SHEET


def _copy(source: Path, target: Path, paths: Sequence[str]) -> None:
    for folder in {path.rpartition("/")[0] for path in paths}:
        (target / folder).mkdir(parents=True, exist_ok=True)

    def copy(some: Sequence[str]) -> None:
        for path in some:
            shutil.copyfile(f"{source}/{path}", f"{target}/{path}")

    for _ in parallel.shared(copy, paths, _SLICE):
        pass


@dataclass(frozen=True, slots=True)
class Built:
    """The outcome of a build: how many pages the site has, how many of them were built, and the site's folders with
    their times, which tell whether it stands as it was left."""

    pages: int
    built: int
    folders: Mapping[str, int]


def build(
    root: Path,
    archive: Path,
    site: Path,
    settings: Settings,
    *,
    options: BuildOptions = USUAL,
    strict: bool = True,
    texts: Mapping[str, str] | None = None,
    changed: Mapping[str, str] | None = None,
    watch: Watch | None = None,
    index: Callable[[], Path] | None = None,
) -> Built:
    """Bring the site of `archive` (its pages/) in `site` up to date, with the mkdocs.yml and overrides/ in `root`.
    strict: warnings are errors, else they are printed; texts, changed, index, watch: see `Work`. For the
    holder of the archive's lock. Raises BuildError with the first warnings, or if no site may be built in `site` (see
    `claimed`), or if it cannot be written; the site then stays as it was, or the next build finishes it."""
    archive = archive.resolve()
    plan = Plan(archive, settings, claimed(site, archive, root), options)
    plan.check()
    try:
        work = Work(root, plan, texts=texts, changed=changed, index=index, watch=watch)
        done = work.is_done()
        if not done:
            with publish.staging(work.site, archive) as stage:
                _run(work, stage, strict)
        pages, built = (sum(path.endswith(".md") for path in paths) for paths in (work.texts, work.changed))
        return Built(pages, 0 if done else built, work.manifest.folders)
    except OSError as error:
        hint = "check disk space and permissions, then run the command again"
        problem = f"cannot write the site: {error.strerror or error}"
        raise BuildError(problem, subject=str(error.filename or plan.site), hint=hint) from error


def _run(work: Work, stage: Stage, strict: bool) -> None:
    """Do what `mkdocs build` does. Raise BuildError if that failed; print other warnings."""
    # A build that changes nothing is faster without these.
    from mkdocs.commands import build as mkdocs_build
    from mkdocs.config import load_config
    from mkdocs.exceptions import Abort, MkDocsException

    failure, told = "", str(work.root / "mkdocs.yml")
    with heard() as warnings:
        try:
            config = load_config(told, docs_dir=str(stage.empty), site_dir=str(stage.next), strict=strict)
            config.extra["making"] = work, stage
            config.plugins.on_startup(command="build", dirty=False)
            try:
                mkdocs_build.build(config)
            finally:
                config.plugins.on_shutdown()
        except (Abort, MkDocsException) as error:
            if isinstance(error.__cause__, GeneratorError):
                raise error.__cause__ from None
            failure = str(error) or "MkDocs stopped without giving a reason"
    lines = list(dict.fromkeys(" ".join(each.getMessage().split()) for each in warnings))
    if failure:
        shown = " | ".join(lines[:SHOWN]) or failure
        more = f" | and {len(lines) - SHOWN} more" if len(lines) > SHOWN else ""
        raise BuildError(f"the site could not be built: {shown}{more}", subject=str(work.plan.pages))
    for line in lines:
        terminal.warn(f"WARNING: {line}")
