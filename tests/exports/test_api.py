"""The API: every file valid by its schema, nothing hidden in it, and all papers rebuilt from it over HTTP."""

from __future__ import annotations

import gzip
import json
import shutil
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from urllib.request import urlopen
from zlib import crc32

import pytest
from jsonschema import Draft202012Validator, FormatChecker

from generator import cli
from generator.config import Settings, SourceRule
from generator.exports import api
from generator.model import Archive
from tests.exports.test_reading import of_many
from tests.pages import sample
from tests.serving import serving

DOCUMENTS = Path(__file__).parent.parent / "sample" / "documents"
SAMPLE = Path(__file__).parents[2] / "content" / "archive.yml"
ROOT = "api/v1/"


def made(archive: Archive, settings: Settings = sample.SETTINGS) -> dict[str, bytes]:
    """path below api/v1/ -> what the file holds."""
    files = (file for file in api.files(sample.view(archive, settings)) if file.path.startswith(ROOT))
    return {file.path.removeprefix(ROOT): file.data() for file in files}


def values(row: Mapping[str, str], data: bytes) -> list[object]:
    """The values of a file by its row in the index: one, or one a line."""
    if row["media_type"] == "application/json":
        return [json.loads(data)]
    return [json.loads(line) for line in gzip.decompress(data).splitlines()]


def validator(schema: bytes) -> Draft202012Validator:
    """Of a schema that is itself valid."""
    value = json.loads(schema)
    Draft202012Validator.check_schema(value)
    return Draft202012Validator(value, format_checker=FormatChecker())


def documented(value: object, schema: Mapping[str, object], place: str = "") -> None:
    """Assert that the schema has every field of this value."""
    if isinstance(value, dict) and "properties" in schema:
        properties = schema["properties"]
        assert isinstance(properties, dict)
        assert value.keys() <= properties.keys(), place
        for name, each in value.items():
            documented(each, properties[name], f"{place}/{name}")
    elif isinstance(value, list):
        for each in value:
            documented(each, schema["items"], place)  # type: ignore[arg-type]


@pytest.mark.parametrize("archive", [sample.ARCHIVE, Archive(papers={}, days=())], ids=["sample", "empty"])
def test_every_file_is_valid_by_its_schema(archive: Archive) -> None:
    """And every schema describes a file, each of whose fields it has."""
    files = made(archive)
    index = json.loads(files["index.json"])
    rows = [{"path": "index.json", "schema": "schema/index.json", "media_type": "application/json"}, *index["files"]]
    for row in rows:
        schema = validator(files[row["schema"]])
        for value in values(row, files[row["path"]]):
            schema.validate(value)
            documented(value, schema.schema)
    assert {row["path"] for row in rows} | {row["schema"] for row in rows} <= files.keys()
    assert files.keys() - {row["path"] for row in rows} == {f"schema/{name}.json" for name in api.SCHEMAS}


def test_what_is_wrong_is_not_valid() -> None:
    """The schemas can fail."""
    schema = validator(api.schema("days"))
    day = json.loads(made(sample.ARCHIVE)["days.json"])["days"][0]
    for wrong in (
        {**day, "date": "3 March"},
        {**day, "seal": "whole"},
        {**day, "coverage": None},
        {"date": day["date"]},
    ):
        assert not schema.is_valid({"days": [wrong]})


def test_a_paper_is_where_the_index_says() -> None:
    """By the folder of its page and the hash of its key."""
    files = made(of_many(300))
    index = json.loads(files["index.json"])
    assert index["parts"] == {"2603": 8}
    for key in ("2603.00000", "2603.00299"):
        lines = gzip.decompress(files[f"papers/2603.{crc32(key.encode()) % 8}of8.jsonl.gz"]).splitlines()
        assert key in {json.loads(line)["key"] for line in lines}
    assert sum(row.get("papers", 0) for row in index["files"]) == 300


def test_a_new_paper_changes_one_file_of_papers() -> None:
    """All others say that they are as they were, and are."""
    before, after = ({file.path: file for file in api.files(sample.view(of_many(papers)))} for papers in (400, 401))
    changed = {path for path in before if before[path].depends != after[path].depends}
    assert changed == {path for path in before if before[path].data() != after[path].data()}
    assert len([path for path in changed if "/papers/" in path]) == 1


def test_words_that_may_not_be_shown_are_not_in_it() -> None:
    """Neither an abstract nor a card of a source that is not published."""
    paper = sample.ARCHIVE.papers["2603.00356"]
    hidden = replace(paper, provenance=(("abstract", "quay"),))
    files = made(replace(sample.ARCHIVE, papers={hidden.key: hidden}, outlines={}))
    (name,) = (name for name in files if name.startswith("papers/"))
    (line,) = map(json.loads, gzip.decompress(files[name]).splitlines())
    assert line["abstract"] is None
    assert [card["source"] for card in line["cards"] if card["source"] != "daybook"] == ["harbour"]
    shown: Settings = replace(sample.SETTINGS, sources={**sample.SETTINGS.sources, "quay": SourceRule(publish=True)})
    assert b"Nor these words" in gzip.decompress(made(sample.ARCHIVE, shown)["papers/2603.0of1.jsonl.gz"])


def read(address: str) -> bytes:
    with urlopen(address) as answer:
        data: bytes = answer.read()
    return data


def rebuilt(site: str) -> bytes:
    """All papers, as the guide says to read them."""
    base = f"{site}{ROOT}"
    index = json.loads(read(f"{base}index.json"))
    papers = [row["path"] for row in index["files"] if row["kind"] == "paper"]
    lines = [line for path in papers for line in gzip.decompress(read(base + path)).splitlines(keepends=True)]
    return b"".join(sorted(lines, key=lambda line: json.loads(line)["key"]))


def test_the_api_alone_rebuilds_all_papers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    """Byte for byte what `daybook papers --format jsonl` prints, where all sources may be published."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1772500000")
    archive = tmp_path / "archive"
    archive.mkdir()
    shutil.copy(SAMPLE, archive)  # all its sources may be published
    documents = [str(path) for path in sorted(DOCUMENTS.iterdir()) if path.is_file()]
    assert cli.main(["ingest", "--quiet", "--archive", str(archive), *documents]) == 0
    assert cli.main(["build", "--quiet", "--archive", str(archive)]) == 0
    capsysbinary.readouterr()
    assert cli.main(["papers", "--format", "jsonl", "--archive", str(archive)]) == 0
    printed = capsysbinary.readouterr().out
    with serving(archive / "site") as site:
        assert rebuilt(site) == printed
    assert printed.count(b"\n") > 20
