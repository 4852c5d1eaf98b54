"""For programs: the API, the data package and llms.txt; valid, nothing hidden in them, all papers rebuilt over HTTP."""

import gzip
import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from daybook import exports
from daybook.config import Settings, SourceRule
from daybook.exports import api, tables
from daybook.model import Archive
from daybook.view import addresses
from jsonschema import Draft202012Validator, FormatChecker
from markdown_it import MarkdownIt

from tests.cases import for_each
from tests.exports.test_scripts import of_many
from tests.pages import engines, sample

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
    assert files.keys() - {row["path"] for row in rows} == {f"schema/{name}.json" for name in api.KINDS}


def test_what_is_wrong_is_not_valid() -> None:
    """The schemas can fail."""
    schema = validator(api.schema("days"))
    day = json.loads(made(sample.ARCHIVE)["days.json"])["days"][0]
    changes = {"date": "3 March"}, {"seal": "whole"}, {"coverage": None}
    for wrong in (*({**day, **change} for change in changes), {"date": day["date"]}):
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


def test_the_api_alone_rebuilds_all_papers() -> None:
    """Byte for byte what `daybook export jsonl` prints, where all sources may be published, as the guide says."""
    papers = sample.ARCHIVE.papers.values()
    named = {card.source for paper in papers for card in paper.cards}
    named |= {source for paper in papers for _, source in paper.provenance}
    open_ = replace(sample.SETTINGS, sources={name: SourceRule(publish=True) for name in named})
    files = made(sample.ARCHIVE, open_)
    paths = [row["path"] for row in json.loads(files["index.json"])["files"] if row["kind"] == "paper"]
    lines = [line for path in paths for line in gzip.decompress(files[path]).splitlines(keepends=True)]
    assert sorted(lines) == sorted(tables.jsonl(sample.ARCHIVE))
    assert len(lines) == len(sample.ARCHIVE.papers) > 3


def package(archive: Archive = sample.ARCHIVE, **settings: object) -> dict[str, Any]:
    view = sample.view(archive, replace(sample.SETTINGS, **settings))  # type: ignore[arg-type]
    (file,) = (file for file in api.files(view) if file.path == api.PACKAGE)
    value: dict[str, Any] = json.loads(file.data())
    return value


def test_every_file_is_as_it_says() -> None:
    """Its bytes and hash, where they are stated; its name as data packages want it."""
    files = {file.path: file for file in exports.files(sample.view())}
    resources = package()["resources"]
    for resource in resources:
        assert re.fullmatch(r"[-a-z0-9._/]+", resource["name"])
        paths = resource["path"] if isinstance(resource["path"], list) else [resource["path"]]
        assert files.keys() >= set(paths)
        if "hash" in resource:
            data = files[resource["path"]].data()
            assert resource["bytes"] == len(data)
            assert resource["hash"] == f"sha256:{hashlib.sha256(data).hexdigest()}"
    names = [resource["name"] for resource in resources]
    assert len(names) == len(set(names))
    assert {"days", "days-2026", "themes", "papers", "archive-sqlite"} <= set(names)


def test_the_table_of_papers_has_all_fields() -> None:
    (papers,) = (resource for resource in package()["resources"] if resource["name"] == "papers")
    types = {field["name"]: field["type"] for field in papers["schema"]["fields"]}
    known = {"string": str, "integer": int, "boolean": bool, "array": list, "datetime": str}
    files = {file.path: file for file in api.files(sample.view())}
    for path in papers["path"]:
        for line in map(json.loads, gzip.decompress(files[path].data()).splitlines()):
            assert list(line) == list(types)
            assert all(value is None or isinstance(value, known[types[name]]) for name, value in line.items())


def test_what_is_not_known_is_left_out() -> None:
    """A licence where words of other sources are published, an address, a date."""
    assert "licenses" not in package()
    assert package(sources={})["licenses"] == [api.CC0]
    empty = package(Archive(papers={}, days=()), url="", description="", title="ÄÖ")
    assert empty.keys() == {"$schema", "name", "title", "licenses", "sources", "resources"} - {"licenses"}
    assert empty["name"] == "archive"


LINK = re.compile(r"\]\(([^)]+)\)")
SITE = "https://example.org/tides/"


def written(archive: Archive = sample.ARCHIVE, settings: Settings = sample.SETTINGS) -> str:
    (file,) = api.llms(sample.view(archive, settings))
    assert file.path == "llms.txt"
    assert file.depends is None
    return file.data().decode()


def test_its_form_is_that_of_llmstxt() -> None:
    """A title, a quotation, lists of links; whole addresses where the site's is known."""
    text = written()
    lines = text.splitlines()
    assert lines[0] == "# Tides & Schedules"
    assert lines[2] == "> What is announced in distributed computing, day by day."
    assert [line for line in lines if line.startswith("## ")][:2] == ["## Days", "## Themes"]
    assert LINK.findall(written(settings=replace(sample.SETTINGS, url=SITE))) == [
        SITE + link for link in LINK.findall(text)
    ]


def test_days_and_themes_are_there_as_markdown() -> None:
    """The newest days that were read as listings, and every theme."""
    links = LINK.findall(written())
    assert [link for link in links if link.startswith("days/2")] == [
        addresses.day(day.date) for day in reversed(sample.ARCHIVE.days) if day.announced and not day.reconstructed
    ][: api.NEWEST]
    assert {addresses.theme(theme.slug) for theme in sample.ARCHIVE.themes} <= set(links)


@for_each("payload", sample.PAYLOADS)
def test_no_word_of_a_listing_becomes_markup(payload: str) -> None:
    """Rendered as Markdown with HTML, it holds links, headings and lists alone."""
    text = written(sample.hostile(payload), replace(sample.SETTINGS, title=payload, description=payload))
    tree = engines.fragment(MarkdownIt("commonmark", {"html": True}).render(text))
    found = {str(each.tag) for each in tree.find("body").iter()}
    assert found <= {"body", "h1", "h2", "p", "ul", "li", "a", "blockquote"}, found
    assert {name for each in tree.find("body").iter() for name in each.attrib} <= {"href"}
    for link in tree.iter("a"):
        assert re.fullmatch(r"[\w./-]+", link.get("href"), re.ASCII), link.get("href")
