"""Every paper as a line of JSON, a row of CSV and of Parquet tables, and all of an archive in a SQLite database. Pure.

What is told of a paper is the list of columns in `model/paper.py`, which say where in each table they stand. The
database's other tables are those of `tables.sql`. Whatever may not be published is in no table of the site.
"""

from __future__ import annotations

import csv as csv_files
import datetime as dt
import io
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from importlib.resources import files as packaged
from operator import attrgetter
from typing import Any

from daybook.errors import BuildError
from daybook.exports import SMALL, SiteFile
from daybook.model import Archive, Digest, Line, Paper, Points, Quote
from daybook.model.jsonl import hash_of, to_json
from daybook.model.paper import LEFT_OUT, PAPER, VERSION, Column, In
from daybook.runtime import program
from daybook.text import markup
from daybook.view import addresses, editorials
from daybook.view.archive_view import View

MORE = (
    Column("first_seen", "day", "The date of its oldest sighting", tables=In(parquet=16, sqlite=14),
           brief="the date of its oldest sighting"),
    # CSV alone leaves out reconstructed days: all tables stay as other programs know them.
    Column("first_seen", "day", "The date of its oldest sighting in a document",
           lambda paper: next((s.date for s in paper.sightings if not s.reconstructed and not s.teller),
                              paper.first_seen),
           tables=In(csv=11)),
    Column("license", "text?", "An address", tables=In(parquet=18, sqlite=15), brief="an address"),
    Column("page", "text", "Path of its page, below the site's root",
           lambda paper: addresses.served(addresses.paper(paper.key)), tables=In(parquet=19, sqlite=16),
           brief="path of its page, below the site's root"),
)  # fmt: skip
"""Columns of tables alone."""
VERSIONS = (*VERSION, Column("withdrawn", "flag", "Whether this version withdraws the paper"))
"""Columns of the tables of versions, behind the paper's key."""

Makers = Sequence[tuple[str, Callable[[Any], Any]]]
"""The names of columns, and what takes their values from a paper."""
Cells = Sequence[object]


def makers(columns: Iterable[Column], *, dated: bool = False) -> Makers:
    """What takes the values of columns as JSON has them; `dated`: but days and times as such."""
    return [(column.name, _maker(column, dated)) for column in columns]


def _maker(column: Column, dated: bool) -> Callable[[Any], Any]:
    get: Callable[[Any], Any] = column.get or attrgetter(column.name)
    made: dict[str, Callable[[Any], Any]] = {"plain": markup.plain, "row": partial(fields, makers(column.columns))}
    if not dated:
        made |= {"day": dt.date.isoformat, "time": time}
    make = made.get(column.base)
    if make is None:
        return get
    if column.many:
        return lambda item: list(map(make, get(item)))
    if column.optional:
        return lambda item: make(value) if (value := get(item)) else None
    return lambda item: make(get(item))


def fields(makers: Makers, item: object) -> dict[str, Any]:
    """The values of an item by the names of their columns."""
    return {name: value for name, make in makers if (value := make(item)) is not LEFT_OUT}


def columns_of(table: str) -> list[Column]:
    """The columns of a table of papers, `csv`, `parquet` or `sqlite`, in order."""
    place: Callable[[Column], int] = attrgetter(f"tables.{table}")
    return sorted((column for column in (*PAPER, *MORE) if place(column)), key=place)


def time(when: dt.datetime) -> str:
    """A timestamp in UTC, to the second."""
    return f"{when:%Y-%m-%dT%H:%M:%SZ}"


# Lines of JSON: the contract that other programs rely on

told_of = partial(fields, makers(PAPER))
"""What a line tells of a paper, by the names of its columns."""


def jsonl(archive: Archive) -> Iterator[bytes]:
    """A line per paper. Titles, names, comments and references are plain Unicode; abstracts as received."""
    for paper in archive.papers.values():
        yield to_json(told_of(paper.beside(archive.own_cards.get(paper.key)))) + b"\n"


# CSV

_SIGNS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""What makes a formula of a cell for some program; the wide ones in Japanese and Chinese versions of it."""


def csv(archive: Archive) -> Iterator[bytes]:
    """A header and a row per paper (RFC 4180). Lists are joined by "; "; a leading sign never makes a formula."""
    columns = makers(columns_of("csv"))
    rows = ([_cell(make(paper)) for _, make in columns] for paper in archive.papers.values())
    for cells in ([name for name, _ in columns], *rows):
        text = io.StringIO()
        csv_files.writer(text).writerow(cells)
        yield text.getvalue().encode()


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = "; ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
    return f"'{text}" if text.startswith(_SIGNS) else text


# Parquet, for DuckDB, Arrow and whatever else reads columns

LEVEL = 9
"""How hard Zstandard tries."""


def parquet(view: View) -> bytes:
    """The table of papers, sorted by key. Raises BuildError where pyarrow is not installed."""
    columns, papers = columns_of("parquet"), view.archive.papers
    makes = makers(columns, dated=True)
    told = (papers[key].shown(view.shows) for key in sorted(papers))
    return _table(columns, [[make(paper) for _, make in makes] for paper in told])


def versions(view: View) -> bytes:
    """The table of versions, sorted by the papers' keys. Raises BuildError where pyarrow is not installed."""
    papers = (view.archive.papers[key] for key in sorted(view.archive.papers))
    return _table([PAPER[0], *VERSIONS], list(_of_versions(papers, dated=True)))


def _of_versions(papers: Iterable[Paper], *, dated: bool = False) -> Iterator[Cells]:
    makes = makers(VERSIONS, dated=dated)
    return ((paper.key, *(make(each) for _, make in makes)) for paper in papers for each in paper.versions)


def _table(columns: Sequence[Column], rows: Sequence[Cells]) -> bytes:
    """A Parquet file of these columns. Raises BuildError where pyarrow is not installed."""
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError:
        hint = f"run pip install '{program.NAME}[data]'"
        raise BuildError("pyarrow is not installed", subject="Parquet", hint=hint) from None
    types = {
        "text": pa.string(), "plain": pa.string(), "number": pa.int32(), "flag": pa.bool_(), "day": pa.date32(),
        "time": pa.timestamp("s", tz="UTC"),
    }  # fmt: skip
    schema = pa.schema((each.name, pa.list_(types[each.base]) if each.many else types[each.base]) for each in columns)
    values = {column.name: [row[place] for row in rows] for place, column in enumerate(columns)}
    stream = pa.BufferOutputStream()
    parquet.write_table(
        pa.table(values, schema=schema), stream, compression="zstd", compression_level=LEVEL, store_schema=False
    )
    made: bytes = stream.getvalue().to_pybytes()
    return made


# SQLite, for SQL, sqlite-utils, Datasette and DuckDB: tables, keys and a full text index

PAGE, LARGE = 4_096, 16_384
"""Bytes of a page of the database of a small archive, and of a large one: there, few abstracts are cut, which saves a
sixth of its bytes."""


def sqlite_files(view: View) -> Iterator[SiteFile]:
    """The database; made again when anything that it holds has changed."""
    archive = view.archive
    papers = view.depends(archive.papers, [view.outlines[key].page_hash for key in archive.papers])
    told = [papers, archive.days, archive.coverage, view.texts.digests, archive.themes]
    depends = hash_of(to_json([*told, [view.digest_hash(day.date) for day in archive.days]]))
    yield SiteFile("data/archive.sqlite", partial(sqlite, view), depends)


def sqlite(view: View) -> bytes:
    """The database, whose tables `tables.sql` describes. The same archive gives the same bytes with the same version of
    SQLite, whose number is in the file. Raises BuildError where Python's SQLite has no full text search."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as database:
        database.execute(f"PRAGMA page_size = {PAGE if len(view.archive.papers) <= SMALL else LARGE}")
        tables, _, after = statements().partition("-- Once all rows are there.\n")
        try:
            database.executescript(tables)
        except sqlite3.OperationalError as error:
            hint = "use a Python whose SQLite has FTS5, as those of python.org, Debian and uv do"
            raise BuildError(f"cannot be written: {error}", subject="archive.sqlite", hint=hint) from error
        database.execute("BEGIN")
        for table, rows in _rows(view):
            width = len(database.execute(f"PRAGMA table_info({table})").fetchall())
            values = ", ".join("?" * width)
            database.executemany(f"INSERT INTO {table} VALUES ({values})", rows)  # noqa: S608 - the names are those below
        database.execute("COMMIT")
        database.executescript(after)
        return database.serialize()


def statements() -> str:
    """What makes the tables, and, behind a line that says so, what is to be done once they are filled."""
    columns = columns_of("sqlite")
    lines = []
    for column in columns:
        line = f"  {column.name} {'INTEGER' if column.base in ('number', 'flag') else 'TEXT'}"
        line += " PRIMARY KEY" if column.name == "key" else ""
        line += ("" if column.optional else " NOT NULL") + ("," if column is not columns[-1] else "")
        lines.append(f"{line:<42}-- {column.brief}" if column.brief else line)
    text = (packaged("daybook.exports") / "tables.sql").read_text(encoding="utf-8")
    return text.replace("{columns}", "\n".join(lines))


def _rows(view: View) -> Iterator[tuple[str, Iterable[Cells]]]:
    """(table, its rows) of each table, every one after those that it refers to."""
    archive, settings = view.archive, view.settings
    as_of = archive.as_of.isoformat() if archive.as_of else ""
    papers = [archive.papers[key].shown(view.shows) for key in sorted(archive.papers)]
    told = [(paper, told_of(paper.beside(archive.own_cards.get(paper.key)))) for paper in papers]
    columns = makers(columns_of("sqlite"))
    yield "archive", [("title", settings.title), ("description", settings.description), ("url", settings.url),
                      ("as_of", as_of), ("tables", "1")]  # fmt: skip
    yield "themes", [(each.slug, markup.plain(each.name), markup.plain(each.definition)) for each in archive.themes]
    values = ([make(paper) for _, make in columns] for paper in papers)
    yield "papers", (["; ".join(value) if isinstance(value, list) else value for value in row] for row in values)
    yield "authors", _numbered((paper.key, known["authors"]) for paper, known in told)
    categories = ((paper.key, dict.fromkeys(paper.categories)) for paper in papers)
    yield "papers_categories", ((key, code, place) for key, place, code in _numbered(categories))
    yield "versions", _of_versions(papers)
    themes = _numbered((paper.key, paper.themes) for paper in papers)
    yield "papers_themes", ((key, slug, place) for key, place, slug in themes if slug in view.themes)
    yield (
        "sightings",
        (
            (
                key,
                place,
                each.date.isoformat(),
                each.source,
                each.type,
                each.category,
                each.version,
                each.reconstructed,
                each.teller or None,
            )
            for key, place, each in _numbered((paper.key, paper.sightings) for paper in papers)
        ),
    )
    yield "cards", map(_card, _numbered((paper.key, known["cards"]) for paper, known in told))
    yield (
        "coverage",
        (
            (each.date.isoformat(), each.category, each.state, each.stored, each.total, len(each.witnesses))
            for each in archive.coverage
        ),
    )
    yield "digests", _digests(view)


def _numbered(lists: Iterable[tuple[str, Iterable[Any]]]) -> Iterator[tuple[str, int, Any]]:
    """Each item of the papers' lists with their keys, and its place from 1."""
    return ((key, place, item) for key, items in lists for place, item in enumerate(items, 1))


def _card(numbered: tuple[str, int, Mapping[str, Any]]) -> Cells:
    key, place, card = numbered
    figures, result, what = (
        None if card[name] is None else to_json(card[name]).decode() for name in ("figures", "result", "what")
    )
    told = (card["source"], card["headline"], card["gist"], figures, card["badge"], card["date"])
    return (key, place, *told, result, what, card["by"])


def _digests(view: View) -> Iterator[Cells]:
    """The digest of each day that has one: a person's in Markdown, else a language model's, else the rules'."""
    for day in view.archive.days:
        text = view.written(addresses.day(day.date)).strip()
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
    return "".join(
        part.text if isinstance(part, Quote) else part if isinstance(part, str) else part.name for part in line
    )
