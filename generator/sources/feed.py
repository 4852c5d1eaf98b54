"""Any other RSS or Atom feed: of a journal, a proceedings' publisher, a reading group.

Elements are told apart by their namespaces, whatever their prefixes. A feed's items announce nothing in arXiv's sense;
each has its own day, as its feed writes it.
"""

from __future__ import annotations

import datetime as dt
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from generator import arxiv_id
from generator.errors import Refused
from generator.model import Entry, Listing
from generator.sources import api, feed_abstract, rss, xml
from generator.sources.author_list import AuthorList, authors
from generator.sources.feed_abstract import Known
from generator.sources.text import Head, one_line, paragraphs, parse_day, says_withdrawn
from generator.sources.xml import Element, Problem

NAME = "feed (RSS, Atom)"

_DOI = re.compile(r"10\.\d{4,9}/[^\s\"<>?#]+")
_DOI_ADDRESS = re.compile(r"https?://(?:dx\.)?doi\.org/|/doi/|^doi:", re.IGNORECASE)
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
_DAYS = (
    *("pubDate", "published", "issued", "atom:published", "dcterms:issued"),
    *("updated", "modified", "lastBuildDate", "dc:date", "atom:updated", "dcterms:modified"),
    *("prism:publicationDate", "prism:coverDate"),
)
_DESCRIPTIONS = ("description", "summary", "atom:summary", "dc:description", "dcterms:abstract", "dcterms:description")
_REFERENCE = ("publicationName", "volume", "number", "startingPage")
_CONTENTS = ("content:encoded", "content", "atom:content")

Fields = Mapping[str, Sequence[Element]]
"""The children of an item by name: those of the feed's own language bare, others with one prefix a namespace."""


def recognises(head: Head) -> bool:
    """Whether a document is a feed, and none of arXiv's own."""
    if xml.root_name(head) not in ("rss", "feed", "rdf"):
        return False
    return not rss.recognises(head) and not api.recognises(head)


def read(data: bytes) -> tuple[Listing, ...]:
    """The feed's items as a Listing whose origin is its site. Raises Refused for what is no feed, or broken."""
    root = xml.parse(data)
    kind = _kind(root)
    if (entity := xml.undefined_entity(root)) is not None:
        raise Refused(f"is not well-formed XML (nothing says what {entity} is)", mend="fetch it again")
    head = root if kind.startswith("atom") else xml.child(root, "channel")
    if head is None:
        raise Refused("is no feed", place="line 1", mend="look whether the site answered with an error page")
    about = _fields(head)
    found = [each for parent in (root, head) for name in ("item", "entry") for each in xml.children(parent, name)]
    items = [_item(each, about) for each in dict.fromkeys(found)]
    day = _day(about) or max((item.date for item in items if item.date), default=None)
    if day is None:
        raise Refused("states no date, neither its own nor that of an item", mend="choose another feed of this site")
    results = [_entry(item, place, day) for place, item in enumerate(items, 1)]
    return (
        Listing(
            source="feed",
            format=f"feed ({kind})",
            date=day,
            origin=_origin(about, items),
            quiet=not items,
            entries=tuple(result for result in results if isinstance(result, Entry)),
            notes=tuple(str(result) for result in results if isinstance(result, Problem)),
        ),
    )


def _kind(root: Element) -> str:
    """The language and its version: "rss20", "rss10" (RDF), "atom10"."""
    namespace, name = xml.namespace_of(root), xml.name_of(root).lower()
    if name == "feed":
        return "atom03" if "purl.org" in namespace else "atom10"
    if name == "rdf":
        return "rss10"
    if name == "rss":
        return f"rss{xml.attribute(root, 'version').replace('.', '')}"
    raise Refused("is no feed", place="line 1", mend="look whether the site answered with an error page")


def _fields(item: Element) -> Fields:
    own = xml.namespace_of(item)
    fields: dict[str, list[Element]] = defaultdict(list)
    for each in item.iterchildren("*"):
        fields[_prefix(xml.namespace_of(each), own) + xml.name_of(each)].append(each)
    return fields


def _prefix(namespace: str, own: str) -> str:
    if namespace in ("", own):
        return ""
    if "prismstandard.org" in namespace:  # each version of PRISM has a namespace of its own
        return "prism:"
    return _PREFIXES.get(namespace.rstrip("/#"), "other:")


class _Item(NamedTuple):
    """An item or entry, as far as it is the same in all the languages."""

    title: str
    addresses: tuple[str, ...]  # that of its page first
    authors: AuthorList
    date: dt.date | None  # that it states
    abstract: str | None
    doi: str | None
    journal: str | None


def _item(element: Element, about: Fields) -> _Item:
    fields = _fields(element)
    title = one_line(next(_texts(fields, "title", "atom:title", "dc:title"), ""))
    stated = _stated_names(fields)
    listed = authors(stated)
    addresses = tuple(_links(fields))
    doi = _doi(fields, addresses)
    known = Known(
        title=title,
        names=(*stated, *listed.names),
        journals=tuple(_texts(fields, "prism:publicationName", "dc:source")),
        feeds=tuple(_texts(about, "title")),
        addresses=addresses,
        doi=doi,
    )
    told = feed_abstract.read(list(_texts(fields, *_DESCRIPTIONS)), list(_texts(fields, *_CONTENTS)), known)
    names = listed if listed.names else AuthorList(told.authors)
    return _Item(title, addresses, names, _day(fields) or told.date, told.abstract, doi or told.doi, _journal(fields))


def _texts(fields: Fields, *names: str) -> Iterator[str]:
    """What the elements of these names say, as plain text; only Atom says what is no HTML."""
    for name in names:
        for element in fields.get(name, ()):
            kind = xml.attribute(element, "type")
            is_plain = xml.namespace_of(element) == _ATOM and kind in ("", "text", "text/plain")
            if text := paragraphs(xml.content(element)) if is_plain else xml.plain_text(xml.markup_of(element)):
                yield text


def _values(fields: Fields, *names: str) -> Iterator[str]:
    """What the elements of these names hold, each on one line."""
    found = (one_line(xml.content(element)) for name in names for element in fields.get(name, ()))
    return (value for value in found if value)


def _links(fields: Fields) -> Iterator[str]:
    """An item's addresses, that of its page first."""
    yield from (value for value in _values(fields, "link"))
    linked = [each for name in ("link", "atom:link") for each in fields.get(name, ())]
    linked.sort(key=lambda each: xml.attribute(each, "rel") not in ("", "alternate"))
    yield from (address for each in linked if (address := xml.attribute(each, "href")))
    yield from _values(fields, "guid", "id")


def _day(fields: Fields) -> dt.date | None:
    """The day an item or a feed states, as written in its own zone."""
    days = (xml.day(written) or parse_day(written) for written in _values(fields, *_DAYS))
    return next((day for day in days if day), None)


def _origin(about: Fields, items: Iterable[_Item]) -> str | None:
    """The host of the feed's site; where the feed does not name its site, that of its own address or of an item."""
    addresses = [*_links(about), *(address for item in items for address in item.addresses)]
    return next((host for each in addresses if (host := _host(each))), None)


def _host(address: str) -> str | None:
    try:
        parts = urlsplit(address.strip())
        return parts.hostname if parts.scheme in ("http", "https") else None
    except ValueError:
        return None


def _entry(item: _Item, place: int, day: dt.date) -> Entry | Problem:
    if not item.title:
        return Problem(place, "has no title")
    own = _ARXIV_DOI.fullmatch(item.doi or "")
    found = next((ident for each in item.addresses if (ident := arxiv_id.parse(each))), None)
    found = found or (arxiv_id.parse(own[1]) if own else None)
    link = next(iter(item.addresses), "")
    return Entry(
        place=place,
        type="harvest",
        date=item.date or day,
        title=item.title,
        arxiv_id=found.id if found else None,
        version=found.version if found else None,
        authors=item.authors.names,
        authors_complete=item.authors.complete,
        abstract=item.abstract,
        journal_ref=item.journal,
        doi=None if own else item.doi,
        withdrawn=says_withdrawn(item.abstract),
        url=link if _host(link) else None,
    )


def _stated_names(fields: Fields) -> list[str]:
    """What the item's elements for authors hold, as plain text: those of the language that names more of them."""
    creators = list(_texts(fields, "dc:creator"))
    people = [each for name in ("author", "atom:author") for each in fields.get(name, ())]
    named = (xml.text_of(each, "name") or xml.markup_of(each) for each in people)
    own = [name for each in named if (name := xml.plain_text(_without_mailbox(each)))]
    return own if len(own) > len(creators) else creators


def _without_mailbox(text: str) -> str:
    """RSS has authors as "ann@cup.example (Ann Cup)"."""
    found = _MAILBOX.fullmatch(text.strip())
    return (found["name"] or "") if found else text


def _doi(fields: Fields, addresses: Iterable[str]) -> str | None:
    """The item's DOI: where the feed names it, or in an address that is made of it."""
    named = _values(fields, "prism:doi", "dc:identifier", "prism:url")
    made = (each for each in addresses if _DOI_ADDRESS.search(each) or each.startswith("10."))
    for place in (*named, *made):
        if found := _DOI.search(unquote(place)):
            return found[0].rstrip(".,;")
    return None


def _journal(fields: Fields) -> str | None:
    """The journal as PRISM names it, with volume, number and first page where they are stated: "J. Sys. 12(3): 45"."""
    stated = (next(_values(fields, f"prism:{key}"), None) for key in _REFERENCE)
    name, volume, number, page = stated
    if name is None:
        return None
    reference = f"{name} {volume}" if volume else name
    reference += f"({number})" if volume and number else ""
    return f"{reference}: {page}" if page else reference
