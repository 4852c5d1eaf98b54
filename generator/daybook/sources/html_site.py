"""Pages of Pith and The Inference Report as HTML, as served or as saved by a browser.

The HTML of these sites is undocumented, so the reader relies only on a paper's parts being in separate elements: it
turns the page into the text that selecting and copying it would give, and reads that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import ModuleType

from daybook.errors import NoListing
from daybook.model import Listing
from daybook.sources import html_unknown, inference_report, pith
from daybook.sources.html import BREAK, Element, looks_like_page, page_text, parse
from daybook.sources.plain_text import HEAD_BYTES, Head, one_line

NAME = "page of Pith or The Inference Report (HTML)"

_SITES: tuple[tuple[re.Pattern[str], str, ModuleType], ...] = (
    (re.compile(r"\bpith\b", re.IGNORECASE), "pith", pith),
    (re.compile(r"\bThe\s+Inference\s+Report\b", re.IGNORECASE), "The Inference Report", inference_report),
)
"""(pattern that names the site on its page, its name, the reader for its text)."""
_NAMED = re.compile(r"<title\b[^<>]*>([^<]*)|<meta\b([^<>]*)>", re.IGNORECASE)
_NAMES_SITE = re.compile(r"\b(?:site_name|application-name)\b", re.IGNORECASE)
_BUTTON = re.compile(r"<(/?)button\b", re.IGNORECASE)
_NAMES = (
    "address article aside blockquote body dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3"
    " h4 h5 h6 header hgroup hr html legend li main menu nav ol p pre section summary table tbody tfoot thead tr ul"
)
_BLOCKS = frozenset(_NAMES.split())
"""Elements that start and end a line."""
_IN_WORDS = frozenset(("b", "br", "code", "em", "i", "mark", "strong", "sub", "sup", "tt", "u", "var", "wbr"))
"""Elements that may begin or end within a word."""
_EDGE = "\x00"
"""Marks where any other element begins or ends; never occurs in parsed text."""
_PARTED = re.compile(rf"(?<=\w){_EDGE}+(?=\w)")


def recognises(head: Head) -> bool:
    """Whether the document is HTML whose title or site name is that of one of these sites."""
    return looks_like_page(head) and bool(_named(head.text))


def read(data: bytes) -> tuple[Listing, ...]:
    """The listings in the page's text. Raises Refused, also where no papers are recognised."""
    text = plain(data)
    for name, reader in _named(page_text(data)[:HEAD_BYTES]):
        for version in (text, f"{name}\n{text}"):
            if reader.recognises(Head(b"", version)):
                listings: tuple[Listing, ...] = reader.read(version.encode())
                return listings
    if html_unknown.is_passing(data):
        return html_unknown.read(data)
    raise NoListing(
        "no papers found on this web page; its layout may have changed",
        hint="select all of it in a browser, copy it into a text file, and ingest that",
    )


def plain(data: bytes) -> str:
    """The text of a page, line by line, without what only scripts would show. Raises Refused."""
    # Keep the text of buttons: on some sites the control that expands an abstract is one.
    root = parse(_BUTTON.sub(r"<\1span", page_text(data)).encode()).root
    body = next(root.iter("body"), root)
    text = _PARTED.sub(" ", "".join(_pieces(body))).replace(_EDGE, "").replace(BREAK, "\n")
    lines = map(one_line, text.split("\n"))
    return "\n".join(line for line in lines if line)


def _named(text: str) -> list[tuple[str, ModuleType]]:
    names = " ".join(title or (meta if _NAMES_SITE.search(meta) else "") for title, meta in _NAMED.findall(text))
    return [(name, reader) for pattern, name, reader in _SITES if pattern.search(names)]


def _pieces(element: Element) -> Iterator[str]:
    """The element's text, with line breaks around blocks, and marks where words may end."""
    edge = "\n" if element.tag in _BLOCKS else "" if element.tag in _IN_WORDS else _EDGE
    yield edge + _folded(element.text)
    for child in element:
        yield from _pieces(child)
        yield _folded(child.tail)
    yield edge


def _folded(text: str | None) -> str:
    """`text` without line breaks, which mean nothing in HTML source."""
    return (text or "").replace("\n", " ").replace("\r", " ")
