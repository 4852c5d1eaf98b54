"""The site in a browser: quiet under its policy, deaf to hostile text; to be read without scripts, and on paper."""

import re
from pathlib import Path
from urllib.parse import urljoin

import pytest

from tests.cases import for_each
from tests.pages import sample
from tests.site.conftest import Watch, build_site, write_archive
from tests.tools.gallery import archives, invented, kinds
from tests.tools.gallery.look import sheets

pytestmark = pytest.mark.browser


PAGES = (
    "index.html", "about.html", "guide/index.html", "days/index.html", "days/2026.html", "days/2026/2026-03.html",
    "days/2026/2026-03-02.html", "days/2026/2026-03-03.html", "themes/index.html", "themes/scheduling.html",
    "categories/index.html", "categories/cs.DC.html", "papers/2603/2603.00356.html", "papers/9901/hep-th9901001.html",
    "papers/title/a-scheduler-for-tides-1f2e3d4c.html",
)  # fmt: skip

MOVED = re.compile(r'<meta http-equiv=refresh content="0;url=([^"]+)">')
"""In the page at a former address, which leads on at once."""


@pytest.mark.parametrize("offline", [False, True])
def test_pages_are_quiet(offline: bool, site: Path, offline_site: Path, watched: Watch):
    """No page breaks the policy, raises an error or asks another host for anything, over http or from a folder."""
    look = watched(f"file://{offline_site}/" if offline else site)
    for path in PAGES:
        look.goto(path)
        look.settle()
        assert look.page.evaluate("document.documentElement.classList.contains('js')"), path
    assert look.complaints == []


def test_policy_stops_what_it_should(site: Path, watched: Watch):
    """The control: a script that stands in a page is stopped, and the check above would notice."""
    look = watched(site, "")
    with look.page.expect_console_message(lambda message: "Content Security Policy" in message.text):
        look.page.evaluate("document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=\"window.pwned=1\">')")
    look.settle()
    assert look.page.evaluate("window.pwned") is None
    assert any("Content Security Policy" in complaint for complaint in look.complaints)


SCHEME = "document.documentElement.getAttribute('data-md-color-scheme')"
GROUND = "getComputedStyle(document.body).backgroundColor"
LIGHT, DARK = "rgb(253, 252, 249)", "rgb(20, 25, 27)"


def test_palette_is_chosen_and_remembered(site: Path, watched: Watch):
    """The toggle goes from the system's choice to light to dark, and the next page and visit keep it."""
    look = watched(site, "", color_scheme="light")
    assert look.page.evaluate(SCHEME) is None
    toggle = look.page.locator("header .palette")
    toggle.click()
    assert look.page.evaluate(SCHEME) == "default"
    toggle.click()
    assert look.page.evaluate(SCHEME) == "slate"
    look.goto("papers/2603/2603.00356.html")
    assert look.page.evaluate(SCHEME) == "slate"
    assert look.page.evaluate(GROUND) == DARK
    assert toggle.get_attribute("aria-label") == "Follow the system"
    toggle.click()
    assert look.page.evaluate(SCHEME) is None
    assert look.page.evaluate(GROUND) == LIGHT
    assert look.complaints == []


@for_each("scripts", [False, True])
@for_each("path", ["", "days/2026/2026-03-03.html"])
@for_each(("system", "ground"), [("light", LIGHT), ("dark", DARK)])
def test_palette_follows_the_system(system: str, ground: str, path: str, scripts: bool, site: Path, watched):
    """Who chose nothing sees what their system prefers, also without scripts."""
    look = watched(site, path, color_scheme=system, java_script_enabled=scripts)
    assert look.page.evaluate(GROUND) == ground


def test_drawer_of_a_phone(site: Path, watched: Watch):
    """On a phone the tabs are in a drawer, which a button opens and Escape closes; without scripts they are a row."""
    phone = {"width": 390, "height": 844}
    look = watched(site, "papers/2603/2603.00356.html", viewport=phone)
    tab = look.page.locator(".md-tabs a", has_text="Themes")
    assert not tab.is_visible()
    look.page.locator("button.drawer").click()
    assert tab.is_visible()
    look.page.keyboard.press("Escape")
    assert not tab.is_visible()
    look.page.locator("button.drawer").click()
    tab.click()
    look.page.wait_for_url(look.base + "themes/index.html")
    look.page.set_viewport_size({"width": 1200, "height": 800})
    assert look.page.locator(".md-tabs a", has_text="Days").is_visible()
    assert not look.page.locator("button.drawer").is_visible()
    assert look.complaints == []
    plain = watched(site, "", viewport=phone, java_script_enabled=False)
    assert plain.page.locator(".md-tabs a", has_text="Themes").is_visible()


@for_each("path", PAGES)
def test_no_sideways_scrolling_on_a_phone(path: str, site: Path, watched: Watch):
    look = watched(site, path, viewport={"width": 360, "height": 740})
    assert look.page.evaluate("document.documentElement.scrollWidth") <= 360


def test_what_completes_a_day_opens_over_its_page(site: Path, watched: Watch):
    """Its first line can be read, and the page of a phone grows no wider."""
    page = watched(site, "days/2026/2026-03-03.html", viewport={"width": 360, "height": 740}).page
    page.wait_for_selector(".narrow")
    page.locator(".seal > summary").click()
    page.locator(".seal p").first.click(trial=True)  # nothing covers it
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_redirect_leads_on(offline_site: Path, watched: Watch):
    """A former address leads to the paper's page, from a folder too and without scripts."""
    former = "papers/title/waiting-for-tides-1a2b3c4d.html"
    look = watched(f"file://{offline_site}/", former, java_script_enabled=False)
    look.page.wait_for_url(look.base + "papers/2603/2603.00356.html")


def test_keyboard_reaches_the_content(site: Path, watched: Watch):
    """The first key leads to the skip link, which shows itself and leads to the content."""
    look = watched(site, "days/2026/2026-03-03.html")
    look.page.keyboard.press("Tab")
    look.page.wait_for_function("document.activeElement.getBoundingClientRect().top >= 0")
    assert look.page.evaluate("document.activeElement.textContent") == "Skip to content"
    look.page.keyboard.press("Enter")
    assert look.page.evaluate("document.querySelector(':target').tagName") == "MAIN"
    look.page.keyboard.press("Tab")
    assert look.page.evaluate("document.activeElement.closest('main') !== null")


def test_pages_can_be_read_without_scripts(site: Path, watched: Watch):
    """Navigation and content need no script; there is no control that does nothing. The search names what can be
    browsed instead."""
    look = watched(site, "papers/2603/2603.00356.html", java_script_enabled=False)
    assert look.page.locator("button, input").count() == 0
    look.page.locator("header nav a", has_text="Days").click()
    look.page.wait_for_url(look.base + "days/index.html")
    look.goto("search.html")
    assert "The archive's lists can be browsed" in look.page.inner_text("main")
    assert look.page.locator("button, input").count() == 0


@for_each("path", ["index.html", "papers/2603/2603.00356.html"])
def test_paper_is_light(path: str, site: Path, watched: Watch):
    """Who reads in the dark prints dark words on white all the same."""
    look = watched(site, path, color_scheme="dark")
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


def test_hostile_text_does_nothing(hostile_site: Path, watched: Watch):
    """No payload runs, loads anything or even meets the policy."""
    look = watched(hostile_site)
    moves = 0
    pages = {*hostile_site.rglob("*.html")} - {hostile_site / "search.html"}  # this site has no index: see test_search
    for page in sorted(pages):
        address = look.base + page.relative_to(hostile_site).as_posix()
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


BY_SCRIPT = ("search.html", "reading.html")
"""Pages that scripts make: without them, they say so, and where else to look."""
HIDDEN = """() => [...document.querySelectorAll("main :is(h1, h2, h3, p, li, dt, dd, th, td, pre, summary)")]
  .filter((element) => element.textContent.trim() && !element.checkVisibility({ visibilityProperty: true })
    && !element.closest("details:not([open]) > :not(summary), nav, .tabbed-block, .katex-mathml, template"))
  .map((element) => element.outerHTML.slice(0, 120))"""
IDLE = """() => [...document.querySelectorAll("button, input, select, textarea")]
  .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && element.getBoundingClientRect().width > 1)
  .map((element) => element.outerHTML.slice(0, 120))"""


@pytest.mark.trial
def test_everything_can_be_read(whole: Path, watched: Watch):
    """On a page of each kind nothing is hidden but what is folded, and no control stands there that does nothing."""
    look = watched(whole, java_script_enabled=False)
    found = list[str]()
    for path in kinds.examples(whole).values():
        look.goto(path)
        text = look.page.locator("main").inner_text()
        assert len(text) > 40, path
        hidden = [] if path in BY_SCRIPT else look.page.evaluate(HIDDEN)
        found += [f"{path}: hidden: {line}" for line in hidden]
        found += [f"{path}: does nothing: {line}" for line in look.page.evaluate(IDLE)]
    assert not found, "\n".join(found)
    assert [line for line in look.complaints if line.startswith("asked")] == []  # Chromium asks for an icon by itself


def test_a_day_on_paper(tmp_path: Path, watched: Watch):
    """A day of 37 papers takes at most 4 sheets of A4, for readers with and without scripts."""
    base = archives.one_day(37, tmp_path / "archive").as_uri() + "/"
    for scripts in (True, False):
        look = watched(base, f"days/2026/{invented.FORTY}.html", java_script_enabled=scripts)
        assert sheets(look.page) <= 4, f"scripts: {scripts}"
