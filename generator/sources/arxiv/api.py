"""Answers of arXiv's API (export.arxiv.org/api/query), in today's layout and in the one served until 2025.

An answer is a part of what a query finds, in Atom; it announces nothing. Elements are found by name, never by order.
"""

from __future__ import annotations

import datetime as dt
import re

from generator import taxonomy
from generator.errors import Refused
from generator.model import Count, Entry, Listing, arxiv_id
from generator.sources import xml
from generator.sources.plain_text import Head, paragraphs, parse_time, says_withdrawn
from generator.sources.xml import Element, Problem

NAME = "arXiv API answer"

_OWN = re.compile(r"https?://(?:export\.)?arxiv\.org/(?:api/.*)?", re.IGNORECASE)
_ERRORS = re.compile(r"https?://(?:export\.)?arxiv\.org/api/errors", re.IGNORECASE)
_QUERY = re.compile(r"\s*arXiv Query:\s*(.*)", re.IGNORECASE | re.DOTALL)


def recognises(head: Head) -> bool:
    """Whether a document is an answer of the API: an Atom feed whose id is an address of the API, or an error of it."""
    opening = xml.opening(head)
    if opening.name != "feed":
        return False
    own = any(name == "id" and _OWN.fullmatch(value) for name, value in opening.facts)
    return own or any(_ERRORS.match(each) for each in opening.ids)


def read(data: bytes) -> tuple[Listing, ...]:
    """The answer as a Listing without category. Raises Refused for error answers and broken documents."""
    feed = xml.parse(data)
    if xml.name_of(feed) != "feed":
        raise Refused("is not an answer of the API", location="line 1")
    items = xml.children(feed, "entry")
    for item in items:
        if _is_error(item):
            reason = xml.text_of(item, "summary") or xml.text_of(item, "content") or "no reason given"
            raise Refused(f"is an error of the API: {reason}", hint="mend the query")
    updated = parse_time(xml.text_of(feed, "updated") or "")
    if updated is None:
        raise Refused("does not say of when it is", hint="fetch it again")
    return (_listing(feed, items, updated.date()),)


def _is_error(item: Element) -> bool:
    addresses = [xml.text_of(item, "id") or "", *(xml.attribute(each, "href") for each in xml.children(item, "link"))]
    return any(_ERRORS.match(each) for each in addresses)


def _listing(feed: Element, items: list[Element], day: dt.date) -> Listing:
    results = [_entry(item, place, day) for place, item in enumerate(items, 1)]
    entries = tuple(result for result in results if isinstance(result, Entry))
    count = _count(feed, len(entries))
    notes = [str(result) for result in results if isinstance(result, Problem)]
    if not items and count.shown:
        notes.append(f"holds no entries although {count.total} were found: ask again")
    query = _QUERY.match(xml.text_of(feed, "title") or "")
    return Listing(
        source="arxiv-api",
        format=NAME,
        date=day,
        part=query[1] if query else None,
        quiet=count.total == 0 and not items,
        entries=entries,
        counts=(count,),
        notes=tuple(notes),
    )


def _count(feed: Element, read_here: int) -> Count:
    """What the answer states: all that was found, and how many of it this page must hold."""
    total, start, size = (_number(feed, name) for name in ("totalResults", "startIndex", "itemsPerPage"))
    if total is None:
        return Count(section="all", read=read_here)
    rest = max(total - (start or 0), 0)
    shown: int | None = min(rest, size) if size else None
    if not size and not read_here:
        shown = rest
    return Count(section="all", read=read_here, shown=shown, total=total)


def _number(feed: Element, name: str) -> int | None:
    text = xml.text_of(feed, name) or ""
    return int(text) if re.fullmatch(r"\d{1,9}", text, re.ASCII) else None


def _entry(item: Element, place: int, day: dt.date) -> Entry | Problem:
    stated = xml.text_of(item, "id") or ""
    ident = arxiv_id.parse(stated)
    title = xml.text_of(item, "title")
    if ident is None or title is None:
        return Problem(place, f"id {stated!r} is no arXiv id" if ident is None else "has no title")
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
    """Codes as stated, the marked one first; terms that are no categories (MSC and ACM classes) are left out."""
    marked = xml.children(item, "primary_category")
    terms = (xml.attribute(each, "term") for each in [*marked, *xml.children(item, "category")])
    return tuple(dict.fromkeys(term for term in terms if taxonomy.is_category(term)))
