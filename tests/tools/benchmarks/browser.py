"""Measure the search of a built archive in browsers: what is transferred, and how long answers take.

    python -m tests.tools.benchmarks.browser --archive DIR                   over http, in Chromium
    python -m tests.tools.benchmarks.browser --archive DIR --folder FOLDER   and from a folder, in Chromium and Firefox

DIR has a site that `daybook build` made, FOLDER one of `daybook build --offline --site FOLDER`. The queries are words
of titles, as in `make bench`, the same each time.
"""

import json
import statistics
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from daybook import open_archive, plain
from playwright.sync_api import Browser

from tests import tools
from tests.site import firefox
from tests.site.conftest import SETTLED
from tests.tools.benchmarks import host
from tests.tools.benchmarks.corpus import known
from tests.tools.benchmarks.host import Host
from tests.tools.benchmarks.search import p95
from tests.tools.gallery import look

ASKED, SEED = 80, 12
OPENED = 5  # how often a page is opened to see when it is ready
KB = 1000
WINDOW = look.Window(1280, "light")
Evaluate = Callable[[str], Any]

ASK = """(query) => new Promise((done) => {
  const list = document.querySelector(".search-results");
  const field = document.querySelector("#search-field");
  const start = performance.now();
  const watch = new MutationObserver(() => {
    if (list.hasAttribute("aria-busy")) return;
    watch.disconnect();
    const answered = performance.now() - start;
    requestAnimationFrame(() => setTimeout(() =>
      done([answered, performance.now() - start, document.querySelector(".search-status").textContent])));
  });
  watch.observe(list, { attributes: true, attributeFilter: ["aria-busy"] });
  field.value = query;
  field.form.requestSubmit();
})"""
"""Send a query off on the search's page: milliseconds until its results stand in the page and until they are drawn, and
what is said of them. A query that is typed waits 120 ms more, for the next letter."""
ANSWERED = "/(papers?|filters|”)\\.$/.test(document.querySelector('.search-status')?.textContent ?? '')"


def tell(*cells: str) -> None:
    print(tools.row(*cells), flush=True)


def spread(sizes: Sequence[int]) -> str:
    return f"median {statistics.median(sizes) / KB:.0f} KB, p95 {p95(sizes) / KB:.0f} KB, max {max(sizes) / KB:.0f} KB"


def later_queries(browser: Browser, served: Host, asked: Sequence[str]) -> None:
    """All queries one after the other, on the search's page; then all once more, for their time."""
    with look.opened(browser, WINDOW) as context:
        page = context.new_page()
        page.goto(served.address + "search.html?q=the")
        page.wait_for_function(f"() => {ANSWERED}")
        sizes: dict[str, int] = {}
        for query in asked:
            served.sent.clear()
            page.evaluate(ASK, query)
            page.evaluate(SETTLED)
            sizes[query] = sum(number for _, number in served.sent)
        over = sum(number > 110 * KB for number in sizes.values())
        tell("later queries", spread([*sizes.values()]), f"{over} of {len(sizes)} over 110 KB")
        for query in sorted(sizes, key=sizes.__getitem__)[-3:]:
            tell("the largest", f"“{query}”: {sizes[query] / KB:.0f} KB")
        timed("over http, Chromium", asked, lambda query: page.evaluate(ASK, query))


def timed(where: str, asked: Sequence[str], ask: Callable[[str], Any]) -> None:
    """The time of each query, once each has been asked before."""
    found = [(*ask(query), query) for query in asked]
    for kind, times in (("answered", [one[0] for one in found]), ("drawn", [one[1] for one in found])):
        figures = f"p50 {statistics.median(times):.0f} ms, p95 {p95(times):.0f} ms, max {max(times):.0f} ms"
        tell(f"warm query {where}, {kind}", figures)
    most, _, told, query = max(found)
    tell("the slowest", f"“{query}”: {told} {most:.0f} ms")


def from_folder(name: str, folder: Path, asked: Sequence[str], goto: Callable[[str], Any], evaluate: Evaluate,
                wait: Callable[[str], Any]) -> None:  # fmt: skip
    """When the page that is opened from a folder has answered, and how long queries take then."""
    found = []
    for query in asked[:OPENED]:
        goto("about:blank")
        goto(f"{folder.as_uri()}/search.html?q={quote(query)}")
        wait(ANSWERED)
        found.append(evaluate("performance.now()"))
    tell(f"ready from a folder, {name}", f"median {statistics.median(found):.0f} ms, max {max(found):.0f} ms")
    for query in asked:
        evaluate(f"({ASK})({json.dumps(query)})")
    timed(f"from a folder, {name}", asked, lambda query: evaluate(f"({ASK})({json.dumps(query)})"))


def folders(browser: Browser, folder: Path, asked: Sequence[str]) -> None:
    """From a folder, in both browsers."""
    with look.opened(browser, WINDOW) as context:
        page = context.new_page()
        wait = lambda to: page.wait_for_function(f"() => {to}")  # noqa: E731
        from_folder("Chromium", folder, asked, page.goto, page.evaluate, wait)
    if not firefox.FIREFOX:
        tell("Firefox", "is not here")
        return
    with tempfile.TemporaryDirectory() as profile, firefox.started(Path(profile)) as window:
        from_folder("Firefox", folder, asked, window.goto, window.evaluate, window.wait)


def main(arguments: list[str] | None = None) -> int:
    """Measure; the exit code."""
    parser = tools.parser("benchmarks.browser", __doc__)
    parser.add_argument("--archive", type=Path, required=True, metavar="DIR", help="an archive with a built site")
    parser.add_argument("--folder", type=Path, metavar="FOLDER", help="an offline site of the same archive")
    given = parser.parse_args(arguments)
    for site in (given.archive / "site", *([given.folder] if given.folder else ())):
        if not (site / "search" / "index.js").is_file():
            parser.error(f"{site} is no site with a search: daybook build makes one")
    site = given.archive.resolve() / "site"
    papers = [(paper.key, plain(paper.title)) for paper in open_archive(given.archive).papers]
    asked = [query for _, query in known(papers, SEED)[:ASKED]]
    print(f"{len(papers):,} papers. KB are 1,000 bytes of bodies as they are sent (gzip, level {host.LEVEL}).\n")
    with look.chromium() as browser, host.running(site) as served:
        later_queries(browser, served, asked)
        if given.folder:
            folders(browser, given.folder.resolve(), asked)
    return 0


if __name__ == "__main__":
    sys.exit(main())
