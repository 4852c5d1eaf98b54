"""Any other RSS or Atom feed: of a journal, a publisher of proceedings, a reading group.

feedparser provides the feed's format, and the addresses and days of the feed and its items. Texts and names are read
from the elements themselves, distinguished by namespace: feedparser keeps only one of `description` and
`dc:description`, recognises PRISM only by its usual prefix, and loses text around markup within a title. A feed's items
announce nothing in arXiv's sense; each has its own day, as its feed states it.
"""

from __future__ import annotations

import datetime as dt
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import BytesIO
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

import feedparser

from daybook.errors import Refused
from daybook.model import Entry, Listing, ids
from daybook.sources import xml
from daybook.sources.arxiv import api, rss
from daybook.sources.author_list import AuthorList, authors
from daybook.sources.entries import read_each
from daybook.sources.plain_text import Head, one_line, paragraphs, parse_any_day, says_withdrawn
from daybook.sources.sites import feed_abstract
from daybook.sources.sites.feed_abstract import ItemMetadata
from daybook.sources.xml import Element

NAME = "feed (RSS, Atom)"

_DOI = re.compile(r"10\.\d{4,9}/[^\s\"<>?#]+")
_DOI_ITSELF = re.compile(r"(?:https?://(?:dx\.)?doi\.org/|doi:\s?)?10\.\d{4,9}/", re.IGNORECASE)
_DOI_WITHIN = re.compile(r"[/=]10\.\d{4,9}/")
_PAGE_OF_IT = re.compile(r"(?:(?<=\d)v\d{1,3})?(?:[/.](?:abstract|e?pdf|full|full-?text|html?|meta))?$")
_ARXIV_DOI = re.compile(r"10\.48550/arXiv\.(.+)", re.IGNORECASE)
_MAILBOX = re.compile(r"\S{1,200}@\S{1,200}\s*(?:\((?P<name>[^()]*)\))?")
_ATOM = "http://www.w3.org/2005/Atom"
_PREFIXES = {
    "http://purl.org/dc/elements/1.1": "dc:",
    "http://purl.org/dc/elements/1.0": "dc:",
    "http://purl.org/dc/terms": "dcterms:",
    "http://purl.org/rss/1.0/modules/content": "content:",
    _ATOM: "atom:",
}
_DESCRIPTIONS = ("description", "summary", "atom:summary", "dc:description", "dcterms:abstract", "dcterms:description")
_REFERENCE = ("publicationName", "volume", "number", "startingPage")
_CONTENTS = ("content:encoded", "content", "atom:content")
_LONGEST_WORD = 400
_SHORT = re.compile(
    r"author|creator|contributor|publisher|editor|master|name|email|date|publish|update|modified|created|issued", re.I
)
_NO_WORD = re.compile(rf"\S{{{_LONGEST_WORD}}}")

Fields = Mapping[str, Sequence[Element]]
"""The children of an item by name: those in the feed's own namespace bare, others with one prefix per namespace."""


def recognises(head: Head) -> bool:
    """Whether a document is a feed that is not arXiv's own."""
    if xml.root_name(head) not in ("rss", "feed", "rdf"):
        return False
    return not rss.recognises(head) and not api.recognises(head)


def read(data: bytes) -> tuple[Listing, ...]:
    """The feed's items as a Listing whose origin is its site. Raises Refused where it is broken or not a feed."""
    root = xml.parse(data)
    if (entity := xml.undefined_entity(root)) is not None:
        raise Refused(f"not well-formed XML (undefined entity {entity})", hint="fetch it again")
    _check_words(root)
    parsed: Any = feedparser.parse(BytesIO(xml.well_formed(root)), sanitize_html=False, resolve_relative_uris=False)
    elements = [each for each in root.iter("*") if xml.name_of(each) in ("item", "entry")]
    if not parsed.version or len(elements) != len(parsed.entries):
        raise Refused("not a feed", location="line 1", hint="check whether the site returned an error page")
    items = [_item(each, read, parsed.feed) for each, read in zip(elements, parsed.entries, strict=True)]
    day = _day(parsed.feed) or max((item.date for item in items if item.date), default=None)
    if day is None:
        raise Refused("has no date, and neither has any of its items", hint="use another feed of this site")
    entries, notes = read_each(items, lambda item, place: _entry(item, place, day))
    return (
        Listing(
            source="feed",
            format=f"feed ({parsed.version})",
            date=day,
            origin=_origin(parsed.feed, items),
            quiet=not items,
            entries=entries,
            notes=notes,
        ),
    )


def _check_words(root: Element) -> None:
    """Raises Refused for an overlong word in a name or date: feedparser takes quadratic time for it."""
    for element in root.iter("*"):
        if _SHORT.search(xml.name_of(element)) and _NO_WORD.search(xml.content(element)):
            problem = f"has a word of more than {_LONGEST_WORD} characters in <{xml.name_of(element)[:40]}>"
            raise Refused(problem, location=f"line {element.sourceline}", hint="use another feed of this site")


def _fields(item: Element) -> Fields:
    own = xml.namespace_of(item)
    fields: dict[str, list[Element]] = defaultdict(list)
    for each in item.iterchildren("*"):
        fields[_prefix(xml.namespace_of(each), own) + xml.name_of(each)].append(each)
    return fields


def _prefix(namespace: str, own: str) -> str:
    if namespace in ("", own):
        return ""
    if "prismstandard.org" in namespace or namespace == "prism":  # one per version; OUP and ACS declare just "prism"
        return "prism:"
    return _PREFIXES.get(namespace.rstrip("/#"), "other:")


class _FeedItem(NamedTuple):
    """An item or entry, in the form common to all feed formats."""

    title: str
    addresses: tuple[str, ...]  # its page's first
    authors: AuthorList
    date: dt.date | None  # as stated
    abstract: str | None
    doi: str | None
    journal: str | None


def _item(element: Element, read: Any, feed: Any) -> _FeedItem:
    """An item, from its element and from feedparser's reading of it and of the feed's head."""
    fields = _fields(element)
    title = one_line(next(_texts(fields, "title", "atom:title", "dc:title"), ""))
    stated = _stated_names(fields)
    listed = authors(stated)
    addresses = tuple(_addresses(read))
    doi = _doi(fields, addresses)
    metadata = ItemMetadata(
        title=title,
        names=(*stated, *listed.names),
        journals=tuple(_texts(fields, "prism:publicationName", "dc:source")),
        feeds=tuple(filter(None, [one_line(xml.plain_text(str(feed.get("title") or "")))])),
        addresses=addresses,
        doi=doi,
    )
    summary = feed_abstract.read(list(_texts(fields, *_DESCRIPTIONS)), list(_texts(fields, *_CONTENTS)), metadata)
    names = listed if listed.names else AuthorList(summary.authors)
    day = _day(read) or _printed(fields) or summary.date
    return _FeedItem(title, addresses, names, day, summary.abstract, doi or summary.doi, _journal(fields))


def _texts(fields: Fields, *names: str) -> Iterator[str]:
    """The texts of the elements with these names, as plain text; only Atom declares which are not HTML."""
    for name in names:
        for element in fields.get(name, ()):
            kind = xml.attribute(element, "type")
            is_plain = xml.namespace_of(element) == _ATOM and kind in ("", "text", "text/plain")
            if text := paragraphs(xml.content(element)) if is_plain else xml.plain_text(xml.markup_of(element)):
                yield text


def _values(fields: Fields, *names: str) -> Iterator[str]:
    """The values of the elements with these names, each on one line."""
    values = (one_line(xml.content(element)) for name in names for element in fields.get(name, ()))
    return (value for value in values if value)


def _addresses(read: Any) -> Iterator[str]:
    """The addresses of an item or feed, its page's first."""
    places = (read.get("link"), *(link.get("href") for link in read.get("links", ())), read.get("id"))
    yield from (place for each in places if (place := one_line(str(each or ""))))


def _day(read: Any) -> dt.date | None:
    """The day that an item or feed states, in the time zone in which it is written."""
    return _first_day(str(read[key] or "") for key in ("published", "updated") if key in read)


def _printed(fields: Fields) -> dt.date | None:
    """The day of the printed issue, from PRISM."""
    return _first_day(_values(fields, "prism:publicationDate", "prism:coverDate"))


def _first_day(written: Iterable[str]) -> dt.date | None:
    return next((day for text in written if (day := parse_any_day(text))), None)


def _origin(feed: Any, items: Iterable[_FeedItem]) -> str | None:
    """The host of the feed's site; if the feed does not name its site, that of its own address or of an item's."""
    addresses = [*_addresses(feed), *(address for item in items for address in item.addresses)]
    return next((host for each in addresses if (host := _host(each))), None)


def _host(address: str) -> str | None:
    try:
        parts = urlsplit(address.strip())
        return parts.hostname if parts.scheme in ("http", "https") else None
    except ValueError:
        return None


def _entry(item: _FeedItem, place: int, day: dt.date) -> Entry:
    if not item.title:
        raise Refused("has no title")
    own = _ARXIV_DOI.fullmatch(item.doi or "")
    ident = next((ident for each in item.addresses if (ident := ids.parse(each))), None)
    ident = ident or (ids.parse(own[1]) if own else None)
    link = next(iter(item.addresses), "")
    return Entry(
        place=place,
        type="harvest",
        date=item.date or day,
        title=item.title,
        arxiv_id=ident.id if ident else None,
        version=ident.version if ident else None,
        authors=item.authors.names,
        authors_complete=item.authors.complete,
        abstract=item.abstract,
        journal_ref=item.journal,
        doi=None if own else item.doi,
        withdrawn=says_withdrawn(item.abstract),
        url=link if _host(link) else None,
    )


def _stated_names(fields: Fields) -> list[str]:
    """The item's author elements as plain text: Dublin Core's or the feed format's own, whichever name more authors."""
    creators = list(_texts(fields, "dc:creator"))
    people = [each for name in ("author", "atom:author") for each in fields.get(name, ())]
    named = (xml.text_of(each, "name") or xml.markup_of(each) for each in people)
    own = [name for each in named if (name := xml.plain_text(_without_mailbox(each)))]
    return own if len(own) > len(creators) else creators


def _without_mailbox(text: str) -> str:
    """The name in an author as RSS has it: "ann@cup.example (Ann Cup)"."""
    match = _MAILBOX.fullmatch(text.strip())
    return (match["name"] or "") if match else text


def _doi(fields: Fields, addresses: Iterable[str]) -> str | None:
    """The item's DOI: from an element for it, an address that is a DOI, or the address of one of its pages."""
    for named in _values(fields, "prism:doi", "dc:identifier"):
        if match := _DOI.search(unquote(named)):
            return match[0].rstrip(".,;")
    places = [unquote(each) for each in (*_values(fields, "prism:url"), *addresses)]
    for place in sorted(places, key=lambda each: _DOI_ITSELF.match(each) is None):
        match = _DOI.search(place)
        if match and (_DOI_ITSELF.match(place) or _DOI_WITHIN.search(place)):
            return _PAGE_OF_IT.sub("", match[0].rstrip(".,;"))
    return None


def _journal(fields: Fields) -> str | None:
    """The journal reference from PRISM, with volume, number and first page if stated: "J. Sys. 12(3): 45"."""
    stated = (next(_values(fields, f"prism:{key}"), None) for key in _REFERENCE)
    name, volume, number, page = stated
    if name is None:
        return None
    reference = f"{name} {volume}" if volume else name
    reference += f"({number})" if volume and number else ""
    return f"{reference}: {page}" if page else reference
