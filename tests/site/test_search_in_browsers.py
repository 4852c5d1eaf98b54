"""The whole search in Chromium and Firefox, from a folder without a network. By keyboard: test_search, test_tools."""

import json
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from daybook.commands.search import script
from daybook.search.engine import Answer, Engine

from tests.search import asked
from tests.site import firefox
from tests.site.conftest import Window

pytestmark = pytest.mark.browser

STATUS = "(document.querySelector('.search-status')?.textContent ?? '')"
TOLD = f"/(papers?|filters|”)\\.$/.test({STATUS}) && !document.querySelector('.search-results[aria-busy]')"
"""Whether the page has said what it found."""
ANSWERED = f"!/^(Loading|$)/.test({STATUS}) && !document.querySelector('.search-results[aria-busy]')"


def engine(site: Path) -> Engine:
    """The engine on a site's own files, outside any browser."""
    return Engine(script(), lambda name: (site / "search" / f"{name}.js").read_bytes())


def said(answer: Answer) -> str:
    return f"{answer.total:,} paper{'' if answer.total == 1 else 's'}."


ASKED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("", {}),
    ("system", {}),
    ("sytsem", {}),
    ('"distributed systems"', {}),
    ("a -systems", {"sort": "date"}),
    ("syst", {"category": ["cs.DC"]}),
    ("learning", {"category": ["cs.LG", "cs.DC"], "type": ["new"]}),
    ("2603.93003", {}),
    ("zzzzqqqq", {}),
)
OPENED = "document.querySelector('.search-filters').open = true"
OPEN = "document.querySelectorAll('.search-groups fieldset [aria-expanded=false]').forEach((one) => one.click())"
"""Has each facet show all its values."""
SHOWN = """{
  papers: [...document.querySelectorAll(".search-results :is(li, h3) a")].map((one) => [one.href, one.textContent]),
  facets: [...document.querySelectorAll(".search-groups > fieldset input")]
    .map((one) => [one.name, one.value, Number(/([\\d,]+) papers?$/.exec(one.ariaLabel)[1].replaceAll(",", ""))]),
}"""


def test_from_a_folder(window: Window, whole_offline: Path, served):
    """Without a web server all answers and counts are the engine's own, and nothing is asked of any network."""
    base = whole_offline.as_uri() + "/"
    reference = engine(whole_offline)
    for query, options in ASKED:
        filters = {name: values for name, values in options.items() if name != "sort"}
        answer = reference.find(query, filters, options.get("sort", "relevance"))
        window.goto(base + "search.html?" + urlencode({"q": query, **options}, doseq=True))
        window.wait(TOLD)
        assert window.evaluate(STATUS).endswith(said(answer)) or not answer.total, query
        window.evaluate(f"({OPENED}, null)")
        window.wait("document.querySelector('.search-groups > fieldset, .search-authors') !== null")
        window.evaluate(f"({OPEN}, null)")
        shown = window.evaluate(f"({SHOWN})")
        assert shown["papers"] == [[base + hit.address, hit.title] for hit in answer.papers], query
        facets = reference.facets(query, filters)
        counts = [[name, each.value, each.papers] for name, values in facets.items() for each in values]
        assert [row for row in shown["facets"] if row[2]] == counts, query
    window.goto(base + "search.html?q=system")
    window.wait(TOLD)
    window.evaluate("document.querySelector('.search-authors').open = true")
    window.wait("document.querySelector('.search-authors input') !== null")
    window.evaluate(f"({OPEN}, null)")
    names = "[...document.querySelectorAll('.search-authors input')].map((one) => one.value)"
    assert window.evaluate(names) == [name for name, _ in reference.authors("system", most=100)]

    for each in asked.ASKED:
        window.goto(base + "search.html?" + urlencode({"q": each.query}))
        window.wait(ANSWERED)
        first = window.evaluate("document.querySelector('.search-results a')?.href ?? ''")
        assert first.rpartition("/")[2].removesuffix(".html") == each.first, each.query
        assert each.said in window.evaluate(STATUS)

    outside = served(whole_offline) + "assets/daybook.css"
    window.evaluate(f"fetch({json.dumps(outside)}, {{ mode: 'no-cors' }}).catch(() => null).then(() => null)")
    until = time.monotonic() + firefox.PATIENCE
    while not (outside in window.asked or window.complaints) and time.monotonic() < until:
        window.wait("true")  # the browser tells of a request a moment later
    assert outside in window.asked or window.complaints, "the control: a request would have been noted"
    refused = "fetch('search/index.js').then(() => 'read', () => 'refused')"
    assert window.evaluate(refused) == "refused", "the control: this browser has the rules that readers' have"
    window.complaints.clear()
