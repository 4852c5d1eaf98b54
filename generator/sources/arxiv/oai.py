"""Answers of arXiv's OAI-PMH service: its own base address since 2025, and export.arxiv.org/oai2 before that.

Records in arXiv, arXivRaw, arXivOld and oai_dc. A harvest announces nothing: an entry's date is its record's datestamp
(when its metadata changed), the Listing's is the answer's. `acm-class` is not read: the service writes the MSC class
there. What a token states of its list is compared with what was read.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from urllib.parse import parse_qs, unquote

from generator.errors import Refused
from generator.model import Count, Entry, Listing, arxiv_id
from generator.sources import xml
from generator.sources.arxiv import oai_records
from generator.sources.plain_text import Head, one_line, parse_time
from generator.sources.xml import Element, Problem

NAME = "OAI-PMH answer"

_WORDS = ("identifier", "metadataPrefix", "from", "until", "set", "resumptionToken")
_MORE = "more pages follow"


def recognises(head: Head) -> bool:
    """Whether a document is an OAI-PMH answer: by its root element."""
    return xml.root_name(head) == "oai-pmh"


def read(data: bytes) -> tuple[Listing, ...]:
    """The answer as a Listing; one without entries for Identify, ListSets and the like, told in its notes.

    Raises Refused for the service's errors (but "no records match" is a quiet Listing) and for broken documents.
    """
    root = xml.parse(data)
    if xml.name_of(root) != "OAI-PMH":
        raise Refused("is not an OAI-PMH answer", location="line 1")
    answered = parse_time(xml.text_of(root, "responseDate") or "")
    if answered is None:
        raise Refused("does not say of when it is (responseDate)", hint="fetch it again")
    if (errors := xml.children(root, "error")) and not _nothing(errors):
        expired = any(xml.attribute(error, "code") == "badResumptionToken" for error in errors)
        raise Refused(_reason(errors), hint="begin the list again" if expired else "mend the request")
    for verb in ("ListRecords", "GetRecord"):
        if (body := xml.child(root, verb)) is not None:
            return (_records(root, body, answered.date()),)
    if errors:
        return (_listing(root, answered.date(), quiet=True),)
    return (_listing(root, answered.date(), notes=(_summary(root),)),)


def _nothing(errors: Sequence[Element]) -> bool:
    return all(xml.attribute(error, "code") == "noRecordsMatch" for error in errors)


def _reason(errors: Sequence[Element]) -> str:
    reasons = (f"{xml.attribute(error, 'code') or 'error'}: {one_line(xml.content(error))}" for error in errors)
    return f"the service answers {'; '.join(reasons)}"


def _listing(
    root: Element,
    day: dt.date,
    *,
    layout: str = "",
    quiet: bool = False,
    entries: tuple[Entry, ...] = (),
    counts: tuple[Count, ...] = (),
    notes: tuple[str, ...] = (),
) -> Listing:
    request = xml.child(root, "request")
    return Listing(
        source="arxiv-oai",
        format=f"{NAME} ({layout})" if layout else NAME,
        date=day,
        category=None if request is None else _category(request),
        part=None if request is None else _part(request),
        quiet=quiet,
        entries=entries,
        counts=counts,
        notes=notes,
    )


def _part(request: Element) -> str | None:
    """The words of the request that tell this page from others: "ListRecords metadataPrefix=arXiv from=2026-06-30"."""
    words = [xml.attribute(request, "verb")]
    words += [f"{name}={value}" for name in _WORDS if (value := xml.attribute(request, name))]
    return " ".join(word for word in words if word) or None


def _category(request: Element) -> str | None:
    """The category that the request's set names; None for groups and archives.

    On later pages the set stands in the token. It is looked for there only to label the records alike.
    """
    asked = xml.attribute(request, "set")
    if not asked:
        token = parse_qs(unquote(xml.attribute(request, "resumptionToken")))
        asked = token.get("set", [""])[0]
    return oai_records.category_of(asked)


def _records(root: Element, body: Element, day: dt.date) -> Listing:
    """The records of a page, with what its resumption token states."""
    records = xml.children(body, "record")
    results = [_entry(record, place, day) for place, record in enumerate(records, 1)]
    entries = tuple(result for result in results if isinstance(result, Entry))
    if records and not entries and all(isinstance(result, Problem) for result in results):
        raise Refused(
            "holds records, but none is of an arXiv paper", location="entry 1", hint="ask arXiv's own service"
        )
    deleted = [result for result in results if isinstance(result, str)]
    notes = [str(result) for result in results if isinstance(result, Problem)]
    notes += [f"deleted: {', '.join(deleted)}"] if deleted else []
    token = xml.child(body, "resumptionToken")
    if token is not None and xml.content(token).strip():
        notes.append(_MORE)
    return _listing(
        root,
        day,
        layout=_layout(records),
        entries=entries,
        counts=(_count(token, len(entries) + len(deleted)),),
        notes=tuple(notes),
    )


def _layout(records: Sequence[Element]) -> str:
    """The name of the first record's format as the service calls it; "" where there is none."""
    for record in records:
        if (metadata := oai_records.metadata_of(record)) is not None:
            name = xml.name_of(metadata)
            return "oai_dc" if name == "dc" else name
    return ""


def _count(token: Element | None, read_here: int) -> Count:
    """What the token states of the list. Only the last page tells how many records it must hold: all that are left."""
    cursor, total = (None if token is None else _number(token.get(name)) for name in ("cursor", "completeListSize"))
    if token is None or cursor is None or total is None:
        return Count(section="all", read=read_here, total=total)
    rest = max(total - cursor, 0)
    last = not xml.content(token).strip()
    return Count(section="all", read=read_here, shown=rest if last or read_here > rest else None, total=total)


def _number(text: str | None) -> int | None:
    return int(text) if text and re.fullmatch(r"\d{1,9}", text, re.ASCII) else None


def _entry(record: Element, place: int, day: dt.date) -> Entry | Problem | str:
    """A record as an Entry; the id alone where the record is deleted."""
    header = xml.child(record, "header")
    stated = "" if header is None else xml.text_of(header, "identifier") or ""
    if header is not None and xml.attribute(header, "status") == "deleted":
        ident = arxiv_id.parse(stated)
        return ident.id if ident else stated
    metadata = oai_records.metadata_of(record)
    if header is None or metadata is None:
        return Problem(place, "a record without header or metadata")
    date = xml.day(xml.text_of(header, "datestamp")) or day
    codes = [code for each in xml.texts_of(header, "setSpec") if (code := oai_records.category_of(each))]
    return oai_records.entry(metadata, place, date, stated, codes)


def _summary(root: Element) -> str:
    """In a few words, what an answer without papers says."""
    if (body := xml.child(root, "Identify")) is not None:
        return f"Identify: {xml.text_of(body, 'repositoryName') or 'a repository without a name'}"
    if (body := xml.child(root, "ListSets")) is not None:
        return f"{len(xml.children(body, 'set'))} sets"
    if (body := xml.child(root, "ListMetadataFormats")) is not None:
        names = [xml.text_of(each, "metadataPrefix") or "" for each in xml.children(body, "metadataFormat")]
        return f"{len(names)} metadata formats: {', '.join(names)}"
    if (body := xml.child(root, "ListIdentifiers")) is not None:
        token = xml.child(body, "resumptionToken")
        more = f"; {_MORE}" if token is not None and xml.content(token).strip() else ""
        return f"ListIdentifiers: {len(xml.children(body, 'header'))} identifiers, no papers{more}"
    raise Refused("answers none of OAI-PMH's requests", hint="fetch it again")
