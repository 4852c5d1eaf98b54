"""The search in a browser: its dialog and its page, with a stand-in for the engine whose answers are known."""

import gzip
import json
import re
import shutil
from pathlib import Path
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, Route, expect

from tests.cases import table
from tests.makers import put
from tests.site.conftest import Watch

pytestmark = pytest.mark.browser

PAPER = "papers/2603/2603.00356.html"
INDEX = {
    "papers": 25,
    "facets": [
        {"name": "category", "title": "Category", "values": [[f"c{at}", f"Category {at}"] for at in range(12)]},
        {"name": "type", "title": "Announce type", "values": [["new", "New submission"]]},
        {"name": "year", "title": "Year", "values": [["2026", "2026"]]},
    ],
}
STATUS = ".search-status"


def script(name: str, data: object) -> str:
    return f'daybook_file({json.dumps(name)}, "1", {json.dumps(data)});\n'


@pytest.fixture(scope="module")
def folder(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample's site with the stand-in, in a folder with blanks and accents in its name."""
    copy = tmp_path_factory.mktemp("search") / "ä folder"
    shutil.copytree(site, copy)
    engine = (Path(__file__).parent / "search_stand_in.js").read_text(encoding="utf-8")
    (copy / "assets" / "search" / "engine.js").write_text(engine, encoding="utf-8")
    held = {"index": INDEX, "dates": {}, "facets/category": {}, "authors/0": ""}
    return put(copy / "search", {f"{name}.js": script(name, data) for name, data in held.items()}).parent


@pytest.fixture(params=["http", "folder"])
def base(request: pytest.FixtureRequest, folder: Path, served) -> str:
    return served(folder) if request.param == "http" else folder.as_uri() + "/"


def ask(page: Page, words: str) -> None:
    """Open the dialog by a key, and write into the field that has the keyboard; at once, so that only this is asked."""
    page.wait_for_selector(".opener")
    page.keyboard.press("/")
    page.wait_for_selector("dialog[open]")
    page.keyboard.insert_text(words)


def told(page: Page, words: str) -> None:
    """Wait until the status line says this."""
    page.wait_for_function("([at, words]) => document.querySelector(at)?.textContent === words", arg=[STATUS, words])


def active(page: Page) -> str:
    return page.evaluate("document.activeElement.outerHTML.slice(0, 200)")


@pytest.mark.parametrize("path", ["index.html", PAPER])
def test_nothing_is_loaded_before_it_is_opened(path: str, base: str, watched: Watch):
    """Of the search, a page loads the button; the rest, and the index, when it is opened."""
    look = watched(base)
    asked: list[str] = []
    look.page.on("request", lambda request: asked.append(request.url.removeprefix(base)))
    look.goto(path)
    look.page.wait_for_selector(".opener")
    look.settle()
    assert [name for name in asked if "search" in name] == ["assets/search/opener.js"]
    look.page.locator(".opener").click()
    look.page.wait_for_selector("dialog[open]")
    look.settle()
    assert [name for name in asked if name.startswith("search/")] == ["search/index.js"]
    look.page.keyboard.type("tides")
    told(look.page, "3 papers.")
    version = "" if base.startswith("file:") else "?v=1"
    assert [name for name in asked if name.startswith("search/")][:2] == [
        "search/index.js",
        f"search/dates.js{version}",
    ]
    assert look.complaints == []


@pytest.mark.parametrize("path", ["index.html", PAPER])
def test_dialog_by_keyboard(path: str, base: str, watched: Watch):
    """Keys open it, arrows move, Enter follows, Escape closes it and leads back to where the keyboard was."""
    page = watched(base, path).page
    page.wait_for_selector(".opener")
    page.locator("article a").first.focus()
    before = page.evaluate_handle("document.activeElement")
    ask(page, "tides")
    told(page, "3 papers.")
    assert page.locator("dialog .search-results li").count() == 3
    by = "Ada One, Bo Two, Cy Three and 14 more · 2603.00356 · cs.DC · 3 Mar 2026"
    assert page.locator("dialog .by").first.inner_text() == by
    assert page.locator("dialog mark").first.inner_text() == "tides"
    for _ in range(2):
        page.keyboard.press("ArrowDown")
    assert "2603.00002.html" in active(page)
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    assert "<input" in active(page)
    for _ in range(20):  # the keyboard stays in the dialog
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement === document.body || !!document.activeElement.closest('dialog')")
    page.locator("dialog input").focus()
    page.keyboard.press("Escape")
    assert page.locator("dialog[open]").count() == 0
    assert page.evaluate("before => document.activeElement === before", before)
    page.keyboard.press("f")
    page.wait_for_selector("dialog[open]")
    assert page.locator("dialog input").input_value() == "tides"
    told(page, "3 papers.")
    with page.expect_navigation(url=re.compile(r"2603\.00356\.html")):
        page.keyboard.press("Enter")


def test_keys_are_left_to_fields(base: str, watched: Watch):
    look = watched(base, "search.html")
    told(look.page, "25 papers.")
    look.page.locator("#search-field").focus()
    look.page.keyboard.type("TCP/IP")
    assert look.page.locator("#search-field").input_value() == "TCP/IP"
    look.page.locator("h1").click()
    look.page.keyboard.press("/")
    assert "search-field" in active(look.page), "on the page of the search, the key leads to its field"
    assert look.page.locator("dialog").count() == 0


def test_no_key_is_lost_while_it_is_loaded(folder: Path, watched: Watch):
    """What is typed before the dialog is there reaches its field, and means nothing else."""
    page = watched(folder, "index.html", service_workers="block").page
    held: list[Route] = []
    page.route("**/dialog.js*", lambda route: held.append(route))
    page.wait_for_function("() => window.daybook.reader?.help !== undefined")
    page.locator("article a").first.focus()
    before = page.evaluate_handle("document.activeElement")
    page.keyboard.press("/")
    page.keyboard.type("ra/f")
    held.pop().continue_()
    page.wait_for_selector("dialog[open]")
    page.keyboard.type("t")
    told(page, "3 papers.")
    assert page.locator("dialog input").input_value() == "ra/ft"
    page.keyboard.press("Escape")
    assert page.evaluate("before => document.activeElement === before", before)
    page.reload()
    page.locator(".opener").click()
    page.keyboard.type("raft")
    page.keyboard.press("Enter")
    with page.expect_navigation(url=re.compile(r"2603\.00356\.html")):
        held.pop().continue_()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("tides", "3 papers."),
        ("none", "Nothing found for “none”."),
        ("typo", "Nothing found for “typo”. With “type” or “typed” instead of “typo”: 3 papers."),
        ("broken", "The search could not be loaded. Try again."),
        ("", "Type words, a name, a date, an arXiv id or a DOI."),
    ],
)
def test_status_says_what_was_found(words: str, says: str, folder: Path, watched: Watch):
    """How many, nothing, or what was searched for instead; in an element that is read out."""
    look = watched(folder, "")
    ask(look.page, words)
    told(look.page, says)
    assert look.page.locator(STATUS).get_attribute("role") == "status"


def test_the_last_answer_wins(folder: Path, watched: Watch):
    """An answer that comes late does not replace that to a later question."""
    look = watched(folder, "")
    ask(look.page, "slow")
    look.page.wait_for_timeout(200)
    look.page.locator("dialog input").fill("none")
    told(look.page, "Nothing found for “none”.")
    look.page.wait_for_timeout(700)
    assert look.page.inner_text(STATUS) == "Nothing found for “none”."


def test_places_come_first(base: str, watched: Watch):
    """A day stands before the papers, says that it is a day, and is what Enter opens."""
    look = watched(base, PAPER)
    ask(look.page, "day")
    told(look.page, "3 papers.")
    assert look.page.locator("dialog li").first.inner_text() == "3 March 2026 Day"
    with look.page.expect_navigation(url=re.compile(r"days/2026/2026-03-03\.html")):
        look.page.keyboard.press("Enter")


@pytest.mark.parametrize("path", ["dialog", "page"])
def test_hostile_text_is_text(path: str, base: str, watched: Watch):
    """Markup in titles, names and summaries is shown as it is; an address that is not a page's leads to the search."""
    look = watched(base)
    if path == "dialog":
        look.goto("" if base.startswith("http") else "index.html")
        ask(look.page, "hostile")
    else:
        look.goto("search.html?q=hostile&category=%3Cimg%20src=x%20onerror=window.pwned=1%3E")
    look.page.wait_for_selector(".search-results a")
    for text in look.page.locator(".search-results :is(h3, .title, p:not(.by)), .search-places a").all():
        assert '<img src=x onerror="window.pwned=1"><script>' in text.inner_text()
    assert look.page.locator(".search-results img, .search-results script, .search-chips img").count() == 0
    assert look.page.locator(".search-places a").get_attribute("href") == base + "search.html"
    look.settle()
    assert look.page.evaluate("window.pwned") is None
    assert look.complaints == []


def test_the_address_holds_the_search(base: str, watched: Watch):
    """Query, filters, order and page; the browser's back button undoes one step, and a reload changes nothing."""
    look = watched(base)
    page = look.page
    start = base + "search.html?q=many&sort=date"
    page.goto(start)
    told(page, "25 papers.")
    assert page.locator("#search-field").input_value() == "many"
    assert page.locator("#search-order").input_value() == "date"
    assert page.locator(".search-results a").first.inner_text() == "Paper 100 on many"
    page.get_by_role("link", name="Next").click()
    page.wait_for_url(start + "&page=2")
    page.locator(".search-pages", has_text="Page 2 of 3").wait_for()  # the address comes first, then what is found
    assert page.locator(".search-pages").inner_text().split("\n") == ["Previous", "Page 2 of 3", "Next"]
    page.locator(".search-filters > summary").click()
    page.locator("input[value=c3]").evaluate("box => { box.dataset.former = ''; }")
    page.locator("input[value=c3]").check()
    page.wait_for_url(base + "search.html?q=many&category=c3&sort=date")
    told(page, "2 papers.")
    page.locator("input[value=c3]:not([data-former])").wait_for()  # filters are made anew after what is found
    assert page.evaluate("document.activeElement.value") == "c3", "the keyboard stays"
    page.locator("#search-order").select_option("relevance")
    page.wait_for_url(base + "search.html?q=many&category=c3")
    page.reload()
    told(page, "2 papers.")
    assert page.locator("input[value=c3]").is_checked()
    page.go_back()
    page.wait_for_url(base + "search.html?q=many&category=c3&sort=date")
    page.go_back()
    page.wait_for_url(start + "&page=2")
    told(page, "25 papers.")
    page.locator(".search-results", has_text="Paper 90 on many").wait_for()
    page.go_back()
    page.wait_for_url(start)
    assert look.complaints == []


def test_typing_is_one_step(base: str, watched: Watch):
    """However many letters are typed, the back button leads to the search before."""
    page = watched(base, "search.html?q=many").page
    told(page, "25 papers.")
    page.locator("#search-field").fill("")
    for words in ("t", "ti", "tides"):
        page.locator("#search-field").fill(words)
        page.wait_for_url(f"{base}search.html?q={words}")
    told(page, "3 papers.")
    assert page.title().startswith("tides - Search")
    page.keyboard.press("Enter")
    page.go_back()
    page.wait_for_url(base + "search.html?q=many")
    told(page, "25 papers.")
    assert page.locator("#search-field").input_value() == "many"


def test_filters(base: str, watched: Watch):
    """A facet shows its first values, then all; what is chosen is a chip, also where it finds nothing."""
    page = watched(base, "search.html?q=many&category=none&category=c11", viewport={"width": 1280, "height": 900}).page
    told(page, "Nothing found for “many” with these filters.")
    chips = page.locator(".search-chips button")
    shown = [chip.inner_text().rstrip(" ×") for chip in chips.all()]
    assert shown == ["Category: none", "Category: Category 11 (c11)", "Remove all"]
    chips.first.click()
    told(page, "2 papers.")
    assert page.locator(".search-chips button").count() == 1
    assert "Category: Category 11" in page.evaluate("document.activeElement.innerText")
    shown = page.locator(".search-groups fieldset").first.locator("li:visible")
    expect(shown, "eight, and the one that is chosen, once they are counted").to_have_count(9)
    page.get_by_role("button", name="Show all 12").press("Enter")
    assert shown.count() == 12
    assert page.get_by_role("button", name="Show fewer").evaluate("one => one === document.activeElement")
    assert page.locator("fieldset legend").all_inner_texts() == ["Category", "Announce type", "Year"]


def test_authors_are_counted_when_they_are_opened(base: str, watched: Watch):
    """Their files are not loaded before."""
    look = watched(base, viewport={"width": 1280, "height": 900})
    page = look.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    look.goto("search.html?q=tides")
    told(page, "3 papers.")
    assert not [name for name in asked if "authors" in name]
    assert not [name for name in asked if "facets" in name], "nor what the other filters take"
    page.locator(".search-filters > summary").click()
    page.locator(".search-authors summary").click()
    page.get_by_label("Ada One, 2 papers").check()
    page.wait_for_url(base + "search.html?q=tides&author=Ada+One")
    told(page, "2 papers.")
    assert page.locator(".search-chips button").inner_text().startswith("Author: Ada One")
    assert page.locator(".search-authors").get_attribute("open") is not None


def test_results_are_rows(base: str, whole: Path, watched: Watch):
    """As lists have them: the grey line with the PDF, marks, abstracts and keys, and what is new since a visit."""
    look = watched(whole if base.startswith("http") else whole.as_uri() + "/", "index.html")
    page = look.page
    page.wait_for_function("window.daybook?.rows")
    visit = {"at": "2026-03-01T09:00:00.000Z", "before": "2026-02-01", "newest": "2026-03-02"}
    page.evaluate("visit => daybook.reader.change((data) => (data.visit = visit))", visit)
    look.goto("search.html?q=systems&sort=date")
    page.wait_for_selector(".search-results .marks")
    row = page.locator(".search-results article").first
    key = row.get_attribute("id")
    assert row.locator("h3 a").get_attribute("href").endswith(f"/{key}.html")
    assert row.locator(".by a").get_attribute("href") == f"https://arxiv.org/pdf/{key}"
    page.locator("#search-field").press("ArrowDown")
    assert row.evaluate("row => row.contains(document.activeElement)")
    page.keyboard.press("s")
    page.wait_for_function("key => daybook.reader.has('stars', key)", arg=key)
    page.keyboard.press("a")
    row.locator(".abstract p").first.wait_for()
    page.keyboard.press("j")
    assert page.evaluate("document.activeElement.closest('article').id") != key
    page.locator(".search-results .fresh").first.wait_for()
    page.keyboard.press("ArrowRight")
    page.locator(".search-pages", has_text="Page 2 of").wait_for()
    page.wait_for_selector(".search-results .marks")
    assert page.locator(f"[id='{key}']").count() == 0
    assert look.complaints == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone(scheme: str, folder: Path, watched: Watch):
    """At 390 pixels nothing is wider than the screen, and the filters wait until they are opened."""
    look = watched(folder, viewport={"width": 390, "height": 800}, color_scheme=scheme)
    look.goto("search.html?q=many&category=c3")
    page = look.page
    told(page, "2 papers.")
    assert not page.locator("input[value=c3]").is_visible()
    page.get_by_text("Filters (1)").click()
    page.locator("input[value=c3]").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    for path in ("index.html", PAPER):
        look.goto(path)
        ask(page, "hostile")
        page.wait_for_selector("dialog .search-results li")
        assert page.evaluate("document.querySelector('dialog').scrollWidth") <= 390


def test_it_is_not_printed(folder: Path, watched: Watch):
    """Paper has the results and not what they were found with."""
    look = watched(folder, "search.html?q=many")
    told(look.page, "25 papers.")
    look.page.emulate_media(media="print")
    assert not look.page.locator("#search-field").is_visible()
    assert look.page.locator(".search-results article").first.is_visible()


HOSTILE: tuple[str, ...] = ("x" * 10_000, "word " * 2_000, *table(__file__, "hostile_queries"))
FOUND = re.compile(r"(Nothing found.*|[\d,]+ papers?|[\d,]+ matching pages?)\.")
PUT = """(query) => {
  document.querySelector(".search-status").textContent = "";
  const field = document.querySelector("dialog input, #search-field");
  field.value = query;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}"""
SAID = "() => /\\.$/.test(document.querySelector('.search-status').textContent)"
MARKUP = """document.querySelectorAll(
  ".search-status *, .search-results h3 :not(a, mark), .search-chips :not(li, button, span)").length"""


@pytest.mark.trial
@pytest.mark.parametrize("path", ["index.html", "papers/2603/2603.93003.html", "search.html"])
def test_any_text_can_be_asked(path: str, whole: Path, watched: Watch):
    """Whatever is typed, it is answered in words: no error, nothing that runs, nothing wider than a phone."""
    look = watched(whole, path, viewport={"width": 390, "height": 800})
    page = look.page
    page.wait_for_selector(".opener")
    if path == "search.html":
        page.wait_for_selector(".search-results article")
    else:
        page.keyboard.press("/")
        page.wait_for_selector("dialog[open]")
    for query in HOSTILE:
        page.evaluate(PUT, query)
        page.wait_for_function(SAID)
        assert FOUND.search(page.inner_text(STATUS)), query
        look.settle()
        assert page.evaluate(MARKUP) == 0, query
        assert page.evaluate("window.pwned") is None
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, query
        assert page.evaluate("document.querySelector('dialog, .search-page').scrollWidth") <= 390, query
    assert look.complaints == []


@pytest.mark.trial
def test_any_address_of_the_search_is_answered(whole: Path, watched: Watch):
    """The same in the address, as query and as filters of all kinds, which find nothing and can be removed."""
    look = watched(whole)
    page = look.page
    names = ("category", "theme", "type", "year", "author", "sort", "page", "since", "until", "__proto__")
    for query in HOSTILE:
        text = query[:2000].encode("utf-8", "replace").decode()
        look.goto(f"search.html?{urlencode({'q': text})}")
        page.wait_for_function(SAID)
        assert FOUND.search(page.inner_text(STATUS)), query
        look.goto(f"search.html?{urlencode(dict.fromkeys(names, text))}")
        page.wait_for_function(SAID)
        assert page.inner_text(STATUS).startswith("Nothing found with these filters."), query
        page.get_by_role("button", name="Remove all").click()
        page.wait_for_selector(".search-results article")
        assert page.evaluate(MARKUP) == 0, query
        assert page.evaluate("window.pwned") is None, query
    assert look.complaints == []


def test_first_visit_is_small(whole: Path, watched: Watch):
    """The home page with all that it loads takes at most 120 KB, compressed as hosts do it."""
    look = watched(whole)
    asked: set[str] = set()
    look.page.on("request", lambda request: asked.add(request.url.removeprefix(look.base) or "index.html"))
    look.goto("")
    look.settle()
    sizes = {name: len(gzip.compress((whole / name).read_bytes(), 6)) for name in asked if not name.startswith("data:")}
    assert len(sizes) > 5
    assert sum(sizes.values()) <= 120_000, sizes
    own = sum(len(gzip.compress(path.read_bytes(), 6)) for path in (whole / "assets" / "search").iterdir())
    assert own <= 40_000, "the search's own code"
