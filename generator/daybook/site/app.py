"""Files that tell of all others: the archive as an app, the list of its pages for search engines, headers for hosts.

    sw.js                   names the shell (what every page needs) and loads Workbox and assets/worker.js
    manifest.webmanifest    name and icon
    offline/index.json      {"title", "asOf": "2026-03-04" or null, "pages", "files", "bytes", "lists": [[name, hash,
                            files, bytes], ...]}, a list for each folder of the site; "_" is the site's own
    offline/NAME.json       [[file, hash, bytes], ...], sorted; a change of one page touches the list of its folder
    sitemap.xml, .xml.gz    the pages' addresses; of a site with more than fit in one file, those of its parts
    sitemap-1.xml.gz, ...   the parts (sitemaps.org/protocol.html)
    robots.txt              names sitemap.xml; only at the root of a host, elsewhere nobody looks for it (RFC 9309)
    _headers                what hosts that read such a file (Netlify, Cloudflare Pages) send with every page

assets/keep.js reads the lists. With `offline_app: false` there is only a sw.js that removes what an earlier build's has
kept in readers' browsers. A folder to read without a web server has neither app nor headers.
"""

from __future__ import annotations

import datetime as dt
import gzip
import hashlib
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from pathlib import Path
from types import MappingProxyType
from typing import Any
from urllib.parse import urlsplit

from jinja2 import Environment

from daybook.config import Settings
from daybook.errors import BuildError
from daybook.site import manifest
from daybook.site.manifest import Row
from daybook.view import addresses

HEADERS = "_headers"

_POLICY = "overrides/partials/policy.html"
_ALL = """\
# Written by Daybook. Netlify and Cloudflare Pages send these headers; other hosts leave this file alone.
/*
  Content-Security-Policy: {policy};frame-ancestors 'self'
  X-Content-Type-Options: nosniff
  Referrer-Policy: strict-origin-when-cross-origin
  Permissions-Policy: camera=(), geolocation=(), microphone=(), payment=(), usb=()
"""
_CACHED = {
    "/assets/*": "public, max-age=3600, stale-while-revalidate=86400",
    "/sw.js": "no-cache",
}
"""Everything else is as each host has it by itself: kept by browsers, and asked for again each time."""
_OPEN = ("/api/*", "/feeds/*")
"""What pages of other sites may read in a browser."""


def headers(root: Path) -> dict[str, bytes]:
    """The file of a site on the web."""
    return {HEADERS: headers_text(policy(root)).encode()}


def headers_text(policy: str) -> str:
    """The text of the file, given the pages' own policy."""
    rules = [_ALL.format(policy=policy)]
    rules += [f"{path}\n  Cache-Control: {value}\n" for path, value in _CACHED.items()]
    rules += [f"{path}\n  Access-Control-Allow-Origin: *\n" for path in _OPEN]
    return "\n".join(rules)


def policy(root: Path) -> str:
    """The policy of pages on the web, as the theme in `root` states it."""
    template = (root / _POLICY).read_text(encoding="utf-8")
    return Environment(autoescape=True).from_string(template).render(site={}).strip()


MOST_ADDRESSES = 50_000
"""Addresses in a file, as the protocol has it."""
ROBOTS = "robots.txt"

_NAME = "sitemap.xml"
_OWN_sitemap = re.compile(r"sitemap(?:-\d+)?\.xml(?:\.gz)?|robots\.txt", re.ASCII)
_SPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'


def is_sitemap(path: str) -> bool:
    """Whether a file of a site (its path) is one of these."""
    return _OWN_sitemap.fullmatch(path) is not None


def sitemap(url: str | None, pages: Iterable[str], epoch: int) -> dict[str, bytes]:
    """The files for the pages (paths as served) of a site that is dated `epoch` (seconds since 1970).

    Without the site's address, no page can be named.
    """
    day = dt.datetime.fromtimestamp(epoch, dt.UTC).date().isoformat()
    known = sorted(pages) if url else []
    parts = [known[first : first + MOST_ADDRESSES] for first in range(0, len(known), MOST_ADDRESSES)]
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


WORKER = "sw.js"
MANIFEST = "manifest.webmanifest"
FOLDER = "offline/"
STARTER = "assets/app.js"
"""Every page loads this script over the web. Without an app it is there, and does nothing."""
NOTHING = "/* This site is not kept by browsers. */\n"
SHELL_MOST = 1_000_000
"""Bytes of the shell, which a first visit fetches."""

_PARTS = ("core", "expiration", "routing", "strategies", "precaching")  # each after those it needs
_LIBRARY = "assets/workbox/"
_SCRIPT = "assets/worker.js"
_ICON = "assets/images/favicon.svg"
_OWN = (_SCRIPT, "assets/keep.js")
_SHELL = (
    "index.html",
    "reading.html",
    "search.html",
    "assets/daybook.css",
    "assets/lists.css",
    "assets/written.css",
    "assets/cite.js",
    "assets/citing.css",
    "assets/citing.js",
    "assets/foryou.js",
    "assets/parts.js",
    "assets/reader.js",
    "assets/reading.js",
    "assets/seeds.js",
    "assets/shell.js",
    "assets/app.js",
    "assets/keep.js",
    _ICON,
)
_SHELL_FOLDERS = ("assets/reader", "assets/search")
_APART = (WORKER, MANIFEST, "404.html", "llms.txt", HEADERS, manifest.SUMS)
"""What no reader opens, or what the browser fetches by itself."""
_DATA = ("api/", "data/", "datapackage.json")
"""Exports that no page reads: what they hold stands on the pages, too."""
_TOP = "_"
_LETTERS = 12  # of a hash

_FAREWELL = """\
/* Written by Daybook. Removes the service worker of an earlier build, and what it kept. */
"use strict";
self.addEventListener("install", () => self.skipWaiting());
const remove = async () => {
  const { pathname } = new URL(self.registration.scope);
  for (const name of await caches.keys()) {
    if (name.startsWith("daybook-") && name.endsWith(`-${pathname}`)) await caches.delete(name);
  }
  await self.registration.unregister();
};
self.addEventListener("activate", (event) => event.waitUntil(remove()));
"""


def is_apart(path: str) -> bool:
    """Whether a file of a site (its path) is there for the app alone: a folder to read has all others."""
    return path in (WORKER, MANIFEST, *_OWN) or path.startswith((FOLDER, _LIBRARY))


def assets(root: Path) -> Mapping[str, Path]:
    """What the app needs of Workbox, as npm installed it in `root`: path below the site -> file. Raises BuildError."""
    modules = root / "node_modules"
    found = {f"workbox-{part}.prod.js": modules / f"workbox-{part}/build/workbox-{part}.prod.js" for part in _PARTS}
    found["LICENSE"] = modules / "workbox-core" / "LICENSE"
    for path in found.values():
        if not path.is_file():
            hint = 'run "make setup" to install the version in the lock file'
            raise BuildError("Workbox is not installed", subject=str(path), hint=hint)
    return MappingProxyType({_LIBRARY + name: path for name, path in found.items()})


def is_made(path: str) -> bool:
    """Whether a file of a site (its path) is one of `files`."""
    return path in (WORKER, MANIFEST) or path.startswith(FOLDER)


def files(settings: Settings, moment: int, rows: Mapping[str, Row]) -> dict[str, bytes]:
    """The app's files of a site on the web, by path; or the one that ends it, where the site is to have no app. `rows`:
    of the site's other files; `moment`: the site's date in seconds since 1970, 0 if it has none."""
    if not settings.offline_app:
        return {WORKER: _FAREWELL.encode()}
    listed = {path: row for path, row in rows.items() if _is_kept(path)}
    as_of = dt.datetime.fromtimestamp(moment, dt.UTC).date().isoformat() if moment else None
    folders: dict[str, list[tuple[str, str, int]]] = defaultdict(list)
    for path in sorted(listed):
        folder, _, name = path.rpartition("/")
        folders[folder or _TOP].append((name, listed[path].hash[:_LETTERS], listed[path].size))
    texts = {folder: _json(rows) for folder, rows in sorted(folders.items())}
    index = {
        "title": settings.title,
        "asOf": as_of,
        "pages": sum(path.endswith(".html") for path in listed),
        "files": len(listed),
        "bytes": sum(map(_bytes, folders.values())),
        "lists": [
            (name, hashlib.sha256(text.encode()).hexdigest()[:_LETTERS], len(folders[name]), _bytes(folders[name]))
            for name, text in texts.items()
        ],
    }
    made = {
        WORKER: _worker(listed, settings),
        MANIFEST: _manifest(settings.title, settings.description),
        f"{FOLDER}index.json": _json(index),
        **{f"{FOLDER}{name}.json": text for name, text in texts.items()},
    }
    return {path: text.encode() for path, text in made.items()}


def _is_kept(path: str) -> bool:
    return not (
        path.endswith(".md") or path.startswith(_DATA) or path in _APART or is_made(path) or is_sitemap(path)
        or manifest.is_hidden(path)
    )  # fmt: skip


def _worker(listed: Mapping[str, Row], settings: Settings) -> str:
    """The text of sw.js: it changes when the shell does, and browsers then fetch what is new of it."""
    scripts = [*(f"{_LIBRARY}workbox-{part}.prod.js" for part in _PARTS), _SCRIPT]
    names = [f"{path}?v={listed[path].hash[:_LETTERS]}" for path in scripts]
    shell = [{"url": path, "revision": listed[path].hash[:_LETTERS]} for path in _shell(listed)]
    data = _json({"title": settings.title, "lang": settings.language, "shell": shell})
    return (
        "/* Written by Daybook: the shell of this build, and the scripts of the service worker. */\n"
        f'"use strict";\nself.daybook = {data};\nimportScripts({", ".join(map(json.dumps, names))});\n'
    )


def _shell(listed: Mapping[str, Row]) -> list[str]:
    """What every page needs, and the first page; fonts and formulas are kept when they are seen."""
    inside = [path for path in listed if path.rpartition("/")[0] in _SHELL_FOLDERS]
    return sorted(path for path in {*_SHELL, *inside} if path in listed)


def _manifest(title: str, description: str) -> str:
    """The text of the web app manifest."""
    data = {
        "id": "./",
        "name": title,
        "short_name": title,
        "description": description,
        "start_url": "./index.html",
        "scope": "./",
        "display": "minimal-ui",  # a reader goes back and copies addresses
        "background_color": "#ffffff",
        "theme_color": "#1d4e5f",
        "icons": [{"src": _ICON, "sizes": "any", "type": "image/svg+xml", "purpose": "any"}],
    }
    return json.dumps({key: value for key, value in data.items() if value}, ensure_ascii=False, indent=1) + "\n"


def _bytes(rows: Iterable[tuple[str, str, int]]) -> int:
    return sum(size for *_, size in rows)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
