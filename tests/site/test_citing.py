"""Citations of the papers of a page, in Chromium and Firefox, over http and from a folder.

That they are what the command line writes is tested for hostile papers in tests/exports/test_cite_script.py, too.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from daybook.archive import Context, load
from daybook.exports.citations import FORMS
from daybook.model import Archive

from tests.exports import citing
from tests.site.conftest import Watch, Window
from tests.site.test_search_in_browsers import TOLD
from tests.tools.gallery.look import violations

pytestmark = pytest.mark.browser

DAY = "days/2026/2026-03-03.html"
LOADED = "document.readyState === 'complete' && Boolean(window.daybook?.rows)"
END = ".reader-end .citer"
SHOWN = (
    "[...document.querySelectorAll('.rows > article[id]')].filter((one) => one.checkVisibility()).map((one) => one.id)"
)
OF_DAY = "of Tuesday, 3 March 2026"
LEAD = "document.querySelector('dialog.citing[open] h2 + p')?.textContent"
TEXT = "document.querySelector('dialog.citing[open] textarea')?.value"
SAID = "document.querySelector('dialog.citing [role=status]').textContent"
FLAGGED = "document.querySelector('.citing__withdrawn:not([hidden]) p')?.textContent"
SCHEMES: tuple[Any, ...] = ("light", "dark")
FAILED = "The citations could not be loaded. Try again when there is a network."
REFUSED = f"document.body.textContent.includes('{FAILED}')"
CATCH = """(() => {
  URL.createObjectURL = (blob) => ((window.caught = blob.text()), 'data:,');
  HTMLAnchorElement.prototype.click = function () { window.name_of_it = this.download; };
})()"""
"""Has the page hand over what it would save."""


@pytest.fixture(scope="module")
def archive(whole_archive: Path) -> Archive:
    return load.fold(Context(whole_archive, quiet=True), published=False)


def written(archive: Archive, keys: Sequence[str], form: str) -> str:
    """What the command line writes of these papers, without their abstracts."""
    return citing.written(form, (archive.papers[key] for key in keys))


def opened(window: Window, address: str) -> None:
    window.goto(address)
    window.wait(LOADED)


def asked(window: Window, selector: str = END) -> None:
    """Press a button as a reader does, and wait for the text; what went wrong is said at once."""
    window.wait(f"document.querySelector('{selector}')?.checkVisibility()")
    window.evaluate(f"document.querySelector('{selector}').focus()")
    window.press("Enter")
    window.wait(f"Boolean({TEXT}) || {REFUSED}")
    assert not window.evaluate(REFUSED)


def chosen(window: Window, form: str) -> str:
    window.evaluate(f"document.querySelector('dialog.citing input[value={form}]').click()")
    text: str = window.evaluate(TEXT)
    return text


@pytest.mark.trial
def test_all_papers_as_the_command_line_writes_them(window: Window, base: str, archive: Archive) -> None:
    """Of the whole archive, in each form, byte for byte."""
    opened(window, base + DAY)
    keys = sorted(archive.papers)
    window.evaluate("daybook.cites().then(() => null)")
    for form in FORMS:
        asked = f"daybook.cite.load({json.dumps(keys)}).then(({{ items }}) => daybook.cite.write(items, '{form}'))"
        assert window.evaluate(asked) == written(archive, keys, form)


def test_a_day(window: Window, base: str, archive: Archive) -> None:
    """By keyboard: each form is shown, copied and saved; the keyboard comes back to the button."""
    opened(window, base + DAY)
    keys = window.evaluate(SHOWN)
    asked(window)
    assert window.evaluate(LEAD) == f"{len(keys)} papers {OF_DAY}."
    for form in FORMS:
        # A field of text ends its lines with LF alone; what is saved is whole.
        assert chosen(window, form) == written(archive, keys, form).replace("\r\n", "\n")
    window.evaluate(CATCH)
    chosen(window, "ris")
    window.evaluate("[...document.querySelectorAll('dialog.citing button')].at(1).click()")
    assert window.evaluate("window.caught") == written(archive, keys, "ris")
    assert window.evaluate("window.name_of_it") == "2026-03-03.ris"
    window.evaluate("document.querySelector('dialog.citing button').focus()")
    window.press("Enter")
    window.wait(f"{SAID} === 'Copied {len(keys)} papers.'")
    window.press("Escape")
    assert window.evaluate(f"document.activeElement === document.querySelector('{END}')")


def test_withdrawn_papers(window: Window, base: str, archive: Archive) -> None:
    """Are named before anything is copied, and can be left out; the next time they are there again."""
    opened(window, base + DAY)
    keys = window.evaluate(SHOWN)
    (gone,) = [archive.papers[key] for key in keys if archive.papers[key].withdrawn]
    asked(window)
    assert window.evaluate(FLAGGED) == f"1 paper was withdrawn: {gone.title} (arXiv:{gone.key})."
    box = "document.querySelector('.citing__withdrawn input')"
    window.evaluate(f"{box}.click()")
    assert window.evaluate(TEXT) == written(archive, [key for key in keys if key != gone.key], "bibtex")
    window.press("Escape")
    asked(window)
    assert window.evaluate(TEXT) == written(archive, keys, "bibtex")
    assert not window.evaluate(f"{box}.checked")
    window.press("Escape")
    others = [key for key in sorted(archive.papers) if not archive.papers[key].withdrawn]
    window.evaluate(f"daybook.citing.open(() => ({{ keys: {json.dumps(others)}, said: 'Others.' }})).then(() => null)")
    window.wait(f"{LEAD} === 'Others.'")
    assert window.evaluate(FLAGGED) is None


def test_a_narrowed_list(window: Window, base: str, archive: Archive) -> None:
    """Only what is left, in the order in which it is shown; from the bar above the list."""
    opened(window, base + DAY + "?type=cross")
    window.wait("/^2 of /.test(document.querySelector('.narrow [role=status]')?.textContent)")
    keys = window.evaluate(SHOWN)
    assert len(keys) == 2
    asked(window, ".narrow .citer")
    assert window.evaluate(LEAD) == f"2 papers {OF_DAY}, narrowed from 16."
    assert window.evaluate(TEXT) == written(archive, keys, "bibtex")
    window.press("Escape")
    window.evaluate("document.querySelector('.narrow [type=reset]').click()")
    window.wait(f"{SHOWN}.length === 16")
    asked(window)
    assert window.evaluate(LEAD) == f"16 papers {OF_DAY}."


@pytest.mark.trial
def test_other_lists(window: Window, base: str, archive: Archive) -> None:
    for folder in ("themes", "categories", "watches", "authors"):
        opened(window, base + f"{folder}/index.html")
        links = "[...document.querySelectorAll('article a[href$=\".html\"]')].map((one) => one.href)"
        (page, *_) = [one for one in window.evaluate(links) if f"/{folder}/" in one and "index.html" not in one]
        opened(window, page)
        keys = window.evaluate(SHOWN)
        assert keys
        asked(window)
        assert chosen(window, "bibtex") == written(archive, keys, "bibtex"), page
        heading = window.evaluate("document.querySelector('h1').textContent")
        number = f"{len(keys)} {'paper' if len(keys) == 1 else 'papers'}"
        assert window.evaluate(LEAD) == f"{number} {'by' if folder == 'authors' else 'in'} {heading}."


def test_a_list_that_was_sent_and_the_reading_list(window: Window, base: str, archive: Archive) -> None:
    """In the order of the list; what the archive does not have is said."""
    keys = sorted(archive.papers)[:3]
    window.goto(base + "index.html")
    window.goto(base + f"reading.html#list={','.join([*keys, '2603.99999'])}")
    window.wait(LOADED)
    asked(window, "#sent ~ p .citer")
    assert window.evaluate(LEAD) == "3 papers of the list that was sent. 1 paper not in this archive."
    assert window.evaluate(TEXT) == written(archive, keys, "bibtex")
    window.press("Escape")
    rows = json.dumps([[key, {"title": "T"}] for key in keys[:2]])
    window.evaluate(f"daybook.reader.add('list', {rows}).then(() => null)")
    asked(window, "#list ~ .reader-link .citer")
    assert window.evaluate(LEAD) == "2 papers of your reading list."
    assert chosen(window, "markdown") == written(archive, keys[:2], "markdown")
    window.press("Escape")
    window.evaluate("daybook.reader.erase().then(() => null)")


def test_a_search(window: Window, base: str, archive: Archive) -> None:
    """All results, not only those of the page."""
    window.goto(base + "search.html?q=systems")
    window.wait(f"{TOLD} && document.querySelectorAll('.search-results article').length === 10")
    total = int(window.evaluate("document.querySelector('.search-status').textContent").split()[0])
    asked(window, ".search-cite .citer")
    assert window.evaluate(LEAD) == f"{total} papers found."
    first = window.evaluate("document.querySelector('.search-results a').href").rpartition("/")[2].removesuffix(".html")
    text = window.evaluate(TEXT)
    assert text.startswith(written(archive, [first], "bibtex"))
    assert text.count("\n}\n") == total > 10


def test_a_search_with_too_many_results(watched: Watch, whole: Path) -> None:
    look = watched(whole)
    script = (whole / "assets" / "search" / "page.js").read_text(encoding="utf-8").replace("CITED = 500", "CITED = 3")
    look.page.route("**/search/page.js", lambda route: route.fulfill(body=script, content_type="text/javascript"))
    look.goto("search.html?q=systems")
    look.page.locator(".search-cite .citer").click()
    look.page.wait_for_function(f"() => Boolean({TEXT})")
    assert look.page.evaluate(LEAD).startswith("The first 3 of ")
    assert look.page.evaluate(TEXT).count("\n}\n") == 3


def test_a_paper(window: Window, base: str, archive: Archive) -> None:
    """Its BibTeX is shown and copied, with all authors; all formats are saved."""
    key = next(key for key, paper in sorted(archive.papers.items()) if paper.arxiv_id and paper.authors)
    opened(window, base + f"papers/{key.partition('.')[0]}/{key}.html")
    window.evaluate("(document.querySelector('details.cite').open = true)")
    window.wait("document.querySelectorAll('.cite .citing__out button').length === 5")
    window.evaluate(CATCH)
    buttons = "[...document.querySelectorAll('.cite button')]"
    names = window.evaluate(f"{buttons}.map((one) => one.ariaLabel || one.textContent)")
    shown = json.dumps(written(archive, [key], "bibtex").strip())
    window.wait(f"document.querySelector('.cite pre')?.textContent === {shown}")
    assert names == ["Copy BibTeX", "Download BibTeX", "Download BibLaTeX", "Download RIS", "Download CSL-JSON"]
    formats = (("bibtex", "bib"), ("biblatex", "bib"), ("ris", "ris"), ("csl", "json"))
    for place, (form, ending) in enumerate(formats, 1):
        window.evaluate(f"(window.caught = null, {buttons}[{place}].click())")
        window.wait("window.caught")
        assert window.evaluate("window.caught") == written(archive, [key], form)
        assert window.evaluate("window.name_of_it") == f"{key}.{ending}"
    window.evaluate("document.querySelector('.cite button').focus()")
    window.press("Enter")
    window.wait("document.querySelector('.cite [role=status]').textContent === 'Copied.'")
    window.evaluate("(document.querySelector('details.cite').open = false)")
    window.evaluate("(document.querySelector('details.cite').open = true)")
    assert window.evaluate("document.querySelectorAll('.cite .citing__out').length") == 1


@pytest.mark.parametrize("missing", ["**/citations/**", "**/assets/cite.js"])
def test_what_cannot_be_loaded_is_said(missing: str, watched: Watch, whole: Path) -> None:
    look = watched(whole, service_workers="block")
    page = look.page
    page.route(missing, lambda route: route.abort())
    look.goto(DAY)
    page.locator(END).click()
    page.get_by_text(FAILED).wait_for()
    page.unroute(missing)
    page.keyboard.press("Escape")
    page.locator(END).click()
    page.wait_for_function(f"() => Boolean({TEXT})")
    assert page.get_by_text(FAILED).count() == 0


@pytest.mark.parametrize("width", [390, 1440])
def test_the_dialog_is_accessible(width: int, watched: Watch, whole: Path) -> None:
    """In both schemes axe finds nothing; what is tapped is at least 24 px high and wide; nothing is cut off."""
    touched = width < 400
    # A service worker would fetch the whole site meanwhile. The button is pressed by key: a list that is still being
    # laid out can move it away from under a pointer.
    page = watched(
        whole, DAY, viewport={"width": width, "height": 844}, has_touch=touched, service_workers="block",
        reduced_motion="reduce",
    ).page  # fmt: skip
    page.locator(END).press("Enter")
    page.wait_for_function(f"() => Boolean({TEXT}) || {REFUSED}")
    assert not page.evaluate(REFUSED)
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        assert violations(page, within="dialog.citing", touched=touched) == []
    left, right = page.evaluate(
        "(({left, right}) => [left, right])(document.querySelector('dialog.citing').getBoundingClientRect())"
    )
    assert 0 <= left < right <= width
    boxes = "[...document.querySelectorAll('dialog.citing, dialog.citing textarea')]"
    cut = f"{boxes}.map((one) => one.scrollWidth - one.clientWidth)"
    assert page.evaluate(cut) == [0, 0]
    page.keyboard.press("Escape")
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        assert violations(page, within=".reader-end", touched=touched) == []
