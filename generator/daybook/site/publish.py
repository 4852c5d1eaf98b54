"""Where a site may be written, and how it is: what is new is made beside it, then renamed into place, file by file; and
a site as a single .zip.

A build replaces everything in its folder, so nobody else's files may be there. Nothing of the site is touched until all
is there and a journal in the archive's work folder names what is to be put and what is to be removed. What a kill
interrupts after that, the next `build`, `serve` or `check` finishes; what it interrupts before, the next build drops. A
stage has a unique name and a mark, which tell the leftovers of a killed build from folders that a person keeps there.

The .zip holds the files to read without a web server, in one folder named after the archive. The same site gives the
same bytes: names are sorted, times are the site's own date, permissions are fixed. Tens of thousands of small files
compress badly, each by itself: of the 2 kB that a paper's page takes in a .zip, more than half is the same in all of
them, and what it says first stands in the search's results, too. So a .zip has a stub at the address of each page. It
runs the file of search results that the paper is in; there, behind the result, stands the whole page, which is written
in place of the stub. What a reader sees is the same page as everywhere else.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import stat
import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby, takewhile
from pathlib import Path
from typing import Any, BinaryIO

from daybook import config, exports, pages
from daybook.errors import BuildError, StoreError
from daybook.log.store import owns
from daybook.model.jsonl import to_json
from daybook.runtime import files
from daybook.runtime.files import digest, scan
from daybook.runtime.parallel import Watch
from daybook.runtime.sha256sums import SUMS, is_outside
from daybook.search import index
from daybook.site import app
from daybook.text import markup
from daybook.text.language import _
from daybook.text.markup import slug
from daybook.view import addresses

MARK = ".daybook-site"  # the file that marks a folder as a site built by Daybook
MARK_TEXT = "This folder is a site that Daybook built. Each build replaces all that is in it.\n"
BESIDE = {".DS_Store", "Thumbs.db", "desktop.ini", "SHA256SUMS"}
"""What may lie in a site and is nobody's: what operating systems put there, and the sums of an older Daybook."""

_DEFAULT = "site"
_DATE = re.compile(rb"\A---\nkind: index\ndate: (\d{4}-\d{2}-\d{2})\n")
"""How the home page of a library's own site begins."""
_OWN = {
    "404.html", "_headers", "assets", "manifest.webmanifest", "offline", "p", "search", "sitemap.xml",
    "sitemap.xml.gz", "sw.js", MARK,
}  # fmt: skip
"""What a site holds besides pages and exported files; `p`: that of a library, see `volumes.resolving`."""
_PROGRAM = ("generator", "overrides", "tests", "node_modules")
"""The program's own folders, apart from those whose names begin with a dot."""
_ANOTHER = "use a new or empty folder with --site"
_JOURNAL = "journal.json"
_STAGE_MARK = ".gitignore"  # makes git ignore a stage within a repository
_STAGE_TEXT = b"# Daybook builds a site here, and removes this folder when it is done.\n*\n"


def claimed(site: Path, archive: Path, root: Path) -> Path:
    """The folder for a site, with symbolic links resolved, after making sure that nobody else's files are in it. A
    folder is allowed if it is empty, does not exist, or has MARK. `archive`: the archive's folder; `root`: the
    program's repository. Raises BuildError for any other folder and for a file, for folders that contain the archive,
    the program or a repository of either, and for parts of these other than the site/ of an archive."""
    place, archive, root = (Path(os.path.realpath(path)) for path in (site, archive, root))  # no error at a loop
    repository = next((one for one in (archive, *archive.parents) if _has(one, ".git")), None)
    of_library = _has(archive, config.LIBRARY)  # which is no archive: the sites of its volumes may be in it
    whole = (one for one in (place, *place.parents) if _has(one, config.NAME) or files.same(one, archive))
    around = next((one for one in whole if not (of_library and files.same(one, archive))), None)
    # The archive's own site/, which git ignores, needs no mark, and unknown files in it may be removed.
    former = _is_site_of(archive, place)
    problems = (
        (_lies_in(archive, place), "contains the archive"),
        (_lies_in(root, place), "contains the program"),
        (repository and _lies_in(repository, place), "contains the repository"),
        (around and not _is_site_of(around, place), "is part of an archive"),
        (not former and _is_of_the_program(place, root), "is part of the program"),
        (_is_of_git(place), "is part of a git repository"),
    )
    for found, problem in problems:
        if found:
            raise _refusal(place, problem)
    try:
        names = set(os.listdir(place))  # noqa: PTH208 - names alone
    except FileNotFoundError:
        return place
    except NotADirectoryError:
        raise _refusal(place, "is not a folder") from None
    except OSError as error:
        raise _refusal(place, f"cannot be read: {error.strerror}") from error
    if ".git" in map(str.casefold, names):
        raise _refusal(place, "is a git repository")
    if os.path.ismount(place):
        raise _refusal(place, "is a mount point", "use a folder inside it with --site")
    own = sorted(name for name in names - parts() - BESIDE if not app.is_sitemap(name))
    if names and MARK not in names and (own or not former or "index.html" not in names):
        hint = f"{_ANOTHER}; if an older Daybook built this one, delete it first"
        raise _refusal(place, "is not empty and not a Daybook site", hint)
    if own and not former:  # a mark says who made the folder, not who put files into it since
        raise _refusal(place, f"contains {own[0]}, which Daybook did not build", f"move it elsewhere, or {_ANOTHER}")
    return place


def is_ours(place: Path, archive: Path, site: Path, root: Path) -> str:
    """What a file or folder beside the site must not be part of: "the archive", "the site", "the program", "an
    archive", "a site", "a git repository's own folder"; empty if it is part of none of them."""
    site, archive, root = (Path(os.path.realpath(path)) for path in (site, archive, root))
    around = next((one for one in place.parents if _has(one, MARK) or _has(one, config.NAME)), None)
    wholes = (
        (_lies_in(place, site), "the site"),
        (owns(archive, place), "the archive"),
        (around and _has(around, MARK), "a site"),
        (around and owns(around, place), "an archive"),
        (_is_of_git(place), "a git repository's own folder"),
        (_is_of_the_program(place, root), "the program"),
    )
    return next((name for found, name in wholes if found), "")


def parts() -> set[str]:
    """The names of all files and folders on top of a site."""
    places = [*(kind.place for kind in pages.KINDS), *(place for export in exports.EXPORTS for place in export.places)]
    return _OWN | {addresses.served(place).partition("/")[0] for place in places}


def _is_site_of(archive: Path, place: Path) -> bool:
    """Whether a folder is the default folder of an archive's site."""
    return files.same(place.parent, archive) and (place.name == _DEFAULT or files.same(place, archive / _DEFAULT))


def _is_of_git(place: Path) -> bool:
    return any(part.casefold() == ".git" for part in place.parts)


def _is_of_the_program(place: Path, root: Path) -> bool:
    inside = list(takewhile(lambda folder: not files.same(folder, root), (place, *place.parents)))
    if not _lies_in(place, root) or not inside:
        return False
    name = inside[-1].name.casefold()
    return name.startswith(".") or name in _PROGRAM


def _lies_in(path: Path, folder: Path) -> bool:
    """Whether a path is a folder or lies in it, however either is spelled; neither need exist."""
    return any(files.same(one, folder) for one in (path, *path.parents))


def _has(folder: Path, name: str) -> bool:
    return os.path.exists(folder / name)  # noqa: PTH110 - Path's raises where a name is too long


def _refusal(place: Path, problem: str, hint: str = _ANOTHER) -> BuildError:
    return BuildError(problem, subject=shown(place), hint=hint)


def shown(place: Path) -> str:
    """A path as an error names it, whatever bytes it is of."""
    return os.fsencode(place).decode("utf-8", "backslashreplace")


@dataclass(frozen=True, slots=True)
class Stage:
    """The folder, beside a site, in which what is new of it is made."""

    site: Path
    folder: Path
    archive: Path

    @property
    def next(self) -> Path:
        """What is to be put into the site."""
        return self.folder / "next"

    @property
    def empty(self) -> Path:
        """A folder in which nothing is, for MkDocs to look for pages."""
        return self.folder / "empty"

    def is_marked(self) -> bool:
        """Whether a build has made it. A kill may have left its mark half written."""
        try:
            return not self.folder.is_symlink() and _STAGE_TEXT.startswith((self.folder / _STAGE_MARK).read_bytes())
        except OSError:
            return False

    def clear(self) -> None:
        """Remove it, its mark last, so that the leftovers of a kill are recognised."""
        with suppress(OSError):
            for name in sorted(os.listdir(self.folder)):  # noqa: PTH208 - names alone
                if name != _STAGE_MARK:
                    shutil.rmtree(self.folder / name, ignore_errors=True)
            (self.folder / _STAGE_MARK).unlink(missing_ok=True)
            self.folder.rmdir()

    def carry_out(self, put: Iterable[str], remove: Iterable[str]) -> None:
        """Put and remove files of the site; a folder of it that is a link, and leads elsewhere, is refused."""
        site, source = str(self.site), str(self.next)
        for folder, paths in _by_folder(site, put):
            for path in paths:
                if os.path.lexists(f"{source}/{path}"):  # else it was put before a kill
                    os.makedirs(folder, exist_ok=True)  # noqa: PTH103 - tens of thousands of names
                    os.replace(f"{source}/{path}", f"{site}/{path}")  # noqa: PTH105
        for folder, paths in _by_folder(site, remove):
            for path in paths:
                place = Path(site, path)
                if place.is_symlink() or not place.is_dir():  # a link that stood there may be a folder now
                    place.unlink(missing_ok=True)
            with suppress(OSError):  # until one is not empty
                while folder != site:
                    os.rmdir(folder)  # noqa: PTH106
                    folder = os.path.dirname(folder)  # noqa: PTH120


def _by_folder(site: str, paths: Iterable[str]) -> Iterator[tuple[str, Iterator[str]]]:
    """Each folder of a site that these paths follow each other in, and these."""
    for folder, group in groupby(paths, key=lambda path: os.path.dirname(f"{site}/{path}")):  # noqa: PTH120
        if os.path.realpath(folder) != folder:
            raise BuildError("leads out of the site", subject=folder, hint="delete it, then run the command again")
        yield folder, group


@contextmanager
def staging(site: Path, archive: Path) -> Iterator[Stage]:
    """A stage for the site of an archive, removed in the end unless its journal is open."""
    try:
        if not site.parent.is_dir():
            site.parent.mkdir(parents=True)
        stage = Stage(site, Path(tempfile.mkdtemp(prefix=_prefix(site, archive), dir=site.parent)), archive)
    except OSError as error:
        hint = "check the permissions of the parent folder, or use another folder with --site"
        problem = f"cannot create or replace the site: {error.strerror}"
        raise BuildError(problem, subject=str(site), hint=hint) from error
    try:
        (stage.folder / _STAGE_MARK).write_bytes(_STAGE_TEXT)
        stage.next.mkdir()
        stage.empty.mkdir()
        yield stage
    finally:
        if not is_open(archive):
            stage.clear()


def sweep(site: Path, archive: Path) -> None:
    """Remove what killed builds of the same archive left beside the site: for the holder of its lock."""
    for left in site.parent.glob(f"{_prefix(site, archive)}*"):
        stage = Stage(site, left, archive)
        if stage.is_marked():
            stage.clear()
        with suppress(OSError):
            left.rmdir()


def publish(stage: Stage, put: Sequence[str], remove: Sequence[str]) -> None:
    """Put files of the stage into the site in this order, then remove some. Raises OSError, Unwritable."""
    with suppress(OSError):
        stage.site.rmdir()  # an empty folder
    if not os.path.lexists(stage.site):
        stage.next.rename(stage.site)
        return
    told = {"site": str(stage.site), "stage": stage.folder.name, "put": put, "remove": remove}
    files.write(_journal(stage.archive), json.dumps(told).encode(), files.scratch_folder(stage.archive))
    stage.carry_out(put, remove)
    _journal(stage.archive).unlink()


def is_open(archive: Path) -> bool:
    """Whether there is a journal, of a build that was killed."""
    return _journal(archive).exists()


def finish(archive: Path, root: Path) -> None:
    """Finish what a journal tells, if there is one: for the holder of the archive's lock. Raises OSError, BuildError.
    An archive may come from anyone: a journal counts only for a site that the archive may be built in, with a stage
    that a build has made beside it."""
    if not is_open(archive):
        return
    place, ours = archive.resolve(), False
    try:
        told = json.loads(files.read(_journal(place)) or b"")
        site = Path(told["site"])
        stage = Stage(site, site.parent / str(told["stage"]), place)
        put, remove = list(map(str, told["put"])), list(map(str, told["remove"]))
        ours = stage.folder.name.startswith(_prefix(site, place)) and stage.is_marked()
        ours = ours and claimed(site, place, root) == site and not any(map(is_outside, (*put, *remove)))
    except (ValueError, KeyError, TypeError, BuildError, StoreError):
        ours = False
    if ours:
        stage.carry_out(put, remove)
        stage.clear()
    _journal(archive).unlink()


def _journal(archive: Path) -> Path:
    return files.work_folder(archive) / _JOURNAL


def _prefix(site: Path, archive: Path) -> str:
    return f"{files.WORK}-{digest(os.fsencode(archive), os.fsencode(site))[:12]}-"


def epoch(pages: Path) -> int:
    """The date of a site, in seconds since 1970, UTC: the start of its newest day; 0 if it has none."""
    for year in sorted(pages.glob("days/[0-9][0-9][0-9][0-9]"), reverse=True):
        if days := sorted(year.glob("????-??-??.md")):
            return int(datetime.fromisoformat(days[-1].stem).replace(tzinfo=UTC).timestamp())
    day = _DATE.match(files.read(pages / addresses.HOME) or b"")  # of a library, whose days have no pages
    return int(datetime.fromisoformat(day[1].decode()).replace(tzinfo=UTC).timestamp()) if day else 0


COMMENT = b"A site that Daybook built. Building it again with --zip replaces this file.\n"
"""The comment of a .zip that Daybook wrote: no other file is replaced."""
LEVEL = 9
_OLDEST = datetime(1980, 1, 1, tzinfo=UTC)  # no .zip can say an earlier time
_MODE = (stat.S_IFREG | 0o644) << 16
_UNIX = 3
_RESULTS = (f"{index.FOLDER}base/papers/", f"{index.FOLDER}delta/papers/")
"""A paper that is in both is shown as in the second."""
_STUB = "<!doctype html><meta charset=utf-8><script src={root}{results}></script><noscript>{needs}</noscript>\n"
_WRITER = (
    b"(self.daybook_file||((name,version,papers)=>document.write("
    b"papers.find((paper)=>location.pathname.endsWith(`/${paper[0]}.html`)).at(-1))))"
)
"""Calls the function that takes results, where a page searches; a stub has none, and is replaced by its page."""


def claimed_zip(target: Path, archive: Path, site: Path, root: Path) -> Path:
    """The place of a .zip, with symbolic links resolved, after making sure that no other file is replaced. Raises
    BuildError where it is not called .zip, is part of an archive, a site or the program, or is anything but a .zip that
    Daybook wrote."""
    place, problem, hint = Path(os.path.realpath(target)), "", "use another name with --zip"
    if place.suffix.lower() != ".zip":
        problem, hint = "is not the name of a .zip file", "use a name like daybook.zip with --zip"
    elif inside := is_ours(place, archive, site, root):
        problem, hint = f"is part of {inside}", f"{hint}, such as daily.zip"
    elif os.path.lexists(place) and not _is_own(place):
        problem = "already exists, and Daybook did not write it"
    if problem:
        raise BuildError(problem, subject=shown(place), hint=hint)
    return place


def _is_own(place: Path) -> bool:
    """Whether a file is a .zip that Daybook wrote."""
    try:
        with zipfile.ZipFile(place) as found:
            return found.comment == COMMENT
    except (OSError, zipfile.BadZipFile, ValueError, NotImplementedError):
        return False


def write_zip(site: Path, target: Path, archive: Path, title: str, watch: Watch) -> int:
    """Write the site (its folder) of an archive (its folder) as a .zip to a `claimed` place; its size in bytes. The
    caller holds the archive's lock: what a killed command left beside the place is replaced."""
    half = target.parent / f"{files.WORK}-{digest(os.fsencode(archive), os.fsencode(target))[:12]}.tmp"
    moment = max(_OLDEST, datetime.fromtimestamp(epoch(archive / "pages"), UTC))
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        half.unlink(missing_ok=True)
        try:
            with half.open("xb") as stream:
                packed = Packed(site, (path for path in scan(site) if is_packed(path)))
                for _ in watch(_zipped(stream, packed, title, moment), len(packed.paths)):
                    pass
                stream.flush()
                os.fsync(stream.fileno())
            half.replace(target)
        finally:
            half.unlink(missing_ok=True)
        return target.stat().st_size
    except OSError as error:
        hint = "check disk space and permissions, or use another name with --zip"
        raise BuildError(f"cannot be written: {error.strerror or error}", subject=shown(target), hint=hint) from error


def is_packed(path: str) -> bool:
    """Whether a file of a site (its path) is in a .zip, where papers' pages are not the files that sums are of."""
    return not app.is_apart(path) and path not in (app.HEADERS, SUMS)


def folder_name(title: str) -> str:
    """The name of the folder inside: of the archive's title, as any file system can have it."""
    name = slug(title)
    return name if name != slug("") else "daybook"


def _zipped(stream: BinaryIO, packed: Packed, title: str, moment: datetime) -> Iterator[int]:
    """Write a .zip to a stream; 1 for each file when it is written."""
    top = folder_name(title)
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=LEVEL) as archive:
        archive.comment = COMMENT
        for path in packed.paths:
            entry = zipfile.ZipInfo(f"{top}/{path}", moment.timetuple()[:6])
            entry.compress_type, entry.create_system, entry.external_attr = zipfile.ZIP_DEFLATED, _UNIX, _MODE
            data = app.NOTHING.encode() if path == app.STARTER else packed.data(path)
            archive.writestr(entry, data, compresslevel=LEVEL)
            yield 1


class Packed:
    """The files of a site (its folder) as they are in a .zip. `paths`: those of the site that belong into it."""

    def __init__(self, site: Path, paths: Iterable[str]) -> None:
        self._site = site
        wanted = set(paths)
        results = sorted(path for path in wanted if path.startswith(_RESULTS))
        files = {_page(row[0]): path for path in results for row in self._rows(path)}
        self._files = {page: path for page, path in files.items() if page in wanted}
        self.paths = sorted(wanted)

    def data(self, path: str) -> bytes:
        """What a file holds. Raises OSError."""
        if path in self._files:
            needs = markup.escape_html(_("This page needs JavaScript."))
            return _STUB.format(root="../" * path.count("/"), results=self._files[path], needs=needs).encode()
        if not path.startswith(_RESULTS):
            return (self._site / path).read_bytes()
        held = ((row, _page(row[0])) for row in self._rows(path))
        pages = [  # results, each with its page behind it
            [*row, (self._site / page).read_text(encoding="utf-8")] if self._files.get(page) == path else row
            for row, page in held
        ]
        name = path.removeprefix(index.FOLDER).removesuffix(".js")
        return index.script(name, to_json(pages)).replace(index.TAKER, _WRITER, 1)

    def _rows(self, path: str) -> Any:
        """What a file of results holds."""
        return index.unpacked(json.loads(index.version_and_data((self._site / path).read_bytes())[1]))


def _page(key: str) -> str:
    return addresses.served(addresses.paper(key))
