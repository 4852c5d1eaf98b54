"""Files for programs with fixed addresses: the archive as JSON, described by schemas, and llms.txt.

    api/v1/index.json                what the archive is, and all other files
    api/v1/days.json, days/2026.json every day and how complete it is; what was announced on each day of a year
    api/v1/themes.json, categories.json  with their numbers of papers
    api/v1/papers/2603.0of4.jsonl.gz lines of `daybook export jsonl`, by month (see `parts`)
    api/v1/schema/paper.json, ...    a JSON Schema for each kind of file
    datapackage.json                 what the data of the site are, as Frictionless data packages say it (version 2)
    llms.txt                         names what is here, in the form of llmstxt.org

Each table is a list of columns, which its files, its schema and its description are made of. Version 1 is for ever:
fields and files may be added, and none is changed or removed. Whatever may not be published is in none of them.
"""

from __future__ import annotations

import datetime as dt
import gzip
import hashlib
import json
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, groupby
from operator import itemgetter
from types import SimpleNamespace
from typing import Any, NamedTuple, get_args

from daybook import exports
from daybook.exports import SiteFile, tables
from daybook.exports.citations import archive_name
from daybook.exports.scripts import Part, parts
from daybook.model import ANNOUNCED, CoverageState, Day, EntryType, Witness, arxiv
from daybook.model.jsonl import hash_of, to_json
from daybook.model.paper import LEFT_OUT, PAPER, Column
from daybook.text import language, markup
from daybook.text.language import _
from daybook.view import addresses, labels
from daybook.view.archive_view import View

NEWEST = 14
"""Days that llms.txt names; the others are behind the page of all days."""


def llms(view: View) -> Iterator[SiteFile]:
    """llms.txt."""
    yield SiteFile(addresses.LLMS, partial(_llms, view))


def _llms(view: View) -> bytes:
    """Its form is that of llmstxt.org: a title, a quotation that sums up, and lists of links."""
    settings, days_held = view.settings, reversed(view.archive.days)

    def link(name: str, path: str, what: str) -> str:
        address = addresses.public(settings.url, path) if settings.url else path
        return f"- {markup.link(markup.literal(name), address, settings.hosts)}: {what}"

    newest = [day for day in days_held if day.announced and not day.reconstructed][:NEWEST]
    followed = ", ".join(f"{arxiv.name(code)} ({code})" for code in settings.categories)
    as_of = language.date(view.archive.as_of) if view.archive.as_of else ""
    data = [each for each in exports.EXPORTS if each.purpose and each.entry and each.on_site(len(view.outlines))]
    held = f"{labels.count(len(view.outlines), 'paper')}, {labels.count(len(view.archive.days), 'day')}"
    held = _("{what}, as of {date}", what=held, date=as_of) if as_of else held
    summary = _("What arXiv announces in {names}, day by day.", names=followed)
    beside, cite = _("each has its Markdown beside it"), _("whose words these are, how to cite")
    lines = [
        f"# {markup.literal(settings.title)}",
        f"> {markup.literal(settings.description or summary)}",
        _(
            "A static archive of arXiv's announcements in {names}: {held}. Addresses are permanent. Each paper has a"
            " page with its metadata and abstract, which are arXiv's and CC0, and a link to it on arXiv.",
            names=followed, held=held,
        ),
        *_section(_("Days"), [*(link(language.long_date(day.date), addresses.day(day.date),
                                  view.describe(day).partition(": ")[2]) for day in newest),
                           link(_("All days"), addresses.served(addresses.DAYS), beside)]),
        *_section(_("Themes"), [link(markup.plain(theme.name), addresses.theme(theme.slug),
                                  labels.count(len(view.by_theme[theme.slug]), "paper"))
                             for theme in view.archive.themes]),
        *_section(_("Data"), [link(each.entry, each.entry, _(each.purpose)) for each in data
                              if each.entry != addresses.LLMS]),
        *_section("Optional", [link(_("Guide"), addresses.GUIDE, _("how the archive is made and read")),
                               link(_("About"), addresses.served(addresses.ABOUT), cite)]),
    ]  # fmt: skip
    return ("\n\n".join(lines) + "\n").encode(errors="replace")


def _section(heading: str, lines: Sequence[str]) -> list[str]:
    return [f"## {heading}", "\n".join(lines)] if lines else []


FOLDER = "api/v1/"
MOST = 64
"""Papers in a file, some 30 KB: all of them are made again when one changes."""
_KEY = re.compile(rb'\{"key":"([^"]*)"')  # with which the line of a paper begins
_LINES = "application/jsonl+gzip"


class _File(NamedTuple):
    """A file of the API."""

    path: str
    kind: str  # a schema's name
    media_type: str = "application/json"
    papers: object = LEFT_OUT  # how many it has


class _Whole(NamedTuple):
    """What the index tells of."""

    view: View
    files: Sequence[_File]
    held: Sequence[Part]
    codes: Mapping[str, int]  # category -> papers


class _Date(NamedTuple):
    """A date with a page, or of which an announcement was due."""

    view: View
    date: dt.date
    day: Day | None
    keys: Mapping[EntryType, Sequence[str]]  # announced papers by announce type, each once, as listed


class _List(NamedTuple):
    """A theme, or the code of a category, and how many papers have it."""

    view: View
    of: Any
    papers: int


FILE = (
    Column("path", "text", "Its path, beside this file"),
    Column("kind", "text", "What it holds"),
    Column("schema", "text", "Path of the schema that the file, or each of its lines, is valid by",
           lambda file: f"schema/{file.kind}.json"),
    Column("media_type", "text", "JSON, or JSON Lines compressed by gzip", choices=("application/json", _LINES)),
    Column("papers", "number", "Of a file of papers: how many it has", least=0, left_out=True),
)  # fmt: skip
COUNTS = (
    Column("papers", "number", "Papers", lambda it: len(it.view.archive.papers), least=0),
    Column("days", "number", "Days with a page", lambda it: len(it.view.archive.days), least=0),
    Column("themes", "number", "Themes", lambda it: len(it.view.archive.themes), least=0),
    Column("categories", "number", "Categories of its papers", lambda it: len(it.codes), least=0),
)
INDEX = (
    Column("version", "number", "Version of this API, as in its path", lambda it: 1, choices=(1,)),
    Column("title", "text", "Title of the archive", lambda it: it.view.settings.title),
    Column("description", "text", "What it holds, in a sentence; may be empty",
           lambda it: it.view.settings.description),
    Column("url", "text?", "Address of the site; null: not known", lambda it: it.view.settings.url or None),
    Column("root", "text", "The site's root, from this file: paths of pages are below it",
           lambda it: addresses.root(FOLDER), choices=("../../",)),
    Column("as_of", "day?", "The newest date held, US Eastern; null: the archive is empty",
           lambda it: it.view.archive.as_of),
    Column("categories", "text*", "Codes of the categories that the archive follows",
           lambda it: it.view.settings.categories),
    Column("counts", "row", "What the archive holds", lambda it: it, COUNTS),
    Column("parts", "numbers",
           "Into how many files the papers of each folder are cut: a month of arXiv ids such as 2603, or `title` for"
           " papers without one. A paper is in file `papers/FOLDER.NofPARTS.jsonl.gz`, where N is the CRC-32 of its key"
           " modulo PARTS", lambda it: Counter(part.folder for part in it.held), least=1),
    Column("files", "row*", "All files besides this one and the schemas", None, FILE, "A file"),
)  # fmt: skip
COVERAGE = (
    Column("category", "text", "Code of the category"),
    Column("state", "text", "How much of it the archive holds", choices=get_args(CoverageState)),
    Column("stored", "number", "Entries held", least=0),
    Column("total", "number?", "Entries that arXiv states; null: no document states it", least=0),
    Column("witnesses", "text*", "Who says that this is all; one alone awaits a second", choices=get_args(Witness)),
)
_RECONSTRUCTED = Column("reconstructed", "flag", "No listing was read: the day was computed from submission times",
                        lambda it: bool(it.day and it.day.reconstructed))  # fmt: skip
DAY = (
    Column("date", "day", "Date, US Eastern"),
    Column("seal", "text?",
           "How complete the day is, all categories together: the worst state wins; null: never judged",
           lambda it: (seal := it.view.seal(it.date)) and seal.judged, choices=get_args(CoverageState)),
    _RECONSTRUCTED,
    Column("announced", "row", "How many papers were announced, by announce type",
           lambda it: {name: len(keys) for name, keys in it.keys.items()},
           tuple(Column(name, "number", labels.TYPES[name].several, itemgetter(name), least=0) for name in ANNOUNCED)),
    Column("coverage", "row*",
           "How complete the announcement is in each followed category; empty: none was due",
           lambda it: it.view.coverage.get(it.date, ()), COVERAGE, "A category's announcement"),
    Column("page", "text?", "Path of its page, below the site's root; null: it has none",
           lambda it: addresses.served(addresses.day(it.date)) if it.day else None),
    Column("file", "text?",
           "Path of the file with its papers, beside this one; null: the archive holds nothing of that day",
           lambda it: f"days/{it.date.year:04d}.json" if it.day else None),
)  # fmt: skip
DAY_OF_YEAR = (
    Column("date", "day", "Date, US Eastern"),
    _RECONSTRUCTED,
    Column("announced", "row", "Keys of the papers by announce type, as listed", lambda it: it.keys,
           tuple(Column(name, "text*", labels.TYPES[name].several, itemgetter(name), unique=True)
                 for name in ANNOUNCED)),
    Column("mentioned", "text*",
           "Keys of further papers that were seen on that day and not announced: in other sources' cards and reports,"
           " or for the first time", lambda it: [each.key for each in it.day.seen], unique=True),
)  # fmt: skip
THEME = (
    Column("slug", "text", "Its name in addresses", lambda it: it.of.slug),
    Column("name", "plain", "Its name", lambda it: it.of.name),
    Column("definition", "plain", "What it covers", lambda it: it.of.definition),
    Column("papers", "number", "How many papers have it", least=0),
    Column("page", "text", "Path of its page, below the site's root",
           lambda it: addresses.served(addresses.theme(it.of.slug))),
)  # fmt: skip
CATEGORY = (
    Column("code", "text", "arXiv's code", lambda it: it.of),
    Column("name", "text", "Its name", lambda it: arxiv.name(it.of)),
    Column("followed", "flag", "Whether the archive follows it", lambda it: it.of in it.view.settings.categories),
    Column("papers", "number", "How many papers it has", least=0),
    Column("page", "text?", "Path of its page, below the site's root; null: it has none",
           lambda it: addresses.served(addresses.category(it.of)) if it.papers and addresses.has_page(it.of) else None),
)  # fmt: skip
KINDS: Mapping[str, tuple[str, str, tuple[Column, ...]]] = {
    "index": ("Archive", "The archive, and all files of this API", INDEX),
    "days": ("Days", "All days that the archive has a page for, or whose announcement was due; oldest first",
             (Column("days", "row*", "The days, oldest first", None, DAY, "A day"),)),
    "year": ("Days of a year", "What was announced on each day of a year",
             (Column("year", "number", "The year"),
              Column("days", "row*", "The days, oldest first", None, DAY_OF_YEAR, "A day"))),
    "themes": ("Themes", "The archive's themes",
               (Column("themes", "row*", "The themes, in the archive's order", None, THEME, "A theme"),)),
    "categories": ("Categories", "The categories of the archive's papers",
                   (Column("categories", "row*", "Those that the archive follows first, then the others by code", None,
                           CATEGORY, "A category"),)),
    "paper": ("Paper", "A paper: an e-print with all its versions. One line of a file of papers, and of"
              " `daybook export jsonl`.", PAPER),
}  # fmt: skip
"""The kinds of files: title and meaning, and what is in one; of `paper`, in a line."""


def files(view: View) -> Iterator[SiteFile]:
    """All files of the API; those of papers depend on their papers alone."""
    codes = Counter(chain.from_iterable(outline.categories for outline in view.outlines.values()))
    held = list(parts(view.months, MOST))
    made = {f"{FOLDER}{name}.json": data for name, data in _tables(view, codes, held)}
    package = _package(view, made, [f"{FOLDER}papers/{part.name}.jsonl.gz" for part in held])
    made[PACKAGE] = json.dumps(package, ensure_ascii=False, indent=1).encode() + b"\n"
    made |= {f"{FOLDER}schema/{name}.json": schema(name) for name in KINDS}
    for path, data in made.items():
        yield SiteFile(path, partial(bytes, data), hash_of(data))
    for part in held:
        if view.reach and part.folder not in view.reach.folders:
            continue
        depends = view.depends(part.keys, [view.outlines[key].page_hash for key in part.keys])
        make = partial(_papers, view, part.keys)
        again = partial(make, view.reach.keys) if view.reach else None
        yield SiteFile(f"{FOLDER}papers/{part.name}.jsonl.gz", make, depends, again)


def _tables(view: View, codes: Mapping[str, int], held: Sequence[Part]) -> Iterator[tuple[str, bytes]]:
    """(path without suffix, bytes) of the files that are no papers, the index last. `codes`: category -> papers."""
    told = []
    for date in sorted(view.days.keys() | view.coverage.keys()):
        day, keys = view.days.get(date), {name: dict[str, None]() for name in ANNOUNCED}
        for each in day.announced if day else ():
            keys[each.type][each.key] = None
        told.append(_Date(view, date, day, {name: list(held) for name, held in keys.items()}))
    themes = [_List(view, theme, len(view.by_theme[theme.slug])) for theme in view.archive.themes]
    followed = view.settings.categories
    categories = [*followed, *sorted(codes.keys() - set(followed))]
    of_years = groupby((each for each in told if each.day), key=lambda each: each.date.year)
    found: dict[str, tuple[str, dict[str, object]]] = {
        "days": ("days", {"days": told}),
        **{f"days/{year:04d}": ("year", {"year": year, "days": list(days)}) for year, days in of_years},
        "themes": ("themes", {"themes": themes}),
        "categories": ("categories", {"categories": [_List(view, code, codes.get(code, 0)) for code in categories]}),
    }
    for path, (kind, items) in found.items():
        yield path, _json(kind, SimpleNamespace(**items))
    rows = [_File(f"{path}.json", kind) for path, (kind, _) in found.items()]
    rows += [_File(f"papers/{part.name}.jsonl.gz", "paper", _LINES, len(part.keys)) for part in held]
    yield "index", _json("index", _Whole(view, rows, held, codes))


def _json(kind: str, item: object) -> bytes:
    return to_json(tables.fields(tables.makers(KINDS[kind][2]), item)) + b"\n"


def _papers(view: View, keys: Sequence[str], touched: Collection[str] = (), former: bytes = b"") -> bytes:
    """The file of these papers, of which those that are not `touched` are taken from the former one."""
    lines = gzip.decompress(former).splitlines(keepends=True) if former else ()
    known = {found[1].decode(): each for each in lines if (found := _KEY.match(each))}
    made = (
        known[key] if key in known and key not in touched
        else to_json(tables.told_of(view.archive.papers[key].shown(view.shows).beside(view.own_card(key)))) + b"\n"
        for key in keys
    )  # fmt: skip
    return gzip.compress(b"".join(made), 9, mtime=0)


# Schemas

_TYPES = {"text": "string", "plain": "string", "day": "string", "time": "string", "number": "integer",
          "flag": "boolean", "row": "object"}  # fmt: skip
_DATED = {
    "day": {"format": "date", "pattern": r"^\d{4}-\d{2}-\d{2}$"},
    "time": {"format": "date-time", "pattern": r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$"},
}


def schema(kind: str) -> bytes:
    """The JSON Schema (2020-12) of a kind of file; of `paper`, that of a line."""
    title, meaning, columns = KINDS[kind]
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title, "description": meaning}
    return json.dumps({**head, "type": "object", **_object(columns)}, ensure_ascii=False, indent=1).encode() + b"\n"


def _object(columns: Sequence[Column]) -> dict[str, object]:
    return {
        "properties": {column.name: {"description": column.meaning, **_value(column)} for column in columns},
        "required": [column.name for column in columns if not column.left_out],
    }


def _value(column: Column) -> dict[str, object]:
    """What a value of a column may be."""
    if column.base == "numbers":
        return {"type": "object", "additionalProperties": {"type": "integer", "minimum": column.least}}
    type_: object = _TYPES[column.base]
    one: dict[str, object] = {"type": [type_, "null"] if column.optional else type_, **_DATED.get(column.base, {})}
    if column.choices:
        values = [*column.choices, *([None] if column.optional else [])]
        one = {"enum": values} if len(values) > 1 else {"const": values[0]}
    if column.least is not None:
        one["minimum"] = column.least
    one |= _object(column.columns) if column.columns else {}
    if not column.many:
        return one
    unique = {"uniqueItems": True} if column.unique else {}
    return {"type": "array", "items": {"description": column.item, **one} if column.item else one, **unique}


# The data package

PACKAGE = "datapackage.json"
CC0 = {
    "name": "CC0-1.0",
    "path": "https://creativecommons.org/publicdomain/zero/1.0/",
    "title": "CC0 1.0, of arXiv's metadata",
}
_PACKED = {"sqlite": "application/vnd.sqlite3", "parquet": "application/vnd.apache.parquet"}


def _package(view: View, tables: Mapping[str, bytes], papers: Sequence[str]) -> dict[str, object]:
    """The description of an archive's data. `tables`: path -> bytes of each JSON file; `papers`: their files."""
    settings, as_of = view.settings, view.archive.as_of
    resources: list[dict[str, object]] = [
        {
            "name": path.rpartition("v1/")[2].removesuffix(".json").replace("/", "-"),
            "path": path,
            "format": "json",
            "mediatype": "application/json",
            "encoding": "utf-8",
            "bytes": len(data),
            "hash": f"sha256:{hashlib.sha256(data).hexdigest()}",
        }
        for path, data in tables.items()
    ]
    if papers:
        fields = [
            {
                "name": column.name,
                "type": "array" if column.many else "datetime" if column.base == "time" else _TYPES[column.base],
                "description": column.meaning,
            }
            for column in PAPER
        ]
        resources.append({
            "name": "papers",
            "path": list(papers),
            "format": "jsonl",
            "mediatype": "application/jsonl",
            "encoding": "utf-8",
            "compression": "gz",
            "schema": {"fields": fields, "primaryKey": ["key"]},
        })  # fmt: skip
    for export in exports.EXPORTS:
        if export.data and export.on_site(len(view.archive.papers)):
            form, name = export.entry.rpartition(".")[2], archive_name(export.entry.rpartition("/")[2])
            resources.append({"name": name, "path": export.entry, "format": form, "mediatype": _PACKED[form]})
    facts = {
        "$schema": "https://datapackage.org/profiles/2.0/datapackage.json",
        "name": archive_name(settings.title),
        "title": settings.title,
        "description": settings.description,
        "homepage": settings.url,
        "version": as_of.isoformat() if as_of else "",
        "licenses": [] if any(rule.publish for rule in settings.sources.values()) else [CC0],
        "sources": [{"title": "arXiv", "path": "https://arxiv.org/"}],
        "resources": resources,
    }
    return {name: value for name, value in facts.items() if value}
