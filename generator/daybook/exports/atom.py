"""Atom (RFC 4287): a feed of entries, and the whole archive as one. lxml escapes all that comes from outside."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator

from lxml import etree

from daybook.config import Settings
from daybook.exports.entries import ARXIV, BEGAN, Announcement, Entry, Feed, announcements, in_order, machine, of_paper
from daybook.model import Archive
from daybook.view.context import View

SUFFIX = ".xml"
TYPE = "application/atom+xml"

_FEED = f'<feed xmlns="http://www.w3.org/2005/Atom" xmlns:arxiv="{ARXIV}" xml:lang="en">'.encode()
_HEAD = b'<?xml version="1.0" encoding="utf-8"?>\n' + _FEED + b"\n"
_FOOT = b"</feed>\n"


def feed(about: Feed, entries: Iterable[bytes], updated: dt.date | None) -> bytes:
    """A feed. `entries`: as `entry` makes them, newest first; `updated`: when the newest was; None: it has none."""
    return b"".join((_HEAD, _head(about, updated or BEGAN), *entries, _FOOT))


def entry(told: Entry) -> bytes:
    """An entry, on a line of its own. Its element names are those of the feed's default name space."""
    element = etree.Element("entry")
    _text(element, "id", told.id)
    _text(element, "title", told.title)
    _text(element, "published", moment(told.published))
    _text(element, "updated", moment(told.updated))
    for name in told.authors:
        _text(etree.SubElement(element, "author"), "name", name)
    for term in told.terms:
        shown = {"term": term.term, "scheme": term.scheme, "label": term.label}
        etree.SubElement(element, "category", {name: value for name, value in shown.items() if value})
    _link(element, "alternate", told.page, "")
    _link(element, "related", told.source, "")
    _link(element, "related", told.pdf, "application/pdf")
    _text(element, "content", told.html, type="html")
    more = "".join(f"<arxiv:{name}>{value}</arxiv:{name}>" for name, value in machine(told).items())
    return _within(element) + more.encode() + b"</entry>\n"


def lines(archive: Archive) -> Iterator[bytes]:
    """The whole archive as a feed, an entry a line; of abstracts only those that anyone may publish."""
    view = View(archive, Settings(title="Daybook", categories=()))
    last = announcements(archive.days, archive.papers)
    for key, paper in archive.papers.items():
        last.setdefault(key, Announcement(key, paper.first_seen, "harvest"))
    ordered = in_order(last.values())
    about = Feed(names=("export",), title="Daybook", owner="Daybook")
    yield _HEAD
    yield _head(about, ordered[0].date if ordered else BEGAN)
    for each in ordered:
        yield entry(of_paper(view, each))
    yield _FOOT


def moment(date: dt.date) -> str:
    """A date as a time: midnight UTC, which is when arXiv announces what it dates so, to the hour."""
    return f"{date.isoformat()}T00:00:00Z"


def _head(about: Feed, updated: dt.date) -> bytes:
    """What a feed says of itself."""
    element = etree.Element("feed")
    _text(element, "id", about.id)
    _text(element, "title", about.title)
    if about.subtitle:
        _text(element, "subtitle", about.subtitle)
    _text(element, "updated", moment(updated))
    _text(etree.SubElement(element, "author"), "name", about.owner)
    _link(element, "self", about.address(SUFFIX), TYPE)
    _link(element, "alternate", about.page, "")
    return _within(element).removeprefix(b"<feed>") + b"\n"


def _text(parent: etree._Element, name: str, text: str, **attributes: str) -> None:
    etree.SubElement(parent, name, attributes).text = text


def _link(parent: etree._Element, rel: str, address: str, kind: str) -> None:
    if address:
        told = {"rel": rel, "type": kind, "href": address}
        etree.SubElement(parent, "link", {name: value for name, value in told.items() if value})


def _within(element: etree._Element) -> bytes:
    """An element without its end tag."""
    return etree.tostring(element, encoding="utf-8").removesuffix(f"</{element.tag}>".encode())
