"""The list of a site's pages for search engines: complete however few pages were built, and free of the clock."""

from __future__ import annotations

import datetime as dt
import gzip
import re
from collections.abc import Iterable
from html import escape
from pathlib import Path
from urllib.parse import quote

FILES = ("sitemap.xml", "sitemap.xml.gz")

_PLAIN = re.compile(r"[\w./~-]+", re.ASCII)  # nearly all paths: nothing to quote
_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'


def write(folder: Path, url: str | None, pages: Iterable[str], epoch: int) -> None:
    """Write sitemap.xml and sitemap.xml.gz for the pages (paths as served); empty if the site's address is unknown."""
    day = dt.datetime.fromtimestamp(epoch, dt.UTC).date().isoformat()
    base = url.rstrip("/") if url else ""
    lines = [f"<url><loc>{_address(base, page)}</loc><lastmod>{day}</lastmod></url>\n" for page in sorted(pages)]
    data = (_HEAD + "".join(lines if url else ()) + "</urlset>\n").encode()
    (folder / FILES[0]).write_bytes(data)
    (folder / FILES[1]).write_bytes(gzip.compress(data, mtime=epoch))


def _address(base: str, page: str) -> str:
    place = "" if page == "index.html" else page if _PLAIN.fullmatch(page) else quote(page)
    return escape(f"{base}/{place}")
