"""Any other HTML page (an error, a login, a captive portal): always refused, quoting the page's own words."""

from __future__ import annotations

import re

from daybook.errors import NoListing, Refused
from daybook.model import Listing
from daybook.sources.html import own_words, parse
from daybook.sources.plain_text import Head, is_mhtml

NAME = "web page"

_HTML = re.compile(
    r"(?>\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*)<(?:!doctype\s+html|html|head|body|title|h1)\b",
    re.IGNORECASE | re.DOTALL,
)
_LATER = re.compile(r"\b(?:429|50[0-4]):? [A-Z]|\b(?:unavailable|rate exceeded|too many requests)\b", re.IGNORECASE)


def recognises(head: Head) -> bool:
    """Whether the document is HTML of any kind: to be tried after the readers of all known pages."""
    return _HTML.match(head.text.lstrip("\ufeff")) is not None or is_mhtml(head.text)


def read(data: bytes) -> tuple[Listing, ...]:
    """Raises Refused, quoting the page, whether it is complete or cut off."""
    words = own_words(parse(data, complete=False))
    problem = f'web page without a listing; the page says "{words}"' if words else "web page without a listing"
    if _LATER.search(words):
        raise Refused(problem, hint="try again later")
    raise NoListing(problem, hint="use a listing page")


def is_passing(data: bytes) -> bool:
    """Whether a page reports a temporary condition, such as "503 Service Unavailable"."""
    return _LATER.search(own_words(parse(data, complete=False))) is not None
