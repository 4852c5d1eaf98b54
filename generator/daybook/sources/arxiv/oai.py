"""Responses of arXiv's OAI-PMH service: oaipmh.arxiv.org since 2025, export.arxiv.org/oai2 before that.

Records are in the formats arXiv, arXivRaw, arXivOld and oai_dc. A harvest announces nothing: an entry's date is its
record's datestamp (when its metadata changed), the Listing's is the response's. `acm-class` is not read: the service
writes the MSC class there. The counts in a resumption token are compared with what was read.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from urllib.parse import parse_qs, unquote

from daybook.errors import Refused
from daybook.model import Count, Entry, Listing, ids
from daybook.sources import xml
from daybook.sources.arxiv import oai_records
from daybook.sources.entries import read_each
from daybook.sources.plain_text import Head, one_line, parse_count, parse_iso_day, parse_time
from daybook.sources.xml import Element

NAME = "OAI-PMH answer"

_WORDS = ("identifier", "metadataPrefix", "from", "until", "set", "resumptionToken")
_MORE = "more pages follow"


def recognises(head: Head) -> bool:
    """Whether a document is an OAI-PMH response, judged by its root element."""
    return xml.root_name(head) == "oai-pmh"


def read(data: bytes) -> tuple[Listing, ...]:
    """The response as a Listing; for Identify, ListSets and the like it has no entries, and a note summarises it.

    Raises Refused for the service's errors (except "no records match", a quiet Listing) and for broken documents.
    """
    root = xml.parse(data)
    if xml.name_of(root) != "OAI-PMH":
        raise Refused("not an OAI-PMH response", location="line 1")
    answered = parse_time(xml.text_of(root, "responseDate") or "")
    if answered is None:
        raise Refused("has no date (responseDate)", hint="fetch it again")
    if (errors := xml.children(root, "error")) and not _nothing(errors):
        expired = any(xml.attribute(error, "code") == "badResumptionToken" for error in errors)
        raise Refused(
            _reason(errors), hint="request the list again from its beginning" if expired else "correct the request"
        )
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
    return f"OAI-PMH error: {'; '.join(reasons)}"


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
    """The parts of the request that identify this page: "ListRecords metadataPrefix=arXiv from=2026-06-30"."""
    words = [xml.attribute(request, "verb")]
    words += [f"{name}={value}" for name in _WORDS if (value := xml.attribute(request, name))]
    return " ".join(word for word in words if word) or None


def _category(request: Element) -> str | None:
    """The category that the request's set names; None for groups and archives.

    On later pages the set is in the resumption token, which is read only to label all pages alike.
    """
    asked = xml.attribute(request, "set")
    if not asked:
        token = parse_qs(unquote(xml.attribute(request, "resumptionToken")))
        asked = token.get("set", [""])[0]
    return oai_records.category_of(asked)


def _records(root: Element, body: Element, day: dt.date) -> Listing:
    """The records of a page, with the counts in its resumption token."""
    records = xml.children(body, "record")
    entries, left_out = read_each(records, lambda record, place: _entry(record, place, day))
    deleted = [_identifier(record) for record in records if _is_deleted(record)]
    if records and not entries and not deleted:
        raise Refused("none of the records is an arXiv paper", location="entry 1", hint="use arXiv's own service")
    notes = [*left_out, *([f"deleted: {', '.join(map(_short, deleted))}"] if deleted else [])]
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
    """The service's name for the format of the first record with metadata; "" if there is none."""
    for record in records:
        if (metadata := oai_records.metadata_of(record)) is not None:
            name = xml.name_of(metadata)
            return "oai_dc" if name == "dc" else name
    return ""


def _count(token: Element | None, read_here: int) -> Count:
    """The counts in the token. Only on the last page do they state how many records it has: all that remain."""
    cursor, total = (None if token is None else parse_count(token.get(name)) for name in ("cursor", "completeListSize"))
    if token is None or cursor is None or total is None:
        return Count(section="all", read=read_here, total=total)
    rest = max(total - cursor, 0)
    last = not xml.content(token).strip()
    return Count(section="all", read=read_here, shown=rest if last or read_here > rest else None, total=total)


def _entry(record: Element, place: int, day: dt.date) -> Entry | None:
    """A record as an Entry; None where it is deleted. Raises Refused where it is unusable."""
    if _is_deleted(record):
        return None
    header = xml.child(record, "header")
    metadata = oai_records.metadata_of(record)
    if header is None or metadata is None:
        raise Refused("record without header or metadata")
    date = parse_iso_day(xml.text_of(header, "datestamp")) or day
    codes = [code for each in xml.texts_of(header, "setSpec") if (code := oai_records.category_of(each))]
    return oai_records.entry(metadata, place, date, _identifier(record), codes)


def _is_deleted(record: Element) -> bool:
    header = xml.child(record, "header")
    return header is not None and xml.attribute(header, "status") == "deleted"


def _identifier(record: Element) -> str:
    """The identifier in a record's header; "" where there is none."""
    header = xml.child(record, "header")
    return "" if header is None else xml.text_of(header, "identifier") or ""


def _short(identifier: str) -> str:
    """The arXiv id in an identifier; the identifier itself where it has none."""
    ident = ids.parse(identifier)
    return ident.id if ident else identifier


def _summary(root: Element) -> str:
    """A summary, in a few words, of a response without papers."""
    if (body := xml.child(root, "Identify")) is not None:
        return f"Identify: {xml.text_of(body, 'repositoryName') or 'unnamed repository'}"
    if (body := xml.child(root, "ListSets")) is not None:
        return f"{len(xml.children(body, 'set'))} sets"
    if (body := xml.child(root, "ListMetadataFormats")) is not None:
        names = [xml.text_of(each, "metadataPrefix") or "" for each in xml.children(body, "metadataFormat")]
        return f"{len(names)} metadata formats: {', '.join(names)}"
    if (body := xml.child(root, "ListIdentifiers")) is not None:
        token = xml.child(body, "resumptionToken")
        more = f"; {_MORE}" if token is not None and xml.content(token).strip() else ""
        return f"ListIdentifiers: {len(xml.children(body, 'header'))} identifiers, no papers{more}"
    raise Refused("not a response to any OAI-PMH request", hint="fetch it again")
