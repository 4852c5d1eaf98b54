"""The page Data: every export for people, with its file where the site has it."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from generator import exports
from generator.exports import Export
from generator.model import Archive
from generator.pages import data
from tests.exports.test_reading import of_many
from tests.pages import sample


def text(archive: Archive = sample.ARCHIVE, **settings: object) -> str:
    """The page of an archive."""
    (draft,) = data._drafts(sample.view(archive, replace(sample.SETTINGS, **settings)))  # type: ignore[arg-type]
    return draft.make().text


def test_every_export_for_people_is_there() -> None:
    """By its command or its file, with what it is for."""
    page = text()
    for export in exports.EXPORTS:
        if export.told and (export.prints or export.packs or export.on_site(len(sample.ARCHIVE.papers))):
            assert export.told in page, export.name
    commands = re.findall(r"daybook export (\w+)", page)
    assert commands == [export.name for export in exports.EXPORTS if export.prints or export.packs]


def test_each_link_leads_to_a_file_of_the_site() -> None:
    """To what the exports make."""
    made = {file.path for file in exports.files(sample.view())}
    (draft,) = data._drafts(sample.view())
    page = draft.make()
    assert page.facts["files"]
    assert set(page.facts["files"]) <= made  # type: ignore[call-overload]
    assert all(f"- `{file}`: " in page.text for file in page.facts["files"])  # type: ignore[attr-defined]


def test_a_large_archive_has_less(monkeypatch: pytest.MonkeyPatch) -> None:
    """It says where the rest is: in its releases, where its repository is known."""
    monkeypatch.setattr(exports, "SMALL", 5)
    packed = Export("packed", packs=True, places=("data/archive.sqlite",), most=5, told="a database")
    monkeypatch.setattr(exports, "EXPORTS", (packed,))
    small, large = text(of_many(5)), text(of_many(6))
    assert "`data/archive.sqlite`" in small
    assert "`data/archive.sqlite`" not in large
    assert "This one is larger: they are in its [releases](https://example.org/tides/releases)" in large
    assert "releases" not in text(of_many(6), repository="")
    assert "daybook export packed --output archive.sqlite" in large
