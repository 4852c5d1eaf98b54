"""Documents on disk: plain, gzip, or in the packs of an archive; single or in a folder; each within limits of size.

A pack, listings/YYYY/YYYY-MM-HASH.tar.xz, has the raw documents of a month in one file, each under its former name.
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
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO, cast

from daybook.errors import Refused
from daybook.model.jsonl import document_hash
from daybook.runtime import files
from daybook.sources.plain_text import HEAD_BYTES

MOST_UNPACKED = 8_000_000_000
"""Bytes of a pack; a month of the largest archive has a twentieth of it."""
MOST = 100_000
"""Documents of a pack; a month of the largest archive has some 5,000."""
MOST_BYTES = 64_000_000
"""Larger than any page, feed or answer of the services (the largest seen: 7 MB); only a snapshot may be larger."""
MOST_LINE = 4_000_000
"""Longer than any line of a snapshot (some 100 kB)."""
MOST_BLANK = 1_000
"""More empty lines in a row than any snapshot has."""
MOST_RATIO = 200
"""What a packed snapshot may unpack to, as a multiple of its size; metadata packs to a third."""
SUFFIX = ".tar.xz"
NEVER_EDITED = "raw documents are never edited, restore it from git"
_FILTERS = ({"id": lzma.FILTER_LZMA2, "preset": 2, "dict_size": 1 << 25},)
"""Quick, with a window that holds all documents of a day."""
_LINES = "a snapshot has one paper per line"


def is_pack(path: Path) -> bool:
    """Whether a file is a pack, by its name."""
    return path.name.endswith(SUFFIX)


def packs_of(archive: Path, month: str) -> list[Path]:
    """The packs of a month (`2026-03`)."""
    return sorted((archive / "listings" / month[:4]).glob(f"{month}-*{SUFFIX}"))


def is_packed(archive: Path, month: str, name: str) -> bool:
    """Whether a sound pack of a month holds a document with this name."""
    for path in packs_of(archive, month):
        with suppress(Refused):
            if name in packed_names(path):
                return True
    return False


def packed_names(path: Path) -> tuple[str, ...]:
    """The names of a pack's documents. Raises Refused where it is damaged."""
    return _names(path, path.stat().st_mtime_ns)


@lru_cache
def _names(path: Path, _: int) -> tuple[str, ...]:
    return tuple(name for name, _ in unpacked(path))


def unpacked(path: Path, most: int | None = None) -> Iterator[tuple[str, bytes]]:
    """(name, content) of a pack's documents, in order. Raises Refused where it is damaged, or a document has more than
    `most` bytes."""
    try:
        with files.opened(path) as packed, lzma.open(packed) as stream, tarfile.open(fileobj=stream, mode="r|") as tar:
            size = 0
            for number, member in enumerate(tar, 1):
                size += member.size
                too_large = size > MOST_UNPACKED or number > MOST or (most is not None and member.size > most)
                if too_large or not member.isreg():
                    raise Refused(f"contains {member.name[:80]!r}, which is no document or too large")
                content = tar.extractfile(member)
                yield member.name, content.read() if content else b""
            while stream.read(1 << 20):  # to its end, where its sums stand
                pass
    except (lzma.LZMAError, tarfile.TarError, EOFError, OSError) as error:
        raise Refused(f"is a damaged {SUFFIX} file ({error})", hint="restore it from git") from None


def pack(archive: Path, month: str, paths: Sequence[Path]) -> None:
    """Put these raw documents (.gz files) of a month into a pack, and remove them.

    They are removed once the pack is in place: a kill in between leaves documents twice, and the next call removes the
    rest. Raises Refused at a damaged or changed document, or a damaged pack: nothing is removed then.
    """
    held = {name for former in packs_of(archive, month) for name in packed_names(former)}
    rest = sorted((path for path in paths if path.stem not in held), key=lambda path: path.stem)
    if rest:
        names = document_hash("\n".join(path.stem for path in rest).encode())
        target = archive / "listings" / month[:4] / f"{month}-{names}{SUFFIX}"
        files.write(target, _packed(rest), files.scratch_folder(archive))
    for path in paths:
        files.remove(path)


def _packed(paths: Sequence[Path]) -> bytes:
    packed = io.BytesIO()
    with (
        lzma.open(packed, "w", filters=_FILTERS) as stream,
        tarfile.open(fileobj=stream, mode="w|", format=tarfile.GNU_FORMAT) as tar,
    ):
        for path in paths:
            data, member = raw(path), tarfile.TarInfo(path.stem)
            member.size = len(data)
            tar.addfile(member, io.BytesIO(data))
    return packed.getvalue()


def raw(path: Path) -> bytes:
    """The content of a raw document (.gz file). Raises Refused where it is damaged, or not the one that it is named
    by."""
    try:
        data = gzip.decompress(files.read(path) or b"")
    except (OSError, EOFError, zlib.error) as error:
        raise Refused(f"is a damaged .gz file ({error})", subject=path.name, hint=NEVER_EDITED) from None
    if not path.stem.endswith(f"-{document_hash(data)}"):
        raise Refused("content changed", subject=path.name, hint=NEVER_EDITED)
    return data


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
            self._rest = unpacked(self._path, self._most)
        raise Refused(f"does not contain {name!r}", subject=self._path.name)


@dataclass(frozen=True, slots=True)
class DocumentFile:
    """A document on disk that has not been read yet."""

    path: Path
    packed: bool
    within: Members | None = None  # of a pack's document: the pack, in which `path` names it

    @property
    def name(self) -> str:
        """Its name for messages."""
        return self.path.name

    def head(self) -> bytes:
        """Its first bytes, unpacked. Raises Refused."""
        with self._open() as stream:
            return _read(stream.read, HEAD_BYTES)

    def data(self) -> bytes:
        """All of it, unpacked. Raises Refused where it is larger than MOST_BYTES."""
        with self._open() as stream:
            data = _read(stream.read, MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            verb = "unpacks to" if self.packed else "contains"
            raise Refused(f"{verb} more than {MOST_BYTES // 1_000_000} MB", hint="no known document is this large")
        return data

    def hash(self) -> str:
        """The SHA-256 of all of it, unpacked, read in pieces."""
        digest = hashlib.sha256()
        for line in self.lines():
            digest.update(line)
        return digest.hexdigest()

    def lines(self) -> Iterator[bytes]:
        """Its lines, one at a time, with their ends. Raises Refused at a line longer than MOST_LINE."""
        most = max(self.size() * MOST_RATIO, MOST_BYTES) if self.packed else None
        seen = number = blank = 0
        with self._open() as stream:
            while line := _read(stream.readline, MOST_LINE + 1):
                number, seen, blank = number + 1, seen + len(line), 0 if len(line) > 2 else blank + 1
                place = f"line {number}"
                if blank > MOST_BLANK:
                    raise Refused(f"is the last of {blank:,} empty lines in a row", location=place, hint=_LINES)
                if len(line) > MOST_LINE:
                    raise Refused(f"is longer than {MOST_LINE // 1_000_000} MB", location=place, hint=_LINES)
                if most and seen > most:
                    raise Refused(f"unpacks to more than {MOST_RATIO} times its size", hint="unpack it and look at it")
                yield line

    def size(self) -> int:
        """Bytes on disk; of a pack's document, unpacked."""
        return len(self.within.read(self.path.name)) if self.within else self.path.stat().st_size

    def _open(self) -> closing[BinaryIO]:
        if self.within:
            return closing(cast("BinaryIO", io.BytesIO(self.within.read(self.path.name))))
        try:
            stream = gzip.open(self.path) if self.packed else self.path.open("rb")  # noqa: SIM115 (closed by callers)
        except OSError as error:
            raise Refused(f"cannot be opened: {error.strerror}", hint="check its permissions") from error
        return closing(cast("BinaryIO", stream))


def _read(read: Callable[[int], bytes], most: int) -> bytes:
    try:
        return read(most)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise Refused(f"is a damaged .gz file ({error})", hint="fetch it again") from None
    except OSError as error:
        raise Refused(f"cannot be read: {error.strerror}") from error


def find(path: Path) -> list[DocumentFile]:
    """The documents at a path: the file itself, or all files below a folder, sorted; a pack counts as a folder.

    Raises Refused, and StoreError at a folder that cannot be read: its documents would not be missed.
    """
    hint = "name a document or a folder of documents"
    if path.is_dir():
        paths = sorted(p for p in files.below(path) if p.is_file() and "/." not in f"/{p.relative_to(path).as_posix()}")
        if not paths:
            raise Refused("contains no files", subject=str(path), hint=hint)
        return [source for p in paths for source in _sources(p)]
    if not path.exists():
        raise Refused("does not exist", subject=str(path), hint="check the name")
    if not path.is_file():
        raise Refused("is not a file", subject=str(path), hint=hint)
    return _sources(path)


def _sources(path: Path) -> list[DocumentFile]:
    """The document that a file is, or those of a month that it packs. Of one that cannot be read, reading says why."""
    if is_pack(path):
        members = Members(path, MOST_BYTES)
        try:
            return [DocumentFile(path / name, packed=False, within=members) for name in packed_names(path)]
        except Refused:
            return [DocumentFile(path, packed=False, within=members)]
    try:
        with path.open("rb") as stream:
            return [DocumentFile(path, packed=stream.read(2) == b"\x1f\x8b")]
    except OSError:
        return [DocumentFile(path, packed=False)]
