"""Hashes of what derived values depend on: code, libraries, files; and how the files of a folder stand."""

from __future__ import annotations

import hashlib
import os
import shutil
import stat
import sys
from collections.abc import Mapping
from functools import cache
from importlib.metadata import version
from pathlib import Path

LIBRARIES = (
    "babel",
    "jinja2",
    "lxml",
    "markdown",
    "markdown-it-py",
    "mkdocs",
    "mkdocs-material",
    "nameparser",
    "numpy",
    "pymdown-extensions",
    "quickjs",
)
"""Libraries whose version may change what a page holds."""
CODE = (".py", ".json", ".yml", ".md", ".html", ".css", ".js", ".svg", ".lock", ".po")

ROOT = Path(__file__).resolve().parents[3]
"""The repository, with mkdocs.yml, overrides/ and node_modules/."""


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


def digest_files(root: Path, paths: list[Path]) -> str:
    """The hash of the names (below `root`) and contents of files that exist."""
    parts: list[bytes | str] = []
    for path in sorted(paths):
        if path.is_file():
            parts += [path.relative_to(root).as_posix(), path.read_bytes()]
    return digest(*parts)


@cache
def code_digest(root: Path) -> str:
    """The hash of all code, templates and styles below `root`, of the libraries, and of Python itself."""
    paths = [root / name for name in ("mkdocs.yml", "package-lock.json", "pyproject.toml")]
    for folder in ("generator", "overrides"):
        paths += [p for p in (root / folder).rglob("*") if p.suffix in CODE and "__pycache__" not in p.parts]
    versions = [f"{name} {version(name)}" for name in LIBRARIES]
    return digest(digest_files(root, paths), *versions, f"{sys.version_info[:2]} {sys.platform}")


@cache
def part_digest(root: Path, *parts: str) -> str:
    """The hash of some of the code (modules and folders below `root`'s generator/daybook/), and of Python itself.

    For what is dear to make and depends on little: a change of a template makes no card again.
    """
    paths: list[Path] = []
    for part in (*parts, "model", "model/jsonl.py"):
        place = root / "generator" / "daybook" / part
        paths += [place] if place.is_file() else [p for p in place.rglob("*") if p.suffix in CODE]
    return digest(digest_files(root, paths), f"{sys.version_info[:2]} {sys.platform}")


def scan(folder: Path) -> dict[str, tuple[int, int]]:
    """Every file below `folder`: path -> (size in bytes, time of change in nanoseconds)."""
    states: dict[str, tuple[int, int]] = {}
    _scan(str(folder), "", states)
    return states


def is_copied(folder: Path, known: Mapping[str, tuple[int, int]]) -> bool:
    """Whether a folder holds the files that are known, path -> what `scan` gives, and the times of all are others: so
    it was copied here or unpacked, as in a fresh checkout, and nobody has changed a file in it since."""
    found = scan(folder)
    return found.keys() == known.keys() and all(
        found[path][0] == size and found[path][1] != time for path, (size, time) in known.items()
    )


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
                left += [
                    f"{folder}/{each.name}" if folder else each.name
                    for each in entries
                    if each.is_dir(follow_symlinks=False)
                ]
    return found


def stand(top: Path, known: Mapping[str, int] | None) -> bool:
    """Whether these folders, as `folders` gave them, are as they were. No file is looked at."""
    return bool(known) and all(time_of(top / folder) == time for folder, time in (known or {}).items())


def time_of(folder: Path) -> int | None:
    """The time of a folder's last change in nanoseconds; None where there is none, or a link to one."""
    try:
        found = os.lstat(folder)
    except OSError:
        return None
    return found.st_mtime_ns if stat.S_ISDIR(found.st_mode) else None


def _scan(folder: str, prefix: str, states: dict[str, tuple[int, int]]) -> None:
    try:
        entries = os.scandir(folder)
    except (FileNotFoundError, NotADirectoryError):
        return
    with entries:
        for entry in entries:
            name = prefix + entry.name
            if entry.is_dir(follow_symlinks=False):
                _scan(entry.path, f"{name}/", states)
            else:
                state = entry.stat(follow_symlinks=False)
                states[name] = (state.st_size, state.st_mtime_ns)
