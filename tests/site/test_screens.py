"""The tool that measures first screens counts what a reader sees, and only that."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.tools import screens
from tests.tools.screens import DESK, PHONE, ROW, WINDOWS

pytestmark = pytest.mark.browser
STYLE = """body { margin: 0 } header { height: 150px } .rows a { display: block; height: 20px }
.rows > *::after { content: ""; display: block; height: 80px }
.bar { position: fixed; bottom: 0; height: 60px; width: 100% }
.far article:nth-child(n + 30) { content-visibility: auto; contain-intrinsic-height: 400px }"""
ROWS = "".join(
    f'<article><a href="papers/2603/2603.{number:05}.html">A paper about {number} gauges</a></article>'
    for number in range(120)
)


def written(folder: Path, body: str) -> Path:
    (folder / "days" / "2026").mkdir(parents=True)
    html = f"<!doctype html><title>x</title><link rel=icon href=data:,><style>{STYLE}</style><header>x</header>{body}"
    (folder / "days" / "2026" / "2026-03-03.html").write_text(html, encoding="utf-8")
    return folder


PAGE = "days/2026/2026-03-03.html"


@pytest.mark.parametrize("from_folder", [False, True])
def test_rows_in_the_window_are_counted(from_folder: bool, tmp_path: Path, browser: Browser):
    """Whole ones, not below a bar; the height is that of the page drawn, whatever the scroll bar says before."""
    site = written(tmp_path, f"<div class='rows far'>{ROWS}</div><div class=bar>x</div>")
    with screens.read(site, from_folder=from_folder) as place:
        desk, phone, *small = (screens.screen(browser, place, PAGE, window, ROW) for window in WINDOWS)
    assert (desk.first, desk.rows, desk.titles, desk.all, desk.height) == (150, 6, 7, 120, 12_150)
    assert desk.told > 30_000
    assert (phone.first, phone.rows, phone.all) == (150, 6, 120)
    assert [each.rows for each in small] == [4, 0]
    assert (desk.requests, desk.bytes > 0, desk.complaints, desk.sideways) == (1, True, (), ())
    assert desk.seconds is not None
    assert desk.misses() == ["rows < 7"]
    assert phone.misses() == []


def test_what_sticks_out_is_named(tmp_path: Path, browser: Browser):
    """On a phone alone where the desk is wide enough; a layout that moves is told."""
    wide = "<table style='width:600px'><tr><td>wide</table>"
    shove = "<script>setTimeout(() => document.querySelector('header').style.height = '400px', 50)</script>"
    site = written(tmp_path, f"{wide}<div class=rows>{ROWS}</div>{shove}")
    with screens.read(site, from_folder=False) as place:
        desk, phone = (screens.screen(browser, place, PAGE, window, ROW) for window in (DESK, PHONE))
    assert desk.sideways == ()
    assert phone.sideways[0] == "600 px in 390"
    assert any(line.startswith("table") for line in phone.sideways)
    assert "sideways" in phone.misses()


def test_pages_are_measured_in_every_window(tmp_path: Path, browser: Browser):
    told = screens.options([str(written(tmp_path, ROWS)), "--page", PAGE])
    assert [each.path for each in screens.measured(browser, told)] == [PAGE] * len(WINDOWS)
