"""Which reader a document is for, by its first bytes."""

from __future__ import annotations

from generator.errors import Refused
from generator.sources.mhtml import is_mhtml, page_of
from generator.sources.plain_text import HEAD_BYTES, Head
from generator.sources.registry import FORMATS, SOURCES, Reader


def detect(data: bytes) -> Reader:
    """The reader for the document that begins with `data`. Raises Refused if there is none."""
    if not data.strip():
        raise Refused("file is empty", hint="save or fetch it again")
    head = Head(data[:HEAD_BYTES], _text(data[:HEAD_BYTES]))
    for reader in (each.reader() for each in FORMATS):
        if reader.recognises(head):
            return reader
    if b"\0" in head.data and head.data[:2] not in (b"\xff\xfe", b"\xfe\xff"):
        raise Refused("not a text file", hint="use a saved page, feed, API response or pasted text")
    raise Refused("unknown format", hint=f"known sources: {', '.join(source.label for source in SOURCES)}")


def _text(data: bytes) -> str:
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", errors="replace")
    text = data.decode("utf-8-sig", errors="replace")
    return text + _mhtml_page(data) if is_mhtml(text) else text


def _mhtml_page(data: bytes) -> str:
    """The beginning of the page inside an MHTML file, decoded."""
    try:
        return page_of(data).decode("utf-8", errors="replace")
    except Refused:
        return ""
