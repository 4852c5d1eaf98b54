"""What identifies a paper: arXiv ids, DOIs and addresses, each in one spelling; and what a page may be called.

arXiv's ids are of the new style since April 2007: `2603.00356`, four digits after the point until 1412, five from 1501;
before that of the old style: `hep-th/9901001`, in old citations with a subject class (`math.GT/0309136`, which is
`math/0309136`). Either may carry a version: `2603.00356v2`. An id contains no category.
Source: arXiv's help page "Understanding the arXiv identifier".
"""

from __future__ import annotations

import datetime as dt
import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit

_NEW, _ARCHIVE, _NUMBER = r"\d{4}\.\d{4,5}", r"[a-z]{1,20}(?:-[a-z]{1,20})?", r"\d{7}"
PATTERN = rf"(?:{_NEW}|{_ARCHIVE}/{_NUMBER})"
"""What looks like a bare id within a longer text; `parse` says whether it is one."""
_ID = re.compile(
    rf"(?:(?P<new>{_NEW})|(?P<archive>{_ARCHIVE})(?:\.[A-Z]{{2}})?/(?P<number>{_NUMBER}))(?:v(?P<version>[1-9]\d{{0,3}}))?",
    re.ASCII,
)
_KEY = re.compile(rf"(?P<new>{_NEW})|(?P<archive>{_ARCHIVE})(?P<number>{_NUMBER})", re.ASCII)
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
    if prefix := _PREFIX.match(rest):
        rest = rest[prefix.end() :]
        if prefix[0].endswith("/"):
            rest = _REST_OF_ADDRESS.sub("", unquote(rest))
    if not (match := _ID.fullmatch(rest)):
        return None
    digits = match["new"] or match["number"]
    if not "01" <= digits[2:4] <= "12":
        return None
    if match["new"]:
        sound = digits >= "0704" and len(digits) == (10 if digits >= "1501" else 9)
    else:  # July 1991 to March 2007
        sound = digits >= "9107" or digits[:4] <= "0703"
    ident = match["new"] or f"{match['archive']}/{digits}"
    return ArxivId(ident, int(match["version"]) if match["version"] else None) if sound else None


def is_valid(text: str) -> bool:
    """Whether `text` is exactly a bare id without a version."""
    return parse(text) == (text, None)


def year(ident: str) -> int:
    """The year of an id's month; arXiv began in 1991.

    >>> year("2603.00356"), year("hep-th/9901001")
    (2026, 1999)
    """
    short = int(month(ident)[:2])
    return short + (1900 if short >= 91 else 2000)


def month(ident: str) -> str:
    """The month of a bare id as YYMM: `2603` of 2603.00356, `9901` of hep-th/9901001."""
    return ident.rpartition("/")[2][:4]


def is_after(ident: str, date: dt.date) -> bool:
    """Whether an id's month lies after `date` in every time zone."""
    return "/" not in ident and month(ident) > f"{date + dt.timedelta(days=1):%y%m}"


def key(ident: str) -> str:
    """The file-safe form of a bare id: itself, or the old style without its slash (`hep-th9901001`)."""
    return ident.replace("/", "")


def of_key(key: str) -> str | None:
    """The id whose file-safe form this is; None for the key of a paper without one."""
    found = _KEY.fullmatch(key)
    return (found["new"] or f"{found['archive']}/{found['number']}") if found else None


# Other names of a paper

_DOI = re.compile(r"\b10\.\d{4,9}/[^\s\"<>]+")
_OF_ADDRESS = re.compile(r"[?#].*")
_ENDING = re.compile(r"(?:\.full|\.abstract|\.pdf){1,2}$")
_VERSION = re.compile(r"(?:(?<=\d)|[-/._])v\d{1,2}$")  # 10.1101/2026.01.02.123456v2, 10.21203/rs.3.rs-1/v1
_ARXIV = re.compile(r"10\.48550/arxiv\.(.+)")
_PREPRINT = re.compile(
    r"10\.(?:1101/\d|(?:64898|48550|21203|26434|20944|31219|31234|31235|31224|35542|2139|36227|22541|5281)/)"
)
"""The prefixes of bioRxiv and medRxiv (two), arXiv, Research Square, ChemRxiv, Preprints.org, OSF and its communities,
SSRN, TechRxiv, Authorea, Zenodo."""
_TRACKING = re.compile(r"utm_\w+|rss|af|source", re.IGNORECASE)


@lru_cache(10_000)
def dois(text: str | None) -> frozenset[str]:
    """The DOIs in a text or an address, in lower case and without a version.

    >>> sorted(dois("https://doi.org/10.1101/2026.01.02.123456v2 DOI:10.1145/ABC."))
    ['10.1101/2026.01.02.123456', '10.1145/abc']
    """
    found = (_ENDING.sub("", _OF_ADDRESS.sub("", doi.lower())) for doi in _DOI.findall(unquote(text or "")))
    return frozenset(_VERSION.sub("", name.rstrip(".,;:/")) for name in found)


def is_preprint(doi: str | None) -> bool:
    """Whether a preprint server registered the DOI."""
    return any(_PREPRINT.match(name) for name in dois(doi))


def registrant(doi: str) -> str:
    """The prefix of the DOI's registrant: 10.1101 of 10.1101/2026.01.02.123456."""
    return doi.partition("/")[0]


def id_of(doi: str) -> str | None:
    """The arXiv id in a DOI that arXiv registered (10.48550/arXiv.2603.00356); None for any other DOI."""
    own = _ARXIV.fullmatch(doi)
    parsed = parse(own[1]) if own else None
    return parsed.id if parsed else None


@lru_cache(10_000)
def address(url: str | None) -> tuple[str, str] | None:
    """An address as (host, rest) without scheme, `www.` and tracking parameters; None if it is missing or a DOI's.

    >>> address("http://www.Example.org/read/?id=7&utm_source=feed#top")
    ('example.org', '/read?id=7')
    """
    if not url or dois(url):
        return None
    try:
        parts = urlsplit(url.strip())
        host = (parts.hostname or "").removeprefix("www.")
    except ValueError:
        return None
    query = urlencode([pair for pair in parse_qsl(parts.query) if not _TRACKING.fullmatch(pair[0])])
    rest = f"{parts.path.rstrip('/')}{f'?{query}' if query else ''}"
    return (host, rest) if host and rest else None


# Names of pages

MOST = 100
"""Longest name, in characters: file systems accept 255 bytes, some archivers and clouds little more for a path."""
_DEVICE = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)  # of Windows, with any extension
_PLAIN = re.compile(r"[^\W_](?:[\w.+~-]*[\w+~-])?")
_INDEX = ("index", "readme")  # what web servers and MkDocs treat as a folder's own page


def is_name(name: str) -> bool:
    """Whether a page or a folder of pages can have this name on every file system: short, plain, not reserved.

    >>> [name for name in ("cs.DC", "aux", "con.AB", "index", "a.", "a/b", "a" * 101) if is_name(name)]
    ['cs.DC']
    """
    sound = len(name.encode()) <= MOST and _PLAIN.fullmatch(name) and not _DEVICE.fullmatch(name)
    return bool(sound) and name.lower() not in _INDEX


def folded(path: str) -> str:
    """A path as case-insensitive file systems compare it."""
    return path.lower() if path.isascii() else unicodedata.normalize("NFC", path.casefold())
