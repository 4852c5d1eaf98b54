"""Tables: archive.sqlite and Parquet, whole, sound, the same each time; opened by other programs."""

import asyncio
import json
import re
import sqlite3
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from importlib import resources
from pathlib import Path
from urllib.parse import quote

import pytest
from daybook import exports
from daybook.errors import BuildError
from daybook.exports import tables as made
from daybook.fold.folding import fold
from daybook.model import Archive
from daybook.model.paper import AT_THE_END, PAPER, Column

from tests import makers
from tests.exports.test_scripts import of_many
from tests.pages import sample


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "archive.sqlite"
    path.write_bytes(made.sqlite(sample.view()))
    return path


@pytest.fixture
def database(file: Path) -> Iterator[sqlite3.Connection]:
    opened = sqlite3.connect(file)
    yield opened
    opened.close()


def rows(database: sqlite3.Connection, query: str, *values: object) -> list[tuple[object, ...]]:
    return database.execute(query, values).fetchall()


def test_it_is_sound(database: sqlite3.Connection) -> None:
    """SQLite's own checks find nothing, nor does the full text index's."""
    assert rows(database, "PRAGMA integrity_check") == [("ok",)]
    assert rows(database, "PRAGMA foreign_key_check") == []
    database.execute("INSERT INTO papers_fts (papers_fts, rank) VALUES ('integrity-check', 1)")


def test_every_paper_is_there(database: sqlite3.Connection) -> None:
    """With its fields, authors, categories, themes, versions and sightings, as the lines of JSON have them."""
    database.row_factory = sqlite3.Row
    for held in sample.ARCHIVE.papers.values():
        paper = held.shown(lambda source: sample.SETTINGS.rule(source).publish)
        line = json.loads(next(iter(made.jsonl(replace(sample.ARCHIVE, papers={paper.key: paper})))))
        (row,) = database.execute("SELECT * FROM papers WHERE key = ?", (paper.key,))
        for name in ("arxiv_id", "version", "title", "abstract", "doi", "comments", "journal_ref", "submitted"):
            assert row[name] == line[name], name
        assert row["authors"] == "; ".join(line["authors"])
        for table, column in (("authors", "name"), ("papers_categories", "category"), ("papers_themes", "theme")):
            query = f"SELECT {column} FROM {table} WHERE paper = ? ORDER BY place"
            named = line[{"authors": "authors", "papers_categories": "categories", "papers_themes": "themes"}[table]]
            known = [
                name for name in named if table != "papers_themes" or name in {t.slug for t in sample.ARCHIVE.themes}
            ]
            assert [each[0] for each in database.execute(query, (paper.key,))] == known
        versions = database.execute("SELECT version, submitted, title FROM versions WHERE paper = ?", (paper.key,))
        assert [dict(each) for each in versions] == line["versions"]
        query = "SELECT date, source, type, category, version FROM sightings WHERE paper = ? AND NOT reconstructed"
        assert [dict(each) for each in database.execute(query, (paper.key,))] == line["sightings"]
    (count,) = database.execute("SELECT count(*) FROM papers").fetchone()
    assert count == len(sample.ARCHIVE.papers)


def test_coverage_and_digests_are_there(database: sqlite3.Connection) -> None:
    assert len(rows(database, "SELECT * FROM coverage")) == len(sample.ARCHIVE.coverage)
    written = dict(rows(database, "SELECT date, text FROM digests"))  # type: ignore[arg-type]
    assert written.keys() <= {day.date.isoformat() for day in sample.ARCHIVE.days}
    assert any(str(text).startswith("Withdrawn or revised\n- 1 withdrawn: ") for text in written.values())
    assert dict(rows(database, "SELECT * FROM archive"))["title"] == sample.SETTINGS.title  # type: ignore[arg-type]


def test_words_are_found(database: sqlite3.Connection) -> None:
    """In title, abstract and authors, whatever their accents and endings."""
    query = "SELECT p.key FROM papers_fts JOIN papers p ON p.rowid = papers_fts.rowid WHERE papers_fts MATCH ?"
    assert rows(database, query, "tides AND schedule AND muller")[0] == ("2603.00356",)
    assert rows(database, query, "fleet*") == [("2603.00356",)]
    assert rows(database, query, "fleet NOT turns") == []
    assert rows(database, query, '"lock free" AND title:lighthouses') == [("2603.01234",)]


def test_an_empty_archive() -> None:
    assert made.sqlite(sample.view(Archive(papers={}, days=()))).startswith(b"SQLite format 3\0")


def test_a_python_without_full_text_search(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "CREATE VIRTUAL TABLE papers_fts USING no_such_module (title);"
    monkeypatch.setattr(made, "statements", lambda: text)
    with pytest.raises(BuildError, match=r"archive\.sqlite: cannot be written: no such module: no_such_module; use a"):
        made.sqlite(sample.view())


def test_only_small_archives_have_it_on_their_sites(monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes all papers to make."""
    monkeypatch.setattr(exports, "EXPORTS", tuple(each for each in exports.EXPORTS if each.name == "sqlite"))
    assert [file.path for file in exports.files(sample.view(of_many(exports.SMALL)))] == ["data/archive.sqlite"]
    assert not list(exports.files(sample.view(of_many(exports.SMALL + 1))))


def test_a_change_makes_it_anew() -> None:
    (one,), (other,), (same,) = (list(made.sqlite_files(sample.view(of_many(papers)))) for papers in (10, 11, 10))
    assert one.depends == same.depends != other.depends


def test_all_tables_are_described() -> None:
    """The guide's tables are those of tables.sql."""
    guide = (resources.files("daybook.pages") / "guide" / "data.md").read_text(encoding="utf-8")
    for name in re.findall(r"CREATE (?:VIRTUAL )?TABLE (\w+)", made.statements()):
        assert f"| `{name}` |" in guide, name


COLUMNS = {
    "csv": "key arxiv_id version title authors primary_category categories submitted updated withdrawn first_seen"
    " themes doi journal_ref comments abstract",
    "parquet": "key arxiv_id version title abstract authors authors_complete primary_category categories comments"
    " journal_ref doi submitted updated withdrawn first_seen themes license page",
    "sqlite": "key arxiv_id version title abstract authors primary_category comments journal_ref doi submitted updated"
    " withdrawn first_seen license page",
}
"""Those of each table, in their order, which other programs rely on: more may follow them."""
IN_NO_TABLE = {"titles", "other_dois", "versions", "sightings", "cards", "links"}
"""What is told of a paper in lines of JSON alone, or in tables of its own."""


def test_every_column_stands_in_its_tables() -> None:
    """None has moved, and a new one is either in a table or said to be in none."""
    made_of = {table: [column.name for column in made.columns_of(table)] for table in COLUMNS}
    for table, names in COLUMNS.items():
        assert made_of[table][: len(names.split())] == names.split(), table
        assert len(set(made_of[table])) == len(made_of[table]), table
    assert {column.name for column in PAPER}.difference(*made_of.values()) == IN_NO_TABLE
    assert next(made.csv(sample.ARCHIVE)).decode().strip().split(",") == made_of["csv"]


def test_a_new_column_is_a_line_in_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    """Behind all others, in lines of JSON and in each table."""
    new = Column("pages", "number?", "How many pages it has", lambda _: 7, tables=AT_THE_END, brief="pages")
    monkeypatch.setattr(made, "PAPER", (*PAPER, new))
    assert [made.columns_of(table)[-1] for table in COLUMNS] == [new] * 3
    assert [line.rpartition(b",")[2].strip() for line in made.csv(sample.ARCHIVE)][:2] == [b"pages", b"7"]
    with closing(sqlite3.connect(":memory:")) as database:
        database.deserialize(made.sqlite(sample.view()))
        assert rows(database, "SELECT pages FROM papers")[0] == (7,)
        assert "  pages INTEGER                           -- pages\n" in made.statements()


def test_the_table_of_papers_has_types(database: sqlite3.Connection) -> None:
    """Each that fits, which may be null where the column may be."""
    told = [(name, type_, bool(filled)) for _, name, type_, filled, _, _ in rows(database, "PRAGMA table_info(papers)")]
    numbers = ("version", "withdrawn")
    known = ((each.name, each.name in numbers, not each.optional) for each in made.columns_of("sqlite"))
    assert told == [(name, "INTEGER" if number else "TEXT", filled) for name, number, filled in known]


def test_sqlite_utils_opens_it(file: Path) -> None:
    """Its search, its schema and its foreign keys."""
    sqlite_utils = pytest.importorskip("sqlite_utils")
    database = sqlite_utils.Database(file)
    assert [row["key"] for row in database["papers"].search("fleet", limit=1)] == ["2603.00356"]
    assert {key.other_table for key in database["papers_themes"].foreign_keys} == {"papers", "themes"}
    assert database["papers"].detect_fts() == "papers_fts"
    database.close()


def datasette(file: Path, *paths: str) -> list[list[dict[str, object]]]:
    """The rows that Datasette answers with, over its JSON API; each answer is one."""
    app = pytest.importorskip("datasette.app")

    async def answers() -> list[list[dict[str, object]]]:
        served = app.Datasette([str(file)])
        await served.invoke_startup()
        answered = [await served.client.get(path, follow_redirects=True) for path in paths]
        assert [answer.status_code for answer in answered] == [200] * len(paths)
        return [answer.json() for answer in answered]

    with ThreadPoolExecutor(1) as thread:  # in this one, another test's browser may have a loop that runs
        return thread.submit(asyncio.run, answers()).result()


@pytest.mark.filterwarnings("ignore")
def test_datasette_answers_queries(file: Path) -> None:
    """A table with search and filters, SQL, and a row."""
    found, counted, _ = datasette(
        file,
        "/archive/papers.json?_search=fleet&primary_category=cs.DC&_shape=array",
        "/archive.json?sql=select+count(*)+as+papers+from+papers&_shape=array",
        "/archive/papers/2603~2E00356.json?_shape=array",
    )
    assert [row["key"] for row in found] == ["2603.00356"]
    assert counted == [{"papers": len(sample.ARCHIVE.papers)}]


SEARCHES = {
    "fault-tolerant": "1", "Fault-Tolerance": "1", "GPU-aware": "2", "O'Brien": "2", "o’brien": "2",
    '"state machine"': "1", '"machine state"': "", '"state mach': "", "müller": "1", "MULLER": "1",
    "title:quorum": "", "quorum": "12",
    "-": "", "(": "", "*": "", "AND": "", "a\\": "12", "quorum -state": "1",
}  # fmt: skip
"""What people write into its search box -> the papers found."""
RAW = {"title:quorum": "1", "quor*": "12", "quorum NOT state": "2", 'abstract:"state machine"': "1"}
"""The same, as SQLite's own language of queries."""


@pytest.mark.filterwarnings("ignore")
def test_datasettes_search_box_answers(tmp_path: Path) -> None:
    """It asks for each word as a phrase, so that whatever is written there is a query."""
    texts = {
        "2603.00001": ("A Quorum of Machines", "A fault-tolerant state machine.", "Jörg Müller"),
        "2603.00002": ("Many GPUs", "A GPU-aware quorum, stateless by machine.", "Ann O'Brien"),
    }
    records = [
        makers.record(title, arxiv_id=key, abstract=abstract, authors=(author,))
        for key, (title, abstract, author) in texts.items()
    ]
    (tmp_path / "archive.sqlite").write_bytes(made.sqlite(sample.view(fold(records))))
    asked = [(words, "") for words in SEARCHES] + [(words, "&_searchmode=raw") for words in RAW]
    paths = (f"/archive/papers.json?_shape=array&_search={quote(words)}{mode}" for words, mode in asked)
    found = ["".join(str(row["key"])[-1] for row in rows) for rows in datasette(tmp_path / "archive.sqlite", *paths)]
    assert dict(zip(asked, found, strict=True)) == dict(zip(asked, [*SEARCHES.values(), *RAW.values()], strict=True))


def test_duckdb_opens_it(file: Path) -> None:
    """By its extension for SQLite, as it comes from PyPI: DuckDB itself would fetch it when it is first used."""
    duckdb = pytest.importorskip("duckdb")
    package = pytest.importorskip("duckdb_extension_sqlite_scanner")
    (extension,) = Path(package.__file__).parent.rglob("*.duckdb_extension")
    database = duckdb.connect()
    database.execute(f"LOAD '{extension}'")
    database.execute(f"ATTACH '{file}' AS archive (TYPE sqlite, READ_ONLY)")
    counted = database.execute("SELECT count(*) FROM archive.papers").fetchall()
    assert counted == [(len(sample.ARCHIVE.papers),)]
    themes = database.execute("SELECT theme FROM archive.papers_themes ORDER BY paper, place").fetchall()
    assert len(themes) == sum(len(paper.themes) for paper in sample.ARCHIVE.papers.values())
    database.close()


SHOWN = {
    key: paper.shown(lambda source: sample.SETTINGS.rule(source).publish)
    for key, paper in sample.ARCHIVE.papers.items()
}
LINES = [json.loads(line) for line in made.jsonl(replace(sample.ARCHIVE, papers=SHOWN))]


@pytest.fixture
def tables(tmp_path: Path) -> Path:
    pytest.importorskip("pyarrow")
    (tmp_path / "papers.parquet").write_bytes(made.parquet(sample.view()))
    (tmp_path / "versions.parquet").write_bytes(made.versions(sample.view()))
    return tmp_path


def test_pyarrow_reads_every_paper(tables: Path) -> None:
    """Each field as the lines of JSON have it."""
    from pyarrow import parquet as reader

    table = reader.read_table(tables / "papers.parquet")
    assert table.column_names == COLUMNS["parquet"].split()
    read = {row["key"]: row for row in table.to_pylist()}
    for line in LINES:
        row = read.pop(line["key"])
        for name in ("submitted", "updated"):
            assert (f"{row[name]:%Y-%m-%dT%H:%M:%SZ}" if row[name] else None) == line[name]
            del row[name]
        assert {name: row[name] for name in row if name in line} == {name: line[name] for name in row if name in line}
    assert not read
    assert reader.read_metadata(tables / "papers.parquet").row_group(0).column(0).compression == "ZSTD"


def test_duckdb_reads_both(tables: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    found = duckdb.execute(
        f"SELECT key, count(*) FROM '{tables}/papers.parquet' JOIN '{tables}/versions.parquet' USING (key) "
        "WHERE list_contains(categories, 'cs.DC') GROUP BY key ORDER BY key"
    ).fetchall()
    stated = {line["key"]: len(line["versions"]) for line in LINES if "cs.DC" in line["categories"]}
    assert found == sorted((key, count) for key, count in stated.items() if count)


def test_without_pyarrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(
        BuildError, match=r"^Parquet: pyarrow is not installed; run pip install 'daybook-archive\[data\]'"
    ):
        made.parquet(sample.view())
