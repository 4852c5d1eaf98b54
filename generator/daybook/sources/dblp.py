"""dblp's tables of contents: the `<bht>` of a proceedings or volume, or XML of the same records (`<dblp>`, persons).

A table of contents announces nothing: an entry's date is its record's `mdate`, the Listing's is the newest of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import unquote

from daybook.errors import Refused
from daybook.model import Entry, Listing, ids
from daybook.sources import xml
from daybook.sources.plain_text import Head, one_line, parse_iso_day
from daybook.sources.received import read_each
from daybook.sources.xml import Element

NAME = "dblp table of contents"

_ROOTS = ("bht", "dblp", "dblpperson")
_PAPERS = frozenset({"article", "inproceedings", "incollection", "phdthesis", "mastersthesis", "data"})
_VOLUMES = frozenset({"proceedings", "book"})
_NUMBERED = re.compile(r" \d{4}$", re.ASCII)
_DOI = re.compile(r"(?:https?://(?:dx\.)?doi\.org/)(10\.\d{4,9}/\S+)", re.IGNORECASE)
_ARXIV_DOI = re.compile(r"10\.48550/arXiv\.(.+)", re.IGNORECASE)


def recognises(head: Head) -> bool:
    """Whether a document is from dblp, judged by its root element."""
    return xml.root_name(head) in _ROOTS


def read(data: bytes) -> tuple[Listing, ...]:
    """The papers of a table of contents as a Listing; the volume's own record goes into the notes."""
    root = xml.parse(data)
    entries, notes = read_each(_records(root, _PAPERS), _entry)
    dates = [day for each in root.iter() if (day := parse_iso_day(each.get("mdate")))]
    if not dates:
        raise Refused("contains no records", hint="download the table of contents from dblp as XML")
    part = xml.attribute(root, "key") or xml.attribute(root, "pid") or None
    notes = (*(f"front matter left out: {_title(each)}" for each in _records(root, _VOLUMES)), *notes)
    return (Listing(source="dblp", format=NAME, date=max(dates), part=part, entries=entries, notes=notes),)


def _records(root: Element, kinds: frozenset[str]) -> Iterator[Element]:
    return (each for each in root.iter("*") if xml.name_of(each) in kinds and each.get("key"))


def _entry(record: Element, place: int) -> Entry:
    title, date = _title(record), parse_iso_day(record.get("mdate"))
    if not title or date is None:
        raise Refused("has no title" if date else "has no date (mdate)")
    # Of the e-print an address may be known: at arxiv.org, or one of arXiv's DOIs.
    addresses: dict[str, ids.ArxivId | None] = {}
    for each in xml.texts_of(record, "ee"):
        doi = _DOI.match(each)
        own = _ARXIV_DOI.fullmatch(doi[1]) if doi else None
        addresses[each] = ids.parse(own[1] if own else each)
    eprint = next(filter(None, addresses.values()), None)
    published = [each for each, ident in addresses.items() if ident is None]
    return Entry(
        place=place, type="harvest", date=date, title=title,
        arxiv_id=eprint.id if eprint else None, version=eprint.version if eprint else None,
        authors=tuple(_NUMBERED.sub("", name) for name in xml.texts_of(record, "author")),
        journal_ref=_reference(record),
        doi=next((unquote(stated[1]) for each in published if (stated := _DOI.match(each))), None),
        withdrawn=xml.attribute(record, "publtype") == "withdrawn",
        url=next((each for each in published if each.startswith(("https://", "http://"))), None),
    )  # fmt: skip


def _title(record: Element) -> str:
    """The title as plain text (dblp's may contain sub, sup, i, tt), without the full stop that dblp adds."""
    return one_line(xml.content(xml.child(record, "title"))).removesuffix(".")


def _reference(record: Element) -> str | None:
    """Where a paper appeared, in dblp's style: "SOSP 2025: 1-17", "Comput. J. 68(3): 1-17 (2025)". None: an e-print."""
    year, pages, volume, number = (xml.text_of(record, name) for name in ("year", "pages", "volume", "number"))
    journal = xml.text_of(record, "journal")
    if journal == "CoRR":
        return None
    ending = f": {pages}" if pages else ""
    if journal:
        issue = (f" {volume}" if volume else "") + (f"({number})" if number else "")
        return f"{journal}{issue}{ending} ({year})" if year else f"{journal}{issue}{ending}"
    where = xml.text_of(record, "booktitle") or xml.text_of(record, "school")
    return f"{where} {year}{ending}" if where and year else where
