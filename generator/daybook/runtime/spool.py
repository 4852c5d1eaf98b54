"""EDGE: many values of one type, in a file without a name in place of memory; forks of the process read it, too."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterator, MutableMapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from tempfile import mkstemp
from typing import Generic, TypeVar
from weakref import finalize

import msgspec

from daybook.runtime.parallel import FORKS

K = TypeVar("K")
V = TypeVar("V")
AT_HAND = 500
"""So many values that were asked for last stay at hand."""


class Spool(MutableMapping[K, V], Generic[K, V]):
    """Key -> value, never another one."""

    def __init__(self, value: type[V], folder: Path) -> None:
        """`folder`: where the file is made, which is gone with this object."""
        file, path = mkstemp(dir=folder)
        os.unlink(path)  # noqa: PTH108
        finalize(self, os.close, file)
        places: dict[K, tuple[int, int]] = {}
        decode = msgspec.msgpack.Decoder(value).decode
        self._file, self._places, self._end = file, places, 0
        self._encode = msgspec.msgpack.Encoder().encode

        @lru_cache(AT_HAND)
        def read(key: K) -> V:
            start, size = places[key]
            return decode(os.pread(file, size, start))

        self._read = read

    def __setitem__(self, key: K, value: V) -> None:
        """Only for the process that made it: forks share the file's end."""
        left = data = self._encode(value)
        while left:
            left = left[os.write(self._file, left) :]
        self._places[key] = self._end, len(data)
        self._end += len(data)

    def __getitem__(self, key: K) -> V:
        return self._read(key)

    def __contains__(self, key: object) -> bool:
        return key in self._places

    def __delitem__(self, key: K) -> None:
        del self._places[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


def spool(value: type[V], folder: Path) -> MutableMapping[str, V]:
    """A spool in a folder; a dictionary where this process cannot fork."""
    return Spool(value, folder) if FORKS else {}


def give_back() -> None:
    """Give back to the system what this process has freed: glibc keeps it, and every fork would be as large."""
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).malloc_trim(0)
