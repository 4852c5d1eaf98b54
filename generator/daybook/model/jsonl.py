"""The lines of the log: records, statements and attempts as JSON, and back. Pure; the one door to msgspec for them."""

from __future__ import annotations

import hashlib
import logging
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import MISSING, dataclass, fields
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec

from daybook.errors import StoreError
from daybook.model import Attempt, Record, Statement

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Item = TypeVar("Item", bound="DataclassInstance")
Unsound = Callable[[StoreError], object] | None
"""Takes the fault of a file's unsound lines, which are passed over; None: it is raised."""
_LOG = logging.getLogger("daybook.log")
_UNSOUND = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
_UNMERGED = re.compile(rb"^(?:<{7}|\|{7}|>{7})(?:[ \r]|$)", re.MULTILINE)


class Lines(Generic[Item]):
    """Reads and writes one kind of line. Fields that say nothing are left out."""

    def __init__(self, kind: type[Item], again: str = "ingest its document again") -> None:
        """`again`: what to do after an unsound line was removed."""
        self._hint = f"restore the line from git, or remove it and {again}"
        self._decoder: msgspec.json.Decoder[Item] = msgspec.json.Decoder(kind)
        self._defaults = [(f.name, f.default if f.default is not MISSING else ...) for f in fields(kind)]

    def encode(self, item: Item, without: frozenset[str] = frozenset()) -> bytes:
        """One line, without its end; fields named in `without` and fields at their default are left out."""
        stated = {}
        for name, default in self._defaults:
            value = getattr(item, name)
            if value is not default and value != default and name not in without:
                stated[name] = value
        return msgspec.json.encode(stated)

    def decode(self, data: bytes, name: str, unsound: Unsound = None) -> list[Item]:
        """The items of a file's lines. Raises StoreError naming the file and the first unsound line, unless `unsound`
        takes that: then the other lines are read."""
        try:
            items: list[Item] = self._decoder.decode_lines(data)
        except _UNSOUND:
            fault = self._fault(data, name)
            if unsound is None:
                raise fault from None
            unsound(fault)
            items = [item for item, _, _ in self._sound(data)]
        if name:
            _LOG.debug("read %s, %s bytes", name, f"{len(data):,}")
        return items

    def placed(self, data: bytes, name: str, unsound: Unsound = None) -> Iterator[tuple[Item, int, int]]:
        """The same, each with where its line begins and how long it is, in bytes."""
        items, places = self.decode(data, name, unsound), list(_places(data))
        if len(items) == len(places):
            return ((item, *place) for item, place in zip(items, places, strict=True))
        sound = list(self._sound(data))
        if len(sound) != len(items):  # two on a line, which the decoder takes for two lines
            if unsound is None:
                raise self._fault(data, name)
            unsound(self._fault(data, name))
        return iter(sound)

    def _sound(self, data: bytes) -> Iterator[tuple[Item, int, int]]:
        """The items of the lines that can be read."""
        for start, size in _places(data):
            with suppress(*_UNSOUND):
                yield self._decoder.decode(data[start : start + size]), start, size

    def _fault(self, data: bytes, name: str) -> StoreError:
        try:
            refuse_unmerged(data, name)
        except StoreError as error:
            return error
        faults = list[tuple[int, Exception]]()
        for number, line in enumerate(data.split(b"\n"), 1):
            try:
                if line.strip():
                    self._decoder.decode(line)
            except _UNSOUND as error:
                faults.append((number, error))
        if not faults:
            return StoreError("cannot be read", subject=name, hint="restore the file from git")
        (number, first), more = faults[0], len(faults) - 1
        told = f"cannot be read: {first}{f' (and {more:,} more such lines)' if more else ''}"
        return StoreError(told, subject=name, location=f"line {number}", hint=self._hint)


def _places(data: bytes) -> Iterator[tuple[int, int]]:
    """Where each line begins that is not empty, and how long it is, in bytes."""
    lines = data.split(b"\n")
    starts = accumulate((len(line) + 1 for line in lines), initial=0)
    return ((start, len(line)) for start, line in zip(starts, lines, strict=False) if line.strip())


def refuse_unmerged(data: bytes, name: str) -> None:
    """Raise StoreError where git left both sides of a merge in a file, for a person to choose from."""
    marker = _UNMERGED.search(data)
    if marker:
        place = f"line {data[: marker.start()].count(10) + 1}"
        hint = "keep the lines you want, and remove the markers <<<<<<<, ======= and >>>>>>>"
        raise StoreError("unresolved merge conflict", subject=name, location=place, hint=hint)


@dataclass(frozen=True, slots=True)
class Named:
    """Of a statement, only which document it is of: many times as quick to read."""

    document: str


RECORDS = Lines(Record)
STATEMENTS = Lines(Statement)
DOCUMENTS = Lines(Named)
ATTEMPTS = Lines(Attempt)


def to_json(value: object) -> bytes:
    """Any value of plain and typed parts as one line of JSON."""
    return msgspec.json.encode(value)


def from_json(text: str, kind: type[Item]) -> Item:
    """A value of plain and typed parts. Raises ValueError saying where the text departs from it."""
    try:
        return msgspec.json.decode(text, type=kind)
    except _UNSOUND as error:
        raise ValueError(str(error)) from None


def form(kind: type, without: str) -> dict[str, Any]:
    """The JSON schema of what `from_json` reads, without references and with nothing left open, as servers want it.

    `without`: the name of a field that is not asked for.
    """
    schema = msgspec.json.schema(kind)
    known = schema.pop("$defs", {})

    def whole(part: Any) -> Any:
        if isinstance(part, list):
            return [whole(each) for each in part]
        if not isinstance(part, dict):
            return part
        if "$ref" in part:
            return whole(known[part["$ref"].rpartition("/")[2]])
        read = {name: whole(each) for name, each in part.items() if name not in ("title", "description", "default")}
        if "properties" in read:
            asked = {name: whole(each) for name, each in part["properties"].items() if name != without}
            read |= {"properties": asked, "required": [*asked], "additionalProperties": False}
        return read

    found: dict[str, Any] = whole(schema)
    return found


HASH_DIGITS = 16


def document_hash(data: bytes) -> str:
    """What names a document in the log for ever: the first 16 hex digits of the SHA-256 of its unpacked bytes."""
    return hashlib.sha256(data).hexdigest()[:HASH_DIGITS]


def text_hash(*texts: str | None) -> str:
    """The same of texts, for answers of language models about them."""
    return document_hash("\0".join(text or "" for text in texts).encode(errors="surrogatepass"))


def hash_of_words(*words: str) -> str:
    """The same as `hash_of`, of these words, in order."""
    return hash_of("\0".join(words).encode(errors="surrogatepass"))


def hash_of(data: bytes, size: int = 12) -> str:
    """The hash of data, of so many bytes, in hex digits: for what can be made again, as other versions may do."""
    return hashlib.blake2b(data, digest_size=size).hexdigest()
