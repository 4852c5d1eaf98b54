"""Measure the first screen of a site's pages: where the rows begin, how many a reader sees, what it takes to get there.

    python -m tests.tools.screens SITE                              one page of each kind, and a search
    python -m tests.tools.screens SITE --page days/2026/2026-04-28.html --page 'search.html?q=diffusion'
    python -m tests.tools.screens SITE --row article.card --only 'days/*'
    python -m tests.tools.screens SITE --from-folder                opened from file://, without a server

A row is an element that `--row` selects. Windows: a desk of 1440 x 900 pixels, a phone of 390 x 844, 320 x 640, and
360 x 225, which is the desk at a zoom of 400 %. Prints a Markdown table; the exit code is 1 if a page scrolls sideways,
a console says anything, or a limit (LIMITS) is missed.

| column | what it is |
|---|---|
| first | y of the first row, in CSS pixels |
| rows, titles | how many are whole in the window at first; titles are links to papers of three words or more |
| of | rows on the page |
| height | of the page with all that is below drawn; in brackets what the scroll bar says before, where it differs |
| CLS | sum of all shifts of layout while the page loads |
| requests, KB | of a first visit, compressed (from a folder: as they stand) |
| s | seconds from the start of navigation until the first row is drawn: on a busy machine an upper bound |
"""

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from playwright.sync_api import Browser, BrowserContext, Page
from playwright.sync_api import TimeoutError as Late

from tests import tools
from tests.site.conftest import Watched
from tests.tools.benchmarks import host
from tests.tools.gallery import kinds, look
from tests.tools.gallery.look import Window

ROW = ".rows > article"
QUERY = "learning"
DESK, PHONE = Window(1440, "light", 900), Window(390, "light", 844)
WINDOWS = (DESK, PHONE, Window(320, "light", 640), Window(360, "light", 225, zoom=4))
LATE = 20_000  # milliseconds after which a list that has no rows is taken to have none
_MEASURE = (Path(__file__).parent / "screens.js").read_text(encoding="utf-8").partition("\n")[2]
_WATCH = """(() => {
  const seen = (window.__screens = { shift: 0, first: null });
  new PerformanceObserver((list) => list.getEntries().forEach((one) => (seen.shift += one.value)))
    .observe({ type: "layout-shift", buffered: true });
  const look = () => {
    const row = document.querySelector(ROW);
    if (row && row.getBoundingClientRect().height > 0) seen.first = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})()"""


@dataclass(frozen=True, slots=True)
class Limit:
    """What the first screen of one kind of page must show in one window."""

    kind: str
    width: int
    rows: int = 0  # whole in the window, unless the page has fewer
    titles: int = 0
    first: float = float("inf")
    each: float = float("inf")  # pixels of the page's height a row, where it has many


MANY = 100
LIMITS = (
    Limit("days/0/0-0-0.html", 1440, rows=7, first=230, each=20_000 / 160),
    Limit("days/0/0-0-0.html", 390, rows=4, each=27_000 / 160),
    Limit("index.html", 1440, titles=7),
    Limit("index.html", 390, rows=4),
    Limit("search.html", 1440, rows=6),
    Limit("search.html", 390, rows=4),
)


@dataclass(frozen=True, slots=True)
class Screen:
    """What a reader meets who opens a page in a window; pixels are those of CSS."""

    path: str
    window: str
    width: int
    first: int | None  # None: no row
    rows: int
    all: int
    titles: int
    height: int
    told: int  # the height that the scroll bar tells before all is drawn
    shift: float
    requests: int
    bytes: int
    seconds: float | None
    sideways: tuple[str, ...]  # elements that stick out
    complaints: tuple[str, ...]

    def misses(self) -> list[str]:
        """The limits that the page misses, in words."""
        kind = kinds.kind(urlsplit(self.path).path)
        found = ["sideways"] * bool(self.sideways) + ["console"] * bool(self.complaints)
        for limit in LIMITS:
            if (limit.kind, limit.width) != (kind, self.width):
                continue
            found += [f"rows < {limit.rows}"] * (self.rows < min(limit.rows, self.all or limit.rows))
            found += [f"titles < {limit.titles}"] * (self.titles < limit.titles)
            found += [f"first > {limit.first}"] * (self.first is not None and self.first > limit.first)
            found += [f"> {limit.each:.0f} px a row"] * (self.all >= MANY and self.height > limit.each * self.all)
        return found

    def row(self) -> str:
        """A row of the table."""
        height = f"{self.height:,}" + (f" ({self.told:,})" if abs(self.told - self.height) > 1 else "")
        seconds = "" if self.seconds is None else f"{self.seconds:.2f}"
        return tools.row(
            self.path, self.window, "" if self.first is None else self.first, self.rows, self.titles, self.all, height,
            f"{self.shift:.3f}", self.requests, f"{self.bytes / 1000:,.0f}", seconds, ", ".join(self.misses()),
        )  # fmt: skip


HEAD = """| page | window | first | rows | titles | of | height | CLS | requests | KB | s | misses |
|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|"""


class Place:
    """Where a site is read: its address, and what a visit has transferred."""

    def __init__(self, site: Path, served: host.Host | None) -> None:
        self.site = site
        self.served = served
        self.base = served.address if served else f"{site.resolve().as_uri()}/"
        self.asked: list[str] = []

    def begin(self, page: Page) -> None:
        """Forget what was transferred before."""
        self.asked = []
        page.on("request", lambda request: self.asked.append(request.url))
        if self.served:
            self.served.sent.clear()

    def sent(self) -> list[int]:
        """The bytes of each file."""
        if self.served:
            return [size for name, size in self.served.sent if name != "favicon.ico"]
        files = [self.site / unquote(urlsplit(each.removeprefix(self.base)).path) for each in self.asked]
        return [file.stat().st_size for file in files if file.is_file()]


@contextmanager
def read(site: Path, *, from_folder: bool) -> Iterator[Place]:
    """The site, served on this machine or in its folder."""
    with nullcontext() if from_folder else host.running(site) as served:
        yield Place(site, served)


def visited(context: BrowserContext, place: Place, path: str, row: str) -> Watched:
    """A page as it stands when its scripts have run and its rows, if it has any, have come."""
    context.add_init_script(_WATCH.replace("ROW", json.dumps(row)))
    watched = Watched(context.new_page(), place.base)
    page = watched.page
    place.begin(page)
    page.goto(place.base + path, wait_until="load")
    if urlsplit(path).query:
        try:
            page.wait_for_selector(row, timeout=LATE)
        except Late:
            watched.complaints.append(f"no row came: {row}")
    watched.settle()
    return watched


def screen(browser: Browser, place: Place, path: str, window: Window, row: str) -> Screen:
    """What a reader meets who has never been here."""
    with look.opened(browser, window) as context:
        watched = visited(context, place, path, row)
        page = watched.page
        sent = place.sent()
        seen: dict[str, Any] = page.evaluate("window.__screens")
        found: dict[str, Any] = page.evaluate(_MEASURE, row)
        page.add_style_tag(content=look.STILL)
        height = page.evaluate(_MEASURE, row)["height"]
        zoom = f" at {100 * window.zoom} %" if window.zoom > 1 else ""
        return Screen(
            **(found | {"height": height}), path=path, window=f"{window.width} x {window.height}{zoom}",
            width=window.width, told=found["height"],
            shift=seen["shift"], requests=len(sent), bytes=sum(sent),
            seconds=None if seen["first"] is None else seen["first"] / 1000,
            sideways=tuple(page.evaluate(look.MEASURES)["overflow"]), complaints=tuple(look.heard(watched)),
        )  # fmt: skip


def pages(site: Path, query: str, only: str) -> list[str]:
    """The largest page of each kind, and the search with words; of the guide its first page."""
    found = kinds.examples(site)
    paths = [each for each in found.items() if not each[0].startswith("guide/") or each[0] == "guide/index.html"]
    paths += [("search.html", f"search.html?q={query}")]
    return [path for kind, path in paths if fnmatchcase(kind, only) or fnmatchcase(path, only)]


def options(arguments: list[str] | None = None) -> argparse.Namespace:
    """What the command line says."""
    parser = tools.parser("screens", __doc__)
    parser.add_argument("site", type=Path)
    parser.add_argument("--row", default=ROW, metavar="SELECTOR", help=f"what a row is; default: {ROW}")
    parser.add_argument("--page", action="append", metavar="PATH", help="default: one of each kind, and a search")
    parser.add_argument("--query", default=QUERY, help=f"words of that search; default: {QUERY}")
    parser.add_argument("--only", default="*", metavar="PATTERN", help="kinds or paths: 'days/*'")
    parser.add_argument("--from-folder", action="store_true", help="read from file://")
    return parser.parse_args(arguments)


def measured(browser: Browser, told: argparse.Namespace) -> list[Screen]:
    """Measure all pages in all windows as `options` say, and print the table."""
    found = list[Screen]()
    print(HEAD, flush=True)
    with read(told.site, from_folder=told.from_folder) as place:
        for path in told.page or pages(told.site, told.query, told.only):
            for window in WINDOWS:
                found.append(screen(browser, place, path, window, told.row))
                print(found[-1].row(), flush=True)
    return found


def main(arguments: list[str] | None = None) -> int:
    """Measure; the exit code."""
    told = options(arguments)
    with look.chromium() as browser:
        found = measured(browser, told)
    for one in found:
        for line in (*one.sideways, *one.complaints):
            print(f"  - {one.path}, {one.window}: {line}")
    return 1 if any(one.misses() for one in found) else 0


if __name__ == "__main__":
    sys.exit(main())
