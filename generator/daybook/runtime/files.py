"""EDGE: an archive's files: written in one step, so that no reader ever sees half of one, whatever is killed; hashes of
what derived values depend on (code, libraries, files); and an archive's language."""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib.metadata import version
from pathlib import Path

import filelock

from daybook.errors import SettingsError, StoreError, Unwritable
from daybook.text import language

ROOT = Path(__file__).resolve().parents[3]  # the repository, with mkdocs.yml, overrides/ and node_modules/
WORK = ".daybook"
"""The name of an archive's work folder: caches, progress of fetches, half-written files, the lock. Safe to delete."""
PATIENCE = 2.0  # seconds to wait for the lock: so long the processes of a command that was killed may take to notice
LIBRARIES = (
    "babel", "jinja2", "lxml", "markdown", "markdown-it-py", "mkdocs", "mkdocs-material", "nameparser", "numpy",
    "pymdown-extensions", "quickjs",
)  # fmt: skip
"""Libraries whose version may change what a page holds."""
CODE = (".py", ".json", ".yml", ".md", ".html", ".css", ".js", ".svg", ".lock", ".po")
_PYTHON = f"{sys.version_info[:2]} {sys.platform}"
_TRY_AGAIN = "check disk space and permissions, then run the command again"


def work_folder(archive: Path) -> Path:
    """The work folder of the archive in this folder."""
    return archive / WORK


def scratch_folder(archive: Path) -> Path:
    """Where an archive's files are written before they are renamed into place."""
    return work_folder(archive) / "tmp"


@contextmanager
def held(archive: Path) -> Iterator[None]:
    """Hold the archive for writing; StoreError where another command does, longer than PATIENCE."""
    refuse_links(work_folder(archive))
    lock = filelock.FileLock(work_folder(archive) / "lock", timeout=PATIENCE)
    try:
        scratch_folder(archive).mkdir(parents=True, exist_ok=True)
        lock.acquire()
    except filelock.Timeout:
        problem = "another daybook command is writing here"
        raise StoreError(problem, subject=str(archive), hint="wait until it is done") from None
    except OSError as error:
        raise Unwritable(f"cannot be written: {error.strerror}", subject=str(archive), hint=_TRY_AGAIN) from error
    try:
        sweep(scratch_folder(archive))
        yield
    finally:
        lock.release()


def sweep(scratch: Path) -> None:
    """Remove what a killed command left half written. Only for the holder of the archive's lock."""
    for left in scratch.glob("*.tmp"):
        left.unlink(missing_ok=True)


def read(path: Path) -> bytes | None:
    """The contents of a file; None if there is none. Raises StoreError if it cannot be read."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except IsADirectoryError:
        raise StoreError("is a folder where a file is expected", subject=str(path), hint="move it elsewhere") from None
    except NotADirectoryError:
        problem = "is a file where a folder is expected"
        raise StoreError(problem, subject=str(path.parent), hint="move it elsewhere") from None
    except OSError as error:
        raise _unreadable(path, error) from error


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
        raise Unwritable(f"cannot be written: {error.strerror}", subject=str(path), hint=_TRY_AGAIN) from error
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
    held = (path for path in sorted(paths) if path.is_file())
    return digest(*(part for path in held for part in (path.relative_to(root).as_posix(), path.read_bytes())))


@cache
def code_digest(root: Path) -> str:
    """The hash of all code, templates and styles below `root`, of the libraries, and of Python itself."""
    paths = [root / name for name in ("mkdocs.yml", "package-lock.json", "pyproject.toml")]
    for folder in ("generator", "overrides"):
        paths += [path for path in _code(root / folder) if "__pycache__" not in path.parts]
    return digest(digest_files(root, paths), *(f"{name} {version(name)}" for name in LIBRARIES), _PYTHON)


@cache
def part_digest(root: Path, *parts: str) -> str:
    """The hash of some of the code (modules and folders below `root`'s generator/daybook/), and of Python itself. For
    what is dear to make and depends on little: a change of a template makes no card again."""
    paths = [path for part in {*parts, "model"} for path in _code(root / "generator" / "daybook" / part)]
    return digest(digest_files(root, paths), _PYTHON)


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
