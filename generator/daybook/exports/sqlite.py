"""The archive as a SQLite database, for SQL, sqlite-utils, Datasette and DuckDB: tables, keys and a full text index.

The tables and their columns are described in `tables.sql`. Whatever may not be published is in none of them. The same
archive gives the same bytes with the same version of SQLite, whose number is in the file.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from functools import partial
from importlib.resources import files as packaged
from itertools import chain

from daybook.errors import BuildError
from daybook.exports import SMALL, SiteFile, api, jsonl
from daybook.fold import outlines
from daybook.model import Digest, Line, Paper, Points, Quote
from daybook.model.jsonl import to_json
from daybook.text import markup
from daybook.view import addresses, editorials
from daybook.view.context import View

PATH = "data/archive.sqlite"
PAGE, LARGE = 4_096, 16_384
"""Bytes of a page of the database of a small archive, and of a large one: there, few abstracts are cut, which saves a
sixth of its bytes."""

Row = tuple[object, ...]


def files(view: View) -> Iterator[SiteFile]:
    """The database; made again when anything that it holds has changed."""
    archive = view.archive
    depends = outlines.hash_of(to_json([
        api.depends(view, list(archive.papers)), archive.days, archive.coverage, view.texts.digests, archive.themes,
        [view.digest_hash(day.date) for day in archive.days],
    ]))  # fmt: skip
    yield SiteFile(PATH, partial(data, view), depends)


def data(view: View) -> bytes:
    """The database. Raises BuildError where Python's SQLite has no full text search."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as database:
        database.execute(f"PRAGMA page_size = {PAGE if len(view.archive.papers) <= SMALL else LARGE}")
        tables, after = _statements()
        try:
            database.executescript(tables)
        except sqlite3.OperationalError as error:
            hint = "use a Python whose SQLite has FTS5, as those of python.org, Debian and uv do"
            raise BuildError(f"cannot be made: {error}", subject="archive.sqlite", hint=hint) from error
        database.execute("BEGIN")
        for table, rows in _rows(view):
            _fill(database, table, rows)
        database.execute("COMMIT")
        database.executescript(after)
        return database.serialize()


def _statements() -> tuple[str, str]:
    """What makes the tables, and what is to be done once they are filled."""
    text = (packaged("daybook.exports") / "tables.sql").read_text(encoding="utf-8")
    tables, _, after = text.partition("-- Once all rows are there.\n")
    return tables, after


def _fill(database: sqlite3.Connection, table: str, rows: Iterable[Row]) -> None:
    columns = [name for _, name, *_ in database.execute(f"PRAGMA table_info({table})")]
    values = ", ".join("?" * len(columns))
    database.executemany(f"INSERT INTO {table} VALUES ({values})", rows)  # noqa: S608 - the names are those below


def _rows(view: View) -> Iterator[tuple[str, Iterable[Row]]]:
    """(table, its rows) of each table, every one after those that it refers to."""
    archive = view.archive
    keys = sorted(archive.papers)
    papers = [jsonl.shown(archive.papers[key], view.shows) for key in keys]
    exported = [jsonl.fields(paper, archive.own_cards.get(paper.key)) for paper in papers]
    yield "archive", _about(view)
    yield "themes", [(each.slug, markup.plain(each.name), markup.plain(each.definition)) for each in archive.themes]
    yield "papers", map(_paper, papers, exported)
    for table, rows in (("authors", _authors), ("papers_categories", _categories), ("versions", _versions)):
        yield table, chain.from_iterable(map(rows, papers, exported))
    slugs = set(view.themes)
    yield "papers_themes", chain.from_iterable(map(partial(_themes, slugs), papers))
    yield "sightings", chain.from_iterable(map(_sightings, papers))
    yield "cards", chain.from_iterable(map(_cards, papers, exported))
    yield (
        "coverage",
        [
            (each.date.isoformat(), each.category, each.state, each.stored, each.total, len(each.witnesses))
            for each in archive.coverage
        ],
    )
    yield "digests", _digests(view)


def _about(view: View) -> list[Row]:
    settings, as_of = view.settings, view.archive.as_of
    facts = {"title": settings.title, "description": settings.description, "url": settings.url,
             "as_of": as_of.isoformat() if as_of else "", "tables": "1"}  # fmt: skip
    return list(facts.items())


Fields = Mapping[str, object]
"""What is exported of a paper, by `jsonl.fields`."""


def _listed(fields: Fields, name: str) -> list[str]:
    value = fields[name]
    assert isinstance(value, list | tuple)  # noqa: S101 - by its name
    return list(value)


def _paper(paper: Paper, fields: Fields) -> Row:
    names = ("key", "arxiv_id", "version", "title", "abstract")
    more = ("primary_category", "comments", "journal_ref", "doi", "submitted", "updated")
    return (
        *(fields[name] for name in names),
        "; ".join(_listed(fields, "authors")),
        *(fields[name] for name in more),
        int(paper.withdrawn),
        paper.first_seen.isoformat(),
        paper.license,
        addresses.served(addresses.paper(paper.key)),
    )


def _authors(paper: Paper, fields: Fields) -> Iterator[Row]:
    return ((paper.key, place, name) for place, name in enumerate(_listed(fields, "authors"), 1))


def _categories(paper: Paper, _: Fields) -> Iterator[Row]:
    return ((paper.key, code, place) for place, code in enumerate(dict.fromkeys(paper.categories), 1))


def _versions(paper: Paper, _: Fields) -> Iterator[Row]:
    for each in paper.versions:
        title = markup.plain(each.title) if each.title else None
        yield paper.key, each.version, jsonl.time(each.submitted), title, int(each.withdrawn)


def _themes(slugs: set[str], paper: Paper) -> Iterator[Row]:
    return ((paper.key, slug, place) for place, slug in enumerate(paper.themes, 1) if slug in slugs)


def _sightings(paper: Paper) -> Iterator[Row]:
    for place, each in enumerate(paper.sightings, 1):
        computed = int(each.reconstructed)
        yield paper.key, place, each.date.isoformat(), each.source, each.type, each.category, each.version, computed


def _cards(paper: Paper, fields: Fields) -> Iterator[Row]:
    cards = fields["cards"]
    assert isinstance(cards, list)  # noqa: S101 - by its name
    for place, card in enumerate(cards, 1):
        figures, result, what = (to_json(card[name]).decode() for name in ("figures", "result", "what"))
        told = (card["source"], card["headline"], card["gist"], figures, card["badge"], card["date"])
        yield paper.key, place, *told, *(None if each == "null" else each for each in (result, what)), card["by"]


def _digests(view: View) -> Iterator[Row]:
    """The digest of each day that has one: a person's in Markdown, else a language model's, else the rules'."""
    written = view.texts.digests
    for day in view.archive.days:
        text = written.get(addresses.stem(addresses.day(day.date)), "").strip()
        digest = editorials.digest(view, day)
        if text:
            yield day.date.isoformat(), text, "editor"
        elif digest and digest.paragraphs:
            yield day.date.isoformat(), _text(digest), digest.by or "rules"


def _text(digest: Digest) -> str:
    """A digest in plain text: paragraphs and lists, an empty line between them."""
    parts = []
    for part in digest.paragraphs:
        lines = [f"- {_plain(line)}" for line in part.lines] if isinstance(part, Points) else [_plain(part)]
        parts.append("\n".join([part.heading, *lines] if isinstance(part, Points) and part.heading else lines))
    return "\n\n".join(parts)


def _plain(line: Line) -> str:
    told = (part.text if isinstance(part, Quote) else part if isinstance(part, str) else part.name for part in line)
    return "".join(told)
