"""Do what readers come for with keys alone: the jobs, the keys that each takes, and how long a person needs.

    python -m tests.tools.jobs SITE                 built, with a day of rows, a paper of two versions, a theme
    python -m tests.tools.jobs SITE --only feed,print

A job begins at home, on a page that was just opened, and ends with what the reader wanted: else it fails. Seconds are
an estimate: SECOND a key, and WORD a word that has to be read, which are those of all that had the keyboard on the way,
and of titles and abstracts where the job is to read them. What the browser needs is left out. Prints a Markdown table.
"""

import re
import sys
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

from playwright.sync_api import Browser, Page

from tests import tools
from tests.site.conftest import PATIENCE, SETTLED
from tests.tools.benchmarks import host
from tests.tools.gallery import look

SECOND = 0.28  # of a person at the keys: the mean of the Keystroke-Level Model (Card, Moran and Newell)
WORD = 0.25  # seconds a word: 240 a minute, the mean of readers of prose
MOST = 60  # presses of Tab after which a reader gives up
CHOSEN, STARRED, OPENED = 5, 3, 5
_HAS = "(selector) => document.activeElement.matches(selector)"
_SAID = "() => (document.activeElement.getAttribute('aria-label') || document.activeElement.textContent).trim()"
_SHOWN = "[...document.querySelectorAll('.rows > article')].filter((one) => one.checkVisibility())"
_TITLES = f"{_SHOWN}.map((row) => row.querySelector('h3').textContent)"
_KEPT = """(kind) => Object.keys(JSON.parse(
  localStorage[Object.keys(localStorage).find((name) => name.endsWith('.reader'))] || "{}")[kind] || {}).length"""
_LONG_AGO = """() => { const name = Object.keys(localStorage).find((name) => name.endsWith('.reader'));
  const kept = JSON.parse(localStorage[name]);
  kept.visit = { at: "2003-01-01T09:00:00.000Z", newest: NEWEST, before: NEWEST };
  localStorage[name] = JSON.stringify(kept); }"""


@dataclass
class Reader:
    """A reader without a mouse."""

    page: Page
    base: str
    site: Path
    keys: list[str] = field(default_factory=list)
    words: int = 0

    def press(self, key: str, times: int = 1) -> None:
        for _ in range(times):
            self.page.keyboard.press(key)
            self.keys.append(key)

    def type(self, text: str) -> None:
        self.page.keyboard.type(text)
        self.keys += list(text)

    def read(self, text: str) -> None:
        self.words += len(text.split())

    def to(self, selector: str, key: str = "Tab") -> None:
        """Go on until what the selector names has the keyboard, reading what has it on the way."""
        for _ in range(MOST):
            self.press(key)
            self.read(self.page.evaluate(_SAID)[:80])
            if self.page.evaluate(_HAS, selector):
                return
        raise AssertionError(f"{MOST} times {key} lead to no {selector}")

    def wait(self, expression: str) -> None:
        self.page.wait_for_function(f"() => ({expression})")

    def home(self) -> None:
        self.page.goto(f"{self.base}index.html")
        self.page.wait_for_selector(".marks")
        self.page.evaluate(SETTLED)

    def newest(self) -> None:
        """From home to the newest day, where its rows have their keys."""
        self.skip()
        self.to(".newest a")
        self.press("Enter")
        self.page.wait_for_url("**/days/**")
        self.page.wait_for_selector(".narrow form")
        self.page.wait_for_selector(".marks")
        self.page.evaluate(SETTLED)

    def skip(self) -> None:
        """Past the header."""
        self.to(".md-skip")
        self.press("Enter")

    def search(self, words: str) -> None:
        """Ask in the dialog, until something is found."""
        self.press("/")
        self.wait("document.activeElement.matches('dialog input')")
        self.type(words)
        self.wait("document.querySelector('dialog li a')")
        self.page.wait_for_timeout(300)  # of several answers the last counts
        self.read(self.page.locator("dialog li a").first.text_content() or "")

    def row(self) -> str:
        """The next row; its title, which is read."""
        self.press("j")
        title = str(self.page.evaluate(f"() => {{ {_ROW} return row.querySelector('h3').textContent; }}"))
        self.read(title)
        return title


_ROW = "const row = document.activeElement.closest('.rows > article');"
Job = Callable[[Reader], None]


def theme(reader: Reader) -> None:
    """The newest day's new papers in one theme"""
    reader.newest()
    reader.to(".narrow__more details:first-of-type > summary")
    reader.press("Enter")
    reader.wait("document.querySelector('.narrow__more details[open] li input')")
    reader.to(".narrow__more details:first-of-type input[type=checkbox]")
    value = reader.page.evaluate("document.activeElement.value")
    reader.press("Space")
    reader.wait(f"new URL(location.href).searchParams.get('theme') === {value!r}")
    found = reader.page.evaluate(f"{_SHOWN}.map((row) => row.dataset.themes.split(' '))")
    assert found
    assert all(value in themes for themes in found)


def skim(reader: Reader) -> None:
    """Skim the newest day, and star five"""
    reader.newest()
    count = reader.page.evaluate(f"{_SHOWN}.length")
    titles = []
    for number in range(count):
        titles.append(reader.row())
        if number % (count // CHOSEN) == 0 and number // (count // CHOSEN) < CHOSEN:
            reader.press("s")
    assert titles == reader.page.evaluate(_TITLES)
    assert reader.page.evaluate(_KEPT, "stars") == CHOSEN


def five(reader: Reader) -> None:
    """Choose five worth opening of the newest day: all titles, ten abstracts, five papers"""
    reader.newest()
    count = reader.page.evaluate(f"{_SHOWN}.length")
    each, opened, titles = max(1, count // (2 * OPENED)), 0, list[str]()
    for number in range(count):
        title = reader.row()
        titles.append(title)
        if number % each or opened == OPENED:
            continue
        reader.press("a")
        reader.wait(f"(() => {{ {_ROW} return !row || row.matches('.open'); }})()")
        reader.read(str(reader.page.evaluate(f"() => {{ {_ROW} return row.innerText; }}")))
        if number // each % 2 == 0:
            reader.press("o")
            reader.page.wait_for_url("**/papers/**")
            assert reader.page.locator("h1").text_content() == title
            reader.press("Alt+ArrowLeft")
            reader.page.go_back()  # what the keys do in a browser that has a window
            reader.page.wait_for_selector(".narrow form")
            reader.page.wait_for_selector(".marks")
            reader.page.evaluate(SETTLED)
            opened += 1
    assert opened == OPENED
    assert titles == reader.page.evaluate(_TITLES)


def _reading(reader: Reader, shown: str, control: str) -> None:
    reader.press("r")
    reader.page.wait_for_url("**/reading.html")
    reader.page.wait_for_selector(shown)
    reader.skip()
    reader.to(control)
    reader.press("Enter")


def cite(reader: Reader) -> None:
    """BibTeX of three that were starred"""
    reader.newest()
    for _ in range(STARRED):
        reader.row()
        reader.press("s")
    _reading(reader, "#reading .marks", "#reading .citer")
    reader.wait("document.querySelector('dialog.citing')?.open && !document.querySelector('.citing button').disabled")
    reader.to(".citing__out button")
    reader.press("Enter")
    reader.wait(f"document.querySelector('.citing').textContent.includes('Copied {STARRED} papers')")


def typo(reader: Reader) -> None:
    """A half-remembered title, with a typo"""
    title = reader.page.evaluate(f"{_SHOWN}[1].querySelector('h3').textContent")
    words = [word for word in re.findall(r"[^\W\d]+", title) if len(word) > 4][:4]
    words[0] = words[0][:2] + words[0][3:]
    reader.search(" ".join(words).lower())
    reader.press("Enter")
    reader.page.wait_for_url("**/papers/**")
    assert reader.page.locator("h1").text_content() == title


def author(reader: Reader) -> None:
    """All papers of somebody with an accent, typed without it"""
    names = reader.page.evaluate(f"{_SHOWN}.flatMap((row) => window.daybook.rows.names(row))")
    name = next((one for one in names if not one.isascii()), names[0])
    plain = "".join(sign for sign in unicodedata.normalize("NFD", name) if sign.isascii())
    reader.search(f"author:{plain.lower()}")
    reader.press("ArrowUp", 1)
    if not reader.page.evaluate(_HAS, ".search-all a"):
        reader.to(".search-all a")
    reader.press("Enter")
    reader.page.wait_for_url("**/search.html?**")
    reader.page.wait_for_selector(".search-results article")
    assert name in reader.page.locator(".search-results article").first.text_content()


def year(reader: Reader) -> None:
    """One year and one theme"""
    slug = Path(str(reader.page.locator(".themes a").first.get_attribute("href"))).stem
    reader.search(f"theme:{slug} year:{reader.page.locator('.newest a').text_content()[-4:]}")
    reader.to(".search-all a")
    reader.press("Enter")
    reader.page.wait_for_selector(".search-results article")
    assert re.match(r"[\d,]+ papers?\.", reader.page.locator(".search-status").text_content() or "")


def feed(reader: Reader) -> None:
    """The feed of a theme"""
    reader.search(str(reader.page.locator(".themes a").first.text_content()).lower())
    reader.press("Enter")
    reader.page.wait_for_url("**/themes/**")
    reader.page.wait_for_selector(".narrow form")
    reader.skip()
    reader.to("a[href$='.xml']")
    assert "/feeds/themes/" in reader.page.evaluate("document.activeElement.href")
    reader.press("Enter")


def versions(reader: Reader) -> None:
    """What changed from v1 to v2"""
    pages = sorted((reader.site / "papers").glob("*/*.html"))
    reader.search(next(one.stem for one in pages if "<details class=compared" in one.read_text(encoding="utf-8")))
    reader.press("Enter")
    reader.page.wait_for_url("**/papers/**")
    reader.page.wait_for_selector(".marks")
    reader.skip()
    reader.to("details.compared > summary")
    reader.press("Enter")
    assert reader.page.locator("details.compared[open]").count() == 1
    reader.read(reader.page.locator("details.compared[open]").inner_text())


def tomorrow(reader: Reader) -> None:
    """Tomorrow, only what is new"""
    earlier = reader.page.locator(".earlier a[href*='days/']").last.get_attribute("href")
    reader.page.evaluate(_LONG_AGO.replace("NEWEST", repr(Path(earlier).stem)))
    reader.home()
    reader.page.wait_for_selector(".fresh-count")
    reader.skip()
    reader.to(".fresh-count")
    reader.press("Enter")
    reader.page.wait_for_url("**/days/**")
    assert reader.page.locator("h1").count() == 1


def offline(reader: Reader) -> None:
    """Keep the archive, and read it without a network"""
    _reading(reader, "#reading details", "#reading details:has(#offline) > summary")
    reader.wait("document.querySelector('#reading .md-button')")
    reader.to("#reading .md-button")
    reader.press("Enter")
    reader.wait("[...document.querySelectorAll('[role=status]')].some((one) => /^Kept offline/.test(one.textContent))")
    reader.page.context.set_offline(True)
    reader.page.goto(f"{reader.base}index.html")
    reader.newest()


def printing(reader: Reader) -> None:
    """Print the newest day"""
    reader.newest()
    reader.keys += ["Control+p", "Enter"]  # the browser's own
    assert look.sheets(reader.page) < 2 + reader.page.evaluate(f"{_SHOWN}.length") / 10


JOBS: dict[str, Job] = {
    "theme": theme, "skim": skim, "cite": cite, "typo": typo, "author": author, "year": year, "feed": feed,
    "versions": versions, "tomorrow": tomorrow, "offline": offline, "print": printing, "five": five,
}  # fmt: skip


def done(job: Job, browser: Browser, site: Path, base: str) -> Reader:
    """A reader who has done a job. Raises AssertionError or playwright's TimeoutError if it cannot be done."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    with context:
        reader = Reader(context.new_page(), base, site)
        reader.home()
        job(reader)
        return reader


def told(keys: list[str]) -> str:
    """Keys as one writes them: the same ones together."""
    runs = ((key, len(list(same))) for key, same in groupby(keys))
    return " ".join(f"{key} x {times}" if times > 1 else key for key, times in runs)


def main(arguments: list[str] | None = None) -> int:
    """Do the jobs; the exit code is 1 if one cannot be done."""
    parser = tools.parser("jobs", __doc__)
    parser.add_argument("site", type=Path)
    parser.add_argument("--only", default=",".join(JOBS), metavar="NAMES")
    told_of = parser.parse_args(arguments)
    failed = False
    print("| job | keys | words read | seconds | which |\n|---|--:|--:|--:|---|", flush=True)
    with look.chromium() as browser, host.running(told_of.site) as served:
        for name in told_of.only.split(","):
            try:
                reader = done(JOBS[name], browser, told_of.site, served.address)
            except Exception as error:
                failed = True
                why = str(error).splitlines()[0] if str(error) else repr(error)
                print(tools.row(name, "", "", "", f"cannot be done: {why}"), flush=True)
                continue
            count, words, which = len(reader.keys), reader.words, told(reader.keys)
            shown = which if len(which) < 200 else f"{which[:200]}…"
            print(
                tools.row(JOBS[name].__doc__, count, words, f"{SECOND * count + WORD * words:.0f}", shown), flush=True
            )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
