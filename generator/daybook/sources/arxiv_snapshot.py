"""The public snapshot of arXiv's metadata: one JSON object per line, millions of lines.

`read_entries` streams: it holds one line in memory at a time, and a bad line affects no other. An entry's date is its
`update_date`. There are no MSC or ACM classes; names come from `authors_parsed`, with TeX as received.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator

import msgspec

from daybook.errors import Refused
from daybook.model import Count, Entry, Listing, Version
from daybook.model.listing import LEFT_OUT
from daybook.sources import accounting, intake
from daybook.sources.author_list import names_in
from daybook.sources.plain_text import Head, one_line, optional, paragraphs, parse_time, says_withdrawn
from daybook.sources.received import check_entry, identified
from daybook.text.language import MONTHS

NAME = "metadata snapshot (JSON Lines)"

_MONTHS = {name[:3]: number for number, name in enumerate(MONTHS, 1)}
_BOM = b"\xef\xbb\xbf"


class _SnapshotVersion(msgspec.Struct, gc=False):
    version: str
    created: str | None = None


class _SnapshotLine(msgspec.Struct, gc=False, rename={"journal_ref": "journal-ref", "report_no": "report-no"}):
    """A line of the snapshot; keys that Daybook does not use are not decoded."""

    id: str
    title: str
    update_date: dt.date
    authors: str | None = None
    comments: str | None = None
    journal_ref: str | None = None
    doi: str | None = None
    report_no: str | None = None
    categories: str | None = None
    license: str | None = None
    abstract: str | None = None
    versions: list[_SnapshotVersion] = []
    authors_parsed: list[list[str]] = []


_KEYS = (*_SnapshotLine.__struct_encode_fields__, "submitter")
_decode = msgspec.json.Decoder(_SnapshotLine).decode


def recognises(head: Head) -> bool:
    """Whether a document is a snapshot: its first line is an object with the snapshot's own keys.

    A line with thousands of authors may be longer than the head: then its first keys decide.
    """
    line, newline, _ = head.text.lstrip().partition("\n")
    wanted = ("id", "categories", "update_date") if newline or len(line) < 60_000 else ("id", "submitter", "authors")
    return line.startswith("{") and all(f'"{key}"' in line for key in wanted)


def read_entries(lines: Iterable[bytes]) -> Iterator[Entry | Refused]:
    """The entry of each line, or why it cannot be read, with location "line N". Blank lines are skipped."""
    return read_numbered(enumerate(lines, 1))


def read_numbered(lines: Iterable[tuple[int, bytes]]) -> Iterator[Entry | Refused]:
    """The same of lines with their numbers, which are the places of their entries."""
    for number, line in lines:
        if number == 1 and line[:2] in (b"\xff\xfe", b"\xfe\xff"):
            raise Refused("encoded as UTF-16", hint="save it as UTF-8")
        text = line.removeprefix(_BOM).strip()
        if not text:
            continue
        try:
            entry = _entry(_decode(intake.words_of_json(text)), number)
            check_entry(entry)
            yield entry
        except Exception as error:  # of any kind: it must affect only this line
            refused = error if isinstance(error, Refused) else Refused(f"cannot be read: {error}")
            if not refused.location:
                refused = Refused(refused.problem, location=f"line {number}", hint="the other lines are kept")
                refused.__cause__ = error
            yield refused


def unread(head: bytes) -> tuple[str, ...]:
    """A sentence on keys of the first line that no reader knows; none where there are none."""
    return accounting.unknown_keys(head.removeprefix(_BOM).lstrip().partition(b"\n")[0], _KEYS)


def read(data: bytes) -> tuple[Listing, ...]:
    """A small snapshot as one Listing, dated by its newest `update_date`, with a note for each unreadable line."""
    results = list(read_entries(data.split(b"\n")))
    entries = tuple(result for result in results if isinstance(result, Entry))
    refused = [result for result in results if isinstance(result, Refused)]
    if not entries:
        raise refused[0] if refused else Refused("file is empty", hint="fetch it again")
    listing = Listing(
        source="arxiv-snapshot", format=NAME, date=max(entry.date for entry in entries), entries=entries,
        counts=(Count(section="all", read=len(entries)),),
        notes=tuple(f"{each.location}: {each.problem}{LEFT_OUT}" for each in refused), unread=unread(data),
    )  # fmt: skip
    return (listing,)


def _entry(line: _SnapshotLine, place: int) -> Entry:
    """The entry that a line describes. Raises Refused where it has no title or no valid id."""
    ident, title = identified(line.id), one_line(line.title)
    if not title:
        raise Refused("has no title")
    categories = tuple(line.categories.split()) if line.categories else ()
    stated = {
        int(number): Version(version=int(number), submitted=_time(each.created))
        for each in line.versions
        if (number := each.version.removeprefix("v")).isdecimal()
    }
    versions = tuple(stated[number] for number in sorted(stated))
    newest = versions[-1] if versions else None
    # In spoken order, from [family, given, suffix, affiliations...], else from the list as one string.
    names = (one_line(" ".join((*each[1:2], *each[:1], *each[2:3]))) for each in line.authors_parsed)
    authors = tuple(filter(None, names)) if line.authors_parsed else names_in(line.authors or "")
    # The snapshot keeps hard line breaks; what is missing is null.
    abstract = paragraphs(line.abstract) or None if line.abstract else None
    return Entry(
        place=place, type="harvest", date=line.update_date, title=title, arxiv_id=ident.id,
        version=newest.version if newest else None, authors=authors, abstract=abstract,
        primary_category=categories[0] if categories else None, categories=categories,
        comments=optional(line.comments), journal_ref=optional(line.journal_ref), doi=optional(line.doi),
        report_no=optional(line.report_no), license=line.license or None,
        submitted=versions[0].submitted if versions and versions[0].version == 1 else None,
        updated=newest.submitted if newest else None, versions=versions,
        withdrawn=says_withdrawn(line.comments, abstract),
    )  # fmt: skip


def _time(text: str | None) -> dt.datetime | None:
    """ "Mon, 2 Apr 2007 19:18:42 GMT" as UTC, split by position for speed; other forms go through parse_time."""
    try:
        _, day, month, year, clock, zone = (text or "").split()
        hour, minute, second = clock.split(":")
        if zone in ("GMT", "UTC"):
            numbers = (int(year), _MONTHS[month], int(day), int(hour), int(minute), int(second))
            return dt.datetime(*numbers, tzinfo=dt.UTC)
    except (ValueError, KeyError):
        pass
    return parse_time(text)
