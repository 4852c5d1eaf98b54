"""What the page for wrong addresses makes of them, below a path as on GitHub Pages."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Page

from generator import config
from generator.site import build
from generator.site.server import listening
from tests.pages import sample
from tests.site.conftest import ROOT, Watched, write_archive

URL = "https://reader.example/my/daybook/"


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a site with its own page for wrong addresses."""
    settings = replace(sample.SETTINGS, url=URL)
    archive = write_archive(tmp_path_factory.mktemp("archive"), sample.ARCHIVE)
    (archive / config.NAME).write_text(config.render(settings), encoding="utf-8")
    site = tmp_path_factory.mktemp("site")
    build(ROOT, archive, site, settings, offline=False, strict=True)
    with listening("127.0.0.1:0", URL) as server:
        thread = threading.Thread(target=server.show, args=(site,), daemon=True)
        thread.start()
        yield server.url
        server.shutdown()
        thread.join()


def ways(page: Page, base: str) -> list[str]:
    """The links that the page offers, once it has asked for all of them."""
    page.wait_for_selector("#notfound a")
    links = page.locator("#notfound a").evaluate_all("links => links.map((link) => link.href)")
    return [link.removeprefix(base) for link in links]


PAPER = "papers/2603/2603.00356.html"
OLD = "papers/9901/hep-th9901001.html"
DAY = ["days/2026/2026-03-03.html", "days/2026/2026-03.html", "days/2026.html", "search.html?q=2026-03-03"]


@pytest.mark.trial
@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("papers/2603.00356", [PAPER, "search.html?q=2603.00356"]),
        ("papers/2603/2603.00356", [PAPER, "search.html?q=2603.00356"]),
        ("abs/2603.00356v2", [PAPER, "search.html?q=2603.00356"]),
        ("pdf/2603.00356.pdf?download=1#page=2", [PAPER, "search.html?q=2603.00356"]),
        ("abs/hep-th/9901001v1", [OLD, "search.html?q=hep-th%2F9901001"]),
        ("PAPERS/9901/HEP-TH9901001.HTML", [OLD, "search.html?q=hep-th%2F9901001"]),
        ("2604.12345", ["search.html?q=2604.12345", "https://arxiv.org/abs/2604.12345"]),
        ("2026-03-03", DAY),
        ("days/2026/2026-03-03.HTML", DAY),
        ("days/2026/03/03/", DAY),
        ("CS.dc", ["categories/cs.DC.html", "search.html?q=CS.dc"]),
        ("themes/AI%20and%20tides", ["themes/ai-and-tides.html", "search.html?q=AI+and+tides"]),
        ("About/", ["about.html", "search.html?q=About"]),
        ("no/such%20thing%ff", ["search.html?q=no+such+thing"]),
        ("..%2f..%2fetc/%3Cimg%20src=x%20onerror=alert(1)%3E", ["search.html?q=..+..+etc+img+src+x+onerror+alert+1"]),
    ],
)
def test_an_address_leads_to_what_it_means(
    address: str, expected: list[str], base: str, watched: Callable[..., Watched]
) -> None:
    """Only to pages that are there, and to a search for its words; nothing is asked of another host."""
    look = watched(base)
    look.page.goto(base + address)
    assert ways(look.page, base) == expected
    assert [line for line in look.complaints if "404" not in line] == []  # browsers report what is not there


def test_without_scripts_it_says_where_to_begin(base: str, watched: Callable[..., Watched]) -> None:
    """The search and the home page."""
    look = watched(base, java_script_enabled=False)
    look.page.goto(base + "papers/2603.00356")
    links = look.page.locator("article a").evaluate_all("links => links.map((link) => link.href)")
    assert links == [f"{base}search.html", f"{base}index.html"]
