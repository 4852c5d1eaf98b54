"""The gallery itself: it knows kinds by their paths, notices what is wrong, and passes what is right."""

from pathlib import Path

import pytest
from daybook import open_archive
from playwright.sync_api import Page

from tests.cases import for_each, table
from tests.makers import put
from tests.site.conftest import Watch
from tests.tools.gallery import archives, invented, kinds, look

pytestmark = pytest.mark.trial

RIGHT = """<!doctype html><html lang=en><meta name=viewport content="width=device-width"><title>Tides</title>
<link rel=icon href=data:,>
<style>body { margin: 0 } .box { overflow: hidden; width: 200px; height: 40px } .away { position: fixed; left: -300px }
.scroll { overflow-x: auto; width: 200px }</style>
<header><h1>Tides</h1></header><main><p>Words of a page.</p><div class=box>short</div>
<nav class="box away" aria-label=drawer><div style="width: 400px">A drawer that is shut</div></nav></main>"""
WRONG = {
    "overflow": '<p style="width: 900px">too wide</p>',
    "cut": '<div class=box><p style="width: 300px">cut across</p></div>',
    "scrolled": '<div class=scroll tabindex=0><p style="width: 300px">must be scrolled</p></div>',
    "overlaps": "<header><b style='position: absolute; top: 20px; left: 0; width: 99px'>On it</b></header>",
    "axe": "<input>",
    "complaints": '<img src="http://127.0.0.1:1/elsewhere.png" alt="">',
}


@for_each(("path", "kind"), table(__file__, "kind_of_a_path"))
def test_kind_of_a_path(path: str, kind: str):
    """Numbers and names do not matter but at the top and in the guide."""
    assert kinds.kind(path) == kind


def test_examples_are_the_largest_and_lead_nowhere_else(tmp_path: Path):
    """Of two days the larger; no page at a former address."""
    pages = {"days/2026/2026-03-03.html": "<p>", "days/2026/2026-03-04.html": "<p>longer"}
    pages["papers/title/old-1.html"] = '<meta http-equiv="refresh" content="0; url=new.html">'
    assert kinds.examples(put(tmp_path, pages)) == {"days/0/0-0-0.html": "days/2026/2026-03-04.html"}


def inspected(folder: Path, text: str, watched: Watch) -> tuple[Page, look.Look]:
    (folder / "index.html").write_text(text, encoding="utf-8")
    seen = watched(folder, "index.html", viewport={"width": 390, "height": 800})
    return seen.page, look.inspect(seen, touched=True)


@pytest.mark.browser
def test_right_page_passes(tmp_path: Path, watched: Watch):
    """What is shut away is not cut."""
    page, found = inspected(tmp_path, RIGHT, watched)
    assert found.findings() == []
    assert found.scrolled == ()
    assert look.sheets(page) == 1


@pytest.mark.browser
@pytest.mark.parametrize("name", WRONG)
def test_wrong_page_is_noticed(name: str, tmp_path: Path, watched: Watch):
    """The controls: each kind of finding, and no other."""
    _, found = inspected(tmp_path, RIGHT + WRONG[name], watched)
    assert getattr(found, name)
    others = {kind for kind in WRONG if kind not in (name, "axe") and getattr(found, kind)}
    assert others == set()


def test_edges_are_what_they_are_made_for(tmp_path: Path):
    """The invented archive has its large, partial and reconstructed days, and its odd papers."""
    archives.edges(tmp_path / "edges")
    archive = open_archive(tmp_path / "edges")
    days = {day.date: day for day in archive.days}
    assert len(days[invented.FORTY].announced) == 40
    assert len(days[invented.LARGE].announced) == 358
    assert days[invented.DAYS[-1]].reconstructed
    assert [day.state for day in archive.coverage(str(invented.PARTIAL))] == ["partial"]
    assert [day.state for day in archive.coverage(str(invented.QUIET))] == ["quiet"]
    assert len(archive.papers[invented.CROWD].authors) == 120
    assert archive.papers[invented.GONE].withdrawn
    titles = [version.title for version in archive.papers[invented.REVISED].versions]
    assert len(set(titles)) == len(titles) == 3
    assert len(archive.papers[invented.LONG].title) > 200
