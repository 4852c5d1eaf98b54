"""A site as a single .zip: the files of a folder to read without a web server, in one folder named after the archive.

The same site gives the same bytes: names are sorted, times are the site's own date, permissions are fixed. The file is
written beside its place and renamed into it, so that no reader ever sees half of one, whatever is killed.
"""

from __future__ import annotations

import os
import stat
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

from daybook.errors import BuildError
from daybook.runtime import files
from daybook.runtime.cache import digest, scan
from daybook.site import app, headers, sums
from daybook.site.destination import is_ours
from daybook.site.packing import Packed
from daybook.site.plan import Watch, epoch
from daybook.text.markup import slug

COMMENT = b"A site that Daybook built. Building it again with --zip replaces this file.\n"
"""The comment of a .zip that Daybook wrote: no other file is replaced."""
LEVEL = 9
_OLDEST = datetime(1980, 1, 1, tzinfo=UTC)  # no .zip can say an earlier time
_MODE = (stat.S_IFREG | 0o644) << 16
_UNIX = 3


def claimed(target: Path, archive: Path, site: Path, root: Path) -> Path:
    """The place of a .zip, with symbolic links resolved, after making sure that no other file is replaced.

    Raises BuildError where it is not called .zip, lies in an archive, a site or the program, or is anything but a .zip
    that Daybook wrote.
    """
    place = Path(os.path.realpath(target))
    if place.suffix.lower() != ".zip":
        raise _refusal(place, "is not the name of a .zip file", "use a name like daybook.zip with --zip")
    inside = is_ours(place, archive, site, root)
    if inside:
        raise _refusal(place, f"lies in {inside}")
    if os.path.lexists(place) and not _is_own(place):
        raise _refusal(place, "already exists, and Daybook did not write it")
    return place


def write(site: Path, target: Path, archive: Path, title: str, watch: Watch) -> int:
    """Write the site (its folder) of an archive (its folder) as a .zip to a `claimed` place; its size in bytes.

    The caller holds the archive's lock: what a killed command left beside the place is replaced.
    """
    half = target.parent / f"{files.WORK}-{digest(os.fsencode(archive), os.fsencode(target))[:12]}.tmp"
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        half.unlink(missing_ok=True)
        try:
            with half.open("xb") as stream:
                packed = Packed(site, (path for path in scan(site) if is_packed(path)))
                for _ in watch(_zipped(stream, packed, title, _date(archive)), len(packed.paths)):
                    pass
                stream.flush()
                os.fsync(stream.fileno())
            half.replace(target)
        finally:
            half.unlink(missing_ok=True)
        return target.stat().st_size
    except OSError as error:
        hint = "check disk space and permissions, or use another name with --zip"
        raise BuildError(f"cannot be written: {error.strerror or error}", subject=_shown(target), hint=hint) from error


def is_packed(path: str) -> bool:
    """Whether a file of a site (its path) is in a .zip, where papers' pages are not the files that sums are of."""
    return not app.is_apart(path) and path not in (headers.NAME, sums.NAME)


def folder(title: str) -> str:
    """The name of the folder inside: of the archive's title, as any file system can have it."""
    name = slug(title)
    return name if name != slug("") else "daybook"


def _zipped(stream: BinaryIO, packed: Packed, title: str, moment: datetime) -> Iterator[int]:
    """Write a .zip to a stream; 1 for each file when it is written."""
    top = folder(title)
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=LEVEL) as archive:
        archive.comment = COMMENT
        for path in packed.paths:
            entry = zipfile.ZipInfo(f"{top}/{path}", moment.timetuple()[:6])
            entry.compress_type, entry.create_system, entry.external_attr = zipfile.ZIP_DEFLATED, _UNIX, _MODE
            data = app.NOTHING.encode() if path == app.STARTER else packed.data(path)
            archive.writestr(entry, data, compresslevel=LEVEL)
            yield 1


def _date(archive: Path) -> datetime:
    return max(_OLDEST, datetime.fromtimestamp(epoch(archive / "pages"), UTC))


def _is_own(place: Path) -> bool:
    """Whether a file is a .zip that Daybook wrote."""
    try:
        with zipfile.ZipFile(place) as found:
            return found.comment == COMMENT
    except (OSError, zipfile.BadZipFile, ValueError, NotImplementedError):
        return False


def _shown(place: Path) -> str:
    return os.fsencode(place).decode("utf-8", "backslashreplace")


def _refusal(place: Path, problem: str, hint: str = "use another name with --zip") -> BuildError:
    return BuildError(problem, subject=_shown(place), hint=hint)
