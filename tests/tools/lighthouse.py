"""Have Lighthouse judge pages of the invented archive on the phone that it imitates, and hold them to limits.

    python -m tests.tools.lighthouse                       home, a day of 40, a theme, an author, a paper, a day of 358
    python -m tests.tools.lighthouse --site FOLDER --page about.html   pages of a site that is built
    python -m tests.tools.lighthouse --runs 5 --only paper

Prints a Markdown table of medians; the exit code is 1 if one misses its limit. Lighthouse is installed into
build/tools when it is first needed. The site is served compressed, as GitHub Pages does it. On a busy machine pages
seem slow: let nothing else run.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests import tools
from tests.conftest import HANGS
from tests.site.conftest import ARGUMENTS, CHROMIUM
from tests.tools import npm
from tests.tools.benchmarks import host
from tests.tools.gallery import archives, invented, kinds

ELEMENTS = 3
MARKS = ("performance", "accessibility", "best-practices", "seo")


@dataclass(frozen=True, slots=True)
class Page:
    """A page to judge, and its limits."""

    name: str
    path: str
    performance: int = 98
    others: int = 98  # accessibility, best practices, SEO
    blocking: float = 300  # ms of total blocking time

    def misses(self, marks: dict[str, float]) -> list[str]:
        """The marks that miss their limits."""
        low = [mark for mark in MARKS if marks[mark] < (self.performance if mark == MARKS[0] else self.others)]
        return [*low, *(["blocking"] if marks["blocking"] > self.blocking else [])]


def pages(site: Path) -> list[Page]:
    """The pages of the invented archive that are held to limits; one for which there is no page is left out."""
    found = kinds.examples(site)
    wanted = [
        Page("home", "index.html"),
        Page("day of 40", f"days/2026/{invented.FORTY}.html"),
        *(Page(name, found.get(f"{name}s/*.html", "")) for name in ("theme", "author")),
        Page("paper", "papers/2606/2606.10070.html"),
        Page("day of 358", f"days/2026/{invented.LARGE}.html", performance=95, blocking=150),
    ]
    for page in wanted:
        if not page.path:
            print(f"There is no page of the kind {page.name}.", file=sys.stderr)
    return [page for page in wanted if page.path]


def judged(address: str, report: Path) -> dict[str, float]:
    """One run: marks of 100, milliseconds of blocking and until the largest part is drawn, and what cost marks."""
    flags = f"--headless=new {ARGUMENTS}"
    call = ["node", str(npm.LIGHTHOUSE), address, "--quiet", "--output=json", f"--output-path={report}"]
    call += [f"--only-categories={','.join(MARKS)}", f"--chrome-flags={flags}"]
    environment = os.environ | {"CHROME_PATH": str(CHROMIUM)}
    subprocess.run(call, check=True, timeout=HANGS, env=environment, stdout=subprocess.DEVNULL)
    told: dict[str, Any] = json.loads(report.read_bytes())
    found = {mark: round(100 * (told["categories"][mark]["score"] or 0)) for mark in MARKS}
    times = {"blocking": "total-blocking-time", "largest": "largest-contentful-paint"}
    return found | {name: told["audits"][audit]["numericValue"] for name, audit in times.items()}


def faults(report: Path) -> list[str]:
    """The audits of a report that cost marks, heaviest first, each with the first elements at fault."""
    told = json.loads(report.read_bytes())
    lost = {
        one["id"]: (1 - (told["audits"][one["id"]]["score"] or 0)) * one["weight"]
        for mark in MARKS
        for one in told["categories"][mark]["auditRefs"]
        if one["weight"] and told["audits"][one["id"]]["score"] is not None
    }
    found = []
    for audit in (told["audits"][name] for name in sorted(lost, key=lambda each: -lost[each]) if lost[name] > 0.05):
        items = audit.get("details", {}).get("items", ())
        nodes = [item["node"]["snippet"] for item in items if item.get("node", {}).get("snippet")]
        found.append("; ".join([audit["title"], *nodes[:ELEMENTS]]))
    return found


def judge(site: Path, wanted: list[Page], runs: int) -> bool:
    """Print the table; whether all pages keep their limits."""
    npm.install()
    print("| page | performance | accessibility | best practices | SEO | TBT ms | LCP ms | misses |")
    print("|---|--:|--:|--:|--:|--:|--:|---|", flush=True)
    kept = True
    with tempfile.TemporaryDirectory() as folder, host.running(site) as served:
        report = Path(folder) / "report.json"
        for page in wanted:
            marks = [judged(served.address + page.path, report) for _ in range(runs)]
            median = {name: statistics.median(each[name] for each in marks) for name in marks[0]}
            missed = page.misses(median)
            kept &= not missed
            figures = [f"{median[name]:.0f}" for name in (*MARKS, "blocking", "largest")]
            print(tools.row(page.name, *figures, ", ".join(missed)), flush=True)
            if missed:
                print(*(f"  - {page.name}: {fault}" for fault in faults(report)), sep="\n", file=sys.stderr)
    return kept


def main(arguments: list[str] | None = None) -> int:
    """Judge; the exit code."""
    parser = tools.parser("lighthouse", __doc__)
    parser.add_argument("--runs", type=int, default=3, help="of which the median counts; default: 3")
    parser.add_argument("--only", default="", metavar="NAMES", help="some of the pages: home,paper")
    parser.add_argument("--site", type=Path, metavar="FOLDER", help="a site in place of the invented archive's")
    parser.add_argument("--page", action="append", metavar="PATH", help="pages of --site; default: its home page")
    told = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as work:
        site = told.site or archives.site("edges", Path(work))
        wanted = [Page(path, path) for path in told.page or ["index.html"]] if told.site else pages(site)
        if told.only:
            wanted = [page for page in wanted if page.name in told.only.split(",")]
        return 0 if judge(site, wanted, told.runs) else 1


if __name__ == "__main__":
    sys.exit(main())
