"""One entry of an arXiv listing page: a <dt> with the id, marker and formats, and a <dd> with the fields."""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass
from urllib.parse import unquote

from daybook.errors import Refused
from daybook.model import Entry, EntryType, ids
from daybook.sources.author_list import names_in
from daybook.sources.entries import bad_id
from daybook.sources.html import drop_descriptors, line_of, paragraphs_of
from daybook.sources.plain_text import one_line, optional, says_withdrawn
from daybook.sources.restore import Element, classes_of, replace, text_of

_MARKER = re.compile(r"\((?:cross-list from\s[^()]++|replaced)\)", re.IGNORECASE)
_ABSTRACT_LINK = re.compile(r"(?:^|/)abs/([^?#]+?)/?(?:[?#]|$)")
_FULL_TEXT = re.compile(r"(?:^|/)(pdf|html)/([^?#]+?)(?:\.pdf)?/?(?:[?#]|$)")
_WRITTEN_ID = re.compile(r"arXiv:\s*(\S+)")
_CODE = re.compile(r"\(([A-Za-z][A-Za-z-]*(?:\.[A-Za-z-]+)?)\)\s*$")
_NOT_A_NAME = re.compile(r"additional authors not shown|^\(?hide authors", re.IGNORECASE)
_FORMATS = ("pdf", "html", "other", "ps")
_SHOWN_AUTHORS = 100  # a listing silently drops any further authors
_LABELS = {"title", "authors", "comments", "journal-ref", "subjects", "report-no", "msc-class", "acm-class", "doi"}


@dataclass(frozen=True, slots=True)
class ListingItem:
    """The markup of an entry."""

    place: int  # 1-based among the page's entries
    term: Element  # its <dt>
    fields: Element | None  # its <dd>; None if it has none

    @property
    def number(self) -> int | None:
        """The number printed in front of it: 301 for [301]."""
        match = re.match(r"\s*\[(\d+)\]", text_of(self.term))
        return int(match[1]) if match else None


def read_entry(item: ListingItem, section: EntryType, date: dt.date) -> Entry:
    """Read an entry.

    section: the type that the item's section states; the item's own marker overrides it, but not "harvest".
    Raises Refused where the id is missing or not an arXiv id, or the title is missing.
    """
    ident, version = _identity(item)
    fields = _fields(item.fields)
    title = line_of(fields.get("title"))
    if not title:
        raise Refused("has no title")
    names, complete = authors_of(fields.get("authors"))
    codes = subject_codes(line_of(fields.get("subjects")))
    abstract = _abstract(item.fields)
    comments = optional(line_of(fields.get("comments")))
    return Entry(
        place=item.place,
        type=section if section == "harvest" else _marked(item, section),
        date=date,
        title=title,
        arxiv_id=ident,
        version=version,
        authors=names,
        authors_complete=complete and len(names) < _SHOWN_AUTHORS,
        abstract=abstract,
        primary_category=codes[0] if codes else None,
        categories=codes,
        comments=comments,
        journal_ref=optional(line_of(fields.get("journal-ref"))),
        doi=optional(line_of(fields.get("doi"))),
        report_no=optional(line_of(fields.get("report-no"))),
        msc_class=optional(line_of(fields.get("msc-class"))),
        acm_class=optional(line_of(fields.get("acm-class"))),
        withdrawn=says_withdrawn(comments) or says_withdrawn(abstract),
        formats=_formats(item.term),
    )


def _identity(item: ListingItem) -> tuple[str, int | None]:
    """The id of an item, and the version if its links name one."""
    links = [unquote(link.get("href") or "") for link in item.term.iter("a")]
    written = [match[1] for href in links if (match := _ABSTRACT_LINK.search(href))]
    written += _WRITTEN_ID.findall(text_of(item.term))
    ident = ids.parse(written[0]) if written else None
    if ident is None:
        raise bad_id(written[0] if written else "")
    shown = [ids.parse(match[2]) for href in links if (match := _FULL_TEXT.search(href))]
    others = [*map(ids.parse, written), *shown]
    if other := next((other.id for other in others if other and other.id != ident.id), None):
        raise Refused(f"names two papers, {ident.id} and {other}")
    return ident.id, ident.version or next((other.version for other in shown if other and other.version), None)


def _marked(item: ListingItem, section: EntryType) -> EntryType:
    """The type that an item's marker states, else its section's. A replaced cross-list counts as a replacement."""
    markers = [marker.lower() for marker in _MARKER.findall(one_line(text_of(item.term)))]
    if "(replaced)" in markers:
        return "replace"
    return "cross" if markers else section


def _formats(term: Element) -> tuple[str, ...]:
    texts = (line_of(link).lower() for link in term.iter("a"))
    return tuple(dict.fromkeys(text for text in texts if text in _FORMATS))


def _fields(description: Element | None) -> dict[str, Element]:
    """The fields of an entry by name, from their classes or, if a page has lost those, their labels.

    They are removed from the description, which leaves the abstract.
    """
    fields: dict[str, Element] = {}
    if description is None:
        return fields
    for block in description.iter("div"):
        name = _field_name(block)
        if name:
            fields.setdefault(name, block)
    drop_descriptors(description)
    for block in fields.values():
        replace(block)
    return fields


def _field_name(block: Element) -> str | None:
    listed = sorted(name for name in classes_of(block) if name.startswith("list-"))
    if listed:
        return listed[0].removeprefix("list-")
    label = next((line_of(child) for child in block if "descriptor" in classes_of(child)), "")
    name = label.rstrip(": ").lower()
    return name if name in _LABELS else None


def _abstract(description: Element | None) -> str | None:
    """The abstract: all text outside the fields, if there is a <p>.

    Not just the text of the <p>: a formula that a browser rendered as a block closes it too early.
    """
    if description is None or next(description.iter("p"), None) is None:
        return None
    return paragraphs_of(description) or None


def authors_of(element: Element | None) -> tuple[tuple[str, ...], bool]:
    """The names in an author block, and whether the list is complete.

    Linked names are used as written (the text between them is affiliations); a list without links is split.
    """
    text = line_of(element)
    if element is None or not text or "author list is unavailable" in text:
        return (), False
    complete = "additional authors not shown" not in text
    linked = [line_of(link) for link in element.iter("a")]
    names = [name.removeprefix("and ") for name in linked if name and not _NOT_A_NAME.search(name)]
    return tuple(names) or names_in(text), complete


def subject_codes(text: str) -> tuple[str, ...]:
    """The codes in a line of subjects: the last parentheses before each semicolon, in order, without repetitions.

    >>> subject_codes("Distributed, Parallel, and Cluster Computing (cs.DC); Quantum Physics (quant-ph)")
    ('cs.DC', 'quant-ph')
    """
    codes = (_CODE.search(subject) for subject in text.split(";"))
    return tuple(dict.fromkeys(code[1] for code in codes if code))
