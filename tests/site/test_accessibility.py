"""What axe-core finds wrong for people who use the search by other means than eyes and a mouse: nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.conftest import ROOT
from tests.site.conftest import Watched

pytestmark = pytest.mark.browser

Watch = Callable[..., Watched]
AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
PAPER = "papers/2603/2603.93003.html"
RUN = "(within) => axe.run(within || document).then(({ violations }) => violations)"
SCREENS = pytest.mark.parametrize("width", [390, 1280])
SCHEMES = pytest.mark.parametrize("scheme", ["light", "dark"])


def findings(page: Page, within: str = "") -> list[str]:
    """Each finding with where it is. Raises FileNotFoundError without `make setup`."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = page.evaluate(RUN, within)
    return [f"{rule['id']}: {node['html'][:120]}" for rule in found for node in rule["nodes"]]


@SCREENS
@SCHEMES
def test_page_of_the_search(scheme: str, width: int, whole: Path, served, watched: Watch):
    """With results, places, chips and filters; and where nothing is found."""
    base = served(whole)
    look = watched(base, viewport={"width": width, "height": 900}, color_scheme=scheme)
    page = look.page
    page.goto(base + "search.html?q=systems&category=cs.DC")
    page.wait_for_selector(".search-results li")
    if width < 960:
        page.locator(".search-filters > summary").click()
    page.locator(".search-authors summary").click()
    page.wait_for_selector(".search-authors li")
    assert page.locator(".search-groups fieldset:visible").count() > 2
    assert findings(page) == []
    page.goto(base + "search.html?q=2026-03-03")
    page.wait_for_selector(".search-places li")
    assert findings(page) == []
    page.goto(base + "search.html?q=zzzzqqqq")
    page.wait_for_selector(".search-status:text-matches('Nothing found')")
    assert findings(page) == []


@SCREENS
@SCHEMES
@pytest.mark.parametrize("path", ["index.html", "days/2026/2026-03-03.html", PAPER])
def test_dialog(path: str, scheme: str, width: int, whole: Path, served, watched: Watch):
    """Over a page of either kind; and the page itself, before the dialog is opened."""
    base = served(whole)
    look = watched(base, viewport={"width": width, "height": 900}, color_scheme=scheme)
    page = look.page
    page.goto(base + path)
    page.wait_for_selector(".opener")
    assert findings(page) == []
    page.keyboard.press("/")
    page.wait_for_selector("dialog[open]")
    assert findings(page, "dialog") == []
    page.keyboard.insert_text("systems")
    page.wait_for_selector("dialog .search-results li")
    assert findings(page, "dialog") == []


def test_axe_finds_what_is_wrong(whole: Path, served, watched: Watch):
    """The control: a field without a name and words that are too pale are found."""
    base = served(whole)
    look = watched(base)
    look.page.goto(base + "search.html?q=systems")
    look.page.wait_for_selector(".search-results li")
    look.page.evaluate("document.querySelector('label[for=search-field]').remove()")
    look.page.add_style_tag(content=".search-status { color: #999 !important; background: #fff !important }")
    assert {line.partition(":")[0] for line in findings(look.page)} == {"label", "color-contrast"}
