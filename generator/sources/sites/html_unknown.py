"""Any HTML page that is no listing: always refused, with the page's own words (an error, a login, a captive portal)."""

from __future__ import annotations

import re

from generator.errors import NoListing, Refused
from generator.model import Listing
from generator.sources.html import own_words, parse
from generator.sources.mhtml import is_mhtml
from generator.sources.plain_text import Head

NAME = "web page"

_HTML = re.compile(
    r"(?>\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*)<(?:!doctype\s+html|html|head|body|title|h1)\b",
    re.IGNORECASE | re.DOTALL,
)
_LATER = re.compile(r"\b(?:429|50[0-4]):? [A-Z]|\b(?:unavailable|rate exceeded|too many requests)\b", re.IGNORECASE)


def recognises(head: Head) -> bool:
    """Whether the document is HTML of any kind: to be asked after all readers of pages that are known."""
    return _HTML.match(head.text.lstrip("\ufeff")) is not None or is_mhtml(head.text)


def read(data: bytes) -> tuple[Listing, ...]:
    """Raises Refused with what the page says, cut or not."""
    words = own_words(parse(data, complete=False))
    problem = f'is a web page without a listing; it says "{words}"' if words else "is a web page without a listing"
    if _LATER.search(words):
        raise Refused(problem, hint="try again later")
    raise NoListing(problem, hint="give the page of a listing")


def is_passing(data: bytes) -> bool:
    """Whether a page says that there will be another one later."""
    return _LATER.search(own_words(parse(data, complete=False))) is not None
