"""arXiv identifiers: their grammar in ids, addresses and citations, and their file-safe form.

New style, since April 2007: `2603.00356`, four digits after the point until 1412, five from 1501.
Old style, until March 2007: `hep-th/9901001`, in old citations with a subject class (`math.GT/0309136`, which is
`math/0309136`).
Either may carry a version: `2603.00356v2`. An id contains no category.
Source: arXiv's help page "Understanding the arXiv identifier".
"""

from __future__ import annotations

import datetime as dt
import re
from typing import NamedTuple
from urllib.parse import unquote

_NEW = r"(?P<new>\d{2}(?:0[1-9]|1[0-2])\.\d{4,5})"
_OLD = r"(?P<archive>[a-z]{1,20}(?:-[a-z]{1,20})?)(?:\.[A-Z]{2})?/(?P<number>\d{2}(?:0[1-9]|1[0-2])\d{3})"
_VERSION = r"(?:v(?P<version>[1-9]\d{0,3}))?"
_ID = re.compile(rf"(?:{_NEW}|{_OLD}){_VERSION}", re.ASCII)
_PREFIX = re.compile(
    r"(?:https?://(?:[a-z-]+\.)?arxiv\.org/(?:abs|pdf|html|format)/|oai:arXiv\.org:|arXiv:\s*)", re.IGNORECASE
)
_REST_OF_ADDRESS = re.compile(r"(?:\.pdf)?/?(?:[?#].*)?$", re.DOTALL)


class ArxivId(NamedTuple):
    """An id without its version, and the version if one was given."""

    id: str
    version: int | None


def parse(text: str) -> ArxivId | None:
    """Parse a bare id, `arXiv:` form, OAI identifier or arxiv.org address; None if `text` is none of these.

    >>> parse("http://arxiv.org/abs/math.GT/0309136v2")
    ArxivId(id='math/0309136', version=2)
    >>> parse("oai:arXiv.org:2604.21935v1")
    ArxivId(id='2604.21935', version=1)
    >>> parse("../../etc/passwd") is None
    True
    """
    rest = text.strip()
    prefix = _PREFIX.match(rest)
    if prefix:
        rest = rest[prefix.end() :]
        if prefix[0].endswith("/"):
            rest = _REST_OF_ADDRESS.sub("", unquote(rest))
    match = _ID.fullmatch(rest)
    if not match or not (_digits_fit(match["new"]) if match["new"] else _is_old(match["number"])):
        return None
    ident = match["new"] or f"{match['archive']}/{match['number']}"
    return ArxivId(ident, int(match["version"]) if match["version"] else None)


def _digits_fit(ident: str) -> bool:
    """Whether the number of digits fits the month: four until 1412, five from 1501, nothing before 0704."""
    month, _, number = ident.partition(".")
    return "0704" <= month <= "9999" and len(number) == (5 if month >= "1501" else 4)


def _is_old(number: str) -> bool:
    """Whether the month of an old-style number is in the years of that style: July 1991 to March 2007."""
    return number[:4] >= "9107" or number[:4] <= "0703"


def year(ident: str) -> int:
    """The year of an id's month; arXiv began in 1991.

    >>> year("2603.00356"), year("hep-th/9901001")
    (2026, 1999)
    """
    short = int(month(ident)[:2])
    return short + (1900 if short >= 91 else 2000)


def is_after(ident: str, date: dt.date) -> bool:
    """Whether an id's month lies after `date` in every time zone."""
    day = date + dt.timedelta(days=1)
    return "/" not in ident and month(ident) > f"{day:%y%m}"


def is_valid(text: str) -> bool:
    """Whether `text` is exactly a bare id without a version."""
    return parse(text) == (text, None)


def month(ident: str) -> str:
    """The month of a bare id as YYMM: `2603` of 2603.00356, `9901` of hep-th/9901001."""
    return ident.rpartition("/")[2][:4]


def key(ident: str) -> str:
    """The file-safe form of a bare id: itself, or the old style without its slash (`hep-th9901001`)."""
    return ident.replace("/", "")
