"""Which reader a document is for, by its first bytes."""

from __future__ import annotations

from typing import Protocol

from generator.errors import Refused
from generator.model import Listing
from generator.sources.arxiv import abs_page, api, listing_html, mail, oai, rss, snapshot
from generator.sources.mhtml import is_mhtml, page_of
from generator.sources.plain_text import HEAD_BYTES, Head
from generator.sources.salvage import api_untagged, listing_text, listing_unseparated
from generator.sources.sites import biorxiv, dblp, feed, html_site, html_unknown, inference_report, pith


class Reader(Protocol):
    """What every reader module has."""

    NAME: str

    def recognises(self, head: Head) -> bool:
        """Whether the document that begins so is for this reader."""

    def read(self, data: bytes) -> tuple[Listing, ...]:
        """What the document says. Raises Refused."""


READERS: tuple[Reader, ...] = (
    biorxiv, snapshot, oai, api, rss, dblp, feed, listing_html, abs_page, html_site, html_unknown,
    mail, listing_text, listing_unseparated, api_untagged, pith, inference_report,
)  # fmt: skip
"""Asked in this order: the most specific first, a web page of no known kind last among the pages."""

KNOWN = (
    "arXiv listing pages (HTML or copied text), RSS and Atom feeds, API and OAI answers, the metadata snapshot,"
    " e-mails, abs pages, pith, The Inference Report, bioRxiv and medRxiv, journal feeds, DBLP"
)


def detect(data: bytes) -> Reader:
    """The reader for the document that begins with `data`. Raises Refused where none knows it."""
    if not data.strip():
        raise Refused("is empty", hint="save or fetch it again")
    head = Head(data[:HEAD_BYTES], _text(data[:HEAD_BYTES]))
    for reader in READERS:
        if reader.recognises(head):
            return reader
    if b"\0" in head.data and head.data[:2] not in (b"\xff\xfe", b"\xfe\xff"):
        raise Refused("is not text", hint="give a saved page, feed, answer or pasted text")
    raise Refused("is of no known format", hint=f"known are {KNOWN}")


def _text(data: bytes) -> str:
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", errors="replace")
    text = data.decode("utf-8-sig", errors="replace")
    return text + _page_in_mail_form(data) if is_mhtml(text) else text


def _page_in_mail_form(data: bytes) -> str:
    """The first of the page behind its mail headers, whatever it is encoded in."""
    try:
        return page_of(data).decode("utf-8", errors="replace")
    except Refused:
        return ""
