"""Answers of the details API of bioRxiv and medRxiv: the preprints posted on some days, as JSON, page after page.

Numbers are numbers or texts, what is missing is "NA", and a preprint stands there once for each of its versions. It
announces nothing in arXiv's sense: an entry's date is the day its version was posted. Identity is the DOI.
"""

from __future__ import annotations

import re

import msgspec

from generator.errors import Refused, SaysNothing
from generator.model import Count, Entry, Listing
from generator.sources import xml
from generator.sources.author_list import authors
from generator.sources.plain_text import ONE_EACH, Head, decode, one_line, optional, paragraphs, says_withdrawn
from generator.sources.xml import Problem

NAME = "bioRxiv answer"
SOURCE = "biorxiv"

_MARK = re.compile(r"\s*\{\s*\"(?:messages|collection)\"\s*:\s*\[")
_SECOND = re.compile(rb"\}\s*+(?:\xef\xbb\xbf)?\s*+\{\s*\"(?:messages|collection)\"\s*:")
_OWN = re.compile(r"\"(?:jatsxml|author_corresponding|status)\"\s*:")
_NOT_GIVEN = ("", "NA", "N/A")
_NOTHING = "no posts found"


class _Message(msgspec.Struct, gc=False):
    status: str = ""
    interval: str = ""
    cursor: int | str = 0
    count: int | str = 0
    total: int | str = 0


class _Preprint(msgspec.Struct, gc=False):
    title: str = ""
    authors: str = ""
    doi: str = ""
    date: str = ""
    version: int | str = ""
    license: str = ""
    abstract: str = ""
    published: str = ""
    server: str = ""
    type: str = ""


class _Answer(msgspec.Struct, gc=False):
    messages: list[_Message] = []
    collection: list[_Preprint] = []


_DECODE = msgspec.json.Decoder(_Answer).decode


def recognises(head: Head) -> bool:
    """Whether a document is an answer of the details API: by its two members and the names in them."""
    return _MARK.match(head.text) is not None and _OWN.search(head.text) is not None


def read(data: bytes) -> tuple[Listing, ...]:
    """The answer as a Listing whose origin is the server. Raises Refused for errors and broken documents."""
    try:
        answer = _DECODE(decode(data))
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        if _SECOND.search(data):
            raise Refused("contains more than one answer", hint=ONE_EACH) from None
        raise Refused(f"cannot be read: {error}", hint="fetch it again") from None
    message = answer.messages[0] if answer.messages else _Message()
    if message.status != "ok":
        if one_line(message.status).lower() == _NOTHING:
            raise SaysNothing("says that nothing was posted on the days that it was asked for")
        raise Refused(f"is an error: {one_line(message.status) or 'no status'}", hint="ask again")
    results = [_entry(item, place) for place, item in enumerate(answer.collection, 1)]
    entries = tuple(result for result in results if isinstance(result, Entry))
    date = max((entry.date for entry in entries), default=None) or xml.day(message.interval.rpartition(":")[2])
    if date is None:
        raise Refused("does not say of which day it is", hint="fetch it again")
    count = Count(section="all", read=len(results), shown=_number(message.count), total=_number(message.total))
    servers = {one_line(item.server).lower() for item in answer.collection} - {""}
    return (
        Listing(
            source=SOURCE,
            format=NAME,
            date=date,
            origin=min(servers) if servers else None,
            part=f"{message.interval} from {_number(message.cursor) or 0}",
            entries=entries,
            counts=(count,),
            notes=tuple(str(result) for result in results if isinstance(result, Problem)),
        ),
    )


def _entry(item: _Preprint, place: int) -> Entry | Problem:
    title, date = optional(xml.plain_text(item.title)), xml.day(item.date)
    doi = _given(item.doi)
    if title is None or date is None or doi is None:
        return Problem(place, "has no title" if title is None else "has no date" if date is None else "has no DOI")
    abstract = paragraphs(xml.plain_text(item.abstract)) if _given(item.abstract) else None
    listed = authors(item.authors.split(";"))
    return Entry(
        place=place,
        type="harvest",
        date=date,
        title=title,
        authors=listed.names,
        authors_complete=listed.complete,
        abstract=abstract,
        doi=_given(item.published) or doi,
        withdrawn=item.type.strip().lower() == "withdrawn" or says_withdrawn(abstract),
        url=f"https://doi.org/{doi}",
    )


def _given(text: str) -> str | None:
    return one_line(text) if one_line(text) not in _NOT_GIVEN else None


def _number(value: int | str) -> int | None:
    return int(value) if re.fullmatch(r"\d{1,9}", str(value), re.ASCII) else None
