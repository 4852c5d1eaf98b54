"""JSON Feed 1.1 (jsonfeed.org): the same entries as in Atom."""

from __future__ import annotations

from collections.abc import Iterable

from daybook.exports.atom import moment
from daybook.exports.entries import Entry, Feed, machine
from daybook.model.jsonl import to_json

SUFFIX = ".json"
TYPE = "application/feed+json"

_VERSION = "https://jsonfeed.org/version/1.1"


def feed(about: Feed, entries: Iterable[bytes]) -> bytes:
    """A feed. `entries`: as `entry` makes them, newest first."""
    head = {
        "version": _VERSION,
        "title": about.title,
        "home_page_url": about.page,
        "feed_url": about.address(SUFFIX),
        "description": about.subtitle,
        "language": "en",
        "authors": [{"name": about.owner}],
    }
    told = to_json({name: value for name, value in head.items() if value})
    return told.removesuffix(b"}") + b',"items":[\n' + b",\n".join(entries) + b"\n]}\n"


def entry(told: Entry) -> bytes:
    """An entry, on a line of its own."""
    item: dict[str, object] = {
        "id": told.id,
        "url": told.page,
        "external_url": told.source,
        "title": told.title,
        "content_html": told.html,
        "date_published": moment(told.published),
        "date_modified": moment(told.updated),
        "authors": [{"name": name} for name in told.authors],
        "tags": [term.label or term.term for term in told.terms],
        "attachments": [{"url": told.pdf, "mime_type": "application/pdf"}] if told.pdf else [],
        "_arxiv": machine(told),
    }
    return to_json({name: value for name, value in item.items() if value})
