"""arXiv's feeds: RSS 2.0 and Atom of rss.arxiv.org (since 2024), RSS 1.0 (RDF) before that.

A feed contains one complete announcement of one or several categories (at most 2000 items). Source: the formats that
the program of rss.arxiv.org writes. Dates are US Eastern.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple
from zoneinfo import ZoneInfo

from daybook.errors import Refused
from daybook.model import ANNOUNCED, Count, Entry, EntryType, Listing, ids
from daybook.sources import plain_text, xml
from daybook.sources.author_list import names_in
from daybook.sources.plain_text import (
    Head,
    one_line,
    optional,
    paragraphs,
    parse_iso_day,
    parse_weekday,
    says_withdrawn,
)
from daybook.sources.received import identified, read_each
from daybook.sources.xml import Element

NAME = "arXiv feed (RSS, Atom)"

# It cuts before it turns the order round, so that new submissions go first (arXiv's program of 2025; its help page).
LIMIT = 2000  # items; the service silently truncates a longer announcement

_EASTERN = ZoneInfo("America/New_York")
_TITLE = re.compile(r"(.+?) updates on arXiv\.org", re.IGNORECASE)
_SITE = re.compile(r"https?://arxiv\.org/", re.IGNORECASE)
_LINK = re.compile(r"arxiv\.org/(?:rss|atom)/([^\s?#]+)", re.IGNORECASE)
# The version stands here and in the id; the link has none.
_HEADING = re.compile(
    r"\s*arXiv\s*:\s*(?P<id>\S+)\s+Announce(?:ment)?\s+Type\s*:\s*(?P<type>[a-z-]+)\s*(?:(?:Abstract|Summary)\s*:)?\s?",
    re.IGNORECASE,
)
_START = 200  # characters of a description in which a heading names its paper
_RDF_TITLE = re.compile(r"\(arXiv:(?P<id>\S{1,60})\s?(?:\[(?P<category>[^\]\s]{1,60})\])?\s?(?P<flag>[A-Z -]*)\)\s?$")
_READ = """
    announce_type category creator description DOI guid id journal_reference link name pubDate published
    rights summary title updated
"""
_RDF_TYPES: dict[str, EntryType] = {"": "new", "CROSS LISTED": "cross", "UPDATED": "replace"}


def recognises(head: Head) -> bool:
    """Whether a document is one of arXiv's feeds, judged by its own title or address, not by what its items mention."""
    return xml.root_name(head) in ("rss", "feed", "rdf") and any(
        (name == "title" and value.lower().endswith("updates on arxiv.org"))
        or _LINK.search(value)
        or (name == "about" and _SITE.match(value))
        for name, value in xml.opening(head).facts
    )


def read(data: bytes) -> tuple[Listing, ...]:
    """The announcement in a feed. Raises Refused for error feeds and broken documents."""
    layout = _layout(xml.parse(data))
    channel, items = layout.channel, layout.items
    title = xml.text_of(channel, "title") or ""
    # An error is a feed without items, titled "Feed error for query: ...".
    if title.lower().startswith("feed error"):
        reason = xml.text_of(channel, "description") or xml.text_of(channel, "subtitle") or title
        raise Refused(f"error feed: {reason}", hint="try another category")
    day = layout.day(channel)
    if day is None:
        raise Refused("has no date", hint="fetch it again")
    entries, notes = read_each(items, lambda item, place: layout.entry(item, place, day))
    if len(items) >= LIMIT:
        notes = (*notes, f"a feed has at most {LIMIT} items: there may have been more")
    # On weekends and holidays the feed is sound and has no items.
    types = [entry.type for entry in entries]
    listing = Listing(
        source="arxiv-rss", format=layout.name, date=day, category=_category(title, channel),
        whole=len(items) < LIMIT and len(entries) == len(items), quiet=not items, entries=entries,
        counts=tuple(Count(section=kind, read=types.count(kind)) for kind in ANNOUNCED if kind in types),
        notes=notes, unread=(*xml.unread(items, _READ), *_drifted(items, layout.abstract)),
    )  # fmt: skip
    return (listing,)


class _Layout(NamedTuple):
    """One of the three layouts: the channel and items, and how to read them."""

    name: str
    abstract: str  # the element that contains it
    channel: Element
    items: list[Element]
    day: Callable[[Element], dt.date | None]
    entry: Callable[[Element, int, dt.date], Entry]


def _layout(root: Element) -> _Layout:
    kind = xml.name_of(root).lower()
    if kind == "feed":
        entry = partial(_entry, link_id="id", abstract="summary", date="published")
        return _Layout("arXiv feed (Atom)", "summary", root, xml.children(root, "entry"), _atom_day, entry)
    channel = xml.child(root, "channel")
    if kind not in ("rss", "rdf") or channel is None:
        raise Refused("not an arXiv feed", location="line 1")
    if kind == "rdf":
        return _Layout("arXiv feed (RSS 1.0)", "description", channel, xml.children(root, "item"), _rdf_day, _rdf_entry)
    entry = partial(_entry, link_id="guid", abstract="description", date="pubDate")
    items = xml.children(channel, "item")  # the channel's day is written as midnight Eastern
    return _Layout(
        "arXiv feed (RSS 2.0)",
        "description",
        channel,
        items,
        lambda c: parse_weekday(xml.text_of(c, "pubDate") or ""),
        entry,
    )


def _atom_day(feed: Element) -> dt.date | None:
    """The day of the items, else the day the feed was built: just after midnight Eastern, written in UTC."""
    days = (parse_iso_day(xml.text_of(entry, "published")) for entry in xml.children(feed, "entry"))
    if day := next(filter(None, days), None):
        return day
    # An empty Atom feed states no other day.
    built = plain_text.parse_time(xml.text_of(feed, "updated"))
    return built.astimezone(_EASTERN).date() if built else None


def _rdf_day(channel: Element) -> dt.date | None:
    """The day after the evening on which the feed was built: an announcement has the date of the following day."""
    written = xml.text_of(channel, "date") or ""
    day, evening = parse_iso_day(written), re.search(r"T(\d\d)", written)
    return day + dt.timedelta(days=1) if day and evening and int(evening[1]) >= 20 else day


def _category(title: str, channel: Element) -> str | None:
    """The requested categories: as in the title ("cs.GT, cs.IT updates on ...": cs.GT+cs.IT), else in the address."""
    if match := _TITLE.match(title):
        return "+".join(filter(None, map(str.strip, match[1].split(","))))
    places = [xml.content(each) or each.get("href") or "" for each in xml.children(channel, "link")]
    asked = _LINK.search(" ".join([*places, xml.text_of(channel, "id") or ""]))
    return asked[1] if asked else None


def _entry(item: Element, place: int, day: dt.date, *, link_id: str, abstract: str, date: str) -> Entry:
    """One item of RSS 2.0 or Atom; link_id, abstract and date are the names of the elements that contain them."""
    description = xml.content(xml.child(item, abstract))
    heading = _HEADING.match(description)
    headed, announced = (heading["id"], heading["type"]) if heading else ("", "")
    end = heading.end() if heading else _end_of_heading(item, description)
    link = xml.text_of(item, "link") or ""
    title = xml.text_of(item, "title")
    if heading is None and _RDF_TITLE.search(title or ""):
        return _rdf_entry(item, place, day)  # RSS 2.0 as it was before 2024
    # The type depends on the category asked for: what is `new` or `replace` in its primary one is `cross` or
    # `replace-cross` elsewhere.
    announced = (xml.text_of(item, "announce_type") or announced).lower()
    kind = next((kind for kind in ANNOUNCED if kind == announced), None)
    ident = identified(xml.text_of(item, link_id) or headed or link, headed, link)
    title, kind = _checked(title, kind)
    # Feeds have no comments, and do not say when a paper was submitted.
    body = paragraphs(description[end:]) or None
    of_heading = ids.parse(headed)
    # Codes as stated, primary first: text in RSS, `term` in Atom.
    codes = (each.get("term") or one_line(xml.content(each)) for each in xml.children(item, "category"))
    # As stored: a category may stand there under its alias (math.IT for cs.IT).
    categories = tuple(dict.fromkeys(filter(None, codes)))
    return Entry(
        place=place, type=kind, date=plain_text.parse_any_day(xml.text_of(item, date) or "") or day, title=title,
        arxiv_id=ident.id, version=ident.version or (of_heading.version if of_heading else None),
        authors=names_in(", ".join(xml.texts_of(item, "creator"))), abstract=body,
        primary_category=categories[0] if categories else None, categories=categories,
        journal_ref=xml.text_of(item, "journal_reference"), doi=xml.text_of(item, "DOI"),
        license=xml.text_of(item, "rights"), withdrawn=says_withdrawn(body),
    )  # fmt: skip


def _end_of_heading(item: Element, description: str) -> int:
    """Where a heading in words of another form ends, 0 if there is none: it names the item's own id, as its address
    does, and ends with its announce type or its line. The whole text is one where nothing tells."""
    ident = ids.parse(xml.text_of(item, "link") or xml.text_of(item, "guid") or xml.text_of(item, "id") or "")
    if ident is None or (at := description.find(ident.id, 0, _START)) < 0:
        return 0
    kind = re.escape(xml.text_of(item, "announce_type") or "\n")
    named = re.compile(rf".{{0,60}}?\b{kind}\b\W*+(?:[^\W\d_]+\s?:)?\s?").match(description, at)
    line = description.find("\n", at, at + _START)
    return named.end() if named else line if line >= 0 else len(description)


def _drifted(items: Sequence[Element], abstract: str) -> tuple[str, ...]:
    """A sentence on headings of abstracts that are not as arXiv writes them; none where all are."""
    texts = ((item, xml.content(xml.child(item, abstract))) for item in items)
    odd = [text[:end] for item, text in texts if not _HEADING.match(text) and (end := _end_of_heading(item, text))]
    if not odd:
        return ()
    noun = "1 abstract begins" if len(odd) == 1 else f"{len(odd):,} abstracts begin"
    return (f'{noun} with a heading in another form than arXiv\'s, which was left out: "{one_line(odd[0])[:80]}"',)


def _checked(title: str | None, kind: EntryType | None) -> tuple[str, EntryType]:
    if title is None or kind is None:
        raise Refused("has no title" if title is None else "unknown announce type")
    return title, kind


def _rdf_entry(item: Element, place: int, day: dt.date) -> Entry:
    """One item of RSS 1.0: its title ends in id, primary category and type; its text and names are escaped HTML."""
    written = xml.text_of(item, "title") or ""
    ending = _RDF_TITLE.search(written)
    ident = identified(ending["id"] if ending else xml.text_of(item, "link"))
    title = optional(written[: ending.start()] if ending else written)
    title, kind = _checked(title, _RDF_TYPES.get(ending["flag"].strip() if ending else ""))
    abstract = xml.plain_text(xml.content(xml.child(item, "description"))) or None
    category = ending["category"] if ending else None
    return Entry(
        place=place, type=kind, date=day, title=title.removesuffix(".") or title, arxiv_id=ident.id,
        version=ident.version, abstract=abstract, withdrawn=says_withdrawn(abstract),
        authors=names_in(one_line(xml.plain_text(xml.content(xml.child(item, "creator"))))),
        primary_category=category, categories=(category,) if category else (),
    )  # fmt: skip
