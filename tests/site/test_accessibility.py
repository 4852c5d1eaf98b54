"""What axe-core finds wrong for people who read and search by other means than eyes and a mouse: nothing."""

from pathlib import Path

import pytest
from daybook.pages import KINDS
from daybook.view import addresses

from tests.site.conftest import Watch
from tests.tools.gallery import kinds
from tests.tools.gallery.look import PHONE, STILL, violations

pytestmark = pytest.mark.browser

DAY = "days/2026/2026-03-03.html"
PAPER = "papers/2603/2603.93003.html"
DARK_OR_WIDE = (("light", 1280), ("dark", 390), ("dark", 1280))
WINDOWS = pytest.mark.parametrize(
    ("scheme", "width"), [("light", 390), *(pytest.param(*rest, marks=pytest.mark.trial) for rest in DARK_OR_WIDE)]
)
WHOLLY = (("light", 390), ("dark", 1280))
"""Windows in which all rules are tried, so that each is at both widths. In the others only those of colours are, which
alone depend on the scheme."""
COLOURS = ("color-contrast", "link-in-text-block")


def test_every_kind_has_an_example(whole: Path):
    """The sample has a page of each kind that the generator knows, so that none is left out below."""
    found = tuple(kinds.examples(whole).values())
    for kind in KINDS:
        assert any(path.startswith(addresses.served(kind.place)) for path in found), kind.place


@pytest.mark.trial
@WINDOWS
def test_every_kind_of_page(scheme: str, width: int, whole: Path, watched: Watch):
    """The largest page of each; on a phone also that a finger meets every target (24 px). Of the guide, whose pages
    differ in words alone, all are looked at once, and the first always."""
    only = () if (scheme, width) in WHOLLY else COLOURS
    look = watched(whole, viewport={"width": width, "height": 900}, color_scheme=scheme)
    found = list[str]()
    for path in kinds.examples(whole).values():
        if path.startswith("guide/") and path != "guide/index.html" and (scheme, width) != ("light", 390):
            continue
        look.goto(path)
        look.page.add_style_tag(content=STILL)
        look.settle()
        found += [f"{path}: {line}" for line in violations(look.page, touched=width < PHONE, only=only)]
    assert not found, "\n".join(found)
    assert look.complaints == []


@WINDOWS
def test_page_of_the_search(scheme: str, width: int, whole: Path, watched: Watch):
    """With results, places, chips and filters; and where nothing is found."""
    look = watched(whole, viewport={"width": width, "height": 900}, color_scheme=scheme)
    look.goto("search.html?q=systems&category=cs.DC")
    page = look.page
    page.wait_for_selector(".search-results article")
    if width < 960:
        page.locator(".search-filters > summary").click()
    page.locator(".search-authors summary").click()
    page.wait_for_selector(".search-authors li")
    assert page.locator(".search-groups fieldset:visible").count() > 2
    assert violations(page) == []
    look.goto("search.html?q=2026-03-03")
    page.wait_for_selector(".search-places li")
    assert violations(page) == []
    look.goto("search.html?q=zzzzqqqq")
    page.wait_for_selector(".search-status:text-matches('Nothing found')")
    assert violations(page) == []


OTHERS = (
    ("light", 390, "index.html"), ("light", 390, PAPER), ("light", 1280, "index.html"), ("dark", 390, "index.html"),
    ("dark", 1280, "index.html"), ("dark", 1280, DAY), ("dark", 1280, PAPER),
)  # fmt: skip


@pytest.mark.parametrize(
    ("scheme", "width", "path"),
    [("light", 390, DAY), *(pytest.param(*rest, marks=pytest.mark.trial) for rest in OTHERS)],
)
def test_dialog(scheme: str, width: int, path: str, whole: Path, watched: Watch):
    """Over a page of each kind, which look alike behind it; and the page itself, before the dialog is opened."""
    look = watched(whole, path, viewport={"width": width, "height": 900}, color_scheme=scheme)
    page = look.page
    page.wait_for_selector(".opener")
    assert violations(page) == []
    page.keyboard.press("/")
    page.wait_for_selector("dialog[open]")
    assert violations(page, "dialog") == []
    page.keyboard.insert_text("systems")
    page.wait_for_selector("dialog .search-results li")
    assert violations(page, "dialog") == []


def test_axe_finds_what_is_wrong(whole: Path, watched: Watch):
    """The control: a field without a name and words that are too pale are found."""
    look = watched(whole, "search.html?q=systems")
    look.page.wait_for_selector(".search-results article")
    look.page.evaluate("document.querySelector('#search-field').removeAttribute('aria-label')")
    look.page.add_style_tag(content=".search-status { color: #999 !important; background: #fff !important }")
    assert {line.partition(":")[0] for line in violations(look.page)} == {"label", "color-contrast"}
