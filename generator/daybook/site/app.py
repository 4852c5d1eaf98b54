"""The archive as an app: a service worker that keeps pages, a manifest to install it by, and lists of all its files.

    sw.js                   names the shell (what every page needs) and loads Workbox and assets/worker.js
    manifest.webmanifest    name and icon
    offline/index.json      {"title", "asOf": "2026-03-04" or null, "pages", "files", "bytes", "lists": [[name, hash,
                            files, bytes], ...]}, a list for each folder of the site; "_" is the site's own
    offline/NAME.json       [[file, hash, bytes], ...], sorted; a change of one page touches the list of its folder

assets/keep.js reads the lists. A folder to read without a web server has none of all this, and with `offline_app:
false` there is only a sw.js that removes what an earlier build's has kept in readers' browsers.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from daybook.config import Settings
from daybook.errors import BuildError
from daybook.site import headers, sitemap, sums
from daybook.site.manifest import Row
from daybook.site.plan import Plan, epoch

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
_APART = (WORKER, MANIFEST, "404.html", "llms.txt", headers.NAME, sums.NAME)
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


def is_wanted(plan: Plan) -> bool:
    """Whether the site is to be an app."""
    return plan.settings.offline_app and not plan.offline


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


def files(plan: Plan, rows: Mapping[str, Row]) -> dict[str, bytes]:
    """The app's files of a site, by path; none, or the one that ends it, where the site is to have no app. `rows`: of
    the site's other files."""
    if is_wanted(plan):
        listed = {path: row for path, row in rows.items() if _is_kept(path)}
        return {path: text.encode() for path, text in _files(plan, listed).items()}
    return {} if plan.offline else {WORKER: _FAREWELL.encode()}


def _files(plan: Plan, listed: Mapping[str, Row]) -> dict[str, str]:
    """The texts of the app's files, by path. `listed`: all files that the app may keep."""
    moment = epoch(plan.pages)
    as_of = dt.datetime.fromtimestamp(moment, dt.UTC).date().isoformat() if moment else None
    folders: dict[str, list[tuple[str, str, int]]] = defaultdict(list)
    for path in sorted(listed):
        folder, _, name = path.rpartition("/")
        folders[folder or _TOP].append((name, listed[path].hash[:_LETTERS], listed[path].size))
    texts = {folder: _json(rows) for folder, rows in sorted(folders.items())}
    index = {
        "title": plan.settings.title,
        "asOf": as_of,
        "pages": sum(path.endswith(".html") for path in listed),
        "files": len(listed),
        "bytes": sum(map(_bytes, folders.values())),
        "lists": [
            (name, hashlib.sha256(text.encode()).hexdigest()[:_LETTERS], len(folders[name]), _bytes(folders[name]))
            for name, text in texts.items()
        ],
    }
    lists = {f"{FOLDER}{name}.json": text for name, text in texts.items()}
    return {
        WORKER: _worker(listed, plan.settings),
        MANIFEST: _manifest(plan.settings.title, plan.settings.description),
        f"{FOLDER}index.json": _json(index),
        **lists,
    }


def _is_kept(path: str) -> bool:
    return not (
        path.endswith(".md") or path.startswith(_DATA) or path in _APART or is_made(path) or sitemap.is_own(path)
        or sums.is_hidden(path)
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
