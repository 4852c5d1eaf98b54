"""Which reader a document is for, by its first bytes."""

from __future__ import annotations

import re

from daybook.errors import Refused
from daybook.sources.html import is_mhtml, page_of
from daybook.sources.plain_text import HEAD_BYTES, Head
from daybook.sources.registry import FORMATS, SOURCES, Reader

_BIBLIOGRAPHIES = (
    ("BibTeX", re.compile(r"^[ \t]{0,20}@[a-z]{1,20}[ \t]{0,5}\{[^\s{}]{1,200},", re.IGNORECASE | re.MULTILINE)),
    ("RIS", re.compile(r"\A\s{0,20}TY  ?- ")),
    ("CSL-JSON", re.compile(r'\A\s{0,20}\[\s{0,20}\{(?=[^{}]{0,2000}"id"\s?:)(?=[^{}]{0,2000}"type"\s?:)')),
)
"""Forms of bibliographies, which say of papers all but when they were announced."""


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
    sources = ", ".join(source.label for source in SOURCES)
    for name, form in _BIBLIOGRAPHIES:
        if form.search(head.text):
            hint = (
                f"use documents of these: {sources}; or take another archive's papers from its `daybook export jsonl`"
            )
            raise Refused(f"a bibliography ({name}), which does not say when its papers were announced", hint=hint)
    raise Refused("unknown format", hint=f"known sources: {sources}")


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
