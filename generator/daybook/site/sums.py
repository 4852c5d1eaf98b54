"""The SHA-256 of a site's files, in the form of `sha256sum`, and what differs from it.

    sha256sum --check --quiet api/SHA256SUMS

The site has those of what other archives read, and a release those of all. A file's name is relative to the folder,
`/` between its parts; files whose names begin with a dot are not published, and are not listed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from daybook.errors import BuildError
from daybook.runtime import parallel, state
from daybook.runtime.cache import scan
from daybook.site import manifest
from daybook.site.manifest import Row, rows_of
from daybook.site.plan import Watch

FOLDER = "api/"
NAME = f"{FOLDER}SHA256SUMS"
"""Of the files in this folder of a site, which other archives read."""
MOST = 100_000_000
"""Bytes of a file of sums: those of a million files."""

_LINE = re.compile(rb"(\\?)([0-9a-fA-F]{64}) [ *]([^\n]+)")
_ESCAPES = {"\\": "\\\\", "\n": "\\n", "\r": "\\r"}
_ESCAPED = re.compile(r"\\([\\nr])")
_SLICE = 500  # files that a process hashes at a time


@dataclass(frozen=True, slots=True)
class Differences:
    """How files differ from their sums: paths, sorted."""

    changed: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    checked: int = 0  # files that were compared

    def __bool__(self) -> bool:
        return bool(self.changed or self.missing or self.added)


def files(rows: Mapping[str, Row]) -> dict[str, bytes]:
    """The file of sums that a site has. `rows`: of all its files."""
    held = (path for path in rows if path.startswith(FOLDER) and path != NAME and not is_hidden(path))
    return {NAME: render({path.removeprefix(FOLDER): rows[path].hash for path in held})}


def of_built(site: Path, archive: Path) -> dict[str, str]:
    """path -> SHA-256 of each file of an archive's site that is published, as the last build left it; empty where
    nothing is known of that."""
    built = manifest.rows(manifest.table(state.of(archive), site).all())
    return {path: row.hash for path, row in built.items() if not is_hidden(path)}


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
    slices = parallel.shared(partial(rows_of, folder), wanted, _SLICE)
    found = {
        path: row
        for part in parallel.watched(slices, len, lambda n: watch(n, len(wanted)))
        for path, row in part.items()
    }
    changed = [path for path in wanted if found[path].hash != sums[path]]
    missing = sorted(path for path in sums if path not in present)
    return Differences(tuple(changed), tuple(missing), tuple(added), len(wanted))


def _line(path: str, hashed: str) -> bytes:
    mark = ""
    if any(char in path for char in _ESCAPES):
        mark, path = "\\", "".join(_ESCAPES.get(char, char) for char in path)
    return os.fsencode(f"{mark}{hashed}  {path}\n")
