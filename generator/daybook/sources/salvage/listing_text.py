"""arXiv listing pages copied from a browser as plain text: a field a line, an abstract after a blank line.

Recognised by an entry marker (`[1] arXiv:2602.22290 [pdf, html, other]`) or a listing heading, without glued fields.
"""

from __future__ import annotations

from daybook.model import Listing
from daybook.sources.plain_text import Head
from daybook.sources.salvage import listing_unseparated
from daybook.sources.salvage.listing_text_marks import looks_like_listing, restored
from daybook.sources.salvage.listing_text_page import read_page

NAME = "listing page (text)"


def recognises(head: Head) -> bool:
    """Whether this is a listing page as text, with each field on its own line."""
    text = restored(head.text, glued=True).text
    return looks_like_listing(text) and not listing_unseparated.has_glued_fields(text)


def read(data: bytes) -> tuple[Listing, ...]:
    """The page's listing; of a page of recent submissions one for each day. Raises Refused."""
    return read_page(data, format_name=NAME)
