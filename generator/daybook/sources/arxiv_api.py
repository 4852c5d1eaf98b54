"""Responses of arXiv's API (export.arxiv.org/api/query), in today's layout and the one served until 2025.

A response is one page of a query's results, in Atom; it announces nothing. Elements are looked up by name, never by
position.
"""

from __future__ import annotations

import datetime as dt
import re

from daybook.errors import Refused
from daybook.model import Count, Entry, Listing, ids, taxonomy
from daybook.sources import xml
from daybook.sources.plain_text import Head, paragraphs, parse_count, parse_time, says_withdrawn
from daybook.sources.received import bad_id, read_each
from daybook.sources.xml import Element

NAME = "arXiv API answer"

_OWN = re.compile(r"https?://(?:export\.)?arxiv\.org/(?:api/.*)?", re.IGNORECASE)
_ERRORS = re.compile(r"https?://(?:export\.)?arxiv\.org/api/errors", re.IGNORECASE)
_QUERY = re.compile(r"\s*arXiv Query:\s*(.*)", re.IGNORECASE | re.DOTALL)


def recognises(head: Head) -> bool:
    """Whether a document is an API response: an Atom feed whose id is an API address, or an API error."""
    opening = xml.opening(head)
    if opening.name != "feed":
        return False
    own = any(name == "id" and _OWN.fullmatch(value) for name, value in opening.facts)
    return own or any(_ERRORS.match(each) for each in opening.ids)


def read(data: bytes) -> tuple[Listing, ...]:
    """The response as a Listing without category. Raises Refused for error responses and broken documents."""
    feed = xml.parse(data)
    if xml.name_of(feed) != "feed":
        raise Refused("not an arXiv API response", location="line 1")
    items = xml.children(feed, "entry")
    for item in items:
        if _is_error(item):
            reason = xml.text_of(item, "summary") or xml.text_of(item, "content") or "no reason given"
            raise Refused(f"arXiv API error: {reason}", hint="correct the query")
    updated = parse_time(xml.text_of(feed, "updated") or "")
    if updated is None:
        raise Refused("has no date", hint="fetch it again")
    return (_listing(feed, items, updated.date()),)


def _is_error(item: Element) -> bool:
    addresses = [xml.text_of(item, "id") or "", *(xml.attribute(each, "href") for each in xml.children(item, "link"))]
    return any(_ERRORS.match(each) for each in addresses)


def _listing(feed: Element, items: list[Element], day: dt.date) -> Listing:
    entries, notes = read_each(items, lambda item, place: _entry(item, place, day))
    count = _count(feed, len(entries))
    if not items and count.shown:
        notes = (f"contains no entries although the query has {count.total} results: ask again",)
    query = _QUERY.match(xml.text_of(feed, "title") or "")
    return Listing(
        source="arxiv-api",
        format=NAME,
        date=day,
        part=query[1] if query else None,
        quiet=count.total == 0 and not items,
        entries=entries,
        counts=(count,),
        notes=notes,
    )


def _count(feed: Element, read_here: int) -> Count:
    """What the response states: the number of results, and how many of them this page should contain."""
    total, start, size = (
        parse_count(xml.text_of(feed, name)) for name in ("totalResults", "startIndex", "itemsPerPage")
    )
    if total is None:
        return Count(section="all", read=read_here)
    rest = max(total - (start or 0), 0)
    shown: int | None = min(rest, size) if size else None
    if not size and not read_here:
        shown = rest
    return Count(section="all", read=read_here, shown=shown, total=total)


def _entry(item: Element, place: int, day: dt.date) -> Entry:
    stated = xml.text_of(item, "id") or ""
    ident = ids.parse(stated)
    title = xml.text_of(item, "title")
    if ident is None:
        raise bad_id(stated)
    if title is None:
        raise Refused("has no title")
    abstract = paragraphs(xml.content(xml.child(item, "summary"))) or None
    comments = xml.text_of(item, "comment")
    categories = _categories(item)
    return Entry(
        place=place,
        type="harvest",
        date=day,
        title=title,
        arxiv_id=ident.id,
        version=ident.version,
        authors=tuple(name for each in xml.children(item, "author") if (name := xml.text_of(each, "name"))),
        abstract=abstract,
        primary_category=categories[0] if categories else None,
        categories=categories,
        comments=comments,
        journal_ref=xml.text_of(item, "journal_ref"),
        doi=xml.text_of(item, "doi"),
        submitted=parse_time(xml.text_of(item, "published") or ""),
        updated=parse_time(xml.text_of(item, "updated") or ""),
        withdrawn=says_withdrawn(comments) or says_withdrawn(abstract),
    )


def _categories(item: Element) -> tuple[str, ...]:
    """Codes as stated, the one marked primary first, without terms that are not categories (MSC and ACM classes)."""
    marked = xml.children(item, "primary_category")
    terms = (xml.attribute(each, "term") for each in [*marked, *xml.children(item, "category")])
    return tuple(dict.fromkeys(term for term in terms if taxonomy.is_category(term)))
