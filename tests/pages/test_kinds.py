"""Kinds of pages: what they say of themselves holds; the pages Data and Reading, and those of watches."""

import re
from dataclasses import replace
from itertools import chain
from pathlib import PurePosixPath
from typing import Any

import pytest
from daybook import exports
from daybook.exports import Export
from daybook.model import Announced, Archive, Watch
from daybook.pages import KINDS, Draft, places, services
from daybook.site import publish
from daybook.view.archive_view import Kind, View

from tests.cases import for_each
from tests.exports.test_scripts import of_many
from tests.pages import sample
from tests.pages.test_pages import many, rendered

VIEW = sample.view()


@for_each("kind", KINDS)
def test_all_pages_of_a_kind_are_at_its_place(kind: Kind) -> None:
    """In its folder, or the one page on top; and where paths are given beforehand, these are they."""
    paths = [draft.path for draft in kind.drafts(VIEW)]
    assert paths
    assert paths == [kind.place] or (kind.place.endswith("/") and all(path.startswith(kind.place) for path in paths))
    assert all(PurePosixPath(path).suffix == ".md" for path in paths)
    if kind.paths:
        assert sorted(kind.paths(sample.ARCHIVE)) == sorted(paths)


def test_who_wrote_a_page_is_known_from_its_address() -> None:
    """Kinds of one place are built alike; a build knows the folders and pages that it replaces."""
    assert len({(kind.place, kind.hand_written) for kind in KINDS}) == len({kind.place for kind in KINDS})
    assert {*places(hand_written=True), *places(hand_written=False)} == {kind.place for kind in KINDS}
    assert {"index.html", "about.html", "guide", "days", "papers", "search", "404.html"} <= publish.parts()
    served = (draft.path.partition("/")[0] for draft in chain.from_iterable(kind.drafts(VIEW) for kind in KINDS))
    assert {name.replace(".md", ".html") for name in served} <= publish.parts()


def data_of(archive: Archive = sample.ARCHIVE, **settings: object) -> str:
    (draft,) = services.data_page.drafts(sample.view(archive, replace(sample.SETTINGS, **settings)))  # type: ignore[arg-type]
    return draft.make().text


def test_every_export_for_people_is_there() -> None:
    """By its command or its file, with what it is for."""
    page = data_of()
    for export in exports.EXPORTS:
        if export.purpose and (export.lines or export.data or export.on_site(len(sample.ARCHIVE.papers))):
            assert export.purpose in page, export.name
    commands = re.findall(r"daybook export (\w+)", page)
    assert commands == [export.name for export in exports.EXPORTS if export.lines or export.data]


def test_each_link_leads_to_a_file_of_the_site() -> None:
    """To what the exports make."""
    (draft,) = services.data_page.drafts(sample.view())
    page, made = draft.make(), {file.path for file in exports.files(sample.view())}
    files: Any = page.facts["files"]
    assert files
    assert set(files) <= made
    assert all(f"- `{file}`: " in page.text for file in files)


def test_a_large_archive_has_less(monkeypatch: pytest.MonkeyPatch) -> None:
    """It says where the rest is: in its releases, where its repository is known."""
    monkeypatch.setattr(exports, "SMALL", 5)
    packed = Export("packed", data="tables:sqlite", places=("data/archive.sqlite",), most=5, purpose="a database")
    monkeypatch.setattr(exports, "EXPORTS", (packed,))
    small, large = data_of(of_many(5)), data_of(of_many(6))
    assert "`data/archive.sqlite`" in small
    assert "`data/archive.sqlite`" not in large
    assert "This one is larger: they are in its [releases](https://example.org/tides/releases)" in large
    assert "releases" not in data_of(of_many(6), repository="")
    assert "daybook export packed --output archive.sqlite" in large


def reading_of(archive: Archive) -> Draft:
    (draft,) = services.reading_page.drafts(View(archive, sample.SETTINGS, sample.TEXTS))
    return draft


def test_reading_names_the_newest_days_and_their_papers():
    """Days that arXiv announced, newest first, and the keys of what was new on them."""
    page = reading_of(sample.ARCHIVE).make()
    newest = [day for day in reversed(sample.ARCHIVE.days) if day.announced and not day.reconstructed][: services.DAYS]
    dates = re.findall(r"\(days/\d{4}/(\d{4}-\d\d-\d\d)\.md\)", page.text)
    assert dates == [day.date.isoformat() for day in newest]
    new = [entry.key for day in newest for entry in day.announced if entry.type in ("new", "cross")]
    assert page.facts["papers"] == list(dict.fromkeys(new))[: services.PAPERS]
    empty = reading_of(replace(sample.ARCHIVE, papers={}, days=(), coverage=())).make()
    assert empty.facts["papers"] == []
    assert "Newest days" not in empty.text


def test_reading_depends_on_the_newest_days_alone():
    """A paper more changes the page where it was announced on one of the newest days."""
    days = [replace(sample.ARCHIVE.days[0], reconstructed=False, announced=(Announced(key="a", type="new"),))] * 8
    more = replace(days[0], announced=(*days[0].announced, Announced(key="b", type="new")))
    told = (days, [more, *days[1:]], [*days[:-1], more])
    hashes = [reading_of(replace(sample.ARCHIVE, days=tuple(each))).depends for each in told]
    assert hashes[0] == hashes[1] != hashes[2]


WATCH = Watch(slug="waiting", name="Waiting", words=("tides",))


def test_without_watches_there_are_no_pages() -> None:
    pages = rendered(replace(sample.ARCHIVE, watches=(), watched={}))
    assert not [path for path in pages if path.startswith("watches")]
    assert "watches" not in pages["themes/index.md"]


def test_a_new_paper_changes_the_newest_page_of_a_watch() -> None:
    def watched(number: int) -> Archive:
        papers = many(number)
        return replace(papers, watches=(WATCH,), watched=dict.fromkeys(papers.papers, ("waiting",)))

    found = sample.again(watched(130), watched(131))
    assert {path for path in found if path.startswith("watches/")} == {"watches/waiting.md"}
