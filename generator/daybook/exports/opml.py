"""OPML 2.0: lists of feeds, which feed readers take in at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lxml import etree

from daybook.exports import atom
from daybook.exports.entries import Feed


def subscriptions(title: str, groups: Mapping[str, Sequence[Feed]], pages: bool = True) -> bytes:
    """The feeds of these groups by name; those of a group without a name stand on top.

    `pages`: with the pages they belong to. Where the site's address is not known, theirs are relative to its root.
    """
    root = etree.Element("opml", {"version": "2.0"})
    etree.SubElement(etree.SubElement(root, "head"), "title").text = title
    body = etree.SubElement(root, "body")
    for name, feeds in groups.items():
        if feeds:
            place = etree.SubElement(body, "outline", {"text": name}) if name else body
            for feed in feeds:
                etree.SubElement(place, "outline", _outline(feed, pages))
    etree.indent(root, "")
    return etree.tostring(root, encoding="utf-8", xml_declaration=True) + b"\n"


def _outline(feed: Feed, pages: bool) -> dict[str, str]:
    told = {"type": "rss", "text": feed.title, "xmlUrl": feed.address(atom.SUFFIX) or f"{feed.path}{atom.SUFFIX}"}
    return told | ({"htmlUrl": feed.page} if feed.page and pages else {})
