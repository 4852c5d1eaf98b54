"""Responses of arXiv's API (export.arxiv.org/api/query), in today's layout and the one served until 2025.

A response is one page of a query's results, in Atom; it announces nothing. Elements are looked up by name, never by
position.
"""

from __future__ import annotations

import datetime as dt
import re

from daybook.errors import Refused
from daybook.model import Count, Entry, Listing, arxiv
from daybook.sources import xml
from daybook.sources.plain_text import Head, paragraphs, parse_count, parse_time, says_withdrawn
from daybook.sources.received import identified, read_each
from daybook.sources.xml import Element

NAME = "arXiv API answer"

# A feed's id was of http until late 2025, and is of https since.
_OWN = re.compile(r"https?://(?:export\.)?arxiv\.org/(?:api/.*)?", re.IGNORECASE)
# An error is a feed with one entry of such an id; its status is 400 today, and not known of former answers.
_ERRORS = re.compile(r"https?://(?:export\.)?arxiv\.org/api/errors", re.IGNORECASE)
_READ = """
    affiliation comment content doi id journal_ref name published summary title updated
"""
_QUERY = re.compile(r"\s*arXiv Query:\s*(.*)", re.IGNORECASE | re.DOTALL)


def recognises(head: Head) -> bool:
    """Whether a document is an API response: an Atom feed whose id is an API address, or an API error."""
    opening = xml.opening(head)
    own = any(name == "id" and _OWN.fullmatch(value) for name, value in opening.facts)
    return opening.name == "feed" and (own or any(map(_ERRORS.match, opening.ids)))


def read(data: bytes) -> tuple[Listing, ...]:
    """The response as a Listing without category. Raises Refused for error responses and broken documents."""
    feed = xml.parse(data)
    items = xml.children(feed, "entry")
    for item in items:
        links = (xml.attribute(each, "href") for each in xml.children(item, "link"))
        if any(map(_ERRORS.match, (xml.text_of(item, "id") or "", *links))):
            reason = xml.text_of(item, "summary") or xml.text_of(item, "content") or "no reason given"
            raise Refused(f"arXiv API error: {reason}", hint="correct the query")
    # Today the time of the answer; until late 2025 the midnight before it, US Eastern.
    updated = parse_time(xml.text_of(feed, "updated"))
    if updated is None:
        raise Refused("has no date", hint="fetch it again")
    day = updated.date()
    entries, notes = read_each(items, lambda item, place: _entry(item, place, day))
    # The number of results, and how many of them this page should contain.
    names = ("totalResults", "startIndex", "itemsPerPage")
    total, start, size = (parse_count(xml.text_of(feed, name)) for name in names)
    shown = None
    if total is not None:
        rest = max(total - (start or 0), 0)
        shown = min(rest, size) if size else None if entries else rest
    # Users of arxiv.py report such pages; the next request brings the entries.
    if not items and shown:
        notes = (f"contains no entries although the query has {total} results: ask again",)
    query = _QUERY.match(xml.text_of(feed, "title") or "")
    listing = Listing(
        source="arxiv-api", format=NAME, date=day, part=query[1] if query else None,
        quiet=total == 0 and not items, entries=entries, notes=notes,
        unread=xml.unread(items, _READ),
        counts=(Count(section="all", read=len(entries), shown=shown, total=total),),
    )  # fmt: skip
    return (listing,)


def _entry(item: Element, place: int, day: dt.date) -> Entry:
    ident = identified(xml.text_of(item, "id"))
    title = xml.text_of(item, "title")
    if title is None:
        raise Refused("has no title")
    # 29 of 285 abstracts recorded in 2026 have line breaks; until late 2025 all were wrapped at a width.
    abstract = paragraphs(xml.content(xml.child(item, "summary"))) or None
    comments = xml.text_of(item, "comment")
    # The one marked primary first, without terms that are not categories (MSC and ACM classes).
    marked = xml.children(item, "primary_category") + xml.children(item, "category")
    # Answers before 2026 had classes such as "53C30; 53C25" as terms, and the manual still has; none of 285 entries
    # does.
    categories = tuple(dict.fromkeys(filter(arxiv.is_category, (xml.attribute(each, "term") for each in marked))))
    return Entry(
        place=place, type="harvest", date=day, title=title, arxiv_id=ident.id, version=ident.version,
        authors=tuple(name for each in xml.children(item, "author") if (name := xml.text_of(each, "name"))),
        abstract=abstract, primary_category=categories[0] if categories else None, categories=categories,
        comments=comments, journal_ref=xml.text_of(item, "journal_ref"), doi=xml.text_of(item, "doi"),
        submitted=parse_time(xml.text_of(item, "published")), updated=parse_time(xml.text_of(item, "updated")),
        withdrawn=says_withdrawn(comments, abstract),
    )  # fmt: skip
