"""A .zip of a site, unpacked: stubs stand for the papers' pages, and readers see the same pages."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from generator.runtime.cache import scan
from generator.search.index import CHUNK
from generator.site import app
from generator.site.packing import Packed
from tests.site.conftest import Watched

PAGES = ("papers/2603/2603.93003.html", "papers/2603/2603.90047.html#main.")
BODY = "document.body.innerHTML.replace(/<noscript>.*?<.noscript>/g, '').trim()"


@pytest.fixture(scope="module")
def unpacked(whole: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of a .zip of the sample's site, in a folder with a blank and an accent in its name."""
    folder = tmp_path_factory.mktemp("unpacked") / "Mein Archiv é"
    packed = Packed(whole, (path for path in scan(whole) if not app.is_apart(path)))
    for path in packed.paths:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(packed.data(path))
    return folder


def test_all_files_but_those_of_papers_are_as_they_are(whole: Path, unpacked: Path) -> None:
    """Each paper's page has a stub at its address, and each file of results has sixteen pages."""
    there = {path for path in scan(whole) if not app.is_apart(path)}
    papers = {path for path in there if path.startswith("papers/")}
    results = {path for path in there if path.startswith("search/") and "/papers/" in path}
    assert set(scan(unpacked)) == there
    stubs = {path for path in papers if (unpacked / path).stat().st_size < 200}
    assert len(stubs) > 60
    assert -(-len(stubs) // CHUNK) <= len(results) < 8
    changed = {path for path in there if (unpacked / path).read_bytes() != (whole / path).read_bytes()}
    assert changed == stubs | results


def test_packing_makes_it_smaller(whole: Path, unpacked: Path, tmp_path: Path) -> None:
    def size(folder: Path) -> int:
        with zipfile.ZipFile(tmp_path / "all.zip", "w", zipfile.ZIP_DEFLATED) as archive:
            for path in scan(folder):
                if path.startswith("papers/") or "/papers/" in path:
                    archive.write(folder / path, path)
        return (tmp_path / "all.zip").stat().st_size

    assert size(unpacked) < 0.75 * size(whole)


def test_a_site_without_an_index_is_packed_as_it_is(site: Path) -> None:
    paths = sorted(path for path in scan(site) if not path.startswith("search/"))
    packed = Packed(site, paths)
    assert packed.paths == paths
    assert all(packed.data(path) == (site / path).read_bytes() for path in paths)


@pytest.mark.browser
@pytest.mark.parametrize("path", PAGES)
def test_readers_see_the_same_page(path: str, whole: Path, unpacked: Path, watched: Callable[..., Watched]) -> None:
    """Element for element, at the place that the address names, without a complaint."""
    seen = []
    for folder in (whole, unpacked):
        look = watched(folder.as_uri())
        look.page.goto(f"{folder.as_uri()}/{path}")
        look.settle()
        body = look.page.evaluate(BODY).replace(folder.as_uri(), "")  # scripts write whole addresses
        seen.append((look.page.title(), body, look.page.evaluate("scrollY"), look.complaints))
    assert seen[0] == seen[1]
    assert not seen[1][3]


@pytest.mark.browser
def test_the_search_finds_the_same(whole: Path, unpacked: Path, watched: Callable[..., Watched]) -> None:
    """Results are read from the files that hold the pages."""
    found = []
    for folder in (whole, unpacked):
        look = watched(folder.as_uri())
        look.page.goto(f"{folder.as_uri()}/search.html?q=gpu")
        look.page.wait_for_selector(".search-results a")
        found.append((look.page.locator("main").inner_text(), look.complaints))
    assert found[0] == found[1]
    assert not found[1][1]
