"""The formats of feeds, of which all feeds are made: Atom (RFC 4287) and JSON Feed 1.1; and OPML 2.0, lists of feeds.

A format is a class here and a line in `FORMATS`: exports/feeds.py makes its files, the page of feeds lists them, and
the pages' heads name them. lxml and msgspec escape all that comes from outside.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol

from lxml import etree

from daybook.config import Settings
from daybook.exports.feed_entries import ARXIV, BEGAN, Announcement, Feed, FeedEntry, announcements, in_order, of_paper
from daybook.model import Archive
from daybook.model.jsonl import to_json
from daybook.view.archive_view import View


class Format(Protocol):
    """A format of feeds."""

    suffix: str
    """Of its files."""
    type: str
    """Its media type."""
    for_authors: bool
    """Whether authors have feeds in it, too: they come by the thousands."""

    def entry(self, told: FeedEntry) -> bytes:
        """An entry, on a line of its own."""

    def feed(self, about: Feed, entries: Iterable[bytes], updated: dt.date | None) -> bytes:
        """A feed. `entries`: as `entry` makes them, newest first; `updated`: when the newest was; None: it has none."""


class Atom(Format):
    """Atom (RFC 4287)."""

    suffix = ".xml"
    type = "application/atom+xml"
    for_authors = True

    def entry(self, told: FeedEntry) -> bytes:
        """An entry. Its element names are those of the feed's default name space."""
        element = etree.Element("entry")
        _text(element, "id", told.id)
        _text(element, "title", told.title)
        _text(element, "published", _moment(told.published))
        _text(element, "updated", _moment(told.updated))
        for name in told.authors:
            _text(etree.SubElement(element, "author"), "name", name)
        for term in told.terms:
            _stated(element, "category", term=term.term, scheme=term.scheme, label=term.label)
        _link(element, "alternate", told.page)
        _link(element, "related", told.source)
        _link(element, "related", told.pdf, "application/pdf")
        _text(element, "content", told.html, type="html")
        more = "".join(f"<arxiv:{name}>{value}</arxiv:{name}>" for name, value in told.machine.items())
        return _within(element) + more.encode() + b"</entry>\n"

    def head(self, about: Feed, updated: dt.date | None) -> bytes:
        """What a feed says of itself."""
        element = etree.Element("feed")
        _text(element, "id", about.id)
        _text(element, "title", about.title)
        if about.subtitle:
            _text(element, "subtitle", about.subtitle)
        _text(element, "updated", _moment(updated or BEGAN))
        _text(etree.SubElement(element, "author"), "name", about.owner)
        _link(element, "self", about.address(self.suffix), self.type)
        _link(element, "alternate", about.page)
        names = f'<feed xmlns="http://www.w3.org/2005/Atom" xmlns:arxiv="{ARXIV}" xml:lang="en">'.encode()
        return (
            b'<?xml version="1.0" encoding="utf-8"?>\n'
            + names
            + b"\n"
            + _within(element).removeprefix(b"<feed>")
            + b"\n"
        )

    def feed(self, about: Feed, entries: Iterable[bytes], updated: dt.date | None) -> bytes:
        """See `Format`."""
        return b"".join((self.head(about, updated), *entries, b"</feed>\n"))


class JsonFeed(Format):
    """JSON Feed 1.1 (jsonfeed.org)."""

    suffix = ".json"
    type = "application/feed+json"
    for_authors = False

    def entry(self, told: FeedEntry) -> bytes:
        """See `Format`."""
        return _object({
            "id": told.id,
            "url": told.page,
            "external_url": told.source,
            "title": told.title,
            "content_html": told.html,
            "date_published": _moment(told.published),
            "date_modified": _moment(told.updated),
            "authors": [{"name": name} for name in told.authors],
            "tags": [term.label or term.term for term in told.terms],
            "attachments": [{"url": told.pdf, "mime_type": "application/pdf"}] if told.pdf else [],
            "_arxiv": told.machine,
        })  # fmt: skip

    def feed(self, about: Feed, entries: Iterable[bytes], updated: dt.date | None) -> bytes:
        """See `Format`."""
        head = _object({
            "version": "https://jsonfeed.org/version/1.1",
            "title": about.title,
            "home_page_url": about.page,
            "feed_url": about.address(self.suffix),
            "description": about.subtitle,
            "language": "en",
            "authors": [{"name": about.owner}],
        })  # fmt: skip
        return head.removesuffix(b"}") + b',"items":[\n' + b",\n".join(entries) + b"\n]}\n"


ATOM = Atom()
FORMATS: tuple[Format, ...] = (ATOM, JsonFeed())
"""All of them. The first is the one that lists of feeds name, and whose address stands for a feed's others."""


def files(feed: str) -> list[tuple[str, str]]:
    """(media type, path) of a feed in each of its formats, from its path in the first of them."""
    ours = [each for each in FORMATS if each.for_authors or not feed.startswith("feeds/authors/")]
    return [(each.type, feed.removesuffix(ATOM.suffix) + each.suffix) for each in ours]


def atom(archive: Archive) -> Iterator[bytes]:
    """The whole archive as a feed, an entry a line; of abstracts only those that anyone may publish."""
    view = View(archive, Settings(title="Daybook", categories=()))
    last = announcements(archive.days, archive.papers)
    for key, paper in archive.papers.items():
        last.setdefault(key, Announcement(key, paper.first_seen, "harvest"))
    ordered = in_order(last.values())
    yield ATOM.head(Feed(names=("export",), title="Daybook", owner="Daybook"), ordered[0].date if ordered else None)
    for each in ordered:
        yield ATOM.entry(of_paper(view, each))
    yield b"</feed>\n"


def subscriptions(title: str, groups: Mapping[str, Sequence[Feed]], pages: bool = True) -> bytes:
    """A list of feeds in OPML, which feed readers take in at once: those of these groups by name; those of a group
    without a name stand on top.

    `pages`: with the pages they belong to. Where the site's address is not known, theirs are relative to its root.
    """
    root = etree.Element("opml", {"version": "2.0"})
    etree.SubElement(etree.SubElement(root, "head"), "title").text = title
    body = etree.SubElement(root, "body")
    for name, feeds in groups.items():
        place = etree.SubElement(body, "outline", {"text": name}) if name and feeds else body
        for feed in feeds:
            address = feed.address(ATOM.suffix) or f"{feed.path}{ATOM.suffix}"
            _stated(place, "outline", type="rss", text=feed.title, xmlUrl=address, htmlUrl=feed.page if pages else "")
    etree.indent(root, "")
    return etree.tostring(root, encoding="utf-8", xml_declaration=True) + b"\n"


def _moment(date: dt.date) -> str:
    """A date as a time: midnight UTC, which is when arXiv announces what it dates so, to the hour."""
    return f"{date.isoformat()}T00:00:00Z"


def _text(parent: etree._Element, name: str, text: str, **attributes: str) -> None:
    etree.SubElement(parent, name, attributes).text = text


def _stated(parent: etree._Element, name: str, **attributes: str) -> None:
    """An element with those attributes that have a value."""
    etree.SubElement(parent, name, {key: value for key, value in attributes.items() if value})


def _link(parent: etree._Element, rel: str, address: str, type_: str = "") -> None:
    if address:
        _stated(parent, "link", rel=rel, type=type_, href=address)


def _within(element: etree._Element) -> bytes:
    """An element without its end tag."""
    return etree.tostring(element, encoding="utf-8").removesuffix(f"</{element.tag}>".encode())


def _object(values: Mapping[str, object]) -> bytes:
    return to_json({name: value for name, value in values.items() if value})
