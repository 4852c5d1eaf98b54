"""Responses of arXiv's OAI-PMH service: oaipmh.arxiv.org since 2025, export.arxiv.org/oai2 before that.

A harvest announces nothing: an entry's date is its record's datestamp (when its metadata changed), the Listing's is the
response's. The counts in a resumption token are compared with what was read.

Records are in the formats arXiv, arXivRaw, arXivOld and oai_dc. arXivRaw has the versions with their times; arXiv and
oai_dc have only days, taken as midnight UTC. arXivRaw and arXivOld have accents in TeX, arXiv and oai_dc in Unicode:
both are kept as received. `acm-class` is not read: the service writes the MSC class there.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import parse_qs, unquote

from daybook.errors import Refused
from daybook.model import Count, Entry, Listing, Version, arxiv, ids
from daybook.sources import xml
from daybook.sources.author_list import names_in, turned
from daybook.sources.plain_text import (
    Head,
    one_line,
    paragraphs,
    parse_count,
    parse_iso_day,
    parse_time,
    says_withdrawn,
)
from daybook.sources.received import identified, read_each
from daybook.sources.xml import Element

NAME = "OAI-PMH answer"

_WORDS = ("identifier", "metadataPrefix", "from", "until", "set", "resumptionToken")
_MORE = "more pages follow"
_MSC = re.compile(r"\b\d\d(?:[A-Z]\d\d|[A-Z-]?(?:xx|XX|\d\d|-XX))\b")
_ADDRESS = re.compile(r"https?://", re.IGNORECASE)
_SPLIT_ARCHIVES = frozenset({"astro-ph", "cond-mat", "q-bio"})  # former categories that are archives now

_READ = """
    abstract acm-class affiliation authors categories comments contributor coverage created creator date
    datestamp description doi forenames format id identifier journal-ref keyname language license msc-class
    proxy publisher relation report-no rights setSpec size source source_type subject submitter suffix title
    type updated
"""


def recognises(head: Head) -> bool:
    """Whether a document is an OAI-PMH response, judged by its root element."""
    return xml.root_name(head) == "oai-pmh"


def read(data: bytes) -> tuple[Listing, ...]:
    """The response as a Listing; for Identify, ListSets and the like it has no entries, and a note summarises it.

    Raises Refused for the service's errors (except "no records match", a quiet Listing) and for broken documents.
    """
    root = xml.parse(data)
    answered = parse_time(xml.text_of(root, "responseDate"))
    if answered is None:
        raise Refused("has no date (responseDate)", hint="fetch it again")
    # All errors come with HTTP status 200.
    errors = [(xml.attribute(error, "code"), one_line(xml.content(error))) for error in xml.children(root, "error")]
    if any(code != "noRecordsMatch" for code, _ in errors):
        reasons = "; ".join(f"{code or 'error'}: {words}" for code, words in errors)
        expired = any(code == "badResumptionToken" for code, _ in errors)
        hint = "request the list again from its beginning" if expired else "correct the request"
        raise Refused(f"OAI-PMH error: {reasons}", hint=hint)
    bodies = (xml.child(root, verb) for verb in ("ListRecords", "GetRecord"))
    body = next((each for each in bodies if each is not None), None)
    listing = Listing(
        source="arxiv-oai", format=NAME, date=answered.date(), quiet=body is None and bool(errors),
        notes=() if errors or body is not None else (_summary(root),),
    )  # fmt: skip
    if (request := xml.child(root, "request")) is not None:
        words = [f"{name}={value}" for name in _WORDS if (value := xml.attribute(request, name))]
        part = " ".join(filter(None, [xml.attribute(request, "verb"), *words])) or None
        # On later pages the set is in the resumption token, which is read only to label all pages alike.
        # The service's token is the first request's parameters, encoded twice.
        token = parse_qs(unquote(xml.attribute(request, "resumptionToken")))
        asked = xml.attribute(request, "set") or token.get("set", [""])[0]
        listing = replace(listing, category=category_of(asked), part=part)
    return (listing if body is None else _with_records(listing, body),)


def category_of(spec: str) -> str | None:
    """The category that a set names (`cs:cs:IT` is cs.IT, `physics:hep-th` is hep-th); None for groups and archives."""
    parts = spec.split(":")
    code = ".".join(parts[1:]) if len(parts) > 1 else parts[0]
    return code if arxiv.is_category(code) and code not in _SPLIT_ARCHIVES else None


def _with_records(listing: Listing, body: Element) -> Listing:
    """The listing with the records of a page, and the counts in its resumption token."""
    records = xml.children(body, "record")
    entries, left_out = read_each(records, lambda record, place: _entry(record, place, listing.date))
    # arXiv's program of August 2026 makes none, though the service says that it keeps them.
    deleted = [_identifier(record) for record in records if _is_deleted(record)]
    if records and not entries and not deleted:
        raise Refused("none of the records is an arXiv paper", location="entry 1", hint="use arXiv's own service")
    notes = list(left_out)
    if deleted:
        named = ((ids.parse(each), each) for each in deleted)
        notes.append(f"deleted: {', '.join(ident.id if ident else stated for ident, stated in named)}")
    token = xml.child(body, "resumptionToken")
    notes += [_MORE] if xml.content(token).strip() else []
    layout = next((xml.name_of(each) for each in map(_metadata_of, records) if each is not None), "")
    layout = f" ({'oai_dc' if layout == 'dc' else layout})" if layout else ""
    counts = (_count(token, len(entries) + len(deleted)),)
    return replace(
        listing,
        format=f"{NAME}{layout}",
        entries=entries,
        counts=counts,
        notes=tuple(notes),
        unread=xml.unread(records, _READ),
    )


def _count(token: Element | None, read_here: int) -> Count:
    """The counts in the token. Only on the last page do they state how many records it has: all that remain."""
    # Only the service before March 2025 stated them; today's tokens have neither.
    cursor, total = (None if token is None else parse_count(token.get(name)) for name in ("cursor", "completeListSize"))
    if cursor is None or total is None:
        return Count(section="all", read=read_here, total=total)
    rest = max(total - cursor, 0)
    last = not xml.content(token).strip()
    return Count(section="all", read=read_here, shown=rest if last or read_here > rest else None, total=total)


def _is_deleted(record: Element) -> bool:
    return xml.attribute(xml.child(record, "header"), "status") == "deleted"


def _identifier(record: Element) -> str:
    header = xml.child(record, "header")
    return "" if header is None else xml.text_of(header, "identifier") or ""


def _metadata_of(record: Element) -> Element | None:
    metadata = xml.child(record, "metadata")
    return None if metadata is None else next(iter(metadata), None)


def _summary(root: Element) -> str:
    if (body := xml.child(root, "Identify")) is not None:
        return f"Identify: {xml.text_of(body, 'repositoryName') or 'unnamed repository'}"
    if (body := xml.child(root, "ListSets")) is not None:
        return f"{len(xml.children(body, 'set'))} sets"
    if (body := xml.child(root, "ListMetadataFormats")) is not None:
        names = [xml.text_of(each, "metadataPrefix") or "" for each in xml.children(body, "metadataFormat")]
        return f"{len(names)} metadata formats: {', '.join(names)}"
    if (body := xml.child(root, "ListIdentifiers")) is not None:
        more = f"; {_MORE}" if xml.content(xml.child(body, "resumptionToken")).strip() else ""
        return f"ListIdentifiers: {len(xml.children(body, 'header'))} identifiers, no papers{more}"
    raise Refused("not a response to any OAI-PMH request", hint="fetch it again")


def _entry(record: Element, place: int, day: dt.date) -> Entry | None:
    """A record as an Entry; None where it is deleted. Raises Refused where it has no title or no valid id."""
    if _is_deleted(record):
        return None
    header, metadata = xml.child(record, "header"), _metadata_of(record)
    if header is None or metadata is None:
        raise Refused("record without header or metadata")
    # The day on which the metadata last changed, UTC, not of the announcement: a new journal reference moves it, too.
    date = parse_iso_day(xml.text_of(header, "datestamp")) or day
    stated = _identifier(record)
    if xml.name_of(metadata) == "dc":
        codes = [code for each in xml.texts_of(header, "setSpec") if (code := category_of(each))]
        return _dublin_core(metadata, place, date, stated, codes)
    ident, title = _identity(metadata, xml.text_of(metadata, "id") or stated, stated)
    versions = _versions(metadata)
    submitted, updated = _times(metadata, versions)
    comments = xml.text_of(metadata, "comments")
    abstract = paragraphs(xml.content(xml.child(metadata, "abstract"))) or None
    # As stored, primary first: a category may stand there under its alias.
    categories = tuple(dict.fromkeys((xml.text_of(metadata, "categories") or "").split()))
    return Entry(
        place=place, type="harvest", date=date, title=title, arxiv_id=ident.id,
        version=versions[-1].version if versions else None, authors=_authors(metadata), abstract=abstract,
        primary_category=categories[0] if categories else None, categories=categories, comments=comments,
        journal_ref=xml.text_of(metadata, "journal-ref"), doi=xml.text_of(metadata, "doi"),
        report_no=xml.text_of(metadata, "report-no"), msc_class=xml.text_of(metadata, "msc-class"),
        license=xml.text_of(metadata, "license"), submitted=submitted, updated=updated, versions=versions,
        withdrawn=bool(versions and versions[-1].withdrawn) or says_withdrawn(comments, abstract),
    )  # fmt: skip


def _identity(metadata: Element, written: str, stated: str) -> tuple[ids.ArxivId, str]:
    """The id and the title. Raises Refused where there are none, or where the id is not the one that the header states.
    stated: the header's identifier, used if the metadata has no id."""
    ident = identified(written, stated)
    title = xml.text_of(metadata, "title")
    if title is None:
        raise Refused("has no title")
    return ident, title


def _versions(metadata: Element) -> tuple[Version, ...]:
    """The version history in arXivRaw, oldest first; source type I means withdrawn."""
    versions: dict[int, Version] = {}
    for each in xml.children(metadata, "version"):
        number = xml.attribute(each, "version").removeprefix("v")
        if re.fullmatch(r"\d{1,4}", number, re.ASCII):
            versions[int(number)] = Version(
                version=int(number),
                submitted=parse_time(xml.text_of(each, "date")),
                withdrawn="I" in (xml.text_of(each, "source_type") or ""),
            )
    return tuple(versions[number] for number in sorted(versions))


def _times(metadata: Element, versions: Sequence[Version]) -> tuple[dt.datetime | None, dt.datetime | None]:
    """When version 1 and the newest version were submitted: in the version history, else in `created` and `updated`.
    Today's service takes both from the newest version; only the service before it states the time of version 1."""
    if versions:
        return versions[0].submitted if versions[0].version == 1 else None, versions[-1].submitted
    created, updated = (parse_time(xml.text_of(metadata, name)) for name in ("created", "updated"))
    location = " ".join(str(value) for name, value in metadata.attrib.items() if str(name).endswith("schemaLocation"))
    from_first = "http://arxiv.org/OAI/arXiv.xsd" in location
    return created if from_first else None, updated or created


def _authors(metadata: Element) -> tuple[str, ...]:
    """The names in order, from the parts of each name in arXiv, from one string in arXivRaw and arXivOld."""
    listed = xml.child(metadata, "authors")
    if listed is None:
        return ()
    people = xml.children(listed, "author")
    if not people:
        return names_in(xml.content(listed))
    parts = ([xml.text_of(each, name) for name in ("forenames", "keyname", "suffix")] for each in people)
    return tuple(name for each in parts if (name := " ".join(filter(None, each))))


def _dublin_core(metadata: Element, place: int, date: dt.date, stated: str, codes: Sequence[str]) -> Entry:
    """A record in oai_dc: categories as names, comments as a second description, other ids as identifiers. codes: the
    categories of the header's sets."""
    identifiers = xml.texts_of(metadata, "identifier")
    ident, title = _identity(metadata, next(filter(ids.parse, identifiers), stated), stated)
    subjects = xml.texts_of(metadata, "subject")
    categories = _named(subjects, codes)
    abstract, comments, *_ = [*(paragraphs(xml.content(e)) for e in xml.children(metadata, "description")), "", ""]
    comments = one_line(comments).removeprefix("Comment:").strip()
    # That of version 1, then that of the newest.
    dates = [when for each in xml.texts_of(metadata, "date") if (when := parse_time(each))]
    others = [each for each in identifiers if not _ADDRESS.match(each)]
    return Entry(
        place=place, type="harvest", date=date, title=title, arxiv_id=ident.id,
        authors=tuple(map(turned, xml.texts_of(metadata, "creator"))), abstract=abstract or None,
        primary_category=categories[0] if categories else None, categories=categories, comments=comments or None,
        journal_ref=next((each for each in others if not each.lower().startswith("doi:")), None),
        doi=next((each[4:].strip() for each in others if each.lower().startswith("doi:")), None),
        msc_class=next((each for each in subjects if not _codes(each) and _MSC.search(each)), None),
        submitted=dates[0] if dates else None, updated=dates[-1] if dates else None,
        withdrawn=says_withdrawn(comments, abstract),
    )  # fmt: skip


def _codes(subject: str) -> tuple[str, ...]:
    """The codes that a subject may stand for: "Information Theory", or with its archive "Mathematics - Logic"."""
    codes = arxiv.codes_of(subject)
    archive, dash, rest = subject.partition(" - ")
    if codes or not dash:
        return codes
    return tuple(code for code in arxiv.codes_of(rest) if arxiv.name(code.partition(".")[0]) == archive)


def _named(subjects: Sequence[str], codes: Sequence[str]) -> tuple[str, ...]:
    """The categories that the subjects name, primary first, then those that only the sets name. The service also adds a
    category's alias to the sets (math.IT for cs.IT): that is left out."""
    possible = filter(None, map(_codes, subjects))
    named = [next((code for code in each if code in codes), each[0]) for each in possible]
    known = arxiv.canonical_all(dict.fromkeys(named))
    return tuple(dict.fromkeys([*named, *(code for code in codes if arxiv.canonical(code) not in known)]))
