"""Responses of the details API of bioRxiv and medRxiv: the preprints posted within some days, as JSON, in pages.

Numbers may be strings, missing values are "NA", and a preprint has one item per version. The API announces nothing in
arXiv's sense: an entry's date is the day its version was posted. Preprints are identified by DOI.
"""

from __future__ import annotations

import re

import msgspec

from daybook.errors import Refused, SaysNothing
from daybook.model import Count, Entry, Listing
from daybook.sources import intake, plain_text, xml
from daybook.sources.author_list import authors
from daybook.sources.plain_text import Head, one_line, optional, paragraphs, parse_count, parse_iso_day, says_withdrawn
from daybook.sources.received import read_each

NAME = "bioRxiv answer"

_MARK = re.compile(r"\s*\{\s*\"(?:messages|collection)\"\s*:\s*\[")
_SECOND = re.compile(rb"\}\s*+(?:\xef\xbb\xbf)?\s*+\{\s*\"(?:messages|collection)\"\s*:")
_OWN = re.compile(r"\"(?:jatsxml|author_corresponding|status)\"\s*:")
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


class _Response(msgspec.Struct, gc=False):
    messages: list[_Message] = []
    collection: list[_Preprint] = []


_DECODE = msgspec.json.Decoder(_Response).decode


def recognises(head: Head) -> bool:
    """Whether a document is a response of the details API, judged by its two members and the names in them."""
    return _MARK.match(head.text) is not None and _OWN.search(head.text) is not None


def read(data: bytes) -> tuple[Listing, ...]:
    """The response as a Listing whose origin is the server. Raises Refused for errors and broken documents."""
    try:
        response = _DECODE(intake.words_of_json(plain_text.decode(data).encode()))
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        if _SECOND.search(data):
            raise Refused("contains more than one response", hint=plain_text.ONE_EACH) from None
        raise Refused(f"cannot be read: {error}", hint="fetch it again") from None
    message = response.messages[0] if response.messages else _Message()
    if message.status != "ok":
        status = one_line(message.status)
        if status.lower() == _NOTHING:
            raise SaysNothing("nothing was posted on the requested days")
        raise Refused(f"error response: {status or 'no status'}", hint="send the query again")
    entries, notes = read_each(response.collection, _entry)
    date = max((entry.date for entry in entries), default=None) or parse_iso_day(message.interval.rpartition(":")[2])
    if date is None:
        raise Refused("has no date", hint="fetch it again")
    shown, total = parse_count(str(message.count)), parse_count(str(message.total))
    origin = min(filter(None, (one_line(item.server).lower() for item in response.collection)), default=None)
    part = f"{message.interval} from {parse_count(str(message.cursor)) or 0}"
    counts = (Count(section="all", read=len(response.collection), shown=shown, total=total),)
    listing = Listing(
        source="biorxiv", format=NAME, date=date, origin=origin, part=part,
        entries=entries, counts=counts, notes=notes,
    )  # fmt: skip
    return (listing,)


def _entry(item: _Preprint, place: int) -> Entry:
    title, date, doi = optional(xml.plain_text(item.title)), parse_iso_day(item.date), _given(item.doi)
    if title is None or date is None or doi is None:
        raise Refused("has no title" if title is None else "has no date" if date is None else "has no DOI")
    abstract = paragraphs(xml.plain_text(item.abstract)) if _given(item.abstract) else None
    listed = authors(item.authors.split(";"))
    return Entry(
        place=place, type="harvest", date=date, title=title,
        authors=listed.names, authors_complete=listed.complete, abstract=abstract,
        # `published` is "NA", or the DOI of the article that the preprint became.
        doi=_given(item.published) or doi, url=f"https://doi.org/{doi}",
        withdrawn=item.type.strip().lower() == "withdrawn" or says_withdrawn(abstract),
    )  # fmt: skip


def _given(text: str) -> str | None:
    return one_line(text) if one_line(text) not in ("", "NA", "N/A") else None
