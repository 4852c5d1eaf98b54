"""The site in a browser: quiet under its policy, over http and from a folder, and deaf to hostile text."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urljoin

import pytest

from tests.pages import sample
from tests.site.conftest import Watch, build_site, write_archive

pytestmark = pytest.mark.browser

PAGES = (
    "index.html",
    "about.html",
    "guide/index.html",
    "days/index.html",
    "days/2026.html",
    "days/2026/2026-03.html",
    "days/2026/2026-03-02.html",
    "days/2026/2026-03-03.html",
    "themes/index.html",
    "themes/scheduling.html",
    "categories/index.html",
    "categories/cs.DC.html",
    "papers/2603/2603.00356.html",
    "papers/9901/hep-th9901001.html",
    "papers/title/a-scheduler-for-tides-1f2e3d4c.html",
)

MOVED = re.compile(r'<meta http-equiv=refresh content="0;url=([^"]+)">')
"""In the page at a former address, which leads on at once."""


@pytest.mark.parametrize("offline", [False, True])
def test_pages_are_quiet(offline: bool, site: Path, offline_site: Path, served, watched: Watch):
    """No page breaks the policy, raises an error or asks another host for anything, over http or from a folder."""
    base = f"file://{offline_site}/" if offline else served(site)
    look = watched(base)
    for path in PAGES:
        look.page.goto(base + path)
        look.settle()
        assert look.page.evaluate("document.documentElement.classList.contains('js')"), path
    assert look.complaints == []


def test_policy_stops_what_it_should(site: Path, served, watched: Watch):
    """The control: a script that stands in a page is stopped, and the check above would notice."""
    base = served(site)
    look = watched(base)
    look.page.goto(base)
    with look.page.expect_console_message(lambda message: "Content Security Policy" in message.text):
        look.page.evaluate("document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=\"window.pwned=1\">')")
    look.settle()
    assert look.page.evaluate("window.pwned") is None
    assert any("Content Security Policy" in complaint for complaint in look.complaints)


SCHEME = "document.documentElement.getAttribute('data-md-color-scheme')"
GROUND = "getComputedStyle(document.body).backgroundColor"
LIGHT, DARK = "rgb(253, 252, 249)", "rgb(20, 25, 27)"


def test_palette_is_chosen_and_remembered(site: Path, served, watched: Watch):
    """The toggle goes from the system's choice to light to dark, and the next page and visit keep it."""
    base = served(site)
    look = watched(base, color_scheme="light")
    look.page.goto(base)
    assert look.page.evaluate(SCHEME) is None
    toggle = look.page.locator("header .palette")
    toggle.click()
    assert look.page.evaluate(SCHEME) == "default"
    toggle.click()
    assert look.page.evaluate(SCHEME) == "slate"
    look.page.goto(base + "papers/2603/2603.00356.html")
    assert look.page.evaluate(SCHEME) == "slate"
    assert look.page.evaluate(GROUND) == DARK
    assert toggle.get_attribute("aria-label") == "Follow the system"
    toggle.click()
    assert look.page.evaluate(SCHEME) is None
    assert look.page.evaluate(GROUND) == LIGHT
    assert look.complaints == []


@pytest.mark.parametrize("scripts", [False, True])
@pytest.mark.parametrize("path", ["", "days/2026/2026-03-03.html"])
@pytest.mark.parametrize(("system", "ground"), [("light", LIGHT), ("dark", DARK)])
def test_palette_follows_the_system(system: str, ground: str, path: str, scripts: bool, site: Path, served, watched):
    """Who chose nothing sees what their system prefers, also without scripts."""
    base = served(site)
    look = watched(base, color_scheme=system, java_script_enabled=scripts)
    look.page.goto(base + path)
    assert look.page.evaluate(GROUND) == ground


def test_drawer_of_a_phone(site: Path, served, watched: Watch):
    """On a phone the tabs are in a drawer, which a button opens and Escape closes; without scripts they are a row."""
    base = served(site)
    phone = {"width": 390, "height": 844}
    look = watched(base, viewport=phone)
    look.page.goto(base + "papers/2603/2603.00356.html")
    tab = look.page.locator(".md-tabs a", has_text="Themes")
    assert not tab.is_visible()
    look.page.locator("button.drawer").click()
    assert tab.is_visible()
    look.page.keyboard.press("Escape")
    assert not tab.is_visible()
    look.page.locator("button.drawer").click()
    tab.click()
    look.page.wait_for_url(base + "themes/index.html")
    look.page.set_viewport_size({"width": 1200, "height": 800})
    assert look.page.locator(".md-tabs a", has_text="Days").is_visible()
    assert not look.page.locator("button.drawer").is_visible()
    assert look.complaints == []
    plain = watched(base, viewport=phone, java_script_enabled=False)
    plain.page.goto(base)
    assert plain.page.locator(".md-tabs a", has_text="Themes").is_visible()


@pytest.mark.parametrize("path", PAGES)
def test_no_sideways_scrolling_on_a_phone(path: str, site: Path, served, watched: Watch):
    """At 360 pixels no page is wider than the screen."""
    base = served(site)
    look = watched(base, viewport={"width": 360, "height": 740})
    look.page.goto(base + path)
    assert look.page.evaluate("document.documentElement.scrollWidth") <= 360


def test_redirect_leads_on(offline_site: Path, watched: Watch):
    """A former address leads to the paper's page, from a folder too and without scripts."""
    base = f"file://{offline_site}/"
    look = watched(base, java_script_enabled=False)
    look.page.goto(base + "papers/title/waiting-for-tides-1a2b3c4d.html")
    look.page.wait_for_url(base + "papers/2603/2603.00356.html")


def test_keyboard_reaches_the_content(site: Path, served, watched: Watch):
    """The first key leads to the skip link, which shows itself and leads to the content."""
    base = served(site)
    look = watched(base)
    look.page.goto(base + "days/2026/2026-03-03.html")
    look.page.keyboard.press("Tab")
    look.page.wait_for_function("document.activeElement.getBoundingClientRect().top >= 0")
    assert look.page.evaluate("document.activeElement.textContent") == "Skip to content"
    look.page.keyboard.press("Enter")
    assert look.page.evaluate("document.querySelector(':target').tagName") == "MAIN"
    look.page.keyboard.press("Tab")
    assert look.page.evaluate("document.activeElement.closest('main') !== null")


def test_pages_can_be_read_without_scripts(site: Path, served, watched: Watch):
    """Navigation and content need no script; there is no control that does nothing."""
    base = served(site)
    look = watched(base, java_script_enabled=False)
    look.page.goto(base + "papers/2603/2603.00356.html")
    assert look.page.locator("button, input").count() == 0
    look.page.locator("header nav a", has_text="Days").click()
    look.page.wait_for_url(base + "days/index.html")


@pytest.mark.parametrize("path", ["index.html", "papers/2603/2603.00356.html"])
def test_paper_is_light(path: str, site: Path, served, watched: Watch):
    """Who reads in the dark prints dark words on white all the same."""
    base = served(site)
    look = watched(base, color_scheme="dark")
    look.page.goto(base + path)
    color = "getComputedStyle(document.querySelector('h1')).color"
    assert look.page.evaluate(color) == "rgb(226, 231, 230)"
    look.page.emulate_media(media="print")
    assert look.page.evaluate(color) == "rgb(35, 41, 44)"


@pytest.fixture(scope="module")
def hostile_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site whose every received text is all payloads at once."""
    folder = tmp_path_factory.mktemp("hostile")
    payload = " ".join(payload.replace("<!--", "").replace("\x00", "") for payload in sample.PAYLOADS)
    write_archive(folder, sample.hostile(payload))
    return build_site(folder, folder / "site", offline=True)


def test_hostile_text_does_nothing(hostile_site: Path, served, watched: Watch):
    """No payload runs, loads anything or even meets the policy."""
    base = served(hostile_site)
    look = watched(base)
    moves = 0
    pages = {*hostile_site.rglob("*.html")} - {hostile_site / "search.html"}  # this site has no index: see test_search
    for page in sorted(pages):
        address = base + page.relative_to(hostile_site).as_posix()
        target = MOVED.search(page.read_text(encoding="utf-8"))
        if target and "search.html" in target[1]:
            continue
        look.page.goto(address)
        if target:
            look.page.wait_for_url(urljoin(address, target[1]))  # else it would go while it is looked at
            moves += 1
        look.settle()
        assert look.page.evaluate("window.pwned") is None
    assert moves
    assert look.complaints == []
