"""`datapackage.json`: what the data of the site are, as Frictionless data packages say it (version 2)."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from daybook import exports

if TYPE_CHECKING:
    from daybook.view.context import View

PATH = "datapackage.json"
PROFILE = "https://datapackage.org/profiles/2.0/datapackage.json"
ARXIV = {"title": "arXiv", "path": "https://arxiv.org/"}
CC0 = {
    "name": "CC0-1.0",
    "path": "https://creativecommons.org/publicdomain/zero/1.0/",
    "title": "CC0 1.0, of arXiv's metadata",
}
_PACKED = {"sqlite": "application/vnd.sqlite3", "parquet": "application/vnd.apache.parquet"}
_TYPES = {"integer": "integer", "boolean": "boolean", "array": "array", "object": "object"}
_OTHER = re.compile(r"[^a-z0-9]+")


def package(view: View, tables: Mapping[str, bytes], papers: Sequence[str], schema: bytes) -> dict[str, object]:
    """The description of an archive's data.

    tables: path -> bytes of each JSON file; papers: the paths of the files of papers, whose lines have this `schema`.
    """
    settings, as_of = view.settings, view.archive.as_of
    resources = [_table(path, data) for path, data in tables.items()]
    if papers:
        resources.append(_papers(papers, schema))
    resources += _packed(len(view.archive.papers))
    facts = {
        "$schema": PROFILE,
        "name": name(settings.title),
        "title": settings.title,
        "description": settings.description,
        "homepage": settings.url,
        "version": as_of.isoformat() if as_of else "",
        "licenses": [] if any(rule.publish for rule in settings.sources.values()) else [CC0],
        "sources": [ARXIV],
        "resources": resources,
    }
    return {name: value for name, value in facts.items() if value}


def name(title: str) -> str:
    """What programs call the archive of this title: `tides-schedules`; `archive` where nothing is left of the title."""
    return _OTHER.sub("-", title.lower()).strip("-") or "archive"


def _table(path: str, data: bytes) -> dict[str, object]:
    return {
        "name": path.rpartition("v1/")[2].removesuffix(".json").replace("/", "-"),
        "path": path,
        "format": "json",
        "mediatype": "application/json",
        "encoding": "utf-8",
        "bytes": len(data),
        "hash": f"sha256:{hashlib.sha256(data).hexdigest()}",
    }


def _papers(paths: Sequence[str], schema: bytes) -> dict[str, object]:
    """The papers, a table in several files."""
    return {
        "name": "papers",
        "path": list(paths),
        "format": "jsonl",
        "mediatype": "application/jsonl",
        "encoding": "utf-8",
        "compression": "gz",
        "schema": {"fields": _fields(json.loads(schema)), "primaryKey": ["key"]},
    }


def _fields(schema: Mapping[str, Mapping[str, Mapping[str, str]]]) -> list[dict[str, str]]:
    """The fields of a table whose rows are valid by this JSON Schema."""
    return [
        {"name": name, "type": _type(field), "description": field["description"]}
        for name, field in schema["properties"].items()
    ]


def _type(field: Mapping[str, str]) -> str:
    stated = field["type"] if isinstance(field["type"], str) else field["type"][0]
    return "datetime" if field.get("format") == "date-time" else _TYPES.get(stated, "string")


def _packed(papers: int) -> list[dict[str, object]]:
    """The database and the tables, where the site has them."""
    found: list[dict[str, object]] = []
    for export in exports.EXPORTS:
        if export.packs and export.on_site(papers):
            form = export.entry.rpartition(".")[2]
            called = _OTHER.sub("-", export.entry.rpartition("/")[2])
            found.append({"name": called, "path": export.entry, "format": form, "mediatype": _PACKED[form]})
    return found
