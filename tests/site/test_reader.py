"""What a reader keeps in the browser, in Chromium and Firefox, over http and from a folder: nothing is lost or sent."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.site import firefox
from tests.site.conftest import Chromium, Watch, Watched, Window
from tests.site.test_accessibility import WINDOWS
from tests.tools.gallery.look import violations

pytestmark = pytest.mark.browser

DAY = "days/2026/2026-03-03.html"
READY = "window.daybook?.reader?.help && window.daybook.rows && !document.querySelector('.rows > article[id]:not(:has(.marks))')"  # noqa: E501
"""Whether all scripts for readers have run."""
IN_TWO = pytest.mark.parametrize(
    ("window", "base"),
    [("chromium", "http"), pytest.param("firefox", "folder", marks=pytest.mark.trial)],
    indirect=True,
)
"""For what needs no storage of its own kind: each browser and each way once. All others are tried in all four."""
FAST = 30  # milliseconds in which 358 rows get their marks; tests on a busy machine allow five times as many


@pytest.fixture
def reader(window: Window, base: str) -> Window:
    """A window at a day's page of an archive of which the browser keeps nothing."""
    opened(window, base + DAY)
    window.evaluate("daybook.reader.erase().then(() => null)")
    change(window, "data.visit = {}")
    return window


def opened(window: Window, address: str) -> None:
    window.goto(address)
    settled(window)


def change(window: Window, rules: str) -> None:
    """Change what the browser keeps, called `data`, and wait until it is kept."""
    window.evaluate(f"daybook.reader.change((data) => {{ {rules}; }}).then(() => null)")


def settled(window: Window) -> None:
    """Wait until a page's scripts know what is kept."""
    window.wait(READY)
    window.evaluate("daybook.reader.ready.then(() => null)")


def kept(window: Window) -> Any:
    """What the browser keeps, once all is kept."""
    change(window, "")
    return window.evaluate("daybook.reader.state")


def ids(window: Window) -> list[str]:
    found: list[str] = window.evaluate("[...document.querySelectorAll('.rows > article[id]')].map((one) => one.id)")
    return found


def press(window: Window, key: str, kind: str) -> None:
    window.evaluate(f"document.getElementById({json.dumps(key)}).querySelector('[data-kind={kind}]').click()")


def is_marked(key: str, kind: str) -> str:
    return f"document.getElementById({json.dumps(key)})?.querySelector('[data-kind={kind}]').ariaPressed === 'true'"


def give(window: Window, field: str, name: str, text: str) -> None:
    """Choose a file for the field of the page "Reading" whose label begins so."""
    window.evaluate(
        f"""(() => {{
          const labels = [...document.querySelectorAll('label')];
          const label = labels.find((one) => one.textContent.startsWith({json.dumps(field)}));
          const given = new DataTransfer();
          given.items.add(new File([{json.dumps(text)}], {json.dumps(name)}));
          const input = label.querySelector('input');
          input.files = given.files;
          input.dispatchEvent(new Event('change'));
          return null;
        }})()"""
    )


def second(window: Window) -> Window:
    """Another tab of the same browser."""
    if isinstance(window, firefox.Firefox):
        return window.tab()
    assert isinstance(window, Chromium)
    return Chromium(Watched(window.page.context.new_page(), ""))


DATA_BUTTONS = "[...document.querySelectorAll('[aria-labelledby=data] button')]"
ROW = "document.activeElement.closest('article')"
SAID = "document.querySelector('.reader-said').textContent"


def test_marks_stay(reader: Window, base: str):
    """A star, a place on the list and what was seen are there on the next page and after a reload, and go again."""
    first, other, third = ids(reader)[:3]
    press(reader, first, "stars")
    press(reader, other, "list")
    press(reader, third, "seen")
    state = kept(reader)
    assert list(state["stars"]) == [first]
    assert list(state["list"]) == [other]
    assert state["stars"][first]["title"] == reader.evaluate(
        f"document.getElementById('{first}').querySelector('a').textContent"
    )
    opened(reader, base + "reading.html")
    reader.wait(f"document.querySelector('#stars ~ .rows a')?.href.endsWith('{first}.html')")
    reader.wait(f"document.querySelector('#list ~ .rows a')?.href.endsWith('{other}.html')")
    opened(reader, base + DAY)
    assert all(
        reader.evaluate(is_marked(key, kind)) for key, kind in ((first, "stars"), (other, "list"), (third, "seen"))
    )
    assert reader.evaluate(f"document.getElementById('{third}').matches('.seen.past')")
    press(reader, first, "stars")
    press(reader, third, "seen")
    kept(reader)
    opened(reader, base + DAY)
    assert not reader.evaluate(is_marked(first, "stars"))
    assert not reader.evaluate(is_marked(third, "seen"))


def test_seen(reader: Window, base: str):
    """Opening a paper's page marks it as seen; a list can be marked as a whole, and seen papers hidden."""
    first, *others = ids(reader)
    reader.goto(reader.evaluate(f"document.getElementById('{first}').querySelector('a').href"))
    settled(reader)
    reader.wait("document.querySelector('[data-paper] [data-kind=seen]').ariaPressed === 'true'")
    kept(reader)
    opened(reader, base + DAY)
    status = "document.querySelector('.reader-end [role=status]').textContent"
    assert reader.evaluate(status) == f"{len(others)} of {len(others) + 1} papers not seen yet."
    reader.evaluate("document.querySelector('.reader-end button').click()")
    assert reader.evaluate(status) == "All papers of this page have been seen."
    reader.evaluate("document.querySelectorAll('.reader-end button')[1].click()")
    rows = "[...document.querySelectorAll('.rows > article[id]')]"
    hidden = f"{rows}.filter((one) => !one.checkVisibility()).map((one) => one.id)"
    assert reader.evaluate(hidden) == [first, *others]
    assert reader.evaluate("document.querySelector('.reader-end').checkVisibility()"), "and the way back is there"
    press(reader, others[0], "seen")
    assert kept(reader)["hide"] is True
    opened(reader, base + DAY)
    assert reader.evaluate(hidden) == [one for one in (first, *others) if one != others[0]]
    press(reader, others[0], "seen")
    assert others[0] not in reader.evaluate(hidden), "what is marked now stays in its place"


@IN_TWO
def test_keyboard(reader: Window, base: str):
    """All of it by keys, which do nothing while one types, and which can be turned off."""
    first, other = ids(reader)[:2]
    at = "document.activeElement.closest('article[id]')?.id"
    reader.press("j")
    assert reader.evaluate(at) == first
    reader.press("j", "s", "e", "l")
    assert reader.evaluate(at) == other
    reader.press("k", "s")
    state = kept(reader)
    assert set(state["stars"]) == {first, other}
    assert list(state["list"]) == [other]
    assert reader.evaluate(is_marked(other, "seen"))
    unfolded = f"{ROW}.querySelector('.abstract:not([hidden]) > p')?.textContent.length > 50"
    reader.press("a")
    reader.wait(unfolded)
    reader.press("a")
    assert not reader.evaluate(unfolded)
    top = "document.activeElement.closest('article').getBoundingClientRect().top"
    reader.press("j", "j", "j", "k", "k", "k")
    assert reader.evaluate(top) >= 0
    reader.press("?")
    assert reader.evaluate("document.querySelector('dialog.keys[open] h2').textContent") == "Keys"
    reader.press("s", "Escape")
    assert set(kept(reader)["stars"]) == {first, other}
    assert reader.evaluate(at) == first, "the keyboard is where it was"
    reader.press("o")
    reader.wait(f"location.pathname.endsWith('{first}.html')")
    settled(reader)
    reader.press("s")
    assert list(kept(reader)["stars"]) == [other]
    opened(reader, base + DAY)
    before = reader.evaluate("document.querySelector('[rel~=prev]').href")
    reader.press("ArrowLeft")
    reader.wait(f"location.href === {json.dumps(before)} && {READY}")
    reader.press("ArrowRight")
    reader.wait(f"location.href.endsWith('{DAY}') && {READY}")
    reader.press("/")
    reader.wait("document.activeElement.matches('dialog[open] input')")
    reader.type("sel")
    assert reader.evaluate("document.activeElement.value") == "sel"
    reader.press("Escape")
    assert list(kept(reader)["stars"]) == [other]
    change(reader, "data.keys = false")
    opened(reader, base + DAY)
    reader.press("j", "s", "?", "/", "ArrowLeft")
    assert reader.evaluate("document.querySelector('dialog[open]') === null")
    assert list(kept(reader)["stars"]) == [other]
    assert reader.evaluate("location.href").endswith(DAY)


FAILED = "The abstract could not be loaded. Try again when there is a network."


@pytest.mark.parametrize("page", [DAY, "index.html", "themes/scheduling.html", "reading.html#list=2603.90009"])
def test_abstracts_unfold(page: str, reader: Window, base: str):
    """On every list, at a click on a row's words or at its button; not at its links, nor where words are selected."""
    reader.goto("about:blank")
    opened(reader, base + page)
    row = "document.querySelector('.rows > article')"
    reader.wait(f"{row}?.marks && daybook.rows.unfold")
    text = f"({row}.querySelector('.abstract:not([hidden])')?.textContent.length ?? 0)"
    reader.evaluate(f"{row}.querySelector('.by').click()")
    reader.wait(f"{text} > 100")
    assert reader.evaluate(f"{row}.querySelector('.unfold').ariaExpanded") == "true"
    reader.evaluate(f"{row}.querySelector('.abstract').click()")
    assert reader.evaluate(f"{text} > 100"), "what is read stays"
    reader.evaluate(f"{row}.querySelector('.unfold').click()")
    assert reader.evaluate(text) == 0
    reader.evaluate(f"getSelection().selectAllChildren({row}.querySelector('h3'))")
    reader.evaluate(f"{row}.querySelector('.by').click()")
    assert reader.evaluate(text) == 0


def test_all_abstracts(reader: Window, base: str):
    """A reader who wants them has them all, as they come into view, here and on the next page."""
    box = "(document.querySelector('.narrow [name=Abstracts]').click(), null)"
    several = "document.querySelectorAll('.rows > .open .abstract > p').length > 3"
    reader.wait("daybook.rows.spread && document.querySelector('.narrow [name=Abstracts]') !== null")
    reader.evaluate(box)
    reader.wait(several)
    opened(reader, base + DAY)
    reader.wait(several)
    reader.evaluate(box)
    assert reader.evaluate("document.querySelector('.rows > .open')") is None


def test_an_abstract_that_cannot_be_loaded(watched: Watch, whole: Path):
    look = watched(whole, service_workers="block")
    page = look.page
    page.route("**/abstracts/**", lambda route: route.abort())
    look.goto(DAY)
    button = page.locator(".rows .unfold").first
    button.press("Enter")
    page.get_by_text(FAILED).wait_for()
    page.unroute("**/abstracts/**")
    button.press("Enter")
    button.press("Enter")
    page.wait_for_function("() => document.querySelector('.rows .abstract').textContent.length > 100")
    assert page.get_by_text(FAILED).count() == 0


TRAIL = "document.querySelector('.trail')?.textContent"


def test_the_list_one_came_from(reader: Window, base: str):
    """A paper's page leads on in the list it was opened from, as that was shown, by links and keys; and back to it."""
    if isinstance(reader, firefox.Firefox) and base.startswith("file:"):
        pytest.skip("Firefox lends each file of a folder a storage of its own")
    shown = reader.evaluate("[...document.querySelectorAll('.rows > article[id]')].map((one) => one.id)")
    opened(reader, base + DAY + "?type=new")
    reader.wait("/^10 of /.test(document.querySelector('.narrow [role=status]')?.textContent)")
    papers = reader.evaluate("daybook.rows.shown().map(daybook.rows.key)")
    papers = list(dict.fromkeys(papers))  # the page has one of them twice
    assert papers == [key for key in shown if key in papers]
    reader.press("j", "j", "o")
    reader.wait(f"{TRAIL}?.endsWith('2 of 10 in Tuesday, 3 March 2026')")
    assert reader.evaluate("location.pathname").endswith(f"/{papers[1]}.html")
    for keys, place in (("ArrowRight", 2), ("j", 3), ("k", 2), ("ArrowLeft", 1)):
        settled(reader)
        reader.press(keys)
        reader.wait(f"location.pathname.endsWith('/{papers[place]}.html') && {TRAIL}?.includes('{place + 1} of 10')")
    assert reader.evaluate("document.querySelector('.trail span a').href") == base + DAY + "?type=new"
    opened(reader, base + "papers/2512/2512.90815.html")
    assert reader.evaluate(TRAIL) is None, "it is on no such list"


def test_a_swipe(watched: Watch, whole: Path):
    """On a touch screen a paper's page leads on by a swipe, but for one that moves what is wider than its place."""
    page = watched(whole, DAY, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True).page
    page.locator(".rows .marks").first.wait_for()
    page.wait_for_function("() => daybook.reader.help")
    page.locator(".rows h3 a").first.tap()
    page.locator(".trail").wait_for()
    first, client = page.url, page.context.new_cdp_session(page)

    def swipe(from_x: int, to_x: int, by_y: int = 0) -> None:
        touch = "Input.dispatchTouchEvent"
        client.send(touch, {"type": "touchStart", "touchPoints": [{"x": from_x, "y": 500}]})
        for step in (1, 2, 3, 4):
            point = {"x": from_x + (to_x - from_x) * step / 4, "y": 500 + by_y * step / 4}
            client.send(touch, {"type": "touchMove", "touchPoints": [point]})
        client.send(touch, {"type": "touchEnd", "touchPoints": []})

    swipe(200, 180)
    swipe(300, 200, by_y=-150)
    page.wait_for_timeout(300)
    assert page.url == first
    swipe(300, 120)
    page.wait_for_url(lambda url: url != first)
    page.locator(".trail").wait_for()
    page.wait_for_function("() => daybook.reader.help")
    swipe(100, 300)
    page.wait_for_url(first)
    assert page.evaluate("document.querySelector('.bar').getBoundingClientRect().bottom <= innerHeight")


def test_any_version_beside_any_other(window: Window, base: str):
    """Two choices, where more than two versions are held."""
    opened(window, base + "papers/2602/2602.97190.html")
    window.wait("document.querySelectorAll('.comparing select').length === 2")
    shown = "[...document.querySelectorAll('.compared:not([hidden])')].map((one) => `${one.dataset.from}-${one.dataset.to}`)"  # noqa: E501
    assert window.evaluate(shown) == ["2-3"]
    window.evaluate(
        "(() => { const one = document.querySelector('.comparing select'); one.value = '1';"
        "one.dispatchEvent(new Event('change')); return null; })()"
    )
    assert window.evaluate(shown) == ["1-3"]
    assert window.evaluate("document.querySelector('.compared:not([hidden])').open")


NOT_OURS = (
    "[[[[[]]]]]",
    '{"form": 1}',
    '{"form": 3, "fields": []}',
    '[{"id": "x", "type": "article-journal"}]',
    "[1, 2]",
)


@IN_TWO
def test_out_and_in(reader: Window, base: str):
    """What is exported can be taken in, beside what is there; other files are refused in words."""
    first, other = ids(reader)[:2]
    press(reader, first, "stars")
    press(reader, other, "seen")
    kept(reader)
    opened(reader, base + "reading.html")
    reader.evaluate("(URL.createObjectURL = (blob) => ((window.caught = blob.text()), 'data:,'), null)")
    reader.evaluate("(HTMLAnchorElement.prototype.click = () => {}, null)")
    reader.evaluate(f"{DATA_BUTTONS}.find((one) => one.textContent === 'Export').click()")
    text = reader.evaluate("window.caught")
    assert json.loads(text)["form"] == 1
    reader.evaluate("daybook.reader.erase().then(() => null)")
    assert reader.evaluate("daybook.reader.all('seen')") == []
    reader.evaluate("daybook.reader.add('list', [['2603.99999', { title: 'Mine' }]]).then(() => null)")
    give(reader, "Import", "kept.json", text)
    reader.wait(f"{SAID} === 'kept.json was imported: 1 star, 0 papers for the reading list.'")
    assert reader.evaluate("daybook.reader.all('seen')") == [other]
    for wrong in (
        "",
        "{",
        "[1, 2]x",
        '{"name": "package"}',
        "null",
        '"2603.00356"',
        "[]",
        '[{"id": "2603.00356"}]',
        *NOT_OURS,
    ):
        give(reader, "Import", "wrong.json", wrong)
        reader.wait(f"{SAID}.startsWith('wrong.json was not imported: it ')")
        reader.evaluate("(document.querySelector('.reader-said').textContent = '')")
    assert list(kept(reader)["list"]) == ["2603.99999"]
    hostile = {
        "form": 1,
        "stars": {"__proto__": {}, "<img src=x>": {}, "2603.1/..": {}, "2603.88888": {"title": "<b>x</b>"}},
    }
    give(reader, "Import", "hostile.json", json.dumps(hostile))
    reader.wait(f"{SAID}.startsWith('hostile.json was imported: 1 star,')")
    reader.wait("document.querySelector('.rows a[href$=\"/2603.88888.html\"]')?.textContent === '<b>x</b>'")


OLD = '["2603.90013", "2603.93003"]'  # form 0: a list of starred papers
NEWER = """{"form": 7, "stars": {"2603.90013": {"title": "T", "colour": "red"}}, "folders": {"a": 1},
  "watched": {"venues": ["X"]}}"""


@IN_TWO
def test_other_forms(reader: Window, base: str):
    """Data of a former form are read and upgraded; of a later one, what this one does not know is kept."""
    opened(reader, base + "reading.html")
    give(reader, "Import", "old.json", OLD)
    reader.wait(f"{SAID}.includes('2 stars')")
    assert kept(reader)["form"] == 1
    reader.evaluate("daybook.reader.erase().then(() => null)")
    give(reader, "Import", "newer.json", NEWER)
    reader.wait(f"{SAID}.includes('1 star')")
    state = kept(reader)
    assert state["folders"] == {"a": 1}
    assert state["stars"]["2603.90013"]["colour"] == "red"


def test_kept_in_other_forms(window: Window, whole: Path, served: Callable[[Path], str]):
    """The same for what the browser's storage holds from a former or later version of the site, or of no use."""
    base = served(whole)
    opened(window, base + DAY)
    put = "localStorage.setItem(daybook.base.pathname + '.reader', {})"
    for text, stars in ((OLD, 2), (NEWER, 1), ("{", 0), ('"x"', 0), ('{"form": 1, "stars": [1], "seen": 5}', 0)):
        window.evaluate(f"({put.format(json.dumps(text))}, null)")
        opened(window, base + DAY)
        press(window, "2603.90009", "list")
        state = kept(window)
        assert len(state["stars"]) == stars
        assert list(state["list"]) == ["2603.90009"]
        opened(window, base + DAY)
        assert window.evaluate("daybook.reader.state.form") == (7 if text == NEWER else 1)
        assert window.evaluate("daybook.reader.state.watched.venues ?? null") == (["X"] if text == NEWER else None)
        press(window, "2603.90009", "list")
        kept(window)
    window.evaluate("localStorage.clear()")


@IN_TWO
def test_list_as_address(reader: Window, base: str):
    """A list that was sent is shown and not stored, until the reader adds it."""
    first, other = ids(reader)[:2]
    opened(reader, base + f"reading.html#list={first},arXiv:{other}v2,<script>,,2603.77777")
    reader.wait("document.querySelectorAll('#sent ~ .rows article').length === 3")
    shown = "[...document.querySelectorAll('#sent ~ .rows a[href*=\"/papers/\"]')].map((one) => one.href)"
    assert reader.evaluate(shown) == [f"{base}papers/2603/{key}.html" for key in (first, other, "2603.77777")]
    assert kept(reader)["list"] == {}
    reader.evaluate("document.querySelector('#sent ~ p button').click()")
    assert set(kept(reader)["list"]) == {first, other, "2603.77777"}
    address = reader.evaluate("document.querySelector('#list ~ .reader-link input').value")
    assert address == f"{base}reading.html#list={first},{other},2603.77777"


SHOWN = "[...document.querySelectorAll('#reading h2')].filter((one) => one.checkVisibility()).map((one) => one.id || one.textContent)"  # noqa: E501


def test_how_to_begin(reader: Window, base: str):
    """Who has kept nothing is told how to begin, and shown no empty lists; settings are folded, and open by address."""
    settings = ["watched", "settings", "data", *(["offline"] if base.startswith("http") else [])]
    opened(reader, base + "reading.html")
    assert reader.evaluate(SHOWN) == ["begin", "Newest days", *settings]
    assert not reader.evaluate("document.querySelector('#newest li a + a').checkVisibility()")
    reader.evaluate("daybook.reader.add('stars', [['2603.90013', { title: 'Mine' }]]).then(() => null)")
    assert reader.evaluate(SHOWN) == ["list", "stars", "Newest days", "for-you", *settings]
    assert reader.evaluate("document.querySelector('#newest li a + a').checkVisibility()")
    assert not reader.evaluate("document.querySelector('#reading [type=checkbox]').checkVisibility()")
    opened(reader, base + "reading.html?again#settings")
    assert reader.evaluate("document.querySelector('#reading [type=checkbox]').checkVisibility()")
    last = "document.querySelector('#stars ~ .rows [aria-pressed=true]')"
    reader.wait(f"Boolean({last})")
    reader.evaluate(f"(button => {{ button.focus(); button.click(); }})({last})")
    reader.wait("document.activeElement?.id === 'begin'")  # the keyboard's place does not vanish with the last star


BIBLIOGRAPHY = """@misc{a, title={A}, eprint={2603.90013}, archivePrefix={arXiv}}
@article{b, title={No such paper is in any archive}, author={Nobody}}"""


@IN_TWO
def test_for_you(reader: Window, base: str):
    """A bibliography's papers are starred, what is not there is said, and the newest papers like them are shown."""
    opened(reader, base + "reading.html")
    reader.wait("document.querySelector('#for-you ~ .reader-empty').textContent.startsWith('Star a few papers')")
    give(reader, "Star the papers", "mine.bib", BIBLIOGRAPHY)
    reader.wait(f"{SAID}.startsWith('1 paper of mine.bib starred. Not in this archive: ')")
    assert list(kept(reader)["stars"]) == ["2603.90013"]
    reader.wait("document.querySelectorAll('#for-you ~ .rows article').length > 3")
    best = "[...document.querySelectorAll('#for-you ~ .rows article')][0].textContent"
    assert "Because of " in reader.evaluate(best)
    give(reader, "Star the papers", "nothing.bib", "% nothing\n")
    reader.wait(f"{SAID}.startsWith('nothing.bib was not imported: ')")
    reader.goto(reader.evaluate("document.querySelector('#newest li a:last-of-type').href"))
    settled(reader)
    reader.wait("document.querySelectorAll('article[data-why]').length > 3")


REFUSED = "document.querySelector('.reader-notice')?.textContent.startsWith('This browser refuses')"


def test_storage_refuses(reader: Window, base: str):
    """A full storage loses nothing that is shown or was kept, and the page says so and offers the export."""
    first, other = ids(reader)[:2]
    press(reader, first, "stars")
    kept(reader)
    reader.evaluate("(daybook.reader.change((data) => { data.much = 'x'.repeat(6e6); }), null)")
    reader.wait(REFUSED)
    press(reader, other, "stars")
    change(reader, "")
    assert reader.evaluate(is_marked(first, "stars"))
    assert reader.evaluate(is_marked(other, "stars"))
    assert reader.evaluate("document.querySelector('.reader-notice button').textContent") == "Export what you have"
    assert set(reader.evaluate("Object.keys(daybook.reader.state.stars)")) == {first, other}
    opened(reader, base + DAY)
    assert reader.evaluate("Object.keys(daybook.reader.state.stars)") == [first]
    assert reader.evaluate("document.querySelector('.reader-notice')") is None


def test_storage_is_barred(watched: Watch, whole: Path):
    """Where a browser has no storage at all, marks work on the page, which says that they are lost with it."""
    look = watched(whole)
    barred = "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('', 'SecurityError'); } })"
    look.page.add_init_script(barred)
    chromium = Chromium(look)
    opened(chromium, look.base + DAY)
    first = ids(chromium)[0]
    press(chromium, first, "stars")
    chromium.wait(f"{REFUSED} && {is_marked(first, 'stars')}")
    assert look.complaints == []


def test_two_tabs(reader: Window, base: str):
    """What is marked in one tab shows in the other, and neither overwrites the other's."""
    first, other, third = ids(reader)[:3]
    press(reader, first, "stars")
    kept(reader)
    tab = second(reader)
    opened(tab, base + DAY)
    assert tab.evaluate(is_marked(first, "stars"))
    press(tab, other, "stars")
    press(tab, first, "stars")
    reader.wait(is_marked(other, "stars"))
    reader.wait(f"!({is_marked(first, 'stars')})")
    press(reader, third, "list")
    tab.wait(is_marked(third, "list"))
    press(reader, first, "list")
    press(tab, other, "list")
    for each in (reader, tab):
        each.wait(f"{is_marked(first, 'list')} && {is_marked(other, 'list')} && {is_marked(third, 'list')}")
    if isinstance(tab, firefox.Firefox):
        tab.close_tab()


def test_a_save_of_a_tab_that_knew_less(reader: Window, base: str):
    """What another tab saved before the browser had told it of this one's save is kept beside it."""
    if isinstance(reader, firefox.Firefox) and base.startswith("file:"):
        pytest.skip("Firefox lends a folder's pages the storage of one file, which this page cannot write to")
    first, other = ids(reader)[:2]
    tab = second(reader)
    opened(tab, base + DAY)
    held = "localStorage.getItem(daybook.base.pathname + '.reader')"
    before = json.loads(tab.evaluate(held))
    press(reader, first, "stars")
    kept(reader)
    tab.wait(is_marked(first, "stars"))
    late = json.dumps({**before, "list": {other: {}}, "saves": [*before["saves"], "late"]})
    tab.evaluate(f"(localStorage.setItem(daybook.base.pathname + '.reader', {json.dumps(late)}), null)")
    for each in (reader, tab):
        each.wait(f"{is_marked(first, 'stars')} && {is_marked(other, 'list')}")
    both = json.loads(tab.evaluate(held))
    assert (list(both["stars"]), list(both["list"])) == ([first], [other])
    tab.evaluate("(localStorage.removeItem(daybook.base.pathname + '.reader'), null)")
    reader.wait(f"!({is_marked(first, 'stars')}) && !({is_marked(other, 'list')})")
    if isinstance(tab, firefox.Firefox):
        tab.close_tab()


def test_erase(reader: Window, base: str):
    for key in ids(reader)[:3]:
        for kind in ("stars", "list", "seen"):
            press(reader, key, kind)
    kept(reader)
    opened(reader, base + "reading.html")
    open_it = f"{DATA_BUTTONS}.find((one) => one.textContent.startsWith('Erase')).click()"
    reader.evaluate(open_it)
    answer = "[...document.querySelectorAll('dialog[open] button')].find((one) => one.textContent === '{}').click()"
    reader.evaluate(answer.format("Keep"))
    assert len(kept(reader)["stars"]) == 3
    reader.evaluate(open_it)
    reader.evaluate(answer.format("Erase"))
    reader.wait(f"{SAID} === 'Everything was erased.'")
    opened(reader, base + DAY)
    state = reader.evaluate("daybook.reader.state")
    assert (state["stars"], state["list"], state["seen"]) == ({}, {}, {})
    assert not reader.evaluate("document.querySelector('article.seen') !== null")


HIGHLIGHTED = "[...CSS.highlights.get('watched')].map(String)"


@IN_TWO
def test_watched_and_excluded(reader: Window, base: str):
    """Watched words are highlighted in any case, accent and number; papers with excluded ones are folded to a line."""
    row = "document.querySelector('.rows > article[id]')"
    reader.evaluate(
        f"({row}.querySelector('a').textContent = 'Schedulérs on boats, and the re-scheduling of a schedule', null)"
    )
    change(reader, "data.watched.words = ['SCHEDULER', 're-scheduling']")
    reader.wait(
        "CSS.highlights.get('watched')?.size"
        f" && {HIGHLIGHTED}.includes('Schedulérs') && {HIGHLIGHTED}.includes('re-scheduling')"
    )
    assert "schedule" not in reader.evaluate(HIGHLIGHTED)
    other = ids(reader)[1]
    title = reader.evaluate(f"document.getElementById('{other}').querySelector('a').textContent")
    word = max(title.replace("-", " ").split(), key=len).strip(".,:;?")
    change(reader, f"data.watched.words = []; data.excluded = [{json.dumps(word)}]")
    line = f"document.getElementById('{other}').querySelector('.why')"
    reader.wait(f"{line}?.textContent.startsWith({json.dumps(f'Hidden: matches “{word}”')})")
    visible = f"document.getElementById('{other}').querySelector('a').checkVisibility()"
    assert not reader.evaluate(visible)
    reader.evaluate(f"{line}.querySelector('button').click()")
    assert reader.evaluate(visible)
    change(reader, f"data.watched.words.push({json.dumps(word)})")
    reader.wait(f"{line} === null")
    opened(reader, base + DAY)
    reader.wait(f"CSS.highlights.get('watched')?.size && {HIGHLIGHTED}.includes({json.dumps(word)})")


FRESH = "document.querySelector('.fresh-count')"


@IN_TWO
def test_new_since_the_last_visit(reader: Window, base: str):
    """Home counts what the days after the newest one of the last visit announced, and leads to the first; a list
    that is new in part marks its new papers."""
    opened(reader, base + "index.html")
    reader.wait("daybook.reader.state.visit.newest")
    assert reader.evaluate("document.querySelector('.fresh')") is None, "at the first visit, all is new"
    change(reader, "data.visit = { at: '2026-03-04T09:00:00Z', newest: '2026-03-04' }")
    for _ in range(2):
        opened(reader, base + "index.html")
        reader.wait(f"{FRESH} !== null")
        dates = "[...document.querySelectorAll('a.fresh')].map((one) => /\\d{4}-\\d\\d-\\d\\d/.exec(one.href)[0])"
        assert min(reader.evaluate(dates)) == "2026-03-05"
        assert reader.evaluate(f"{FRESH}.textContent") == "20 new since your last visit"
        assert reader.evaluate(f"{FRESH}.href") == base + "days/2026/2026-03-05.html"
    opened(reader, base + "days/2026/2026-03-05.html")
    reader.wait(f"{FRESH}?.textContent.endsWith(' new since your last visit')")
    for page in ("themes/scheduling.html", "categories/cs.DC.html", "days/2026/2026-W10.html"):
        opened(reader, base + page)
        reader.wait(f"{FRESH}?.textContent.endsWith(' new since your last visit')")
        marked = reader.evaluate("new Set([...document.querySelectorAll('article.fresh')].map(daybook.rows.key)).size")
        assert reader.evaluate(f"{FRESH}.textContent").split()[0] == str(marked)
        assert 0 < marked < len(ids(reader)), page
        assert reader.evaluate(f"document.getElementById({FRESH}.hash.slice(1)).matches('.fresh')")
    opened(reader, base + DAY)
    assert reader.evaluate("document.querySelector('article.fresh, .fresh-count')") is None


def test_home_begins_with_what_is_like_the_stars(reader: Window, base: str):
    """Where there are any; the order of the digest is one choice away."""
    opened(reader, base + "index.html")
    chosen = ids(reader)
    assert reader.evaluate("document.querySelector('.rows').closest('.group')") is None
    reader.evaluate(f"daybook.reader.add('stars', [['{chosen[3]}', {{ title: 'T' }}]]).then(() => null)")
    opened(reader, base + "index.html")
    reader.wait("document.querySelector('.group[data-order=foryou]') !== null")
    assert ids(reader)[0] == chosen[3]
    assert sorted(ids(reader)) == sorted(chosen)
    assert "order" not in reader.evaluate("location.search")
    reader.evaluate("(document.querySelector('.narrow [value=grouped]').click(), null)")
    reader.wait("document.querySelector('.group[data-order=foryou]') === null")
    assert ids(reader) == chosen


def test_marks_come_quickly(watched: Watch, whole: Path):
    look = watched(whole)
    chromium = Chromium(look)
    opened(chromium, look.base + DAY)
    spent = chromium.evaluate(
        """(() => {
          const place = document.querySelector(".rows");
          for (let at = 0; at < 358; at += 1) {
            const row = place.querySelector("article").cloneNode(true);
            row.id = `2603.${10000 + at}`;
            row.querySelector(".marks").remove();
            place.append(row);
          }
          const start = performance.now();
          daybook.rows.decorate(document);
          return performance.now() - start;
        })()"""
    )
    print(f"358 rows: {spent:.1f} ms")
    assert spent < 5 * FAST


@pytest.mark.trial
@WINDOWS
def test_accessible(scheme: str, width: int, watched: Watch, whole: Path):
    """Marks, seen and folded cards, the help and the page "Reading"; and no phone scrolls sideways."""
    look = watched(whole, viewport={"width": width, "height": 900}, color_scheme=scheme)
    chromium = Chromium(look)
    opened(chromium, look.base + DAY)
    first, other = ids(chromium)[:2]
    for kind in ("stars", "list", "seen"):
        press(chromium, first, kind)
    change(chromium, "data.watched.words = ['a', 'system']; data.excluded = ['the']")
    chromium.wait("document.querySelector('.watched, .excluded') !== null")
    assert violations(look.page) == []
    look.page.keyboard.press("?")
    assert violations(look.page, within="dialog.keys") == []
    opened(chromium, look.base + f"reading.html#list={other}")
    chromium.wait("document.querySelector('#sent ~ .rows article') !== null")
    chromium.evaluate("document.querySelectorAll('#reading details').forEach((one) => (one.open = true))")
    assert violations(look.page, touched=width < 400) == []
    assert look.page.evaluate("document.documentElement.scrollWidth") <= width
    targets = "[...document.querySelectorAll('#reading :is(button, input, textarea), .marks button')]"
    small = f"{targets}.filter((one) => one.checkVisibility())"
    sizes = look.page.evaluate(
        f"{small}.map((one) => one.closest('label') ?? one).map((one) => one.getBoundingClientRect().height)"
    )
    assert min(sizes) >= 24
    assert look.complaints == []


MOVED = """window.moved = 0;
new PerformanceObserver((list) => list.getEntries().forEach((one) => (window.moved += one.value)))
  .observe({ type: "layout-shift", buffered: true })"""


@pytest.mark.parametrize("width", [320, 1440])
def test_nothing_moves_while_what_was_kept_comes(width: int, whole: Path, watched: Watch):
    """Nor does anything stick out."""
    look = watched(whole, viewport={"width": width, "height": 900})
    page = look.page
    page.add_init_script(MOVED)
    look.goto(DAY)
    page.wait_for_selector(".marks")
    for key in "jsjsjl":
        page.keyboard.press(key)
    look.goto("reading.html")
    page.wait_for_selector("[aria-labelledby=for-you] article")
    assert page.evaluate("window.moved") < 0.03
    assert page.evaluate("document.documentElement.scrollWidth") == width


def test_who_comes_back_goes_on_where_they_were(whole: Path, watched: Watch):
    page = watched(whole, DAY).page
    page.wait_for_selector(".marks")
    for key in "jjjo":
        page.keyboard.press(key)
    page.wait_for_url("**/papers/**")
    title = page.locator("h1").text_content()
    page.go_back()
    page.wait_for_function("() => document.activeElement.matches('h3 a')")
    assert page.evaluate("document.activeElement.textContent") == title


def test_icons_are_seen_in_few_colours(whole: Path, watched: Watch):
    """Where the system chooses the colours, no icon is drawn in that of the page."""
    page = watched(whole, DAY, forced_colors="active").page
    page.wait_for_selector(".marks")
    drawn = "(all) => all.map((one) => getComputedStyle(one, '::before').backgroundColor)"
    colours = set(page.eval_on_selector_all(".md-icon, .marks > button", drawn))
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") not in colours
