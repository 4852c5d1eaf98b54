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
from daybook.runtime.files import FileRow
from daybook.runtime.sha256sums import SUMS
from daybook.site.manifest import is_hidden
from daybook.view import addresses

WORKER = "sw.js"
MANIFEST = "manifest.webmanifest"
HEADERS = "_headers"
FOLDER = "offline/"
STARTER = "assets/app.js"  # Every page loads this script over the web. Without an app it is there, and does nothing.
NOTHING = "/* This site is not kept by browsers. */\n"
SHELL_MOST = 1_000_000  # bytes of the shell, which a first visit fetches
MOST_ADDRESSES = 50_000  # addresses in a file of a sitemap, as the protocol has it
ROBOTS = "robots.txt"

_PARTS = ("core", "expiration", "routing", "strategies", "precaching")  # each after those it needs
_LIBRARY = "assets/workbox/"
_SCRIPT = "assets/worker.js"
_ICON = "assets/images/favicon.svg"
_OWN = (_SCRIPT, "assets/keep.js")
_SHELL = {
    "index.html", "reading.html", "search.html", "assets/daybook.css", "assets/lists.css", "assets/written.css",
    "assets/cite.js", "assets/citing.css", "assets/citing.js", "assets/foryou.js", "assets/parts.js",
    "assets/reader.js", "assets/reading.js", "assets/seeds.js", "assets/shell.js", "assets/app.js", "assets/keep.js",
    _ICON,
}  # fmt: skip
_SHELL_FOLDERS = ("assets/reader", "assets/search")
_APART = (WORKER, MANIFEST, "404.html", "llms.txt", HEADERS, SUMS)
"""What no reader opens, or what the browser fetches by itself."""
_DATA = ("api/", "data/", "volume/", "datapackage.json")  # no page reads these: what they hold stands on pages, too
_LETTERS = 12  # of a hash
_SITEMAP = "sitemap.xml"
_OF_SITEMAP = re.compile(r"sitemap(?:-\d+)?\.xml(?:\.gz)?|robots\.txt", re.ASCII)
_SPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

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
# The policy is the one that each page states itself, and `frame-ancestors`, which a page cannot state. No header is set
# by two rules that match the same address: Cloudflare would send both values as one. What no rule names is as each host
# has it by itself: kept by browsers, and asked for again each time. Pages of other sites may read feeds and API.
_HEADERS = """\
# Written by Daybook. Netlify and Cloudflare Pages send these headers; other hosts leave this file alone.
/*
  Content-Security-Policy: {policy};frame-ancestors 'self'
  X-Content-Type-Options: nosniff
  Referrer-Policy: strict-origin-when-cross-origin
  Permissions-Policy: camera=(), geolocation=(), microphone=(), payment=(), usb=()

/assets/*
  Cache-Control: public, max-age=3600, stale-while-revalidate=86400

/sw.js
  Cache-Control: no-cache

/api/*
  Access-Control-Allow-Origin: *

/feeds/*
  Access-Control-Allow-Origin: *
"""


def headers(root: Path) -> dict[str, bytes]:
    """The file of headers, with the policy of pages on the web as the theme in `root` states it."""
    template = (root / "overrides/partials/policy.html").read_text(encoding="utf-8")
    policy = Environment(autoescape=True).from_string(template).render(site={}).strip()
    return {HEADERS: _HEADERS.format(policy=policy).encode()}


def is_sitemap(path: str) -> bool:
    """Whether a file of a site (its path) is one of `sitemap`."""
    return _OF_SITEMAP.fullmatch(path) is not None


def sitemap(url: str | None, pages: Iterable[str], epoch: int) -> dict[str, bytes]:
    """The files for the pages (paths as served) of a site that is dated `epoch` (seconds since 1970): complete however
    few were built, and free of the clock. Without the site's address, no page can be named."""
    day = dt.datetime.fromtimestamp(epoch, dt.UTC).date().isoformat()
    base, known, made = url or "", sorted(pages) if url else [], dict[str, bytes]()

    def listed(whole: str, one: str, paths: Sequence[str]) -> bytes:
        places = (escape(addresses.public(base, path)) for path in paths)
        lines = "".join(f"<{one}><loc>{place}</loc><lastmod>{day}</lastmod></{one}>\n" for place in places)
        return f'<?xml version="1.0" encoding="UTF-8"?>\n<{whole} {_SPACE}>\n{lines}</{whole}>\n'.encode()

    if len(known) > MOST_ADDRESSES:
        for number, first in enumerate(range(0, len(known), MOST_ADDRESSES), 1):
            part = listed("urlset", "url", known[first : first + MOST_ADDRESSES])
            made[f"sitemap-{number}.xml.gz"] = gzip.compress(part, mtime=epoch)
        data = listed("sitemapindex", "sitemap", list(made))
    else:
        data = listed("urlset", "url", known)
    made |= {_SITEMAP: data, f"{_SITEMAP}.gz": gzip.compress(data, mtime=epoch)}
    if url and urlsplit(url).path in ("", "/"):
        made[ROBOTS] = f"User-agent: *\nAllow: /\n\nSitemap: {addresses.public(base, _SITEMAP)}\n".encode()
    return made


def is_apart(path: str) -> bool:
    """Whether a file of a site (its path) is there for the app alone: a folder to read has all others."""
    return is_made(path) or path in _OWN or path.startswith(_LIBRARY)


def is_made(path: str) -> bool:
    """Whether a file of a site (its path) is one of `files`."""
    return path in (WORKER, MANIFEST) or path.startswith(FOLDER)


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


def files(settings: Settings, moment: int, rows: Mapping[str, FileRow]) -> dict[str, bytes]:
    """The app's files of a site on the web, by path; or the one that ends it, where the site is to have no app. `rows`:
    of the site's other files; `moment`: the site's date in seconds since 1970, 0 if it has none."""
    if not settings.offline_app:
        return {WORKER: _FAREWELL.encode()}
    kept = {path: row for path, row in rows.items() if _is_kept(path)}
    folders: dict[str, list[tuple[str, str, int]]] = defaultdict(list)
    for path in sorted(kept):
        folder, _, name = path.rpartition("/")
        folders[folder or "_"].append((name, kept[path].hash[:_LETTERS], kept[path].size))
    made, lists = dict[str, str](), list[tuple[str, str, int, int]]()
    for name, own in sorted(folders.items()):
        text = made[f"{FOLDER}{name}.json"] = _json(own)
        hashed = hashlib.sha256(text.encode()).hexdigest()[:_LETTERS]
        lists.append((name, hashed, len(own), sum(size for *_, size in own)))
    index = {
        "title": settings.title,
        "asOf": dt.datetime.fromtimestamp(moment, dt.UTC).date().isoformat() if moment else None,
        "pages": sum(path.endswith(".html") for path in kept),
        "files": len(kept),
        "bytes": sum(size for *_, size in lists),
        "lists": lists,
    }
    made |= {f"{FOLDER}index.json": _json(index), MANIFEST: _manifest(settings), WORKER: _worker(kept, settings)}
    return {path: text.encode() for path, text in made.items()}


def _is_kept(path: str) -> bool:
    return not (
        path.endswith(".md") or path.startswith(_DATA) or path in _APART or is_made(path) or is_sitemap(path)
        or is_hidden(path)
    )  # fmt: skip


def _worker(kept: Mapping[str, FileRow], settings: Settings) -> str:
    """The text of sw.js: it changes when the shell does, and browsers then fetch what is new of it. The shell is what
    every page needs, and the first page; fonts and formulas are kept when they are seen."""
    scripts = [*(f"{_LIBRARY}workbox-{part}.prod.js" for part in _PARTS), _SCRIPT]
    names = [f"{path}?v={kept[path].hash[:_LETTERS]}" for path in scripts]
    needed = sorted(path for path in kept if path in _SHELL or path.rpartition("/")[0] in _SHELL_FOLDERS)
    shell = [{"url": path, "revision": kept[path].hash[:_LETTERS]} for path in needed]
    data = _json({"title": settings.title, "lang": settings.language, "shell": shell})
    return (
        "/* Written by Daybook: the shell of this build, and the scripts of the service worker. */\n"
        f'"use strict";\nself.daybook = {data};\nimportScripts({", ".join(map(json.dumps, names))});\n'
    )


def _manifest(settings: Settings) -> str:
    data = {
        "id": "./",
        "name": settings.title,
        "short_name": settings.title,
        "description": settings.description,
        "start_url": "./index.html",
        "scope": "./",
        "display": "minimal-ui",  # a reader goes back and copies addresses
        "background_color": "#ffffff",
        "theme_color": "#1d4e5f",
        "icons": [{"src": _ICON, "sizes": "any", "type": "image/svg+xml", "purpose": "any"}],
    }
    return json.dumps({key: value for key, value in data.items() if value}, ensure_ascii=False, indent=1) + "\n"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
