"""arXiv listing pages copied from a browser as plain text: a field a line, an abstract after a blank line.

Recognised: an entry's marker (`[1] arXiv:2602.22290 [pdf, html, other]`) or a listing's heading, and no glued fields.
"""

from __future__ import annotations

from generator.model import Listing
from generator.sources import listing_glued
from generator.sources.listing_text_marks import looks_like_listing
from generator.sources.listing_text_page import read_page
from generator.sources.text import Head

NAME = "listing page (text)"


def recognises(head: Head) -> bool:
    """Whether this is a listing page as text, with its fields on lines of their own."""
    return looks_like_listing(head.text) and not listing_glued.has_glued_fields(head.text)


def read(data: bytes) -> tuple[Listing, ...]:
    """The page's listing; of a page of recent submissions one for each day. Raises Refused."""
    return read_page(data, format_name=NAME)
