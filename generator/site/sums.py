"""The SHA-256 of a site's files, in the form of `sha256sum`, and what differs from it.

    sha256sum --check --quiet api/SHA256SUMS

The site has those of what other archives read, and a release those of all. A build reads only what is new since the
published site was built. A file's name is relative to the folder, `/` between its parts; files whose names begin with a
dot are not published, and are not listed.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from generator.errors import BuildError
from generator.runtime import parallel
from generator.runtime.cache import scan
from generator.site import publish

FOLDER = "api/"
NAME = f"{FOLDER}SHA256SUMS"
"""Of the files in this folder of a site, which other archives read."""
MOST = 100_000_000
"""Bytes of a file of sums: those of a million files."""

_LINE = re.compile(rb"(\\?)([0-9a-fA-F]{64}) [ *]([^\n]+)")
_ESCAPES = {"\\": "\\\\", "\n": "\\n", "\r": "\\r"}
_ESCAPED = re.compile(r"\\([\\nr])")
_PIECE = 1 << 20
_SLICE = 500  # files that a process hashes at a time

Watch = Callable[[Iterable[int], int], Iterable[int]]
"""Shows progress: takes counts of files and their total, and passes the counts on."""


@dataclass(frozen=True, slots=True)
class Differences:
    """How files differ from their sums: paths, sorted."""

    changed: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    checked: int = 0  # files that were compared

    def __bool__(self) -> bool:
        return bool(self.changed or self.missing or self.added)


def hashes(
    site: Path, published: Path | None, known: Mapping[str, str], skipped: Callable[[str], bool]
) -> dict[str, str]:
    """path -> SHA-256 of each file of a site but those `skipped`, which are made later, and the sums themselves.

    published: the site that this one was begun with, whose unchanged files are linked here; known: its sums, so that
    these are not read again.
    """
    states = scan(published) if published and known else {}
    found = {}
    for path, state in scan(site).items():
        if path == NAME or is_hidden(path) or skipped(path):
            continue
        former = known.get(path) if states.get(path) == state else None
        found[path] = former or _of(_bytes(f"{site}/{path}"))
    return found


def write(site: Path, found: Mapping[str, str]) -> None:
    """Write the sums that a site has. `found`: path -> SHA-256 of all its files."""
    held = {path.removeprefix(FOLDER): found[path] for path in found if path.startswith(FOLDER)}
    publish.put(site / NAME, render(held))


def render(sums: Mapping[str, str]) -> bytes:
    """The text of a file of sums, sorted by path."""
    return b"".join(_line(path, sums[path]) for path in sorted(sums))


def parse(data: bytes, subject: str) -> dict[str, str]:
    """path -> SHA-256, of the text of a file of sums. Raises BuildError where it is none, naming `subject`."""
    sums = {}
    for number, line in enumerate(data.splitlines(), 1):
        match = _LINE.fullmatch(line)
        path = os.fsdecode(match[3]) if match else ""
        if match and match[1]:
            path = _ESCAPED.sub(lambda found: {"n": "\n", "r": "\r"}.get(found[1], "\\"), path)
        if not match or is_outside(path):
            hint = "name a file that sha256sum or Daybook wrote"
            problem = "names a file outside the folder" if match else "is not a sum"
            raise BuildError(problem, subject=subject, location=f"line {number}", hint=hint)
        sums[path.removeprefix("./")] = match[2].decode().lower()
    if not sums:
        raise BuildError("contains no sums", subject=subject, hint="name a file that sha256sum or Daybook wrote")
    return sums


def is_hidden(path: str) -> bool:
    """Whether a file, or a folder that it lies in, is not published."""
    return path.startswith(".") or "/." in path


def is_outside(path: str) -> bool:
    """Whether a path leaves the folder that it is relative to."""
    return path.startswith("/") or ".." in path.split("/")


def compare(folder: Path, sums: Mapping[str, str], ignored: Collection[str], watch: Watch) -> Differences:
    """How the files of a folder differ from their sums. Hidden files and those `ignored` may be there.

    Every file that has a sum is read, on all cores.
    """
    present = scan(folder)
    wanted = sorted(path for path in sums if path in present)
    added = sorted(path for path in present if path not in sums and path not in ignored and not is_hidden(path))
    slices = parallel.shared(partial(_hashes_of, str(folder)), wanted, _SLICE)
    found = [hashed for part in parallel.watched(slices, len, lambda n: watch(n, len(wanted))) for hashed in part]
    changed = [path for path, hashed in zip(wanted, found, strict=True) if hashed != sums[path]]
    missing = sorted(path for path in sums if path not in present)
    return Differences(tuple(changed), tuple(missing), tuple(added), len(wanted))


def _hashes_of(folder: str, paths: Sequence[str]) -> list[str]:
    return [_of_file(f"{folder}/{path}") for path in paths]


def _of_file(path: str) -> str:
    """The SHA-256 of a file, read in pieces; empty if it cannot be read."""
    hashed = hashlib.sha256()
    try:
        for piece in _pieces(path):
            hashed.update(piece)
    except OSError:
        return ""
    return hashed.hexdigest()


def _pieces(path: str) -> Iterator[bytes]:
    with open(path, "rb", buffering=0) as file:  # noqa: PTH123 - tens of thousands of files: twice as fast
        while piece := file.read(_PIECE):
            yield piece


def _bytes(path: str) -> bytes:
    with open(path, "rb") as file:  # noqa: PTH123
        return file.read()


def _of(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _line(path: str, hashed: str) -> bytes:
    mark = ""
    if any(char in path for char in _ESCAPES):
        mark, path = "\\", "".join(_ESCAPES.get(char, char) for char in path)
    return os.fsencode(f"{mark}{hashed}  {path}\n")
