"""Documents from disk: plain or gzip files, single or in a folder, each within limits of size."""

from __future__ import annotations

import gzip
import hashlib
import io
import zlib
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, cast

from daybook.errors import Refused
from daybook.log import packs
from daybook.runtime import files
from daybook.sources.plain_text import HEAD_BYTES

MOST_BYTES = 64_000_000
"""Larger than any page, feed or answer of the services (the largest seen: 7 MB); only a snapshot may be larger."""
MOST_LINE = 4_000_000
"""Longer than any line of a snapshot (some 100 kB)."""
MOST_BLANK = 1_000
"""More empty lines in a row than any snapshot has."""
MOST_RATIO = 200
"""What a packed snapshot may unpack to, as a multiple of its size; metadata packs to a third."""
_GZIP = b"\x1f\x8b"


@dataclass(frozen=True, slots=True)
class DocumentFile:
    """A document on disk that has not been read yet."""

    path: Path
    packed: bool
    within: packs.Members | None = None  # of a pack's document: the pack, in which `path` names it

    @property
    def name(self) -> str:
        """Its name for messages."""
        return self.path.name

    def head(self) -> bytes:
        """Its first bytes, unpacked. Raises Refused."""
        with self._open() as stream:
            return self._read(stream, HEAD_BYTES)

    def data(self) -> bytes:
        """All of it, unpacked. Raises Refused where it is larger than MOST_BYTES."""
        with self._open() as stream:
            data = self._read(stream, MOST_BYTES + 1)
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
            while line := self._line(stream):
                number, seen, blank = number + 1, seen + len(line), 0 if len(line) > 2 else blank + 1
                if blank > MOST_BLANK:
                    raise Refused(
                        f"is the last of {blank:,} empty lines in a row", location=f"line {number}", hint=_LINES
                    )
                if len(line) > MOST_LINE:
                    raise Refused(f"is longer than {MOST_LINE // 1_000_000} MB", location=f"line {number}", hint=_LINES)
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

    def _read(self, stream: BinaryIO, most: int) -> bytes:
        try:
            return stream.read(most)
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise _damaged(error) from None
        except OSError as error:
            raise Refused(f"cannot be read: {error.strerror}") from error

    def _line(self, stream: BinaryIO) -> bytes:
        try:
            return stream.readline(MOST_LINE + 1)
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise _damaged(error) from None


_LINES = "a snapshot has one paper per line"


def _damaged(error: Exception) -> Refused:
    return Refused(f"is a damaged .gz file ({error})", hint="fetch it again")


def find(path: Path) -> list[DocumentFile]:
    """The documents at a path: the file itself, or all files below a folder, sorted.

    Raises Refused, and StoreError at a folder that cannot be read: its documents would not be missed.
    """
    if path.is_dir():
        paths = sorted(p for p in files.below(path) if p.is_file() and not _hidden(p, path))
        if not paths:
            raise Refused("contains no files", subject=str(path), hint="name a document or a folder of documents")
        return [source for p in paths for source in _sources(p)]
    if not path.exists():
        raise Refused("does not exist", subject=str(path), hint="check the name")
    if not path.is_file():
        raise Refused("is not a file", subject=str(path), hint="name a document or a folder of documents")
    return _sources(path)


def _hidden(path: Path, below: Path) -> bool:
    return any(part.startswith(".") for part in path.relative_to(below).parts)


def _sources(path: Path) -> list[DocumentFile]:
    """The document that a file is, or those of a month that it packs, each named as if the pack were a folder."""
    if not packs.is_pack(path):
        return [_source(path)]
    members = packs.Members(path, MOST_BYTES)
    try:
        return [DocumentFile(path / name, packed=False, within=members) for name in packs.names(path)]
    except Refused:
        return [DocumentFile(path, packed=False, within=members)]  # reading it says what is wrong


def _source(path: Path) -> DocumentFile:
    try:
        with path.open("rb") as stream:
            return DocumentFile(path, stream.read(2) == _GZIP)
    except OSError:
        return DocumentFile(path, packed=False)  # opening it again says what is wrong
