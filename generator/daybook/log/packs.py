"""listings/YYYY/YYYY-MM-HASH.tar.xz: the raw documents of a month in one file, each under its former name.

Documents of a month repeat each other (a feed, a page and a harvest of the same papers; a paper in several categories),
so together they take an eighth of the bytes that they take one by one. A pack is made once and never rewritten; its
name ends with the hash of the names in it, so that the packs that two clones make of different documents never collide.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import lzma
import tarfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from daybook.errors import Refused
from daybook.runtime import files

SUFFIX = ".tar.xz"
MOST_UNPACKED = 8_000_000_000
"""Bytes; a month of the largest archive has a twentieth of it."""
MOST = 100_000
"""Documents; a month of the largest archive has some 5,000."""
_FILTERS = ({"id": lzma.FILTER_LZMA2, "preset": 2, "dict_size": 1 << 25},)
"""Quick, with a window that holds all documents of a day."""
_DIGITS = 16
_BLOCK = 1 << 20
_DAMAGED = (lzma.LZMAError, tarfile.TarError, EOFError, OSError)


def is_pack(path: Path) -> bool:
    """Whether a file is a pack, by its name."""
    return path.name.endswith(SUFFIX)


def name_of(month: str, names: Iterable[str]) -> str:
    """The path, below the archive, of the pack of a month (`2026-03`) that holds documents with these names."""
    digest = hashlib.sha256("\n".join(sorted(names)).encode()).hexdigest()[:_DIGITS]
    return f"listings/{month[:4]}/{month}-{digest}{SUFFIX}"


def pack(archive: Path, month: str, paths: Sequence[Path]) -> None:
    """Put these raw documents (.gz files) of a month into a pack, and remove them.

    They are removed once the pack is in place: a kill in between leaves documents twice, and the next call removes the
    rest. Raises Refused at a damaged or changed document, or a damaged pack: nothing is removed then.
    """
    held = {name for former in of_month(archive, month) for name in names(former)}
    rest = [path for path in paths if path.stem not in held]
    if rest:
        target = archive / name_of(month, (path.stem for path in rest))
        files.write(target, _packed(rest), files.scratch_folder(archive))
    for path in paths:
        files.remove(path)


def of_month(archive: Path, month: str) -> list[Path]:
    """The packs of a month (`2026-03`)."""
    return sorted((archive / "listings" / month[:4]).glob(f"{month}-*{SUFFIX}"))


def hold(archive: Path, month: str, name: str) -> bool:
    """Whether a sound pack of a month holds a document with this name."""
    for path in of_month(archive, month):
        with suppress(Refused):
            if name in names(path):
                return True
    return False


def names(path: Path) -> tuple[str, ...]:
    """The names of a pack's documents. Raises Refused where it is damaged."""
    return _names(path, path.stat().st_mtime_ns)


@lru_cache
def _names(path: Path, _: int) -> tuple[str, ...]:
    return tuple(name for name, _ in documents(path))


def documents(path: Path, most: int | None = None) -> Iterator[tuple[str, bytes]]:
    """(name, content) of a pack's documents, in order. Raises Refused where it is damaged, or a document has more than
    `most` bytes."""
    try:
        with lzma.open(path) as stream, tarfile.open(fileobj=stream, mode="r|") as tar:
            unpacked = 0
            for number, member in enumerate(tar):
                unpacked += member.size
                if (
                    not member.isreg()
                    or max(unpacked / MOST_UNPACKED, number / MOST) > 1
                    or (most is not None and member.size > most)
                ):
                    raise Refused(f"contains {member.name[:80]!r}, which is no document or too large")
                content = tar.extractfile(member)
                yield member.name, content.read() if content else b""
            while stream.read(_BLOCK):  # to its end, where its sums stand
                pass
    except _DAMAGED as error:
        raise Refused(f"is a damaged {SUFFIX} file ({error})", hint="restore it from git") from None


def _packed(paths: Sequence[Path]) -> bytes:
    packed = io.BytesIO()
    with (
        lzma.open(packed, "w", filters=_FILTERS) as stream,
        tarfile.open(fileobj=stream, mode="w|", format=tarfile.GNU_FORMAT) as tar,
    ):
        for path in sorted(paths, key=lambda each: each.stem):
            try:
                data = gzip.decompress(files.read(path) or b"")
            except (OSError, EOFError, zlib.error) as error:
                raise Refused(
                    f"is a damaged .gz file ({error})", subject=path.name, hint="restore it from git"
                ) from None
            if not path.stem.endswith(f"-{hashlib.sha256(data).hexdigest()[:_DIGITS]}"):
                raise Refused("content changed", subject=path.name, hint="restore it from git")
            member = tarfile.TarInfo(path.stem)
            member.size = len(data)
            tar.addfile(member, io.BytesIO(data))
    return packed.getvalue()


class Members:
    """A pack's documents by name; in their order, each is unpacked once."""

    def __init__(self, path: Path, most: int) -> None:
        self._path, self._most = path, most
        self._rest: Iterator[tuple[str, bytes]] = iter(())
        self._last = ("", b"")

    def read(self, name: str) -> bytes:
        """The document with this name. Raises Refused."""
        for _ in range(2):
            if self._last[0] == name:
                return self._last[1]
            for found in self._rest:
                self._last = found
                if found[0] == name:
                    return found[1]
            self._rest = documents(self._path, self._most)
        raise Refused(f"does not contain {name!r}", subject=self._path.name)
