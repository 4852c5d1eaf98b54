"""What identifies a paper besides its arXiv id: DOIs and addresses, each normalised to one spelling. Pure."""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit

from daybook.model import arxiv_id

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
    return frozenset(_plain(doi) for doi in _DOI.findall(unquote(text or "")))


def _plain(doi: str) -> str:
    name = _ENDING.sub("", _OF_ADDRESS.sub("", doi.lower())).rstrip(".,;:/")
    return _VERSION.sub("", name)


def is_preprint(doi: str | None) -> bool:
    """Whether a preprint server registered the DOI."""
    return any(_PREPRINT.match(name) for name in dois(doi))


def registrant(doi: str) -> str:
    """The prefix of the DOI's registrant: 10.1101 of 10.1101/2026.01.02.123456."""
    return doi.partition("/")[0]


def id_of(doi: str) -> str | None:
    """The arXiv id in a DOI that arXiv registered (10.48550/arXiv.2603.00356); None for any other DOI."""
    own = _ARXIV.fullmatch(doi)
    parsed = arxiv_id.parse(own[1]) if own else None
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
