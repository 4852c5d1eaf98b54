"""Weigh a built site: what a reader's first and later visits transfer, an average paper's page, all files.

    python -m tests.tools.weights SITE                    a folder that `daybook build` made
    python -m tests.tools.weights SITE --paper papers/2603/2603.90013.html

Prints a Markdown table; the exit code is 1 if something is heavier than its limit. A visit is measured in Chromium,
served as GitHub Pages does it, without the service worker, which fetches in the background and only once.
"""

import gzip
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext

from tests import tools
from tests.site.conftest import SETTLED
from tests.tools.benchmarks import host
from tests.tools.gallery import kinds
from tests.tools.gallery.look import Window, chromium, opened

DESK = Window(1440, "light")
SEARCH = ("search", "assets/search")
"""Folders of the search: its index, which is as large as its archive's words, and its code."""
KB, MB = 1000, 1_000_000


@dataclass(frozen=True, slots=True)
class Weight:
    """What something weighs, and what it may."""

    name: str
    number: float
    limit: float | None = None
    unit: str = "B"
    told: str = ""

    @property
    def heavy(self) -> bool:
        """Whether it is heavier than its limit."""
        return self.limit is not None and self.number > self.limit

    def row(self) -> str:
        """A row of the table."""
        limit = "" if self.limit is None else f"{self.limit:,.0f}"
        number = f"{self.number:,.1f}" if self.unit == "MB" else f"{self.number:,.0f}"
        return tools.row(self.name, number, limit, self.unit, self.told) + " too heavy" * self.heavy


def visit(context: BrowserContext, served: host.Host, path: str) -> list[tuple[str, int]]:
    """Path and compressed bytes of each file that a visit of a page transfers."""
    served.sent.clear()
    page = context.new_page()
    page.goto(served.address + path)
    page.evaluate(SETTLED)
    page.close()
    return [(name, size) for name, size in served.sent if name != "favicon.ico"]


def visits(site: Path, browser: Browser, paper: str, other: str) -> Iterator[Weight]:
    """A paper's page for a new reader, the next one, and the home page for a new reader. The limits are those of
    compressed bytes, which are what is sent."""
    with host.running(site) as served:
        with opened(browser, DESK) as context:
            first = visit(context, served, paper)
            later = visit(context, served, other)
        with opened(browser, DESK) as context:
            home = visit(context, served, "index.html")
    for name, limit, sent in (
        ("first visit: a paper", 60 * KB, first), ("first visit: home", 120 * KB, home),
        ("later visit: a paper", 6 * KB, later),
    ):  # fmt: skip
        told = ", ".join(f"{Path(file).name} {size:,}" for file, size in sent)
        yield Weight(f"{name}, gzip", sum(size for _, size in sent), limit, told=told)
        there = [site / file for file, _ in sent if (site / file).is_file()]
        yield Weight(f"{name}, raw", sum(file.stat().st_size for file in there))


def files(site: Path) -> Iterator[Weight]:
    """Pages of papers and of days, and the whole site; those that only lead on to another page are counted apart."""
    sizes = {file.relative_to(site).as_posix(): file.stat().st_size for file in site.rglob("*") if file.is_file()}
    pages = kinds.pages(site)
    shown = {name for names in pages.values() for name in names}
    moved = {name: sizes.pop(name) for name in [*sizes] if name.endswith(".html") and name not in shown}
    for name, kind, limit in (("paper", "papers/", 5600), ("day", "days/0/0-0-0.", None)):
        found = [path for each, paths in pages.items() if each.startswith(kind) for path in paths]
        if found:
            yield _mean(site, name, {path: sizes[path] for path in sorted(found)}, limit)
    search = sum(size for name, size in sizes.items() if name.startswith(tuple(f"{each}/" for each in SEARCH)))
    yield Weight("site", sum(sizes.values()) / MB, 400, "MB", f"with search, {search / MB:,.1f}; without what leads on")
    yield Weight("files", len(sizes), 52_000, "")
    places: dict[str, list[int]] = {}
    for path, size in sizes.items():
        places.setdefault(f"{path.split('/')[0]}/" if "/" in path else "(top)", []).append(size)
    for place, held in sorted(places.items(), key=lambda each: -sum(each[1])):
        yield Weight(f"- {place}", sum(held) / MB, unit="MB", told=f"{len(held):,} files")
    yield Weight("what leads on", sum(moved.values()) / MB, unit="MB", told=f"{len(moved):,} files")


def _mean(site: Path, name: str, sizes: dict[str, int], limit: float | None) -> Weight:
    """The mean of pages of one kind; compressed, that of some two hundred."""
    drawn = [*sizes][:: max(1, len(sizes) // 200)]
    packed = sum(len(gzip.compress((site / path).read_bytes(), host.LEVEL)) for path in drawn) / len(drawn)
    told = f"{len(sizes):,} pages; gzip {packed:,.0f} B"
    return Weight(f"{name}'s page, mean", sum(sizes.values()) / len(sizes), limit, told=told)


def main(arguments: list[str] | None = None) -> int:
    """Weigh; the exit code."""
    parser = tools.parser("weights", __doc__)
    parser.add_argument("site", type=Path)
    parser.add_argument("--paper", metavar="PATH", help="whose page is visited; default: one of median size")
    told = parser.parse_args(arguments)
    papers = kinds.pages(told.site).get("papers/0/0.0.html", [])
    found: list[Weight] = []
    if papers:
        middle = len(papers) // 2
        paper, other = told.paper or papers[middle], papers[max(0, middle - 1)]
        with chromium() as browser:
            found += visits(told.site, browser, paper, other)
    found += files(told.site)
    print("| what | weight | limit | unit | |\n|---|--:|--:|---|---|")
    print(*(weight.row() for weight in found), sep="\n")
    return 1 if any(weight.heavy for weight in found) else 0


if __name__ == "__main__":
    sys.exit(main())
