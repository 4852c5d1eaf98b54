"""The whole search in Chromium and Firefox: by keyboard alone, from a folder without a network, and with any query."""

import json
import time
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from daybook.commands.search import script
from daybook.search.engine import Answer, Engine

from tests.search import asked
from tests.site import firefox
from tests.site.conftest import Window

pytestmark = pytest.mark.browser

STATUS = "(document.querySelector('.search-status')?.textContent ?? '')"
FIELD = "document.activeElement.matches('dialog[open] input')"
TOLD = f"/(papers?|filters|”)\\.$/.test({STATUS}) && !document.querySelector('.search-results[aria-busy]')"
"""Whether the page has said what it found."""
ANSWERED = f"!/^(Loading|$)/.test({STATUS}) && !document.querySelector('.search-results[aria-busy]')"


def engine(site: Path) -> Engine:
    """The engine on a site's own files, outside any browser."""
    return Engine(script(), lambda name: (site / "search" / f"{name}.js").read_bytes())


def said(answer: Answer) -> str:
    return f"{answer.total:,} paper{'' if answer.total == 1 else 's'}."


def tab_to(window: Window, selector: str) -> None:
    for _ in range(100):
        window.press("Tab")
        if window.evaluate(f"document.activeElement.matches({json.dumps(selector)})"):
            return
    raise AssertionError(f"Tab does not lead to {selector}")


def says(window: Window, words: str) -> None:
    window.wait(f"{STATUS} === {json.dumps(words)}")


def test_by_keyboard_alone(window: Window, base: str, whole: Path):
    """From any page to a paper, from there to all results, to a filter and back, and out again."""
    query = "systems"
    expected = engine(whole).find(query)
    assert expected.total > 3
    window.goto(base + "index.html")
    window.wait("document.querySelector('.opener') !== null")
    tab_to(window, "article a")
    window.evaluate("(window.before = document.activeElement, null)")
    window.press("/")
    window.wait(FIELD)
    window.type(query + " ")
    says(window, said(expected))
    window.press("ArrowDown")
    assert window.evaluate("document.activeElement.matches('dialog .search-results a')")
    window.press("Escape")
    assert window.evaluate("document.querySelector('dialog[open]') === null")
    assert window.evaluate("document.activeElement === window.before"), "the keyboard is where it was"
    window.press("/")
    window.wait(f"{FIELD} && document.querySelector('dialog li')")
    window.press("ArrowDown", "Enter")
    window.wait(f"location.href.endsWith({json.dumps(expected.papers[0].address)})")

    window.wait("document.querySelector('.opener') !== null")
    window.press("/")
    window.wait(FIELD)
    window.type(query + " ")
    says(window, said(expected))
    tab_to(window, ".search-all a")
    window.press("Enter")
    window.wait("location.pathname.endsWith('/search.html')")
    window.wait(TOLD)
    assert window.evaluate(STATUS) == said(engine(whole).find(query))
    start = window.evaluate("location.href")
    tab_to(window, ".search-filters > summary")
    window.press("Enter")
    window.wait("document.querySelector('.search-groups input') !== null")
    tab_to(window, ".search-groups input")
    name, value = window.evaluate("[document.activeElement.name, document.activeElement.value]")
    window.press(" ")
    filtered = engine(whole).find(query, {name: [value]})
    window.wait(f"document.querySelector('.search-chips button') !== null && {TOLD}")
    says(window, said(filtered))
    assert parse_qs(urlsplit(window.evaluate("location.href")).query) == {"q": [query], name: [value]}
    same = "document.activeElement.name, document.activeElement.value, document.activeElement.checked"
    assert window.evaluate(f"[{same}]") == [name, value, True], "the keyboard stays at the filter"
    window.back()
    window.wait("document.querySelector('.search-chips button') === null")
    says(window, said(engine(whole).find(query)))
    assert window.evaluate("location.href") == start
    assert window.evaluate("document.querySelector('.search-groups input:checked') === null")


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
