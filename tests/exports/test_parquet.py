"""The tables of papers and versions, read by pyarrow and DuckDB."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from generator.errors import BuildError
from generator.exports import jsonl, parquet, versions
from tests.pages import sample

SHOWN = {
    key: jsonl.shown(paper, lambda source: sample.SETTINGS.rule(source).publish)
    for key, paper in sample.ARCHIVE.papers.items()
}
LINES = [json.loads(line) for line in jsonl.lines(replace(sample.ARCHIVE, papers=SHOWN))]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The sample's tables."""
    pytest.importorskip("pyarrow")
    (tmp_path / "papers.parquet").write_bytes(parquet.data(sample.view()))
    (tmp_path / "versions.parquet").write_bytes(versions.data(sample.view()))
    return tmp_path


def test_the_same_archive_gives_the_same_bytes(folder: Path) -> None:
    assert (folder / "papers.parquet").read_bytes() == parquet.data(sample.view())
    assert (folder / "versions.parquet").read_bytes() == versions.data(sample.view())


def test_pyarrow_reads_every_paper(folder: Path) -> None:
    """Each field as the lines of JSON have it."""
    from pyarrow import parquet as reader

    table = reader.read_table(folder / "papers.parquet")
    assert table.column_names == [name for name, _ in parquet.COLUMNS]
    read = {row["key"]: row for row in table.to_pylist()}
    for line in LINES:
        row = read.pop(line["key"])
        for name in ("submitted", "updated"):
            assert (f"{row[name]:%Y-%m-%dT%H:%M:%SZ}" if row[name] else None) == line[name]
            del row[name]
        assert {name: row[name] for name in row if name in line} == {name: line[name] for name in row if name in line}
    assert not read
    assert reader.read_metadata(folder / "papers.parquet").row_group(0).column(0).compression == "ZSTD"


def test_duckdb_reads_both(folder: Path) -> None:
    """And joins them."""
    duckdb = pytest.importorskip("duckdb")
    found = duckdb.execute(
        f"SELECT key, count(*) FROM '{folder}/papers.parquet' JOIN '{folder}/versions.parquet' USING (key) "
        "WHERE list_contains(categories, 'cs.DC') GROUP BY key ORDER BY key"
    ).fetchall()
    stated = {line["key"]: len(line["versions"]) for line in LINES if "cs.DC" in line["categories"]}
    assert found == sorted((key, count) for key, count in stated.items() if count)


def test_words_that_may_not_be_shown_are_not_in_it() -> None:
    """An abstract of a source that is not published."""
    pytest.importorskip("pyarrow")
    import pyarrow as pa
    from pyarrow import parquet as reader

    paper = replace(sample.FULL, provenance=(("abstract", "quay"),))
    data = parquet.data(sample.view(replace(sample.ARCHIVE, papers={paper.key: paper}, outlines={})))
    assert reader.read_table(pa.BufferReader(data))["abstract"].to_pylist() == [None]


def test_without_pyarrow(monkeypatch: pytest.MonkeyPatch) -> None:
    """One line says what to install."""
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(BuildError, match=r"^Parquet: pyarrow is not installed; run: make data"):
        parquet.data(sample.view())
