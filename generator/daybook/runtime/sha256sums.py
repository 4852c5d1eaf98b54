"""Files of sums in the form of `sha256sum`: those beside what other archives read of a site, and those of releases.

`sha256sum --check --quiet api/SHA256SUMS`. A file's name is relative to the folder, `/` between its parts.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping

from daybook.errors import BuildError

SUMMED = "api/"
SUMS = f"{SUMMED}SHA256SUMS"  # of the files in this folder of a site, which other archives read
SUMS_MOST = 100_000_000  # bytes of a file of sums: those of a million files

_LINE = re.compile(rb"(\\?)([0-9a-fA-F]{64}) [ *]([^\n]+)")
_ESCAPES = {"\\": "\\\\", "\n": "\\n", "\r": "\\r"}
_ESCAPED = re.compile(r"\\([\\nr])")


def sums_text(sums: Mapping[str, str]) -> bytes:
    """The text of a file of sums, sorted by path."""
    escaped = {path: "".join(_ESCAPES.get(char, char) for char in path) for path in sorted(sums)}
    lines = (("" if name == path else "\\") + f"{sums[path]}  {name}\n" for path, name in escaped.items())
    return os.fsencode("".join(lines))


def read_sums(data: bytes, subject: str) -> dict[str, str]:
    """path -> SHA-256, of the text of a file of sums. Raises BuildError where it is none, naming `subject`."""
    sums, hint = {}, "name a file that sha256sum or Daybook wrote"
    for number, line in enumerate(data.splitlines(), 1):
        match = _LINE.fullmatch(line)
        path = os.fsdecode(match[3]) if match else ""
        if match and match[1]:
            path = _ESCAPED.sub(lambda found: {"n": "\n", "r": "\r"}.get(found[1], "\\"), path)
        if not match or is_outside(path):
            problem = "names a file outside the folder" if match else "is not a sum"
            raise BuildError(problem, subject=subject, location=f"line {number}", hint=hint)
        sums[path.removeprefix("./")] = match[2].decode().lower()
    if not sums:
        raise BuildError("contains no sums", subject=subject, hint=hint)
    return sums


def is_outside(path: str) -> bool:
    """Whether a path leaves the folder that it is relative to."""
    return path.startswith("/") or ".." in path.split("/")
