"""Upper bounds for documents and entries: nothing real is larger than these, or dated outside arXiv's years.

Markup is counted before a parser sees it, because some parsers take quadratic time.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from daybook.errors import Refused
from daybook.model import Entry, Listing
from daybook.text.dates import YEARS

MOST_TAGS = 500_000
"""Tags of a document: about five times as many as the longest page or answer has."""
MOST_ATTRIBUTES = 1_000
"""Attributes of an element; libxml2 and expat compare each with every other."""
MOST_TITLE = 10_000
MOST_TEXT = 100_000
"""Characters of a title, and of any other text of an entry: ten times as many as the longest has."""
MOST_NAMES = 1_000_000
"""Characters of an entry's author list: some collaborations have thousands of authors."""

_ATTRIBUTE = rb"[^\s/>=]++(?:\s*+=\s*+(?:\"[^\"]*+\"|'[^']*+'|[^\s>\"']*+))?+"
_EACH = re.compile(_ATTRIBUTE)
_START_TAG = re.compile(rb"<[A-Za-z](?:[\s/]*+=?+" + _ATTRIBUTE + rb")*+")


def check_markup(data: bytes) -> None:
    """Raises Refused if the XML or HTML in `data` exceeds MOST_TAGS, or one of its elements MOST_ATTRIBUTES."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        data = data.replace(b"\0", b"")
    if data.count(b"<") > MOST_TAGS:
        raise Refused(f"has more than {MOST_TAGS:,} tags", hint="check that it is the right document")
    for tag in _START_TAG.finditer(data):
        if tag.end() - tag.start() > 2 * MOST_ATTRIBUTES and sum(1 for _ in _EACH.finditer(tag[0])) > MOST_ATTRIBUTES:
            line = data.count(b"\n", 0, tag.start()) + 1
            problem = f"has an element with more than {MOST_ATTRIBUTES:,} attributes"
            raise Refused(problem, location=f"line {line}", hint="check that it is the right document")


def check_entry(entry: Entry) -> None:
    """Raises Refused if an entry exceeds a bound, or has a date outside arXiv's years."""
    texts = (entry.abstract, entry.comments, entry.journal_ref, entry.report_no, entry.headline, entry.gist, entry.url)
    dates = (entry.date, entry.submitted, entry.updated, *(version.submitted for version in entry.versions))
    problem = (
        f"its title has more than {MOST_TITLE:,} characters" * (len(entry.title) > MOST_TITLE)
        or f"a text of it has more than {MOST_TEXT:,} characters" * any(len(text or "") > MOST_TEXT for text in texts)
        or f"its authors take more than {MOST_NAMES:,} characters" * (sum(map(len, entry.authors)) > MOST_NAMES)
        or next((f"its date is {date:%Y-%m-%d}" for date in dates if date and date.year not in YEARS), "")
    )
    if problem:
        raise Refused(problem, location=f"entry {entry.place}", hint="it is left out")


def bounded(listings: Iterable[Listing]) -> tuple[Listing, ...]:
    """The listings without entries that exceed a bound; each of these becomes a problem of its listing.

    Raises Refused if the date of a document itself is outside arXiv's years.
    """
    return tuple(map(_bounded, listings))


def _bounded(listing: Listing) -> Listing:
    if listing.date.year not in YEARS:
        raise Refused(f"impossible date {listing.date}", hint="check that it is the right document")
    kept: list[Entry] = []
    problems: list[str] = []
    for entry in listing.entries:
        try:
            check_entry(entry)
            kept.append(entry)
        except Refused as refused:
            problems.append(f"{refused.location} is left out: {refused.problem}")
    return replace(listing, entries=tuple(kept), problems=(*listing.problems, *problems)) if problems else listing
