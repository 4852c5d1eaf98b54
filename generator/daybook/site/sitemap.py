"""What a site tells search engines: the list of its pages, complete however few were built, and free of the clock.

    sitemap.xml, sitemap.xml.gz    the pages' addresses; of a site with more than MOST pages, the addresses of its parts
    sitemap-1.xml.gz, ...          the parts: at most MOST addresses each
    robots.txt                     names sitemap.xml; only at the root of a host, elsewhere nobody looks for it

Source: sitemaps.org/protocol.html, RFC 9309.
"""

from __future__ import annotations

import datetime as dt
import gzip
import re
from collections.abc import Iterable, Sequence
from html import escape
from urllib.parse import urlsplit

from daybook.view import addresses

MOST = 50_000
"""Addresses in a file, as the protocol has it."""
ROBOTS = "robots.txt"

_NAME = "sitemap.xml"
_OWN = re.compile(r"sitemap(?:-\d+)?\.xml(?:\.gz)?|robots\.txt", re.ASCII)
_SPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'


def is_own(path: str) -> bool:
    """Whether a file of a site (its path) is one of these."""
    return _OWN.fullmatch(path) is not None


def files(url: str | None, pages: Iterable[str], epoch: int) -> dict[str, bytes]:
    """The files for the pages (paths as served) of a site that is dated `epoch` (seconds since 1970).

    Without the site's address, no page can be named.
    """
    day = dt.datetime.fromtimestamp(epoch, dt.UTC).date().isoformat()
    known = sorted(pages) if url else []
    parts = [known[first : first + MOST] for first in range(0, len(known), MOST)]
    base = url or ""
    made = {}
    if len(parts) > 1:
        names = [f"sitemap-{number}.xml.gz" for number in range(1, len(parts) + 1)]
        for name, part in zip(names, parts, strict=True):
            made[name] = gzip.compress(_listed("urlset", "url", base, part, day), mtime=epoch)
        data = _listed("sitemapindex", "sitemap", base, names, day)
    else:
        data = _listed("urlset", "url", base, known, day)
    made |= {_NAME: data, f"{_NAME}.gz": gzip.compress(data, mtime=epoch)}
    if url and urlsplit(url).path in ("", "/"):
        made[ROBOTS] = f"User-agent: *\nAllow: /\n\nSitemap: {addresses.public(base, _NAME)}\n".encode()
    return made


def _listed(whole: str, one: str, base: str, paths: Sequence[str], day: str) -> bytes:
    entries = (f"<{one}><loc>{escape(addresses.public(base, path))}</loc><lastmod>{day}</lastmod></{one}>\n"
               for path in paths)  # fmt: skip
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<{whole} {_SPACE}>\n{"".join(entries)}</{whole}>\n'.encode()
