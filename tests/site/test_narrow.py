"""The bar that narrows a list, in Chromium and Firefox, over http and from a folder."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit

import pytest

from tests.site import lists
from tests.site.conftest import Watch, Window
from tests.tools.gallery.look import violations

pytestmark = pytest.mark.browser

PAPERS = 358
FAST = 50  # milliseconds that any narrowing of 358 cards may take; tests on a busy machine allow thrice as many
READY = "document.querySelector('.narrow form') !== null"
STATUS = "document.querySelector('.narrow [role=status]').textContent"
SHOWN = "[...document.querySelectorAll('.rows > article')].filter((one) => one.checkVisibility()).map((one) => one.id)"
HEADS = "[...document.querySelectorAll('h2')].filter((one) => one.checkVisibility()).map((one) => one.textContent)"
COUNTS = """Object.fromEntries([...document.querySelectorAll('.narrow details details[open] li label')]
    .map((one) => [one.children[1].textContent, Number(one.children[2].textContent)]))"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return lists.write(tmp_path_factory.mktemp("Liste é"), PAPERS)


@pytest.fixture(params=["http", "folder"])
def base(request: pytest.FixtureRequest, folder: Path, served: Callable[[Path], str]) -> str:
    return served(folder) if request.param == "http" else folder.as_uri() + "/"


def opened(window: Window, address: str) -> None:
    window.goto(address)
    window.wait(READY)


def shows(window: Window, number: int, of: int = PAPERS) -> None:
    """Wait until so many papers are left, and see that as many are shown."""
    window.wait(
        f"/^({number} of )?{of} papers/.test({STATUS})"
        if number == of
        else f"{STATUS}.startsWith('{number} of {of} papers')"
    )
    window.wait(f"({SHOWN}).length === {number}")


def ids(fits: Callable[[int], bool]) -> list[int]:
    return [number for number in range(PAPERS) if fits(number)]


def opens(window: Window, facet: str) -> None:
    window.evaluate(
        f"(async () => {{ const one = [...document.querySelectorAll('.narrow details details > summary')]"
        f".find((each) => each.textContent.startsWith({json.dumps(facet)})); one.focus(); one.click(); }})()"
    )
    window.wait("document.querySelector('.narrow details details[open] li input') !== null")


def ticks(window: Window, value: str) -> None:
    window.evaluate(f"document.querySelector('.narrow details details[open] li input[value=\"{value}\"]').click()")


def types(window: Window, words: str) -> None:
    """Have the field hold these words, and wait until they narrow the list."""
    window.evaluate(
        "(() => { const field = document.querySelector('.narrow form > input'); field.focus();"
        f"field.value = {json.dumps(words)}; field.dispatchEvent(new Event('input', {{bubbles: true}})); }})()"
    )
    window.wait(f"(new URLSearchParams(location.search).get('words') || '') === {json.dumps(words)}")


WORDS: tuple[tuple[str, Callable[[int], bool]], ...] = (
    ("byzantine", lambda n: n % 2 == 0),
    ("Agreement", lambda n: n % 2 == 0),  # plural and case
    ('"byzantine agreement"', lambda n: n % 2 == 0),
    ('"agreement byzantine"', lambda n: False),
    ("paper -byzantine", lambda n: n % 2 == 1),
    ("-byzantine", lambda n: n % 2 == 1),
    ('paper -"byzantine agreements"', lambda n: n % 2 == 1),
    ("byzan", lambda n: n % 2 == 0),  # while it is typed
    ("byzan harbours", lambda n: False),
    ("byzan* harbours", lambda n: n % 2 == 0),
    ("richtarik3", lambda n: n % 11 == 3 and lists.TYPES[n % 5] != "replace"),  # accents; short rows name nobody
    ("2603.00017", lambda n: n == 17),
    ("storage", lambda n: n % 3 == 2 and n % 2 == 1),  # its text, and not its theme's name
    ("pdf", lambda n: False),
)


@pytest.mark.trial
def test_words(window: Window, base: str) -> None:
    """The search's grammar: all words, without some, phrases, beginnings; without accents, case and plurals."""
    opened(window, base + "index.html")
    assert len(window.evaluate(SHOWN)) == PAPERS
    for words, fits in WORDS:
        types(window, words)
        shows(window, len(ids(fits)))
        assert sorted(int(one.partition(".")[2]) for one in window.evaluate(SHOWN)) == ids(fits), words
        assert parse_qs(urlsplit(window.evaluate("location.href")).query) == {"words": [words]}
    types(window, "")
    shows(window, PAPERS)
    assert urlsplit(window.evaluate("location.href")).query == ""


def test_facets_and_their_counts(window: Window, base: str) -> None:
    """Values of a facet are alternatives, facets must all apply; a number says what its choice would leave."""
    opened(window, base + "index.html")
    opens(window, "Theme")
    sizes = {name: len(ids(lambda n, at=at: lists.at_theme(n, at))) for at, (_, name) in enumerate(lists.THEMES)}
    assert window.evaluate(COUNTS) == sizes
    ticks(window, "consensus")
    shows(window, sizes["Consensus"])
    assert window.evaluate(HEADS) == [f"Consensus {sizes['Consensus']}"], "the same number"
    ticks(window, "storage")
    shows(window, sizes["Consensus"] + sizes["Storage"])
    assert window.evaluate(COUNTS) == sizes
    opens(window, "Type")
    left = ids(lambda n: lists.at_theme(n, 0) or lists.at_theme(n, 2))
    assert window.evaluate(COUNTS) == {
        name: sum(lists.TYPES[n % 5] == kind for n in left)
        for name, kind in (("New submissions", "new"), ("Cross-lists", "cross"))
    }
    ticks(window, "cross")
    left = [n for n in left if n % 5 == 3]
    shows(window, len(left))
    number = len([n for n in left if n % 3 == 0])
    assert window.evaluate(HEADS) == [
        f"Consensus {number} of {sizes['Consensus']}",
        f"Storage {len(left) - number} of {sizes['Storage']}",
    ]
    opens(window, "Theme")
    assert window.evaluate(COUNTS) == {
        name: sum(n % 5 == 3 and n % 3 == at for n in range(PAPERS)) for at, (_, name) in enumerate(lists.THEMES)
    }
    opens(window, "Category")
    codes = {code: sum(n % 4 == place for n in left) for place, code in enumerate(lists.CATEGORIES)}
    assert window.evaluate(COUNTS) == {**codes, "cs.DC": len(left)}
    query = urlsplit(window.evaluate("location.href")).query
    assert parse_qsl(query) == [("theme", "consensus"), ("theme", "storage"), ("type", "cross")]
    window.evaluate("document.querySelector('.narrow [type=reset]').click()")
    shows(window, PAPERS)


def test_the_address_keeps_it(window: Window, base: str) -> None:
    """A list is narrowed as its address says, when it is opened, sent or come back to."""
    given = urlencode({"words": "byzantine", "theme": "consensus", "category": "cs.LG"})
    opened(window, f"{base}index.html?{given}")
    left = ids(lambda n: n % 4 == 2 and lists.at_theme(n, 0))
    shows(window, len(left))
    chips = "[...document.querySelectorAll('.narrow form > ul button')].map((one) => one.textContent)"
    assert window.evaluate(chips) == ["Consensus", "cs.LG"]
    window.evaluate("document.querySelector('.narrow form > ul button').click()")
    window.wait(f"{chips}.length === 1")
    assert "theme" not in parse_qs(urlsplit(window.evaluate("location.href")).query)
    opened(window, f"{base}index.html?theme=no-such-theme")
    shows(window, 0)
    assert window.evaluate(chips) == ["no-such-theme"]


def test_orders(window: Window, base: str) -> None:
    """As listed: by announce type and arXiv's number; for you: as ranked; and back, each card to its place."""
    opened(window, f"{base}index.html")
    window.evaluate("(daybook.reader.ranked = async (rows) => [...rows].reverse(), null)")
    before = window.evaluate(SHOWN)

    def choose(order: str) -> list[int]:
        window.evaluate(f"document.querySelector('[name=order][value={order}]').click()")
        window.wait("document.activeElement && true")
        window.wait(f"(new URLSearchParams(location.search).get('order') || 'grouped') === '{order}'")
        return [int(one.partition(".")[2]) for one in window.evaluate(SHOWN)]

    window.evaluate("document.querySelector('.narrow form > input').focus()")
    window.wait("window.daybook.narrowing !== undefined")
    listed = choose("listed")
    rank = {"new": 0, "cross": 1, "replace": 2}
    assert listed == sorted(range(PAPERS), key=lambda n: (rank[lists.TYPES[n % 5]], -n))
    assert choose("foryou") == [int(one.partition(".")[2]) for one in reversed(before)]
    types(window, "byzantine")
    shows(window, PAPERS // 2)
    types(window, "")
    shows(window, PAPERS)
    assert choose("grouped") == [int(one.partition(".")[2]) for one in before]
    opened(window, f"{base}index.html?order=listed&type=replace")
    shows(window, len(ids(lambda n: n % 5 == 4)))
    window.wait(f"{HEADS}.length === 1")
    assert window.evaluate(HEADS) == [f"Replacements {len(ids(lambda n: n % 5 == 4))}"]


def test_unseen(window: Window, base: str) -> None:
    """Papers marked as seen leave the list; one that is marked meanwhile stays in its place."""
    opened(window, f"{base}index.html")
    see = "daybook.reader.see({}).then(() => null)"
    window.evaluate(see.format(["2603.00002", "2603.00004"]))
    opened(window, f"{base}index.html?unseen")
    shows(window, PAPERS - 2)
    window.evaluate(see.format(["2603.00009"]))
    types(window, "paper")
    shows(window, PAPERS - 2)
    box = "(document.querySelector('.narrow [name=Unseen]').click(), null)"
    window.evaluate(box)
    shows(window, PAPERS)
    window.evaluate(box)
    shows(window, PAPERS - 3)
    window.evaluate("daybook.reader.erase().then(() => null)")


def test_a_part_of_a_list_says_so(window: Window, base: str) -> None:
    """It narrows this page, and leads with the same words and filters to the search of the whole list."""
    opened(window, f"{base}part.html")
    assert window.evaluate(STATUS) == "50 papers on this page"
    types(window, '"byzantine agreement"')
    shows(window, 25, 50)
    assert window.evaluate(STATUS) == "25 of 50 papers on this page"
    link = window.evaluate("document.querySelector('#narrow > p a').href")
    assert parse_qsl(urlsplit(link).query) == [("theme", "consensus"), ("q", '"byzantine agreement"')]


def test_by_keyboard_alone(window: Window, base: str) -> None:
    """From the field to a value and back: Space ticks it, Escape closes its facet."""
    opened(window, f"{base}index.html")
    window.evaluate("document.querySelector('.narrow form > input').focus()")
    window.wait("window.daybook.narrowing !== undefined")
    for _ in range(4):
        window.press("Tab")
        if window.evaluate("document.activeElement.textContent === 'Theme'"):
            break
    window.press("Enter")
    window.wait("document.querySelector('.narrow details details[open] li input') !== null")
    window.press("Tab", " ")
    shows(window, len(ids(lambda n: lists.at_theme(n, 0))))
    assert window.evaluate("document.activeElement.value") == "consensus"
    window.press("Escape")
    assert window.evaluate("document.activeElement.textContent") == "Theme1"
    assert window.evaluate("document.querySelector('.narrow details details[open]')") is None


def test_any_narrowing_is_fast(window: Window, folder: Path, served: Callable[[Path], str]) -> None:
    """On 358 cards, with the drawing that follows. Printed in milliseconds."""
    opened(window, served(folder) + "index.html")
    window.evaluate("document.querySelector('.narrow form > input').focus()")
    window.wait("window.daybook.narrowing !== undefined")
    types(window, "paper")  # reads what idle moments have not
    measured: dict[str, list[float]] = {}
    for _ in range(3):
        for name, act in (
            ("words", "field.value = 'byzantine -drone'; form.requestSubmit()"),
            ("phrase", "field.value = '\"consensus protocols\"'; form.requestSubmit()"),
            ("nothing", "field.value = 'zzz'; form.requestSubmit()"),
            ("all", "field.value = ''; form.requestSubmit()"),
        ):
            taken: Any = window.evaluate(
                "(() => { const form = document.querySelector('.narrow form'), field = form.querySelector('input');"
                f"const began = performance.now(); {act}; document.body.offsetHeight;"
                "return performance.now() - began; })()"
            )
            measured.setdefault(name, []).append(taken)
    best = {name: min(times) for name, times in measured.items()}
    print({name: round(time, 1) for name, time in best.items()})
    assert max(best.values()) < 3 * FAST


@pytest.mark.parametrize("page", ["index.html", "part.html"])
@pytest.mark.parametrize("width", [390, 1440])
def test_nothing_moves_when_the_bar_comes(width: int, page: str, folder: Path, watched: Watch):
    """The page keeps the room that the bar takes."""
    look = watched(folder, page, viewport={"width": width, "height": 900})
    look.page.wait_for_selector(".narrow form")
    room, taken = look.page.evaluate(
        "[parseFloat(getComputedStyle(narrow).minHeight), narrow.getBoundingClientRect().height]"
    )
    assert taken == room
    assert look.page.evaluate("document.documentElement.scrollWidth") == width
    assert look.complaints == []


@pytest.mark.trial
@pytest.mark.parametrize("width", [390, 1440])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_is_accessible(scheme: str, width: int, folder: Path, watched: Watch):
    """axe finds nothing, with facets open and values chosen; what is tapped is at least 24 px high and wide."""
    page = watched(folder, "part.html?category=cs.LG&words=paper", viewport={"width": width, "height": 900}).page
    page.evaluate(f"document.documentElement.dataset.mdColorScheme = '{'slate' if scheme == 'dark' else 'default'}'")
    page.wait_for_selector(".narrow li button")
    if width == 390:
        page.locator(".narrow__more > summary").click()
    page.locator(".narrow details details > summary", has_text="Category").click()
    page.wait_for_selector(".narrow details details li input")
    assert violations(page, "#narrow", touched=True) == []
    small = page.evaluate(
        "[...document.querySelectorAll('.narrow :is(button, summary, label, input[type=search])')]"
        ".filter((one) => one.checkVisibility()).map((one) => [one.textContent, one.getBoundingClientRect()])"
        ".filter(([, { width, height }]) => width < 24 || height < 24).map(([text]) => text)"
    )
    assert small == []


@pytest.mark.parametrize(("day", "wanted"), [("2026-03-03", ["By theme", "As listed"]), ("2026-03-04", ["As listed"])])
def test_only_a_day_in_themes_is_offered_by_theme(day: str, wanted: list[str], whole: Path, watched: Watch):
    page = watched(whole, f"days/2026/{day}.html", service_workers="block").page
    page.wait_for_selector(".narrow form")
    assert page.locator(".narrow fieldset label").all_inner_texts() == [*wanted, "For you"]
