"""Pages that a browser saved as MHTML, one file in e-mail format (Chrome's "single file", Edge, Internet Explorer)."""

from __future__ import annotations

import re
from email import message_from_bytes

from generator.errors import Refused

_BEGIN = re.compile(r"\s*From: <?Saved by ", re.IGNORECASE)
_ADDRESS = re.compile(r"^(?:Snapshot-Content-Location|Content-Location):\s*(\S+)", re.IGNORECASE | re.MULTILINE)


def is_mhtml(text: str) -> bool:
    """Whether a document that begins with `text` is a page saved as MHTML."""
    return _BEGIN.match(text) is not None


def address(text: str) -> str | None:
    """The address of the saved page, as the first lines state it."""
    match = _ADDRESS.search(text, 0, 10_000)
    return match[1] if match else None


def page_of(data: bytes) -> bytes:
    """The HTML of the page: the first part of that type. Raises Refused if there is none."""
    for part in message_from_bytes(data).walk():
        if part.get_content_type() == "text/html":
            content = part.get_payload(decode=True)
            if isinstance(content, bytes) and content.strip():
                return content
    raise Refused("saved page (MHTML) without an HTML part", hint="save the page again")
