"""The archive as JSON files with fixed addresses, for programs: `api/v1/`, described by `api/v1/schema/`.

    index.json                      what the archive is, and all other files
    days.json, days/2026.json       every day and how complete it is; what was announced on each day of a year
    themes.json, categories.json    with their numbers of papers
    papers/2603.0of4.jsonl.gz       lines of `daybook export jsonl`, by month (see `parts`)
    schema/paper.json, ...          a JSON Schema for each kind of file

and `datapackage.json` at the site's root, for catalogues (see `datapackage`).

Version 1 is for ever: fields and files may be added, and none is changed or removed. Whatever may not be published is
in none of them.
"""

from __future__ import annotations

import datetime as dt
import gzip
import json
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from importlib.resources import files as packaged
from itertools import chain, groupby

from daybook.exports import SiteFile, datapackage, jsonl, parts
from daybook.fold import outlines
from daybook.model import ANNOUNCED, Card, Day, EntryType, Paper, taxonomy
from daybook.model.jsonl import to_json
from daybook.text import markup
from daybook.view import addresses
from daybook.view.context import View

FOLDER = "api/v1/"
MOST = 64
"""Papers in a file, some 30 KB: all of them are made again when one changes."""
SCHEMAS = ("index", "days", "year", "themes", "categories", "paper")
"""A kind of file each."""
_KEY = re.compile(rb'\{"key":"([^"]*)"')  # with which the line of a paper begins
_LINES = "application/jsonl+gzip"


def files(view: View) -> Iterator[SiteFile]:
    """All files of the API; those of papers depend on their papers alone."""
    codes = Counter(chain.from_iterable(outline.categories for outline in view.outlines.values()))
    tables, held = dict(_tables(view, codes)), list(parts.of(view.months, MOST))
    tables["index"] = index(view, list(tables), held, codes)
    made = {f"{FOLDER}{name}.json": to_json(value) + b"\n" for name, value in tables.items()}
    package = datapackage.package(view, made, [f"{FOLDER}{_path(part)}" for part in held], schema("paper"))
    made[datapackage.PATH] = json.dumps(package, ensure_ascii=False, indent=1).encode() + b"\n"
    made |= {f"{FOLDER}schema/{name}.json": schema(name) for name in SCHEMAS}
    for path, data in made.items():
        yield SiteFile(path, partial(bytes, data), outlines.hash_of(data))
    for part in held:
        if view.reach and part.folder not in view.reach.folders:
            continue
        again = partial(_again, view, part.keys) if view.reach else None
        yield SiteFile(f"{FOLDER}{_path(part)}", partial(_papers, view, part.keys), depends(view, part.keys), again)


def schema(name: str) -> bytes:
    """The JSON Schema (2020-12) of a kind of file; of `paper`, that of a line."""
    return (packaged("daybook.exports") / "schemas" / f"{name}.json").read_text(encoding="utf-8").encode()


def line(paper: Paper, own: Card | None, shows: outlines.Shows) -> bytes:
    """A paper's line of `daybook export jsonl`, without words that may not be shown."""
    return to_json(jsonl.fields(jsonl.shown(paper, shows), own)) + b"\n"


def depends(view: View, keys: Sequence[str]) -> str:
    """The hash of all that is exported of these papers."""
    return view.depends(keys, [view.outlines[key].page_hash for key in keys])


def _papers(view: View, keys: Sequence[str]) -> bytes:
    return _packed(line(view.archive.papers[key], view.own_card(key), view.shows) for key in keys)


def _again(view: View, keys: Sequence[str], former: bytes) -> bytes:
    """The file of these papers, of which those that are as they were are taken from the former one."""
    lines = gzip.decompress(former).splitlines(keepends=True)
    known = {found[1].decode(): each for each in lines if (found := _KEY.match(each))}
    touched = view.reach.keys if view.reach else known.keys()
    return _packed(
        known[key] if key in known and key not in touched
        else line(view.archive.papers[key], view.own_card(key), view.shows)
        for key in keys
    )  # fmt: skip


def _packed(lines: Iterable[bytes]) -> bytes:
    return gzip.compress(b"".join(lines), 9, mtime=0)


def _path(part: parts.Part) -> str:
    return f"papers/{part.name}.jsonl.gz"


def index(view: View, tables: Sequence[str], held: Sequence[parts.Part], codes: Collection[str]) -> dict[str, object]:
    """What the archive is, with a row for each file: the `tables`, and the files of papers. `codes`: all categories."""
    archive, settings = view.archive, view.settings
    rows: list[dict[str, object]] = [_row(f"{name}.json", _kind(name), "application/json") for name in tables]
    rows += [{**_row(_path(part), "paper", _LINES), "papers": len(part.keys)} for part in held]
    return {
        "version": 1,
        "title": settings.title,
        "description": settings.description,
        "url": settings.url or None,
        "root": addresses.root(FOLDER),
        "as_of": archive.as_of.isoformat() if archive.as_of else None,
        "categories": settings.categories,
        "counts": {
            "papers": len(archive.papers),
            "days": len(archive.days),
            "themes": len(archive.themes),
            "categories": len(codes),
        },
        "parts": Counter(part.folder for part in held),
        "files": rows,
    }


def _kind(name: str) -> str:
    return "year" if name.startswith("days/") else name


def _row(path: str, kind: str, media_type: str) -> dict[str, object]:
    return {"path": path, "kind": kind, "schema": f"schema/{kind}.json", "media_type": media_type}


def _tables(view: View, codes: Mapping[str, int]) -> Iterator[tuple[str, dict[str, object]]]:
    announced = {day.date: _by_type(day) for day in view.archive.days}
    yield "days", {"days": _days(view, announced)}
    for year, days in groupby(view.archive.days, key=lambda day: day.date.year):
        yield f"days/{year:04d}", {"year": year, "days": [_announced(day, announced[day.date]) for day in days]}
    yield "themes", {"themes": _themes(view)}
    yield "categories", {"categories": _categories(view, codes)}


ByType = Mapping[EntryType, Mapping[str, None]]
"""announce type -> keys, each once, as listed."""


def _by_type(day: Day) -> ByType:
    keys: dict[EntryType, dict[str, None]] = {name: {} for name in ANNOUNCED}
    for each in day.announced:
        keys[each.type][each.key] = None
    return keys


def _days(view: View, announced: Mapping[dt.date, ByType]) -> list[dict[str, object]]:
    """Every day with a page, and every day of which an announcement was due."""
    found: list[dict[str, object]] = []
    for date in sorted(view.days.keys() | view.coverage.keys()):
        day, seal = view.days.get(date), view.seal(date)
        covered = [
            {
                "category": each.category,
                "state": each.state,
                "stored": each.stored,
                "total": each.total,
                "witnesses": list(each.witnesses),
            }
            for each in view.coverage.get(date, ())
        ]
        keys = announced.get(date, {})
        found.append({
            "date": date.isoformat(),
            "seal": seal.judged if seal else None,
            "reconstructed": bool(day and day.reconstructed),
            "announced": {name: len(keys.get(name, ())) for name in ANNOUNCED},
            "coverage": covered,
            "page": addresses.served(addresses.day(date)) if day else None,
            "file": f"days/{date.year:04d}.json" if day else None,
        })  # fmt: skip
    return found


def _announced(day: Day, keys: ByType) -> dict[str, object]:
    return {
        "date": day.date.isoformat(),
        "reconstructed": day.reconstructed,
        "announced": {name: list(held) for name, held in keys.items()},
        "mentioned": [each.key for each in day.seen],
    }


def _themes(view: View) -> list[dict[str, object]]:
    return [
        {
            "slug": theme.slug,
            "name": markup.plain(theme.name),
            "definition": markup.plain(theme.definition),
            "papers": len(view.by_theme[theme.slug]),
            "page": addresses.served(addresses.theme(theme.slug)),
        }
        for theme in view.archive.themes
    ]


def _categories(view: View, papers: Mapping[str, int]) -> list[dict[str, object]]:
    """`papers`: category -> number of papers."""
    followed = view.settings.categories
    return [
        {
            "code": code,
            "name": taxonomy.name(code),
            "followed": code in followed,
            "papers": papers.get(code, 0),
            "page": addresses.served(addresses.category(code))
            if papers.get(code) and addresses.has_page(code)
            else None,
        }
        for code in [*followed, *sorted(papers.keys() - set(followed))]
    ]
