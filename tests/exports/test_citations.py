"""Citations: what other programs read from each format is what the archive holds, whatever a paper says."""

from __future__ import annotations

import gzip
import io
import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path

import jsonschema
import pytest
import rispy
from markdown_it import MarkdownIt
from pybtex.bibtex.utils import change_case

from generator import cli, exports
from generator.context import ArchiveFolder
from generator.describe import references
from generator.exports import biblatex, bibtex, csl, markdown, ris
from generator.model import Author, Paper
from generator.text import latex, markup
from tests.exports import citing

NAMES = ("family", "given", "suffix", "literal")
SCHEMA = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["type", "id"],
        "additionalProperties": False,
        "properties": {
            **{
                name: {"type": "string", "minLength": 1}
                for name in (
                    "id", "title", "container-title", "publisher", "archive", "archive_location", "version", "DOI",
                    "URL", "abstract", "keyword", "status", "note", "volume", "issue", "page", "number",
                )
            },
            "type": {"enum": ["article", "article-journal"]},
            "author": {
                "type": "array",
                "items": {
                    "type": "object",
                    "additionalProperties": False,
                    "minProperties": 1,
                    "properties": {name: {"type": "string", "minLength": 1} for name in NAMES},
                },
            },
            "issued": {
                "type": "object",
                "required": ["date-parts"],
                "additionalProperties": False,
                "properties": {
                    "date-parts": {
                        "type": "array",
                        "minItems": 1,
                        "maxItems": 1,
                        "items": {"type": "array", "minItems": 1, "maxItems": 3, "items": {"type": "integer"}},
                    }
                },
            },
        },
    },
}  # fmt: skip
"""The names and types of CSL's own schema (csl-data.json of CSL 1.0.2), written by hand, of those that are used here.
It is narrower: it wants strings where CSL takes numbers, too, and nothing empty."""


def text(name: str, papers: Mapping[str, Paper]) -> str:
    return b"".join(exports.lines(name, citing.archive(papers.values()))).decode()


def check_tex(papers: Mapping[str, Paper], name: str) -> None:
    """Two readers see the same entries with the same fields, and in these what the references say."""
    written, known = text(name, papers), citing.known(papers)
    one, two = citing.by_bibtexparser(written), citing.by_pybtex(written)
    assert list(one) == list(known)
    assert two.keys() == one.keys()
    for key, reference in known.items():
        mine = dict(bibtex._fields(reference) if name == "bibtex" else biblatex._fields(reference))
        expected = {field: " ".join(value.split()) for field, value in mine.items() if value and field != "author"}
        found, other = ({f: " ".join(v.split()) for f, v in each[key].items()} for each in (one, two))
        assert found.pop("type") == other.pop("type")
        for each in (found, other):
            names = each.pop("author", "")
            assert citing.decoded(names) == citing.normal(citing.authors(reference)), key
        assert found == other == expected
        if all(run.tex is None for run in reference.runs):
            assert citing.decoded(found.get("title", "")) == citing.normal(reference.title), key


def check_ris(papers: Mapping[str, Paper]) -> None:
    known = citing.known(papers)
    found = {record["id"]: record for record in rispy.loads(text("ris", papers))}
    assert list(found) == list(known)
    for key, reference in known.items():
        record = found[key]
        assert record.get("title", "") == reference.title
        names = (" ".join(f"{n.family}, {n.given}, {n.suffix}".replace(",", " ").split()) for n in reference.authors)
        assert [" ".join(name.replace(",", " ").split()) for name in record.get("authors", ())] == list(
            filter(None, names)
        )
        assert record["year"]
        assert record.get("doi") == (" ".join(reference.any_doi.split()) if reference.any_doi else None)
        assert record.get("abstract", "") == " ".join((reference.abstract or "").split())
        assert (record["type_of_reference"] == "JOUR") == bool(reference.journal_ref)


def check_csl(papers: Mapping[str, Paper]) -> None:
    known, found = citing.known(papers), json.loads(text("csl", papers))
    jsonschema.validate(found, SCHEMA)
    assert [item["id"] for item in found] == list(known)
    for item, reference in zip(found, known.values(), strict=True):
        assert item.get("title", "") == reference.title
        assert len(item.get("author", ())) == len(reference.authors)


def check_markdown(papers: Mapping[str, Paper]) -> None:
    """Each line is an item of one list, with links of the web alone."""
    tokens = MarkdownIt("commonmark").parse(text("markdown", papers))
    assert [token.type for token in tokens if token.level == 0] == ["bullet_list_open", "bullet_list_close"]
    assert sum(token.type == "list_item_open" for token in tokens) == len(papers)
    for token in tokens:
        for child in token.children or ():
            assert child.type in ("text", "link_open", "link_close", "text_special"), child
            assert child.type != "link_open" or re.match("https?://", str(child.attrs["href"]))


@pytest.fixture(scope="module")
def listed(shared: Callable[[str], Path], tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Paper]:
    """The papers of the real documents."""
    folder = tmp_path_factory.mktemp("listings")
    cli.main(["init", "--quiet", "--archive", str(folder), "--title", "Real", "--categories", "cs.DC"])
    cli.main(["ingest", "--quiet", "--archive", str(folder), str(shared("listings"))])
    from generator.archive import load

    return load.fold(ArchiveFolder(folder), published=False, described=False).papers


@pytest.fixture(scope="module")
def fields(shared: Callable[[str], Path]) -> Mapping[str, Paper]:
    """2,000 real papers of all fields."""
    return {each.key: each for each in citing.of_fields(shared("corpora/fields/dev.jsonl.gz"), 2000)}


@pytest.fixture(scope="module")
def hostile() -> Mapping[str, Paper]:
    return {each.key: each for each in citing.hostile()}


@pytest.mark.parametrize("papers", ["listed", "fields", "hostile"])
def test_all_formats_are_read_by_others(papers: str, request: pytest.FixtureRequest) -> None:
    """BibTeX and BibLaTeX by bibtexparser and pybtex, RIS by rispy, CSL by its schema, Markdown by markdown-it."""
    known = request.getfixturevalue(papers)
    check_tex(known, "bibtex")
    check_tex(known, "biblatex")
    check_ris(known)
    check_csl(known)
    check_markdown(known)
