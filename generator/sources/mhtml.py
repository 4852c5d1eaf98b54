"""Pages that a browser saved as one file in mail form (MHTML: Chrome's "single file", Edge, old Internet Explorer)."""

from __future__ import annotations

import re
from email import message_from_bytes

from generator.errors import Refused

_BEGIN = re.compile(r"\s*From: <?Saved by ", re.IGNORECASE)
_ADDRESS = re.compile(r"^(?:Snapshot-Content-Location|Content-Location):\s*(\S+)", re.IGNORECASE | re.MULTILINE)


def is_mhtml(text: str) -> bool:
    """Whether a document that begins so is a page saved in mail form."""
    return _BEGIN.match(text) is not None


def address(text: str) -> str | None:
    """The address of the page that was saved, as its first lines name it."""
    match = _ADDRESS.search(text, 0, 10_000)
    return match[1] if match else None


def page_of(data: bytes) -> bytes:
    """The HTML of the page: the first part of that type. Raises Refused where there is none."""
    for part in message_from_bytes(data).walk():
        if part.get_content_type() == "text/html":
            content = part.get_payload(decode=True)
            if isinstance(content, bytes) and content.strip():
                return content
    raise Refused("is a saved page without its HTML", hint="save the page again")
