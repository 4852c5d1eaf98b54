"""The data package: every file of it is there as it says, its table has all fields, its licence is what is known."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from dataclasses import replace
from typing import Any

from generator import exports
from generator.exports import api, datapackage
from generator.model import Archive
from tests.pages import sample


def package(archive: Archive = sample.ARCHIVE, **settings: object) -> dict[str, Any]:
    """The data package of an archive."""
    view = sample.view(archive, replace(sample.SETTINGS, **settings))  # type: ignore[arg-type]
    (file,) = (file for file in api.files(view) if file.path == datapackage.PATH)
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
    """In order, with types that the values have."""
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
    assert package(sources={})["licenses"] == [datapackage.CC0]
    empty = package(Archive(papers={}, days=()), url="", description="", title="ÄÖ")
    assert empty.keys() == {"$schema", "name", "title", "licenses", "sources", "resources"} - {"licenses"}
    assert empty["name"] == "archive"
