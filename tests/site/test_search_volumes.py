"""The search over the volumes of a library in a browser, over http and from a folder: the same answers by the same
files as in QuickJS (tests/volumes/test_finding.py), and how far it is looked."""

import shutil
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.search import papers
from tests.site.conftest import Window
from tests.site.test_search_in_browsers import ANSWERED, STATUS
from tests.volumes import sites
from tests.volumes.asked import Asked

pytestmark = pytest.mark.browser

ASKED = {"name": "Peter Richtarik", "phrase": '"byzantine agreement"', "rare": "zygomorphic ", "common": "of "}
MOST = {"name": 60, "phrase": 60, "rare": 12, "common": 24}
"""Files of indexes that may be asked for, with those of the library's own: few, as there are 24 volumes of some four
files of words each."""
SHOWN = "[...document.querySelectorAll('.search-results h3 a')].map((one) => one.href)"
FURTHER = "[...document.querySelectorAll('.search-pages button')]"


@pytest.fixture(scope="module")
def library(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sites of a library: its own is the sample's with another index."""
    folder = tmp_path_factory.mktemp("volumes") / "ä library"
    shutil.copytree(site, folder / "sites/library")
    return sites.library(folder, papers.invented(160)) / "sites"


@pytest.mark.parametrize("way", ["http", "folder"])
def test_volumes_are_searched_by_their_own_files(
    library: Path, window: Window, served: Callable[[Path], str], way: str
) -> None:
    top = served(library) if way == "http" else library.as_uri() + "/"
    for kind, query in ASKED.items():
        asked = Asked(library)
        answer = asked.find(query)
        window.asked.clear()
        window.goto(f"{top}library/search.html?" + urlencode({"q": query}))
        window.wait(ANSWERED)
        assert window.evaluate(SHOWN) == [f"{top}{hit.address.removeprefix('../')}" for hit in answer.papers]
        said = window.evaluate(STATUS)
        assert said.startswith(f"{answer.total} paper")
        assert said.endswith(answer.notes[-1])
        files = {address.split("?")[0].removeprefix(top) for address in window.asked if "/search/" in address}
        files = {path for path in files if "/assets/" not in path}
        if files or way == "http":  # Firefox tells of no file that it reads from a folder
            assert files == {name.replace("/", "/search/", 1) + ".js" for name in asked.loaded}
        assert len(files) <= MOST[kind], kind


def test_it_is_looked_further_where_that_is_asked_for(
    library: Path, window: Window, served: Callable[[Path], str]
) -> None:
    """Sixteen volumes at a time; and page by page."""
    window.goto(f"{served(library)}library/search.html?" + urlencode({"q": '"byzantine byzantine"'}))
    window.wait(ANSWERED)
    assert "Looked in 16 of 24 volumes" in window.evaluate(STATUS)
    window.evaluate(f"({FURTHER}[0].click(), null)")
    window.wait(f"/Looked in all 24 volumes/.test({STATUS})")
    assert window.evaluate(f"{FURTHER}.length") == 0
    window.goto(f"{served(library)}library/search.html?q=of+")
    window.wait(ANSWERED)
    first = window.evaluate(SHOWN)
    window.evaluate("(document.querySelector('.search-pages a[rel=next]').click(), null)")
    window.wait(f"document.querySelector('.search-pages span')?.textContent === 'Page 2' && {ANSWERED}")
    second = window.evaluate(SHOWN)
    assert len(first) == len(second) == 10
    assert not set(first) & set(second)
