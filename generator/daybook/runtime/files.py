"""EDGE: an archive's files: written in one step, so that no reader ever sees half of one, whatever is killed; hashes of
what derived values depend on (code, libraries, files); and what has changed in a folder since it was left.

A folder's time of change tells whether a file in it was made, replaced or removed, which is how git and Daybook write:
so the files of a folder that stands as it was left are not even looked at. A fresh checkout has other times throughout,
and the same files.
"""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
import stat
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import BinaryIO, NamedTuple, Protocol

from daybook.errors import SettingsError, StoreError, Unwritable
from daybook.text import language


class Known(Protocol):
    """What is known of a file, at least."""

    @property
    def size(self) -> int:
        """In bytes."""

    @property
    def time(self) -> int:
        """Of its last change, in nanoseconds."""


class FileRow(NamedTuple):
    """A file as it was left."""

    hash: str  # empty: it is no regular file, or cannot be read
    size: int = 0
    time: int = 0
    depends: str = ""
    """What it was made of, as whoever made it names that."""


class Folder(NamedTuple):
    """A folder as it is remembered, with its files by name."""

    time: int
    files: dict[str, FileRow]


class TreeChanges(NamedTuple):
    """What has become of a folder."""

    folders: dict[str, int]  # as they stand now: path -> time
    files: dict[str, os.stat_result]  # that are new, or not as they were; links too
    gone: list[str]  # files


class Tree:
    """A folder as it was left. Paths are relative to it, `/` between their parts; its own is empty."""

    def __init__(self, top: Path, folders: Mapping[str, int], files: Mapping[str, Known] | None = None) -> None:
        """folders: path -> time, as `folders` gave them; files: path -> what is known of it."""
        self._top, self._folders, self._files = top, folders, files or {}

    def stands(self) -> bool:
        """Whether all folders are as they were. No file is looked at."""
        return bool(self._folders) and all(time_of(self._top / path) == time for path, time in self._folders.items())

    def is_copied(self) -> bool:
        """Whether it holds the files that are known, each of its size, and the times of all are others: so it was
        copied here or unpacked, as in a fresh checkout, and nobody has changed a file in it since."""
        found = scan(self._top)
        return found.keys() == self._files.keys() and all(
            found[path][0] == known.size and found[path][1] != known.time for path, known in self._files.items()
        )

    def changes(self, roots: Sequence[str] = ("",), newest: int = 0) -> TreeChanges:
        """What has changed in these folders. So many of the last ones by name in each are looked into even where they
        stand as they were: a person may have changed a file in place. Raises OSError at one that cannot be read."""
        inner, now, changed = defaultdict[str, list[str]](list), dict[str, int](), dict[str, os.stat_result]()
        for path in self._folders:
            if path:
                inner[path.rpartition("/")[0]].append(path)
        present: dict[str, set[str]] = {}  # of the folders that were looked into, their files

        def look(folder: str) -> list[str]:
            """Take down the files of a folder; the folders in it."""
            below, here = list[str](), present.setdefault(folder, set())
            with os.scandir(self._top / folder) as entries:
                for entry in entries:
                    path = f"{folder}/{entry.name}" if folder else entry.name
                    if entry.is_dir(follow_symlinks=False):
                        below.append(path)
                        continue
                    here.add(path)
                    found, known = entry.stat(follow_symlinks=False), self._files.get(path)
                    if known is None or (known.size, known.time) != (found.st_size, found.st_mtime_ns):
                        changed[path] = found
            return below

        left = [*roots]
        while left:
            folder = left.pop()
            time = time_of(self._top / folder)
            if time is not None:  # nor a link: what lies behind it is not of this folder
                now[folder] = time
                left += inner[folder] if self._folders.get(folder) == time else look(folder)
        for root in roots if newest else ():
            for folder in sorted(path for path in now if f"{path}/".startswith(f"{root}/"))[-newest:]:
                if folder not in present:
                    look(folder)
        gone = []
        if present or len(now) < len(self._folders):
            for path in self._files:
                folder = path.rpartition("/")[0]
                if folder not in now or path not in present.get(folder, (path,)):
                    gone.append(path)
        return TreeChanges(now, changed, gone)


def rows_of(folders: Mapping[str, Folder]) -> dict[str, FileRow]:
    """What is remembered of all files of these folders, by path."""
    rows = ((path, name, row) for path, folder in folders.items() for name, row in folder.files.items())
    return {f"{path}/{name}" if path else name: row for path, name, row in rows}


def grouped(times: Mapping[str, int], rows: Mapping[str, FileRow]) -> dict[str, Folder]:
    """These folders, path -> time, to be remembered with what is known of their files; other files are left out."""
    folders = {path: Folder(time, {}) for path, time in times.items()}
    for path, row in rows.items():
        folder, _, name = path.rpartition("/")
        if folder in folders:
            folders[folder].files[name] = row
    return folders


def scan(folder: Path) -> dict[str, tuple[int, int]]:
    """Every file below `folder`: path -> (size in bytes, time of change in nanoseconds)."""
    states: dict[str, tuple[int, int]] = {}
    left = [""]
    while left:
        prefix = left.pop()
        try:
            entries = os.scandir(f"{folder}/{prefix}")
        except (FileNotFoundError, NotADirectoryError):
            continue
        with entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    left.append(f"{prefix}{entry.name}/")
                else:
                    state = entry.stat(follow_symlinks=False)
                    states[prefix + entry.name] = (state.st_size, state.st_mtime_ns)
    return states


def folders(top: Path) -> dict[str, int]:
    """Every folder from this one downwards: path -> its time, which changes when a file is added, removed or renamed in
    it. No file is looked at."""
    found, left = {}, [""]
    while left:
        folder = left.pop()
        time = time_of(top / folder)
        if time is not None:
            found[folder] = time
            with os.scandir(top / folder) as entries:
                inner = [entry.name for entry in entries if entry.is_dir(follow_symlinks=False)]
            left += [f"{folder}/{name}" if folder else name for name in inner]
    return found


def size_and_time(file: Path) -> tuple[int, int] | None:
    """The size of a file in bytes, and the time of its last change in nanoseconds; None where there is none."""
    try:
        found = os.stat(file)  # noqa: PTH116 - of thousands
    except OSError:
        return None
    return found.st_size, found.st_mtime_ns


def time_of(folder: Path) -> int | None:
    """The time of a folder's last change in nanoseconds; None where there is none, or a link to one."""
    try:
        found = os.lstat(folder)
    except OSError:
        return None
    return found.st_mtime_ns if stat.S_ISDIR(found.st_mode) else None


PACKAGE = Path(__file__).resolve().parents[1]
"""The folder of the package."""
ROOT = PACKAGE if (PACKAGE / "mkdocs.yml").exists() else PACKAGE.parents[1]
"""The folder with mkdocs.yml, overrides/, node_modules/ and the sample, content/: of an installed program the package's
own (hatch_build.py puts them there), else the repository."""
WORK = ".daybook"
"""The name of an archive's work folder: caches, progress of fetches, half-written files, the lock. Safe to delete."""
LIBRARIES = (
    "babel", "jinja2", "lxml", "markdown", "markdown-it-py", "mkdocs", "mkdocs-material", "nameparser", "numpy",
    "pymdown-extensions", "quickjs-ng",
)  # fmt: skip
"""Libraries whose version may change what a page holds."""
CODE = (".py", ".json", ".yml", ".md", ".html", ".css", ".js", ".svg", ".lock", ".po")
_NO_CODE = frozenset(("__pycache__", "content", "node_modules"))
"""Folders of an installed program that hold none: the sample, and libraries that package-lock.json names."""
_PYTHON = f"{sys.version_info[:2]} {sys.platform}"
TRY_AGAIN = "check disk space and permissions, then run the command again"


def work_folder(archive: Path) -> Path:
    """The work folder of the archive in this folder."""
    return archive / WORK


def same(one: Path, other: Path) -> bool:
    """Whether two paths are one file or folder, however they are spelled; neither need exist."""
    try:
        return one == other or one.samefile(other)
    except OSError:
        return False


def scratch_folder(archive: Path) -> Path:
    """Where an archive's files are written before they are renamed into place."""
    return work_folder(archive) / "tmp"


def read(path: Path) -> bytes | None:
    """The contents of a file; None if there is none. Raises StoreError if it cannot be read."""
    try:
        with opened(path) as stream:
            return stream.read()
    except FileNotFoundError:
        return None
    except IsADirectoryError:
        raise StoreError("is a folder where a file is expected", subject=str(path), hint="move it elsewhere") from None
    except NotADirectoryError:
        problem = "is a file where a folder is expected"
        raise StoreError(problem, subject=str(path.parent), hint="move it elsewhere") from None
    except OSError as error:
        raise _unreadable(path, error) from error


def opened(path: Path) -> BinaryIO:
    """A file, open for reading. Raises OSError, and StoreError at a pipe or a device: an archive may come from anyone,
    and whoever reads one of these may wait for ever."""

    def at_once(name: str, flags: int) -> int:
        return os.open(name, flags | getattr(os, "O_NONBLOCK", 0))

    try:
        stream = open(path, "rb", opener=at_once)  # noqa: SIM115 - for whoever asks
        if stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
            return stream
        stream.close()
    except OSError as error:
        if error.errno != errno.ENXIO:  # as a socket has it
            raise
    raise StoreError("is a pipe or a device where a file is expected", subject=str(path), hint="move it elsewhere")


def below(folder: Path) -> Iterator[Path]:
    """All that lies below a folder; nothing where there is none. Raises StoreError at a folder that cannot be read."""

    def refuse(error: OSError) -> None:
        if not isinstance(error, FileNotFoundError):
            raise _unreadable(error.filename or folder, error) from error

    for place, folders, names in os.walk(folder, onerror=refuse):
        yield from (Path(place, name) for name in (*folders, *names))


def _unreadable(path: os.PathLike[str] | str | bytes, error: OSError) -> StoreError:
    hint = "check its permissions"
    return StoreError(f"cannot be read: {error.strerror}", subject=os.fsdecode(path), hint=hint)


def refuse_links(folder: Path, levels: int | None = None) -> None:
    """Raise StoreError where a link stands for this folder or one below: an archive may come from anyone, and what is
    written or removed there would be somebody else's. levels: of folders below this one, where what is in the lowest is
    files alone; None: any number."""

    def refuse(path: Path) -> None:
        if path.is_symlink():
            raise StoreError("is a symbolic link", subject=str(path), hint="replace it with a folder")

    refuse(folder)
    for place, folders, _ in os.walk(folder):
        for name in folders:
            refuse(Path(place, name))
        if levels is not None and len(Path(place).parts) - len(folder.parts) + 1 >= levels:
            folders.clear()  # they may hold files by the thousand


def write(path: Path, data: bytes, scratch: Path, *, durable: bool = True) -> bool:
    """Put `data` at `path` in one step; whether anything changed. The new file is made in the folder `scratch` (same
    file system) and renamed into place. durable: survive a power cut as well; derived files can do without, a kill
    never harms them."""
    if read(path) == data:
        return False
    temporary = scratch / f"{os.getpid()}.tmp"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        scratch.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
        try:
            left = memoryview(data)
            while left:
                left = left[os.write(descriptor, left) :]
            if durable:
                os.fsync(descriptor)
        finally:
            os.close(descriptor)
        temporary.replace(path)
        if durable:  # the name, too
            descriptor = os.open(path.parent, os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
    except OSError as error:
        raise Unwritable(f"cannot be written: {error.strerror}", subject=str(path), hint=TRY_AGAIN) from error
    return True


def append(path: Path, line: bytes, scratch: Path) -> None:
    """Put a line at the end of a file, in one step: `write` of what it holds, and of this."""
    former = read(path) or b""
    if former and not former.endswith(b"\n"):  # a person has been there
        former += b"\n"
    write(path, former + line + b"\n", scratch)


def add(path: Path, data: bytes) -> None:
    """Put data at the end of a person's file, after an empty line where something stands there already. It is not
    replaced: it may be a link, or a terminal or pipe, which has no end that could be read to."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("ab") as stream:
            stream.write(b"\n" * (path.is_file() and path.stat().st_size > 0) + data)
    except OSError as error:
        raise Unwritable(f"cannot be written: {error.strerror}", subject=str(path), hint="name another file") from error


def remove(path: Path) -> None:
    """Remove a file, and the folders above it that are left empty."""
    path.unlink(missing_ok=True)
    for folder in path.parents:
        try:
            folder.rmdir()
        except OSError:
            return


def clear(path: Path) -> None:
    """Delete a file or a folder, if there is one."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def digest(*parts: bytes | str) -> str:
    """The hash of these parts, in order: 32 hex digits."""
    hashed = hashlib.blake2b(digest_size=16)
    for part in parts:
        data = part.encode(errors="surrogatepass") if isinstance(part, str) else part  # names of files may be any bytes
        hashed.update(len(data).to_bytes(8, "big"))
        hashed.update(data)
    return hashed.hexdigest()


def digest_files(root: Path, paths: Iterable[Path]) -> str:
    """The hash of the names (below `root`) and contents of files that exist."""
    found = (path for path in sorted(paths) if path.is_file())
    return digest(*(part for path in found for part in (path.relative_to(root).as_posix(), path.read_bytes())))


@cache
def code_digest(root: Path) -> str:
    """The hash of all code, templates and styles below `root`, of the libraries, and of Python itself."""
    paths = [root / name for name in ("mkdocs.yml", "package-lock.json", "pyproject.toml")]
    for folder in (PACKAGE if root == PACKAGE else root / "generator", root / "overrides"):
        paths += [path for path in _code(folder) if not _NO_CODE.intersection(path.parts)]
    return digest(digest_files(root, paths), *(f"{name} {version(name)}" for name in LIBRARIES), _PYTHON)


@cache
def part_digest(*parts: str) -> str:
    """The hash of some of the code (modules and folders of the package), and of Python itself. For what is dear to make
    and depends on little: a change of a template makes no card again."""
    paths = [path for part in {*parts, "model"} for path in _code(PACKAGE / part)]
    return digest(digest_files(PACKAGE, paths), _PYTHON)


def _code(place: Path) -> list[Path]:
    return [place] if place.is_file() else [path for path in place.rglob("*") if path.suffix in CODE]


def use_language(tag: str, *folders: Path) -> None:
    """Let pages be in this language; see `translation`."""
    language.use(translation(tag, *folders))


def translation(tag: str, *folders: Path) -> language.Language:
    """A language. `folders`: an archive and the program, of which the first that has it counts. Raises SettingsError
    where none has it, or its file is damaged."""
    if tag == language.ENGLISH:
        return language.Language()
    place = language.place(tag)
    for path in (folder / place for folder in folders):
        data = read(path)
        if data is None:
            continue
        try:
            return language.read(tag, data.decode())
        except UnicodeDecodeError as error:
            raise SettingsError("is not UTF-8", subject=str(path), hint="save it as UTF-8") from error
        except SettingsError as error:
            raise error.at(str(path)) from error.__cause__
    hint = f"translate overrides/words/daybook.pot as {place} of the archive, or leave `language` out"
    raise SettingsError(f"there is no translation into {tag!r}", subject="archive.yml", location="language", hint=hint)
